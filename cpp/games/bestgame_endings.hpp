// What the future of every board of Best Game Ever Made is worth. It depends on the board, seen by the player to move,
// and on the tokens that both have left. A layer has it for all boards with the same tokens left, by their numbers
// (bestgame_boards.hpp), and is worked out from the layer one token later.
//
// With t tokens on the board and left together, no board with more than t - l of them comes up when l are left: a layer
// is the beginning of the list of all boards, long for the last tokens of a game, short for the first. The total t
// never grows, and scored tokens lower it. So all layers are worked out for a total of one, then of two, and so on:
// long before they reach a position, they know where its lines of play lead.
#pragma once

#include "core/solver_concept.hpp"
#include "games/bestgame_successors.hpp"

namespace quintet {

template <class Word>
class BestgameEndings {
public:
    using Kernel = Bestgame<Word>;
    using Position = typename Kernel::Position;
    using Progress = bestgame::Progress;
    using Crew = bestgame::Crew;

    /// Takes no more than `bytes`, and half of it where the whole game does not fit: then the search needs the rest.
    BestgameEndings(const Kernel& kernel, std::size_t bytes) : bytes_(bytes) {
        const auto width = static_cast<std::size_t>(kernel.columns());
        const auto rows = static_cast<std::size_t>(kernel.stride() - 1);
        cells_ = width * rows;
        const std::size_t profiles = bestgame::Boards<Word>::profiles(width, rows);
        const auto most = static_cast<int>(cells_) + 2 * kernel.all_tokens();
        if (profiles > most_profiles || profiles * 2 * sizeof(std::uint32_t) > bytes / 4 || most > most_points) {
            bytes_ = 0;
            return;
        }
        boards_.emplace(width, rows);
        successors_.emplace(kernel, *boards_);
        std::size_t whole = boards_->bytes_with_fewer(cells_ + 1);
        const auto all_tokens = static_cast<std::size_t>(2 * kernel.all_tokens());
        for (std::size_t left = 1; left <= all_tokens; ++left) whole += boards_->most_with_fewer(std::min(all_tokens - left, cells_) + 1);
        if (whole > bytes_) bytes_ /= 2;
        if (whole <= bytes_ && successors_->can_store(bytes_ - whole)) successors_->store();
    }

    /// Whether none of it fits into memory.
    [[nodiscard]] bool too_large() const noexcept { return !boards_; }

    /// What it may take.
    [[nodiscard]] std::size_t most_bytes() const noexcept { return bytes_; }

    /// What it holds now.
    [[nodiscard]] std::size_t bytes() const noexcept { return too_large() ? 0 : boards_->bytes() + successors_->bytes() + layers_bytes(); }

    /// The points still to come, the mover's less the opponent's, where they are known.
    [[nodiscard, gnu::always_inline]] std::optional<int> find(const Position& position) const noexcept {
        const Layer& layer = layers_[slot(tokens_of(position))];
        if (bestgame::count(position.cells[0] | position.cells[1]) >= layer.known) return std::nullopt;
        return layer.values[boards_->number(position.cells[position.turn], position.cells[position.turn ^ 1U])];
    }

    /// How many tokens must be scored to come from here to positions that are all known.
    [[nodiscard]] int tokens_to_known(const Position& position) const {
        if (too_large()) return static_cast<int>(total_of(position));
        const auto chain = chain_of(position);
        const std::size_t total = total_of(position);
        std::size_t known = total;
        while (known > 0 && !knows(chain, known)) --known;
        return static_cast<int>(total - known);
    }

    /// How many boards are still to be worked out until the position is known.
    [[nodiscard]] double boards_left(const Position& position) const {
        double boards = 0;
        for (const Tokens tokens : chain_of(position)) {
            const auto known = static_cast<std::size_t>(layers_[slot(tokens)].known);
            boards += static_cast<double>(boards_->most_with_fewer(std::max(known, needed(tokens, total_of(position)))) - boards_->most_with_fewer(known));
        }
        return boards;
    }

