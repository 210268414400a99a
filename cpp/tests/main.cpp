// Runs the tests:
//
//     quintet_tests [--data FOLDER] [--quick] [NAME ...]
//
// A name picks one file, a part of names all that have it (`othello`); without one all are run.
#include "tests/check.hpp"

#include <map>
#include <set>
#include <vector>

namespace quintet::testing {

namespace {

/// Inside a function, because files add their tests before anything else is sure to exist.
std::map<std::string, Test, std::less<>>& tests() {
    static std::map<std::string, Test, std::less<>> known;
    return known;
}

int run(const std::vector<std::string_view>& arguments) {
    Setting setting;
    std::set<std::string_view> chosen;
    bool all = true;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--quick") {
            setting.quick = true;
        } else if (arguments[i] == "--data" && i + 1 < arguments.size()) {
            setting.data = arguments[++i];
        } else {
            all = false;
            const auto named = tests().find(arguments[i]);
            bool found = named != tests().end();
            if (found) chosen.insert(named->first);
            for (const auto& [name, test] : tests()) {
                if (named != tests().end() || name.find(arguments[i]) == std::string::npos) continue;
                chosen.insert(name);
                found = true;
            }
            if (!found) {
                std::cerr << "expected a part of a test's name, got " << arguments[i] << '\n';
                return 2;
            }
        }
    }
    Checks checks;
    for (const auto& [name, test] : tests()) {
        if (!all && !chosen.contains(name)) continue;
        try {
            test(checks, setting);
        } catch (const std::exception& error) {
            checks.that(false, name + " was ended by an error: " + error.what());
        }
    }
    std::cout << checks.passed() << " passed, " << checks.failed() << " failed\n";
    return checks.failed() == 0 && checks.passed() > 0 ? 0 : 1;
}

}  // namespace

bool add(std::string_view name, Test test) {
    tests().emplace(name, test);
    return true;
}

}  // namespace quintet::testing

int main(int count, char** arguments) { return quintet::testing::run({arguments + 1, arguments + count}); }
