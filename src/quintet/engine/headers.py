"""The include folder for kernels that are built outside this package: ``python -m quintet.engine.headers``."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def headers() -> Path:
    """The folder to include from; ValueError where the package was installed without its engine room."""
    for folder in (PACKAGE / "include", PACKAGE.parents[1] / "cpp"):
        if (folder / "bind/outside.hpp").is_file():
            return folder
    raise ValueError("this Quintet was installed without its engine room: install it where there is a C++ compiler")


if __name__ == "__main__":
    print(headers())
