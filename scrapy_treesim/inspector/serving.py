"""The local web server: on this machine only, until interrupted.

The same browser shows the open web. So requests are refused if their ``Host`` is not this machine's
name (DNS rebinding) or if another site's page makes them, and nothing is changed without the token,
which only the inspector's own page has.
"""

from __future__ import annotations

import hmac
import logging
import secrets
import signal
import socket
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

from flask import Flask, Response, jsonify, redirect, request
from werkzeug.exceptions import Forbidden, HTTPException, UnsupportedMediaType
from werkzeug.serving import WSGIRequestHandler, make_server

from scrapy_treesim.inspector.inert.page import inert_html
from scrapy_treesim.inspector.inspection import Inspection
from scrapy_treesim.inspector.labels.key_tree_making import preview_key_tree, save_key_tree
from scrapy_treesim.inspector.labels.labelling import Labelling
from scrapy_treesim.inspector.labels.values import Label, find_value
from scrapy_treesim.inspector.resources import CSS, Resources, inert_sheet, local_file
from scrapy_treesim.inspector.shell import (
    LINKED_SCRIPTS,
    LINKED_STYLES,
    as_text,
    bundled,
    shell,
    static_text,
)
from scrapy_treesim.page import Page
from scrapy_treesim.reading.occurrences import LINKED, SHOWN
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse


HOSTS: Final = ["127.0.0.1", "localhost"]
"""Names for this machine in a request."""
TOKEN_HEADER: Final = "X-Treesim-Token"
MAX_POST: Final = 1 << 20
"""Largest number of bytes of a request's body."""

SHELL: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""Policy of the inspector's own page: its own files, and nothing else."""
RESOURCE: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Policy of a local page's picture or style, even when opened by itself."""

_EMBEDDED: Final = ("/beside/", "/static/")
"""Paths that may be requested as picture, style, font or script."""
_DESTINATIONS: Final = frozenset(("document", "empty", "iframe"))
"""Destinations of all other requests, in words of ``Sec-Fetch-Dest``."""

_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}


def inert(sources: Iterable[str] = ()) -> str:
    """Return the policy of an inspected page: no script, and no resources but the allowed ones.

    Pictures and styles come from ``sources`` only, each a scheme, a host and a port. The browser
    alone reads style sheets of the web and follows redirects; the addresses that these lead to are
    limited to the same sources.
    """
    more = "".join(f" {source}" for source in sources)
    return (
        f"default-src 'none'; style-src 'unsafe-inline'{more}; img-src data:{more};"
        f" font-src data:{more}; base-uri 'none'; form-action 'none'; frame-ancestors 'self';"
        " sandbox allow-same-origin"
    )


def check_origin() -> None:
    """Refuse requests of another site's page; opening the inspector from a link is allowed."""
    site = request.headers.get("Sec-Fetch-Site", "none")
    destination = request.headers.get("Sec-Fetch-Dest", "empty")
    opened = destination == "document" and request.method == "GET" and request.path == "/"
    if site not in ("none", "same-origin") and not opened:
        raise Forbidden("requested by another site's page")
    # To the browser, resources of a page's styles are of this origin too.
    if destination not in _DESTINATIONS and not request.path.startswith(_EMBEDDED):
        raise Forbidden("this is no picture, style, font or script")
    origin = request.headers.get("Origin")
    # An inert page is sandboxed but of the same origin: it sends that one, or none.
    if origin not in (None, f"http://{request.host}"):
        raise Forbidden("requested by another site's page")


def check_token(token: str) -> None:
    """Refuse changes without the token of the inspector's own page."""
    received = request.headers.get(TOKEN_HEADER, "")
    if not hmac.compare_digest(received.encode(), token.encode()):
        raise Forbidden("the token is missing or wrong: reload the page")
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("expected JSON")


