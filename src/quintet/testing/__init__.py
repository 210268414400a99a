"""The laws of games and kernels, for their authors: `check(game)`, ``quintet check``, a pytest plug-in."""

from quintet.testing.kernel_laws import KERNEL_LAWS
from quintet.testing.laws import LAWS, Law
from quintet.testing.subject import Broken, Subject, check

__all__ = ["KERNEL_LAWS", "LAWS", "Broken", "Law", "Subject", "check"]
