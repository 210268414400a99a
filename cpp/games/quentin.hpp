// Quentin on bitboards: one set of points for each colour (see games/quentin_board.hpp: one word up to
// 8 x 8, one vector register up to 16 x 16, six words up to 19 x 19), and for each colour the stones
// that are connected to the first of its two edges, kept up to date so that a win is one test.
//
// Legal moves come from whole-board operations. Call a position tidy when no territory is waiting to be
// filled and no diagonal is bare. Every legal placement leaves a tidy position: a fill can neither
// change nor create another territory, and bare diagonals are what the rule forbids. So only a set-up
// position can be untidy, and there every placement is tried out in full. In a tidy position:
//
// - A territory can only arise beside the stone placed. Every part of the region that the stone divides
//   touches the stone, and the other regions keep their neighbours, so they stay what they were.
// - Call an empty point weak when fewer than two stones are beside it: a territory is a region without
//   weak points. A stone on p makes a territory of the part with its neighbour q only if q has a stone
//   beside it already and no weak neighbour other than p (those are two steps from p, hence unchanged).
//   The points p without such a q fill nothing, and are found for the whole board at once.
// - Where nothing is filled, only the mover's diagonals through p can be bare: again one operation.
//
// The few other points are tried out one by one.
#pragma once

#include "core/kernel.hpp"
#include "core/text.hpp"
#include "games/quentin_board.hpp"

namespace quintet {

template <class Points>
class QuentinEvaluation;
template <class Points>
class QuentinPrior;

template <class Points>
class Quentin {
public:
    using Evaluation = QuentinEvaluation<Points>;
    using Prior = QuentinPrior<Points>;
    class Solver;  ///< games/quentin_solver.hpp

    static constexpr std::size_t black = 0;
    static constexpr std::size_t white = 1;

    static constexpr bool can_repeat = false;

    /// Sets of points by colour.
    using Colours = std::array<Points, 2>;

    enum class Pie : std::uint8_t { OPEN, SWAPPED, GONE };

    struct Position {
        Colours stones;
        Colours rooted;  ///< the stones connected to the top (Black) or to the left edge (White)
        std::uint8_t turn;
        Pie pie;
        bool tidy;
        bool operator==(const Position&) const = default;
    };

    /// A point is its bit; then the words.
    using Move = std::uint16_t;
    static constexpr Move swap = Points::points;
    static constexpr Move pass = Points::points + 1;
    static constexpr std::size_t max_moves = Points::largest_board * Points::largest_board + 1;
    static constexpr std::size_t move_codes = Points::points + 2;

    explicit Quentin(const Options& options = {}) : size_(options.integer("size", 13, 2, 19)), pie_(options.boolean("pie", true)) {
        options.expect_only({"size", "pie"});
        if (size_ > Points::largest_board) {
            throw OptionError("size must be at most " + std::to_string(Points::largest_board) + " here, got " + std::to_string(size_));
        }
        for (int i = 0; i < size_; ++i) {
            for (int j = 0; j < size_; ++j) board_.add(point(i, j));
            first_edge_[black].add(point(0, i));
            last_edge_[black].add(point(size_ - 1, i));
            first_edge_[white].add(point(i, 0));
            last_edge_[white].add(point(i, size_ - 1));
        }
    }

    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] static constexpr int point(int row, int column) noexcept { return row * Points::stride + column; }
    [[nodiscard]] const Points& board() const noexcept { return board_; }
    [[nodiscard]] const Points& first_edge(std::size_t colour) const noexcept { return first_edge_[colour]; }
    [[nodiscard]] const Points& last_edge(std::size_t colour) const noexcept { return last_edge_[colour]; }

    [[nodiscard]] Player seat(const Position& position, std::size_t colour) const noexcept {
        return (colour == black) != (position.pie == Pie::SWAPPED) ? Player::FIRST : Player::SECOND;
    }

    // Rules

    [[nodiscard]] Position start() const noexcept { return {{}, {}, black, pie_ ? Pie::OPEN : Pie::GONE, true}; }

