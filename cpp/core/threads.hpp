// Threads where the standard library has them. Where it has none, as in WebAssembly, a crew is one: work that is given
// to a thread is done at once by the caller, and a lock has nobody to keep out.
#pragma once

#include <chrono>
#include <utility>

#if defined(__wasi__)

namespace quintet {

inline constexpr bool has_threads = false;

class Thread {
public:
    template <class Work, class... Given>
    explicit Thread(Work&& work, Given&&... given) {
        std::forward<Work>(work)(std::forward<Given>(given)...);
    }
};

struct Mutex {};

class Lock {
public:
    Lock() {}
    explicit Lock(Mutex&) {}
    ~Lock() {}  // so that no compiler takes one for an unused variable
};

inline void sleep_for(std::chrono::milliseconds) {}

}  // namespace quintet

#else

#include <mutex>
#include <thread>

namespace quintet {

inline constexpr bool has_threads = true;

using Thread = std::jthread;
using Mutex = std::mutex;
using Lock = std::unique_lock<std::mutex>;
using std::this_thread::sleep_for;

}  // namespace quintet

#endif
