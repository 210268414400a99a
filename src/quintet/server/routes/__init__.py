"""The routes, one module a topic; this is their table. Messages: `messages_in` and `messages_out`.

Every refusal is ``{"error": "one sentence"}``, of an illegal move also with the `spots` that show why: 400 or 422 what
was sent is wrong, 401 log in, 403 not yours, 404 no such thing (or private and not yours), 409 the match has moved on
or does not allow it, 413 too large, 429 too fast, 503 the database is away or too many searches wait. The caller is a
cookie (set by itself on the first request) or ``Authorization: Bearer TOKEN``. Writes and WebSockets must come from the
site's own pages (or from no page).

| pages (HTML) | in static/pages/ |
| --- | --- |
| / | index.html |
| /play, /play/{spec}?position=&first=&second= | play.html: set up a match |
| /game/{id}?invite=, /game/{id}?ply=N | game.html: play, watch, replay |
| /analysis/{spec}?position=&moves=&ply=, /analysis?match=ID&ply=N | analysis.html: study and position editor |
| /rules, /rules/{id} | rules.html |
| /library | library.html |
| /lobby | lobby.html |
| /account, /player/{username} | account.html |
| /static/{digest}/... | static/...; pages write /static/..., rewritten; modules import relatively; cached for ever |

| games and study | in | out |
| --- | --- | --- |
| GET /api/games | | GamesOut |
| GET /api/games/{spec} | | GameOut |
| GET /api/games/{spec}/rules | | RulesOut |
| POST /api/positions | PositionIn | PositionOut (422: why it is no position) |
| POST /api/positions/record | LineIn | text/plain, a record |
| POST /api/analysis | AnalysisIn | NDJSON: Waiting, AnalysisOut ... (done) or StreamError; hang up to cancel |
| POST /api/evaluations | EvaluationIn | NDJSON: Waiting, EvaluatedPly ..., EvaluationDone or StreamError |
| GET /api/picture/{spec}?position=&last= | | SVG |

| matches | in | out |
| --- | --- | --- |
| POST /api/matches | MatchIn | MatchView (201) |
| GET /api/matches/{id}?invite= | | MatchView |
| GET /api/matches/{id}/frames?invite= | | FramesOut: the whole game for replay |
| GET /api/matches/{id}/record?invite= | | text/plain, a record |
| POST /api/matches/{id}/join | JoinIn | MatchView |
| POST /api/matches/{id}/decline | DeclineIn | Acknowledged: an invitation that is not taken |
| POST /api/matches/{id}/move | MoveIn | Acknowledged |
| POST /api/matches/{id}/action | ActionIn | Acknowledged |
| WS /api/matches/{id}/live?version=N&invite= | SocketIn | SocketOut |
| GET /api/lobby | | LobbyOut |
| GET /api/library?game=&player=&result=&text=&before=&boards= | | LibraryOut |
| POST /api/records | RecordIn | MatchView (201) |

The WebSocket: without `version` the first message is a Snapshot; with it an Update with what was missed (no message if
nothing was), or a Snapshot when that is too much. Update carries the whole LiveView; `you`, `layout` and the rest of
MatchView stay as the Snapshot said. Close codes: 4404 no such match, 4403 not the site's own page, 4429 too fast,
4408 too slow a reader (connect again with the version), 1012 the server restarts (connect again).

| players | in | out |
| --- | --- | --- |
| GET /api/me | | MeOut |
| PUT /api/me/name | NameIn | MeOut |
| POST /api/accounts | AccountIn | MeOut (201); the visitor's matches become the account's |
| POST /api/login | LoginIn | MeOut |
| POST /api/logout | | Done |
| POST /api/logout/everywhere | | Done |
| POST /api/account/delete | PasswordIn | Done |
| GET /api/tokens | | TokensOut |
| POST /api/tokens | TokenIn | TokenOut (201) |
| DELETE /api/tokens/{id} | | Done |
| GET /api/players/{username} | | PlayerOut |
| GET /api/ratings/{game} | | RanksOut |

| bots (Bearer token; NDJSON in lichess's shape) | | out |
| --- | --- | --- |
| GET /api/account | | MeOut |
| POST /api/bot/account/upgrade | | MeOut: the account is a bot's from now on |
| GET /api/stream/event | | BotEvent ... |
| GET /api/bot/game/stream/{id} | | BotGame, BotState ... |
| POST /api/bot/game/{id}/move/{move}?offeringDraw= | | Done |
| POST /api/bot/game/{id}/abort, /resign | | Done |
| POST /api/bot/game/{id}/draw/{yes or no}, /takeback/{yes or no} | | Done |
| POST /api/challenge/{id}/accept, /decline | | Done |

| running it | out |
| --- | --- |
| GET /healthz | Health |
| GET /metrics | Prometheus text, to this machine or with the token of --metrics-token |
| GET /api/openapi.json | the description of all this |
"""
