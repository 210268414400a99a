"""Bounded work: rate limits, CPU budgets, caches, pictures, subprocess jobs, and the pool of searching processes.

Whatever limits what a client can make the server do. What is done to a match belongs in `live`.
"""
