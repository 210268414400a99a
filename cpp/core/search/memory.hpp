// Memory for tables: zeroed, aligned, touched only as it is used; large ones in huge pages where they can
// be had. Huge pages make a full table a quarter faster, but the first touch of each clears two megabytes,
// which a short search never gets back: so smaller tables do without.
#pragma once

#include "core/types.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace quintet {

/// A block of zeroed bytes of which at least `size()` start at an aligned address. calloc hands out
/// fresh pages of the system for large blocks, so a big table costs nothing until it fills.
class ZeroedMemory {
public:
    static constexpr std::size_t huge_page = std::size_t{1} << 21;
    static constexpr std::size_t huge_from = 64 * huge_page;

    ZeroedMemory() = default;

    /// Takes no more than `bytes` in all, the alignment included; equal bytes give equal sizes wherever the block
    /// lies, so that a table has as many places in every run.
    explicit ZeroedMemory(std::size_t bytes) : block_(static_cast<std::byte*>(std::calloc(bytes, 1))) {
        if (block_ == nullptr) throw Error("could not get " + std::to_string(bytes >> 20) + " MB of memory, ask for less");
        const std::size_t alignment = bytes >= huge_from ? huge_page : 4096;
        void* start = block_.get();
        size_ = bytes;
        std::align(alignment, 1, start, size_);
        if (bytes > alignment) size_ = bytes - alignment;
        start_ = static_cast<std::byte*>(start);
#if defined(__linux__)
        if (alignment == huge_page) madvise(start_, size_, MADV_HUGEPAGE);
#endif
    }

    [[nodiscard]] std::byte* data() const noexcept { return start_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// Zeroes everything; large blocks give their pages back instead of being written over.
    void clear() noexcept {
        std::size_t given_back = 0;
#if defined(__linux__)
        constexpr std::size_t page = 4096;
        given_back = size_ / page * page;
        if (given_back < huge_page || madvise(start_, given_back, MADV_DONTNEED) != 0) given_back = 0;
#endif
        if (size_ > given_back) std::memset(start_ + given_back, 0, size_ - given_back);
    }

private:
    struct Free {
        void operator()(std::byte* block) const noexcept { std::free(block); }
    };

    std::unique_ptr<std::byte, Free> block_;
    std::byte* start_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace quintet
