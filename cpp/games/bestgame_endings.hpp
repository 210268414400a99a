// All boards of Best Game Ever Made at once. A column at rest alternates, but for its last two tokens: a pair
// further down would have been captured or removed. So its height and the colours of those two say it all, and
// the heights of all columns with two bits a column name a board. Boards are numbered by the tokens they hold,
// then by their heights, then by the colours: one for a board and its mirror image, those with a line left out.
//
// What the future holds depends on the board, seen by the player to move, and on the tokens both have left. A
// layer has it for the boards with the same tokens left, and is worked out from the layer one token later. With
// t tokens on the board and left together, no board with more than t - l of them comes up when l are left: a layer
// is the beginning of the list of all boards, long for the last tokens of a game, short for the first. The total t
// never grows, and scored tokens lower it; so all layers are worked out for a total of one, then of two, and so on:
// long before they reach a position, they are where its lines of play lead.
#pragma once

#include "core/search/memory.hpp"
#include "core/solver_concept.hpp"
#include "games/bestgame.hpp"

#include <mutex>
#include <thread>

namespace quintet {

template <class Word>
class BestgameEndings {
public:
    using Kernel = Bestgame<Word>;
    using Position = typename Kernel::Position;

    /// READY: the position's layer is known. HALTED by a limit, PAUSED because the budget is used up, FULL when no more layers fit into memory.
    enum class Progress : std::uint8_t { READY, HALTED, PAUSED, FULL };

    /// Who works, and for how many nodes each before it pauses.
    struct Crew {
        int threads;
        Control& control;
        NodeCounter& nodes;
        std::uint64_t& helpers_nodes;
        std::uint64_t budget;
    };

    /// Takes no more than `bytes`, and half of it where the whole game does not fit: then the search needs the rest.
    BestgameEndings(const Kernel& kernel, std::size_t bytes)
        : kernel_(kernel), width_(static_cast<std::size_t>(kernel.columns())), rows_(static_cast<std::size_t>(kernel.stride() - 1)),
          cells_(width_ * rows_), bytes_(bytes) {
        std::size_t profiles = 1;
        for (std::size_t column = 0; column < width_; ++column) profiles *= rows_ + 1;
        const auto most = static_cast<int>(cells_) + 2 * kernel.all_tokens();
        too_large_ = profiles > most_profiles || profiles * 2 * sizeof(std::uint32_t) > bytes / 4 || most > most_points;
        if (too_large_) {
            bytes_ = 0;
            return;
        }
        describe_columns();
        describe_lines();
        list_blocks(profiles);
        count_boards();
        const std::size_t whole = fixed_bytes(cells_) + layers_bytes(static_cast<std::size_t>(2 * kernel.all_tokens()), 0);
        if (whole > bytes_) bytes_ /= 2;
        storing_ = whole + successors_bytes() <= bytes_ && most_boards(cells_ + 1) < most_stored;
    }

    /// Whether none of it fits into memory.
    [[nodiscard]] bool too_large() const noexcept { return too_large_; }

    /// What it may take.
    [[nodiscard]] std::size_t most_bytes() const noexcept { return bytes_; }

    /// The points still to come, the mover's less the opponent's, where they are known.
    [[nodiscard, gnu::always_inline]] std::optional<int> find(const Position& position) const noexcept {
        const Layer& layer = layers_[slot(tokens_of(position))];
        if (bestgame::count(position.cells[0] | position.cells[1]) >= layer.classes) return std::nullopt;
        return layer.values[number(position.cells[position.turn], position.cells[position.turn ^ 1U])];
    }

