"""HTTP and WebSocket: the application, its routes, middleware, static files and link previews.

Here belongs what knows about requests and responses. What happens to a match is in `live`.
"""
