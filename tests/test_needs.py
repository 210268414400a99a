"""A part that a machine lacks: skipped at home, a failure where everything must be, and said at the end."""

import pytest

import needs
from needs import Part, missing, need


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has an anvil and no forge."""
    parts = {"anvil": Part(lambda: "/usr/bin/anvil", "blows", "apt"), "forge": Part(lambda: None, "heat", "make fire")}
    monkeypatch.setattr(needs, "PARTS", parts)
    monkeypatch.delenv("CI", raising=False)


def test_what_is_there_is_found() -> None:
    assert need("anvil") == "/usr/bin/anvil"


def test_what_is_missing_skips_the_test_or_fails_it_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"^forge is not on this machine: make fire$"):
        need("forge")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"^forge is not on this machine: make fire$"):
        need("forge")


def test_the_closing_lines_say_what_was_not_run_and_how_to_get_it() -> None:
    assert missing() == ["NOT RUN without forge: heat. To get it: make fire."]