    /// How many tokens must be scored to come from here to positions that are all known.
    [[nodiscard]] int tokens_to_known(const Position& position) const {
        if (too_large_) return static_cast<int>(total_of(position));
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
            const auto known = static_cast<std::size_t>(layers_[slot(tokens)].classes);
            boards += static_cast<double>(most_boards(std::max(known, classes(tokens, total_of(position)))) - most_boards(known));
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
            unfinished_ = {};
            fitting = largest_that_fits(chain, total);
        }
        const std::uint64_t end = crew.nodes.spent() + std::min(crew.budget, std::numeric_limits<std::uint64_t>::max() / 2);
        for (std::size_t part = 1; part <= fitting; ++part) {
            if (knows(chain, part)) continue;
            // With a token left one fewer is on the board.
            if (const auto progress = number_boards(std::min(part, cells_) + 1, crew); progress != Progress::READY) return progress;
            if (storing_) {
                if (const auto progress = find_successors(std::min(part, cells_ + 1), crew); progress != Progress::READY) return progress;
            }
            for (const Tokens tokens : chain) {
                if (tokens.sum() > part || has(tokens, part)) continue;
                if (const auto progress = work_out(tokens, part, fitting, crew); progress != Progress::READY) return progress;
                if (crew.nodes.spent() >= end) return Progress::PAUSED;
            }
        }
        return fitting == total ? Progress::READY : Progress::FULL;
    }

    void clear() {
        marks_ = {};
        before_ = {0};
        numbered_ = 0;
        successors_ = {};
        wide_ = {{0, none}};
        with_successors_ = 0;
        unfinished_ = {};
        layers_ = std::vector<Layer>(slots);
    }

    /// What it holds now.
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t sum = (profiles_.capacity() + blocks_.capacity()) * sizeof(std::uint32_t) + shares_.capacity() * sizeof(Share) +
                          marks_.capacity() * sizeof(std::uint64_t) + before_.capacity() * sizeof(std::uint32_t) + successors_.size() + wide_.capacity() * sizeof(Wide);
        for (const Layer& layer : layers_) sum += layer.values.capacity();
        return sum;
    }