def secured(response: Response) -> Response:
    """Add the missing headers that keep a response private to the inspector."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Content-Security-Policy", SHELL)
    return response


_Value = TypeVar("_Value", int, str, bool)

ADDRESS: Final = "127.0.0.1"
TIMEOUT: Final = 60
"""Seconds before a silent connection is closed; each has a thread."""

REFUSALS: Final = {LookupError: 404, ValueError: 400, RecursionError: 400, OSError: 409}
"""Status codes of errors that refuse labels, choices or files; the user reads the message."""
BUGS: Final = (KeyError, IndexError, UnicodeError)
"""Subclasses of these errors that are never raised to refuse anything."""


class _Handler(WSGIRequestHandler):
    timeout = TIMEOUT

    def log_error(self, format: str, *args: Any) -> None:
        """Do not log malformed requests: any page of the web can send some."""


def serve(inspection: Inspection, port: int = 0, browser: bool = False) -> None:
    """Serve until interrupted; 0 is any free port.

    Raises:
        OSError: the port is in use, or not allowed.
    """
    # A crawl has installed handlers of its own, for a reactor that has stopped.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with served(inspection, port) as url, suppress(KeyboardInterrupt):
        print(f"{url} (until Ctrl+C)", flush=True)
        if browser:
            webbrowser.open(url)
        Event().wait()


@contextmanager
def served(inspection: Inspection, port: int = 0) -> Iterator[str]:
    """Serve in a separate thread while the block runs; yield the address."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = create_app(inspection, secrets.token_urlsafe(24))
    try:
        listening = socket.create_server((ADDRESS, port))
    except OSError as error:
        raise OSError(f"the port {port} cannot be used ({error.strerror}): give another") from None
    # Given a port in use, Werkzeug would end the process.
    with listening:
        server = make_server(
            ADDRESS, port, app, threaded=True, request_handler=_Handler, fd=listening.fileno()
        )
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://{ADDRESS}:{listening.getsockname()[1]}/"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


def create_app(inspection: Inspection, token: str) -> Flask:
    """Return the web application; its own page must send ``token`` to change anything."""
    app = Flask("scrapy_treesim.inspector", static_folder=None)
    app.config["TRUSTED_HOSTS"] = HOSTS
    app.config["MAX_CONTENT_LENGTH"] = MAX_POST
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # One request at a time reads pages and templates.
    lock = RLock()
    _add_pages(app, inspection, token)
    _add_findings(app, inspection, lock)
    _add_labels(app, inspection, lock)
    _add_static(app)

    @app.before_request
    def check() -> None:
        check_origin()
        if request.method != "GET":
            check_token(token)

    app.after_request(secured)
    app.register_error_handler(HTTPException, _refused)
    for kind, code in REFUSALS.items():
        app.register_error_handler(kind, partial(_error, code=code))
    return app


def _add_static(app: Flask) -> None:
    """Add the routes of the page's own scripts, all as one, and of its style sheet."""

    @app.get("/static/inspector.bundle.js")
    def scripts() -> Response:
        return Response(bundled(), mimetype="text/javascript")

    @app.get("/static/inspector.css")
    def styles() -> Response:
        return Response(static_text("inspector.css"), mimetype=CSS)


def _refused(error: HTTPException) -> tuple[Response, int]:
    cause = getattr(error, "original_exception", None)
    message = cause and f"this went wrong, see the terminal: {cause!r:.200}"
    return jsonify({"error": message or error.description or error.name}), error.code or 500


def _error(error: Exception, code: int) -> tuple[Response, int]:
    if isinstance(error, BUGS):
        raise error
    message: Any = error.args[0] if error.args and not isinstance(error, OSError) else error
    return jsonify({"error": " ".join(str(message).split())}), code


_NOT_CHOICES: Final = frozenset(("page", "kind"))

MAX_TEXT: Final = 2_000
"""Largest number of characters to show of an attribute."""


def _add_pages(app: Flask, inspection: Inspection, token: str) -> None:
    """Add the routes of the inspector's own page, of inert pages, and of files beside these."""

    @app.get("/")
    def home() -> str:
        number = _page_number()
        config = {**inspection.config(), "live": True, "token": token, "page": number}
        title = inspection.page(number).name
        return shell(title, config, LINKED_STYLES, LINKED_SCRIPTS)

    @app.get("/page/<int:number>")
    def page(number: int) -> Response:
        inspected = inspection.page(number)
        with_resources = request.args.get("resources") == "1"
        load = Resources(inspected.page.url, number, inspected.root) if with_resources else None
        # Reads only what never changes, so it need not wait for the findings, which take longer.
        response = Response(as_text(inert_html(inspected.page, load)), mimetype="text/html")
        sources = sorted(load.sources) if load else []
        if load and inspected.root:
            sources.insert(0, f"{request.host_url}beside/{number}/")
        response.headers["Content-Security-Policy"] = inert(sources)
        return response

    @app.get("/beside/<int:number>/<path:path>")
    def beside(number: int, path: str) -> Response:
        inspected = inspection.page(number)
        if inspected.root is None:
            raise LookupError("the page is no local file")
        file, kind = local_file(inspected.root, path)
        content = file.read_bytes()
        if kind == CSS:
            load = Resources(inspected.page.url, number, inspected.root)
            content = inert_sheet(content, file.as_uri(), load)
        response = Response(content, mimetype=kind)
        response.headers["Content-Security-Policy"] = RESOURCE
        return response


