"""NBoard by scripted peers over real pipes."""

from protocols.peers import GARBAGE, peer
from quintet import Match, load


def test_no_garbage_ends_nboard() -> None:
    with peer("nboard") as nboard:
        nboard.say(*GARBAGE, b"\xff\xfe garbage", b"y" * 2_000_000, "ping 7")
        nboard.until("pong 7")
        assert "status error: move 1: a1 turns no disc" in nboard.heard
        assert nboard.end() == 0


GAME = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Edax]PW[chris]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)


def test_the_session_of_the_description() -> None:
    with peer("nboard") as nboard:
        nboard.say("nboard 2", f"set game {GAME}", "set depth 6", "ping 1", "go")
        assert nboard.until("set myname") == "set myname Quintet"
        assert nboard.until("set myname") == "set myname Quintet6"
        assert nboard.until("pong") == "pong 1"
        match = Match(load("othello"))
        for move in ["F5", "F6", "D3", "C5", "E6", "F7", "E7", "F4"]:
            match.play(move)
        move, value, seconds = nboard.until("=== ").removeprefix("=== ").split("/")
        assert move.lower() in match.legal()
        assert -64 <= float(value) <= 64
        assert float(seconds) >= 0
        assert nboard.until("status") == "status Quintet is waiting"
        nboard.say(f"move {move}//1.0", "hint 3")
        match.play(move)
        seen = {nboard.until("search").split()[1][:2].lower() for _ in range(3)}
        assert seen <= set(match.legal())
        nboard.until("status Quintet is waiting")
        nboard.say("learn")
        assert nboard.until("learn") == "learned"
        assert nboard.end() == 0


def test_nothing_is_said_about_the_past_after_pong() -> None:
    with peer("nboard") as nboard:
        nboard.say("nboard 2", "set depth 40")
        for number in range(10):
            nboard.say("go" if number % 2 else "hint 4", f"ping {number}")
            nboard.until(f"pong {number}")
        nboard.say("ping last")
        assert nboard.line() == "pong last"
        assert not [line for line in nboard.heard if line.startswith("===")]


def test_passes_are_pa() -> None:
    with peer("nboard") as nboard:
        nboard.say(
            "nboard 2",
            "set depth 3",
            *(f"move {move}" for move in ["F5", "F6", "C4", "G5", "H5", "H4", "F7", "H6"]),
            "go",
        )
        assert nboard.until("===") == "=== PA"
        nboard.say("move PA", "go")
        assert nboard.until("===").split("/")[0] in ("=== C5", "=== E7")
        nboard.say("analyze")
        values = [nboard.until("analysis").split() for _ in range(10)]
        assert [int(ply) for _, ply, _ in values] == list(range(9, -1, -1))
