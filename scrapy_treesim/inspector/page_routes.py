"""The routes that only read: the shell, pages, their findings and nodes, the map of templates."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, jsonify, redirect, request

from scrapy_treesim.inspector import guard
from scrapy_treesim.inspector.inert.page import inert_html
from scrapy_treesim.inspector.inspection import Inspection
from scrapy_treesim.inspector.map.cluster_map import outline_json
from scrapy_treesim.inspector.resources import (
    CSS,
    Sources,
    inert_sheet,
    local_file,
    resource_addresses,
)
from scrapy_treesim.inspector.shell import (
    MAP_SCRIPTS,
    MAP_STYLES,
    SCRIPTS,
    STYLES,
    as_text,
    linked_scripts,
    linked_styles,
    shell,
)
from scrapy_treesim.templates.rules.values import LINKED, SHOWN
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from scrapy_treesim.page import Page

_NOT_CHOICES: Final = frozenset(("page", "kind"))

MAX_TEXT: Final = 2_000
"""Characters of a text or attribute that are shown."""


def add_routes(app: Flask, inspection: Inspection, token: str, lock: RLock) -> None:
    """The addresses of pages, findings and the map."""

    @app.get("/")
    def home() -> str | AnyResponse:
        if not inspection.pages:
            return redirect("/templates")
        number = request.args.get("page", 0, int)
        config = {**inspection.config(), "live": True, "token": token, "page": number}
        title = inspection.page(number).name
        return shell(
            "inspector.html", title, config, linked_styles(STYLES), linked_scripts(SCRIPTS)
        )

    @app.get("/page/<int:number>")
    def page(number: int) -> Response:
        one = inspection.page(number)
        asked = request.args.get("resources") == "1"
        # Reads what never changes, so it need not wait for the findings, which take longer.
        if not asked:
            return inert_response(inert_html(one.page), guard.INERT)
        load = Sources(resource_addresses(one.page.url, number, one.root))
        html = inert_html(one.page, load)
        beside = [f"{request.host_url}beside/{number}/"] if one.root else []
        return inert_response(html, guard.inert_with_resources([*beside, *sorted(load.found)]))

    @app.get("/beside/<int:number>/<path:path>")
    def beside(number: int, path: str) -> Response:
        one = inspection.page(number)
        if one.root is None:
            raise LookupError("the page is no local file")
        file, kind = local_file(one.root, path)
        content = file.read_bytes()
        if kind == CSS:
            load = resource_addresses(one.page.url, number, one.root)
            content = inert_sheet(content, file.as_uri(), load)
        response = Response(content, mimetype=kind)
        response.headers["Content-Security-Policy"] = guard.RESOURCE
        return response

    @app.get("/api/view")
    def view() -> Response:
        chosen = {key: value for key, value in request.args.items() if key not in _NOT_CHOICES}
        kind = request.args.get("kind", inspection.kinds[0])
        with lock:
            inspection.refresh()
            return jsonify(inspection.view(_number(), kind, chosen))

    @app.get("/api/kind")
    def kind() -> Response:
        with lock:
            return jsonify(inspection.kind(_number()))

    @app.get("/api/node")
    def node() -> Response:
        with lock:
            page = inspection.page(_number()).page
            return jsonify(described(page, request.args.get("node", -1, int)))

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


def inert_response(html: str, policy: str) -> Response:
    """The answer with a page that can do nothing."""
    response = Response(as_text(html), mimetype="text/html")
    response.headers["Content-Security-Policy"] = policy
    return response


def opened_address(number: int) -> str:
    """The address at which an open page is looked at, first its template's view."""
    return f"/?page={number}#page={number}&kind=template"


def _number() -> Any:
    return request.args.get("page", 0, int)


def checked_node(page: Page, node: int) -> int:
    """The number of an element of the page.

    Raises:
        LookupError: there is none of that number.
    """
    if 0 <= node < len(page.tree) and page.tree.tag[node] != tags.TEXT:
        return node
    raise LookupError(f"there is no element {node} on the page")


def described(page: Page, node: int) -> dict[str, Any]:
    """An element as plain values: xpath, tag, text, and the attributes a value may be taken of.

    Raises:
        LookupError: there is none of that number.
    """
    tree = page.tree
    checked_node(page, node)
    attributes = tree.attributes(node)
    takes = {name: attributes[name][:MAX_TEXT] for name in (*SHOWN, *LINKED) if name in attributes}
    names = (attributes.get("class") or "").split()
    identity = attributes.get("id")
    return {
        "xpath": page.xpath(node),
        "tag": tree.name(node),
        "id": identity,
        "classes": names,
        "text": page.text(node)[:MAX_TEXT],
        "attributes": takes,
    }
