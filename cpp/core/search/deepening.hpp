// Iterative deepening: the root of an alpha-beta search, deeper by one ply each time, with as many best
// lines as asked for. Several threads run the same iterations and help each other through the table
// alone (lazy SMP); the first one decides, and is deterministic when it is alone.
#pragma once

#include "core/search/alphabeta.hpp"
#include "core/search/helpers.hpp"

#include <memory>
#include <vector>

namespace quintet {

/// What is known about one move of the root.
template <class Move>
struct RootMove {
    Move move{};
    Finding finding{-infinite, false};  ///< exact within the window it was last found in
    Line<Move> line;
};

template <class Move>
struct SearchResult {
    std::vector<RootMove<Move>> lines;  ///< the best first
    bool proved = false;                ///< the first line's value is the position's, and a fact
    int depth = 0;
    std::uint64_t nodes = 0;
};

/// One thread's iterations.
template <Kernel K, EvaluationOf<K> E>
class Deepening {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;

    /// Tries only the moves in `among`, or all if there are none.
    Deepening(const K& kernel, const E& evaluation, const Position& root, const std::vector<Move>& among, Table& table, Control& control, const Poll* poll,
              std::uint64_t seed)
        : kernel_(kernel), root_(root), control_(control), search_(kernel, evaluation, table, control, poll) {
        unsearched_ = {std::clamp<Value>(evaluation(root, kernel.to_move(root)), -estimate_limit, estimate_limit), false};
        Moves<K> moves;
        kernel.generate(root, moves);
        for (const auto move : moves) {
            if (among.empty() || std::ranges::find(among, move) != among.end()) roots_.push_back({move, {}, {}});
        }
        for (RootMove<Move>& each : roots_) each.line.push(each.move);
        // A seed chooses among moves that the search finds equal; 0 keeps the rulebook's order.
        Rng rng(seed);
        for (std::size_t i = roots_.size(); seed != 0 && i > 1; --i) std::swap(roots_[i - 1], roots_[rng.below(static_cast<std::uint32_t>(i))]);
        drop_images();
    }

    /// Deepens until the limits end it; `finished(depth)` is called after each iteration.
    template <class Finished>
    void run(int first_depth, std::size_t lines, Finished&& finished) {
        lines = std::min(lines, roots_.size());
        const int last = std::min(control_.limits().depth.value_or(deepest_ply - 1), deepest_ply - 1);
        if (!search_.enter_root(root_)) return;
        for (int depth = std::min(first_depth, last);; depth = std::min(depth + plies_deeper(depth), last)) {
            bool all_settled = true;
            for (std::size_t line = 0; line < lines; ++line) {
                if (!iterate(line, depth)) return;
                all_settled = all_settled && settled(line);
            }
            std::sort(roots_.begin(), roots_.begin() + static_cast<std::ptrdiff_t>(lines),
                             [](const auto& a, const auto& b) { return a.finding.value > b.finding.value; });
            depth_ = depth;
            finished(depth);
            if (depth == last || all_settled || !control_.time_for_more(roots_.size() + images_.size() == 1 ? 0.1 : last_start)) return;
        }
    }

    [[nodiscard]] std::uint64_t nodes() const noexcept { return search_.nodes(); }

    /// The best move so far.
    [[nodiscard]] const RootMove<Move>& best() const noexcept { return roots_.front(); }

    [[nodiscard]] SearchResult<Move> result(std::size_t lines) const {
        SearchResult<Move> result{{}, proved_, depth_, nodes()};
        for (const RootMove<Move>& each : roots_) {
            result.lines.push_back(each);
            for (const Image& image : images_) {
                if (image.of == each.move) result.lines.push_back({image.move, each.finding, seen_through(image, each.line)});
            }
        }
        result.lines.resize(std::min(lines, result.lines.size()));
        for (RootMove<Move>& each : result.lines) {
            if (each.finding.value == -infinite) each.finding = unsearched_;
        }
        // Cut short, the later lines may be those of the iteration before. That they come later is newer knowledge
        // than what they were worth then.
        for (std::size_t i = 1; i < result.lines.size(); ++i) {
            const Value most = result.lines[i - 1].finding.value;
            if (result.lines[i].finding.value > most) result.lines[i].finding = {most, false};
        }
        return result;
    }

private:
    static constexpr Tuning tuning = tuning_of<E>();

    /// A root move that leads to the same position as another one, up to a symmetry of the root.
    struct Image {
        Move of;
        Move move;
        int symmetry;
    };

    [[nodiscard]] Position transformed(const Position& position, int symmetry) const {
        if constexpr (HasSymmetries<K>) return kernel_.transformed(position, symmetry);
        return position;
    }

    /// Keeps one of the root moves that must have the same value: the others are its images.
    void drop_images() {
        std::vector<int> symmetries = {0};
        if constexpr (HasSymmetries<K>) {
            for (int symmetry = 1; symmetry < kernel_.symmetries(); ++symmetry) {
                if (transformed(root_, symmetry) == root_) symmetries.push_back(symmetry);
            }
        }
        struct Child {
            std::uint64_t hash;
            int symmetry;
            Move move;
        };
        std::vector<Child> children;  // of the moves that stay, as every symmetry shows them
        std::erase_if(roots_, [&](const RootMove<Move>& root) {
            const Position child = kernel_.play(root_, root.move);
            const std::uint64_t hash = kernel_.hash(child);
            for (const Child& known : children) {
                if (known.hash != hash || transformed(kernel_.play(root_, known.move), known.symmetry) != child) continue;
                images_.push_back({known.move, root.move, known.symmetry});
                return true;
            }
            for (const int symmetry : symmetries) children.push_back({kernel_.hash(transformed(child, symmetry)), symmetry, root.move});
            return false;
        });
    }

