// An estimate for Quentin: how many stones each colour still needs to join its edges, and how many
// points lie on the shortest ways, since one way is blocked more easily than several. Both come from
// floods over the whole board, one for each edge: a colour walks its own stones for nothing, empty
// points for one stone, and for two where a stone would now stand across a bare diagonal.
#pragma once

#include "core/search/evaluation.hpp"
#include "games/quentin.hpp"

namespace quintet {

template <class Points>
class QuentinEvaluation {
public:
    using Game = Quentin<Points>;
    using Position = typename Game::Position;

    static constexpr double spread = 400;
    static constexpr Tuning tuning = {.aspiration = 80, .estimate_share = 60, .estimate_slope = 60, .amaf = true};

    explicit QuentinEvaluation(const Game& game) : game_(game) {}

    [[nodiscard]] int operator()(const Position& position, Player player) const noexcept {
        const std::size_t mover = position.turn;
        const Ways<1> own = ways<1>(position, mover);
        const Ways<1> other = ways<1>(position, mover ^ 1U);
        // The longer the ways, the less a stone more or less decides; the side to move is half a stone ahead.
        const int lead = stone_worth * (2 * (other.stones - own.stones) + 1) / (own.stones + other.stones + 1);
        const int choice = choice_worth * (choices(own) - choices(other));
        const int value = lead + choice;
        return game_.to_move(position) == player ? value : -value;
    }

    /// The empty points by how many stones more than on a shortest way a colour needs on the best way through them.
    template <std::size_t Detours>
    struct Ways {
        int stones;  ///< on a shortest way
        std::array<Points, Detours> points;
    };

    template <std::size_t Detours>
    [[nodiscard]] Ways<Detours> ways(const Position& position, std::size_t colour) const noexcept {
        const Points& first = game_.first_edge(colour);
        const Points& last = game_.last_edge(colour);
        constexpr auto more = static_cast<int>(Detours) - 1;
        std::array<Points, too_far + Detours> layers{};
        const int length = flood(position, colour, first, last, more, [&](int stones, const Points& points) { layers[static_cast<std::size_t>(stones)] = points; });
        Ways<Detours> found{length, {}};
        if (length == too_far) return found;
        static_cast<void>(flood(position, colour, last, first, more, [&](int stones, const Points& points) {
            for (int detour = std::max(0, stones - length); detour <= more; ++detour) {
                Points& through = found.points[static_cast<std::size_t>(detour)];
                through = through | (points & layers[static_cast<std::size_t>(length + 1 + detour - stones)]);
            }
        }));
        return found;
    }

    [[nodiscard]] std::optional<typename Game::Move> winning_move(const Position& position) const noexcept {
        const Points joining = game_.joins_at_once(position);
        if (!joining.any() || game_.outcome(position)) return std::nullopt;
        return static_cast<typename Game::Move>(quentin::nth(joining, 0));
    }

    [[nodiscard]] int moves_left(const Position& position) const noexcept { return quentin::count(game_.empty(position.stones)); }

    /// Alpha-beta sees too little on a wide board; towards the end it sees everything.
    [[nodiscard]] bool prefers_simulation(const Position& position) const noexcept { return moves_left(position) > 20; }

private:
    static constexpr int stone_worth = 450;
    static constexpr int choice_worth = 12;

    static constexpr int too_far = 2 * Points::largest_board;

    /// The points on any of the shortest ways, by their order of magnitude.
    [[nodiscard]] static int choices(const Ways<1>& ways) noexcept { return std::bit_width(static_cast<unsigned>(quentin::count(ways.points[0]))); }

    /// Walks from one edge to the other, and `more` steps; `layer(stones, points)` is called with the empty points that
    /// `stones` more stones join to the edge. Gives the number that joins the edges, or `too_far`.
    template <class Layer>
    [[nodiscard]] int flood(const Position& position, std::size_t colour, const Points& from, const Points& to, int more, Layer&& layer) const noexcept {
        const Points& own = position.stones[colour];
        const Points vacant = game_.empty(position.stones);
        const Points costly = vacant & Game::bare_from(own);
        Points reached = quentin::grown(from, own);
        Points delayed;
        int found = too_far;
        for (int stones = 1; stones < std::min(found + more + 1, too_far); ++stones) {
            const Points touched = ((from | beside(reached)) & vacant).without(reached);
            const Points now = touched.without(costly) | delayed;
            delayed = (touched & costly).without(now);
            if (!now.any() && !delayed.any()) break;
            layer(stones, now);
            reached = reached | now;
            const Points joined = (beside(now) & own).without(reached);
            if (joined.any()) reached = reached | quentin::grown(joined, own);
            if (found == too_far && (reached & to).any()) {
                if (more == 0) return stones;
                found = stones;
            }
        }
        return found;
    }

    const Game& game_;
};

static_assert(HasEvaluation<Quentin<quentin::UpTo8>>);

}  // namespace quintet
