"""The addresses of the inspector's local web page, and what each answers."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, jsonify, redirect, request

from scrapy_treesim.inspector import guard
from scrapy_treesim.inspector.inert.page import inert_html
from scrapy_treesim.inspector.inspection import Inspection
from scrapy_treesim.inspector.labels.key_tree_making import preview_key_tree, save_key_tree
from scrapy_treesim.inspector.labels.labelling import Labelling
from scrapy_treesim.inspector.labels.values import Label, find_value
from scrapy_treesim.inspector.resources import CSS, Resources, inert_sheet, local_file
from scrapy_treesim.inspector.shell import LINKED_SCRIPTS, LINKED_STYLES, as_text, shell
from scrapy_treesim.page import Page
from scrapy_treesim.templates.rules.values import LINKED, SHOWN
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from scrapy_treesim.page import Page

_NOT_CHOICES: Final = frozenset(("page", "kind"))

MAX_TEXT: Final = 2_000
"""Characters of a text or attribute that are shown."""


def add_routes(app: Flask, inspection: Inspection, token: str, lock: RLock) -> None:
    """The addresses: what is read by GET, what changes anything by POST, with the page's token."""
    labelling = Labelling(inspection)

    @app.get("/")
    def home() -> str:
        number = _page_number()
        config = {**inspection.config(), "live": True, "token": token, "page": number}
        title = inspection.page(number).name
        return shell(title, config, LINKED_STYLES, LINKED_SCRIPTS)

    @app.get("/page/<int:number>")
    def page(number: int) -> Response:
        one = inspection.page(number)
        asked = request.args.get("resources") == "1"
        # Reads what never changes, so it need not wait for the findings, which take longer.
        if not asked:
            return inert_response(inert_html(one.page), guard.INERT)
        load = Resources(one.page.url, number, one.root)
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
            load = Resources(one.page.url, number, one.root)
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

    @app.get("/open/<path:name>")
    def open_other(name: str) -> AnyResponse:
        with lock:
            number = labelling.open(name)
        # First its template is looked at.
        return redirect(f"/?page={number}#page={number}&kind=template")

    def preview_tree() -> Any:
        page = _page(inspection)
        return preview_key_tree(page, checked_node(page, _number("node")))

    def save_tree() -> Any:
        page = _page(inspection)
        node = checked_node(page, _number("node"))
        file = inspection.key_tree_file(_text("name"))
        saved = save_key_tree(page, node, _text("name"), _text("pattern"), file)
        inspection.reload_key_trees()
        return saved

    actions: dict[str, Callable[[], Any]] = {
        "find": lambda: find_value(_page(inspection), _text("text")),
        "label/preview": lambda: labelling.preview(_label(inspection)),
        "label/save": lambda: labelling.save(_label(inspection)),
        "label/remove": lambda: labelling.remove(_text("field"), _number("page")),
        "label/proposed": lambda: {"proposals": labelling.proposed(_number("page"))},
        "keytree/preview": preview_tree,
        "keytree/save": save_tree,
    }

    @app.post("/api/<path:action>")
    def act(action: str) -> Response:
        if action not in actions:
            raise LookupError(f"there is no action {action:.60}")
        with lock:
            return jsonify(actions[action]())


def inert_response(html: str, policy: str) -> Response:
    """The answer with a page that can do nothing."""
    response = Response(as_text(html), mimetype="text/html")
    response.headers["Content-Security-Policy"] = policy
    return response


def _page_number() -> Any:
    return request.args.get("page", 0, int)


def checked_node(page: Page, node: int) -> int:
    """The number of an element of the page; LookupError if it is of none."""
    if 0 <= node < len(page.tree) and page.tree.tag[node] != tags.TEXT:
        return node
    raise LookupError(f"there is no element {node} on the page")


def described(page: Page, node: int) -> dict[str, Any]:
    """An element as plain values: xpath, tag, text, and the attributes a value may be taken of."""
    attributes = page.tree.attributes(checked_node(page, node))
    takes = {name: attributes[name][:MAX_TEXT] for name in (*SHOWN, *LINKED) if name in attributes}
    return {
        "xpath": page.xpath(node),
        "tag": page.tree.name(node),
        "id": attributes.get("id"),
        "classes": (attributes.get("class") or "").split(),
        "text": page.text(node)[:MAX_TEXT],
        "attributes": takes,
    }


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
    if type(value := _given().get(name)) is not int:
        raise ValueError(f"{name} is to be a whole number")
    return value


def _text(name: str) -> str:
    if not isinstance(value := _given().get(name), str):
        raise ValueError(f"{name} is to be a text")
    return value
