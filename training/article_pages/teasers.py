"""Other articles: lines that lead to one, boxes of titles, some with whole sentences."""

from __future__ import annotations

from dataclasses import replace

from training.article_pages.pieces import Piece, apart
from training.article_pages.roles import as_role
from training.article_pages.site import Press
from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def read_also(press: Press, talk: Talk) -> Piece:
    """A line that leads to another article: a linked title, with words before it or without."""
    own, writer = talk.design.at("read also"), talk.writer
    said = press.said(talk, "read_also")
    ahead = link(writer, writer.title() if writer.draw.random() < 0.6 else writer.sentence())
    form = own.pick("form", ("said", "said", "bold", "bare", "whole", "list", "box"))
    tag = own.pick("tag", ("strong", "b", "span", "em"))
    if form == "said":
        inner: list[Child] = [plain(tag, f"{said}: "), ahead]
    elif form == "bold":
        inner = [plain("strong", f"{said}: ", ahead)]
    elif form == "whole":
        inner = [plain("a", f"{said}: ", *ahead.children, href=writer.address())]
    elif form == "list":
        items = [plain("li", link(writer, writer.title())) for _ in range(own.number("n", 1, 4))]
        node = plain("div", plain("p", plain(tag, f"{said}:")), plain("ul", *items))
        return apart("related", "read also", node)
    elif form == "box":
        name = "read-also related-inline td_block inline-related box"
        inner = [plain("div", said), plain("div", ahead)]
        return apart("related", "read also", own.element("div", name, *inner))
    else:
        inner = [plain("strong", ahead) if own.chance("strong", 0.5) else ahead]
    return apart("related", "read also", plain(own.pick("outer", ("p", "p", "p", "div")), *inner))


def teaser(talk: Talk, *, told: bool) -> Node:
    """Another article: its title, with a sentence or more where it is ``told``."""
    own, writer = talk.design.at("teaser"), talk.writer
    inner: list[Child] = []
    if own.chance("pictured", 0.55):
        inner.append(link(writer, plain("img", src=f"{writer.address()}.jpg", alt="")))
    if own.chance("section", 0.25):
        inner.append(plain("span", writer.words(1, 2)))
    title = link(writer, writer.title())
    tag = own.pick("tag", ("h3", "h4", "h2", "div", "p", "strong", "span", "h3"))
    inner.append(plain(tag, title))
    if told:
        low, high = own.pick("size", ((1, 1), (1, 2), (2, 3), (2, 5)))
        inner.append(plain(own.pick("text", ("p", "p", "div", "span")), writer.text(low, high)))
    if own.chance("dated", 0.35):
        inner.append(around.posted(talk))
    if own.chance("more", 0.2):
        inner.append(link(writer, writer.say(own, "more")))
    outer = own.pick("outer", ("div", "div", "article", "li"))
    outer = "div" if own.old and outer == "article" else outer
    name = "teaser card post item related-item story article-item td_module"
    return own.element(outer, name, *inner)


def teasers(talk: Talk, key: str, low: int, high: int) -> Node:
    """A box of other articles; on some sites each with a whole sentence."""
    own, writer = talk.design.at(f"teasers {key}"), talk.writer
    told = own.chance("told", 0.6)
    size = own.number("size", low, high)
    made = [teaser(replace(talk, design=own), told=told) for _ in range(size)]
    tag = own.pick("head", ("h2", "h3", "h3", "h4", "div", "p", "strong"))
    title = plain(tag, writer.say(own, own.pick("key", ("related", "read_next", "most_read"))))
    listed: list[Child] = [*made]
    if made[0].tag == "li":
        listed = [plain("ul", *made)]
    name = "related more-stories recommended widget read-more entry-related content more"
    outer = "div" if own.old else own.pick("outer", ("div", "div", "section", "aside", "nav"))
    return as_role("related", own.element(outer, name, title, *listed), "teasers")