    [[nodiscard]] Line<Move> seen_through(const Image& image, const Line<Move>& line) const {
        Line<Move> seen;
        for (const Move move : line) {
            if (seen.size() == 0) seen.push(image.move);
            else if constexpr (HasSymmetries<K>) seen.push(kernel_.transformed(move, image.symmetry));
            else seen.push(move);
        }
        return seen;
    }

    /// No iteration begins after this share of the time. One that is cut short is not lost: it begins with the best
    /// move, and a better one takes its place at once.
    static constexpr double last_start = 0.95;

    /// How much deeper the next iteration is. Limits of depth and of nodes mean the same search as ever.
    [[nodiscard]] int plies_deeper(int depth) const {
        const Limits& limits = control_.limits();
        return limits.depth || limits.nodes || depth < tuning.two_plies_from ? 1 : 2;
    }

    /// Finds the best of the root moves from place `line` on and brings it there; false when stopped.
    bool iterate(std::size_t line, int depth) {
        const Value guess = roots_[line].finding.value;
        Value width = tuning.aspiration;
        Value alpha = depth > 3 && std::abs(guess) < estimate_limit ? guess - width : -infinite;
        Value beta = depth > 3 && std::abs(guess) < estimate_limit ? guess + width : infinite;
        while (true) {
            const Finding best = search_all(line, depth, alpha, beta);
            if (search_.stopped()) return false;
            width *= 4;
            if (best.value <= alpha && alpha > -infinite) {
                alpha = width > 2000 ? -infinite : best.value - width;
            } else if (best.value >= beta && beta < infinite) {
                beta = width > 2000 ? infinite : best.value + width;
            } else {
                if (line == 0) proved_ = best.proved;
                return true;
            }
        }
    }

    /// One pass over the moves from place `line` on. A move that turns out better goes to that place at
    /// once, so that whenever the search is stopped the best move known stands there.
    Finding search_all(std::size_t line, int depth, Value alpha, Value beta) {
        Finding best{-infinite, true};
        bool all_proved = true;
        for (std::size_t i = line; i < roots_.size(); ++i) {
            const Move move = roots_[i].move;
            Finding found{};
            if (i == line) {
                found = search_.search_move(root_, move, depth - 1, alpha, beta);
            } else {
                const Value bar = std::max(alpha, best.value);
                found = search_.search_move(root_, move, depth - 1, bar, bar + 1);
                if (found.value > bar && !search_.stopped()) {
                    const Finding least = found;
                    found = search_.search_move(root_, move, depth - 1, bar, beta);
                    // How much better it is was cut short, but better it is.
                    if (search_.stopped()) bring_forward(line, i, {least.value, false}, {});
                }
            }
            if (search_.stopped()) return best;
            all_proved = all_proved && found.proved;
            if (found.value <= best.value) continue;
            best = found;
            if (found.value > alpha) bring_forward(line, i, {found.value, found.proved && found.value < beta}, search_.line());
            if (found.value >= beta) break;
        }
        if (best.value < beta) best.proved = all_proved;
        return best;
    }

    /// The move at `from` is better than those from place `line` on, and goes there.
    void bring_forward(std::size_t line, std::size_t from, Finding finding, const Line<Move>& rest) {
        roots_[from].finding = finding;
        roots_[from].line.set(roots_[from].move, rest);
        const auto place = [&](std::size_t i) { return roots_.begin() + static_cast<std::ptrdiff_t>(i); };
        std::rotate(place(line), place(from), place(from + 1));
    }

    /// Nothing more can be found out about this line.
    [[nodiscard]] bool settled(std::size_t line) const {
        const Finding found = roots_[line].finding;
        return std::abs(found.value) >= won_by_distance || (line == 0 ? proved_ : found.proved);
    }

    const K& kernel_;
    Position root_;
    Control& control_;
    AlphaBeta<K, E> search_;
    std::vector<RootMove<Move>> roots_;
    std::vector<Image> images_;
    Finding unsearched_{};  ///< what a line is worth that no iteration has reached
    bool proved_ = false;
    int depth_ = 0;
};

/// Searches with `threads` threads the moves in `among`, or all if there are none. `report(result)` is called on this thread after each iteration;
/// whatever it or `poll` throws ends the search, helpers included.
template <Kernel K, EvaluationOf<K> E, class Report>
[[nodiscard]] SearchResult<typename K::Move> deepen(const K& kernel, const E& evaluation, const typename K::Position& root,
                                                    const std::vector<typename K::Move>& among, Table& table, Control& control, std::size_t lines, int threads, std::uint64_t seed, const Poll& poll,
                                                    Report&& report) {
    table.next_generation();
    std::vector<std::unique_ptr<Deepening<K, E>>> searches;
    for (int i = 0; i < threads; ++i) {
        searches.push_back(std::make_unique<Deepening<K, E>>(kernel, evaluation, root, among, table, control, i == 0 ? &poll : nullptr, seed));
    }
    Helpers helpers(control);
    for (std::size_t i = 1; i < searches.size(); ++i) {
        helpers.start([&search = *searches[i], first = 1 + static_cast<int>(i % 2), lines] { search.run(first, lines, [](int) {}); });
    }
    searches[0]->run(1, lines, [&](int) { report(searches[0]->result(lines)); });
    helpers.finish();
    auto result = searches[0]->result(lines);
    for (std::size_t i = 1; i < searches.size(); ++i) result.nodes += searches[i]->nodes();
    return result;
}

}  // namespace quintet
