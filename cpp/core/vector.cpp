#include "core/vector.hpp"

#include <chrono>

namespace quintet {

namespace {

/// Small enough to be shared out evenly, large enough that taking one costs nothing.
constexpr std::size_t blocks_a_thread = 8;

/// To wake a thread that sleeps takes longer than a step of a thousand games, so it stays awake between steps that follow
/// each other closely.
constexpr std::chrono::microseconds awake{100};

/// Waits while the number is `old`.
template <class Number>
void wait_for_change(const std::atomic<Number>& number, Number old) {
    constexpr int looks_between_clocks = 64;
    for (const auto began = std::chrono::steady_clock::now(); std::chrono::steady_clock::now() - began < awake;) {
        for (int i = 0; i < looks_between_clocks; ++i) {
            if (number.load() != old) return;
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
    }
    number.wait(old);
}

}  // namespace

Crew::Crew(int threads) {
    for (int i = 1; i < threads; ++i) helpers_.emplace_back([this] { wait_for_work(); });
}

Crew::~Crew() {
    closing_ = true;
    ++round_;
    round_.notify_all();
}

void Crew::run(std::size_t items, const Work& work) {
    if (helpers_.empty()) return work(0, items);
    work_ = &work;
    items_ = items;
    block_ = std::max<std::size_t>(1, items / (blocks_a_thread * (helpers_.size() + 1)));
    next_ = 0;
    active_ = helpers_.size();
    ++round_;
    round_.notify_all();
    take_part();
    for (std::size_t left = active_; left != 0; left = active_) wait_for_change(active_, left);
}

void Crew::wait_for_work() {
    for (std::uint64_t seen = 0;; ++seen) {
        wait_for_change(round_, seen);
        if (closing_) return;
        take_part();
        if (--active_ == 0) active_.notify_one();
    }
}

void Crew::take_part() {
    for (;;) {
        const std::size_t first = next_.fetch_add(block_);
        if (first >= items_) return;
        (*work_)(first, std::min(first + block_, items_));
    }
}

}  // namespace quintet
