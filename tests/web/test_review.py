"""A review that teaches: a planted blunder is found, told with what it cost, explained by a line and offered again."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect

from quintet import Engine, Match, load
from web.conftest import PHONE, Open


def blundered() -> tuple[Match, int]:
    """The end of a game, in perfect play but for one move that turns a proved win into a proved loss; its ply."""
    game = load("othello")
    engine = Engine(game)
    for seed in range(100):
        whole, rng = Match(game), Random(seed)
        while moves := whole.legal():
            whole.play(rng.choice(moves))
        match = Match(game, whole.positions[-16])
        for move in whole.moves[-15:-9]:
            match.play(move)
        known = engine.every_move(match.position, seconds=None, nodes=5_000_000)
        best, worst = known.lines[0], known.lines[-1]
        if known.exact and best.value == 1 and worst.value == -1:
            match.play(worst.moves[0])
            ply = match.ply
            while match.legal():
                match.play(engine.solve(match.position, seconds=None, nodes=5_000_000).best[0])
            return match, ply
    raise AssertionError("no such game")


def test_a_planted_blunder_is_found_and_explained(open_page: Open) -> None:
    match, ply = blundered()
    moves = [str(move) for move in match.moves]
    page = open_page(f"/analysis/othello?position={match.game.text(match.start)}&moves={' '.join(moves)}&review")
    moment = page.locator(f'.moment[data-ply="{ply}"]')
    expect(moment).to_have_text(
        re.compile(rf"^{ply}\. (Black|White) played {moves[ply - 1]} \(blunder\): now .+ wins by \d+")
    )
    expect(page.locator(".graph > [role=status]")).to_have_text(re.compile(r"mistakes? \(\d+ % accurate\)"))
    moment.get_by_role("button", name="See why").click()
    move = moves[ply - 1]
    expect(moment.locator(".why")).to_have_text(
        re.compile(rf"^{move} allows (Black|White)'s .+ wins by \d+; with .+ instead of {move}, ")
    )
    expect(page.locator(".moves [aria-current] .number")).to_have_text(f"{ply + 1}.")
    expect(moment.locator(".why")).to_be_in_viewport(ratio=0.99)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves [aria-current] .number")).to_have_text(f"{ply + 2}.")
    moment.get_by_role("button", name="See what was better").click()
    expect(page.locator(".moves .tried [aria-current] .number")).to_have_text(f"{ply}.")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    moment.get_by_role("button", name="See why").click()
    expect(page.locator(".moves [aria-current] .number")).to_have_text(f"{ply + 1}.")
    expect(moment.locator(".why")).to_be_in_viewport(ratio=0.99)
    moment.get_by_role("link", name="Try it yourself").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_count_list_graph_and_table_of_mistakes_agree(open_page: Open) -> None:
    match, rng = Match(load("othello")), Random(2)
    while match.ply < 24:
        match.play(rng.choice(match.legal()))
    page = open_page(f"/analysis/othello?moves={' '.join(map(str, match.moves))}&review")
    status = page.locator(".graph > [role=status]")
    expect(status).to_have_text(re.compile(r"mistakes? \(\d+ % accurate\)"), timeout=90_000)
    counted = sum(int(count) for count in re.findall(r"made (\d+) mistake", status.inner_text()))
    assert counted > 6
    expect(page.locator(".graph .point.bad")).to_have_count(counted)
    page.get_by_text("As a table").click()
    better = page.locator(".graph tbody tr td:last-child").all_inner_texts()
    assert len([move for move in better if move.strip()]) == counted
    expect(page.locator(".moment")).to_have_count(6)
    expect(status).to_have_text(re.compile(r"The 6 that cost most:$"))
