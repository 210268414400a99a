// The boards that follow a board of Best Game Ever Made, as numbers of the list, and what the moves to them gain. They
// are found anew each time, or stored once for all boards where memory allows.
#pragma once

#include "core/search/memory.hpp"
#include "core/threads.hpp"
#include "games/bestgame_boards.hpp"


namespace quintet {

namespace bestgame {

template <class Word>
class Successors {
public:
    using Kernel = Bestgame<Word>;

    /// The best of no moves.
    static constexpr int none = -1000;

    Successors(const Kernel& kernel, const Boards<Word>& boards) : kernel_(kernel), boards_(boards) {}

    /// Whether the successors of all boards fit into this many bytes.
    [[nodiscard]] bool can_store(std::size_t bytes) const noexcept { return stored_bytes() <= bytes && most_boards() < most_stored; }
    /// From now on `prepare` stores successors.
    void store() noexcept { storing_ = true; }
    /// What stored ones take at most.
    [[nodiscard]] std::size_t most_bytes() const noexcept { return storing_ ? stored_bytes() : 0; }
    /// What it holds now.
    [[nodiscard]] std::size_t bytes() const noexcept { return memory_.size() + wide_.capacity() * sizeof(Wide); }

    void clear() {
        memory_ = {};
        wide_ = {{0, none}};
        ready_ = 0;
        work_ = {};
    }

    /// Stores the successors of boards with fewer tokens, if they are to be stored.
    [[nodiscard]] Progress prepare(std::size_t tokens, const Crew& crew) {
        if (!storing_ || ready_ >= tokens) return Progress::READY;
        if (memory_.size() == 0) memory_ = ZeroedMemory(stored_bytes());
        const std::size_t first = boards_.first_block(ready_);
        const std::size_t end = boards_.first_block(tokens);
        const std::size_t count = boards_.first_board(end) - boards_.first_board(first);
        const auto progress = work_.run(first, end, count, crew, [&](std::size_t block, NodeCounter& nodes) {
            return boards_.each_board(block, [&](std::size_t board, Word own, Word other) {
                store(board, own, other);
                return nodes.spend();
            });
        });
        if (progress == Progress::READY) ready_ = tokens;
        return progress;
    }

    /// Calls `seen(board, best)` for the boards of a block in their order, until it returns false; then so does this. `best`
    /// is what the best move gains less what `next` has for the board after it, or `none`.
    template <class Seen>
    [[nodiscard]] bool each_best(std::size_t block, const std::int8_t* next, const Seen& seen) const {
        if (storing_) return for_width([&]<std::size_t width>() { return each_stored_best<width>(block, next, seen); });
        return boards_.each_board(block, [&](std::size_t board, Word own, Word other) {
            int best = none;
            each_successor(own, other, [&](std::size_t, std::size_t number, int gain) { best = std::max(best, gain - next[number]); });
            return seen(board, best);
        });
    }

private:
    using Successor = std::uint32_t;  ///< the board's number, and below it 16 plus the points gained; or a place in `wide_`, and 0

    /// A successor with more points than fit in with its number.
    struct Wide {
        std::uint32_t number;
        std::int32_t gain;
    };

    static constexpr int gain_bits = 5;
    static constexpr int widest_gain = (1 << (gain_bits - 1)) - 1;
    static constexpr std::size_t most_stored = std::size_t{1} << (32 - gain_bits);
    /// A full column's successor is the first of `wide_`.
    static constexpr Successor no_successor = 0;

    [[nodiscard]] std::size_t most_boards() const noexcept { return boards_.most_with_fewer(boards_.width() * boards_.rows() + 1); }

    [[nodiscard]] std::size_t stored_bytes() const noexcept { return most_boards() * boards_.width() * sizeof(Successor); }

    [[nodiscard]] Successor* stored(std::size_t board) const noexcept { return reinterpret_cast<Successor*>(memory_.data()) + board * boards_.width(); }

