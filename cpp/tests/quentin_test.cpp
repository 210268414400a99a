// Quentin: the laws, the rulebook's vectors, and every set-up position against the rules done point by point.
#include "games/quentin.hpp"

#include "tests/laws.hpp"
#include "tests/spec.hpp"

#include <algorithm>

using namespace quintet;

namespace {

using Small = Quentin<quentin::UpTo8>;
using Medium = Quentin<quentin::UpTo16>;
using Large = Quentin<quentin::UpTo19>;

/// The rules as they are read, on letters: slow, because everything is looked at again after each move.
class Letters {
public:
    Letters(std::string cells, int size) : cells_(std::move(cells)), size_(size) {}

    [[nodiscard]] const std::string& cells() const { return cells_; }

    /// Places and fills; false when the result breaks the diagonal rule.
    bool place(int row, int column, char colour) {
        at(row, column) = colour;
        const std::string before = cells_;
        std::vector<bool> seen(cells_.size());
        for (int i = 0; i < size_ * size_; ++i) {
            if (before[static_cast<std::size_t>(i)] != '.' || seen[static_cast<std::size_t>(i)]) continue;
            fill(region(before, i, seen), before, colour == 'b' ? 'w' : 'b');
        }
        return !any_bare();
    }

    [[nodiscard]] bool any_bare() const {
        for (int row = 0; row + 1 < size_; ++row) {
            for (int column = 0; column + 1 < size_; ++column) {
                const char a = get(row, column), b = get(row, column + 1), c = get(row + 1, column), d = get(row + 1, column + 1);
                if (a != '.' && a == d && b != a && c != a) return true;
                if (b != '.' && b == c && a != b && d != b) return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool connected(char colour) const {
        std::vector<int> open;
        std::vector<bool> seen(cells_.size());
        for (int i = 0; i < size_; ++i) open.push_back(colour == 'b' ? i : i * size_);
        while (!open.empty()) {
            const int i = open.back();
            open.pop_back();
            if (cells_[static_cast<std::size_t>(i)] != colour || seen[static_cast<std::size_t>(i)]) continue;
            seen[static_cast<std::size_t>(i)] = true;
            if ((colour == 'b' ? i / size_ : i % size_) == size_ - 1) return true;
            for (const int j : beside(i)) open.push_back(j);
        }
        return false;
    }

    [[nodiscard]] char get(int row, int column) const { return cells_[static_cast<std::size_t>(row * size_ + column)]; }

private:
    char& at(int row, int column) { return cells_[static_cast<std::size_t>(row * size_ + column)]; }

    [[nodiscard]] std::vector<int> beside(int i) const {
        std::vector<int> list;
        if (i / size_ > 0) list.push_back(i - size_);
        if (i / size_ < size_ - 1) list.push_back(i + size_);
        if (i % size_ > 0) list.push_back(i - 1);
        if (i % size_ < size_ - 1) list.push_back(i + 1);
        return list;
    }

    [[nodiscard]] std::vector<int> region(const std::string& cells, int from, std::vector<bool>& seen) const {
        std::vector<int> points = {from};
        seen[static_cast<std::size_t>(from)] = true;
        for (std::size_t next = 0; next < points.size(); ++next) {
            for (const int j : beside(points[next])) {
                if (cells[static_cast<std::size_t>(j)] != '.' || seen[static_cast<std::size_t>(j)]) continue;
                seen[static_cast<std::size_t>(j)] = true;
                points.push_back(j);
            }
        }
        return points;
    }

    void fill(const std::vector<int>& points, const std::string& before, char tied) {
        std::set<int> blacks, whites;
        for (const int i : points) {
            int stones = 0;
            for (const int j : beside(i)) {
                if (before[static_cast<std::size_t>(j)] == 'b') blacks.insert(j);
                if (before[static_cast<std::size_t>(j)] == 'w') whites.insert(j);
                stones += before[static_cast<std::size_t>(j)] != '.';
            }
            if (stones < 2) return;
        }
        const char owner = blacks.size() == whites.size() ? tied : blacks.size() > whites.size() ? 'b' : 'w';
        for (const int i : points) cells_[static_cast<std::size_t>(i)] = owner;
    }

    std::string cells_;
    int size_;
};

std::string board_text(const std::string& cells, int size) {
    return write_rows(size, size, [&](int row, int column) { return cells[static_cast<std::size_t>(row * size + column)]; });
}

/// The legal moves by the letters, and the board text after each.
std::vector<std::pair<std::string, std::string>> plain_moves(const std::string& cells, int size, char turn, bool pie) {
    std::vector<std::pair<std::string, std::string>> list;
    const Letters now(cells, size);
    if (now.connected('b') || now.connected('w')) return list;
    const auto placements = [&](char colour) {
        std::vector<std::pair<std::string, std::string>> found;
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                if (now.get(row, column) != '.') continue;
                Letters next(cells, size);
                if (next.place(row, column, colour)) {
                    found.emplace_back(static_cast<char>('a' + column) + std::to_string(row + 1), board_text(next.cells(), size));
                }
            }
        }
        return found;
    };
    list = placements(turn);
    if (list.empty() && placements(turn == 'b' ? 'w' : 'b').empty()) return list;
    if (pie && turn == 'w') {
        list.emplace_back("swap", board_text(cells, size));
    } else if (list.empty()) {
        list.emplace_back("pass", board_text(cells, size));
    }
    return list;
}

/// One position: the kernel against the letters.
template <class Game>
void compare(testing::Checks& checks, const Game& game, const std::string& cells, char turn, bool pie) {
    const int size = game.size();
    const std::string text = board_text(cells, size) + ' ' + turn + (pie ? " pie" : " -");
    const auto position = game.parse(text);
    const auto expected = plain_moves(cells, size, turn, pie);
    Moves<Game> moves;
    game.generate(position, moves);
    bool same = moves.size() == expected.size() && game.count_moves(position) == expected.size();
    for (std::size_t i = 0; same && i < moves.size(); ++i) {
        const std::string after = game.format(game.play(position, moves[i]));
        same = game.move_text(moves[i]) == expected[i].first && after.substr(0, after.find(' ')) == expected[i].second;
        if (same && moves[i] < Game::swap) same = game.parse(after) == game.play(position, moves[i]);
    }
    checks.that(same, "moves as by the letters: " + text);
    checks.equal(game.outcome(position).has_value(), expected.empty(), "over: " + text);
    if (expected.empty()) return;
    Rng rng(1);
    const auto drawn = game.random_move(position, rng);
    checks.that(std::ranges::find(moves, drawn) != moves.end(), "a drawn move is legal: " + text);
}

template <class Game>
void check_set_ups(testing::Checks& checks, int size, int count) {
    const Game game(parse_spec("quentin(size=" + std::to_string(size) + ")").options);
    Rng rng(static_cast<std::uint64_t>(size));
    for (int i = 0; i < count; ++i) {
        std::string cells(static_cast<std::size_t>(size * size), '.');
        const std::uint32_t stones = rng.below(100);
        for (char& cell : cells) {
            if (rng.below(100) < stones) cell = rng.below(2) == 0 ? 'b' : 'w';
        }
        compare(checks, game, cells, rng.below(2) == 0 ? 'b' : 'w', rng.below(4) == 0);
    }
}

/// Random games, so that tidy positions are compared too.
template <class Game>
void check_games(testing::Checks& checks, int size, int count) {
    const Game game(parse_spec("quentin(size=" + std::to_string(size) + ",pie=false)").options);
    Rng rng(static_cast<std::uint64_t>(size));
    for (int i = 0; i < count; ++i) {
        for (auto position = game.start(); !game.outcome(position);) {
            position = game.play(position, game.random_move(position, rng));
            const std::string text = game.format(position);
            std::string cells = text.substr(0, text.find(' '));
            std::erase(cells, '/');
            compare(checks, game, cells, position.turn == Game::black ? 'b' : 'w', false);
        }
    }
}

void check_vectors(testing::Checks& checks) {
    const Small five(parse_spec("quentin(size=5)").options);
    const auto after = [&](const std::string& text, std::string_view line) {
        auto position = five.parse(text);
        for (const auto move : split(line, ' ')) position = five.play(position, parse_move(five, position, move));
        return position;
    };
    const auto shape = [&](const std::string& text, std::string_view line) {
        const std::string whole = five.format(after(text, line));
        return whole.substr(0, whole.find(' '));
    };
    const auto refuse = [&](const std::string& text, std::string_view move) {
        checks.throws<IllegalMove>([&] { static_cast<void>(after(text, move)); }, "is not a legal move");
    };
    const std::string start = five.format(five.start());
    checks.equal(start, "...../...../...../...../..... b pie", "start");
    checks.equal(shape("..w.b/bbw.w/...../wbbw./..... b -", "e3"), "..wbb/bbwbw/bbbbb/wbbw./.....", "six points filled");
    checks.that(!five.outcome(after("..w.b/bbw.w/...../wbbw./..... b -", "e3")), "nobody has won");
    const auto tied = after(".b.w./.w.b./.b.../.w.b./.b.w. w -", "d3");
    checks.equal(five.format(tied), ".bbw./.wbb./.bbw./.wbb./.bbw. b -", "a tie goes to the opponent");
    checks.that(five.outcome(tied) == Outcome{Player::FIRST, "edges connected", std::nullopt}, "Black wins on White's turn");
    refuse("...../..w../....b/...../b.... w -", "b3");
    refuse("bb.../b..../.w.../...../..... w -", "c2");
    checks.equal(shape(start, "e5 b1 a2 b3 d5 c2"), "ww.../bww../.w.../...../...bb", "legal through a fill");

    const auto swapped = after(start, "c3 swap");
    checks.equal(five.format(swapped), "...../...../..b../...../..... w swapped", "swap leaves the stones");
    checks.that(five.to_move(swapped) == Player::FIRST && five.to_move(after(start, "c3")) == Player::SECOND, "the opener goes on as White");
    checks.equal(five.format(after(start, "c3 a1")), "w..../...../..b../...../..... b -", "the option is gone");
    checks.that(five.outcome(five.parse("b..../b..../b..../b..../b.... w swapped"))->winner == Player::SECOND, "after a swap Black is the second player");
    checks.that(five.outcome(five.parse("wwwww/.bb../.bb../...../..... w swapped"))->winner == Player::FIRST, "and White the first");

    const Small two(parse_spec("quentin(size=2,pie=false)").options);
    auto corner = two.start();
    for (const char* move : {"a1", "b2"}) corner = two.play(corner, parse_move(two, corner, move));
    checks.equal(two.format(corner), "bb/bw b -", "2 x 2");
    checks.that(two.outcome(corner)->winner == Player::FIRST, "2 x 2: Black wins");

    const Small seven(parse_spec("quentin(size=7)").options);
    const std::string stuck = "bbwwbww/bb.wwww/w..bwbw/b..wwbw/w.bbbbw/wwbbbbb/wbbwwbb";
    for (const auto& [turn, expected] : {std::pair{" b -", "pass"}, std::pair{" b pie", "pass"}, std::pair{" w -", "c2 b3 c4 b5"}}) {
        Moves<Small> moves;
        const auto position = seven.parse(stuck + turn);
        seven.generate(position, moves);
        std::string list;
        for (const auto move : moves) list.append(list.empty() ? "" : " ").append(seven.move_text(move));
        checks.equal(list, expected, "forced pass, and the other side's moves");
    }
    checks.equal(seven.format(seven.play(seven.parse(stuck + " b pie"), Small::pass)), stuck + " w pie", "a pass of Black leaves the pie rule open");

    const auto reason = [&](const Small& game, const char* text) { return game.outcome(game.parse(text)).value_or(Outcome{{}, "none", {}}); };
    checks.that(reason(five, "bwwww/bwwww/bwwww/bwwww/bwwww b -").reason == "edges connected", "a full board can be won");
    const Small three(parse_spec("quentin(size=3)").options);
    checks.that(reason(three, "bwb/wbw/bwb b -") == Outcome{std::nullopt, "board full", std::nullopt}, "full without a winner");
    checks.that(reason(three, "bwb/.b./... b -") == Outcome{std::nullopt, "no legal move", std::nullopt}, "a bare diagonal that nothing mends");
    checks.that(reason(three, "bwb/.b./... w pie").reason == "no legal move", "then swap is no way out");
    checks.that(reason(two, "b./.w b -").reason == "none", "an unfilled territory waits for a move");
}

void check_perft(testing::Checks& checks) {
    const auto count = [](int size, int depth) {
        const Small game(parse_spec("quentin(size=" + std::to_string(size) + ")").options);
        return perft(game, game.start(), depth);
    };
    checks.equal(count(3, 4), 2668U, "3 x 3");
    checks.equal(count(3, 3), 520U, "3 x 3");
    checks.equal(count(4, 3), 3224U, "4 x 4");
    checks.equal(count(5, 3), 13144U, "5 x 5");
    for (int size = 2; size <= 8; ++size) {
        const Options options = parse_spec("quentin(size=" + std::to_string(size) + ")").options;
        const Small small(options);
        const Medium medium(options);
        const Large large(options);
        checks.equal(perft(medium, medium.start(), 3), perft(small, small.start(), 3), "one word and sixteen rows");
        checks.equal(perft(large, large.start(), 3), perft(small, small.start(), 3), "one word and six");
    }
}

void check_refusals(testing::Checks& checks) {
    const Small game(parse_spec("quentin(size=3)").options);
    const auto refuse = [&](const Small& kernel, const std::string& text, std::string_view part) {
        checks.throws<ParseError>([&] { static_cast<void>(kernel.parse(text)); }, part);
    };
    refuse(game, ".../.../... b", "3 fields");
    refuse(game, ".../.../... b Pie", "pie, swapped or -");
    refuse(game, ".../.../.../... b -", "3 rows");
    refuse(game, ".../..../... b -", "row 2");
    refuse(game, ".../..x/... b -", "row 2 from the top, cell 3");
    refuse(game, ".../.../... B -", "the turn");
    refuse(game, std::string(1'000'000, '/') + " b -", "3 rows");
    refuse(game, std::string(1'000'000, ' '), "3 fields");
    refuse(Small(parse_spec("quentin(size=3,pie=false)").options), ".../.../... b pie", "expected - with the pie rule off");
    refuse(Small(parse_spec("quentin(size=3,pie=false)").options), ".../.../... b swapped", "expected - with the pie rule off");
    checks.throws<OptionError>([] { Small{parse_spec("quentin(size=20)").options}; }, "size must be 2 to 19, got 20");
    checks.throws<OptionError>([] { Small{parse_spec("quentin(size=9)").options}; }, "size must be at most 8 here");
    checks.throws<OptionError>([] { Small{parse_spec("quentin(size=5,board=9)").options}; }, "unknown option board");
}

[[maybe_unused]] const bool added = testing::add("quentin_test", [](testing::Checks& checks, const testing::Setting&) {
    check_vectors(checks);
    check_perft(checks);
    check_refusals(checks);
    for (int size = 2; size <= 8; ++size) check_set_ups<Small>(checks, size, 400);
    for (const int size : {2, 5, 9, 13, 16}) check_set_ups<Medium>(checks, size, size > 9 ? 10 : 100);
    for (const int size : {2, 7, 17, 19}) check_set_ups<Large>(checks, size, size > 9 ? 10 : 100);
    for (int size = 2; size <= 8; ++size) check_games<Small>(checks, size, 20);
    for (const int size : {5, 9, 13}) check_games<Medium>(checks, size, 1);
    check_games<Large>(checks, 6, 3);
    testing::check_laws<Small>(checks, parse_spec("quentin(size=5)").options, 20);
    testing::check_laws<Medium>(checks, parse_spec("quentin(size=4,pie=false)").options, 10);
    testing::check_laws<Large>(checks, parse_spec("quentin(size=3)").options, 10);
    testing::check_estimates<Small>(checks, parse_spec("quentin(size=6)").options);
    testing::check_estimates<Medium>(checks, parse_spec("quentin(size=13)").options);
    testing::check_estimates<Large>(checks, parse_spec("quentin(size=19)").options);
});

}  // namespace