    /// Works on the layers of a position, total by total. What is finished is kept, whatever ends it; only a block of
    /// boards (some thousand at most) that was begun is begun anew.
    [[nodiscard]] Progress advance(const Position& position, const Crew& crew) {
        const std::size_t total = total_of(position);
        const auto chain = chain_of(position);
        std::size_t fitting = largest_that_fits(chain, total);
        if (fitting < total) {
            for (std::size_t at = 0; at < layers_.size(); ++at) {
                if (std::ranges::find(chain, at, slot) == chain.end()) layers_[at] = {};
            }
            begun_ = {};
            fitting = largest_that_fits(chain, total);
        }
        const std::uint64_t end = crew.budget_end(crew.nodes);
        for (std::size_t part = 1; part <= fitting; ++part) {
            if (knows(chain, part)) continue;
            // With a token left one fewer is on the board.
            if (const auto progress = boards_->number_boards(std::min(part, cells_) + 1, crew); progress != Progress::READY) return progress;
            if (const auto progress = successors_->prepare(std::min(part, cells_ + 1), crew); progress != Progress::READY) return progress;
            for (const Tokens tokens : chain) {
                if (tokens.sum() > part || has(tokens, part)) continue;
                if (const auto progress = work_out(tokens, part, fitting, crew); progress != Progress::READY) return progress;
                if (crew.nodes.spent() >= end) return Progress::PAUSED;
            }
        }
        return fitting == total ? Progress::READY : Progress::FULL;
    }

    void clear() {
        if (too_large()) return;
        boards_->clear();
        successors_->clear();
        begun_ = {};
        layers_ = std::vector<Layer>(slots);
    }

private:
    static constexpr std::size_t most_profiles = std::size_t{1} << 22;
    static constexpr int most_points = 127;
    static constexpr std::size_t slots = 41 * 41;

    /// What both players have left, the player to move first.
    struct Tokens {
        std::uint8_t own;
        std::uint8_t other;
        bool operator==(const Tokens&) const = default;

        [[nodiscard]] std::size_t sum() const noexcept { return std::size_t{own} + other; }
        /// After a move; who has no tokens left makes none.
        [[nodiscard]] Tokens next() const noexcept {
            const auto rest = static_cast<std::uint8_t>(own - 1);
            return other > 0 ? Tokens{other, rest} : Tokens{rest, 0};
        }
    };

    struct Layer {
        std::vector<std::int8_t> values;
        int known = 0;  ///< boards with fewer tokens than this are
    };

    /// The layer that was begun, and which of its blocks are finished.
    struct Begun {
        std::optional<Tokens> tokens;
        bestgame::BlockWork work;
    };

    [[nodiscard]] static Tokens tokens_of(const Position& position) noexcept { return {position.tokens[position.turn], position.tokens[position.turn ^ 1U]}; }
    [[nodiscard]] static std::size_t slot(Tokens tokens) noexcept { return std::size_t{tokens.own} * 41 + tokens.other; }
    [[nodiscard]] static std::size_t total_of(const Position& position) noexcept {
        return static_cast<std::size_t>(bestgame::count(position.cells[0] | position.cells[1])) + tokens_of(position).sum();
    }

    /// The tokens left, from the last one back to the position.
    [[nodiscard]] static std::vector<Tokens> chain_of(const Position& position) {
        std::vector<Tokens> chain;
        for (Tokens tokens = tokens_of(position); tokens.sum() > 0; tokens = tokens.next()) chain.push_back(tokens);
        std::ranges::reverse(chain);
        return chain;
    }

    /// Of a game with `total` tokens left in all, boards with `tokens` still to come hold fewer tokens than this.
    [[nodiscard]] std::size_t needed(Tokens tokens, std::size_t total) const noexcept { return std::min(total - tokens.sum(), cells_) + 1; }
    [[nodiscard]] bool has(Tokens tokens, std::size_t total) const noexcept { return static_cast<std::size_t>(layers_[slot(tokens)].known) >= needed(tokens, total); }

