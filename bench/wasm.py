"""The kernels in WebAssembly beside the native ones: equal answers, and the ratio of their times in one run.

``python -m bench.wasm [levels] [node] [chromium] [firefox]``. Native times are processor seconds of this machine's own
build (QUINTET_ISA=baseline where a portable one is installed); a browser's are what its own clock says, so an idle
machine measures best. With `levels` it compares the moves of levels 1 to 9 instead.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

from quintet import Engine, load
from quintet.core.game import spec
from quintet.engine.native.kernels import instruction_set, kernel_for
from quintet.server.web.built_files import engine_files

ROOT = Path(__file__).parents[1]
MODULE = ROOT / "build/wasm/quintet.wasm"
SCRIPTS = ROOT / "src/quintet/server/static/js/engine"
MOST_COUNTED = 30_000_000
DEEPER = {"bestgame": 9, "magnetize": 6, "quentin": 3}
"""Depths of perft for the games whose tables end where counting takes no time."""
WALKED = (
    "pentago", "othello", "bestgame", "magnetize", "quentin", "quentin(size=5)", "quentin(size=13)", "quentin(size=19)",
    "bestgame(columns=4,rows=5,tokens=8)", "magnetize(height=3,width=3)", "magnetize(height=9,width=12)",
)  # fmt: skip
LEVEL_POSITIONS = 200
"""Of each game, shared among the levels."""
PAGE = """<!doctype html><title>bench</title><script type="module">
import { CALLS } from "/calls.js";
import { KernelModule } from "/kernel_module.js";
import { LocalGame } from "/local_game.js";
const module = await WebAssembly.compileStreaming(fetch("/quintet.wasm"));
const manifest = await (await fetch("/manifest.json")).json();
const kernels = new KernelModule(module);
const games = new Map();
async function asked({ call, ...question }) {
  if (!call) return () => kernels.ask(question);
  const game = games.get(question.spec) ?? new LocalGame(kernels, question.spec, manifest);
  if (!games.has(question.spec)) await game.prepare(async (name) => (await fetch(`/${name}`)).arrayBuffer());
  games.set(question.spec, game);
  return () => CALLS[call].answer(game, question, () => {});
}
const answers = [];
for (const question of await (await fetch("/questions")).json()) {
  const ask = await asked(question);
  let best = Infinity, answer;
  for (let time = 0; time < 2; time += 1) {
    const began = performance.now();
    answer = ask();
    best = Math.min(best, performance.now() - began);
  }
  answers.push({ answer, seconds: best / 1000 });
}
await fetch("/answers", { method: "POST", body: JSON.stringify(answers) });
</script>"""
TYPES = {"": "text/html", ".js": "text/javascript", ".wasm": "application/wasm"}
Native = Callable[[], Any]


def work() -> Iterator[tuple[str, dict[str, Any], Native, Callable[[Any], Any]]]:
    """Kind and game, the question for the module, the same natively, and what of the module's answer must be equal."""
    random = Random(4)
    for path in sorted((ROOT / "tests/perft").iterdir()):
        for line in path.read_text("utf-8").splitlines():
            if not line or line.startswith("#"):
                continue
            board, given, depth, count = (field.strip() for field in line.split(";"))
            kernel = kernel_for(load(board), "none")
            if kernel is None or int(count) > MOST_COUNTED:
                continue
            position = kernel.rules.start() if given in ("", "start") else given
            question = {"ask": "perft", "game": spec(load(board)), "position": position, "depth": int(depth)}
            yield f"perft {path.stem}", question, partial(kernel.rules.perft, position, int(depth)), lambda found: found
    for board, deep in DEEPER.items():
        kernel = kernel_for(load(board), "none")
        assert kernel is not None
        question = {"ask": "perft", "game": board, "position": kernel.rules.start(), "depth": deep}
        counted = partial(kernel.rules.perft, kernel.rules.start(), deep)
        yield f"perft {board}", question, counted, lambda found: found
    for board in WALKED:
        yield from _walk(board, random)
    yield from _held()
    for board in ("bestgame", "magnetize", "othello", "pentago", "quentin"):
        kernel = kernel_for(load(board), "none")
        assert kernel is not None
        rules, start = kernel.rules, kernel.rules.start()
        question = {"ask": "playouts", "game": board, "position": start, "count": 20_000, "seed": 1}
        yield f"playouts {board}", question, partial(_tally, rules, 20_000), lambda found: found
        for number in range(4):
            position = _walked(rules, random, 3 * number)
            question = {"ask": "search", "game": board, "position": position, "nodes": 30_000, "memory_mb": 64}
            yield f"search {board}", question, partial(_searched, rules, position), lambda found: found["nodes"]
        plies = {"othello": 46, "pentago": 26, "bestgame": 24, "magnetize": 12, "quentin": 140}[board]
        for _ in range(4):
            position = _walked(rules, random, plies)
            question = {"ask": "solve", "game": board, "position": position, "nodes": 30_000, "memory_mb": 64}
            solved = partial(_solved, rules, position)
            yield f"solve {board}", question | {"fresh": True}, solved, lambda found: (*found["value"], found["nodes"])


