// One call at a time, and a way to stop it: what a handle needs whose work runs without the interpreter's lock.
#pragma once

#include "core/stop.hpp"
#include "core/types.hpp"

#include <atomic>
#include <mutex>

namespace quintet::bind {

class Turns {
public:
    /// A second call is refused, not queued.
    class Turn {
    public:
        explicit Turn(Turns& turns) : turns_(turns) {
            if (turns.busy_.exchange(true)) throw Error("busy with another call, expected one call at a time");
            const std::lock_guard lock(turns.mutex_);
            turns.stop_ = StopSource();
            token_ = turns.stop_.token();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        ~Turn() { turns_.busy_ = false; }

        [[nodiscard]] const StopToken& token() const noexcept { return token_; }

    private:
        Turns& turns_;
        StopToken token_;
    };

    /// Ends the call that is running, from any thread.
    void stop() {
        const std::lock_guard lock(mutex_);
        stop_.request_stop();
    }

private:
    std::atomic<bool> busy_ = false;
    std::mutex mutex_;  ///< guards stop_
    StopSource stop_;
};

}  // namespace quintet::bind
