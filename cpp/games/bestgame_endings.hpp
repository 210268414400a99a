// All boards of Best Game Ever Made at once. A column at rest alternates, but for its last two tokens: a pair
// further down would have been captured or removed. So a column of r rows has only 4 r - 1 states, and 5 x 7 has
// fewer than 27^5 boards, which are numbered here: one for a board and its mirror image, those with a line left
// out. What the future holds depends on the board, seen by the player to move, and on the tokens both have left;
// a layer has it for all boards with the same tokens, and is worked out from the layer one token later.
#pragma once

#include "core/solver.hpp"
#include "games/bestgame.hpp"

#include <map>
#include <thread>

namespace quintet::inline QUINTET_ISA {

template <class Word>
class BestgameEndings {
public:
    using Kernel = Bestgame<Word>;
    using Position = typename Kernel::Position;

    enum class Progress : std::uint8_t { READY, HALTED, TOO_LARGE };

    BestgameEndings(const Kernel& kernel, std::size_t bytes) : kernel_(kernel), rows_(kernel.stride() - 1), bytes_(bytes) {
        digits_.fill(0);
        for (int height = 0; height <= rows_; ++height) {
            const unsigned filled = (1U << height) - 1;
            for (unsigned own = 0; own <= filled; ++own) {
                const unsigned pairs = ~(own ^ own >> 1) & filled >> 1;
                if ((pairs & filled >> 2) != 0) continue;
                digits_[(filled + 1) | own] = static_cast<std::uint8_t>(states_.size());
                states_.push_back({own, filled ^ own});
            }
        }
        powers_.push_back(1);
        for (int column = 0; column < kernel.columns() && powers_.back() <= most_arrangements; ++column) powers_.push_back(powers_.back() * states_.size());
        const int cells = kernel.columns() * rows_;
        too_large_ = powers_.back() > most_arrangements || powers_.back() / 64 * 12 > bytes / 8 || cells + 2 * kernel.all_tokens() > most_points;
    }

    /// Whether it is known to be beyond its memory.
    [[nodiscard]] bool too_large() const noexcept { return too_large_; }

    [[nodiscard]] bool knows(const Position& position) const { return layers_.contains(tokens_of(position)); }

    /// The points still to come, the mover's less the opponent's; the position's layer is known, or the game is over.
    [[nodiscard]] int future(const Position& position) const {
        const auto layer = layers_.find(tokens_of(position));
        return layer == layers_.end() ? 0 : layer->second[number(position.cells[position.turn], position.cells[position.turn ^ 1U])];
    }

    /// Works out the position's layer and all that follow. What is finished is kept if a limit comes first.
    [[nodiscard]] Progress prepare(const Position& position, int threads, Control& control, NodeCounter& nodes, std::uint64_t& helpers_nodes) {
        std::vector<Tokens> chain;
        for (Tokens tokens = tokens_of(position); tokens.own + tokens.other > 0; tokens = tokens.next()) chain.push_back(tokens);
        if (too_large_) return Progress::TOO_LARGE;
        if (!numbered() && !number_all(nodes)) return Progress::HALTED;
        const std::size_t fixed = marks_.size() * 12 + count_ * static_cast<std::size_t>(kernel_.columns()) * sizeof(Successor);
        const auto all_layers = static_cast<std::size_t>(2 * kernel_.all_tokens()) + 1;
        if (count_ >= most_boards || fixed + all_layers * count_ > bytes_) {
            too_large_ = true;
            clear();
            return Progress::TOO_LARGE;
        }
        const auto team = [&](auto&& work) { return together(threads, control, nodes, helpers_nodes, work); };
        if (successors_.empty() && !find_successors(team)) return Progress::HALTED;
        for (std::size_t at = chain.size(); at-- > 0;) {
            if (layers_.contains(chain[at])) continue;
            if (layers_.size() + 1 >= all_layers) {
                std::erase_if(layers_, [&](const auto& layer) { return std::ranges::find(chain, layer.first) == chain.end(); });
            }
            if (!work_out(chain[at], team)) return Progress::HALTED;
        }
        return Progress::READY;
    }

    void clear() {
        marks_ = {};
        before_ = {};
        successors_ = {};
        layers_.clear();
        count_ = 0;
    }

    [[nodiscard]] std::size_t boards() const noexcept { return count_; }

