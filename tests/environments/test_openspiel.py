"""Our games inside OpenSpiel: its own tests, its own algorithms."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import quintet
from amounts import some, whole
from needs import need

pyspiel = need("OpenSpiel")

from examples.openspiel import algorithms  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, mcts, minimax  # noqa: E402

import quintet.environments.openspiel  # noqa: E402

SPECS = [
    "othello",
    "othello(empties=winner)",
    "pentago",
    "quentin(size=4)",
    "quentin(size=3,pie=False)",
    "bestgame",
    "bestgame(columns=3,rows=3,tokens=3)",
    "magnetize",
    "magnetize(height=3,width=3,maglock=0)",
]


@pytest.mark.parametrize("spec", SPECS)
def test_random_games(spec: str) -> None:
    game = pyspiel.load_game(f"quintet_{spec}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_state_tells_what_the_rulebook_does() -> None:
    game = quintet.load("quentin(size=3)")
    state = pyspiel.load_game("quintet_quentin(size=3)").new_initial_state()
    for text in ("b2", "swap", "a1"):
        state.apply_action(state.string_to_action(text))
    match = quintet.Match(game)
    for text in ("b2", "swap", "a1"):
        match.play(text)
    assert str(state) == game.text(match.position)
    assert state.current_player() == match.to_move
    assert [state.action_to_string(action) for action in state.legal_actions()] == match.legal()
    planes = quintet.vector(game, count=1, rules=True).planes
    for player in quintet.Player:
        shown = np.reshape(state.observation_tensor(player), planes.shape)
        np.testing.assert_array_equal(shown, planes.of(match.position, player))


@pytest.mark.parametrize("spec", ["othello", "quentin(size=20)", "magnetize(height=3,width=3,maglock=0)"])
@pytest.mark.parametrize("rules", [False, True])
def test_what_python_asks_is_what_openspiel_computes(spec: str, rules: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some methods answer without the way through OpenSpiel's C++: both ways agree, by kernel and by rulebook."""
    if rules:
        monkeypatch.setattr("quintet.engine.native.kernels.kernel_for", lambda game: None)
    state = pyspiel.load_game(f"quintet_{spec}").new_initial_state()
    for _ in range(9):
        for asked in ([], [0], [1]):
            for name in ("legal_actions", "legal_actions_mask", "observation_tensor"):
                answer = getattr(state, name)(*asked)
                assert answer == getattr(pyspiel.State, name)(state, *asked)
                assert type(answer) is list
        state.apply_action(state.legal_actions()[-1])


def test_a_state_begins_in_a_position_and_a_copy_goes_its_own_way() -> None:
    game = pyspiel.load_game("quintet_magnetize(height=3,width=3)")
    state = game.new_initial_state("b.w/b.w/bbb b 0 0")
    other = state.clone()
    other.apply_action(other.string_to_action("1"))
    assert (str(state), other.history()) == ("b.w/b.w/bbb b 0 0", [1])
    assert other.is_terminal()
    assert (other.returns(), other.legal_actions(), sum(other.legal_actions_mask())) == ([1, -1], [], 0)
    with pytest.raises(ValueError, match=r"^a position must be "):
        game.new_initial_state("nonsense")


@pytest.mark.parametrize("spec", SPECS)
def test_another_process_gets_the_same_game(spec: str) -> None:
    """Its AlphaZero hands games to processes of its own."""
    state = pyspiel.load_game(f"quintet_{spec}").new_initial_state()
    state.apply_action(state.legal_actions()[-1])
    game, same = pickle.loads(pickle.dumps((state.get_game(), state)))
    assert str(game) == str(state.get_game())
    assert (str(same), same.legal_actions()) == (str(state), state.legal_actions())


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game("quintet_othello").new_initial_state()
    before = str(state)
    for action in (0, 999):
        with pytest.raises(quintet.IllegalMove, match=rf"^action {action} is not legal: expected one of \[19, 26, "):
            state.apply_action(action)
        assert str(state) == before


def test_a_wrong_option_is_refused() -> None:
    with pytest.raises(ValueError) as refused:
        pyspiel.load_game("quintet_quentin(size=99)")
    assert str(refused.value) == "size must be 2 to 26, got 99"


def test_its_algorithms_find_the_truth() -> None:
    spec = "bestgame(columns=3,rows=3,tokens=3)"
    game = pyspiel.load_game(f"quintet_{spec}")
    value, _ = minimax.alpha_beta_search(game)
    truth = quintet.oracle(spec).ask(quintet.load(spec).start())
    assert truth is not None
    assert value == truth.value
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 40, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("solver", ["CFRSolver", "CFRPlusSolver"])
def test_counterfactual_regret_falls(solver: str) -> None:
    game = pyspiel.load_game("quintet_quentin(size=2,pie=False)")
    learner = getattr(cfr, solver)(game)
    before = exploitability.nash_conv(game, learner.average_policy())
    for _ in range(10):
        learner.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, learner.average_policy()) < before / 4


@pytest.mark.long
@pytest.mark.parametrize("spec", some(SPECS))
def test_a_playthrough(spec: str) -> None:
    """Its own text of a whole game, for every game and several options."""
    from open_spiel.python.algorithms import generate_playthrough  # a second of imports

    told = generate_playthrough.playthrough(f"quintet_{spec}", [], seed=1)
    assert f'GameType.short_name = "quintet_{spec.partition("(")[0]}"' in told
    assert told.count("# Apply action") >= 4
    assert told.count("IsTerminal() = True") == 1


def test_alpha_beta_and_tabular_learning() -> None:
    """The example, run short: all that is learned is held against the oracle."""
    spec = algorithms.SMALL
    truth = quintet.oracle(spec, memory_mb=16).ask(quintet.load(spec).start())
    assert truth is not None
    assert algorithms.start_value(spec) == truth.value
    before = algorithms.regret(spec, algorithms.learn(spec, 0)[0])
    np.random.seed(0)
    agents, games = algorithms.learn(spec, 60, most=150)
    assert games == 150
    assert algorithms.regret(spec, agents) < 0.7 * before
    assert algorithms.search_against_random("magnetize(height=3,width=3)", games=2, simulations=20) >= 0.5


@whole
def test_its_alphazero_learns_from_our_games() -> None:
    """The other example, run short: whole games in another process, steps of learning, and the network measured."""
    need("flax")
    program = Path(algorithms.__file__).with_name("alphazero.py")
    command = [sys.executable, str(program), "--steps=2", "--states=64", "--simulations=8", "--positions=40"]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout
    measured = re.findall(r"^ +(\d) steps   regret (\d\.\d+)   value off by (\d\.\d+)$", told, re.MULTILINE)
    assert [step for step, _, _ in measured] == ["0", "1", "2"]
    assert len(set(measured)) == 3, "nothing was learned"


def test_a_game_that_goes_on_for_ever_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.environments.openspiel.LIMIT", 3)
    state = pyspiel.load_game("quintet_magnetize").new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        assert state.legal_actions() == state.legal_actions(state.current_player()) != []
        state.apply_action(state.legal_actions()[0])
    for same in (state, state.clone()):
        assert same.is_terminal()
        assert same.current_player() == pyspiel.PlayerId.TERMINAL
        assert same.legal_actions() == []
        assert same.returns() == [0.0, 0.0]
        assert len(same.observation_tensor(1)) > 0
        assert str(same) == str(state)
