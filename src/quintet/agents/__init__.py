"""Games for language models: tools over MCP, matches as text, benchmarks. Arrays for learners are in `environments`."""
