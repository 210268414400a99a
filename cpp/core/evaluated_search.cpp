#include "core/evaluated_search.hpp"

#include "core/rng.hpp"
#include "core/search/tree.hpp"
#include "core/search/value.hpp"

#include <cmath>
#include <unordered_map>

namespace quintet {

namespace {

/// Ends a search from any depth when its nodes or its time are used up.
struct Halted {};

/// A win right now; later ones are worth a little less, and every one more than an estimate.
constexpr float won = 2.0F;
constexpr float a_ply = 0.001F;
constexpr float nearly = 0.999F;  ///< the best that is not proved

[[nodiscard]] bool is_decided(float value) noexcept { return std::abs(value) > 1.5F; }

/// What a finished game is worth to `player`: 1, 0 or -1.
[[nodiscard]] float result_for(const SingleGame& game, Player player) {
    const auto winner = game.winner();
    return !winner ? 0.0F : *winner == player ? 1.0F : -1.0F;
}

[[nodiscard]] std::unique_ptr<SingleGame> after(const SingleGame& game, int action) {
    auto next = game.clone();
    static_cast<void>(next->play(action));
    return next;
}

/// The legal actions in an order that the seed decides, so that equal ones take turns.
[[nodiscard]] std::vector<int> shuffled(std::vector<int> actions, std::uint64_t seed) {
    Rng rng(seed);
    for (std::size_t i = actions.size(); i > 1; --i) std::swap(actions[i - 1], actions[rng.below(static_cast<std::uint32_t>(i))]);
    return actions;
}

/// Positions that wait to be judged together.
class Waiting {
public:
    Waiting(const Batch& batch, const Judge& judge, const SingleGame& game)
        : batch_(batch), judge_(judge), bytes_(static_cast<std::size_t>(game.planes() * game.board().cells())) {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool has_room_for(std::size_t count) const noexcept { return size_ + count <= batch_.capacity; }

    /// Its place among the values.
    std::size_t add(const SingleGame& game) {
        game.observe(game.to_move(), batch_.planes + size_ * bytes_);
        return size_++;
    }

    /// The values stay until the next position is added.
    const float* judged() {
        if (size_ != 0) judge_(size_);
        size_ = 0;
        return batch_.values;
    }

private:
    Batch batch_;
    const Judge& judge_;
    std::size_t bytes_;
    std::size_t size_ = 0;
};

/// A root move with what is known of it.
struct Found {
    std::vector<int> actions;
    float value;
    bool proved;
};

/// What both searches need.
class Work {
public:
    Work(const SingleGame& root, std::span<const std::string> actions, const SearchRequest& request, Control& control, const Poll& poll, const Progress& progress)
        : root(root), lines(static_cast<std::size_t>(request.lines)), control(control), nodes_(control, &poll, 16), actions_(actions), progress_(progress) {}

    /// Without the first ply there would be no answer, so that one is `needed` whatever the limits are.
    void spend(std::size_t count, bool needed = false) {
        for (std::size_t i = 0; i < count; ++i) {
            if (!nodes_.spend() && !needed) throw Halted{};
        }
    }
    [[nodiscard]] std::uint64_t spent() const noexcept { return nodes_.spent(); }

    /// The best moves, best first, as the caller gets them.
    [[nodiscard]] Analysis analysis(const std::vector<Found>& best, bool exact, int depth) const {
        Analysis text;
        for (const Found& found : best) {
            AnalysisLine line;
            for (const int action : found.actions) line.moves.push_back(actions_[static_cast<std::size_t>(action)]);
            line.exact = found.proved || is_decided(found.value);
            line.value = line.exact ? static_cast<double>(std::lround(std::clamp(found.value, -1.0F, 1.0F))) : std::clamp(found.value, -nearly, nearly) + 0.0;
            text.lines.push_back(std::move(line));
        }
        text.move = text.lines.front().moves.front();
        text.value = text.lines.front().value;
        text.exact = exact && text.lines.front().exact;
        text.depth = depth;
        text.nodes = spent();
        text.seconds = control.elapsed();
        return text;
    }

    void report(const Analysis& analysis) const {
        if (progress_) progress_(analysis);
    }

