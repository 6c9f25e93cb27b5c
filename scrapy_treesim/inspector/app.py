"""The inspector's local web page: what its addresses answer."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from threading import RLock
from typing import Any, Final

from flask import Flask, Response, jsonify, request, send_from_directory
from werkzeug.exceptions import HTTPException, NotFound

from scrapy_treesim.inspector import guard, label_routes, map_routes, page_routes
from scrapy_treesim.inspector.inspection import Inspection
from scrapy_treesim.inspector.shell import BUNDLES, bundled

REFUSALS: Final = {LookupError: 404, ValueError: 400, RecursionError: 400, OSError: 409}
"""What a label, a choice or a file may be refused with; the message is for the user."""
BUGS: Final = (KeyError, IndexError, UnicodeError)
"""Kinds of these that nobody raises to refuse anything."""


def create_app(inspection: Inspection, token: str) -> Flask:
    """The web application; ``token`` is what its own page must send to change anything."""
    app = Flask("scrapy_treesim.inspector", static_folder=None)
    app.config["TRUSTED_HOSTS"] = guard.HOSTS
    app.config["MAX_CONTENT_LENGTH"] = guard.MAX_POST
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # Pages and templates are read by one request at a time.
    lock = RLock()
    page_routes.add_routes(app, inspection, token, lock)
    label_routes.add_routes(app, inspection, lock)
    map_routes.add_routes(app, inspection, token, lock)
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
        if name in BUNDLES:
            return Response(bundled(BUNDLES[name]), mimetype="text/javascript")
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
