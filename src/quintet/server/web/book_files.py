"""The documentation as a book: what ``make docs`` has built, or what a wheel carries. It stands below ``/docs``."""

from __future__ import annotations

from pathlib import Path

import quintet

PACKAGE = Path(quintet.__file__).parent
PLACES = (PACKAGE / "book", PACKAGE.parents[1] / "build/docs")
"""Where it may be: in the installed package, or in a checkout where it was built."""
FOR_SPHINX = (".doctrees/", ".buildinfo", "objects.inv")
"""What Sphinx leaves beside the pages."""


def book_files() -> dict[str, Path]:
    """The files of the book by their paths in it; none where no book is built."""
    place = next((place for place in PLACES if (place / "index.html").is_file()), None)
    if place is None:
        return {}
    paths = {path.relative_to(place).as_posix(): path for path in sorted(place.rglob("*")) if path.is_file()}
    return {name: path for name, path in paths.items() if not name.startswith(FOR_SPHINX)}
