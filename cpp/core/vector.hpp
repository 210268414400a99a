// VectorGames: many games stepped at once, for learners. The arrays that a call fills belong to the caller, one row a
// game. A game that ends begins anew in the same step. Each game has random numbers of its own, so that nothing depends
// on the number of threads.
#pragma once

#include "core/planes.hpp"
#include "core/threads.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quintet {

struct VectorSettings {
    std::vector<std::string> actions;  ///< every move of the game as text: an action is its place here
    std::vector<std::uint64_t> seeds;  ///< one a game
    std::vector<std::string> starts;   ///< where games begin: one position for all, or one a game
    std::uint32_t opening;             ///< random moves that are made before a game is handed over
    std::uint32_t limit;               ///< a game is cut off after this many moves
    int threads;
};

/// All there is to know about one of the games.
struct GameState {
    std::string position;
    std::uint64_t rng_a, rng_b;  ///< its random numbers go on from here
    std::uint32_t made;          ///< moves since it was handed over
};

/// What a call fills.
struct VectorRows {
    std::uint8_t* observations;        ///< planes x rows x columns
    bool* masks;                       ///< one an action: whether it is legal
    float* rewards;                    ///< of FIRST and of SECOND
    bool* terminated;                  ///< whether the step ended the game by its rules
    bool* truncated;                   ///< whether it was cut off
    std::int8_t* players;              ///< who is to move
    std::uint8_t* final_observations;  ///< planes x rows x columns; only where a game ended
};

class VectorGames {
public:
    VectorGames() = default;
    VectorGames(const VectorGames&) = delete;
    VectorGames& operator=(const VectorGames&) = delete;
    virtual ~VectorGames() = default;

    [[nodiscard]] virtual int planes() const = 0;
    [[nodiscard]] virtual BoardSize board() const = 0;
    /// Begins the games with these numbers anew, with one of these seeds each where there are any. Other rows are not touched.
    virtual void reset(std::span<const std::int64_t> numbers, std::span<const std::uint64_t> seeds, const VectorRows& rows) = 0;
    /// Plays one action in each game; with `skipping` those whose action is -1 are left out, and their rows not touched.
    /// If one is not legal nothing is played, and the first such game is returned.
    [[nodiscard]] virtual std::optional<std::size_t> step(std::span<const std::int64_t> actions, bool skipping, const VectorRows& rows) = 0;
    /// A random legal action for each game.
    virtual void sample(std::span<std::int64_t> actions) = 0;
    [[nodiscard]] virtual std::string position(std::size_t game) const = 0;
    [[nodiscard]] virtual GameState state(std::size_t game) const = 0;
    /// Lets one game go on from another state; Error if the game is over there.
    virtual void restore(std::size_t game, const GameState& state, const VectorRows& rows) = 0;
};

/// Threads that share out the items of one piece of work after the other; the caller's thread is one of them.
class Crew {
public:
    /// Work on the items from `first` up to, not including, `last`.
    using Work = std::function<void(std::size_t first, std::size_t last)>;

    explicit Crew(int threads);
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew();

    /// Returns when all items are done; a helper that is not awake by then is not waited for. The work must not throw.
    void run(std::size_t items, const Work& work);

private:
    void wait_for_work();
    void take_part(std::uint32_t round);

    /// The items are split into this many blocks, however many there are.
    std::uint32_t blocks_;
    // Read only by threads that hold a block of the round, and the round does not end before its blocks are done.
    const Work* work_ = nullptr;
    std::size_t items_ = 0;
    std::atomic<std::uint64_t> next_ = 0;  ///< the round, and in the low half the block that is to be taken next
    std::atomic<std::uint32_t> done_ = 0;  ///< blocks
    std::atomic<std::uint32_t> round_ = 0;
    std::atomic<bool> closing_ = false;
    std::vector<Thread> helpers_;
};

}  // namespace quintet
