"""A program that speaks UGI, GTP or NBoard and plays the first legal move, or misbehaves: PROTOCOL MODE GAME."""

import os
import sys
import time

import quintet
from quintet.formats import ggf


def say(line: str) -> None:
    print(line, flush=True)


def main(protocol: str, mode: str, spec: str) -> None:
    game = quintet.load(spec)
    match = quintet.Match(game)

    def answer() -> str:
        if mode == "crash":
            os._exit(3)
        if mode == "silent":
            time.sleep(600)
        if mode == "chatter":
            for _ in range(3):
                say("info nonsense")
        return "z99" if mode == "illegal" else match.legal()[0]

    for line in sys.stdin:
        words = line.split()
        if words == ["quit"]:
            return
        if protocol == "ugi":
            if words[0] == "ugi":
                say("ugiok")
            elif words[0] == "isready":
                say("readyok")
            elif words[0] == "position":
                text, _, moves = line.strip().partition(" moves ")
                start = game.start() if "startpos" in text else game.parse(text.partition("fen ")[2])
                match = quintet.Match(game, start)
                for move in moves.split():
                    match.play(move)
            elif words[0] == "go":
                say("" if mode == "empty" else f"bestmove {answer()}")
        elif protocol == "gtp":
            if mode == "refuse":
                say("? unknown command\n")
                continue
            if words[0] == "clear_board":
                match = quintet.Match(game)
            elif words[0] == "play":
                match.play(words[2])
            if words[0] == "genmove":
                move = "resign" if mode == "resign" else answer()
                if mode == "good":
                    match.play(move)
                say(f"= {move.upper()}\n")
            else:
                say("=\n")
        elif words[0] == "ping":
            say(f"pong {words[1]}")
        elif words[:2] == ["set", "game"]:
            match = ggf.match_from(line.partition("game")[2], game)
        elif words[0] == "go":
            move = answer()
            say(f"=== {'PA' if move == 'pass' else move.upper()}//0.1")


if __name__ == "__main__":
    main(*sys.argv[1:])