    const SingleGame& root;
    std::size_t lines;
    Control& control;

private:
    NodeCounter nodes_;
    std::span<const std::string> actions_;
    const Progress& progress_;
};

/// Alpha-beta by iterative deepening with a transposition table. Values are for the player to move.
class AlphaBetaSearch {
public:
    AlphaBetaSearch(Work& work, Waiting waiting, std::int64_t memory_mb, std::uint64_t seed)
        : work_(work), waiting_(waiting), most_entries_(static_cast<std::size_t>(memory_mb) * entries_a_mb) {
        for (const int action : shuffled(work.root.legal(), seed)) moves_.push_back({{action}, 0, false});
    }

    [[nodiscard]] Analysis search() {
        try {
            const int deepest = work_.control.limits().depth.value_or(static_cast<int>(bounds::most_depth));
            for (int depth = 1; depth <= deepest && !finished_; ++depth) {
                deepen(depth);
                depth_ = depth;
                work_.report(analysis());
            }
        } catch (const Halted&) {
        }
        return analysis();
    }

private:
    static constexpr std::size_t entries_a_mb = 4000;  ///< with its text and its place about a quarter of a kilobyte each

    enum class Bound : std::uint8_t { EXACT, AT_LEAST, AT_MOST };

    struct Entry {
        float value;
        Bound bound;
        bool proved;
        std::int16_t depth;
        int action;
    };

    struct Value {
        float value;
        bool proved;  ///< no estimate had a part in it
    };

    /// Searches the root's moves this deep. Only the best `lines` get exact values; the others are known to be no better.
    void deepen(int depth) {
        std::vector<Found> fresh;
        bool all_proved = true;
        const std::vector<Value> judged = depth == 1 ? each_value(work_.root, firsts(), 0, true) : std::vector<Value>{};
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            Found found{{moves_[i].actions.front()}, 0, false};
            const float floor = fresh.size() < work_.lines ? -won : fresh[work_.lines - 1].value;
            const Value value = depth == 1 ? judged[i] : value_of(work_.root, found.actions.front(), depth, floor, won, 0, found.actions);
            found.value = value.value;
            found.proved = value.proved;
            all_proved = all_proved && value.proved;
            // Behind equal ones: their values are exact, this one's may be a bound.
            const auto place = std::find_if(fresh.begin(), fresh.end(), [&](const Found& other) { return other.value < found.value; });
            fresh.insert(place, std::move(found));
        }
        moves_ = std::move(fresh);
        exact_ = all_proved || moves_.front().value > 1.5F;
        const auto listed = static_cast<std::ptrdiff_t>(std::min(work_.lines, moves_.size()));
        finished_ = exact_ && std::all_of(moves_.begin(), moves_.begin() + listed, [](const Found& found) { return found.proved || is_decided(found.value); });
    }

    [[nodiscard]] std::vector<int> firsts() const {
        std::vector<int> actions;
        for (const Found& move : moves_) actions.push_back(move.actions.front());
        return actions;
    }

    /// What an action is worth to the player who makes it; `line` goes on with the best answers.
    Value value_of(const SingleGame& game, int action, int depth, float alpha, float beta, int ply, std::vector<int>& line) {
        const auto next = after(game, action);
        const Player mover = game.to_move();
        if (next->over()) {
            work_.spend(1);
            return {final_value(*next, mover, ply), true};
        }
        const bool same = next->to_move() == mover;
        std::vector<int> rest;
        Value value = search(*next, depth - 1, same ? alpha : -beta, same ? beta : -alpha, ply + 1, rest);
        if (!same) value.value = -value.value;
        line.resize(1);
        line.insert(line.end(), rest.begin(), rest.end());
        return value;
    }

