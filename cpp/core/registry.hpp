// The registry: which games there are. A game's file enlists itself and no list exists anywhere.
//
// A kernel with an `id` is enlisted by one line in its .cpp file:
//
//     namespace { const bool enlisted = quintet::enlist<quintet::Othello>(); }
//
// A game whose kernel is a template over the board's size enlists a family instead, which picks the
// instantiation by the options:
//
//     struct QuentinFamily {
//         static constexpr std::string_view id = "quentin";
//         static EnginePtr make(const Options& options) {
//             return options.integer("size", 13, 2, 19) <= 8 ? make_engine<Quentin<8>>(options) : ...;
//         }
//     };
#pragma once

#include "core/engine.hpp"
#include "core/isa.hpp"

#include <set>

namespace quintet {

/// One game compiled for one instruction set: a link of the list of all of them.
struct Registration {
    std::string_view id;
    Isa isa;
    EnginePtr (*make)(const Options&);
    const Registration* next = nullptr;
};

[[nodiscard]] inline const Registration*& registrations() noexcept {
    static constinit const Registration* first = nullptr;
    return first;
}

/// Links a registration in. It is handed over ready-made because it runs at load time, also in files
/// compiled for processors better than the present one: there it must be no more than a plain call.
inline bool enlist(Registration& registration) noexcept {
    registration.next = registrations();
    registrations() = &registration;
    return true;
}

/// Enlists a kernel, or a family with `id` and `make`.
template <class Game>
bool enlist() noexcept {
    if constexpr (Kernel<Game>) {
        static constinit Registration registration{Game::id, compiled_isa, &make_engine<Game>};
        return enlist(registration);
    } else {
        static constinit Registration registration{Game::id, compiled_isa, &Game::make};
        return enlist(registration);
    }
}

[[nodiscard]] inline std::set<std::string, std::less<>> game_ids() {
    std::set<std::string, std::less<>> ids;
    for (const Registration* entry = registrations(); entry != nullptr; entry = entry->next) ids.emplace(entry->id);
    return ids;
}

/// The game with these options, compiled for the best instruction set up to `best`.
[[nodiscard]] inline EnginePtr load(std::string_view id, const Options& options, Isa best = running_isa()) {
    const Registration* chosen = nullptr;
    for (const Registration* entry = registrations(); entry != nullptr; entry = entry->next) {
        if (entry->id == id && entry->isa <= best && (chosen == nullptr || entry->isa > chosen->isa)) chosen = entry;
    }
    if (chosen != nullptr) return chosen->make(options);
    std::string list;
    for (const std::string& known : game_ids()) list.append(list.empty() ? "" : ", ").append(known);
    throw Error("unknown game " + quoted(id) + ", expected one of " + list);
}

}  // namespace quintet
