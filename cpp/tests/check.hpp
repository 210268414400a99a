// The test runner: counts what passed and failed, says where, and is all there is to it.
#pragma once

#include <concepts>
#include <exception>
#include <iostream>
#include <source_location>
#include <sstream>
#include <string>
#include <string_view>

namespace quintet::testing {

class Checks {
public:
    void that(bool holds, std::string_view what, std::source_location where = std::source_location::current()) {
        if (holds) {
            ++passed_;
            return;
        }
        ++failed_;
        std::cout << where.file_name() << ':' << where.line() << ": failed: " << what << '\n';
    }

    template <class A, class B>
    void equal(const A& got, const B& expected, std::string_view what, std::source_location where = std::source_location::current()) {
        std::ostringstream text;
        text << what << ": expected " << expected << ", got " << got;
        that(got == expected, text.str(), where);
    }

    /// `action` must throw a `Thrown` whose message contains `part`.
    template <std::derived_from<std::exception> Thrown, class Action>
    void throws(Action&& action, std::string_view part, std::source_location where = std::source_location::current()) {
        std::string what = "nothing was thrown";
        try {
            action();
        } catch (const Thrown& error) {
            what = error.what();
            if (what.find(part) != std::string::npos) return that(true, what, where);
        }
        that(false, "expected an error with '" + std::string(part) + "', but: " + what, where);
    }

    /// Prints the totals; what main returns.
    [[nodiscard]] int report() const {
        std::cout << passed_ << " passed, " << failed_ << " failed\n";
        return failed_ == 0 && passed_ > 0 ? 0 : 1;
    }

private:
    long passed_ = 0;
    long failed_ = 0;
};

}  // namespace quintet::testing