    [[nodiscard]] Player to_move(const Position& position) const noexcept { return seat(position, position.turn); }

    void generate(const Position& position, MoveList<Move, max_moves>& moves) const noexcept {
        if (connected(position, black) || connected(position, white)) return;
        const Points legal = placements(position, position.turn);
        quentin::for_each(legal, [&](int at) { moves.push(static_cast<Move>(at)); });
        const bool able = !moves.empty();
        if (!able && !can_place(position, position.turn ^ 1U)) return;
        if (may_swap(position)) {
            moves.push(swap);
        } else if (!able) {
            moves.push(pass);
        }
    }

    [[nodiscard]] std::uint64_t count_moves(const Position& position) const noexcept {
        if (connected(position, black) || connected(position, white)) return 0;
        const int legal = quentin::count(placements(position, position.turn));
        if (legal == 0) return can_place(position, position.turn ^ 1U) ? 1 : 0;
        return static_cast<std::uint64_t>(legal) + may_swap(position);
    }

    [[nodiscard]] Position play(const Position& position, Move move) const noexcept {
        if (move >= swap) [[unlikely]] return spoken(position, move);
        return placed(position, after(position, position.turn, move));
    }

    [[nodiscard]] std::optional<Outcome> outcome(const Position& position) const noexcept {
        const bool black_connected = connected(position, black);
        const bool white_connected = connected(position, white);
        if (black_connected && white_connected) return Outcome{std::nullopt, "both connected", std::nullopt};
        if (black_connected) return Outcome{seat(position, black), "edges connected", std::nullopt};
        if (white_connected) return Outcome{seat(position, white), "edges connected", std::nullopt};
        if (!empty(position.stones).any()) return Outcome{std::nullopt, "board full", std::nullopt};
        if (can_place(position, position.turn) || can_place(position, position.turn ^ 1U)) return std::nullopt;
        return Outcome{std::nullopt, "no legal move", std::nullopt};
    }

    [[nodiscard]] std::uint64_t hash(const Position& position) const noexcept {
        std::uint64_t key = mixed(position.turn, static_cast<std::uint64_t>(position.pie));
        const auto blacks = position.stones[black].words();
        const auto whites = position.stones[white].words();
        for (std::size_t i = 0; i < blacks.size(); ++i) key = mixed(blacks[i] + std::rotl(key, 23), whites[i] ^ key);
        return key;
    }

    [[nodiscard]] Move random_move(const Position& position, Rng& rng) const noexcept { return draw(position, rng)->move; }

    [[nodiscard]] PlayoutEnd playout(const Position& from, Rng& rng, std::uint32_t limit) const noexcept {
        return playout(from, rng, limit, [](Player, Move) {});
    }

    /// The same; `note(player, move)` is called with every move.
    template <class Note>
    [[nodiscard]] PlayoutEnd playout(const Position& from, Rng& rng, std::uint32_t limit, Note&& note) const noexcept {
        using Result = PlayoutEnd::Result;
        Position position = from;
        for (std::uint32_t made = 0;; ++made) {
            const bool black_connected = connected(position, black);
            const bool white_connected = connected(position, white);
            if (black_connected && white_connected) return {Result::DRAWN, made};
            if (black_connected || white_connected) {
                const Player winner = seat(position, black_connected ? black : white);
                return {winner == Player::FIRST ? Result::FIRST_WON : Result::SECOND_WON, made};
            }
            const std::optional<Drawn> drawn = draw(position, rng);
            if (!drawn) return {Result::DRAWN, made};
            if (made == limit) return {Result::TRUNCATED, made};
            note(to_move(position), drawn->move);
            position = drawn->move >= swap ? spoken(position, drawn->move) : placed(position, drawn->stones);
        }
    }

    // Symmetries: those that leave each edge to its owner, bit 0 of the number left-right, bit 1 top-bottom.

    [[nodiscard]] int symmetries() const noexcept { return 4; }

