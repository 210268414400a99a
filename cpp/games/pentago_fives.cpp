#include "games/pentago_fives.hpp"

namespace quintet {

namespace pentago {

namespace {

/// The combinations in which sub-boards a and b stand at given rotations, for every a < b: [a][b][4 r(a) + r(b)].
struct PairMasks {
    using Words = std::array<std::uint64_t, 4>;
    std::array<std::array<std::array<Words, 16>, 4>, 4> of{};

    constexpr PairMasks() {
        for (int parity = 0; parity < 2; ++parity) {
            for (int bit = 0; bit < 128; ++bit) {
                const Turns turns = turns_of(parity, bit);
                for (std::size_t a = 0; a < 4; ++a) {
                    for (std::size_t b = 0; b < 4; ++b) {
                        Words& words = of[a][b][4U * turns[a] + turns[b]];
                        words[static_cast<std::size_t>(2 * parity + bit / 64)] |= std::uint64_t{1} << (bit % 64);
                    }
                }
            }
        }
    }

    [[nodiscard]] Full operator()(std::size_t a, std::size_t b, std::size_t at) const noexcept {
        const Words& words = of[a][b][at];
        return {Full::Word{words[0], words[1], words[2], words[3]}};
    }
};

constexpr PairMasks masks;

constexpr bool passes(std::size_t line, std::size_t lane) noexcept { return (lines[line] >> (16 * lane) & 511) != 0; }

/// The lines that lie in exactly sub-boards a and b.
constexpr auto pair_lines = [] {
    std::array<std::array<std::uint32_t, 4>, 4> found{};
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = 0; b < 4; ++b) {
            for (std::size_t line = 0; line < 32; ++line) {
                bool only = a != b;
                for (std::size_t lane = 0; lane < 4; ++lane) only = only && passes(line, lane) == (lane == a || lane == b);
                if (only) found[a][b] |= std::uint32_t{1} << line;
            }
        }
    }
    return found;
}();

/// The line of three sub-boards that does not run through a given one.
constexpr auto line_without = [] {
    std::array<std::size_t, 4> found{};
    for (std::size_t line = 0; line < 32; ++line) {
        int lanes = 0;
        std::size_t missed = 0;
        for (std::size_t lane = 0; lane < 4; ++lane) {
            lanes += passes(line, lane) ? 1 : 0;
            if (!passes(line, lane)) missed = lane;
        }
        if (lanes == 3) found[missed] = line;
    }
    return found;
}();

/// Where a part has its share in the line that does not run through `missed`.
constexpr std::size_t share_at(std::size_t lane, std::size_t missed) noexcept { return missed < lane ? missed : missed - 1; }

}  // namespace

Fives::Fives(Board marbles, const Cells& cells) : cells_(&cells) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
        first_part_[lane] = parts_.size();
        for (std::size_t filling = 0; filling < std::size_t{1} << cells.lane_size[lane]; ++filling) {
            Board board = marbles;
            for (int number = 0; number < cells.size; ++number) {
                if (cells[number].lane == lane && (of_lane(cells[number].filling, lane) & filling) != 0) board |= Board{1} << cells[number].bit;
            }
            Part part{};
            for (std::size_t quarters = 0; quarters < 4; ++quarters) {
                part.complete[quarters] = share(board, static_cast<unsigned>(lane)).complete;
                for (std::size_t missed = 0; missed < 4; ++missed) {
                    if (missed == lane || (part.complete[quarters] >> line_without[missed] & 1) == 0) continue;
                    Full& shares = part.shares[share_at(lane, missed)];
                    for (std::size_t other = 0; other < 4; ++other) shares = shares | masks(lane, missed, 4 * quarters + other);
                }
                board = rotated(board, static_cast<unsigned>(2 * lane));
            }
            parts_.push_back(part);
        }
    }
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = a + 1; b < 4; ++b) {
            const int size = cells.lane_size[a] + cells.lane_size[b];
            first_pair_[a][b] = first_pair_[b][a] = size <= largest_pair ? pairs_.size() : no_table;
            if (size > largest_pair) continue;
            for (Filling i = 0; i < Filling{1} << size; ++i) {
                const Filling of_a = i & ((Filling{1} << cells.lane_size[a]) - 1);
                pairs_.push_back(work_out_pair(a, b, of_a << (16 * a) | i >> cells.lane_size[a] << (16 * b)));
            }
        }
    }
}