def _add_findings(app: Flask, inspection: Inspection, lock: RLock) -> None:
    """Add the routes of the findings on a page."""

    @app.get("/api/view")
    def view() -> Response:
        chosen = {key: value for key, value in request.args.items() if key not in _NOT_CHOICES}
        kind = request.args.get("kind", inspection.kinds[0])
        with lock:
            inspection.refresh()
            return jsonify(inspection.view(_page_number(), kind, chosen))

    @app.get("/api/kind")
    def kind() -> Response:
        with lock:
            return jsonify(inspection.kind(_page_number()))

    @app.get("/api/node")
    def node() -> Response:
        with lock:
            page = inspection.page(_page_number()).page
            return jsonify(described(page, request.args.get("node", -1, int)))


def _add_labels(app: Flask, inspection: Inspection, lock: RLock) -> None:
    """Add the routes of labels; changes are made by POST, with the token."""
    labelling = Labelling(inspection)

    @app.get("/open/<path:name>")
    def open_other(name: str) -> AnyResponse:
        with lock:
            number = labelling.open(name)
        # Show its template first.
        return redirect(f"/?page={number}#page={number}&kind=template")

    def save_tree() -> Any:
        page, node = _page_and_node(inspection)
        name = _posted("name", str)
        file = inspection.key_tree_file(name)
        saved = save_key_tree(page, node, name, _posted("pattern", str), file)
        inspection.reload_key_trees()
        return saved

    actions: dict[str, Callable[[], Any]] = {
        "find": lambda: find_value(
            inspection.page(_posted("page", int)).page, _posted("text", str)
        ),
        "label/preview": lambda: labelling.preview(_label(inspection)),
        "label/save": lambda: labelling.save(_label(inspection)),
        "label/remove": lambda: labelling.remove(_posted("field", str), _posted("page", int)),
        "label/proposed": lambda: {"proposals": labelling.proposed(_posted("page", int))},
        "keytree/preview": lambda: preview_key_tree(*_page_and_node(inspection)),
        "keytree/save": save_tree,
    }

    @app.post("/api/<path:action>")
    def act(action: str) -> Response:
        if action not in actions:
            raise LookupError(f"there is no action {action:.60}")
        with lock:
            return jsonify(actions[action]())


def _page_number() -> Any:
    return request.args.get("page", 0, int)


def checked_node(page: Page, node: int) -> int:
    """Return the number of an element of the page; raise LookupError for any other."""
    if 0 <= node < len(page.tree) and page.tree.tag[node] != tags.TEXT:
        return node
    raise LookupError(f"there is no element {node} on the page")


def described(page: Page, node: int) -> dict[str, Any]:
    """Return an element as plain values: XPath, tag, and the attributes to take a value from."""
    attributes = page.tree.attributes(checked_node(page, node))
    takes = {name: attributes[name][:MAX_TEXT] for name in (*SHOWN, *LINKED) if name in attributes}
    return {
        "xpath": page.xpath(node),
        "tag": page.tree.name(node),
        "id": attributes.get("id"),
        "classes": (attributes.get("class") or "").split(),
        "attributes": takes,
    }


def _label(inspection: Inspection) -> Label:
    return Label(
        page=_posted("page", int),
        node=_page_and_node(inspection)[1],
        field=_posted("field", str).strip(),
        all=_posted("all", bool, False),
        take=_posted("take", str, "") or None,
        value=_posted("value", str, "") or None,
    )


def _page_and_node(inspection: Inspection) -> tuple[Page, int]:
    page = inspection.page(_posted("page", int)).page
    return page, checked_node(page, _posted("node", int))


_NOUNS: Final = {int: "a whole number", str: "a text", bool: "true or false"}


def _posted(name: str, kind: type[_Value], default: _Value | None = None) -> _Value:
    """Return a value of the posted JSON."""
    body = request.get_json()
    if not isinstance(body, dict):
        raise ValueError("expected an object")
    value = body.get(name, default)
    if type(value) is not kind:
        raise ValueError(f"{name} must be {_NOUNS[kind]}")
    return value