    Value search(const SingleGame& game, int depth, float alpha, float beta, int ply, std::vector<int>& line) {
        std::string key = game.position();
        int first = -1;
        if (const auto known = table_.find(key); known != table_.end()) {
            const Entry& entry = known->second;
            first = entry.action;
            if (entry.depth >= depth || entry.proved) {
                const float value = shifted(entry.value, -ply);
                const bool cuts = entry.bound == Bound::EXACT || (entry.bound == Bound::AT_LEAST ? value >= beta : value <= alpha);
                if (cuts) {
                    line = {first};
                    return {value, entry.proved};
                }
            }
        }
        std::vector<int> legal = game.legal();
        if (const auto place = std::find(legal.begin(), legal.end(), first); place != legal.end()) std::rotate(legal.begin(), place, place + 1);
        const Best best = depth == 1 ? last_ply(game, legal, ply) : inner(game, legal, depth, alpha, beta, ply, line);
        if (depth == 1) line = {best.action};
        const Bound bound = best.value >= beta ? Bound::AT_LEAST : best.value > alpha ? Bound::EXACT : Bound::AT_MOST;
        if (table_.size() >= most_entries_) table_.clear();
        table_[std::move(key)] = {shifted(best.value, ply), depth == 1 ? Bound::EXACT : bound, best.proved, static_cast<std::int16_t>(depth), best.action};
        return {best.value, best.proved};
    }

    struct Best {
        float value = -10;
        bool proved = true;
        int action = -1;
    };

    Best inner(const SingleGame& game, const std::vector<int>& legal, int depth, float alpha, float beta, int ply, std::vector<int>& line) {
        Best best;
        for (const int action : legal) {
            std::vector<int> through = {action};
            const Value value = value_of(game, action, depth, std::max(alpha, best.value), beta, ply, through);
            best.proved = best.proved && value.proved;
            if (value.value > best.value) {
                best.value = value.value;
                best.action = action;
                line = std::move(through);
            }
            if (best.value >= beta) {
                best.proved = value.proved;  // a cutoff proves the bound, whatever the other moves are worth
                break;
            }
        }
        return best;
    }

    Best last_ply(const SingleGame& game, const std::vector<int>& legal, int ply) {
        Best best;
        const std::vector<Value> values = each_value(game, legal, ply, false);
        for (std::size_t i = 0; i < legal.size(); ++i) {
            best.proved = best.proved && values[i].proved;
            if (values[i].value <= best.value) continue;
            best.value = values[i].value;
            best.action = legal[i];
        }
        return best;
    }

    /// What each move is worth to the mover, all of them judged at once.
    std::vector<Value> each_value(const SingleGame& game, const std::vector<int>& legal, int ply, bool needed) {
        work_.spend(legal.size(), needed);
        const Player mover = game.to_move();
        std::vector<Value> values;
        std::vector<std::pair<std::size_t, float>> rows;  // the move, and the sign of its value
        for (const int action : legal) {
            const auto next = after(game, action);
            if (next->over()) {
                values.push_back({final_value(*next, mover, ply), true});
                continue;
            }
            waiting_.add(*next);
            rows.emplace_back(values.size(), next->to_move() == mover ? 1.0F : -1.0F);
            values.push_back({0, false});
        }
        const float* judged = waiting_.judged();
        for (std::size_t i = 0; i < rows.size(); ++i) values[rows[i].first].value = rows[i].second * judged[i];
        return values;
    }

    [[nodiscard]] static float final_value(const SingleGame& game, Player mover, int ply) {
        return result_for(game, mover) * (won - a_ply * static_cast<float>(ply + 1));
    }

    /// A decided value seen from so many plies further down; distances in the table count from the position itself.
    [[nodiscard]] static float shifted(float value, int plies) noexcept {
        if (!is_decided(value)) return value;
        return value + (value > 0 ? a_ply : -a_ply) * static_cast<float>(plies);
    }

    [[nodiscard]] Analysis analysis() const {
        const auto listed = static_cast<std::ptrdiff_t>(std::min(work_.lines, moves_.size()));
        return work_.analysis({moves_.begin(), moves_.begin() + listed}, exact_, depth_);
    }

    Work& work_;
    Waiting waiting_;
    std::vector<Found> moves_;  ///< of the root, best first
    std::size_t most_entries_;
    std::unordered_map<std::string, Entry> table_;
    int depth_ = 0;
    bool exact_ = false;
    bool finished_ = false;
};

/// A tree search (PUCT). A leaf grows all its moves at once; their values make some likelier than others, and the best of them is
/// taken back up. Leaves that wait for their values count as lost on the way to them, so that the next walk goes elsewhere.
class TreeSearch {
public:
    using Index = Tree::Index;

