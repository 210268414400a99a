"""The routes, one module per topic; docs/routes.md is their table, generated from them.

Every refusal is ``{"error": "one sentence"}``; that of an illegal move also has the `spots` that show why. 400 or 422:
the request is not valid. 401: log in. 403: not allowed. 404: does not exist, or private. 409: the match has changed or
does not allow it. 413: too large. 429: too fast. 503: not now. 500: our error, which is logged. The caller is known by
a cookie (set at the first request) or ``Authorization: Bearer TOKEN``. Writes and WebSockets must come from the site's
own pages, or from a program.

The WebSocket of a match: without `version` the first message is a Snapshot; with it an Update with what was missed (no
message if nothing was), or a Snapshot if that is too much. An Update has a LiveView with only the new moves; `you`,
`layout` and the rest of MatchView stay as in the Snapshot. Close codes: 4404 no such match, 4403 not the site's own
page, 4401 the session or token has ended, 4429 too fast, 4408 the client reads too slowly, or was not heard as it
said in a ping (connect again with the version), 1011 our error, 1012 the server restarts (connect again).
"""
