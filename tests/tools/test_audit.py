"""The audit of packages says what it knows and what it could not ask."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from scripts import script

audited = script("audit")


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        ([{"name": "a", "version": "1", "vulns": []}], 0, "1 packages were audited: no known vulnerabilities."),
        (
            [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}],
            1,
            "a 1: PYSEC-1, mended in 2\n1 packages were audited: 1 known vulnerabilities.",
        ),
        (
            [{"name": "a", "skip_reason": "not found"}, {"name": "b", "version": "1", "vulns": []}],
            0,
            "NOT RUN: the audit of 1 of 2 packages: the index here has no data of them",
        ),
    ],
)
def test_the_audit_says_what_is_known(answer: Any, status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert audited.audit(lambda: json.dumps({"dependencies": answer})) == status
    assert capsys.readouterr().out.strip() == said


def test_without_a_network_the_audit_is_not_called_done(capsys: pytest.CaptureFixture[str]) -> None:
    def unreachable() -> str:
        raise subprocess.TimeoutExpired("pip-audit", 300)

    assert audited.audit(unreachable) == 0
    assert capsys.readouterr().out.startswith("NOT RUN: the audit of packages")
