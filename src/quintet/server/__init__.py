"""The site: matches over HTTP and WebSocket, kept in a database. Nothing here knows a game."""
