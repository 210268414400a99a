// ActionSpace: the moves of a kernel by their numbers, as the rulebook lists them: an action is a place in its `all_moves`.
#pragma once

#include "core/bits.hpp"
#include "core/kernel.hpp"
#include "core/planes.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace quintet {

template <Kernel K>
class ActionSpace {
public:
    using Move = typename K::Move;

    /// A set of actions, a bit each.
    struct Set {
        std::array<std::uint64_t, (K::move_codes + 63) / 64> words{};

        void add(std::size_t action) noexcept { words[action / 64] |= std::uint64_t{1} << action % 64; }
        [[nodiscard]] bool has(std::size_t action) const noexcept { return (words[action / 64] >> action % 64 & 1) != 0; }
        /// One of them, each with the same probability.
        [[nodiscard]] std::size_t draw(Rng& rng) const noexcept {
            unsigned count = 0;
            for (const std::uint64_t word : words) count += static_cast<unsigned>(std::popcount(word));
            const unsigned n = rng.below(count);
            // Branchless: a branch on the word that holds it would be unpredictable.
            std::size_t at = 0;
            unsigned before = 0;
            unsigned until = 0;
            for (std::size_t i = 0; i + 1 < words.size(); ++i) {
                until += static_cast<unsigned>(std::popcount(words[i]));
                const bool past = n >= until;
                at += past;
                before = past ? until : before;
            }
            return 64 * at + static_cast<std::size_t>(nth_bit(words[at], n - before));
        }
    };

    /// Gives every move its action. Codes that no action has are those of larger boards.
    ActionSpace(const K& kernel, const std::vector<std::string>& texts) : code_(texts.size()) {
        std::map<std::string, std::size_t, std::less<>> place;
        for (std::size_t i = 0; i < texts.size(); ++i) place.emplace(texts[i], i);
        std::size_t found = 0;
        for (std::size_t code = 0; code < K::move_codes; ++code) {
            const auto move = static_cast<Move>(code);
            const auto at = place.find(kernel.move_text(move));
            if (at == place.end()) continue;
            action_[code] = static_cast<std::uint16_t>(at->second);
            code_[at->second] = move;
            alike_ = alike_ && at->second == code;
            ++found;
        }
        if (found != texts.size()) throw Error("the kernel has " + std::to_string(found) + " of the game's " + std::to_string(texts.size()) + " moves");
    }

    [[nodiscard]] int count() const noexcept { return static_cast<int>(code_.size()); }
    [[nodiscard]] Move move(std::size_t action) const noexcept { return code_[action]; }
    [[nodiscard]] std::size_t action(Move move) const noexcept { return action_[move_index(move)]; }
    [[nodiscard]] bool has(const Set& legal, std::int64_t action) const noexcept {
        return action >= 0 && action < count() && legal.has(static_cast<std::size_t>(action));
    }

    /// Finds the legal actions where they are to stay: to copy them just after they were written takes longer than to find them.
    /// Whether there are any.
    [[gnu::always_inline]] bool find_legal(const K& kernel, const typename K::Position& position, Set& actions) const noexcept {
        actions.words = {};
        if constexpr (MarksMoves<K>) {
            if (alike_) return kernel.mark_moves(position, actions.words);
        }
        Moves<K> moves;
        kernel.generate(position, moves);
        for (const Move move : moves) actions.add(action_[move_index(move)]);
        return moves.begin() != moves.end();
    }

    /// A byte of 0 or 1 for each action.
    [[gnu::always_inline]] void spread_mask(const Set& legal, std::uint8_t* mask) const noexcept {
        if (code_.size() == K::move_codes) {
            spread<K::move_codes>(legal.words, mask);
        } else {
            for (int done = 0; done < count(); done += 64) spread(legal.words[static_cast<std::size_t>(done) / 64], mask + done, std::min(64, count() - done));
        }
    }

private:
    std::vector<Move> code_;
    std::array<std::uint16_t, K::move_codes> action_{};
    bool alike_ = true;  ///< whether actions and codes are the same numbers
};

}  // namespace quintet
