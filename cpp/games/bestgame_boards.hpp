// The numbered list of all boards of Best Game Ever Made, a board and its mirror image as one, boards with a line left
// out. They are ordered by the tokens they hold, then by the heights of their columns, then by their colours. All boards
// with the same heights are a block; a block has a bit for every colouring, set where that is a board of the list.
#pragma once

#include "games/bestgame_block_work.hpp"
#include "games/bestgame_board_counts.hpp"

namespace quintet {

namespace bestgame {

template <class Word>
class Boards {
public:
    Boards(std::size_t width, std::size_t rows)
        : width_(width), rows_(rows), columns_(width, rows), most_boards_(most_boards_with_fewer(columns_, width, rows)) {
        list_blocks(profiles(width, rows));
    }

    /// In how many ways the columns can have heights.
    [[nodiscard]] static std::size_t profiles(std::size_t width, std::size_t rows) noexcept {
        std::size_t product = 1;
        for (std::size_t column = 0; column < width; ++column) product *= rows + 1;
        return product;
    }

    [[nodiscard]] const Columns<Word>& columns() const noexcept { return columns_; }
    [[nodiscard]] std::size_t width() const noexcept { return width_; }
    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

    /// An upper bound on the number of boards with fewer tokens.
    [[nodiscard]] std::size_t most_with_fewer(std::size_t tokens) const noexcept { return most_boards_[tokens]; }
    /// The first block whose boards hold this many tokens.
    [[nodiscard]] std::size_t first_block(std::size_t tokens) const noexcept { return first_blocks_[tokens]; }
    /// The number of a block's first board; the block before it must be numbered.
    [[nodiscard]] std::size_t first_board(std::size_t block) const noexcept { return before_[block * words_a_block()]; }

    /// The number of a board.
    [[nodiscard, gnu::always_inline]] std::size_t number(Word own, Word other) const noexcept { return number(columns_.name(own, other)); }

    [[nodiscard, gnu::always_inline]] std::size_t number(const BoardName& name) const noexcept {
        const bool mirrored = name.mirrored_heights < name.heights || (name.mirrored_heights == name.heights && name.mirrored_colours < name.colours);
        const std::size_t profile = mirrored ? name.mirrored_heights : name.heights;
        const std::size_t code = std::size_t{blocks_[profile]} << 2 * width_ | (mirrored ? name.mirrored_colours : name.colours);
        return before_[code / 64] + static_cast<std::size_t>(std::popcount(marks_[code / 64] & ((std::uint64_t{1} << code % 64) - 1)));
    }

    /// Numbers the boards with fewer tokens.
    [[nodiscard]] Progress number_boards(std::size_t tokens, const Crew& crew) {
        const std::size_t end = first_block(tokens);
        if (numbered_ >= end) return Progress::READY;
        marks_.reserve(end * words_a_block());
        before_.reserve(end * words_a_block() + 1);
        const std::uint64_t began = crew.nodes.spent();
        for (; numbered_ < end; ++numbered_) {
            if (crew.nodes.spent() - began >= crew.budget) return Progress::PAUSED;
            if (!crew.nodes.spend()) return Progress::HALTED;
            marks_.resize((numbered_ + 1) * words_a_block());
            mark(numbered_);
            for (std::size_t word = before_.size() - 1; word < marks_.size(); ++word) {
                before_.push_back(before_.back() + static_cast<std::uint32_t>(std::popcount(marks_[word])));
            }
        }
        return Progress::READY;
    }

    /// Calls `seen(number, own, other)` for the boards of a block in their order, until it returns false; then so does this.
    template <class Seen>
    [[nodiscard]] bool each_board(std::size_t block, const Seen& seen) const {
        std::array<const ColumnTokens*, Bestgame<Word>::max_moves> tokens;
        const auto heights = heights_of(block);
        for (std::size_t column = 0; column < width_; ++column) tokens[column] = columns_.of_height(heights[column]);
        std::size_t number = first_board(block);
        for (std::size_t word = 0; word < words_a_block(); ++word) {
            for (std::uint64_t marks = marks_[block * words_a_block() + word]; marks != 0; marks &= marks - 1) {
                const std::size_t colours = word * 64 + static_cast<std::size_t>(std::countr_zero(marks));
                Word own = 0;
                Word other = 0;
                for (std::size_t column = 0; column < width_; ++column) {
                    const ColumnTokens& held = tokens[column][colours >> 2 * column & 3];
                    own |= static_cast<Word>(held.own) << column * (rows_ + 1);
                    other |= static_cast<Word>(held.other) << column * (rows_ + 1);
                }
                if (!seen(number++, own, other)) return false;
            }
        }
        return true;
    }

    /// Forgets the numbers.
    void clear() {
        marks_ = {};
        before_ = {0};
        numbered_ = 0;
    }

