#include "games/pentago_proof.hpp"

namespace quintet {

namespace pentago {

namespace {

constexpr std::array<std::uint16_t, 9> powers = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

/// A function, because the compiler would spend seconds on trying to evaluate a lambda, and fail.
Classes classes_of_fillings() {
    Classes found{};
    std::uint16_t next = 0;
    for (unsigned filling = 0; filling < found.size(); ++filling) {
        unsigned image = filling;
        unsigned model = filling;
        unsigned quarters = 0;
        for (unsigned turn = 1; turn < 4; ++turn) {
            unsigned turned = 0;
            for (unsigned cell = 0; cell < 9; ++cell) turned += image / powers[cell] % 3 * powers[3 * (cell % 3) + 2 - cell / 3];
            image = turned;
            if (image < model) {
                model = image;
                quarters = turn;
            }
        }
        found[filling] = model == filling ? next++ : static_cast<std::uint16_t>((found[model] & 0x1fff) | quarters << 13);
    }
    return found;
}

const Classes& classes() {
    static const Classes table = classes_of_fillings();
    return table;
}

/// Positions with fewer empty cells are worked out faster than looked up.
constexpr int fewest_remembered = 4;

/// From this many empty cells on it pays to look at all answers without search before searching the first.
constexpr int fewest_glanced_at = 6;

constexpr double fourth_power(double base) noexcept { return base * base * base * base; }

}  // namespace

Proof::Proof(Board attacker, Board defender, KnownTable& table, NodeCounter& nodes, const std::atomic<bool>* abandoned)
    : cells_(all_cells & ~(attacker | defender)), attacker_(attacker, cells_), defender_(defender, cells_), classes_(classes()), table_(table), nodes_(nodes),
      abandoned_(abandoned) {
    const auto code = [](int bit) { return std::uint64_t{powers[static_cast<std::size_t>(bit % 16)]} << (bit / 16 * 16); };
    for (Board left = attacker; left != 0; left &= left - 1) start_code_ += code(std::countr_zero(left));
    for (Board left = defender; left != 0; left &= left - 1) start_code_ += 2 * code(std::countr_zero(left));
    for (int cell = 0; cell < cells_.size; ++cell) codes_[static_cast<std::size_t>(cell)] = code(cells_[cell].bit);
}

Node Proof::start(bool attacker_moves) const noexcept {
    const Full fives[2] = {defender_(0), attacker_(0)};
    return {0, 0, start_code_, (CellSet{1} << cells_.size) - 1, fives[attacker_moves], fives[!attacker_moves]};
}

Node Proof::after(const Node& node, int cell, bool attacker_moves) const noexcept {
    const Filling moved = node.mover | cells_[cell].filling;
    const std::uint64_t code = codes_[static_cast<std::size_t>(cell)] * (attacker_moves ? 1 : 2);
    return {node.other, moved, node.code + code, node.open & ~(CellSet{1} << cell), node.other_fives, attacker_moves ? attacker_(moved) : defender_(moved)};
}

Proof::Place Proof::place_of(const Node& node, bool attacker_moves, int parity, int plies) const noexcept {
    Place place{};
    for (std::size_t lane = 0; lane < 4; ++lane) {
        const unsigned entry = classes_[node.code >> (16 * lane) & 0xffff];
        place.key |= std::uint64_t{entry & 0x1fff} << (13 * lane);
        place.from_model[lane] = static_cast<std::uint8_t>(entry >> 13);
        place.to_model[lane] = (4 - place.from_model[lane]) & 3;
    }
    place.parity = parity ^ parity_of(place.to_model);
    const int limit = std::min(plies, std::popcount(node.open));
    place.key |= std::uint64_t{attacker_moves} << 52 | static_cast<std::uint64_t>(place.parity) << 53 | static_cast<std::uint64_t>(limit) << 54;
    return place;
}

Known Proof::known_at(const Place& place) const noexcept {
    const Known found = table_.find(place.key);
    return {shifted(found.won, place.parity, place.from_model), shifted(found.held, place.parity, place.from_model)};
}

Half Proof::known_bad(const Node& node, bool attacker_moves, int parity, int plies) const noexcept {
    const Known known = known_at(place_of(node, attacker_moves, parity, plies));
    return attacker_moves ? known.held : known.won;
}

/// Where the side to move ends the game its way with this turn, from rotations without a five; `gains` are its fives
/// after one more marble, over all cells it may choose, `last` that only one is left.
template <bool Attacking, int Parity>
[[gnu::always_inline]] inline Half Proof::settled_at_once(const Full& gains, const Full& other_fives, bool last) const noexcept {
    constexpr int next = 1 - Parity;
    Half turning = gains.half<next>();
    if constexpr (Attacking) {
        turning &= ~other_fives.half<next>();
    } else if (last) {
        turning |= ~other_fives.half<next>();
    }
    return gains.half<Parity>() | turned_once(turning);
}

Half Proof::good_for_mover(const Node& node, bool attacker_moves, int parity, Half asked, int plies) {
    std::array<Full, 36> gains;
    (attacker_moves ? attacker_ : defender_).after_each(node.mover, node.open, gains);
    Full all{};
    for (CellSet left = node.open; left != 0; left &= left - 1) all = all | gains[static_cast<std::size_t>(std::countr_zero(left))];
    const bool last = std::has_single_bit(node.open);
    const auto answered = [&]<bool Attacking, int Parity>() {
        const Half settled = asked & settled_at_once<Attacking, Parity>(all, node.other_fives, last);
        const Half left = asked & ~settled;
        return last || !any(left) ? settled : settled | search<Attacking, Parity>(node, gains, left, plies);
    };
    if (attacker_moves) return parity == 0 ? answered.template operator()<true, 0>() : answered.template operator()<true, 1>();
    return parity == 0 ? answered.template operator()<false, 0>() : answered.template operator()<false, 1>();
}

template <bool Attacking, int Parity>
[[gnu::always_inline]] inline Node Proof::child_of(const Node& node, const std::array<Full, 36>& mover_gains, int number) const noexcept {
    const auto cell = static_cast<std::size_t>(number);
    return {node.other, node.mover | cells_.cells[cell].filling, node.code + codes_[cell] * (Attacking ? 1 : 2), node.open & ~(CellSet{1} << cell),
            node.other_fives, mover_gains[cell]};
}

template <bool Attacking, int Parity>
Half Proof::expand(const Node& node, const std::array<Full, 36>& mover_gains, Half asked, int plies, Frame& frame) const noexcept {
    constexpr int next = 1 - Parity;
    (Attacking ? defender_ : attacker_).after_each(node.other, node.open, frame.other_gains);
    // The union over all cells but one: from the front up to it, and from the back.
    Full front{};
    frame.size = 0;
    frame.hopes = 0;
    for (CellSet left = node.open; left != 0; left &= left - 1) {
        const int cell = std::countr_zero(left);
        Option& option = frame.options[static_cast<std::size_t>(frame.size++)];
        option.cell = cell;
        frame.fronts[static_cast<std::size_t>(cell)] = front;
        front = front | frame.other_gains[static_cast<std::size_t>(cell)];
    }
    const Half reached = turned_once(asked);
    Half possible{};
    Full back{};
    for (int i = frame.size; i-- > 0;) {
        Option& option = frame.options[static_cast<std::size_t>(i)];
        const auto cell = static_cast<std::size_t>(option.cell);
        const Half fives = mover_gains[cell].template half<next>() | node.other_fives.template half<next>();
        const Half settled = settled_at_once<!Attacking, next>(frame.fronts[cell] | back, mover_gains[cell], frame.size == 2);
        back = back | frame.other_gains[cell];
        option.rest = reached & ~fives;
        if (Attacking || plies > 1) option.rest &= ~settled;
        const Half reach = turned_once(option.rest) & asked;
        option.hope = count(reach);
        frame.hopes += option.hope;
        possible |= reach;
    }
    return possible;
}

/// Measured: what a move may settle counts for much more than what it settled elsewhere.
template <bool Attacking>
double Proof::first_score(const Option& option) const noexcept {
    return option.hope * fourth_power(option.hope) * (history_[Attacking][static_cast<std::size_t>(option.cell)] + 1);
}

void Proof::put_in_order(std::span<Option> options) noexcept {
    for (std::size_t i = 1; i < options.size(); ++i) {
        const Option option = options[i];
        std::size_t at = i;
        for (; at > 0 && options[at - 1].score < option.score; --at) options[at] = options[at - 1];
        options[at] = option;
    }
}

/// The answers to all options without a search: what the table knows, and what the other side loses at once whatever it
/// plays. The options are then put in a new order, in which few replies count for much: each has to be refuted.
template <bool Attacking, int Parity>
Half Proof::glance(const Node& node, const std::array<Full, 36>& mover_gains, Frame& frame, Half asked, int plies, Half& pending) const noexcept {
    constexpr int next = 1 - Parity;
    const std::span<Option> options = std::span(frame.options).first(static_cast<std::size_t>(frame.size));
    std::array<Place, 36> places;
    for (const Option& option : options) {
        Place& place = places[static_cast<std::size_t>(option.cell)];
        place = place_of(child_of<Attacking, Parity>(node, mover_gains, option.cell), !Attacking, next, plies - 1);
        table_.prefetch(place.key);
    }
    Half good{};
    Frame after;
    for (Option& option : options) {
        const auto cell = static_cast<std::size_t>(option.cell);
        Half question = option.rest & turned_once(pending);
        option.rest = Half{};
        if (!any(question)) continue;
        const Known known = known_at(places[cell]);
        Half won = question & (Attacking ? known.won : known.held);
        question &= ~(known.won | known.held);
        if (any(question)) {
            const Node child = child_of<Attacking, Parity>(node, mover_gains, option.cell);
            option.rest = expand<!Attacking, next>(child, frame.other_gains, question, plies - 1, after);
            won |= question & ~option.rest;
            const double replies = after.hopes / count(question);
            option.score = first_score<Attacking>(option) / fourth_power(replies + 1);
        }
        pending &= ~turned_once(won);
        good |= turned_once(won) & asked;
    }
    put_in_order(options);
    return good;
}

/// Two cells or more are open, and nothing of what is asked is settled at once.
template <bool Attacking, int Parity>
Half Proof::search(const Node& node, const std::array<Full, 36>& mover_gains, Half asked, int plies) {
    constexpr int next = 1 - Parity;
    if (!nodes_.spend() || (abandoned_ != nullptr && abandoned_->load(std::memory_order_relaxed))) [[unlikely]] {
        halted_ = true;
        return Half{};
    }
    if (Attacking && plies <= 1) return Half{};
    const std::uint64_t before = nodes_.spent();
    const int size = std::popcount(node.open);

    const bool remembered = size >= fewest_remembered;
    Place place{};
    Known known{};
    Half answer{};
    if (remembered) {
        place = place_of(node, Attacking, Parity, plies);
        known = known_at(place);
        answer = asked & (Attacking ? known.won : known.held);
        asked &= ~(known.won | known.held);
        if (!any(asked)) return answer;
    }

    Frame frame;
    const Half possible = expand<Attacking, Parity>(node, mover_gains, asked, plies, frame);
    Half good{};
    // With one cell left the other side has had its chance; with no turns left nothing more is won.
    if (size == 2 || (!Attacking && plies <= 2)) {
        good = possible;
    } else {
        Half pending = asked & possible;
        const std::span<Option> options = std::span(frame.options).first(static_cast<std::size_t>(frame.size));
        for (Option& option : options) option.score = first_score<Attacking>(option);
        put_in_order(options);
        if (size >= fewest_glanced_at && any(pending)) good |= glance<Attacking, Parity>(node, mover_gains, frame, asked, plies, pending);
        for (const Option& option : options) {
            const Half question = option.rest & turned_once(pending);
            if (!any(question)) continue;
            const Node child = child_of<Attacking, Parity>(node, mover_gains, option.cell);
            const Half won = question & ~search<!Attacking, next>(child, frame.other_gains, question, plies - 1);
            if (halted_) return Half{};
            history_[Attacking][static_cast<std::size_t>(option.cell)] += count(turned_once(won) & pending) * size * size;
            pending &= ~turned_once(won);
            good |= turned_once(won) & asked;
        }
    }
    if (remembered) {
        const Half bad = asked & ~good;
        known.won |= Attacking ? good : bad;
        known.held |= Attacking ? bad : good;
        const Known stored{shifted(known.won, Parity, place.to_model), shifted(known.held, Parity, place.to_model)};
        table_.store(place.key, stored, nodes_.spent() - before);
    }
    return answer | good;
}

}  // namespace pentago

}  // namespace quintet