Full Fives::work_out_pair(std::size_t a, std::size_t b, Filling taken) const noexcept {
    const auto& of_a = part(a, taken).complete;
    const auto& of_b = part(b, taken).complete;
    Full fives{};
    for (std::size_t at = 0; at < 16; ++at) {
        if ((of_a[at / 4] & of_b[at % 4] & pair_lines[a][b]) != 0) fives = fives | masks(a, b, at);
    }
    return fives;
}

Full Fives::pair(std::size_t a, std::size_t b, Filling taken) const noexcept {
    if (a > b) std::swap(a, b);
    const std::size_t first = first_pair_[a][b];
    if (first == no_table) [[unlikely]] return work_out_pair(a, b, taken);
    return pairs_[first + of_lane(taken, a) + (of_lane(taken, b) << cells_->lane_size[a])];
}

Full Fives::operator()(Filling taken) const noexcept {
    Full fives{};
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = a + 1; b < 4; ++b) fives = fives | pair(a, b, taken);
        Full line{~Full::Word{}};
        for (std::size_t lane = 0; lane < 4; ++lane) {
            if (lane != a) line = line & part(lane, taken).shares[share_at(lane, a)];
        }
        fives = fives | line;
    }
    return fives;
}

void Fives::after_each(Filling taken, CellSet open, std::array<Full, 36>& fives) const noexcept {
    // Worked out once a sub-board: the fives that a marble in it cannot change, and what the lines of
    // three sub-boards have in the other two.
    struct Rest {
        Full fives;
        std::array<Full, 3> shares;
        std::array<std::size_t, 3> others;
    };
    std::array<Rest, 4> rests;
    Full pairs[4][4];
    const Part* parts[4];
    for (std::size_t a = 0; a < 4; ++a) {
        parts[a] = &part(a, taken);
        for (std::size_t b = a + 1; b < 4; ++b) pairs[a][b] = pair(a, b, taken);
    }
    for (std::size_t lane = 0; lane < 4; ++lane) {
        const std::size_t x = lane == 0 ? 1 : 0;
        const std::size_t y = lane <= 1 ? 2 : 1;
        const std::size_t z = lane == 3 ? 2 : 3;
        Rest& rest = rests[lane];
        rest.others = {x, y, z};
        rest.fives = pairs[x][y] | pairs[x][z] | pairs[y][z] |
                     (parts[x]->shares[share_at(x, lane)] & parts[y]->shares[share_at(y, lane)] & parts[z]->shares[share_at(z, lane)]);
        rest.shares = {parts[y]->shares[share_at(y, x)] & parts[z]->shares[share_at(z, x)], parts[x]->shares[share_at(x, y)] & parts[z]->shares[share_at(z, y)],
                       parts[x]->shares[share_at(x, z)] & parts[y]->shares[share_at(y, z)]};
    }
    for (; open != 0; open &= open - 1) {
        const int number = std::countr_zero(open);
        const Cells::Cell& cell = (*cells_)[number];
        const Filling filled = taken | cell.filling;
        const Rest& rest = rests[cell.lane];
        const Part& own = part(cell.lane, filled);
        Full found = rest.fives;
        for (std::size_t i = 0; i < 3; ++i) {
            found = found | pair(cell.lane, rest.others[i], filled) | (own.shares[i] & rest.shares[i]);
        }
        fives[static_cast<std::size_t>(number)] = found;
    }
}

}  // namespace pentago

}  // namespace quintet
