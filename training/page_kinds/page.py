"""A page of a site: of one kind, in the site's frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

from training.comment_pages.comment import Talk
from training.comment_pages.middle import Middle
from training.detail_pages import Thing, declared, middle, new_thing
from training.page_kinds.addresses import address_of
from training.page_kinds.articles import article_page
from training.page_kinds.declarations import declarations
from training.page_kinds.finish import finished, heading_of, renamed
from training.page_kinds.frame import framed
from training.page_kinds.lists import list_page
from training.page_kinds.others import other_page
from training.page_kinds.scripts import in_head
from training.page_kinds.site import Site
from training.page_kinds.threads import thread_page
from training.record_pages.markup import Child, Node, plain, widen


@dataclass(frozen=True)
class Draft:
    """A page before it is written down."""

    root: Node
    kind: str
    shape: str
    """How it was made: the name of what builds such pages."""
    address: str
    title: str
    thing: Thing | None


def _head(site: Site, title: str, more: list[Node]) -> Node:
    own, writer = site.design.at("head"), site.speaker("head")
    name = writer.words(1, 2)
    forms = ("{t}", "{t} - {s}", "{t} | {s}", "{s} - {t}", "{s}", "{t} – {s}", "{t} : {s}")
    text = own.pick("title", forms)
    out: list[Node] = [plain("meta", charset="utf-8")]
    out.append(plain("title", text.format(t=title, s=name)))
    for place in range(own.number("links", 0, 8)):
        out.append(plain("link", rel="stylesheet", href=f"/css/{place}.css"))
    return plain("head", *out, *more, *in_head(site))


def _middle(site: Site, talk: Talk, kind: str) -> Middle:
    if kind == "article":
        return article_page(talk, site.trade)
    if kind == "thread":
        return thread_page(talk, site.trade)
    if kind == "other":
        return other_page(talk, site.trade)
    return list_page(replace(talk, title=talk.writer.words(1, 3)), site)


def about_thing(site: Site, talk: Talk, number: int, *, addressed: bool = False) -> Draft:
    """A page about one of the site's things; its address is known if it is ``addressed``."""
    thing = new_thing(talk, site.things)
    named = replace(talk, title=thing.name)
    address = address_of(site, "detail", "", thing.name, number, known=addressed)
    content = middle(named, thing)
    if site.design.chance("microdata", 0.14):
        box = plain("div", *content)
        declared.microdata(box, thing)
        content = [box]
    said = [*declarations(site, named, "detail", address), *declared.head(talk, thing, address)]
    root = _document(site, named, content, "detail", number, said)
    return Draft(root, "detail", thing.kind.name, address, thing.name, thing)


def _document(
    site: Site, talk: Talk, content: list[Child], kind: str, number: int, said: list[Node]
) -> Node:
    body = framed(site, talk, finished(site, content, kind), kind, number)
    root = plain("html", _head(site, talk.title, said), body, lang=site.language.code)
    renamed(site, root)
    widen(root)
    return root


def new_page(site: Site, number: int) -> Draft:
    """One page of a site."""
    writer = site.speaker(f"page {number}")
    kind = writer.draw.choice(site.kinds)
    talk = Talk(site.design, writer, writer.title())
    if kind == "detail":
        return about_thing(site, talk, number)
    made = _middle(site, talk, kind)
    named = replace(talk, title=heading_of(made.content) or talk.title)
    address = address_of(site, kind, made.shape, named.title, number)
    said = declarations(site, named, kind, address)
    root = _document(site, named, made.content, kind, number, said)
    return Draft(root, kind, made.shape, address, named.title, None)
