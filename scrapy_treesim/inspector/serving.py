"""The local web server: on this machine only, until somebody stops it."""

from __future__ import annotations

import logging
import secrets
import signal
import socket
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.resources import files
from threading import Event, RLock, Thread
from typing import Any, Final

from flask import Flask, Response, jsonify, request, send_from_directory
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.serving import WSGIRequestHandler, make_server

from scrapy_treesim.inspector import guard
from scrapy_treesim.inspector.inspection import Inspection
from scrapy_treesim.inspector.routes import add_routes
from scrapy_treesim.inspector.shell import bundled

ADDRESS: Final = "127.0.0.1"
PATIENCE: Final = 60
"""Seconds that a connection may say nothing; each has a thread."""

REFUSALS: Final = {LookupError: 404, ValueError: 400, RecursionError: 400, OSError: 409}
"""What a label, a choice or a file may be refused with; the message is for the user."""
BUGS: Final = (KeyError, IndexError, UnicodeError)
"""Kinds of these that nobody raises to refuse anything."""


class _Handler(WSGIRequestHandler):
    timeout = PATIENCE

    def log_error(self, format: str, *args: Any) -> None:
        """Say nothing of what is no request: any page of the web can knock at a port."""


def serve(inspection: Inspection, port: int = 0, browser: bool = False) -> None:
    """Serve until interrupted; 0 is any port that is free.

    Raises:
        OSError: the port is taken, or not allowed.
    """
    # A crawl has put handlers of its own in place, for a reactor that runs no more.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with served(inspection, port) as url, suppress(KeyboardInterrupt):
        print(f"{url} (until Ctrl+C)", flush=True)
        if browser:
            webbrowser.open(url)
        Event().wait()


@contextmanager
def served(inspection: Inspection, port: int = 0) -> Iterator[str]:
    """Serve in a thread of its own while the block runs; yields the address.

    Raises:
        OSError: as :func:`serve`.
    """
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = create_app(inspection, secrets.token_urlsafe(24))
    _check(port)
    server = make_server(ADDRESS, port, app, threaded=True, request_handler=_Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{ADDRESS}:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _check(port: int) -> None:
    """Werkzeug ends the process where a port is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError as error:
            why = error.strerror
            raise OSError(f"the port {port} cannot be had ({why}): give another") from None


def create_app(inspection: Inspection, token: str) -> Flask:
    """The web application; ``token`` is what its own page must send to change anything."""
    app = Flask("scrapy_treesim.inspector", static_folder=None)
    app.config["TRUSTED_HOSTS"] = guard.HOSTS
    app.config["MAX_CONTENT_LENGTH"] = guard.MAX_POST
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # Pages and templates are read by one request at a time.
    lock = RLock()
    add_routes(app, inspection, token, lock)
    _add_static(app)

    @app.before_request
    def check() -> None:
        guard.check_origin()
        if request.method != "GET":
            guard.check_token(token)

    app.after_request(guard.secured)
    app.register_error_handler(HTTPException, _refused)
    for kind, code in REFUSALS.items():
        app.register_error_handler(kind, partial(_error, code=code))
    for bug in BUGS:
        app.register_error_handler(bug, partial(_unforeseen, app))
    return app


def _add_static(app: Flask) -> None:
    folder = str(files(__package__).joinpath("static"))

    @app.get("/static/<name>")
    def static_file(name: str) -> Response:
        if name == "inspector.bundle.js":
            return Response(bundled(), mimetype="text/javascript")
        if not name.endswith((".js", ".css")):
            raise NotFound
        return send_from_directory(folder, name)


def _refused(error: HTTPException) -> tuple[Response, int]:
    return jsonify({"error": error.description or error.name}), error.code or 500


def _error(error: Exception, code: int) -> tuple[Response, int]:
    message: Any = error.args[0] if error.args and not isinstance(error, OSError) else error
    return jsonify({"error": " ".join(str(message).split())}), code


def _unforeseen(app: Flask, error: Exception) -> tuple[Response, int]:
    app.logger.error("the inspector failed at %s", request.path, exc_info=error)
    return jsonify({"error": f"this went wrong, see the terminal: {error!r:.200}"}), 500
