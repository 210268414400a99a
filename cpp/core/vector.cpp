#include "core/vector.hpp"

#include <chrono>

namespace quintet {

namespace {

/// Small enough to be shared out evenly, large enough that taking one costs nothing.
constexpr std::uint32_t blocks_a_thread = 8;

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

Crew::Crew(int threads) : blocks_(blocks_a_thread * static_cast<std::uint32_t>(threads)) {
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
    done_ = 0;
    const std::uint32_t round = round_ + 1;
    next_ = std::uint64_t{round} << 32;
    round_ = round;
    round_.notify_all();
    take_part(round);
    for (std::uint32_t done = done_; done != blocks_; done = done_) wait_for_change(done_, done);
}

void Crew::wait_for_work() {
    for (std::uint32_t seen = 0;;) {
        wait_for_change(round_, seen);
        seen = round_;
        if (closing_) return;
        take_part(seen);
    }
}

void Crew::take_part(std::uint32_t round) {
    for (std::uint64_t next = next_; next >> 32 == round && (next & 0xffffffff) < blocks_;) {
        if (!next_.compare_exchange_weak(next, next + 1)) continue;
        const std::size_t block = next & 0xffffffff;
        (*work_)(items_ * block / blocks_, items_ * (block + 1) / blocks_);
        if (++done_ == blocks_) done_.notify_one();
        next = next_;
    }
}

}  // namespace quintet
