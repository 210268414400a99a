// The tables of Pentago, made by plain functions: the compiler would spend seconds on trying to evaluate lambdas.
#include "games/pentago_evaluation.hpp"

namespace quintet::pentago {

namespace {

std::array<std::array<Share, 512>, 4> shares_of_lines() {
    std::array<std::array<Share, 512>, 4> table{};
    for (std::size_t lane = 0; lane < 4; ++lane) {
        for (std::size_t line = 0; line < 32; ++line) {
            const Board part = lines[line] >> (16 * lane) & 511;
            for (std::size_t filling = 0; filling < 512; ++filling) {
                const int lacking = std::popcount(part & ~filling);
                table[lane][filling].complete |= std::uint32_t{lacking == 0} << line;
                table[lane][filling].lacks_one |= std::uint32_t{lacking == 1} << line;
            }
        }
    }
    return table;
}

std::array<std::array<std::uint16_t, 512>, 2> turned_fillings() {
    std::array<std::array<std::uint16_t, 512>, 2> table{};
    for (unsigned filling = 0; filling < 512; ++filling) {
        unsigned clockwise = 0;
        unsigned anticlockwise = 0;
        for (unsigned row = 0; row < 3; ++row) {
            for (unsigned column = 0; column < 3; ++column) {
                const unsigned marble = filling >> (3 * row + column) & 1;
                clockwise |= marble << (3 * column + 2 - row);
                anticlockwise |= marble << (3 * (2 - column) + row);
            }
        }
        table[0][filling] = static_cast<std::uint16_t>(filling ^ clockwise);
        table[1][filling] = static_cast<std::uint16_t>(filling ^ anticlockwise);
    }
    return table;
}

std::array<std::array<std::array<std::uint8_t, 32>, 512>, 4> marbles_in_lines() {
    std::array<std::array<std::array<std::uint8_t, 32>, 512>, 4> table{};
    for (std::size_t lane = 0; lane < 4; ++lane) {
        for (std::size_t line = 0; line < 32; ++line) {
            const Board part = lines[line] >> (16 * lane) & 511;
            for (std::size_t filling = 0; filling < 512; ++filling) {
                table[lane][filling][line] = static_cast<std::uint8_t>(std::popcount(part & filling));
            }
        }
    }
    return table;
}

}  // namespace

const std::array<std::array<Share, 512>, 4> shares = shares_of_lines();
const std::array<std::array<std::uint16_t, 512>, 2> turns = turned_fillings();
const std::array<std::array<std::array<std::uint8_t, 32>, 512>, 4> line_shares = marbles_in_lines();

}  // namespace quintet::pentago
