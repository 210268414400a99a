// Long work stays interruptible: it calls back now and then, and the callback may throw to end it.
#pragma once

#include <cstdint>
#include <functional>

namespace quintet {

/// Called from time to time on the working thread; whatever it throws ends the work.
using Poll = std::function<void()>;

/// Calls a Poll once every `interval` units of work, counted so that a hot loop pays one addition.
class Pulse {
public:
    Pulse(const Poll& poll, std::uint64_t interval) : poll_(poll), interval_(interval) {}

    void advance(std::uint64_t work) {
        done_ += work;
        if (done_ >= interval_) [[unlikely]] {
            done_ = 0;
            if (poll_) poll_();
        }
    }

private:
    const Poll& poll_;
    std::uint64_t interval_;
    std::uint64_t done_ = 0;
};

}  // namespace quintet
