// Games to learn from. Each begins with a number of random moves; then both sides play what a search of fixed
// depth finds, now and then a random move, and near the end what the solver proves. Every position since the last
// random move is kept with the result of the game, or with something between that and what the searches of the
// last two depths expected.
#pragma once

#include "core/kernel_solver.hpp"
#include "core/learn/evaluation.hpp"
#include "core/learn/learner.hpp"
#include "core/learn/sample.hpp"
#include "core/search/deepening.hpp"

namespace quintet {

template <LearnsPatterns K, EvaluationOf<K> E>
class Generator {
public:
    Generator(const K& kernel, const E& evaluation, const SelfPlay& settings)
        : kernel_(kernel), evaluation_(evaluation), settings_(settings), table_(std::size_t{1} << 20), solver_(kernel, std::size_t{8} << 20) {}

    /// The samples of all games, one after the other.
    [[nodiscard]] std::string run(const Poll& poll) {
        std::string samples;
        // What earlier games left in the tables would make a game depend on them.
        for (std::uint64_t game = settings_.first; game < settings_.first + settings_.games; ++game) {
            table_.clear();
            solver_.clear();
            rng_ = Rng(mixed(settings_.seed, game));
            play(samples, poll);
        }
        return samples;
    }

private:
    using Position = typename K::Position;
    using Move = typename K::Move;
    struct Kept {
        BoardView view;
        Player player;
        double expected;
        bool proved;
    };

    void play(std::string& samples, const Poll& poll) {
        kept_.clear();
        Position position = kernel_.start();
        const auto opening = settings_.least_random + static_cast<int>(rng_.below(static_cast<std::uint32_t>(settings_.most_random - settings_.least_random + 1)));
        for (int ply = 0; !kernel_.outcome(position); ++ply) {
            if (ply < opening || static_cast<int>(rng_.below(1000)) < settings_.random_share) {
                Moves<K> moves;
                kernel_.generate(position, moves);
                position = kernel_.play(position, moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]);
                kept_.clear();
            } else if (is_near_end(position)) {
                position = solved(position, poll);
            } else {
                position = searched(position, poll);
            }
        }
        keep_all(points(*kernel_.outcome(position)), samples);
    }

    [[nodiscard]] bool is_near_end(const Position& position) const {
        if constexpr (KnowsLength<E, K>) return evaluation_.moves_left(position) <= settings_.exact_from;
        return false;
    }

    /// The end of the game with best play.
    [[nodiscard]] Position solved(Position position, const Poll& poll) {
        const SolveRequest request{.all_best = false};
        Control control(request.limits, {});
        const auto answer = solver_.solve(position, SolveTask<K>{request, control, poll, [](const auto&) {}});
        for (const Move move : answer.line) {
            keep(position, 0, true);
            position = kernel_.play(position, move);
        }
        return position;
    }

    [[nodiscard]] Position searched(const Position& position, const Poll& poll) {
        Control control({.depth = settings_.depth}, {});
        table_.next_generation();
        Deepening<K, E> search(kernel_, evaluation_, position, {}, table_, control, &poll, 0);
        // The mean of the last two depths: an evaluation that favours one side to move errs one way at an even depth
        // and the other way at an odd depth. Labels from one of them would hand the error on to the next generation.
        double before = 0;
        double last = 0;
        search.run(1, 1, [&](int depth) {
            before = depth == 1 ? score_of(search.best().finding.value, units_of<E>()) : last;
            last = score_of(search.best().finding.value, units_of<E>());
        });
        keep(position, search.best().finding.proved ? last : (before + last) / 2, false);
        return kernel_.play(position, search.best().move);
    }

    void keep(const Position& position, double expected, bool proved) {
        Moves<K> moves;
        kernel_.generate(position, moves);
        // A forced move is searched through, never estimated.
        if (moves.size() > 1) kept_.push_back({K::Patterns::view(position), kernel_.to_move(position), expected, proved});
    }

    /// The result for the first player.
    [[nodiscard]] static double points(const Outcome& outcome) {
        if (outcome.scores) return outcome.scores->first - outcome.scores->second;
        return !outcome.winner ? 0 : *outcome.winner == Player::FIRST ? 100 : -100;
    }

    void keep_all(double result, std::string& samples) const {
        const double share = settings_.search_share / 100.0;
        for (const Kept& each : kept_) {
            const double mine = each.player == Player::FIRST ? result : -result;
            const double worth = each.proved ? mine : (1 - share) * mine + share * std::clamp(each.expected, -100.0, 100.0);
            Sample{each.view, static_cast<std::int16_t>(std::lround(worth * Weights::parts))}.append_to(samples);
        }
    }

    const K& kernel_;
    const E& evaluation_;
    SelfPlay settings_;
    Table table_;
    typename SolverChoice<K>::type solver_;
    Rng rng_{0};
    std::vector<Kept> kept_;
};

}  // namespace quintet
