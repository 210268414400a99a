// Limits and who watches over them. A search ends when its nodes, its depth or its seconds are used
// up, when somebody asks it to stop, or when it has nothing left to find out.
#pragma once

#include "core/bounds.hpp"
#include "core/poll.hpp"
#include "core/stop.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <optional>
#include <string>

namespace quintet {

/// What a search may use. Nothing given: it goes on until it is stopped or sure.
struct Limits {
    std::optional<std::uint64_t> nodes = {};
    std::optional<int> depth = {};
    std::optional<double> seconds = {};

    void check() const {
        if (nodes) check_range("nodes", static_cast<std::int64_t>(*nodes), 1, bounds::most_nodes);
        if (depth) check_range("depth", *depth, 1, bounds::most_depth);
        if (seconds && !(*seconds > 0 && *seconds <= static_cast<double>(bounds::most_seconds))) {
            throw Error("seconds must be above 0 and at most " + std::to_string(bounds::most_seconds) + ", got " + std::to_string(*seconds));
        }
    }
};

/// Shared by the threads of one search: hands out nodes, watches the clock and the stop signal.
class Control {
public:
    using Clock = std::chrono::steady_clock;

    Control(const Limits& limits, StopToken stop)
        : limits_(limits), stop_(std::move(stop)), began_(Clock::now()), left_(limits.nodes.value_or(std::numeric_limits<std::int64_t>::max())) {
        if (limits.seconds) deadline_ = began_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*limits.seconds));
    }

    [[nodiscard]] const Limits& limits() const noexcept { return limits_; }
    [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
    [[nodiscard]] bool halted() const noexcept { return halted_.load(std::memory_order_relaxed); }
    void halt() noexcept { halted_.store(true, std::memory_order_relaxed); }

    /// Up to `wanted` nodes to search; 0 when the search is to end. All threads draw from one store, so
    /// that together they never use more than the limit.
    [[nodiscard]] std::uint64_t draw(std::uint64_t wanted) noexcept {
        if (halted()) return 0;
        if (stop_.stop_requested() || (deadline_ && Clock::now() >= *deadline_)) {
            halt();
            return 0;
        }
        const auto had = left_.fetch_sub(static_cast<std::int64_t>(wanted), std::memory_order_relaxed);
        if (had >= static_cast<std::int64_t>(wanted)) return wanted;
        left_.fetch_add(static_cast<std::int64_t>(wanted) - std::max<std::int64_t>(had, 0), std::memory_order_relaxed);
        return had > 0 ? static_cast<std::uint64_t>(had) : (halt(), 0);
    }

    /// What all threads drew so far; safe to ask from any of them.
    [[nodiscard]] std::uint64_t drawn() const noexcept {
        return limits_.nodes.value_or(std::numeric_limits<std::int64_t>::max()) - static_cast<std::uint64_t>(left_.load(std::memory_order_relaxed));
    }

    /// Gives back what a thread drew and did not use.
    void give_back(std::uint64_t nodes) noexcept { left_.fetch_add(static_cast<std::int64_t>(nodes), std::memory_order_relaxed); }

    /// Whether no more than this share of the time has passed.
    [[nodiscard]] bool time_for_more(double share) const { return !limits_.seconds || elapsed() < share * *limits_.seconds; }

private:
    Limits limits_;
    StopToken stop_;
    Clock::time_point began_;
    std::optional<Clock::time_point> deadline_;
    std::atomic<std::int64_t> left_;
    std::atomic<bool> halted_ = false;
};

/// One thread's nodes: a plain counter that is refilled from the control now and then.
class NodeCounter {
public:
    /// `poll` is called on refilling, on the calling thread, and may throw; helpers have none. Some fifty
    /// times a second are enough: it may have to wait for its turn.
    NodeCounter(Control& control, const Poll* poll, std::uint64_t chunk = 256) : control_(control), poll_(poll), chunk_(chunk) {}
    NodeCounter(const NodeCounter&) = delete;
    NodeCounter& operator=(const NodeCounter&) = delete;
    ~NodeCounter() { control_.give_back(left_); }

    /// Counts one node; false when there is none left.
    [[nodiscard, gnu::always_inline]] bool spend() {
        if (left_ == 0 && !refill()) [[unlikely]] return false;
        --left_;
        return true;
    }

    [[nodiscard]] std::uint64_t spent() const noexcept { return drawn_ - left_; }

private:
    [[gnu::noinline]] bool refill() {
        if (poll_ != nullptr && *poll_ && control_.elapsed() >= next_poll_) {
            next_poll_ = control_.elapsed() + 0.02;
            (*poll_)();
        }
        left_ = control_.draw(chunk_);
        drawn_ += left_;
        return left_ != 0;
    }

    Control& control_;
    const Poll* poll_;
    std::uint64_t chunk_;
    std::uint64_t left_ = 0;
    std::uint64_t drawn_ = 0;
    double next_poll_ = 0;
};

}  // namespace quintet
