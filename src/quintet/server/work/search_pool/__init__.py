"""A bounded pool of processes that search, with a fair queue in front of it."""
