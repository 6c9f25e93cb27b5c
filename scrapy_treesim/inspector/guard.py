"""A guard that keeps other pages, and other people's, out of the inspector's local web page.

The browser that shows it also shows the open web. So no request is answered whose ``Host`` is not
this machine's own name (DNS rebinding), none that another site's page makes, and nothing is changed
without the token that only the inspector's own page has.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Final

from flask import Response, request
from werkzeug.exceptions import Forbidden, UnsupportedMediaType

HOSTS: Final = ["127.0.0.1", "localhost"]
"""Names that a request may give for this machine."""
TOKEN_HEADER: Final = "X-Treesim-Token"
MAX_POST: Final = 1 << 20
"""Bytes of a request's body."""

SHELL: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""The policy of the inspector's own page: its own files, and nothing else."""
RESOURCE: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Of a picture or style of a local page, whoever opens it by itself."""

_EMBEDDED: Final = ("/beside/", "/static/")
"""Paths that may be asked for as picture, style, font or script."""
_ASKED_AS: Final = frozenset(("document", "empty", "iframe"))
"""As what all else may be asked for, in words of ``Sec-Fetch-Dest``."""

_ALWAYS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}


def inert(sources: Iterable[str] = ()) -> str:
    """The policy of a page that is looked at: no script, and nothing is loaded but what was asked
    for.

    Pictures and styles come from ``sources``, each a scheme, a host and a port, and from nowhere
    else. Style sheets of the web are read by nobody but the browser, and redirects seen by nobody
    else; what either leads to is held to the same sources.
    """
    more = "".join(f" {one}" for one in sources)
    return (
        f"default-src 'none'; style-src 'unsafe-inline'{more}; img-src data:{more};"
        f" font-src data:{more}; base-uri 'none'; form-action 'none'; frame-ancestors 'self';"
        " sandbox allow-same-origin"
    )


def check_origin() -> None:
    """Refuse what another site's page asks for; to open the inspector from a link is allowed."""
    site = request.headers.get("Sec-Fetch-Site", "none")
    asked_as = request.headers.get("Sec-Fetch-Dest", "empty")
    opened = asked_as == "document" and request.method == "GET" and request.path == "/"
    if site not in ("none", "same-origin") and not opened:
        raise Forbidden("another site's page asked for this")
    # What a page's styles load is of this origin too, for the browser.
    if asked_as not in _ASKED_AS and not request.path.startswith(_EMBEDDED):
        raise Forbidden("this is no picture, style, font or script")
    origin = request.headers.get("Origin")
    # An inert page is sandboxed but of the same origin: it sends this page's own, or none.
    if origin not in (None, f"http://{request.host}"):
        raise Forbidden("another site's page asked for this")


def check_token(token: str) -> None:
    """Refuse to change anything without the token of the page that asks."""
    given = request.headers.get(TOKEN_HEADER, "")
    if not hmac.compare_digest(given.encode(), token.encode()):
        raise Forbidden("the token is missing or wrong: reload the page")
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("JSON is wanted")


def secured(response: Response) -> Response:
    """The response with what it lacks of the headers that keep it to itself."""
    for name, value in _ALWAYS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Content-Security-Policy", SHELL)
    return response