    /// What it holds now.
    [[nodiscard]] std::size_t bytes() const noexcept {
        return fixed_bytes() + marks_.capacity() * sizeof(std::uint64_t) + before_.capacity() * sizeof(std::uint32_t);
    }

    /// What it holds when the boards with fewer tokens are numbered.
    [[nodiscard]] std::size_t bytes_with_fewer(std::size_t tokens) const noexcept {
        return fixed_bytes() + (first_block(tokens) * words_a_block() + 1) * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
    }

private:
    using Heights = std::array<std::size_t, Bestgame<Word>::max_moves>;

    [[nodiscard]] std::size_t words_a_block() const noexcept { return std::size_t{1} << (2 * width_ - 6); }
    [[nodiscard]] std::size_t fixed_bytes() const noexcept { return (profiles_.capacity() + blocks_.capacity()) * sizeof(std::uint32_t) + columns_.bytes(); }

    void list_blocks(std::size_t profiles) {
        const std::size_t cells = width_ * rows_;
        std::vector<std::vector<std::uint32_t>> holding(cells + 1);
        for (std::size_t profile = 0; profile < profiles; ++profile) {
            std::size_t mirrored = 0;
            std::size_t held = 0;
            for (std::size_t rest = profile, column = 0; column < width_; ++column, rest /= rows_ + 1) {
                mirrored = mirrored * (rows_ + 1) + rest % (rows_ + 1);
                held += rest % (rows_ + 1);
            }
            if (profile <= mirrored) holding[held].push_back(static_cast<std::uint32_t>(profile));
        }
        blocks_.resize(profiles);
        for (const auto& alike : holding) {
            for (const auto profile : alike) {
                blocks_[profile] = static_cast<std::uint32_t>(profiles_.size());
                profiles_.push_back(profile);
            }
            first_blocks_.push_back(profiles_.size());
        }
        profiles_.shrink_to_fit();
    }

    [[nodiscard]] Heights heights_of(std::size_t block) const noexcept {
        Heights heights{};
        for (std::size_t rest = profiles_[block], column = 0; column < width_; ++column, rest /= rows_ + 1) heights[column] = rest % (rows_ + 1);
        return heights;
    }

    /// Marks the boards of a block that have no line and come before their mirror image. A word is all colours of the
    /// first three columns; the others are the same in all of it.
    void mark(std::size_t block) {
        const Heights heights = heights_of(block);
        const auto without_line = [&](std::size_t column) { return columns_.without_line(heights[column], heights[column + 1], heights[column + 2]); };
        std::array<std::uint64_t, 4> by_fourth;
        by_fourth.fill(without_line(0));
        for (std::size_t fourth = 0; fourth < 4 && width_ > 3; ++fourth) {
            const std::uint64_t pairs = without_line(1) >> 16 * fourth;
            for (std::size_t pair = 0; pair < 16; ++pair) {
                if ((pairs >> pair & 1) == 0) by_fourth[fourth] &= ~(std::uint64_t{0xF} << 4 * pair);
            }
        }
        std::uint64_t* const words = &marks_[block * words_a_block()];
        for (std::size_t word = 0; word < words_a_block(); ++word) {
            std::uint64_t marks = by_fourth[word & 3];
            if (width_ > 4) {
                const std::uint64_t thirds = without_line(2) >> 4 * (word & 15);
                for (std::size_t third = 0; third < 4; ++third) {
                    if ((thirds >> third & 1) == 0) marks &= ~(std::uint64_t{0xFFFF} << 16 * third);
                }
            }
            for (std::size_t column = 3; column + 2 < width_ && marks != 0; ++column) {
                if ((without_line(column) >> (word >> 2 * (column - 3) & 63) & 1) == 0) marks = 0;
            }
            words[word] = marks;
        }
        if (!std::equal(heights.begin(), heights.begin() + static_cast<std::ptrdiff_t>(width_), heights.rend() - static_cast<std::ptrdiff_t>(width_))) return;
        for (std::size_t colours = 0; colours < words_a_block() * 64; ++colours) {
            std::size_t mirrored = 0;
            for (std::size_t column = 0; column < width_; ++column) mirrored = mirrored << 2 | (colours >> 2 * column & 3);
            if (mirrored < colours) words[colours / 64] &= ~(std::uint64_t{1} << colours % 64);
        }
    }

    std::size_t width_;
    std::size_t rows_;
    Columns<Word> columns_;
    std::vector<std::size_t> most_boards_;         ///< with fewer tokens
    std::vector<std::uint32_t> blocks_;            ///< by profile: the heights of all columns, as digits of one number
    std::vector<std::uint32_t> profiles_;          ///< by block
    std::vector<std::size_t> first_blocks_ = {0};  ///< by tokens
    std::vector<std::uint64_t> marks_;             ///< the boards of each block that are in the list
    std::vector<std::uint32_t> before_ = {0};      ///< how many are marked before each word
    std::size_t numbered_ = 0;                     ///< blocks
};

}  // namespace bestgame

}  // namespace quintet
