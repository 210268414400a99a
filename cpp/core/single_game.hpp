// SingleGame: one game that is played action by action, for environments that step a single game. It can be copied.
#pragma once

#include "core/planes.hpp"
#include "core/types.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quintet {

class SingleGame {
public:
    SingleGame() = default;
    SingleGame& operator=(const SingleGame&) = delete;
    virtual ~SingleGame() = default;

    [[nodiscard]] virtual std::unique_ptr<SingleGame> clone() const = 0;
    [[nodiscard]] virtual int actions() const = 0;
    [[nodiscard]] virtual int planes() const = 0;
    [[nodiscard]] virtual BoardSize board() const = 0;
    [[nodiscard]] virtual std::string position() const = 0;
    virtual void put(std::string_view position) = 0;
    /// Whether the action is legal; it is played if it is.
    [[nodiscard]] virtual bool play(std::int64_t action) = 0;
    /// The legal actions; none when the game is over.
    [[nodiscard]] virtual std::vector<int> legal() const = 0;
    virtual void mask(std::uint8_t* bytes) const = 0;
    [[nodiscard]] virtual Player to_move() const = 0;
    [[nodiscard]] virtual bool over() const = 0;
    /// None in a draw, and while the game goes on.
    [[nodiscard]] virtual std::optional<Player> winner() const = 0;
    /// The planes as `player` sees them.
    virtual void observe(Player player, std::uint8_t* bytes) const = 0;

protected:
    SingleGame(const SingleGame&) = default;
};

}  // namespace quintet
