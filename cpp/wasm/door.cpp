// The second door: the engine room as a WebAssembly module, beside cpp/bind/. A question is a text (wasm/request.hpp), an
// answer is JSON. What is refused leaves by the host's exception (wasm/exceptions.cpp), and the host makes a fresh instance.
#include "core/level_move.hpp"
#include "core/registry.hpp"
#include "wasm/json.hpp"
#include "wasm/request.hpp"

#include <cstring>

namespace quintet::wasm {

extern "C" [[clang::import_module("quintet"), clang::import_name("report")]] void quintet_report(const char* text, std::size_t size);

namespace {

std::string question;
std::vector<std::int16_t> numbers;  ///< of weights: the only thing that does not cross as text
std::string reply;

void report(const std::string& text) { quintet_report(text.data(), text.size()); }

/// A game with its options fixed, and what its searches remember.
struct Game {
    EnginePtr engine;
    WeightsPtr weights;
    std::unique_ptr<Searcher> searcher;
    std::unique_ptr<Solver> solver;
    std::unique_ptr<Solver> used_once;  ///< for a question that must not depend on earlier ones
};

/// By spec: opened when they are first asked about. Only the last one keeps its tables, so that memory stays bounded.
Game& game_of(const Request& request) {
    static std::map<std::string, Game, std::less<>> games;
    static Game* last = nullptr;
    const std::string& spec = request.text("game");
    auto found = games.find(spec);
    if (found == games.end()) {
        const auto [id, options] = parse_spec(spec);
        found = games.emplace(spec, Game{load(id, options), nullptr, nullptr, nullptr, nullptr}).first;
    }
    if (last != nullptr && last != &found->second) {
        last->searcher.reset();
        last->solver.reset();
    }
    last = &found->second;
    return *last;
}

std::string json(const AnalysisLine& line) {
    return Object().with("moves", line.moves).with("value", line.value).with("score", line.score).with("exact", line.exact).text();
}

std::string json(const Analysis& found) {
    std::string lines = "[";
    for (const AnalysisLine& line : found.lines) lines.append(lines.size() > 1 ? "," : "").append(json(line));
    return Object().with("move", found.move).with("value", found.value).with("score", found.score).with("exact", found.exact)
        .with("depth", found.depth).with("nodes", found.nodes).with("seconds", found.seconds).with_text("lines", lines + "]").text();
}

std::string json(Range range) { return "[" + std::to_string(range.low) + "," + std::to_string(range.high) + "]"; }

std::string json(const Solution& known) {
    return Object().with("solved", known.solved()).with("ending", ending_text(known.ending)).with_text("value", json(known.value))
        .with_text("margin", known.margin ? json(*known.margin) : "null").with("best", known.best).with("line", known.line)
        .with("moves_to_win", known.moves_to_win).with("nodes", known.nodes).with("seconds", known.seconds).text();
}

Limits limits_of(const Request& request) {
    Limits limits{.nodes = request.number<std::uint64_t>("nodes"), .depth = request.number<int>("depth")};
    if (const auto given = request.number<std::int64_t>("milliseconds")) limits.seconds = static_cast<double>(*given) / 1000;
    return limits;
}

constexpr int usual_memory_mb = 64;

/// A search limited by nodes begins with empty tables, so that equal questions get equal answers.
Searcher& searcher_of(Game& game, const Request& request) {
    if (!game.searcher || request.has("nodes")) {
        game.searcher.reset();
        game.searcher = game.engine->searcher(request.number<int>("memory_mb").value_or(usual_memory_mb), game.weights);
    }
    return *game.searcher;
}

/// A solver keeps partial work from call to call, unless a fresh one is asked for.
Solver& solver_of(Game& game, const Request& request) {
    std::unique_ptr<Solver>& solver = request.has("fresh") ? game.used_once : game.solver;
    if (!solver || request.has("fresh")) {
        solver.reset();
        solver = game.engine->solver(request.number<int>("memory_mb").value_or(usual_memory_mb), game.weights);
    }
    return *solver;
}

Method method_of(const Request& request) { return parse_method(request.has("method") ? request.text("method") : "auto"); }

std::string search(Game& game, const Request& request) {
    const SearchRequest asked{.method = method_of(request), .limits = limits_of(request),
                              .lines = request.number<int>("lines").value_or(1), .threads = 1,
                              .seed = request.number<std::uint64_t>("seed").value_or(0), .among = request.texts("among")};
    return json(searcher_of(game, request).search(request.text("position"), asked, [](const Analysis& found) { report(json(found)); }, {}, {}));
}

std::string solve(Game& game, const Request& request) {
    const bool result_only = request.has("result_only");
    const SolveRequest asked{.limits = limits_of(request), .threads = 1, .result_only = result_only, .all_best = !result_only};
    const Solution known = solver_of(game, request).solve(request.text("position"), asked, [](const Solution& so_far) { report(json(so_far)); }, {}, {});
    game.used_once.reset();
    return json(known);
}

std::string outcome(const Game& game, const Request& request) {
    const auto found = game.engine->outcome(request.text("position"));
    if (!found) return "null";
    Object object;
    object.with("winner", found->winner ? std::optional(static_cast<int>(*found->winner)) : std::nullopt).with("reason", found->reason);
    const std::string scores = found->scores ? "[" + std::to_string(found->scores->first) + "," + std::to_string(found->scores->second) + "]" : "null";
    return object.with_text("scores", scores).text();
}

std::string playouts(const Game& game, const Request& request) {
    const PlayoutTally tally = game.engine->playouts(request.text("position"), request.number<std::uint64_t>("count").value_or(1),
                                                     request.number<std::uint64_t>("seed").value_or(0), request.number<std::uint32_t>("limit").value_or(1000), {});
    return Object().with("wins", tally.wins).with("losses", tally.losses).with("draws", tally.draws).with("truncated", tally.truncated).with("moves", tally.moves).text();
}

/// The numbers were put where `numbers` said.
std::string use_weights(Game& game) {
    game.weights = game.engine->weights(numbers);
    numbers.clear();
    numbers.shrink_to_fit();
    game.searcher.reset();
    game.solver.reset();
    return "true";
}

std::string pictures(const Game& game, const Request& request) {
    std::string shown = "[";
    const auto move = request.has("move") ? std::optional<std::string_view>(request.text("move")) : std::nullopt;
    for (const Picture& picture : game.engine->pictures(request.text("position"), move)) {
        shown.append(shown.size() > 1 ? "," : "");
        shown += Object().with("text", picture.text).with("winning", picture.winning).with("held", picture.held).text();
    }
    return shown + "]";
}

std::string level(const Game& game, const Request& request) {
    LevelRequest asked{.limits = limits_of(request), .lines = request.number<int>("lines").value_or(1), .temperature = request.decimal("temperature").value_or(0),
                       .careful = request.has("careful"), .method = method_of(request), .memory_mb = request.number<int>("memory_mb").value_or(usual_memory_mb),
                       .seed = request.text("seed"), .near_seed = request.number<std::uint64_t>("near_seed").value_or(0)};
    return wasm::json(level_move(*game.engine, game.weights, request.text("position"), asked, {}, {}));
}

std::string planes(const Game& game, const Request& request) {
    const auto seen = game.engine->observe(request.text("position"));
    if (!seen) return "null";
    return Object().with("rows", seen->board.rows).with("columns", seen->board.columns).with("planes", std::vector<int>(seen->planes.begin(), seen->planes.end())).text();
}

std::string solver_facts(Game& game, const Request& request) {
    const Solver& solver = solver_of(game, request);
    std::string facts = Object().with("reach", solver.reach(request.text("position"), request.has("result_only"))).with("nodes_a_second", solver.nodes_a_second())
        .with("resumes", solver.resumes()).text();
    game.used_once.reset();
    return facts;
}

std::string layout(const Game& game) {
    const auto found = game.engine->weights_layout();
    if (!found) return "null";
    std::string digits(16, '0');
    for (std::size_t i = 0; i < 16; ++i) digits[i] = "0123456789abcdef"[*found >> (60 - 4 * i) & 15];
    return wasm::json(digits);
}

std::string answer(const Request& request) {
    const std::string& verb = request.text("ask");
    if (verb == "ids") {
        const auto ids = game_ids();
        return wasm::json(std::vector<std::string>(ids.begin(), ids.end()));
    }
    Game& game = game_of(request);
    if (verb == "start") return wasm::json(game.engine->start());
    if (verb == "layout") return layout(game);
    if (verb == "weights") return use_weights(game);
    const std::string& position = request.text("position");
    if (verb == "to_move") return wasm::json(static_cast<int>(game.engine->to_move(position)));
    if (verb == "legal_moves") return wasm::json(game.engine->legal_moves(position));
    if (verb == "play") return wasm::json(game.engine->line(position, request.texts("moves")));
    if (verb == "outcome") return outcome(game, request);
    if (verb == "perft") return wasm::json(game.engine->perft(position, request.number<int>("depth").value_or(1), {}));
    if (verb == "pictures") return pictures(game, request);
    if (verb == "playouts") return playouts(game, request);
    if (verb == "search") return search(game, request);
    if (verb == "solve") return solve(game, request);
    if (verb == "solver") return solver_facts(game, request);
    if (verb == "level") return level(game, request);
    if (verb == "images") return wasm::json(game.engine->images(position));
    if (verb == "planes") return planes(game, request);
    throw Error("unknown question '" + verb + "'");
}

}  // namespace

/// Room for a question of so many bytes.
extern "C" [[clang::export_name("question")]] char* quintet_question(std::size_t size) {
    question.resize(size);
    return question.data();
}

/// Room for so many numbers of weights, which the next question is about.
extern "C" [[clang::export_name("numbers")]] std::int16_t* quintet_numbers(std::size_t count) {
    numbers.resize(count);
    return numbers.data();
}

/// Answers the question; its size. The text is where `reply` says.
extern "C" [[clang::export_name("answer")]] std::size_t quintet_answer() {
    reply = answer(Request(question));
    return reply.size();
}

extern "C" [[clang::export_name("reply")]] const char* quintet_reply() { return reply.data(); }

}  // namespace quintet::wasm