    TreeSearch(Work& work, Waiting waiting, std::int64_t memory_mb, std::uint64_t seed)
        : work_(work), waiting_(waiting), seed_(seed), tree_(static_cast<std::size_t>(memory_mb) << 20U) {}

    [[nodiscard]] Analysis search() {
        std::uint64_t next_report = 1024;
        try {
            while (tree_.at(Tree::root).proof == Proof::NONE) {
                if (!walk() || waiting_.size() >= wanted()) judge();
                if (work_.spent() < next_report || !leaves_.empty()) continue;
                next_report *= 2;
                work_.report(analysis());
            }
        } catch (const Halted&) {
        }
        judge();
        return analysis();
    }

private:
    static constexpr float exploration = 0.6F;
    static constexpr float sharpness = 4;         ///< of the prior: how much likelier the best of a family seems than the worst
    static constexpr std::size_t large_batch = 64;
    static constexpr std::uint64_t share = 16;    ///< a batch is at most this part of the positions judged so far: the first few decide the most

    struct Step {
        Index node;
        Player player;  ///< who moved into the node
    };
    struct Leaf {
        std::vector<Step> path;
        Player mover;
    };
    struct Row {
        Index child;
        bool same;  ///< whether the mover moves again
    };

    [[nodiscard]] std::size_t wanted() const noexcept {
        return static_cast<std::size_t>(std::clamp<std::uint64_t>(work_.spent() / share, 1, large_batch));
    }

    /// Walks to a leaf and lets it grow; false when it met one that waits, or there is no room.
    bool walk() {
        auto game = work_.root.clone();
        std::vector<Step> path{{Tree::root, game->to_move()}};
        while (tree_.at(path.back().node).count != 0) {
            if (waits(path.back().node)) return false;
            const Index chosen = select(path.back().node);
            const Player mover = game->to_move();
            static_cast<void>(game->play(tree_.at(chosen).move));
            path.push_back({chosen, mover});
            if (tree_.at(chosen).proof != Proof::NONE || path.size() >= deepest_ply) {  // play without an end is a draw
                work_.spend(1);
                prove_upwards(path, path.size() - 1, mover);
                back_up(path, proof_value(tree_.at(chosen).proof), mover);
                return true;
            }
        }
        std::vector<int> legal = game->legal();
        if (path.size() == 1) legal = shuffled(std::move(legal), seed_);
        if (!waiting_.has_room_for(legal.size())) return false;
        work_.spend(legal.size(), path.size() == 1);
        const Index leaf = path.back().node;
        if (!tree_.expand(leaf, legal.size())) throw Halted{};  // the tree is full
        const Player mover = game->to_move();
        for (std::size_t i = 0; i < legal.size(); ++i) {
            TreeNode& child = tree_.children(leaf)[i];
            child.move = static_cast<std::uint16_t>(legal[i]);
            const auto next = after(*game, legal[i]);
            if (next->over()) {
                const float result = result_for(*next, mover);
                child.proof = result > 0 ? Proof::WIN : result < 0 ? Proof::LOSS : Proof::DRAW;
                continue;
            }
            rows_.push_back({tree_.index_of(child), next->to_move() == mover});
            waiting_.add(*next);
        }
        for (const Step& step : path) count(step.node, -1);
        leaves_.push_back({std::move(path), mover});
        return true;
    }

    [[nodiscard]] bool waits(Index node) const noexcept {
        return std::any_of(leaves_.begin(), leaves_.end(), [&](const Leaf& leaf) { return leaf.path.back().node == node; });
    }

    /// The values of all that waits, taken back up.
    void judge() {
        const float* values = waiting_.judged();
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const float value = rows_[i].same ? values[i] : -values[i];
            count(rows_[i].child, value);
            lowest_ = std::min(lowest_, values[i]);
            highest_ = std::max(highest_, values[i]);
        }
        rows_.clear();
        for (const Leaf& leaf : leaves_) {
            for (const Step& step : leaf.path) {  // no longer lost
                --tree_.at(step.node).visits;
                tree_.at(step.node).sum += 1;
            }
            back_up(leaf.path, grown(leaf.path.back().node), leaf.mover);
            prove_upwards(leaf.path, leaf.path.size(), leaf.mover);
        }
        leaves_.clear();
    }

