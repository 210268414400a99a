// What a test file needs: checks that count what passed and failed and say where, and a way to be run.
//
//     const bool added = testing::add("othello_test", [](Checks& checks, const Setting& setting) { ... });
#pragma once

#include <concepts>
#include <exception>
#include <filesystem>
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

    [[nodiscard]] long passed() const noexcept { return passed_; }
    [[nodiscard]] long failed() const noexcept { return failed_; }

private:
    long passed_ = 0;
    long failed_ = 0;
};

/// How the tests were started.
struct Setting {
    std::filesystem::path data;  ///< the folder with the tables: tests/ of this project
    bool quick = false;          ///< a slow build (sanitizers): the long checks are cut short
};

using Test = void (*)(Checks&, const Setting&);

/// Adds the tests of one file, under the file's name; meant for load time. Always true.
bool add(std::string_view name, Test test);

}  // namespace quintet::testing
