"""Other people's formats: files and protocols that are not ours, each in a module of its own."""
