"""Files are read and written whole, and whatever fails is one sentence."""

from pathlib import Path

import pytest

from quintet.core import files


def test_a_file_is_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    files.save(path, "grün\n")
    files.replace(path, b"\x00\xff")
    assert path.read_bytes() == b"\x00\xff"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_what_is_replaced_is_private_and_what_is_saved_is_not(tmp_path: Path) -> None:
    files.replace(tmp_path / "private", "")
    files.save(tmp_path / "shared", "")
    assert [(tmp_path / name).stat().st_mode & 0o044 for name in ("private", "shared")] == [0, 0o044]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        files.replace(path, "new \udcff")
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.txt"
    with pytest.raises(ValueError) as caught:
        files.save(path, "text", "the weights")
    assert str(caught.value) == f"the weights {str(path)!r} cannot be written: no such file or directory"
    with pytest.raises(ValueError) as caught:
        files.save(path, "text")
    assert str(caught.value) == f"{str(path)!r} cannot be written: no such file or directory"


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    for content, expected in [
        (None, "cannot be read: no such file or directory"),
        (b"one\n\xff\n", "must be UTF-8 text, got other bytes in line 2"),
        (b"0123456789", "must be at most 9 bytes, got more"),
    ]:
        if content is not None:
            path.write_bytes(content)
        monkeypatch.setattr(files, "SIZE_LIMIT", 9)
        with pytest.raises(ValueError) as caught:
            files.read_text(path, "the record")
        assert str(caught.value) == f"the record {str(path)!r} {expected}"
    path.write_bytes("grün".encode())
    assert files.read_text(path, "the record") == "grün"


def test_a_file_belongs_to_one_handle_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("w") as mine:
        assert files.claim(mine.fileno())
        with path.open("w") as other:
            assert not files.claim(other.fileno())
    with path.open("w") as later:
        assert files.claim(later.fileno())
