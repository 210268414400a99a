#include "core/vector.hpp"

namespace quintet {

namespace {

/// Small enough to be shared out evenly, large enough that taking one costs nothing.
constexpr std::size_t blocks_a_thread = 8;

}  // namespace

Crew::Crew(int threads) {
    for (int i = 1; i < threads; ++i) helpers_.emplace_back([this] { wait_for_work(); });
}

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    begun_.notify_all();
}

void Crew::run(std::size_t items, const Work& work) {
    if (helpers_.empty()) return work(0, items);
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        items_ = items;
        block_ = std::max<std::size_t>(1, items / (blocks_a_thread * (helpers_.size() + 1)));
        next_ = 0;
        active_ = helpers_.size();
        ++round_;
    }
    begun_.notify_all();
    take_part();
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [this] { return active_ == 0; });
}

void Crew::wait_for_work() {
    for (std::uint64_t seen = 0;;) {
        {
            std::unique_lock lock(mutex_);
            begun_.wait(lock, [&] { return closing_ || round_ != seen; });
            if (closing_) return;
            seen = round_;
        }
        take_part();
        const std::lock_guard lock(mutex_);
        if (--active_ == 0) finished_.notify_one();
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