    /// All arrangements of columns at rest, or more than can be numbered.
    [[nodiscard]] std::uint64_t arrangements() const noexcept { return powers_.back(); }

private:
    using Layer = std::vector<std::int8_t>;
    using Successor = std::uint32_t;  ///< the board's number, as the opponent sees it, and the points gained plus 128

    static constexpr std::uint64_t most_arrangements = std::uint64_t{1} << 28;
    static constexpr std::size_t most_boards = (std::size_t{1} << 24) - 1;
    static constexpr Successor no_successor = ~Successor{0};
    static constexpr int most_points = 127;

    struct Tokens {
        std::uint8_t own;
        std::uint8_t other;
        auto operator<=>(const Tokens&) const = default;

        [[nodiscard]] Tokens next() const noexcept {
            const auto rest = static_cast<std::uint8_t>(own - 1);
            return other > 0 ? Tokens{other, rest} : Tokens{rest, 0};
        }
    };

    struct Column {
        unsigned own;
        unsigned other;
    };

    /// One column after another, while boards are listed in the order of their numbers.
    struct Partial {
        int columns = 0;
        Word own = 0;
        Word other = 0;
        std::uint64_t code = 0;
        std::uint64_t mirrored = 0;
        std::array<Column, 2> last = {};
    };

    [[nodiscard]] static Tokens tokens_of(const Position& position) noexcept { return {position.tokens[position.turn], position.tokens[position.turn ^ 1U]}; }

    [[nodiscard]] bool numbered() const noexcept { return count_ > 0; }

    [[nodiscard]] std::size_t number(Word own, Word other) const noexcept {
        const unsigned column_bits = (1U << rows_) - 1;
        std::uint64_t code = 0;
        std::uint64_t mirrored = 0;
        for (int column = 0; column < kernel_.columns(); ++column) {
            const unsigned mine = static_cast<unsigned>(own >> column * kernel_.stride()) & column_bits;
            const unsigned theirs = static_cast<unsigned>(other >> column * kernel_.stride()) & column_bits;
            const std::uint64_t digit = digits_[((mine | theirs) + 1) | mine];
            code = code * states_.size() + digit;
            mirrored += digit * powers_[static_cast<std::size_t>(column)];
        }
        code = std::min(code, mirrored);
        return before_[code / 64] + static_cast<std::size_t>(std::popcount(marks_[code / 64] & ((std::uint64_t{1} << code % 64) - 1)));
    }

    /// Adds a column; false when that makes a line.
    [[nodiscard]] bool extend(Partial& partial, std::size_t digit) const noexcept {
        const Column column = states_[digit];
        if (partial.columns >= 2) {
            const bool line = (column.own & partial.last[0].own & partial.last[1].own) != 0 || (column.other & partial.last[0].other & partial.last[1].other) != 0;
            if (line) return false;
        }
        partial.own |= static_cast<Word>(column.own) << partial.columns * kernel_.stride();
        partial.other |= static_cast<Word>(column.other) << partial.columns * kernel_.stride();
        partial.code = partial.code * states_.size() + digit;
        partial.mirrored += digit * powers_[static_cast<std::size_t>(partial.columns)];
        partial.last = {partial.last[1], column};
        ++partial.columns;
        return true;
    }

    /// Calls `seen` for each board that begins so, in the order of their numbers; false when it said so.
    template <class Seen>
    bool list(const Partial& begun, Seen&& seen) const {
        if (begun.columns == kernel_.columns()) return begun.code > begun.mirrored || seen(begun);
        for (std::size_t digit = 0; digit < states_.size(); ++digit) {
            Partial longer = begun;
            if (extend(longer, digit) && !list(longer, seen)) return false;
        }
        return true;
    }

    bool number_all(NodeCounter& nodes) {
        std::vector<std::uint64_t> marks(powers_.back() / 64 + 1);
        const bool all = list({}, [&](const Partial& board) {
            marks[board.code / 64] |= std::uint64_t{1} << board.code % 64;
            return nodes.spend();
        });
        if (!all) return false;
        marks_ = std::move(marks);
        before_.resize(marks_.size());
        for (std::size_t at = 0; at < marks_.size(); ++at) {
            before_[at] = static_cast<std::uint32_t>(count_);
            count_ += static_cast<std::size_t>(std::popcount(marks_[at]));
        }
        return true;
    }

