"""HTTP and WebSocket: the application, its routes, middleware, static files and link previews.

What knows requests and responses belongs here. What happens to a match is in `live`, and its messages in `messages`.
"""