    [[nodiscard]] Move transformed(Move move, int symmetry) const noexcept {
        if (move >= swap) return move;
        const int row = move / Points::stride;
        const int column = move % Points::stride;
        return static_cast<Move>(point((symmetry & 2) != 0 ? size_ - 1 - row : row, (symmetry & 1) != 0 ? size_ - 1 - column : column));
    }

    [[nodiscard]] Position transformed(const Position& position, int symmetry) const noexcept {
        Position image = position;
        for (const std::size_t colour : {black, white}) {
            image.stones[colour] = Points();
            quentin::for_each(position.stones[colour], [&](int at) { image.stones[colour].add(transformed(static_cast<Move>(at), symmetry)); });
        }
        root(image);
        return image;
    }

    // Notation

    [[nodiscard]] Position parse(std::string_view text) const {
        const auto fields = position_fields(text, 3);
        Position position = start();
        read_rows(fields[0], size_, size_, [&](int row, int column, char letter) {
            if (letter != '.') position.stones[letter == 'b' ? black : white].add(point(row, column));
        });
        position.turn = static_cast<std::uint8_t>(read_black_to_move(fields[1]) ? black : white);
        position.pie = read_pie(fields[2]);
        root(position);
        const Points vacant = empty(position.stones);
        position.tidy = !bare(position.stones[black]) && !bare(position.stones[white]) && !territories(position.stones, vacant, vacant).any();
        return position;
    }

    [[nodiscard]] std::string format(const Position& position) const {
        std::string text = write_rows(size_, size_, [&](int row, int column) {
            if (position.stones[black].has(point(row, column))) return 'b';
            return position.stones[white].has(point(row, column)) ? 'w' : '.';
        });
        text += position.turn == black ? " b " : " w ";
        return text + (position.pie == Pie::OPEN ? "pie" : position.pie == Pie::SWAPPED ? "swapped" : "-");
    }

    [[nodiscard]] std::string move_text(Move move) const {
        if (move == swap) return "swap";
        if (move == pass) return "pass";
        return static_cast<char>('a' + move % Points::stride) + std::to_string(move / Points::stride + 1);
    }

    // Planes

    static constexpr int counters = 0;

    [[nodiscard]] BoardSize board_size() const noexcept { return {size_, size_}; }

    void observe(const Position& position, Planes& planes) const noexcept {
        const auto put = [&](Planes::Side side, std::size_t colour) {
            quentin::for_each(position.stones[colour], [&](int at) { planes.put(side, at / Points::stride * size_ + at % Points::stride); });
        };
        put(Planes::Side::MOVER, position.turn);
        put(Planes::Side::OTHER, position.turn ^ 1U);
        planes.color(position.turn == black);
    }

    // Pictures

    template <class Note>
    void for_each_winning(const Position& position, Note&& note) const {
        Points won;
        for (const std::size_t colour : {black, white}) {
            won = won | quentin::grown(position.rooted[colour] & last_edge_[colour], position.stones[colour]);
        }
        quentin::for_each(won, [&](int at) { note(at / Points::stride * size_ + at % Points::stride); });
    }

    /// The stone, then the territories that fill.
    template <class Note>
    void stages(const Position& position, Move move, Note&& note) const {
        const Position next = play(position, move);
        if (move < swap) {
            Position placed = position;
            placed.stones[position.turn].add(move);
            root(placed);
            if (placed.stones != next.stones) note(placed);
        }
        note(next);
    }

    // What evaluations look at

    [[nodiscard]] Points empty(const Colours& stones) const noexcept { return board_.without(stones[black] | stones[white]); }

    /// The points from which a stone of this colour would see a like-coloured one across a bare diagonal.
    [[nodiscard, gnu::always_inline]] static Points bare_from(const Points& own) noexcept {
        const Points north = own.north();
        const Points south = own.south();
        const Points west = own.west();
        const Points east = own.east();
        const Points above = north.west().without(north | west) | north.east().without(north | east);
        const Points below = south.west().without(south | west) | south.east().without(south | east);
        return above | below;
    }

