"""FastAPI dependencies: the site and the caller."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.params import Query

from quintet.server.accounts.identity import writing
from quintet.server.site import Site, site_of
from quintet.server.storage.accounts import Person
from quintet.server.web.middleware import SAFE

# Async although they await nothing: FastAPI runs sync ones in threads, where two could count at the same time.


async def site_of_request(request: Request) -> Site:
    return site_of(request)


TheSite = Annotated[Site, Depends(site_of_request)]


async def caller(request: Request, response: Response, site: TheSite) -> Person:
    """The sender of the request; a new visitor gets a cookie."""
    person = await site.identity.person(request)
    if request.method not in SAFE:
        writing(person)
    if "authorization" not in request.headers:
        site.identity.set_visitor(request, response, person)
    return person


Caller = Annotated[Person, Depends(caller)]
Invite = Annotated[str | None, Query(max_length=100)]


def written(text: str, response: Response, status: int = 200) -> Response:
    """A response of rendered JSON, with the cookie that the caller may have got."""
    answer = Response(text, status, media_type="application/json")
    answer.raw_headers.extend(response.raw_headers)
    return answer


async def not_too_often(site: TheSite) -> None:
    """Limits the creation of matches and records."""
    site.actions.count_creation()


Creation = Depends(not_too_often)
