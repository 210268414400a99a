#include "core/level_move.hpp"

#include "core/text_random.hpp"

#include <cmath>

namespace quintet {

namespace {

/// Nodes for a search of one ply, more than any sensible game has moves, and for a search of two.
constexpr std::uint64_t near_nodes = 20'000;
constexpr std::uint64_t reply_nodes = 500'000;

class Choice {
public:
    Choice(const Engine& engine, const WeightsPtr& weights, const LevelRequest& request, const Poll& poll, const StopToken& stop)
        : engine_(engine), weights_(weights), request_(request), poll_(poll), stop_(stop), random_(request.seed) {}

    [[nodiscard]] std::string move(std::string_view position) {
        const std::vector<std::string> moves = engine_.legal_moves(position);
        if (moves.empty()) throw Error("the game is over, expected a position with a move");
        if (moves.size() == 1) return moves.front();
        const std::uint64_t seed = random_.bits63();
        if (request_.careful) {
            const Analysis ahead = near(position, near_nodes, 1);
            if (wins(ahead.lines.front())) return ahead.move;
        }
        const std::vector<std::string> preferred = by_preference(search(position, {request_.method, request_.limits, request_.lines, request_.threads, seed, {}}));
        if (!request_.careful) return preferred.front();
        for (const std::string& move : preferred) {
            if (!loses_at_once(position, move)) return move;
        }
        return near(position, reply_nodes, 2).move;
    }

private:
    /// With fresh tables, so that equal questions get equal answers.
    [[nodiscard]] Analysis search(std::string_view position, const SearchRequest& asked) const {
        return engine_.searcher(request_.memory_mb, weights_)->search(position, asked, {}, poll_, stop_);
    }

    [[nodiscard]] Analysis near(std::string_view position, std::uint64_t nodes, int depth) const {
        return search(position, {.method = Method::ALPHABETA, .limits = {.nodes = nodes, .depth = depth}, .threads = request_.threads, .seed = request_.near_seed});
    }

    [[nodiscard]] static bool wins(const AnalysisLine& line) noexcept { return line.exact && line.value == 1; }

    /// Whether the opponent has won after a move, or wins with the reply.
    [[nodiscard]] bool loses_at_once(std::string_view position, const std::string& move) const {
        const Player mover = engine_.to_move(position);
        const std::string after = engine_.line(position, {&move, 1});
        if (const auto outcome = engine_.outcome(after)) return outcome->winner && *outcome->winner != mover;
        return engine_.to_move(after) != mover && wins(near(after, near_nodes, 1).lines.front());
    }

    /// The first moves of the lines in a random order, better ones earlier: the first is drawn with odds of
    /// exp(value / temperature), each following one in the same way among the rest.
    [[nodiscard]] std::vector<std::string> by_preference(const Analysis& found) {
        std::vector<std::pair<double, std::string>> keys;
        double most = std::numeric_limits<double>::infinity();
        for (const AnalysisLine& line : found.lines) {
            most = std::min(most, line.value);  // a later line is not better, whatever value it was last given
            keys.emplace_back(request_.temperature == 0 ? 0.0 : most / request_.temperature + gumbel(), line.moves.front());
        }
        std::ranges::stable_sort(keys, std::greater<>(), &std::pair<double, std::string>::first);
        std::vector<std::string> moves;
        for (auto& [key, move] : keys) moves.push_back(std::move(move));
        return moves;
    }

    [[nodiscard]] double gumbel() {
        const double drawn = -std::log(1.0 - random_.real());
        return -std::log(drawn == 0 ? 1e-300 : drawn);
    }

    const Engine& engine_;
    const WeightsPtr& weights_;
    const LevelRequest& request_;
    const Poll& poll_;
    const StopToken& stop_;
    TextRandom random_;
};

}  // namespace

void LevelRequest::check() const {
    limits.check();
    check_range("lines", lines, 1, bounds::most_lines);
    check_range("threads", threads, 1, bounds::most_threads);
    check_range("memory_mb", memory_mb, 1, bounds::most_memory_mb);
    if (!(temperature >= 0)) throw Error("temperature must be 0 or above, got " + std::to_string(temperature));
}

std::string level_move(const Engine& engine, const WeightsPtr& weights, std::string_view position, const LevelRequest& request, const Poll& poll, const StopToken& stop) {
    request.check();
    return Choice(engine, weights, request, poll, stop).move(position);
}

}  // namespace quintet
