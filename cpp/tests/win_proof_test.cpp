// Proofs of wins as deep as their memory lets them go, and one step deeper.
#include "core/bits.hpp"
#include "core/kernel_solver.hpp"
#include "core/win_solver.hpp"
#include "tests/check.hpp"

using namespace quintet;
using testing::Checks;

namespace {

/// A corridor of so many steps. All moves lead one step on, and at its end FIRST wins: a proof has to go all the way,
/// with `breadth` choices waiting at every step.
class Corridor {
public:
    using Position = std::uint32_t;  ///< steps left
    using Move = std::uint8_t;
    static constexpr std::size_t max_moves = 16;
    static constexpr std::size_t move_codes = 16;

    explicit Corridor(const Options& = {}) {}
    explicit Corridor(Move breadth) : breadth_(breadth) {}

    [[nodiscard]] Position start() const { return 1; }
    [[nodiscard]] Player to_move(Position position) const { return position % 2 == 0 ? Player::FIRST : Player::SECOND; }
    void generate(Position position, Moves<Corridor>& moves) const {
        for (Move move = 0; move < breadth_ && position > 0; ++move) moves.push(move);
    }
    [[nodiscard]] Position play(Position position, Move) const { return position - 1; }
    [[nodiscard]] std::optional<Outcome> outcome(Position position) const {
        if (position > 0) return std::nullopt;
        return Outcome{Player::FIRST, "FIRST is through", std::nullopt};
    }
    [[nodiscard]] std::uint64_t hash(Position position) const { return mixed(position, position); }
    [[nodiscard]] Position parse(std::string_view text) const { return static_cast<Position>(read_number(text, "steps", 0, 999999999)); }
    [[nodiscard]] std::string format(Position position) const { return std::to_string(position); }
    [[nodiscard]] std::string move_text(Move move) const { return std::to_string(move); }

private:
    Move breadth_ = 1;
};

struct CorridorStyle {
    explicit CorridorStyle(const Corridor&) {}
    using Key = std::uint32_t;
    static constexpr int record_share = 1;
    [[nodiscard]] static Key key(const Corridor&, Corridor::Position position) noexcept { return position; }
    [[nodiscard]] static std::uint64_t hash(Key key) noexcept { return mixed(key, key); }
    [[nodiscard]] static Corridor::Position plain(const Corridor&, Corridor::Position position, Player&) noexcept { return position; }
    [[nodiscard]] WinGlance look(Corridor::Position, Player) const noexcept { return {WinKnown::OPEN, 0}; }
};

using Proof = WinProof<Corridor, CorridorStyle>;

struct Found {
    bool won;
    bool too_deep;
};

Found prove(const Corridor& corridor, std::size_t steps, std::size_t bytes) {
    Proof::Table table(std::size_t{1} << 20);
    MoveRecord<Corridor> record;
    Control control({}, {});
    NodeCounter nodes(control, nullptr);
    Proof proof(corridor, table, record, nodes, bytes);
    const bool won = proof.wins(static_cast<Corridor::Position>(steps), Player::FIRST);
    return {won, proof.too_deep()};
}

void check_depth(Checks& checks) {
    const Corridor narrow(1);
    const Corridor broad(16);
    for (const std::size_t bytes : {std::size_t{1000}, std::size_t{1} << 16, std::size_t{32} << 20}) {
        const std::size_t deepest = Proof::deepest(bytes);
        const auto [won, stopped] = prove(narrow, deepest, bytes);
        checks.that(won && !stopped, "as deep as memory allows: " + std::to_string(deepest));
        checks.that(prove(narrow, deepest + 1, bytes).too_deep, "one step deeper is too deep: " + std::to_string(deepest));
        checks.that(prove(broad, deepest, bytes).too_deep, "choices take memory too: " + std::to_string(deepest));
        const std::size_t fewer = std::max(std::size_t{1}, bytes / 1024);
        checks.that(prove(broad, fewer, bytes).won, "with many choices not as deep: " + std::to_string(fewer));
    }
    checks.that(Proof::deepest(std::size_t{32} << 20) > 100'000, "far deeper than any stack");
}

/// A whole call says that memory ended it, and the same solver then answers what is within its reach.
void check_calls(Checks& checks) {
    const Corridor corridor(2);
    KernelSolver<Corridor, WinSolver<Corridor, CorridorStyle>> solver(corridor, 1);
    const auto solve = [&](const std::string& steps) { return solver.solve(steps, {}, {}, {}, {}); };
    for (int call = 0; call < 2; ++call) {
        const Solution deep = solve("100000");
        checks.that(deep.ending == Ending::MEMORY && deep.best.empty() && deep.value == Range{-1, 1}, "too deep a question is left open");
        const Solution near = solve("200");
        checks.that(near.solved() && near.value == Range{1, 1} && near.moves_to_win == 200 && near.line.size() == 200, "the next one is answered");
    }
}

[[maybe_unused]] const bool added = testing::add("win_proof_test", [](testing::Checks& checks, const testing::Setting&) {
    check_depth(checks);
    check_calls(checks);
});

}  // namespace
