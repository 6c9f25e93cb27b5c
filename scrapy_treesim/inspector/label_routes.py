"""The routes that change anything: labels into the templates' file, key trees into theirs."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from flask import Flask, Response, jsonify, redirect, request

from scrapy_treesim.inspector.inspection import Inspection
from scrapy_treesim.inspector.labels.finding_values import find_value
from scrapy_treesim.inspector.labels.key_tree_making import preview_key_tree, save_key_tree
from scrapy_treesim.inspector.labels.labelling import Label, Labelling
from scrapy_treesim.inspector.page_routes import checked_node, opened_address
from scrapy_treesim.page import Page

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse


def add_routes(app: Flask, inspection: Inspection, lock: RLock) -> None:
    """The addresses of labels, values and key trees; all are asked with the page's token."""
    labelling = Labelling(inspection)

    @app.post("/api/find")
    def find() -> Response:
        with lock:
            return jsonify(find_value(_page(inspection), _text("text")))

    @app.post("/api/label/preview")
    def preview_label() -> Response:
        with lock:
            return jsonify(_with_links(labelling.preview(_label(inspection)).to_json()))

    @app.post("/api/label/save")
    def save_label() -> Response:
        with lock:
            return jsonify(_with_links(labelling.save(_label(inspection)).to_json()))

    @app.post("/api/label/proposed")
    def proposed_labels() -> Response:
        with lock:
            found = labelling.proposed(_number("page"))
            return jsonify({"proposals": [one.to_json() for one in found]})

    @app.post("/api/label/remove")
    def remove_label() -> Response:
        with lock:
            return jsonify(labelling.remove(_text("field"), _number("page")))

    @app.get("/open/<path:name>")
    def open_other(name: str) -> AnyResponse:
        with lock:
            return redirect(opened_address(labelling.open(name)))

    @app.post("/api/keytree/preview")
    def preview_tree() -> Response:
        with lock:
            page = _page(inspection)
            return jsonify(preview_key_tree(page, checked_node(page, _number("node"))).to_json())

    @app.post("/api/keytree/save")
    def save_tree() -> Response:
        with lock:
            page = _page(inspection)
            node = checked_node(page, _number("node"))
            file = inspection.key_tree_file(_text("name"))
            saved = save_key_tree(page, node, _text("name"), _text("pattern"), file)
            inspection.reload_key_trees()
            return jsonify(saved)


def _with_links(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer, its other pages with the addresses that open them here."""
    for one in answer["elsewhere"]:
        number, name = one["number"], quote(one["name"], safe="")
        one["open"] = f"/open/{name}" if number is None else opened_address(number)
    return answer


def _label(inspection: Inspection) -> Label:
    number = _number("page")
    node = checked_node(inspection.page(number).page, _number("node"))
    given = _given()
    return Label(
        page=number,
        node=node,
        field=_text("field").strip(),
        all=given.get("all") is True,
        take=_text("take") if given.get("take") else None,
        value=_text("value") if given.get("value") else None,
    )


def _given() -> dict[str, Any]:
    given = request.get_json()
    if not isinstance(given, dict):
        raise ValueError("an object is wanted")
    return given


def _page(inspection: Inspection) -> Page:
    return inspection.page(_number("page")).page


def _number(name: str) -> int:
    value = _given().get(name)
    if type(value) is not int:
        raise ValueError(f"{name} is to be a whole number")
    return value


def _text(name: str) -> str:
    value = _given().get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} is to be a text")
    return value
