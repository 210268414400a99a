// A stop that any thread may ask for: what std::stop_token offers of it, also where the standard library has no threads.
#pragma once

#include <atomic>
#include <memory>

namespace quintet {

/// Held by who works; one that belongs to no source is never stopped.
class StopToken {
public:
    StopToken() = default;

    [[nodiscard]] bool stop_requested() const noexcept { return asked_ && asked_->load(std::memory_order_relaxed); }

private:
    friend class StopSource;
    explicit StopToken(std::shared_ptr<const std::atomic<bool>> asked) : asked_(std::move(asked)) {}

    std::shared_ptr<const std::atomic<bool>> asked_;
};

/// Held by who may end the work.
class StopSource {
public:
    [[nodiscard]] StopToken token() const { return StopToken(asked_); }
    void request_stop() noexcept { asked_->store(true, std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> asked_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace quintet
