// Upper bounds on the number of boards of Best Game Ever Made, without listing the boards.
#pragma once

#include "games/bestgame_columns.hpp"

namespace quintet {

namespace bestgame {

/// Element n is an upper bound on the number of boards with fewer than n tokens, where a board and its mirror image
/// are one. The boards are counted column by column, by their last two columns and their tokens; the sum is halved,
/// after the boards that are their own mirror image are added a second time.
template <class Word>
[[nodiscard]] std::vector<std::size_t> most_boards_with_fewer(const Columns<Word>& columns, std::size_t width, std::size_t rows) {
    const std::size_t cells = width * rows;
    std::vector<ColumnTokens> all;
    std::vector<std::size_t> heights;
    for (std::size_t height = 0; height <= rows; ++height) {
        for (unsigned colours = 0; colours < columns.colourings(height); ++colours) {
            all.push_back(columns.of_height(height)[colours]);
            heights.push_back(height);
        }
    }
    const std::size_t many = all.size();
    using Counts = std::vector<std::uint64_t>;
    std::vector<Counts> counts(many * many, Counts(cells + 1));
    for (std::size_t i = 0; i < many; ++i) {
        for (std::size_t j = 0; j < many; ++j) counts[i * many + j][heights[i] + heights[j]] = 1;
    }
    for (std::size_t column = 2; column < width; ++column) {
        std::vector<Counts> longer(many * many, Counts(cells + 1));
        for (std::size_t i = 0; i < many; ++i) {
            for (std::size_t j = 0; j < many; ++j) {
                const unsigned own = all[i].own & all[j].own;
                const unsigned other = all[i].other & all[j].other;
                const Counts& from = counts[i * many + j];
                for (std::size_t k = 0; k < many; ++k) {
                    if ((own & all[k].own) != 0 || (other & all[k].other) != 0) continue;
                    for (std::size_t held = 0; held <= column * rows; ++held) longer[j * many + k][held + heights[k]] += from[held];
                }
            }
        }
        counts = std::move(longer);
    }
    std::uint64_t images = 1;
    for (std::size_t column = 0; column < (width + 1) / 2; ++column) images *= many;
    std::uint64_t sum = 0;
    std::vector<std::size_t> most = {0};
    for (std::size_t held = 0; held <= cells; ++held) {
        for (const Counts& count : counts) sum += count[held];
        most.push_back(static_cast<std::size_t>((sum + std::min(sum, images) + 1) / 2));
    }
    return most;
}

}  // namespace bestgame

}  // namespace quintet
