"""A page of a site: of one kind, in the site's frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from training.comment_pages.comment import Talk
from training.comment_pages.frame import framed
from training.detail_pages import Thing, declared, middle, new_thing
from training.page_kinds.addresses import address_of
from training.page_kinds.articles import article_page
from training.page_kinds.lists import list_page
from training.page_kinds.others import other_page
from training.page_kinds.site import Site
from training.page_kinds.threads import thread_page
from training.record_pages.markup import Child, Node, plain, widen

BUILDERS: dict[str, Callable[[Talk, str], list[Child]]] = {
    "article": article_page,
    "list": list_page,
    "thread": thread_page,
    "other": other_page,
}


@dataclass(frozen=True)
class Draft:
    """A page before it is written down."""

    root: Node
    kind: str
    address: str
    title: str
    thing: Thing | None


def _head(site: Site, title: str, more: list[Node]) -> Node:
    own, writer = site.design.at("head"), site.speaker("head")
    name = writer.words(1, 2)
    text = own.pick("title", ("{t}", "{t} - {s}", "{t} | {s}", "{s} - {t}", "{s}", "{t} – {s}"))
    out: list[Node] = [plain("meta", charset="utf-8")]
    out.append(plain("title", text.format(t=title, s=name)))
    for place in range(own.number("links", 0, 8)):
        out.append(plain("link", rel="stylesheet", href=f"/css/{place}.css"))
    return plain("head", *out, *more)


def new_page(site: Site, number: int) -> Draft:
    """One page of a site."""
    writer = site.speaker(f"page {number}")
    kind = writer.draw.choice(site.kinds)
    talk = Talk(site.design, writer, writer.title())
    chrome = Talk(site.design, site.speaker("chrome"), talk.title)
    title, thing, declarations = talk.title, None, []
    if kind == "detail":
        thing = new_thing(talk, site.things)
        title = thing.name
    address = address_of(site, kind, title, number)
    if thing is not None:
        content = middle(Talk(site.design, writer, title), thing)
        declarations = declared.head(talk, thing, address)
        if site.design.chance("microdata", 0.18):
            box = plain("div", *content)
            declared.microdata(box, thing)
            content = [box]
    else:
        content = BUILDERS[kind](talk, site.trade)
    body = framed(chrome, content)
    root = plain("html", _head(site, title, declarations), body, lang=site.language.code)
    widen(root)
    return Draft(root, kind, address, title, thing)
