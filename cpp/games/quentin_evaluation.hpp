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
        const Way own = shortest_way(position, mover);
        const Way other = shortest_way(position, mover ^ 1U);
        // The longer the ways, the less a stone more or less decides; the side to move is half a stone ahead.
        const int lead = stone_worth * (2 * (other.stones - own.stones) + 1) / (own.stones + other.stones + 1);
        const int choice = choice_worth * (std::bit_width(own.points) - std::bit_width(other.points));
        const int value = lead + choice;
        return game_.to_move(position) == player ? value : -value;
    }

    /// The empty points by how many stones more than on a shortest way a colour needs on the best way through them.
    static constexpr std::size_t detours = 4;
    struct Ways {
        int stones;  ///< on a shortest way
        std::array<Points, detours> points;
    };

    [[nodiscard]] Ways ways(const Position& position, std::size_t colour) const noexcept {
        const Points& first = game_.first_edge(colour);
        const Points& last = game_.last_edge(colour);
        constexpr auto more = static_cast<int>(detours) - 1;
        std::array<Points, too_far + detours> layers{};
        const int length = flood(position, colour, first, last, more, [&](int stones, const Points& points) { layers[static_cast<std::size_t>(stones)] = points; });
        Ways found{length, {}};
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

    struct Way {
        int stones;       ///< still to be placed
        unsigned points;  ///< on any of the shortest ways
    };

    static constexpr int too_far = 2 * Points::largest_board;

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

    [[nodiscard]] Way shortest_way(const Position& position, std::size_t colour) const noexcept {
        const Points& first = game_.first_edge(colour);
        const Points& last = game_.last_edge(colour);
        std::array<Points, too_far> layers;
        const int length = flood(position, colour, first, last, 0, [&](int stones, const Points& points) { layers[static_cast<std::size_t>(stones)] = points; });
        if (length == too_far) return {too_far, 0};
        Points on_the_way;
        static_cast<void>(flood(position, colour, last, first, 0, [&](int stones, const Points& points) {
            if (stones <= length) on_the_way = on_the_way | (points & layers[static_cast<std::size_t>(length + 1 - stones)]);
        }));
        return {length, static_cast<unsigned>(quentin::count(on_the_way))};
    }

    const Game& game_;
};

static_assert(HasEvaluation<Quentin<quentin::UpTo8>>);

}  // namespace quintet
