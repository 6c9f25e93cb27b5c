"""What keeps other pages, and other people's, out of the inspector's local web page.

The browser that shows it also shows the open web. So no request is answered whose ``Host`` is not
this machine's own name (DNS rebinding), none that another site's page makes, and nothing is changed
without the token that only the inspector's own page has.
"""

from __future__ import annotations

import hmac
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
_INERT: Final = (
    "default-src 'none'; style-src 'unsafe-inline'{more}; img-src data:{more};"
    " font-src data:{more}; base-uri 'none'; form-action 'none'; frame-ancestors 'self';"
    " sandbox allow-same-origin"
)
INERT: Final = _INERT.format(more="")
"""Of a page that is looked at: no script, and nothing is loaded."""
INERT_WITH_RESOURCES: Final = _INERT.format(more=" 'self' http: https:")
"""Of the same where its pictures and styles were asked for."""
RESOURCE: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Of a picture or style of a local page, whoever opens it by itself."""

_ALWAYS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}


def check_origin() -> None:
    """Refuse what another site's page asks for; to open the inspector from a link is allowed.

    Raises:
        Forbidden: another site asks.
    """
    site = request.headers.get("Sec-Fetch-Site", "none")
    opened = request.headers.get("Sec-Fetch-Dest") == "document" and request.method == "GET"
    if site not in ("none", "same-origin") and not opened:
        raise Forbidden("another site's page asked for this")
    origin = request.headers.get("Origin")
    # An inert page is sandboxed but of the same origin: it sends this page's own, or none.
    if origin not in (None, f"http://{request.host}"):
        raise Forbidden("another site's page asked for this")


def check_token(token: str) -> None:
    """Refuse to change anything without the token of the page that asks.

    Raises:
        Forbidden: there is none, or another.
        UnsupportedMediaType: the body is no JSON; what a form of another site sends never is.
    """
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
