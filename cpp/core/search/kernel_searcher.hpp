// The searches of one kernel: alpha-beta and Monte Carlo, behind core/search/searcher.hpp.
#pragma once

#include "core/search/deepening.hpp"
#include "core/search/mcts.hpp"

#include <memory>

namespace quintet {

template <Kernel K, EvaluationOf<K> E = StandardEvaluation<K>>
class KernelSearcher final : public Searcher {
public:
    /// `given`: what the evaluation is made from, besides the kernel.
    template <class... Given>
    KernelSearcher(const K& kernel, std::int64_t memory_mb, const Given&... given)
        : kernel_(kernel), evaluation_(kernel_, given...), bytes_(checked_bytes(memory_mb)) {}

    [[nodiscard]] Analysis search(std::string_view position, const SearchRequest& request, const Progress& progress, const Poll& poll,
                                  StopToken stop) override {
        request.check();
        const auto root = kernel_.parse(position);
        if (kernel_.outcome(root)) throw Error("the game is over, expected a position with a move to make, got '" + std::string(position) + "'");
        std::vector<typename K::Move> among;
        for (const std::string& move : request.among) among.push_back(parse_move(kernel_, root, move));
        const Method method = among.empty() ? chosen(request.method, root) : Method::ALPHABETA;
        prepare(method, request);
        Control control(request.limits, std::move(stop));
        const auto report = [&](const auto& result) {
            if (progress) progress(analysis(result, control));
        };
        const auto lines = static_cast<std::size_t>(request.lines);
        if (method == Method::MCTS) return analysis(tree_->search(root, control, lines, request.threads, request.seed, poll, report), control);
        return analysis(deepen(kernel_, evaluation_, root, among, *table_, control, lines, request.threads, request.seed, poll, report), control);
    }

    void clear() override {
        if (table_) table_->clear();
        if (tree_) tree_->clear();
    }

private:
    [[nodiscard]] Method chosen(Method asked, const typename K::Position& root) const {
        if (asked != Method::AUTO) return asked;
        if constexpr (PrefersSimulation<E, K>) {
            if (evaluation_.prefers_simulation(root)) return Method::MCTS;
        }
        return Method::ALPHABETA;
    }

    /// Only the method in use holds memory: the limit is one for both. A table is no larger than the
    /// search can fill, because the first touch of fresh memory costs more than many a short search.
    void prepare(Method method, const SearchRequest& request) {
        if (method == Method::MCTS) {
            table_.reset();
            if (!tree_) tree_ = std::make_unique<Mcts<K, E>>(kernel_, evaluation_, bytes_);
            return;
        }
        tree_.reset();
        const std::size_t wanted = std::min(bytes_, useful_bytes(request));
        if (!table_ || table_bytes_ < wanted) {
            table_.reset();
            table_ = std::make_unique<Table>(wanted);
            table_bytes_ = wanted;
        }
    }

    /// Two entries a node; by the clock, as many nodes as a fast kernel reaches.
    [[nodiscard]] std::size_t useful_bytes(const SearchRequest& request) const {
        constexpr double nodes_a_second = 2e6;
        double nodes = 1e18;
        if (request.limits.nodes) nodes = std::min(nodes, static_cast<double>(*request.limits.nodes));
        if (request.limits.seconds) nodes = std::min(nodes, nodes_a_second * request.threads * *request.limits.seconds);
        std::size_t bytes = std::size_t{1} << 20;
        while (static_cast<double>(bytes) < nodes * 2 * Table::entry_bytes && bytes < bytes_) bytes *= 2;
        return bytes;
    }

    [[nodiscard]] Analysis analysis(const SearchResult<typename K::Move>& result, const Control& control) const {
        Analysis text;
        for (const auto& line : result.lines) text.lines.push_back(analysis_line<E>(kernel_, line.line, line.finding));
        const AnalysisLine& best = text.lines.front();
        text.move = best.moves.front();
        text.score = best.score;
        text.exact = result.proved || std::abs(result.lines.front().finding.value) >= won_by_distance;
        text.value = squashed(result.lines.front().finding.value, text.exact, spread_of<E>());
        text.depth = result.depth;
        text.nodes = result.nodes;
        text.seconds = control.elapsed();
        return text;
    }

    K kernel_;
    E evaluation_;
    std::size_t bytes_;
    std::size_t table_bytes_ = 0;
    std::unique_ptr<Table> table_;
    std::unique_ptr<Mcts<K, E>> tree_;
};

}  // namespace quintet
