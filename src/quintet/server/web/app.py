"""The FastAPI application: routes, middleware, and one sentence for every refusal."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from quintet import __version__
from quintet.server.errors import Illegal, RequestRefused, database_failure
from quintet.server.messages.base import ErrorOut
from quintet.server.site import Site, SiteSettings
from quintet.server.web.middleware import BodyTooLarge, Middleware
from quintet.server.web.routes import (
    analysis,
    bots,
    friends,
    games,
    health,
    lobby,
    maps,
    matches,
    notices,
    pages,
    pictures,
    players,
    recovery,
    runs,
    teaching,
    websocket,
)
from quintet.server.web.schema import describe
from quintet.server.web.static_files import Pages
from quintet.server.web.texts import Texts, facts

LONGEST = 300
ROUTES = (
    games,
    pictures,
    analysis,
    maps,
    teaching,
    runs,
    matches,
    websocket,
    lobby,
    players,
    recovery,
    friends,
    notices,
    bots,
    health,
)
"""In the order of docs/routes.md."""
log = structlog.get_logger("quintet.http")
REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"description": "What was sent cannot be read"},
    401: {"description": "Log in first"},
    403: {"description": "Not yours"},
    404: {"description": "No such thing, or private"},
    409: {"description": "The match has moved on or does not allow it"},
    413: {"description": "Too large"},
    422: {"description": "What was sent makes no sense"},
    429: {"description": "Too fast"},
    500: {"description": "Our fault"},
    503: {"description": "Not now"},
}
"""Without their model, which FastAPI would build again for each of them at each route; `_documented` adds it."""
EXPECTED = {
    "missing": "is missing",
    "string_type": "must be a text",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "literal_error": "must be {expected}",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "extra_forbidden": "is not expected here",
}
"""Our sentences for pydantic's types of errors."""


def create_app(settings: SiteSettings) -> FastAPI:
    """The application of a server that is not running yet."""
    site = Site(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await site.open()
        try:
            yield
        finally:
            await site.close()

    app = FastAPI(
        title="Quintet",
        version=__version__,
        description="Play, watch and study two-player abstract games.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=REFUSALS,
    )
    document = app.openapi
    app.openapi = lambda: _documented(document())  # type: ignore[method-assign]
    app.state.site = site
    app.state.pages = Pages(settings.static, settings.dev)
    known = facts(settings.contact, settings.keep_days, mail=settings.mail is not None)
    app.state.texts = Texts(settings.texts, known)
    for module in (*ROUTES, pages):
        app.include_router(module.router)
    app.add_middleware(Middleware, site=site)
    app.add_exception_handler(RequestRefused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(SQLAlchemyError, _database)
    return app


def _documented(description: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI document with the model of refusals and the descriptions of fields."""
    schemas = description["components"]["schemas"]
    schemas["ErrorOut"] = ErrorOut.model_json_schema(ref_template="#/components/schemas/{model}")
    describe(schemas)
    refusal = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}}
    for operations in description["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    answer["content"] = refusal
    return description


def _answer(status: int, sentence: str, headers: Any = None, spots: Sequence[str] = ()) -> JSONResponse:
    words = " ".join(sentence.split())
    where = {"spots": list(spots)} if spots else {}
    return JSONResponse({"error": words[:LONGEST], **where}, status, headers=headers)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestRefused)
    return _answer(error.status, str(error), spots=error.spots if isinstance(error, Illegal) else ())


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _answer(400, "expected JSON, got something that is not")
    where = ".".join(str(part) for part in first["loc"][1:] if isinstance(part, (str, int)))
    if where and first["type"] in EXPECTED:
        return _answer(422, f"{where} {EXPECTED[first['type']].format(**first.get('ctx', {}))}")
    words = first["msg"].removeprefix("Value error, ")
    return _answer(422, f"{where}: {words[:1].lower()}{words[1:]}" if where else words)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, BodyTooLarge):
        raise error.__cause__
    if error.status_code == 404 and _is_a_reader(request):
        static: Pages = request.app.state.pages
        return static.missing(request)
    words = {
        400: "expected JSON, got something that is not",
        404: "there is nothing at this address",
        405: "this address does not take that method",
    }
    return _answer(error.status_code, words.get(error.status_code, str(error.detail)), error.headers)


def _is_a_reader(request: Request) -> bool:
    """Whether a browser asks for a page."""
    wants = request.headers.get("accept", "")
    return request.method == "GET" and "text/html" in wants and not request.url.path.startswith(("/api/", "/static/"))


async def _database(request: Request, error: Exception) -> JSONResponse:
    log.error("database", path=request.url.path, error=repr(error)[:500])
    return _answer(503, database_failure(error))
