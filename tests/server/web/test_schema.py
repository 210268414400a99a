"""Schemathesis over the OpenAPI description: whatever it sends, answers are as described and never 500."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from amounts import whole
from quintet.core import registry
from server.servers import Server

EXAMPLES = os.environ.get("QUINTET_SCHEMA_EXAMPLES", "4")


@whole
def test_schemathesis_finds_nothing(server: Server, tmp_path: Path) -> None:
    account = server.client().register("Schema_Account")
    token = account.token()
    ids = [account.new(game_id, "me", "me", private=False)["id"] for game_id in registry.game_ids()]
    (tmp_path / "schemathesis.toml").write_text(f"[parameters]\nmatch_id = {json.dumps(ids)}\n")
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            "--config-file",
            str(tmp_path / "schemathesis.toml"),
            "run",
            f"{server.url}/api/openapi.json",
            "--header",
            f"Authorization: Bearer {token}",
            "--max-examples",
            EXAMPLES,
            "--seed",
            "1",
            "--no-color",
            "--phases",
            "examples,coverage,fuzzing",
            "--checks",
            "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
            "--exclude-path-regex",
            "(stream|analysis|evaluations|pairing|everywhere|delete)",
            "--request-timeout",
            "20",
        ],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