private:
    using Successor = std::uint32_t;  ///< the board's number, as the opponent sees it, and 16 plus the points gained; or 0 and a place in `wide_`

    using Heights = std::array<std::size_t, Kernel::max_moves>;

    static constexpr std::size_t most_profiles = std::size_t{1} << 22;
    static constexpr int most_points = 127;
    static constexpr std::size_t slots = 41 * 41;
    static constexpr int gain_bits = 5;
    static constexpr int widest_gain = (1 << (gain_bits - 1)) - 1;
    static constexpr std::size_t most_stored = std::size_t{1} << (32 - gain_bits);
    /// A full column's successor is the first of `wide_`.
    static constexpr Successor no_successor = 0;
    static constexpr int none = -1000;
    /// Fewer boards are not worth a second thread.
    static constexpr std::size_t fewest_shared = 1 << 15;

    struct Tokens {
        std::uint8_t own;
        std::uint8_t other;
        bool operator==(const Tokens&) const = default;

        [[nodiscard]] std::size_t sum() const noexcept { return std::size_t{own} + other; }
        [[nodiscard]] Tokens next() const noexcept {
            const auto rest = static_cast<std::uint8_t>(own - 1);
            return other > 0 ? Tokens{other, rest} : Tokens{rest, 0};
        }
    };

    struct Layer {
        std::vector<std::int8_t> values;
        int classes = 0;  ///< boards with fewer tokens than this are known
    };

    /// A column as its two bits have it: the colour of the last token, and above it in the number that of the one before.
    struct Column {
        unsigned own;
        unsigned other;
    };

    /// What a column adds to a board's name: heights as one number, colours as another, both also for the mirror image.
    struct Share {
        std::uint32_t profile = 0;
        std::uint32_t mirrored_profile = 0;
        std::uint32_t colours = 0;
        std::uint32_t mirrored_colours = 0;

        [[gnu::always_inline]] void add(const Share& share) noexcept {
            profile += share.profile;
            mirrored_profile += share.mirrored_profile;
            colours += share.colours;
            mirrored_colours += share.mirrored_colours;
        }
        [[gnu::always_inline]] void take(const Share& share) noexcept {
            profile -= share.profile;
            mirrored_profile -= share.mirrored_profile;
            colours -= share.colours;
            mirrored_colours -= share.mirrored_colours;
        }
    };

    /// A successor with more points than fit in with the rest.
    struct Wide {
        std::uint32_t number;
        std::int32_t gain;
    };

    /// Blocks of which some may be finished, and what for.
    struct Stage {
        bool begun = false;
        bool successors = false;
        Tokens tokens = {};
        std::size_t first = 0;
        std::vector<std::uint8_t> finished;
    };

    [[nodiscard]] static Tokens tokens_of(const Position& position) noexcept { return {position.tokens[position.turn], position.tokens[position.turn ^ 1U]}; }
    [[nodiscard]] static std::size_t slot(Tokens tokens) noexcept { return std::size_t{tokens.own} * 41 + tokens.other; }
    [[nodiscard]] static std::size_t total_of(const Position& position) noexcept {
        return static_cast<std::size_t>(bestgame::count(position.cells[0] | position.cells[1])) + tokens_of(position).sum();
    }

    /// Boards with fewer tokens than this come up when so many are left of so many.
    [[nodiscard]] std::size_t classes(Tokens tokens, std::size_t total) const noexcept { return std::min(total - tokens.sum(), cells_) + 1; }
    [[nodiscard]] bool has(Tokens tokens, std::size_t total) const noexcept { return static_cast<std::size_t>(layers_[slot(tokens)].classes) >= classes(tokens, total); }

    /// The tokens left, from the last one back to the position.
    [[nodiscard]] static std::vector<Tokens> chain_of(const Position& position) {
        std::vector<Tokens> chain;
        for (Tokens tokens = tokens_of(position); tokens.sum() > 0; tokens = tokens.next()) chain.push_back(tokens);
        std::ranges::reverse(chain);
        return chain;
    }

    /// Whether all positions with so many tokens on the board and left are known.
    [[nodiscard]] bool knows(const std::vector<Tokens>& chain, std::size_t total) const noexcept {
        return std::ranges::all_of(chain, [&](Tokens tokens) { return tokens.sum() > total || has(tokens, total); });
    }

    // Numbers

    void describe_columns() {
        shares_.resize(width_ << (rows_ + 1));
        std::vector<std::uint32_t> powers = {1};
        while (powers.size() < width_) powers.push_back(powers.back() * static_cast<std::uint32_t>(rows_ + 1));
        shapes_.resize((rows_ + 1) * 4);
        for (std::size_t height = 0; height <= rows_; ++height) {
            const unsigned filled = (1U << height) - 1;
            for (unsigned colours = 0; colours < states(height); ++colours) {
                unsigned own = 0;
                for (std::size_t below = 0; below < height; ++below) {
                    const unsigned token = below == 0 ? colours & 1 : (colours >> 1 ^ static_cast<unsigned>(below - 1)) & 1;
                    own |= token << (height - 1 - below);
                }
                shapes_[height * 4 + colours] = {own, filled ^ own};
                for (std::size_t column = 0; column < width_; ++column) {
                    const std::size_t image = width_ - 1 - column;
                    const auto tall = static_cast<std::uint32_t>(height);
                    shares_[share(column, own, filled ^ own)] = {tall * powers[column], tall * powers[image], colours << 2 * column, colours << 2 * image};
                }
            }
        }
    }

    /// Of every three columns side by side the colours without a line.
    void describe_lines() {
        quiet_.reserve((rows_ + 1) * (rows_ + 1) * (rows_ + 1));
        for (std::size_t a = 0; a <= rows_; ++a) {
            for (std::size_t b = 0; b <= rows_; ++b) {
                for (std::size_t c = 0; c <= rows_; ++c) {
                    std::uint64_t quiet = 0;
                    for (unsigned colours = 0; colours < 64; ++colours) {
                        const std::array<unsigned, 3> each = {colours & 3, colours >> 2 & 3, colours >> 4};
                        if (each[0] >= states(a) || each[1] >= states(b) || each[2] >= states(c)) continue;
                        const Column& left = shapes_[a * 4 + each[0]];
                        const Column& middle = shapes_[b * 4 + each[1]];
                        const Column& right = shapes_[c * 4 + each[2]];
                        if ((left.own & middle.own & right.own) == 0 && (left.other & middle.other & right.other) == 0) quiet |= std::uint64_t{1} << colours;
                    }
                    quiet_.push_back(quiet);
                }
            }
        }
    }

    [[nodiscard]] static unsigned states(std::size_t height) noexcept { return height == 0 ? 1 : (height == 1 ? 2 : 4); }

    [[nodiscard, gnu::always_inline]] std::size_t share(std::size_t column, unsigned own, unsigned other) const noexcept {
        return column << (rows_ + 1) | ((own | other) + 1) | own;
    }

    [[nodiscard, gnu::always_inline]] std::size_t share_of(std::size_t column, Word own, Word other) const noexcept {
        const unsigned column_bits = (1U << rows_) - 1;
        const std::size_t shift = column * (rows_ + 1);
        return share(column, static_cast<unsigned>(own >> shift) & column_bits, static_cast<unsigned>(other >> shift) & column_bits);
    }

    [[nodiscard, gnu::always_inline]] Share name(Word own, Word other) const noexcept {
        Share sum;
        for (std::size_t column = 0; column < width_; ++column) sum.add(shares_[share_of(column, own, other)]);
        return sum;
    }

    [[nodiscard, gnu::always_inline]] std::size_t number(Word own, Word other) const noexcept { return number(name(own, other)); }

    [[nodiscard, gnu::always_inline]] std::size_t number(const Share& name) const noexcept {
        const bool mirrored = name.mirrored_profile < name.profile || (name.mirrored_profile == name.profile && name.mirrored_colours < name.colours);
        const std::size_t profile = mirrored ? name.mirrored_profile : name.profile;
        const std::size_t code = std::size_t{blocks_[profile]} << 2 * width_ | (mirrored ? name.mirrored_colours : name.colours);
        return before_[code / 64] + static_cast<std::size_t>(std::popcount(marks_[code / 64] & ((std::uint64_t{1} << code % 64) - 1)));
    }

    /// The blocks, one for the heights of all columns, in the order of the tokens they hold.
    void list_blocks(std::size_t profiles) {
        std::vector<std::vector<std::uint32_t>> holding(cells_ + 1);
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
        class_begins_ = {0};
        for (const auto& alike : holding) {
            for (const auto profile : alike) {
                blocks_[profile] = static_cast<std::uint32_t>(profiles_.size());
                profiles_.push_back(profile);
            }
            class_begins_.push_back(profiles_.size());
        }
    }

    [[nodiscard]] Heights heights_of(std::size_t block) const noexcept {
        Heights heights{};
        for (std::size_t rest = profiles_[block], column = 0; column < width_; ++column, rest /= rows_ + 1) heights[column] = rest % (rows_ + 1);
        return heights;
    }

    [[nodiscard]] std::size_t words_a_block() const noexcept { return std::size_t{1} << (2 * width_ - 6); }

    /// The most boards there can be with so many tokens or fewer, from the left to the right by the last two columns:
    /// half of all, but those that are their own image count whole.
    void count_boards() {
        std::vector<Column> all;
        std::vector<std::size_t> heights;
        for (std::size_t height = 0; height <= rows_; ++height) {
            for (unsigned colours = 0; colours < states(height); ++colours) {
                all.push_back(shapes_[height * 4 + colours]);
                heights.push_back(height);
            }
        }
        const std::size_t many = all.size();
        using Counts = std::vector<std::uint64_t>;
        std::vector<Counts> counts(many * many, Counts(cells_ + 1));
        for (std::size_t i = 0; i < many; ++i) {
            for (std::size_t j = 0; j < many; ++j) counts[i * many + j][heights[i] + heights[j]] = 1;
        }
        for (std::size_t column = 2; column < width_; ++column) {
            std::vector<Counts> longer(many * many, Counts(cells_ + 1));
            for (std::size_t i = 0; i < many; ++i) {
                for (std::size_t j = 0; j < many; ++j) {
                    const unsigned own = all[i].own & all[j].own;
                    const unsigned other = all[i].other & all[j].other;
                    const Counts& from = counts[i * many + j];
                    for (std::size_t k = 0; k < many; ++k) {
                        if ((own & all[k].own) != 0 || (other & all[k].other) != 0) continue;
                        for (std::size_t held = 0; held <= column * rows_; ++held) longer[j * many + k][held + heights[k]] += from[held];
                    }
                }
            }
            counts = std::move(longer);
        }
        std::uint64_t images = 1;
        for (std::size_t column = 0; column < (width_ + 1) / 2; ++column) images *= many;
        std::uint64_t sum = 0;
        most_boards_ = {0};
        for (std::size_t held = 0; held <= cells_; ++held) {
            for (const Counts& count : counts) sum += count[held];
            most_boards_.push_back(static_cast<std::size_t>((sum + std::min(sum, images) + 1) / 2));
        }
    }

    [[nodiscard]] std::size_t most_boards(std::size_t classes) const noexcept { return most_boards_[classes]; }

    // Memory

    [[nodiscard]] std::size_t fixed_bytes(std::size_t most_held) const noexcept {
        const std::size_t tables = (profiles_.size() + blocks_.size()) * sizeof(std::uint32_t) + shares_.size() * sizeof(Share);
        return tables + (class_begins_[most_held + 1] * words_a_block() + 1) * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
    }

    [[nodiscard]] std::size_t successors_bytes() const noexcept {
        const std::size_t bytes = most_boards(cells_ + 1) * width_ * sizeof(Successor);
        return bytes + (bytes >= ZeroedMemory::huge_from / 2 ? ZeroedMemory::huge_page : 4096);
    }

    /// What the layers of a game take, from so many tokens in all down to so many on the board when nothing is left.
    [[nodiscard]] std::size_t layers_bytes(std::size_t left, std::size_t held) const noexcept {
        std::size_t sum = 0;
        for (std::size_t rest = 1; rest <= left; ++rest) sum += most_boards(std::min(left + held - rest, cells_) + 1);
        return sum;
    }

    [[nodiscard]] std::size_t largest_that_fits(const std::vector<Tokens>& chain, std::size_t total) const noexcept {
        if (too_large_) return 0;
        const auto fits = [&](std::size_t part) {
            std::size_t sum = fixed_bytes(std::min(part, cells_)) + (storing_ ? successors_bytes() : 0);
            std::size_t copied = 0;
            for (const Layer& layer : layers_) sum += layer.values.capacity();
            for (const Tokens tokens : chain) {
                if (tokens.sum() > part) continue;
                const std::size_t wanted = most_boards(classes(tokens, part));
                sum += wanted - std::min(wanted, layers_[slot(tokens)].values.capacity());
                // Where only one player has tokens left, what follows is copied for a while.
                if (tokens.other == 0) copied = std::max(copied, most_boards(classes(tokens.next(), part)));
            }
            return sum + copied <= bytes_;
        };
        while (total > 0 && !fits(total)) --total;
        return total;
    }

    // Work

    /// Runs `work(block, counter)` for the blocks that are not finished; READY when all are.
    template <class Work>
    Progress together(Stage& stage, std::size_t end, std::size_t boards, const Crew& crew, Work&& work) {
        stage.finished.resize(std::max(stage.finished.size(), end - stage.first));
        std::atomic<std::size_t> next = stage.first;
        std::atomic<bool> halted = false;
        std::atomic<bool> paused = false;
        std::atomic<std::uint64_t> helped = 0;
        const auto run = [&](NodeCounter& counter) {
            const std::uint64_t budget_end = counter.spent() + std::min(crew.budget, std::numeric_limits<std::uint64_t>::max() / 2);
            for (std::size_t block = next++; block < end && !halted && !paused; block = next++) {
                if (stage.finished[block - stage.first] != 0) continue;
                if (!work(block, counter)) {
                    halted = true;
                } else {
                    stage.finished[block - stage.first] = 1;
                    if (counter.spent() >= budget_end) paused = true;
                }
            }
        };
        {
            std::vector<std::jthread> helpers;
            for (int helper = 1; helper < crew.threads && boards >= fewest_shared; ++helper) {
                helpers.emplace_back([&] {
                    NodeCounter own_nodes(crew.control, nullptr);
                    run(own_nodes);
                    helped += own_nodes.spent();
                });
            }
            try {
                run(crew.nodes);
            } catch (...) {
                halted = true;  // what the poll throws must not wait for the helpers' last block
                throw;
            }
        }
        crew.helpers_nodes += helped;
        if (halted) return Progress::HALTED;
        return std::ranges::all_of(stage.finished.begin(), stage.finished.begin() + static_cast<std::ptrdiff_t>(end - stage.first), [](auto done) { return done != 0; })
                   ? Progress::READY
                   : Progress::PAUSED;
    }

    /// The stage that was begun, if it is this one, else a new one.
    [[nodiscard]] Stage& stage(bool successors, Tokens tokens, std::size_t first) {
        const bool same = unfinished_.begun && unfinished_.successors == successors && unfinished_.tokens == tokens && unfinished_.first == first;
        if (!same) unfinished_ = {true, successors, tokens, first, {}};
        return unfinished_;
    }

    /// Numbers the boards with fewer tokens than `classes`.
    Progress number_boards(std::size_t classes, const Crew& crew) {
        const std::size_t end = class_begins_[classes];
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

    /// Marks the boards of a block that have no line and come before their mirror image. A word is all colours of the
    /// first three columns; the others are the same in all of it.
    void mark(std::size_t block) {
        const Heights heights = heights_of(block);
        const auto quiet = [&](std::size_t column) { return quiet_[(heights[column] * (rows_ + 1) + heights[column + 1]) * (rows_ + 1) + heights[column + 2]]; };
        std::array<std::uint64_t, 4> by_fourth;
        by_fourth.fill(quiet(0));
        for (std::size_t fourth = 0; fourth < 4 && width_ > 3; ++fourth) {
            const std::uint64_t pairs = quiet(1) >> 16 * fourth;
            for (std::size_t pair = 0; pair < 16; ++pair) {
                if ((pairs >> pair & 1) == 0) by_fourth[fourth] &= ~(std::uint64_t{0xF} << 4 * pair);
            }
        }
        std::uint64_t* const words = &marks_[block * words_a_block()];
        for (std::size_t word = 0; word < words_a_block(); ++word) {
            std::uint64_t marks = by_fourth[word & 3];
            if (width_ > 4) {
                const std::uint64_t thirds = quiet(2) >> 4 * (word & 15);
                for (std::size_t third = 0; third < 4; ++third) {
                    if ((thirds >> third & 1) == 0) marks &= ~(std::uint64_t{0xFFFF} << 16 * third);
                }
            }
            for (std::size_t column = 3; column + 2 < width_ && marks != 0; ++column) {
                if ((quiet(column) >> (word >> 2 * (column - 3) & 63) & 1) == 0) marks = 0;
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

    [[nodiscard]] std::size_t first_of(std::size_t block) const noexcept { return before_[block * words_a_block()]; }

    /// Calls `seen(number, own, other)` for the boards of a block in their order; false when it said so.
    template <class Seen>
    bool each_board(std::size_t block, Seen&& seen) const {
        std::array<const Column*, Kernel::max_moves> shapes;
        const auto heights = heights_of(block);
        for (std::size_t column = 0; column < width_; ++column) shapes[column] = &shapes_[heights[column] * 4];
        std::size_t number = first_of(block);
        for (std::size_t word = 0; word < words_a_block(); ++word) {
            for (std::uint64_t marks = marks_[block * words_a_block() + word]; marks != 0; marks &= marks - 1) {
                const std::size_t colours = word * 64 + static_cast<std::size_t>(std::countr_zero(marks));
                Word own = 0;
                Word other = 0;
                for (std::size_t column = 0; column < width_; ++column) {
                    const Column& shape = shapes[column][colours >> 2 * column & 3];
                    own |= static_cast<Word>(shape.own) << column * (rows_ + 1);
                    other |= static_cast<Word>(shape.other) << column * (rows_ + 1);
                }
                if (!seen(number++, own, other)) return false;
            }
        }
        return true;
    }

    /// Calls `seen(column, number, gain)` for each move, the board after it numbered as the opponent sees it.
    template <class Seen>
    [[gnu::always_inline]] void each_successor(Word own, Word other, Seen&& seen) const {
        const Word occupied = own | other;
        const std::size_t stride = rows_ + 1;
        const Word drops = (occupied + kernel_.floor()) & ~occupied & kernel_.board();
        // A token on a pair captures it or completes a line, one between or beside two of its colour completes a line; all else is quiet.
        const Word pairs = (own << 1 & own << 2) | (other << 1 & other << 2);
        const Word in_line = (own << stride & own << 2 * stride) | (own >> stride & own >> 2 * stride) | (own << stride & own >> stride);
        const Share here = name(other, own);
        for (Word rest = drops; rest != 0; rest &= rest - 1) {
            const Word drop = rest & (~rest + 1);
            const std::size_t column = static_cast<std::size_t>(bestgame::lowest(drop)) / stride;
            const bool on_pair = (drop & pairs) != 0;
            const Word scored = on_pair ? drop | drop >> 1 | drop >> 2 : drop;
            if ((scored & in_line) != 0) {
                const Position next = kernel_.play({{own, other}, {0, 0}, {2, 2}, Kernel::white}, static_cast<typename Kernel::Move>(column));
                seen(column, number(next.cells[1], next.cells[0]), next.points[0] - next.points[1]);
                continue;
            }
            // Only this column changes: it grows, or loses the pair and, when that was captured, the mover's token under it.
            Share next = here;
            next.take(shares_[share_of(column, other, own)]);
            const Word under = on_pair && (other & drop >> 1) != 0 ? own & drop >> 3 : Word{0};
            const Word gone = on_pair ? drop >> 1 | drop >> 2 | under : Word{0};
            next.add(shares_[share_of(column, other & ~gone, (own | (on_pair ? Word{0} : drop)) & ~gone)]);
            seen(column, number(next), on_pair ? (under != 0 ? 4 : 3) : 0);
        }
    }

    /// Stores the successors of boards with fewer tokens than `classes`.
    Progress find_successors(std::size_t classes, const Crew& crew) {
        if (with_successors_ >= classes) return Progress::READY;
        if (successors_.size() == 0) successors_ = ZeroedMemory(successors_bytes());
        const std::size_t first = class_begins_[with_successors_];
        const std::size_t end = class_begins_[classes];
        const auto progress = together(stage(true, {}, first), end, first_of(end) - first_of(first), crew, [&](std::size_t block, NodeCounter& nodes) {
            return each_board(block, [&](std::size_t board, Word own, Word other) {
                Successor* const to = stored(board);
                std::fill_n(to, width_, no_successor);
                each_successor(own, other, [&](std::size_t column, std::size_t number, int gain) {
                    if (gain <= widest_gain && gain >= -widest_gain) {
                        to[column] = static_cast<Successor>(number << gain_bits) | static_cast<Successor>(gain + widest_gain + 1);
                    } else {
                        const std::scoped_lock lock(wide_mutex_);
                        to[column] = static_cast<Successor>(wide_.size() << gain_bits);
                        wide_.push_back({static_cast<std::uint32_t>(number), gain});
                    }
                });
                return nodes.spend();
            });
        });
        if (progress == Progress::READY) {
            with_successors_ = classes;
            unfinished_ = {};
        }
        return progress;
    }

    [[nodiscard]] Successor* stored(std::size_t board) const noexcept { return reinterpret_cast<Successor*>(successors_.data()) + board * width_; }

    /// What follows a move of a player whose opponent has no tokens left, as that opponent would see it; zeroes after the last token.
    [[nodiscard]] std::vector<std::int8_t> after_skipping(Tokens next, std::size_t classes) const {
        std::vector<std::int8_t> result(first_of(class_begins_[classes]));
        for (std::size_t block = 0; block < class_begins_[classes] && next.own > 0; ++block) {
            each_board(block, [&](std::size_t board, Word own, Word other) {
                result[number(other, own)] = static_cast<std::int8_t>(-layers_[slot(next)].values[board]);
                return true;
            });
        }
        return result;
    }

    /// Calls `work` with the number of columns as a constant: the innermost loop gains much by it.
    template <std::size_t width = 3, class Work>
    bool for_width(Work&& work) const {
        if constexpr (width < Kernel::max_moves) {
            if (width != width_) return for_width<width + 1>(work);
        }
        return work.template operator()<width>();
    }

    /// Works out a layer for a total; room is made at once for a larger one that is to come.
    Progress work_out(Tokens tokens, std::size_t total, std::size_t largest, const Crew& crew) {
        const std::size_t wanted = classes(tokens, total);
        std::vector<std::int8_t> after;
        if (tokens.other == 0) after = after_skipping(tokens.next(), classes(tokens.next(), total));
        const std::int8_t* const next = tokens.other == 0 ? after.data() : layers_[slot(tokens.next())].values.data();
        Layer& layer = layers_[slot(tokens)];
        const std::size_t first = class_begins_[static_cast<std::size_t>(layer.classes)];
        const std::size_t end = class_begins_[wanted];
        layer.values.reserve(most_boards(classes(tokens, largest)));
        if (layer.values.size() < first_of(end)) layer.values.resize(first_of(end));
        const auto worth = [](int best) { return static_cast<std::int8_t>(best < -most_points ? 0 : best); };
        const auto progress = together(stage(false, tokens, first), end, first_of(end) - first_of(first), crew, [&](std::size_t block, NodeCounter& nodes) {
            if (!storing_) {
                return each_board(block, [&](std::size_t board, Word own, Word other) {
                    int best = none;
                    each_successor(own, other, [&](std::size_t, std::size_t number, int gain) { best = std::max(best, gain - next[number]); });
                    layer.values[board] = worth(best);
                    return nodes.spend();
                });
            }
            return for_width([&]<std::size_t width>() {
                for (std::size_t board = first_of(block); board < first_of(block + 1); ++board) {
                    if (!nodes.spend()) return false;
                    int best = none;
                    const Successor* const to = stored(board);
                    for (std::size_t column = 0; column < width; ++column) {
                        const std::size_t place = to[column] >> gain_bits;
                        const int gain = static_cast<int>(to[column] & ((1U << gain_bits) - 1));
                        if (gain != 0) [[likely]] {
                            best = std::max(best, gain - widest_gain - 1 - next[place]);
                        } else {
                            best = std::max(best, wide_[place].gain - next[wide_[place].number]);
                        }
                    }
                    layer.values[board] = worth(best);
                }
                return true;
            });
        });
        if (progress == Progress::READY) {
            layer.classes = static_cast<int>(wanted);
            unfinished_ = {};
        }
        return progress;
    }

    const Kernel& kernel_;
    std::size_t width_;
    std::size_t rows_;
    std::size_t cells_;
    std::size_t bytes_;
    bool too_large_ = false;
    bool storing_ = false;  ///< successors are stored, else found each time

    std::vector<Share> shares_;                 ///< of every column as it may be
    std::vector<Column> shapes_;                ///< by height and colours
    std::vector<std::uint64_t> quiet_;          ///< by three heights
    std::vector<std::uint32_t> blocks_;         ///< by profile
    std::vector<std::uint32_t> profiles_;       ///< by block
    std::vector<std::size_t> class_begins_;     ///< the first block with so many tokens
    std::vector<std::size_t> most_boards_;      ///< with fewer tokens

    std::vector<std::uint64_t> marks_;          ///< the boards of each block that are numbered
    std::vector<std::uint32_t> before_ = {0};   ///< how many are marked before each word
    std::size_t numbered_ = 0;                  ///< blocks
    ZeroedMemory successors_;
    std::vector<Wide> wide_ = {{0, none}};
    std::mutex wide_mutex_;
    std::size_t with_successors_ = 0;           ///< boards with fewer tokens have theirs
    Stage unfinished_;
    std::vector<Layer> layers_ = std::vector<Layer>(slots);
};

}  // namespace quintet
