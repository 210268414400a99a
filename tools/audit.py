"""Asks pip-audit what is known of the exact versions in constraints.txt, and says what it could not ask.

python tools/audit.py
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
AUDITOR = "pip-audit==2.10.1"


def audit(run: Callable[[], str]) -> int:
    """Say what is known of the pinned versions; 1 if anything is."""
    try:
        answered = json.loads(run())["dependencies"]
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        print(f"NOT RUN: the audit of packages, because pip-audit cannot be had: {' '.join(str(error).split())[:200]}")
        return 0
    known = [(each["name"], each["version"], weak) for each in answered for weak in each.get("vulns", ())]
    for name, version, weak in known:
        mended = f"mended in {', '.join(weak['fix_versions'])}" if weak["fix_versions"] else "not mended yet"
        print(f"{name} {version}: {weak['id']}, {mended}")
    unread = [each["name"] for each in answered if "skip_reason" in each]
    if unread:
        print(f"NOT RUN: the audit of {len(unread)} of {len(answered)} packages: the index here has no data of them")
    else:
        print(f"{len(answered)} packages were audited: {len(known) or 'no'} known vulnerabilities.")
    return 1 if known else 0


def run_auditor() -> str:
    """pip-audit in an environment of its own, on the versions for this Python."""
    pinned = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    here = [need for need in map(Requirement, filter(None, pinned)) if need.marker is None or need.marker.evaluate()]
    listed = ROOT / "build" / "audited.txt"
    listed.parent.mkdir(exist_ok=True)
    listed.write_text("".join(f"{need.name}{need.specifier}\n" for need in here), "utf-8")
    uv = Path(sys.executable).with_name("uv")
    options = ["--disable-pip", "--no-deps", "--progress-spinner", "off", "--format", "json", "-r", str(listed)]
    command = [str(uv if uv.exists() else "uv"), "tool", "run", "--from", AUDITOR, "pip-audit", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if not done.stdout.strip():
        *_, reason = ["no answer", *done.stderr.strip().splitlines()]
        raise OSError(re.sub(r"https?://\S+", "the index", reason))
    return done.stdout


if __name__ == "__main__":
    sys.exit(audit(run_auditor))
