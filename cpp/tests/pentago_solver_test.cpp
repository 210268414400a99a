// Pentago's solver: its sets of rotations and fives by their definitions, answers against plain recursion over
// the kernel and against positions solved elsewhere, symmetry, instruction sets, limits, memory, threads.
#include "games/pentago_solver.hpp"

#include "core/registry.hpp"
#include "tests/solver_checks.hpp"

#include <algorithm>
#include <fstream>

using namespace quintet;
using testing::Checks;

namespace {

pentago::Turns sum_of(pentago::Turns turns, const pentago::Turns& by) {
    for (std::size_t q = 0; q < 4; ++q) turns[q] = (turns[q] + by[q]) & 3;
    return turns;
}

void check_rotations(Checks& checks) {
    int wrong = 0;
    for (int at = 0; at < 256; ++at) {
        const int parity = at / 128;
        const pentago::Turns turns = pentago::turns_of(parity, at % 128);
        const auto set = pentago::one_of(at % 128);
        if (pentago::bit_of(turns) != at % 128 || pentago::parity_of(turns) != parity) ++wrong;
        pentago::Half expected{};
        for (std::size_t q = 0; q < 4; ++q) {
            for (const std::uint8_t quarters : {std::uint8_t{1}, std::uint8_t{3}}) {
                pentago::Turns by{};
                by[q] = quarters;
                expected |= pentago::one_of(pentago::bit_of(sum_of(turns, by)));
            }
        }
        if (pentago::any(pentago::turned_once(set) ^ expected)) ++wrong;
        for (unsigned code = 0; code < 256; ++code) {
            const pentago::Turns by = pentago::turns_of(static_cast<int>(code / 128), static_cast<int>(code % 128));
            if (pentago::any(pentago::shifted(set, parity, by) ^ pentago::one_of(pentago::bit_of(sum_of(turns, by))))) ++wrong;
        }
    }
    checks.equal(wrong, 0, "sets of rotations are shifted and turned as their members are");
}

/// A board with so many empty cells, both sides' marbles anywhere, that is not over; the last sub-boards are emptied first if asked.
Pentago::Position random_position(Rng& rng, int empty, bool bunched = false) {
    while (true) {
        std::array<int, 36> bits{};
        std::ranges::copy(pentago::cell_bit, bits.begin());
        for (std::uint32_t i = 36; i > 1; --i) std::swap(bits[i - 1], bits[rng.below(i)]);
        if (bunched) std::ranges::sort(bits, std::greater{});
        pentago::Board sides[2] = {0, 0};
        for (int i = empty; i < 36; ++i) {
            const bool second = bunched ? rng.below(2) == 1 : i % 2 == 1;
            sides[second] |= pentago::Board{1} << bits[static_cast<std::size_t>(i)];
        }
        const Pentago::Position position{sides[0], sides[1], rng.below(2) == 0, pentago::has_five(sides[0]), pentago::has_five(sides[1])};
        if (!position.over()) return position;
    }
}

void check_fives(Checks& checks) {
    Rng rng(3);
    int wrong = 0;
    for (int i = 0; i < 60; ++i) {
        const auto position = random_position(rng, 8 + i % 10, i % 3 == 0);
        const pentago::Cells cells(position.empty());
        const pentago::Fives fives(position.mover, cells);
        pentago::Filling taken = 0;
        pentago::Board marbles = position.mover;
        pentago::CellSet open = (pentago::CellSet{1} << cells.size) - 1;
        for (int number = 0; number < cells.size; ++number) {
            if (rng.below(2) == 0) continue;
            taken |= cells[number].filling;
            marbles |= pentago::Board{1} << cells[number].bit;
            open &= ~(pentago::CellSet{1} << number);
        }
        std::array<pentago::Full, 36> gains;
        fives.after_each(taken, open, gains);
        const auto compare = [&](const pentago::Full& found, pentago::Board board) {
            for (int at = 0; at < 256; ++at) {
                pentago::Board image = board;
                const auto turns = pentago::turns_of(at / 128, at % 128);
                for (unsigned q = 0; q < 4; ++q) {
                    for (int turn = 0; turn < turns[q]; ++turn) image = pentago::rotated(image, 2 * q);
                }
                const bool has = pentago::has(at < 128 ? found.half<0>() : found.half<1>(), at % 128);
                if (has != pentago::has_five(image)) ++wrong;
            }
        };
        compare(fives(taken), marbles);
        for (int number = 0; number < cells.size; ++number) {
            if ((open >> number & 1) != 0) compare(gains[static_cast<std::size_t>(number)], marbles | pentago::Board{1} << cells[number].bit);
        }
    }
    checks.equal(wrong, 0, "fives in all rotations");
}

struct Truth {
    int value;
    int turns;
};

Truth truth(const Pentago& game, const Pentago::Position& position) {
    if (const auto outcome = game.outcome(position)) return {outcome->winner ? (outcome->winner == game.to_move(position) ? 1 : -1) : 0, 0};
    Moves<Pentago> moves;
    game.generate(position, moves);
    Truth best{-2, 0};
    for (const auto move : moves) {
        const Truth next = truth(game, game.play(position, move));
        const Truth found{-next.value, next.turns + 1};
        const bool sooner = found.value > 0 ? found.turns < best.turns : found.turns > best.turns;
        if (found.value > best.value || (found.value == best.value && sooner)) best = found;
    }
    return best;
}

void check_brute_force(Checks& checks, int many) {
    const Pentago game;
    const EnginePtr engine = load("pentago", {});
    const auto solver = engine->solver(4);
    Rng rng(11);
    std::array<int, 3> seen{};
    const int least = std::max(1, many / 50);
    // Losses are rare: go on until there are enough of each kind.
    for (int i = 0; i < many || (*std::ranges::min_element(seen) < least && i < 4 * many); ++i) {
        const auto position = random_position(rng, i % 25 == 0 ? 4 : 1 + i % 3);
        const std::string text = game.format(position);
        const Truth expected = truth(game, position);
        ++seen[static_cast<std::size_t>(expected.value + 1)];
        std::vector<std::string> best;
        Moves<Pentago> moves;
        game.generate(position, moves);
        for (const auto move : moves) {
            if (-truth(game, game.play(position, move)).value == expected.value) best.push_back(game.move_text(move));
        }
        const Solution found = solver->solve(text, {}, {}, {}, {});
        checks.that(found.solved() && found.value == Range{expected.value, expected.value}, "value of " + text);
        checks.that(found.best == best, "best moves of " + text);
        checks.equal(found.moves_to_win.value_or(0), expected.value == 0 ? 0 : expected.turns, "moves to win of " + text);
        if (found.moves_to_win) checks.equal(found.line.size(), static_cast<std::size_t>(expected.turns), "length of the line of " + text);
        const auto end = game.outcome(game.parse(engine->line(text, found.line)));
        const auto winner = expected.value > 0 ? game.to_move(position) : opponent(game.to_move(position));
        checks.that(end && end->winner == (expected.value == 0 ? std::nullopt : std::optional(winner)), "the line of " + text + " leads there");
    }
    checks.that(*std::ranges::min_element(seen) >= least, "wins, draws and losses were all met");
}

/// The text after `"name": `, without quotes or brackets.
std::string field(const std::string& line, const std::string& name) {
    const std::size_t at = line.find('"' + name + "\": ") + name.size() + 4;
    const char close = line[at] == '[' ? ']' : '"';
    return line.substr(at + 1, line.find(close, at + 1) - at - 1);
}

/// Positions solved by an independent program.
void check_known(Checks& checks, const std::filesystem::path& path, std::size_t fewest_marbles) {
    const auto solver = load("pentago", {})->solver(64);
    std::ifstream file(path);
    int read = 0;
    for (std::string line; std::getline(file, line);) {
        const std::string position = field(line, "position");
        if (36 - static_cast<std::size_t>(std::ranges::count(position, '.')) < fewest_marbles) continue;
        ++read;
        const std::string value = field(line, "value");
        std::vector<std::string> best;
        const std::string listed = field(line, "best");
        for (const auto part : split(listed, ' ')) {
            const std::string_view move = part.substr(0, part.find_last_of('"'));
            best.emplace_back(move.substr(1));
        }
        const Solution found = solver->solve(position, {}, {}, {}, {});
        const int expected = value == "win" ? 1 : (value == "draw" ? 0 : -1);
        checks.that(found.value == Range{expected, expected}, "known value of " + position);
        auto sorted = found.best;
        std::ranges::sort(sorted);
        std::ranges::sort(best);
        checks.that(sorted == best, "known best moves of " + position);
        checks.that(!found.line.empty(), "a line for " + position);
    }
    checks.that(read >= 15, "known positions were read from " + path.string());
}

/// Drawn positions of games with 18 empty cells, where neither side's attack succeeds and both are searched whole. The limits
/// are twice what they take; in the order of moves before they took five and nine times as many.
void check_draws(Checks& checks) {
    const EnginePtr engine = load("pentago", {});
    const std::pair<std::string, std::uint64_t> drawn[] = {{".wb..w/wbbb.w/..w.b./.bbw.b/w.b..w/....w. b", 1'200'000},
                                                           {"ww..bb/.bb.wb/.bw.ww/....bb/.wb.../.ww... b", 300'000}};
    for (const auto& [position, nodes] : drawn) {
        const Solution found = engine->solver(64)->solve(position, {.limits = {.nodes = nodes}}, {}, {}, {});
        checks.that(found.solved() && found.value == Range{0, 0}, "drawn within " + std::to_string(nodes) + " nodes: " + position);
    }
}

bool same(const Solution& a, const Solution& b) {
    return a.solved() && b.solved() && a.value == b.value && a.best == b.best && a.moves_to_win == b.moves_to_win;
}

void check_agreement(Checks& checks, int many) {
    const Pentago game;
    const auto fast = load("pentago", {})->solver(32);
    const auto small = load("pentago", {})->solver(1);
    Rng rng(29);
    for (int i = 0; i < many; ++i) {
        const auto position = random_position(rng, 7 + i % 4, i % 5 == 0);
        const std::string text = game.format(position);
        const Solution found = fast->solve(text, {}, {}, {}, {});
        fast->clear();
        checks.that(same(found, fast->solve(text, {.limits = {}, .threads = 3}, {}, {}, {})), "threads agree: " + text);
        checks.that(same(found, small->solve(text, {}, {}, {}, {})), "little memory is enough: " + text);
        const Solution one = small->solve(text, {.limits = {}, .all_best = false}, {}, {}, {});
        checks.that(one.value == found.value && std::ranges::find(found.best, one.best.at(0)) != found.best.end(), "one best move: " + text);

        const int symmetry = 1 + i % 7;
        std::vector<std::string> images;
        Moves<Pentago> moves;
        game.generate(position, moves);
        for (const auto move : moves) {
            if (std::ranges::find(found.best, game.move_text(move)) != found.best.end()) images.push_back(game.move_text(game.transformed(move, symmetry)));
        }
        Solution image = fast->solve(game.format(game.transformed(position, symmetry)), {}, {}, {}, {});
        std::ranges::sort(images);
        std::ranges::sort(image.best);
        checks.that(image.value == found.value && image.best == images && image.moves_to_win == found.moves_to_win, "symmetry agrees: " + text);
    }
}

void check_stops(Checks& checks, int many) {
    const Pentago game;
    const EnginePtr engine = load("pentago", {});
    Rng rng(31);
    for (int i = 0; i < many; ++i) {
        const std::string text = game.format(random_position(rng, 10));
        testing::check_stops(checks, *engine, text, rng, same);
    }
}

[[maybe_unused]] const bool added = testing::add("pentago_solver_test", [](testing::Checks& checks, const testing::Setting& setting) {
    check_rotations(checks);
    check_fives(checks);
    check_brute_force(checks, setting.quick ? 60 : 1000);
    check_known(checks, setting.data / "data/pentago-truth.jsonl", setting.quick ? 28 : 0);
    if (!setting.quick) check_draws(checks);
    check_agreement(checks, setting.quick ? 5 : 30);
    check_stops(checks, setting.quick ? 3 : 12);
});

}  // namespace
