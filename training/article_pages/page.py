"""A page of a site, of one kind, in the site's frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

from training.article_pages.articles import article
from training.article_pages.declared import head
from training.article_pages.frame import framed
from training.article_pages.others import goods, teaser_list, thread
from training.article_pages.roles import MARK
from training.article_pages.site import TRADES, Press
from training.page_kinds.addresses import address_of
from training.record_pages.markup import Node, plain, widen

BUILDERS = {"article": article, "thread": thread, "detail": goods, "list": teaser_list}


@dataclass(frozen=True, slots=True)
class Draft:
    """A page before it is written down."""

    root: Node
    kind: str
    shape: str
    address: str
    title: str


def _headline(root: Node) -> str:
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if node.attributes.get(MARK) == "headline":
            while isinstance(node.children[0], Node):
                node = node.children[0]
            return node.children[0]
        stack.extend(child for child in reversed(node.children) if isinstance(child, Node))
    return ""


def new_page(press: Press, number: int) -> Draft:
    """One page of a site."""
    talk = press.talk(number)
    kind = talk.writer.draw.choice(TRADES[press.trade])
    made = BUILDERS[kind](press, talk)
    body = framed(press, talk, made.content, number)
    title = _headline(body) or talk.title
    named = replace(talk, title=title)
    address = address_of(press.site, kind, made.shape, title, number, known=True)
    top = head(press, named, kind, address, made.summary)
    root = plain("html", top, body, lang=press.site.language.code)
    widen(root)
    return Draft(root, kind, made.shape, address, title)
