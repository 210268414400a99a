"""The live part of the site in one thread: seeded chance, simulated time, network, database, engines and processes."""
