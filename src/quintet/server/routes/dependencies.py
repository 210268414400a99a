"""What several routes need: the site and the caller."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.params import Query

from quintet.server.errors import TooFast
from quintet.server.identity import writing
from quintet.server.middleware import SAFE
from quintet.server.site import Site, address, site_of
from quintet.server.storage.people import Person


def site_of_request(request: Request) -> Site:
    return site_of(request)


TheSite = Annotated[Site, Depends(site_of_request)]


async def caller(request: Request, response: Response, site: TheSite) -> Person:
    """Who asks; a new visitor gets a cookie."""
    person = await site.identity.person(request)
    if request.method not in SAFE:
        writing(person)
    if "authorization" not in request.headers:
        site.identity.set_visitor(request, response, person)
    return person


Caller = Annotated[Person, Depends(caller)]
Invite = Annotated[str | None, Query(max_length=100)]


def not_too_often(request: Request, site: TheSite) -> None:
    """For what makes new things."""
    if not site.creations.take(address(request)):
        raise TooFast("too many new games at once: please wait a moment")


Creation = Depends(not_too_often)
