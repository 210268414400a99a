#include "core/registry.hpp"

#include "core/text.hpp"

#include <map>

namespace quintet {

namespace {

/// Inside a function, because files enlist their games before anything else is sure to exist.
std::map<std::string, Maker, std::less<>>& makers() {
    static std::map<std::string, Maker, std::less<>> known;
    return known;
}

}  // namespace

bool enlist(std::string_view id, Maker make) {
    makers().emplace(id, make);
    return true;
}

std::set<std::string, std::less<>> game_ids() {
    std::set<std::string, std::less<>> ids;
    for (const auto& [id, make] : makers()) ids.insert(id);
    return ids;
}

EnginePtr load(std::string_view id, const Options& options) {
    const auto found = makers().find(id);
    if (found != makers().end()) return found->second(options);
    std::string list;
    for (const auto& [known, make] : makers()) list.append(list.empty() ? "" : ", ").append(known);
    throw Error("unknown game " + quoted(id) + ", expected one of " + list);
}

}  // namespace quintet