    /// Whether all positions of a total are known.
    [[nodiscard]] bool knows(const std::vector<Tokens>& chain, std::size_t total) const noexcept {
        return std::ranges::all_of(chain, [&](Tokens tokens) { return tokens.sum() > total || has(tokens, total); });
    }

    [[nodiscard]] std::size_t layers_bytes() const noexcept {
        std::size_t sum = 0;
        for (const Layer& layer : layers_) sum += layer.values.capacity();
        return sum;
    }

    [[nodiscard]] std::size_t largest_that_fits(const std::vector<Tokens>& chain, std::size_t total) const noexcept {
        if (too_large()) return 0;
        const auto fits = [&](std::size_t part) {
            std::size_t sum = boards_->bytes_with_fewer(std::min(part, cells_) + 1) + successors_->most_bytes() + layers_bytes();
            std::size_t copied = 0;
            for (const Tokens tokens : chain) {
                if (tokens.sum() > part) continue;
                const std::size_t wanted = boards_->most_with_fewer(needed(tokens, part));
                sum += wanted - std::min(wanted, layers_[slot(tokens)].values.capacity());
                // Where only one player has tokens left, the layer after it is copied for a while.
                if (tokens.other == 0) copied = std::max(copied, boards_->most_with_fewer(needed(tokens.next(), part)));
            }
            return sum + copied <= bytes_;
        };
        while (total > 0 && !fits(total)) --total;
        return total;
    }

    /// The layer after a move of a player whose opponent has no tokens left, as that opponent would see it; zeroes after the last token.
    [[nodiscard]] std::vector<std::int8_t> after_skipping(Tokens next, std::size_t fewer) const {
        std::vector<std::int8_t> result(boards_->first_board(boards_->first_block(fewer)));
        for (std::size_t block = 0; block < boards_->first_block(fewer) && next.own > 0; ++block) {
            static_cast<void>(boards_->each_board(block, [&](std::size_t board, Word own, Word other) {
                result[boards_->number(other, own)] = static_cast<std::int8_t>(-layers_[slot(next)].values[board]);
                return true;
            }));
        }
        return result;
    }

    /// Works out a layer for a total; room is made at once for a larger one that is to come.
    [[nodiscard]] Progress work_out(Tokens tokens, std::size_t total, std::size_t largest, const Crew& crew) {
        std::vector<std::int8_t> after;
        if (tokens.other == 0) after = after_skipping(tokens.next(), needed(tokens.next(), total));
        const std::int8_t* const next = tokens.other == 0 ? after.data() : layers_[slot(tokens.next())].values.data();
        Layer& layer = layers_[slot(tokens)];
        const std::size_t first = boards_->first_block(static_cast<std::size_t>(layer.known));
        const std::size_t end = boards_->first_block(needed(tokens, total));
        layer.values.reserve(boards_->most_with_fewer(needed(tokens, largest)));
        if (layer.values.size() < boards_->first_board(end)) layer.values.resize(boards_->first_board(end));
        if (begun_.tokens != tokens) begun_ = {tokens, {}};
        std::int8_t* const values = layer.values.data();
        const std::size_t count = boards_->first_board(end) - boards_->first_board(first);
        const auto progress = begun_.work.run(first, end, count, crew, [&](std::size_t block, NodeCounter& nodes) {
            return successors_->each_best(block, next, [&](std::size_t board, int best) {
                values[board] = static_cast<std::int8_t>(best < -most_points ? 0 : best);
                return nodes.spend();
            });
        });
        if (progress == Progress::READY) layer.known = static_cast<int>(needed(tokens, total));
        return progress;
    }

    std::size_t bytes_;
    std::size_t cells_ = 0;
    std::optional<bestgame::Boards<Word>> boards_;
    std::optional<bestgame::Successors<Word>> successors_;
    Begun begun_;
    std::vector<Layer> layers_ = std::vector<Layer>(slots);
};

}  // namespace quintet
