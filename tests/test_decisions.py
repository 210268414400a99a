"""Decision records: numbered without holes, each with a status, all of them in the index."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "decisions"
RECORDS = {path.name[:3]: path for path in sorted(FOLDER.glob("[0-9]*.md"))}
STATUS = re.compile(r"Status: (?:accepted(?:; amended by \d{3}(?:, \d{3})*)?|superseded by \d{3})")


def test_numbers_have_no_holes() -> None:
    assert len(RECORDS) > 30
    assert list(RECORDS) == [f"{number:03d}" for number in range(1, len(RECORDS) + 1)]
    assert len(RECORDS) == len(list(FOLDER.glob("*.md"))) - 1, "two records share a number, or a name has none"


@pytest.mark.parametrize("number", RECORDS)
def test_the_title_has_the_number_and_a_status_stands_below_it(number: str) -> None:
    title, blank, status, *_ = RECORDS[number].read_text("utf-8").splitlines()
    assert title.startswith(f"# {number} ")
    assert blank == ""
    assert STATUS.fullmatch(status), status
    for later in re.findall(r"\d{3}", status):
        assert later in RECORDS
        assert later > number, "a decision is amended by a later one"


def test_an_amended_record_says_what_changed() -> None:
    for path in RECORDS.values():
        text = path.read_text("utf-8")
        assert ("**Amended.**" in text) == ("; amended by" in text), path.name


def test_the_index_lists_every_record_with_its_title() -> None:
    lines = re.findall(r"^- \[(\d{3}) (.+?)\]\((.+?)\)", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)
    titles = {number: path.read_text("utf-8").splitlines()[0][len("# 000 ") :] for number, path in RECORDS.items()}
    assert lines == [(number, titles[number], RECORDS[number].name) for number in RECORDS]


def test_references_lead_to_records() -> None:
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("cpp/**/*.*"), *ROOT.glob("src/**/*.py")]
    references = [
        (path.name, number)
        for path in documents
        for number in re.findall(r"(?:[Dd]ecisions? |decisions/|\()(0\d\d)\b", path.read_text("utf-8"))
    ]
    assert len(references) > 20
    assert {number for _, number in references} <= RECORDS.keys()
