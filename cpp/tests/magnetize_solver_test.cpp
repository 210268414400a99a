// Magnetize's solver: answers against the list of all positions, on random small boards with all kinds of locks;
// limits, little memory, and what is known of the standard board.
#include "games/magnetize_solver.hpp"

#include "core/kernel_solver.hpp"
#include "tests/solver_checks.hpp"

using namespace quintet;
using testing::Checks;

namespace {

template <class Board>
using Own = KernelSolver<Magnetize<Board>>;
template <class Board>
using Listing = KernelSolver<Magnetize<Board>, GraphSolver<Magnetize<Board>>>;

Options options(int height, int width, int square, int maglock) {
    return Options({{"height", std::int64_t{height}}, {"width", std::int64_t{width}}, {"square", std::int64_t{square}}, {"maglock", std::int64_t{maglock}}});
}

/// A position after so many random moves that is not over, or the last one that was not.
template <class K>
typename K::Position random_position(const K& game, Rng& rng, std::uint32_t most_moves) {
    auto position = game.start();
    for (std::uint32_t left = rng.below(most_moves + 1); left > 0; --left) {
        const auto next = game.play(position, game.random_move(position, rng));
        if (game.outcome(next)) break;
        position = next;
    }
    return position;
}

template <class Board>
void check_against_list(Checks& checks, int many) {
    Rng rng(17);
    std::array<int, 3> seen{};
    for (int i = 0; i < many; ++i) {
        static constexpr std::array<std::array<int, 2>, 6> sizes = {{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 5}, {3, 4}}};
        static constexpr std::array<int, 7> locks = {0, 1, 2, 3, 5, 9, 99};
        const auto [height, width] = sizes[rng.below(6)];
        const int square = 2 + static_cast<int>(std::min(height, width) > 2 && rng.below(5) == 0);
        const auto chosen = options(height, width, square, locks[rng.below(7)]);
        const Magnetize<Board> game(chosen);
        const bool large = height * width > 9;
        auto position = random_position(game, rng, large ? 14 : 9);
        Listing<Board> listing(game, 64);
        Own<Board> own(game, 2);
        // Random play rarely leads to a lost position, so often a winning move is made first.
        if (const Solution first = own.solve(game.format(position), {}, {}, {}, {}); i % 2 == 0 && first.value.low > 0) {
            const auto next = game.play(position, parse_move(game, position, first.best.back()));
            if (!game.outcome(next)) position = next;
        }
        own.clear();
        const std::string text = game.format(position);
        const std::string name = std::to_string(square) + "s lock " + std::to_string(game.maglock()) + " of " + text;
        // The list of the largest boards may not fit: such a position is left out.
        const Solution expected = listing.solve(text, testing::within(60'000), {}, {}, {});
        if (!expected.solved()) continue;
        ++seen[static_cast<std::size_t>(expected.value.low + 1)];
        const Solution found = own.solve(text, {}, {}, {}, {});
        checks.that(found.solved() && found.value == expected.value, "value, " + name);
        checks.that(found.best == expected.best, "best moves, " + name);
        checks.that(!found.moves_to_win || found.moves_to_win == expected.moves_to_win, "moves to win, " + name);
        checks.that(found.moves_to_win.has_value() == (expected.value.low != 0), "moves to win are known, " + name);
        if (found.moves_to_win) checks.equal(found.line.size(), static_cast<std::size_t>(*found.moves_to_win), "length of the line, " + name);
        checks.that(testing::line_leads_there(game, position, found), "the line, " + name);

        testing::check_cut_and_solved(checks, own, text, expected, 1 + rng.below(static_cast<std::uint32_t>(found.nodes)));
    }
    checks.that(*std::ranges::min_element(seen) >= many / 100, "wins, draws and losses were all met");
}

/// A frozen piece is where it was after any moves, and a colour without an open area never has a square.
template <class Board>
void check_frozen(Checks& checks, int many) {
    Rng rng(29);
    int stayed = 0;
    int shut_out = 0;
    for (int i = 0; i < many; ++i) {
        const int height = 2 + static_cast<int>(rng.below(5));
        const int width = 2 + static_cast<int>(rng.below(5));
        const int square = std::min({2 + static_cast<int>(rng.below(2)), height, width});
        const Magnetize<Board> game(options(height, width, square, static_cast<int>(rng.below(5))));
        auto position = random_position(game, rng, static_cast<std::uint32_t>(2 * height * width));
        const auto still = magnetize::frozen(game, position.cells);
        const magnetize::OpenAreas<Board> open(game, position.cells);
        const auto before = position;
        for (int moves = 0; moves < 40 && !game.outcome(position); ++moves) {
            position = game.play(position, game.random_move(position, rng));
            for (const std::size_t colour : {0, 1}) {
                const auto kept = Board::both(still, before.cells[colour]);
                checks.that(Board::without(kept, position.cells[colour]) == Board::none(), "frozen pieces stay, " + game.format(before));
                stayed += kept != Board::none();
                const bool shut = open.areas[colour] == Board::none();
                checks.that(!(shut && position.square[colour]), "no square without an open area, " + game.format(before));
                shut_out += shut;
            }
        }
    }
    checks.that(stayed > many && shut_out > many / 2, "frozen pieces and closed boards were met");
}

/// Colours change places together with left and right.
void check_mirrored(Checks& checks, int many) {
    using Board = magnetize::WordBoard;
    Rng rng(31);
    for (int i = 0; i < many; ++i) {
        const Magnetize<Board> game(options(3 + static_cast<int>(rng.below(2)), 4, 2 + static_cast<int>(rng.below(2)), 1 + static_cast<int>(rng.below(3))));
        const auto position = random_position(game, rng, 14);
        auto image = game.start();
        for (int row = 0; row < game.height(); ++row) {
            for (int column = 0; column < game.width(); ++column) {
                for (const std::size_t colour : {0, 1}) {
                    if (game.board().has(position.cells[colour], row, column)) game.board().add(image.cells[colour ^ 1U], row, game.width() - 1 - column);
                }
            }
        }
        image.turn = position.turn ^ 1U;
        image.owed = {position.owed[1], position.owed[0]};
        Own<Board> own(game, 4);
        const Solution found = own.solve(game.format(position), {}, {}, {}, {});
        const Solution other = own.solve(game.format(image), {}, {}, {}, {});
        checks.that(found.solved() && other.solved() && found.value == other.value && found.best.size() == other.best.size(), "mirrored, " + game.format(position));
    }
}

/// A board far too large to be solved stops at its nodes, whatever the memory; the guess says so beforehand.
void check_large_board(Checks& checks) {
    const Magnetize<magnetize::RowsBoard> game(options(62, 62, 2, 99));
    const Solution found = Own<magnetize::RowsBoard>(game, 1).solve(game.format(game.start()), testing::within(3000), {}, {}, {});
    checks.that(!found.solved() && found.nodes <= 3000, "the largest board is left unsolved");
    checks.that(Magnetize<magnetize::RowsBoard>::Solver(game, 1 << 20).reach(game.start()) > 1e12, "the largest board is out of reach");
    const Magnetize<magnetize::WordBoard> small(options(3, 3, 2, 2));
    checks.that(Magnetize<magnetize::WordBoard>::Solver(small, 1 << 20).reach(small.start()) < 1e4, "a small board is within reach");
}

void check_standard_board(Checks& checks) {
    const Magnetize<magnetize::WordBoard> game(options(4, 5, 2, 2));
    for (const std::int64_t megabytes : {1, 64}) {
        const Solution found = Own<magnetize::WordBoard>(game, megabytes).solve(game.format(game.start()), {}, {}, {}, {});
        checks.that(found.solved() && found.value == Range{0, 0}, "the standard board is a draw");
        checks.equal(found.best.size(), std::size_t{6}, "whatever Black begins with");
        checks.that(testing::line_leads_there(game, game.start(), found), "the line of the standard board");
    }
}

[[maybe_unused]] const bool added = testing::add("magnetize_solver_test", [](testing::Checks& checks, const testing::Setting& setting) {
    check_against_list<magnetize::WordBoard>(checks, setting.quick ? 200 : 800);
    check_against_list<magnetize::RowsBoard>(checks, setting.quick ? 100 : 200);
    check_frozen<magnetize::WordBoard>(checks, setting.quick ? 200 : 1000);
    check_frozen<magnetize::RowsBoard>(checks, setting.quick ? 100 : 300);
    check_mirrored(checks, setting.quick ? 30 : 200);
    check_standard_board(checks);
    check_large_board(checks);
});

}  // namespace
