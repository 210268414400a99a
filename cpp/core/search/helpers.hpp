// Threads that help a search. Declared after what they use, they are stopped and joined before that goes, also by a throw.
#pragma once

#include "core/search/limits.hpp"
#include "core/threads.hpp"

#include <utility>
#include <vector>

namespace quintet {

class Helpers {
public:
    explicit Helpers(Control& control) : control_(control) {}
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers() { finish(); }

    template <class Work>
    void start(Work&& work) {
        threads_.emplace_back(std::forward<Work>(work));
    }

    /// Ends the search for all of them, and waits.
    void finish() {
        if (!threads_.empty()) control_.halt();
        threads_.clear();
    }

private:
    Control& control_;
    std::vector<Thread> threads_;
};

}  // namespace quintet
