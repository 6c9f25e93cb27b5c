"""The routes of the map of learned templates: the map, outlines, and the pages in the middle."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING

from flask import Flask, Response, jsonify, redirect, request

from scrapy_treesim.inspector import guard
from scrapy_treesim.inspector.inert.page import inert_html
from scrapy_treesim.inspector.inspection import Inspection
from scrapy_treesim.inspector.map.cluster_map import outline_json
from scrapy_treesim.inspector.page_routes import inert_response, opened_address
from scrapy_treesim.inspector.shell import (
    MAP_SCRIPTS,
    MAP_STYLES,
    linked_scripts,
    linked_styles,
    shell,
)

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse


def add_routes(app: Flask, inspection: Inspection, token: str, lock: RLock) -> None:
    """The addresses of the map."""

    @app.get("/templates")
    def templates() -> str:
        config = {**inspection.config(), "live": True, "token": token}
        head, scripts = linked_styles(MAP_STYLES), linked_scripts(MAP_SCRIPTS)
        return shell("templates_map.html", "Templates", config, head, scripts)

    @app.get("/api/templates")
    def template_map() -> Response:
        with lock:
            inspection.refresh()
            return jsonify(inspection.template_map())

    @app.get("/api/outline")
    def outline() -> Response:
        template = inspection.wanted.templates.by_id(request.args.get("template", ""))
        return jsonify(outline_json(template))

    @app.get("/medoid/<int:number>")
    def medoid(number: int) -> Response:
        with lock:
            return inert_response(inert_html(inspection.medoid(_id(number)).page()), guard.INERT)

    @app.get("/open")
    def open_medoid() -> AnyResponse:
        id = request.args.get("template", "")
        with lock:
            saved = inspection.medoid(id)
            return redirect(opened_address(inspection.open(saved.key, saved.page())))

    def _id(number: int) -> str:
        members = inspection.wanted.templates.members
        if number >= len(members):
            raise LookupError(f"there is no template {number}")
        return members[number].id