def levels() -> Iterator[tuple[str, dict[str, Any], Native, Callable[[Any], Any]]]:
    """The same for the moves of levels."""
    random = Random(9)
    for board in WALKED[:5]:
        game, kernel = load(board), kernel_for(load(board), "none")
        assert kernel is not None
        engine = Engine(game, level=1, memory_mb=64)
        for seed in range(LEVEL_POSITIONS):
            position, level = _walked(kernel.rules, random, random.randrange(60)), 1 + seed % 9
            question = {"call": "level", "spec": board, "position": position, "level": level, "seed": seed}
            yield f"level {board}", question, partial(_chosen, engine, level, seed, position), lambda found: found


def _chosen(engine: Engine, level: int, seed: int, position: str) -> str:
    return str(engine.at_level(level, seed).choose(position))


def _walk(board: str, random: Random) -> Iterator[tuple[str, dict[str, Any], Native, Callable[[Any], Any]]]:
    """A random game: at each of its positions the legal moves, the outcome, and the position after the move."""
    kernel = kernel_for(load(board), "none")
    assert kernel is not None
    rules, position = kernel.rules, kernel.rules.start()
    for _ in range(60):
        asked = {"game": spec(load(board)), "position": position}
        yield f"walk {board}", asked | {"ask": "outcome"}, partial(rules.outcome, position), _ended
        moves = rules.legal_moves(position)
        yield f"walk {board}", asked | {"ask": "legal_moves"}, partial(rules.legal_moves, position), lambda found: found
        if rules.outcome(position):
            return
        move = random.choice(moves)
        after = partial(rules.play, position, move)
        yield f"walk {board}", asked | {"ask": "play", "moves": [move]}, after, lambda found: found
        position = after()


def _ended(outcome: Any) -> Any:
    return outcome and (outcome["winner"], outcome["reason"], outcome["scores"])


