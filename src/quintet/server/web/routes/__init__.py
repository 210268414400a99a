"""The routes, one module a topic; docs/routes.md is their table, made from them.

Every refusal is ``{"error": "one sentence"}``, of an illegal move also with the `spots` that show why: 400 or 422 what
was sent is wrong, 401 log in, 403 not yours, 404 no such thing (or private and not yours), 409 the match has moved on
or does not allow it, 413 too large, 429 too fast, 503 not now. 500 is our fault and stands in the log. The caller is a
cookie (set by itself on the first request) or ``Authorization: Bearer TOKEN``. Writes and WebSockets must come from the
site's own pages, or from no page.

The WebSocket of a match: without `version` the first message is a Snapshot; with it an Update with what was missed (no
message if nothing was), or a Snapshot when that is too much. Update carries a LiveView with the new moves alone; `you`,
`layout` and the rest of MatchView stay as the Snapshot said. Close codes: 4404 no such match, 4403 not the site's own
page, 4401 the session or token has ended, 4429 too fast, 4408 too slow a reader (connect again with the version), 1011
our fault, 1012 the server restarts (connect again).
"""