    void store(std::size_t board, Word own, Word other) {
        Successor* const to = stored(board);
        std::fill_n(to, boards_.width(), no_successor);
        each_successor(own, other, [&](std::size_t column, std::size_t number, int gain) {
            if (gain <= widest_gain && gain >= -widest_gain) {
                to[column] = static_cast<Successor>(number << gain_bits) | static_cast<Successor>(gain + widest_gain + 1);
            } else {
                const Lock lock(wide_mutex_);
                to[column] = static_cast<Successor>(wide_.size() << gain_bits);
                wide_.push_back({static_cast<std::uint32_t>(number), gain});
            }
        });
    }

    /// Calls `seen(column, number, gain)` for each move, the board after it numbered as the opponent sees it.
    template <class Seen>
    [[gnu::always_inline]] void each_successor(Word own, Word other, const Seen& seen) const {
        const Columns<Word>& columns = boards_.columns();
        const Word occupied = own | other;
        const std::size_t stride = boards_.rows() + 1;
        const Word drops = (occupied + kernel_.floor()) & ~occupied & kernel_.board();
        // A token on a pair captures it or completes a line, one between or beside two of its colour completes a line; no other move scores.
        const Word pairs = (own << 1 & own << 2) | (other << 1 & other << 2);
        const Word in_line = (own << stride & own << 2 * stride) | (own >> stride & own >> 2 * stride) | (own << stride & own >> stride);
        const BoardName here = columns.name(other, own);
        for (Word rest = drops; rest != 0; rest &= rest - 1) {
            const Word drop = rest & (~rest + 1);
            const std::size_t column = static_cast<std::size_t>(lowest(drop)) / stride;
            const bool on_pair = (drop & pairs) != 0;
            const Word scored = on_pair ? drop | drop >> 1 | drop >> 2 : drop;
            if ((scored & in_line) != 0) {
                const auto next = kernel_.play({{own, other}, {0, 0}, {2, 2}, Kernel::white}, static_cast<typename Kernel::Move>(column));
                seen(column, boards_.number(next.cells[1], next.cells[0]), next.points[0] - next.points[1]);
                continue;
            }
            // Only this column changes: it grows, or loses the pair and, when that was captured, the mover's token under it.
            BoardName next = here;
            next.take(columns.part(column, other, own));
            const Word under = on_pair && (other & drop >> 1) != 0 ? own & drop >> 3 : Word{0};
            const Word gone = on_pair ? drop >> 1 | drop >> 2 | under : Word{0};
            next.add(columns.part(column, other & ~gone, (own | (on_pair ? Word{0} : drop)) & ~gone));
            seen(column, boards_.number(next), on_pair ? (under != 0 ? 4 : 3) : 0);
        }
    }

    template <std::size_t width, class Seen>
    [[nodiscard]] bool each_stored_best(std::size_t block, const std::int8_t* next, const Seen& seen) const {
        const std::size_t end = boards_.first_board(block + 1);
        const Successor* to = stored(boards_.first_board(block));
        for (std::size_t board = boards_.first_board(block); board < end; ++board, to += width) {
            int best = none;
            for (std::size_t column = 0; column < width; ++column) {
                const std::size_t place = to[column] >> gain_bits;
                const int gain = static_cast<int>(to[column] & ((1U << gain_bits) - 1));
                if (gain != 0) [[likely]] {
                    best = std::max(best, gain - widest_gain - 1 - next[place]);
                } else {
                    best = std::max(best, wide_[place].gain - next[wide_[place].number]);
                }
            }
            if (!seen(board, best)) return false;
        }
        return true;
    }

    /// Calls `work` with the number of columns as a constant: the innermost loop gains much by it.
    template <std::size_t width = 3, class Work>
    [[nodiscard]] bool for_width(const Work& work) const {
        if constexpr (width < Kernel::max_moves) {
            if (width != boards_.width()) return for_width<width + 1>(work);
        }
        return work.template operator()<width>();
    }

    const Kernel& kernel_;
    const Boards<Word>& boards_;
    bool storing_ = false;
    ZeroedMemory memory_;
    std::vector<Wide> wide_ = {{0, none}};
    Mutex wide_mutex_;
    std::size_t ready_ = 0;  ///< boards with fewer tokens have their successors stored
    BlockWork work_;
};

}  // namespace bestgame

}  // namespace quintet