def _held() -> Iterator[tuple[str, dict[str, Any], Native, Callable[[Any], Any]]]:
    """Positions whose exact value is known."""
    for name, values in (("tactics", None), ("pentago-truth", {"win": 1, "draw": 0, "loss": -1})):
        for line in (ROOT / f"tests/data/{name}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            board, position = row.get("spec", "pentago"), row["position"]
            kernel = kernel_for(load(board), "none")
            if row["value"] is None or kernel is None:
                continue
            value = values[row["value"]] if values else row["value"]
            question = {"ask": "solve", "game": spec(load(board)), "position": position, "nodes": 300_000}
            native = partial(_known, kernel.rules, position, value)
            more = {"memory_mb": 64, "fresh": True}
            yield f"held {board.split('(')[0]}", question | more, native, lambda found: (found["value"], found["best"])


def _known(rules: Any, position: str, value: int) -> tuple[list[int], list[str]]:
    known = rules.solver(64, None).solve(position, nodes=300_000)
    assert known.value == (value, value), position
    return [*known.value], known.best


def _tally(rules: Any, count: int) -> dict[str, int]:
    tally = rules.playouts(count, 1)
    return {name: getattr(tally, name) for name in ("wins", "losses", "draws", "truncated", "moves")}


def _searched(rules: Any, position: str) -> int:
    return int(rules.searcher(64, None).search(position, nodes=30_000).nodes)


def _solved(rules: Any, position: str) -> tuple[int, ...]:
    known = rules.solver(64, None).solve(position, nodes=30_000)
    return (*known.value, known.nodes)


def _walked(rules: Any, random: Random, plies: int) -> str:
    position: str = rules.start()
    for _ in range(plies):
        after = rules.play(position, random.choice(rules.legal_moves(position)))
        if rules.outcome(after):
            break
        position = after
    return position


def by_node(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(question) + "\n" for question in questions for _ in range(2))
    with tempfile.TemporaryDirectory() as folder:
        for path, body in engine_files().items():
            Path(folder, Path(path).name).write_bytes(body)
        command = ["node", "--no-warnings", str(ROOT / "tests/wasm/ask.mjs"), str(MODULE), folder]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [min(pair, key=lambda answer: answer["seconds"]) for pair in zip(answers[::2], answers[1::2], strict=True)]


def by_browser(command: list[str], questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A page asks for the questions, works on them and sends its answers back."""
    sent: Queue[list[dict[str, Any]]] = Queue()
    bodies = {"/": PAGE.encode(), "/questions": json.dumps(questions).encode()}
    bodies |= {f"/{Path(path).name}": body for path, body in engine_files().items()}
    bodies |= {f"/{script.name}": script.read_bytes() for script in SCRIPTS.glob("*.js")}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = bodies.get(self.path)
            self.send_response(404 if body is None else 200)
            self.send_header("content-type", TYPES.get(Path(self.path).suffix, "application/json"))
            self.end_headers()
            self.wfile.write(body or b"")

        def do_POST(self) -> None:
            sent.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        with subprocess.Popen([*command, address], start_new_session=True, stderr=subprocess.DEVNULL) as process:
            try:
                return sent.get(timeout=1200)
            finally:
                os.killpg(process.pid, signal.SIGTERM)  # a browser is several processes
                server.shutdown()


def runners() -> dict[str, Callable[[list[dict[str, Any]]], list[dict[str, Any]]]]:
    profile = tempfile.mkdtemp()
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell") or "chromium"
    return {
        "node": by_node,
        "chromium": partial(by_browser, [chromium, "--headless=new", "--no-sandbox", f"--user-data-dir={profile}/c"]),
        "firefox": partial(by_browser, ["firefox-esr", "--headless", "--no-remote", "--profile", profile]),
    }


def main(names: list[str]) -> int:
    ways = runners()
    of_levels = names[:1] == ["levels"]
    names = names[of_levels:]
    unknown = [name for name in names if name not in ways]
    if unknown:
        print(f"expected {', '.join(ways)}, got {unknown[0]}", file=sys.stderr)
        return 1
    jobs = list(levels() if of_levels else work())
    expected, native = [], []
    for _, _, answer, _ in jobs:
        times = []
        for _ in range(2):
            began = time.process_time()
            found = answer()
            times.append(time.process_time() - began)
        expected.append(found)
        native.append(min(times))
    print(f"native: {instruction_set()}, {len(jobs)} questions, {sum(native):.1f} s")
    for name in names or ["node"]:
        answers = ways[name]([question for _, question, _, _ in jobs])
        wrong = [
            question
            for (_, question, _, chosen), found, right in zip(jobs, answers, expected, strict=True)
            if json.dumps(chosen(found["answer"])) != json.dumps(right)
        ]
        print(f"{name}: {len(jobs) - len(wrong)} of {len(jobs)} answers are equal to the native ones")
        for question in wrong:
            print("  differs:", question)
        for kind in dict.fromkeys(kind for kind, *_ in jobs):
            mine = [seconds for (job, *_), seconds in zip(jobs, native, strict=True) if job == kind]
            theirs = [found["seconds"] for (job, *_), found in zip(jobs, answers, strict=True) if job == kind]
            ratio = sum(mine) / max(sum(theirs), 1e-6)  # a browser's clock may not see the shortest
            print(f"  {kind:28} native {sum(mine):7.3f} s, here {sum(theirs):7.3f} s: {ratio:4.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
