"""Examine a language model: matches in plain text against an engine, judged by exact values.

python examples/dialogue/dialogue.py                                    the random model, to see how it looks
python examples/dialogue/dialogue.py --command "ollama run some-model"  any program: the conversation comes on its
                                                                        standard input, it prints its answer
"""

from __future__ import annotations

import argparse
import shlex
import subprocess

from quintet.agents.llm import Model, chance, examine

SECONDS = 300
"""After which a program that does not answer has said nothing."""


def program(command: str) -> Model:
    """A model that is a program, started anew for each answer."""

    def say(asked: str) -> str:
        try:
            done = subprocess.run(shlex.split(command), input=asked, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return ""
        return done.stdout

    return say


def main() -> None:
    parser = argparse.ArgumentParser(description="Examine a language model at the board.")
    parser.add_argument("--game", default="magnetize(height=3,width=3)")
    parser.add_argument("--command", help="a program that is the model; without it a random one plays")
    parser.add_argument("--opponent", default="level:2")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--transcripts", action="store_true", help="print all that was said")
    given = parser.parse_args()
    model = program(given.command) if given.command else chance(given.seed)
    try:
        tally = examine(given.game, model, given.opponent, given.games, seed=given.seed)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    for number, report in enumerate(tally.reports, 1):
        outcome = report.match.outcome
        print(f"{number}. {' '.join(map(str, report.match.moves))}: {outcome.reason if outcome else 'cut off'}")
        if given.transcripts:
            print(f"\n{report.transcript}\n")
    print(tally)


if __name__ == "__main__":
    main()
