// Quentin's solver: answers against the list of all positions, in play and set up, with and without the pie rule;
// symmetry, limits, little memory.
#include "games/quentin_solver.hpp"

#include "core/kernel_solver.hpp"
#include "tests/solver_checks.hpp"

using namespace quintet;
using testing::Checks;

namespace {

template <class Points>
using Own = KernelSolver<Quentin<Points>>;
template <class Points>
using Listing = KernelSolver<Quentin<Points>, GraphSolver<Quentin<Points>>>;

/// A position that is not over: after random moves, or with stones anywhere.
template <class K>
typename K::Position random_position(const K& game, Rng& rng, bool set_up, int most_empty) {
    while (true) {
        auto position = game.start();
        if (set_up) {
            std::string text = game.format(position);
            for (char& letter : text) {
                if (letter == ' ') break;
                if (letter == '.' && rng.below(3) != 0) letter = rng.below(2) == 0 ? 'b' : 'w';
            }
            if (rng.below(2) == 0) text[text.find(' ') + 1] = 'w';
            position = game.parse(text);
        } else {
            for (auto left = rng.below(30); left > 0; --left) {
                const auto next = game.play(position, game.random_move(position, rng));
                if (game.outcome(next)) break;
                position = next;
            }
        }
        if (!game.outcome(position) && quentin::count(game.empty(position.stones)) <= most_empty) return position;
    }
}

template <class Points>
void check_against_list(Checks& checks, int many) {
    Rng rng(23);
    std::array<int, 3> seen{};
    for (int i = 0; i < many; ++i) {
        const int size = 2 + static_cast<int>(rng.below(4));
        const Quentin<Points> game(Options({{"size", std::int64_t{size}}, {"pie", rng.below(2) == 0}}));
        const auto position = random_position(game, rng, i % 2 == 0, size == 4 ? 10 : 9);
        const std::string text = game.format(position);
        const Solution expected = Listing<Points>(game, 32).solve(text, testing::within(30'000), {}, {}, {});
        if (!expected.solved()) continue;
        ++seen[static_cast<std::size_t>(expected.value.low + 1)];
        Own<Points> own(game, 1);
        const Solution found = own.solve(text, {}, {}, {}, {});
        checks.that(found.solved() && found.value == expected.value, "value of " + text);
        checks.that(found.best == expected.best, "best moves of " + text);
        checks.that(found.moves_to_win == expected.moves_to_win, "moves to win of " + text);
        if (found.moves_to_win) checks.equal(found.line.size(), static_cast<std::size_t>(*found.moves_to_win), "length of the line of " + text);
        checks.that(testing::line_leads_there(game, position, found), "the line of " + text);

        const Solution image = own.solve(game.format(game.transformed(position, 1 + i % 3)), {}, {}, {}, {});
        checks.that(image.value == found.value && image.best.size() == found.best.size(), "symmetry agrees: " + text);

        testing::check_cut_and_solved(checks, own, text, expected, 1 + rng.below(static_cast<std::uint32_t>(found.nodes)));
    }
    checks.that(std::min(seen[0], seen[2]) >= many / 10, "wins and losses were met");
}

/// What is said to win at once does: one of the moves joins the edges.
template <class Points>
void check_joins_at_once(Checks& checks, int many) {
    Rng rng(41);
    int met = 0;
    for (int i = 0; i < many; ++i) {
        const Quentin<Points> game(Options({{"size", std::int64_t{3} + rng.below(5)}, {"pie", false}}));
        const auto position = random_position(game, rng, i % 4 == 0, 64);
        if (!game.joins_at_once(position).any()) continue;
        ++met;
        Moves<Quentin<Points>> moves;
        game.generate(position, moves);
        const bool wins = std::ranges::any_of(moves, [&](auto move) {
            const auto end = game.outcome(game.play(position, move));
            return end && end->winner == game.to_move(position);
        });
        checks.that(wins, "joins at once: " + game.format(position));
    }
    checks.that(met > many / 50, "wins in one move were met");
}

void check_large_board(Checks& checks) {
    const Quentin<quentin::UpTo19> game(Options({{"size", std::int64_t{19}}, {"pie", true}}));
    const Solution found = Own<quentin::UpTo19>(game, 1).solve(game.format(game.start()), testing::within(2000), {}, {}, {});
    checks.that(!found.solved() && found.nodes <= 2000, "the largest board is left unsolved");
    checks.that(Quentin<quentin::UpTo19>::Solver(game, 1 << 20).reach(game.start()) > 1e12, "the largest board is out of reach");
    const Quentin<quentin::UpTo8> small(Options({{"size", std::int64_t{3}}, {"pie", true}}));
    checks.that(Quentin<quentin::UpTo8>::Solver(small, 1 << 20).reach(small.start()) < 1e4, "a small board is within reach");
}

/// The player who may swap wins after any opening; without the pie rule Black wins.
void check_from_empty(Checks& checks, int size) {
    for (const bool pie : {true, false}) {
        const Quentin<quentin::UpTo8> game(Options({{"size", std::int64_t{size}}, {"pie", pie}}));
        const Solution found = Own<quentin::UpTo8>(game, 64).solve(game.format(game.start()), {}, {}, {}, {});
        const int value = pie ? -1 : 1;
        checks.that(found.solved() && found.value == Range{value, value}, "from empty, " + std::to_string(size));
        checks.that(testing::line_leads_there(game, game.start(), found), "the line from empty, " + std::to_string(size));
    }
}

[[maybe_unused]] const bool added = testing::add("quentin_solver_test", [](testing::Checks& checks, const testing::Setting& setting) {
    check_against_list<quentin::UpTo8>(checks, setting.quick ? 60 : 600);
    check_against_list<quentin::UpTo16>(checks, setting.quick ? 20 : 60);
    check_against_list<quentin::UpTo19>(checks, setting.quick ? 20 : 60);
    check_joins_at_once<quentin::UpTo8>(checks, setting.quick ? 300 : 3000);
    check_joins_at_once<quentin::UpTo16>(checks, setting.quick ? 100 : 500);
    check_large_board(checks);
    check_from_empty(checks, 3);
    if (!setting.quick) check_from_empty(checks, 4);
});

}  // namespace
