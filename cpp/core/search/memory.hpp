// Memory for tables: zeroed, aligned, touched only as it is used; large ones in huge pages where they can be had. Where
// entries lie anywhere, huge pages take half the time of small ones: these are fetched one by one, and most accesses must
// look up where they are. What fills front to back takes them only when it is large, because the first touch of each
// clears two megabytes, which a short search never gets back.
#pragma once

#include "core/types.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace quintet {

/// Memory that cannot be had; with less, the same may do.
struct OutOfMemory : Error {
    using Error::Error;
};

/// A block of zeroed bytes of which at least `size()` start at an aligned address. Large blocks are
/// fresh pages of the system, so a big table costs nothing until it fills.
class ZeroedMemory {
public:
    static constexpr std::size_t huge_page = std::size_t{1} << 21;

    ZeroedMemory() = default;

    /// What the alignment skips is never touched and does not count: equal bytes give equal sizes wherever the block lies, so that a
    /// table has as many places in every run.
    explicit ZeroedMemory(std::size_t bytes, std::size_t huge_from = 64 * huge_page) : size_(bytes) {
        const bool huge = has_huge_pages && bytes >= huge_from;
        const std::size_t alignment = huge ? huge_page : 4096;
        std::size_t room = bytes + alignment;
        block_.reset(static_cast<std::byte*>(zeroed(room)));
        if (block_ == nullptr) throw OutOfMemory("could not get " + std::to_string(bytes >> 20) + " MB of memory, ask for less");
        void* start = block_.get();
        start_ = static_cast<std::byte*>(std::align(alignment, bytes, start, room));
#if defined(__linux__)
        if (huge) madvise(start_, size_, MADV_HUGEPAGE);
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
#if defined(__linux__)
    static constexpr bool has_huge_pages = true;
#else
    static constexpr bool has_huge_pages = false;
#endif

    /// What calloc does; but in WebAssembly that writes over memory that was grown for it, which is zero and not there until it is touched.
    [[nodiscard]] static void* zeroed(std::size_t bytes) noexcept {
#if defined(__wasm__)
        const std::size_t used = __builtin_wasm_memory_size(0) << 16;
        void* block = std::malloc(bytes);
        const auto start = reinterpret_cast<std::uintptr_t>(block);
        if (block != nullptr && start < used) std::memset(block, 0, std::min(bytes, used - start));
        return block;
#else
        return std::calloc(bytes, 1);
#endif
    }

    struct Free {
        void operator()(std::byte* block) const noexcept { std::free(block); }
    };

    std::unique_ptr<std::byte, Free> block_;
    std::byte* start_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace quintet