    /// Runs `work(part, counter)` for each part on all threads; false when one of them said so.
    template <class Work>
    static bool together(int threads, Control& control, NodeCounter& nodes, std::uint64_t& helpers_nodes, Work&& work) {
        constexpr std::size_t parts = 64;
        std::atomic<std::size_t> next = 0;
        std::atomic<bool> finished = true;
        std::atomic<std::uint64_t> helped = 0;
        const auto run = [&](NodeCounter& counter) {
            for (std::size_t part = next++; part < parts && finished; part = next++) {
                if (!work(part, parts, counter)) finished = false;
            }
        };
        {
            std::vector<std::jthread> helpers;
            for (int helper = 1; helper < threads; ++helper) {
                helpers.emplace_back([&] {
                    NodeCounter own_nodes(control, nullptr);
                    run(own_nodes);
                    helped += own_nodes.spent();
                });
            }
            run(nodes);
        }
        helpers_nodes += helped;
        return finished;
    }

    template <class Team>
    bool find_successors(Team&& team) {
        const auto width = static_cast<std::size_t>(kernel_.columns());
        std::vector<Successor> successors(count_ * width, no_successor);
        const bool finished = team([&](std::size_t part, std::size_t parts, NodeCounter& nodes) {
            for (std::size_t digit = part; digit < states_.size(); digit += parts) {
                Partial begun;
                static_cast<void>(extend(begun, digit));
                const bool listed = list(begun, [&](const Partial& board) {
                    const Position position{{board.own, board.other}, {0, 0}, {2, 2}, Kernel::white};
                    Successor* const to = &successors[number(board.own, board.other) * width];
                    Moves<Kernel> moves;
                    kernel_.generate(position, moves);
                    for (const auto move : moves) {
                        const Position next = kernel_.play(position, move);
                        const auto gain = static_cast<Successor>(128 + next.points[0] - next.points[1]);
                        to[move] = static_cast<Successor>(number(next.cells[1], next.cells[0])) << 8 | gain;
                    }
                    return nodes.spend();
                });
                if (!listed) return false;
            }
            return true;
        });
        if (finished) successors_ = std::move(successors);
        return finished;
    }

    /// A layer with the colours of all boards exchanged.
    [[nodiscard]] Layer exchanged(const Layer& layer) const {
        Layer result(count_);
        list({}, [&](const Partial& board) {
            result[number(board.other, board.own)] = layer[number(board.own, board.other)];
            return true;
        });
        return result;
    }

    template <class Team>
    bool work_out(Tokens tokens, Team&& team) {
        // The last token of all is followed by nothing; one without tokens to answer is followed by the same player's next.
        const bool last = tokens.own + tokens.other == 1;
        const bool same_player = tokens.other == 0;
        const Layer after = last ? Layer(count_) : (same_player ? exchanged(layers_.at(tokens.next())) : Layer{});
        const std::int8_t* const next = same_player ? after.data() : layers_.at(tokens.next()).data();
        const int sign = same_player ? 1 : -1;
        const auto width = static_cast<std::size_t>(kernel_.columns());
        Layer layer(count_);
        const bool finished = team([&](std::size_t part, std::size_t parts, NodeCounter& nodes) {
            const std::size_t end = count_ * (part + 1) / parts;
            for (std::size_t board = count_ * part / parts; board < end; ++board) {
                if (!nodes.spend()) return false;
                int best = -1000;
                for (std::size_t column = 0; column < width; ++column) {
                    const Successor successor = successors_[board * width + column];
                    if (successor == no_successor) continue;
                    best = std::max(best, static_cast<int>(successor & 255) - 128 + sign * next[successor >> 8]);
                }
                layer[board] = static_cast<std::int8_t>(best == -1000 ? 0 : best);
            }
            return true;
        });
        if (finished) layers_.emplace(tokens, std::move(layer));
        return finished;
    }

    const Kernel& kernel_;
    int rows_;
    std::size_t bytes_;
    bool too_large_ = false;
    std::array<std::uint8_t, 1024> digits_;
    std::vector<Column> states_;
    std::vector<std::uint64_t> powers_;  ///< of the number of states

    std::vector<std::uint64_t> marks_;  ///< the arrangements that are numbered
    std::vector<std::uint32_t> before_; ///< how many are marked before each word
    std::size_t count_ = 0;
    std::vector<Successor> successors_;
    std::map<Tokens, Layer> layers_;
};

}  // namespace quintet::inline QUINTET_ISA
