"""Engines beside the server: worker processes, and a bounded pool with a queue in front of them."""
