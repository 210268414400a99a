"""`make release`: what it takes from the changelog, what it writes once there is an address, and what it refuses."""

from __future__ import annotations

import re
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from scripts import script

ROOT = Path(__file__).parents[2]
release = script("release")
HOME = "https://example.org/quintet"


def test_the_notes_are_the_part_of_the_version() -> None:
    changelog = "# Changelog\n\n## [1.1.0] - 2027-01-01\n\n- More.\n\n## [1.0.0] - 2026-11-18\n\n- All.\n"
    assert release.notes_of("1.1.0", changelog) == "# Quintet 1.1.0\n\n- More.\n"
    with pytest.raises(release.Refused, match=r"CHANGELOG.md has no part '## \[1.2.0\] - DATE'"):
        release.notes_of("1.2.0", changelog)


def test_there_are_notes_for_the_version_of_now() -> None:
    assert len(release.notes_of(release._version(), (ROOT / "CHANGELOG.md").read_text("utf-8"))) > 1000


def test_addresses_once_there_is_a_home() -> None:
    project = release.with_urls((ROOT / "pyproject.toml").read_text("utf-8"), HOME, "v1.0.0")
    assert tomllib.loads(project)["project"]["urls"]["Changelog"] == f"{HOME}/blob/v1.0.0/CHANGELOG.md"


@pytest.mark.parametrize("home", ["", HOME])
def test_the_page_of_an_index_has_no_address_that_leads_nowhere(home: str) -> None:
    """The pictures and links of the README are whole addresses, or left out."""
    text = (ROOT / "README.md").read_text("utf-8")
    if home:
        text = release.with_addresses(text, home, "v1.0.0")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for each in project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(each["pattern"], each["replacement"], text)
    addresses = re.findall(r'(?:\]\(|src=")([^)"]+)', text)
    assert all(address.startswith("https://") for address in addresses)
    pictures = [address for address in addresses if address.endswith(".svg")]
    assert pictures == [f"{HOME}/raw/v1.0.0/docs/img/{name}.svg" for name in PICTURES if home]


PICTURES = ("pentago", "quentin", "othello", "bestgame", "magnetize")


def wheel(path: Path, *names: str) -> Path:
    with zipfile.ZipFile(path, "w") as made:
        for name in names:
            made.writestr(name, "")
    return path


def test_what_a_wheel_must_have_is_in_the_tree() -> None:
    made = ("quintet/include/", "quintet/book/", "dist-info/")
    for name in release.IN_WHEEL:
        assert name.startswith(made) or (ROOT / "src" / name).is_file(), name
    for name in release.IN_SOURCES:
        assert (ROOT / name).is_file(), name


def test_a_wheel_without_its_engines_or_with_files_of_others_is_refused(tmp_path: Path) -> None:
    name = "quintet_games-1.0.0-cp312-abi3-manylinux_2_28_x86_64.whl"
    files = [each.replace("dist-info", "quintet_games-1.0.0.dist-info") for each in release.IN_WHEEL]
    files += [f"quintet/wasm/{each}" for each in release.WASM]
    engines = ["quintet/_core.abi3.so", "quintet/_core_v3.abi3.so"]
    release.contents(wheel(tmp_path / name, *files, *engines))
    for wrong, words in (
        ([*files, engines[0]], "has the modules quintet/_core.abi3.so, and not _core, _core_v3"),
        ([*files, *engines, "tests/a.py"], "has files outside its package: tests/a.py"),
        ([*files[1:], *engines], f"lacks {release.IN_WHEEL[0]}"),
        ([*files, *engines, "quintet/__pycache__/a.pyc"], "has quintet/__pycache__/a.pyc"),
    ):
        with pytest.raises(release.Refused, match=re.escape(words)):
            release.contents(wheel(tmp_path / name, *wrong))


def test_a_source_distribution_without_its_tests_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "quintet_games-1.0.0.tar.gz"
    with tarfile.open(path, "w:gz") as made:
        made.add(ROOT / "LICENSE", "quintet_games-1.0.0/LICENSE")
    with pytest.raises(release.Refused, match=r"lacks README.md"):
        release.contents(path)
