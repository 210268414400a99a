"""Tests of matches on a site have the server of `tests/server`, and its visitors."""

from server.conftest import ada, ben, cheap_passwords, eve, plain_log, server

__all__ = ["ada", "ben", "cheap_passwords", "eve", "plain_log", "server"]
