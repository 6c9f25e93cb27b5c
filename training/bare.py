"""Pages with nothing around what they are about, as people paste them: in forums, in tests.

They are cut out of pages of known truth, so that what a page is, and what its blocks are, is not
learnt from its frame alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from lxml import etree
from lxml import html as lxml_html

CONTENT_ROLES: Final = frozenset(("main", "headline", "byline", "caption"))
"""Roles of what stays; all else goes, unless it stands in between."""
NAMES: Final = ("class", "id", "style", "itemprop", "itemscope", "itemtype", "role", "rel")
"""Attributes that most people leave out."""
MAX_LINKS: Final = 4
"""Links that may stay above, in place of a menu."""


def bare_page(truth: Mapping[str, Any], html: bytes) -> tuple[dict[str, Any], bytes] | None:
    """Cut a page down to the smallest element with all its content; None where none is known.

    ``truth`` has the keys of :func:`training.corpus.table_of`, and ``title``; the paths of what is
    returned are those of the new page. Of several regions the first stays.
    """
    chance = Random(f"{truth['id']} bare")
    root: Any = lxml_html.document_fromstring(html, parser=lxml_html.HTMLParser(encoding="utf-8"))
    elements = {path: found[0] for path in _content(truth) if (found := root.xpath(path))}
    around = _around([*elements.values()])
    if around is None or around.tag in ("html", "body"):
        return None
    content = set(around.iter())
    links = [link for link in root.iter("a") if link not in content and (link.text or "").strip()]
    bare: Any = lxml_html.document_fromstring("<html><body></body></html>")
    body = bare[0]
    if links and chance.random() < 0.3:
        menu = etree.SubElement(body, chance.choice(("div", "p", "nav")))
        menu.extend(links[: chance.randint(1, MAX_LINKS)])
    if truth.get("title") and around.find(".//h1") is None and chance.random() < 0.6:
        etree.SubElement(body, chance.choice(("h1", "h1", "h2"))).text = truth["title"]
    around.tail = None
    body.append(around)
    if chance.random() < 0.7:
        for element in body.iter(etree.Element):
            for name in NAMES:
                element.attrib.pop(name, None)
    path_of = bare.getroottree().getpath
    paths = {path: path_of(element) for path, element in elements.items()}
    return _moved(truth, paths), lxml_html.tostring(bare, encoding="utf-8")


def _content(truth: Mapping[str, Any]) -> Iterator[str]:
    """Yield the paths of all that a page is about."""
    for region in (truth.get("regions") or ())[:1]:
        for record in region["records"]:
            yield from record["xpaths"]
    for comment in truth.get("comments") or ():
        if comment.get("xpath"):
            yield comment["xpath"]
    for place in truth.get("places") or ():
        if place.get("role", "main") in CONTENT_ROLES:
            yield place["xpath"]


def _around(elements: list[Any]) -> Any:
    """Return the smallest element around some, none of which it is; None without any."""
    if not elements:
        return None
    around = elements[0].getparent()
    for element in elements[1:]:
        above = {around, *around.iterancestors()}
        around = next(parent for parent in element.iterancestors() if parent in above)
    return around


def _moved(truth: Mapping[str, Any], paths: Mapping[str, str]) -> dict[str, Any]:
    """Return the truth of a cut page: what stands elsewhere now, and no address."""
    moved = {key: value for key, value in truth.items() if key != "places"} | {"url": ""}
    if "regions" in truth:
        moved["regions"] = [
            {"records": [{"xpaths": [paths[path] for path in record["xpaths"] if path in paths]}
                         for record in region["records"]]}
            for region in truth["regions"][:1]
        ]  # fmt: skip
    if "comments" in truth:
        moved["comments"] = [
            {**comment, "xpath": paths[comment["xpath"]]}
            for comment in truth["comments"]
            if comment.get("xpath") in paths
        ]
    moved["places"] = [
        {**place, "xpath": paths[place["xpath"]]}
        for place in truth.get("places") or ()
        if "role" in place and place["xpath"] in paths
    ]
    return moved
