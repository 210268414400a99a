"""Games for language models and agents: tools over MCP, and matches as conversations in plain text."""
