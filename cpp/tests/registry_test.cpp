// Every game the registry finds: the perft tables, whole calls, refusals.
//
// A table's line is `<spec>; <position or start>; <depth>; <count>`; `#` begins a comment.
#include "core/registry.hpp"
#include "core/text.hpp"
#include "tests/check.hpp"
#include "tests/spec.hpp"

#include <filesystem>
#include <fstream>

using namespace quintet;

namespace {

std::string trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r");
    if (from == std::string_view::npos) return {};
    return std::string(text.substr(from, text.find_last_not_of(" \t\r") + 1 - from));
}

/// None for a board that only the rulebook has.
EnginePtr loaded(const Spec& spec) {
    try {
        return load(spec.id, spec.options);
    } catch (const Error& refusal) {
        if (std::string_view(refusal.what()).starts_with("the kernel has boards of size ")) return nullptr;
        throw;
    }
}

void check_table(testing::Checks& checks, const std::filesystem::path& path, std::uint64_t limit) {
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        line = trimmed(line.substr(0, line.find('#')));
        if (line.empty()) continue;
        const std::string where = path.filename().string() + ":" + std::to_string(number);
        const auto fields = split(line, ';');
        if (fields.size() != 4) {
            checks.that(false, where + ": expected four fields");
            continue;
        }
        const Spec spec = parse_spec(trimmed(fields[0]));
        const int depth = std::stoi(trimmed(fields[2]));
        const std::uint64_t count = std::stoull(trimmed(fields[3]));
        if (!game_ids().contains(spec.id)) continue;
        if (count > limit) continue;
        const EnginePtr engine = loaded(spec);
        if (engine == nullptr) continue;
        const std::string position = trimmed(fields[1]) == "start" ? engine->start() : trimmed(fields[1]);
        checks.equal(engine->perft(position, depth, {}), count, where);
    }
}

void check_calls(testing::Checks& checks, const std::string& id) {
    const EnginePtr engine = load(id, {});
    const std::string start = engine->start();
    std::uint64_t lines = 0;
    for (const std::string& move : engine->legal_moves(start)) lines += engine->perft(engine->line(start, std::array{move}), 2, {});
    checks.equal(lines, engine->perft(start, 3, {}), id + ": perft is the sum over the first moves");
    checks.equal(engine->perft(start, 0, {}), 1U, id + ": perft 0");
    checks.throws<Error>([&] { static_cast<void>(engine->perft(start, -1, {})); }, "depth must be 0 to 100, got -1");
    checks.throws<Error>([&] { static_cast<void>(engine->perft(start, 101, {})); }, "depth must be 0 to 100, got 101");
    checks.throws<OptionError>([&] { static_cast<void>(load(id, parse_spec("x(no_such_option=1)").options)); }, "unknown option");

    // Texts that are cut, doubled or changed in one letter are positions or are refused, never worse.
    for (std::size_t at = 0; at < start.size(); ++at) {
        for (const std::string& text : {start.substr(0, at), start + start.substr(at), start.substr(0, at) + "~" + start.substr(at + 1),
                                        start.substr(0, at) + "w" + start.substr(at + 1), start.substr(0, at) + start.substr(at + 1)}) {
            try {
                const std::string same = engine->line(text, {});
                checks.equal(same, text, id + ": what parses is canonical");
                checks.equal(engine->legal_moves(text).empty(), engine->outcome(text).has_value(), id + ": over without moves at " + text);
            } catch (const ParseError& error) {
                checks.that(std::string_view(error.what()).size() > 10, "an error says something");
            }
        }
    }
}

[[maybe_unused]] const bool added = testing::add("registry_test", [](testing::Checks& checks, const testing::Setting& setting) {
    checks.that(!game_ids().empty(), "games enlist themselves");
    checks.throws<Error>([] { static_cast<void>(load("no such game", {})); }, "unknown game 'no such game'");
    for (const std::string& id : game_ids()) check_calls(checks, id);
    int tables = 0;
    for (const auto& entry : std::filesystem::directory_iterator(setting.data / "perft")) {
        if (entry.path().extension() != ".perft") continue;
        check_table(checks, entry.path(), setting.quick ? 3'100'000 : 6'000'000'000);
        ++tables;
    }
    checks.that(tables > 0, "perft tables are found");
});

}  // namespace