    /// Points where the player to move can join his edges at once, as far as that needs no trying out.
    [[nodiscard]] Points joins_at_once(const Position& position) const noexcept {
        const std::size_t colour = position.turn;
        const Points& own = position.stones[colour];
        const Points vacant = empty(position.stones);
        const Points near_first = (first_edge_[colour] | beside(position.rooted[colour])) & vacant;
        if (!near_first.any()) return Points();
        const Points joining = near_first & (last_edge_[colour] | beside(quentin::grown(last_edge_[colour], own)));
        return joining.any() ? joining & candidates(position, colour).certain : joining;
    }

private:
    /// Where a colour may place: certainly, and where only trying it out will tell.
    struct Candidates {
        Points certain;
        Points doubtful;
    };

    struct Drawn {
        Move move;
        Colours stones;  ///< after a placement
    };

    [[nodiscard]] bool connected(const Position& position, std::size_t colour) const noexcept {
        return (position.rooted[colour] & last_edge_[colour]).any();
    }

    [[nodiscard]] bool may_swap(const Position& position) const noexcept { return position.turn == white && position.pie == Pie::OPEN; }

    /// Points with at least two stones beside them.
    [[nodiscard, gnu::always_inline]] static Points crowded(const Points& occupied) noexcept {
        const Points north = occupied.north();
        const Points south = occupied.south();
        const Points west = occupied.west();
        const Points east = occupied.east();
        return (north & south) | (west & east) | ((north | south) & (west | east));
    }

    [[nodiscard, gnu::always_inline]] static bool bare(const Points& own) noexcept {
        const Points next = own.west();
        const Points under = own.north();
        const Points across = under.west();
        return ((own & across).without(next | under) | (next & under).without(own | across)).any();
    }

    /// The territories among the empty points `vacant`; stops early when there is none in `scope`.
    [[nodiscard, gnu::always_inline]] static Points territories(const Colours& stones, const Points& vacant, const Points& scope) noexcept {
        for (Points open = vacant.without(crowded(stones[black] | stones[white]));;) {
            if (!scope.without(open).any()) return Points();
            const Points more = open | (beside(open) & vacant);
            if (more == open) return vacant.without(open);
            open = more;
        }
    }

    static void fill(Colours& stones, Points territory, std::size_t mover) noexcept {
        const Colours before = stones;
        while (territory.any()) {
            const Points region = quentin::grown(Points::of(quentin::nth(territory, 0)), territory);
            const Points around = beside(region);
            const int blacks = quentin::count(around & before[black]);
            const int whites = quentin::count(around & before[white]);
            const std::size_t owner = blacks == whites ? mover ^ 1U : blacks > whites ? black : white;
            stones[owner] = stones[owner] | region;
            territory = territory.without(region);
        }
    }

    /// The stones after a placement and its fills, legal or not.
    [[nodiscard, gnu::always_inline]] Colours after(const Position& position, std::size_t colour, int at) const noexcept {
        Colours stones = position.stones;
        stones[colour].add(at);
        const Points vacant = empty(stones);
        const Points found = territories(stones, vacant, position.tidy ? beside(Points::of(at)) & vacant : vacant);
        if (found.any()) [[unlikely]] fill(stones, found, colour);
        return stones;
    }

    [[nodiscard]] Candidates candidates(const Position& position, std::size_t colour) const noexcept {
        const Points vacant = empty(position.stones);
        if (!position.tidy) [[unlikely]] return {Points(), vacant};
        const Points occupied = position.stones[black] | position.stones[white];
        const Points weak = vacant.without(crowded(occupied));
        const Points edible = vacant & beside(occupied);
        const Points north = weak.north();
        const Points south = weak.south();
        const Points west = weak.west();
        const Points east = weak.east();
        // Each q is moved onto the p that would be filled beside it. For the p above q, the weak neighbours of q that count are
        // those below it, to its left and to its right; the same for the other three directions.
        const Points filling = (edible.without(north | west | east).north() | edible.without(south | west | east).south() |
                                edible.without(north | south | east).east() | edible.without(north | south | west).west()) & vacant;
        return {vacant.without(bare_from(position.stones[colour]) | filling), filling};
    }

