// The few words every kernel and every search share: Player, Outcome, MoveList, the errors.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace quintet {

/// A seat, not a colour: FIRST made the first move and stays FIRST when the colours are exchanged.
enum class Player : std::uint8_t { FIRST = 0, SECOND = 1 };

[[nodiscard]] constexpr Player opponent(Player player) noexcept {
    return player == Player::FIRST ? Player::SECOND : Player::FIRST;
}

struct Scores {
    int first;
    int second;
    bool operator==(const Scores&) const = default;
};

/// How a finished game ended. `reason` points at a literal, in the rulebook's words.
struct Outcome {
    std::optional<Player> winner;  ///< empty: a draw
    std::string_view reason;
    std::optional<Scores> scores;  ///< only in games that keep scores
    bool operator==(const Outcome&) const = default;
};

/// The legal moves of one position, on the stack. Deliberately left uninitialised: a search makes
/// one at every node, and clearing a few hundred bytes there would cost more than generating.
template <class Move, std::size_t Capacity>
class MoveList {
public:
    static_assert(std::is_trivially_copyable_v<Move>);

    constexpr MoveList() noexcept {}  // NOLINT: not `= default`, which would let {} clear the array

    constexpr void push(Move move) noexcept {
        assert(size_ < Capacity);
        moves_[size_++] = move;
    }
    constexpr void clear() noexcept { size_ = 0; }

    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr Move operator[](std::size_t i) const noexcept {
        assert(i < size_);
        return moves_[i];
    }
    [[nodiscard]] constexpr Move& operator[](std::size_t i) noexcept {
        assert(i < size_);
        return moves_[i];
    }
    [[nodiscard]] constexpr const Move* begin() const noexcept { return moves_.data(); }
    [[nodiscard]] constexpr const Move* end() const noexcept { return moves_.data() + size_; }
    [[nodiscard]] constexpr Move* begin() noexcept { return moves_.data(); }
    [[nodiscard]] constexpr Move* end() noexcept { return moves_.data() + size_; }
    [[nodiscard]] constexpr std::span<const Move> span() const noexcept { return {begin(), end()}; }

private:
    std::array<Move, Capacity> moves_;
    std::size_t size_ = 0;
};

/// Everything a caller can do wrong. The door turns it into Python's ValueError.
struct Error : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// A text that is not a position of the game; says which part is wrong and what was expected.
struct ParseError : Error {
    using Error::Error;
};

/// A text that is not a legal move in the position.
struct IllegalMove : Error {
    using Error::Error;
};

/// An unknown option, a value out of its range, or options that do not go together.
struct OptionError : Error {
    using Error::Error;
};

}  // namespace quintet
