// Long work on blocks of boards, by several threads, in one go or in many: what is finished stays finished.
#pragma once

#include "core/search/limits.hpp"
#include "core/threads.hpp"

#include <vector>

namespace quintet {

namespace bestgame {

/// READY: all of it is done. HALTED by a limit, PAUSED because the budget is used up, FULL when no more fits into memory.
enum class Progress : std::uint8_t { READY, HALTED, PAUSED, FULL };

/// Who works, and for how many nodes each before it pauses.
struct Crew {
    int threads;
    Control& control;
    NodeCounter& nodes;
    std::uint64_t& helpers_nodes;
    std::uint64_t budget;

    /// The nodes at which a thread has used up its budget.
    [[nodiscard]] std::uint64_t budget_end(const NodeCounter& counter) const noexcept {
        return counter.spent() + std::min(budget, std::numeric_limits<std::uint64_t>::max() / 2);
    }
};

class BlockWork {
public:
    /// Runs `work(block, counter)` for the blocks from `first` to before `end` that are not finished, `boards` in all. It
    /// returns whether it finished its block; the first time it did not, all ends. `first` stays the same until all are READY.
    template <class Work>
    [[nodiscard]] Progress run(std::size_t first, std::size_t end, std::size_t boards, const Crew& crew, const Work& work) {
        finished_.resize(std::max(finished_.size(), end - first));
        std::atomic<std::size_t> next = first;
        std::atomic<bool> halted = false;
        std::atomic<bool> paused = false;
        std::atomic<std::uint64_t> helped = 0;
        const auto work_on_blocks = [&](NodeCounter& counter) {
            const std::uint64_t budget_end = crew.budget_end(counter);
            for (std::size_t block = next++; block < end && !halted && !paused; block = next++) {
                if (finished_[block - first] != 0) continue;
                if (!work(block, counter)) {
                    halted = true;
                } else {
                    finished_[block - first] = 1;
                    if (counter.spent() >= budget_end) paused = true;
                }
            }
        };
        {
            std::vector<Thread> helpers;
            for (int helper = 1; helper < crew.threads && boards >= fewest_shared; ++helper) {
                helpers.emplace_back([&] {
                    NodeCounter own_nodes(crew.control, nullptr);
                    work_on_blocks(own_nodes);
                    helped += own_nodes.spent();
                });
            }
            try {
                work_on_blocks(crew.nodes);
            } catch (...) {
                halted = true;  // what the poll throws must not wait for the helpers' last block
                throw;
            }
        }
        crew.helpers_nodes += helped;
        if (halted) return Progress::HALTED;
        const auto last = finished_.begin() + static_cast<std::ptrdiff_t>(end - first);
        if (std::find(finished_.begin(), last, 0) != last) return Progress::PAUSED;
        finished_.clear();
        return Progress::READY;
    }

private:
    /// Fewer boards are not worth a second thread.
    static constexpr std::size_t fewest_shared = 1 << 15;

    std::vector<std::uint8_t> finished_;  ///< by block, from the first one
};

}  // namespace bestgame

}  // namespace quintet