    /// Sets the priors of a new family, and says what the best of it is worth to the mover.
    float grown(Index leaf) {
        float best = -1;
        for (const TreeNode& child : tree_.children(leaf)) best = std::max(best, worth(child));
        float total = 0;
        for (TreeNode& child : tree_.children(leaf)) {
            child.prior = std::exp(sharpness * (worth(child) - best) / width());
            total += child.prior;
        }
        for (TreeNode& child : tree_.children(leaf)) child.prior /= total;
        return best;
    }

    /// How far apart values are; evaluations differ in how bold they are.
    [[nodiscard]] float width() const noexcept { return std::max(highest_ - lowest_, 1e-6F); }

    [[nodiscard]] static float worth(const TreeNode& node) noexcept { return node.proof == Proof::NONE ? node.mean() : proof_value(node.proof); }

    [[nodiscard]] Index select(Index parent) const noexcept {
        const float widening = exploration * std::sqrt(static_cast<float>(tree_.at(parent).visits) + 1.0F);
        float best = -1e9F;
        Index chosen = tree_.at(parent).children;
        for (const TreeNode& child : tree_.children(parent)) {
            if (child.proof == Proof::LOSS) continue;
            const float promise = worth(child) / width() + widening * child.prior / (1.0F + static_cast<float>(child.visits));
            if (promise > best) {
                best = promise;
                chosen = tree_.index_of(child);
            }
        }
        return chosen;
    }

    void count(Index node, float value) noexcept {
        ++tree_.at(node).visits;
        tree_.at(node).sum += value;
    }

    void back_up(const std::vector<Step>& path, float value, Player player) noexcept {
        for (const Step& step : path) count(step.node, step.player == player ? value : -value);
    }

    /// Something new is known of the moves of the last of the first `count` nodes, where `mover` is to move: so may be of those above it.
    void prove_upwards(const std::vector<Step>& path, std::size_t count, Player mover) noexcept {
        for (std::size_t i = count; i-- > 0;) {
            const Proof proof = tree_.prove(path[i].node);
            if (proof == Proof::NONE) return;
            tree_.at(path[i].node).proof = mover == path[i].player ? proof : reversed(proof);
            mover = path[i].player;
        }
    }

    [[nodiscard]] Analysis analysis() const {
        std::vector<Found> best;
        int depth = 0;
        for (const Index child : tree_.ranked(Tree::root, work_.lines)) {
            Found found{{}, worth(tree_.at(child)), tree_.at(child).proof != Proof::NONE};
            for (Index at = child;;) {
                found.actions.push_back(tree_.at(at).move);
                if (tree_.at(at).count == 0 || found.actions.size() >= deepest_ply) break;
                at = tree_.most_promising(at);
            }
            depth = std::max(depth, static_cast<int>(found.actions.size()));
            best.push_back(std::move(found));
        }
        return work_.analysis(best, tree_.at(Tree::root).proof != Proof::NONE, depth);
    }

    Work& work_;
    Waiting waiting_;
    std::uint64_t seed_;
    Tree tree_;
    std::vector<Leaf> leaves_;
    std::vector<Row> rows_;
    float lowest_ = 1;
    float highest_ = -1;
};

}  // namespace

Analysis evaluated_search(const SingleGame& root, std::span<const std::string> actions, const SearchRequest& request, std::int64_t memory_mb, const Batch& batch,
                          const Judge& judge, const Progress& progress, const Poll& poll, StopToken stop) {
    request.check();
    static_cast<void>(checked_bytes(memory_mb));
    if (root.over()) throw Error("the game is over, expected a position with a move to make, got '" + root.position() + "'");
    if (batch.capacity < actions.size()) throw Error("expected room for " + std::to_string(actions.size()) + " positions, got " + std::to_string(batch.capacity));
    Control control(request.limits, std::move(stop));
    Work work(root, actions, request, control, poll, progress);
    const Waiting waiting(batch, judge, root);
    if (request.method == Method::MCTS) return TreeSearch(work, waiting, memory_mb, request.seed).search();
    return AlphaBetaSearch(work, waiting, memory_mb, request.seed).search();
}

}  // namespace quintet
