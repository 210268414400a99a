"""One module a game, and `load`, which makes a game from its name; the stub beside says what each name gives."""

from quintet.core.registry import load

__all__ = ["load"]
