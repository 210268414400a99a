"""Bounded work: rate limits, CPU budgets, caches, jobs in subprocesses, and the pool of searching processes."""
