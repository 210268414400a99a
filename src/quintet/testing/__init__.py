"""The laws that every game keeps, for authors of games: `check(game)`, ``quintet check``, and a pytest plug-in."""

from quintet.testing.laws import LAWS, Law
from quintet.testing.subject import Broken, Subject, check

__all__ = ["LAWS", "Broken", "Law", "Subject", "check"]
