"""The one thing that a page is about: its fields, each with its source, and where they stand."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from lxml import etree

from scrapy_treesim.detail.extract import detail
from scrapy_treesim.explanations import explained_detail
from scrapy_treesim.findings import with_role
from scrapy_treesim.inspector.views.parts import MAX_XPATH, View, rounded
from scrapy_treesim.items import detail_items
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.kind.roles import detail_role
from scrapy_treesim.wording import counted, percent, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_treesim.findings import Wanted
    from scrapy_treesim.inspector.views.parts import Chosen
    from scrapy_treesim.page import Page

MAX_OTHERS: Final = 3
"""Further values that are told of a field."""


def detail_view(page: Page, chosen: Chosen, wanted: Wanted) -> View:
    """The fields of the one thing that a page is about."""
    found = View({"type": "detail", "item": None, "rows": []})
    one = detail(page)
    if one is None or not one.sources:
        found.summary = "No detail"
        found.notes.append("This page declares and shows nothing of one thing that it is about.")
        return found
    kind = kind_of(page)
    places = _places(page, (one.xpath, *(source.xpath for source in one.sources.values())))
    node = places.get(one.xpath, 0)
    found.count = len(one.sources)
    title = f"{counted(len(one.sources), 'field')} of {quoted(one.name or 'one thing')}"
    why = ["the confidence is that the page is about one thing"]
    found.group(page, title, node, one.confidence, why, detail_role(kind))
    items = with_role(detail_items(one, page.url), detail_role(kind), kind)
    found.export["item"] = found.shown(dict(next(items)))
    explained = groupby(explained_detail(one), attrgetter("name"))
    for column, (name, (value, *others)) in enumerate(explained):
        why = [*value.reasons]
        for other in others[:MAX_OTHERS]:
            said = f"{percent(other.confidence)} likely: {quoted(other.text or '')}"
            why.append(f"{said}, {other.reasons[0]}")
        mark = -1
        if (own := places.get(value.xpath or "")) is not None:
            mark = found.mark(
                "value", [own], name, confidence=value.confidence, why=why, value=value.text,
                column=column, xpath=value.xpath,
            )  # fmt: skip
        source, confidence = one.sources[name].source, rounded(value.confidence)
        row = {"mark": mark, "name": name, "source": source, "confidence": confidence, "why": why}
        found.export["rows"].append(row)
    return found


def _places(page: Page, paths: Iterable[str | None]) -> dict[str, int]:
    """The node of each XPath that leads to an element of the page."""
    tree = page.root.getroottree()
    elements: dict[str, etree._Element] = {}
    for path in dict.fromkeys(paths):
        if path and len(path) <= MAX_XPATH:
            try:
                led_to = tree.xpath(path)
            except etree.XPathError:
                continue
            if isinstance(led_to, list) and led_to and isinstance(led_to[0], etree._Element):
                elements[path] = led_to[0]
    nodes = page.nodes_of([*elements.values()])
    # The XPaths are the page's own: fewer nodes mean that its tree was changed meanwhile.
    return dict(zip(elements, nodes, strict=True)) if len(nodes) == len(elements) else {}
