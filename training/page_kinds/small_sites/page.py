"""A page of a small site."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages.comment import Talk
from training.detail_pages import Thing, declared, new_thing
from training.page_kinds.page import Draft
from training.page_kinds.scripts import at_end, in_head
from training.page_kinds.site import Site
from training.page_kinds.small_sites import boards, customs, frame, goods, telling
from training.page_kinds.small_sites.archives import Titled, archive_page
from training.page_kinds.small_sites.posts import post_page
from training.page_kinds.small_sites.site import TRADES
from training.page_kinds.small_sites.statics import static_page
from training.record_pages.markup import Child, Node, plain, widen

KINDS = {
    "post": "article",
    "archive": "list",
    "product": "detail",
    "shelf": "list",
    "custom": "detail",
    "customs": "list",
    "topic": "thread",
    "topics": "list",
    "boards": "list",
    "members": "list",
    "profile": "detail",
    "static": "other",
}
"""What kind of page each sort of page is."""
ABOUT: dict[str, Callable[[Talk, Thing], list[Child]]] = {
    "product": goods.product_page,
    "custom": customs.custom_page,
    "profile": boards.profile_page,
}
TALKED: dict[str, Callable[[Talk], list[Child]]] = {
    "post": post_page,
    "topic": boards.topic_page,
    "topics": boards.topics_page,
    "boards": boards.boards_page,
    "members": boards.members_page,
}
LISTED = ("shelf", "topics", "boards", "members")


def _content(site: Site, talk: Talk, page: str) -> Titled:
    """The middle of a page that is about no thing, and what it is called."""
    if page in LISTED:
        talk = replace(talk, title=talk.writer.words(1, 3))
    if page in TALKED:
        return talk.title, TALKED[page](talk)
    if page == "archive":
        return archive_page(talk)
    if page == "static":
        return static_page(talk, site.trade)
    if page == "customs":
        return customs.customs_page(talk, site.things)
    if talk.writer.draw.random() < 0.1:
        return talk.title, goods.front_page(talk, site.things)
    return talk.title, goods.shelf_page(talk, site.things)


def _head(site: Site, title: str, more: list[Node]) -> Node:
    own, writer = site.design.at("head"), site.speaker("head name")
    form = own.pick("title", ("{t} - {s}", "{t} | {s}", "{t} – {s}", "{s} » {t}", "{s}", "{t}"))
    if site.trade == "small board" and own.chance("says board", 0.5):
        form = own.pick(
            "board title", ("{s} • {f} - {t}", "{f}: {t}", "{t} - {f} {s}", "{s} {f} :: {t}")
        )
    words = own.pick("board word", site.tongue.all("forum"))
    name = plain("title", form.format(t=title, s=writer.words(1, 3), f=words))
    return plain("head", plain("meta", charset="utf-8"), name, *more, *in_head(site))


def small_page(site: Site, number: int) -> Draft:
    """One page of a small site."""
    writer = site.speaker(f"page {number}")
    page = writer.draw.choice(TRADES[site.trade].pages)
    kind = KINDS[page]
    talk = Talk(site.design, writer, writer.title())
    thing: Thing | None = None
    if page in ABOUT:
        thing = new_thing(talk, site.things)
        talk = replace(talk, title=thing.name)
        content = ABOUT[page](talk, thing)
        if telling.telling(site) and site.design.chance("microdata", 0.25):
            box = plain("div", *content)
            declared.microdata(box, thing)
            content = [box]
    else:
        title, content = _content(site, talk, page)
        talk = replace(talk, title=title)
    address = telling.address(site, kind, page, talk.title, number)
    more = telling.said(site, talk, kind, address)
    if thing is not None and telling.telling(site):
        more.extend(telling.of_thing(site, talk, thing, address, page))
    names = telling.body_class(site, page, number)
    inner = [*frame.body(site, talk, content), *at_end(site, number)]
    body = plain("body", *inner, **({"class_": names} if names else {}))
    root = plain("html", _head(site, talk.title, more), body, lang=site.language.code)
    widen(root)
    return Draft(root, kind, page, address, talk.title, thing)