    [[nodiscard]] bool is_legal(const Position& position, std::size_t colour, int at) const noexcept {
        const Colours stones = after(position, colour, at);
        return !bare(stones[black]) && !bare(stones[white]);
    }

    [[nodiscard]] Points placements(const Position& position, std::size_t colour) const noexcept {
        auto [legal, doubtful] = candidates(position, colour);
        quentin::for_each(doubtful, [&](int at) {
            if (is_legal(position, colour, at)) legal.add(at);
        });
        return legal;
    }

    [[nodiscard]] bool can_place(const Position& position, std::size_t colour) const noexcept {
        const auto [certain, doubtful] = candidates(position, colour);
        if (certain.any()) [[likely]] return true;
        bool able = false;
        quentin::for_each(doubtful, [&](int at) { able = able || is_legal(position, colour, at); });
        return able;
    }

    /// A legal move, each as likely as the next; none when nobody can place. No edges may be connected.
    [[nodiscard]] std::optional<Drawn> draw(const Position& position, Rng& rng) const noexcept {
        const auto [certain, doubtful] = candidates(position, position.turn);
        Points open = certain | doubtful;
        const bool pie = may_swap(position);
        for (int left = quentin::count(open); left > 0; --left) {
            const int n = static_cast<int>(rng.below(static_cast<std::uint32_t>(left + pie)));
            // With the pie rule, is there a placement at all? One legal stone of either colour makes swap a move.
            if (n == left) [[unlikely]] break;
            const int at = quentin::nth(open, n);
            if (!doubtful.has(at)) {
                Drawn drawn{static_cast<Move>(at), position.stones};
                drawn.stones[position.turn].add(at);
                return drawn;
            }
            const Colours stones = after(position, position.turn, at);
            if (!bare(stones[black]) && !bare(stones[white])) return Drawn{static_cast<Move>(at), stones};
            open.remove(at);
        }
        if (!can_place(position, position.turn ^ 1U) && !(pie && can_place(position, position.turn))) return std::nullopt;
        return Drawn{pie ? swap : pass, position.stones};
    }

    /// The position after swap or pass.
    [[nodiscard]] static Position spoken(const Position& position, Move move) noexcept {
        Position next = position;
        if (move == swap) {
            next.pie = Pie::SWAPPED;
        } else {
            next.turn ^= 1U;
        }
        return next;
    }

    /// The position after a placement that leaves these stones.
    [[nodiscard, gnu::always_inline]] Position placed(const Position& position, const Colours& stones) const noexcept {
        Position next{stones, position.rooted, static_cast<std::uint8_t>(position.turn ^ 1U), position.pie, true};
        if (may_swap(position)) next.pie = Pie::GONE;
        for (const std::size_t colour : {black, white}) {
            const Points added = stones[colour].without(position.stones[colour]);
            const Points joining = added & (first_edge_[colour] | beside(position.rooted[colour]));
            if (joining.any()) next.rooted[colour] = quentin::grown(position.rooted[colour] | joining, stones[colour]);
        }
        return next;
    }

    void root(Position& position) const noexcept {
        for (const std::size_t colour : {black, white}) {
            position.rooted[colour] = quentin::grown(first_edge_[colour], position.stones[colour]);
        }
    }

    [[nodiscard]] Pie read_pie(std::string_view field) const {
        if (field == "-") return Pie::GONE;
        if (pie_ && field == "pie") return Pie::OPEN;
        if (pie_ && field == "swapped") return Pie::SWAPPED;
        throw ParseError(std::string("the pie field: expected ") + (pie_ ? "pie, swapped or -" : "- with the pie rule off") + ", got " + quoted(field));
    }

    int size_;
    bool pie_;
    Points board_;
    Colours first_edge_{};
    Colours last_edge_{};
};

static_assert(Observed<Quentin<quentin::UpTo8>> && Observed<Quentin<quentin::UpTo16>> && Observed<Quentin<quentin::UpTo19>>);

}  // namespace quintet

#include "games/quentin_evaluation.hpp"
#include "games/quentin_prior.hpp"
