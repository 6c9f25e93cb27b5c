"""An article: title, by whom and when, a picture, paragraphs, now and then a list or a quote."""

from __future__ import annotations

from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.record_pages.markup import Child, Node, plain


def text_block(talk: Talk, low: int, high: int) -> list[Child]:
    """Paragraphs with what else stands between them."""
    writer, design = talk.writer, talk.design.at("text")
    out: list[Child] = []
    longest = design.pick("paragraph", (2, 4, 7))
    for place in range(writer.draw.randint(low, high)):
        chance = writer.draw.random()
        if chance < design.pick("headings", (0.0, 0.1, 0.25)) and place:
            out.append(plain(design.pick("sub", ("h2", "h3", "b")), writer.title()))
        if chance > 0.95:
            out.append(plain("blockquote", plain("p", writer.text(1, 3))))
        elif chance > 0.9:
            items = (plain("li", writer.text(1, 1)) for _ in range(writer.draw.randint(2, 7)))
            out.append(plain(writer.draw.choice(("ul", "ol")), *items))
        elif chance > 0.85:
            out.append(plain("img", src=f"{writer.address()}.jpg", alt=writer.words(1, 3)))
        out.append(paragraph(talk, longest))
    if design.old and design.chance("breaks", 0.3):
        return [part for node in out for part in _broken(node)]
    return out


def _broken(node: Child) -> list[Child]:
    if isinstance(node, Node) and node.tag == "p":
        return [*node.children, plain("br"), plain("br")]
    return [node]


def paragraph(talk: Talk, most: int) -> Node:
    """A paragraph, here and there with a link."""
    writer = talk.writer
    inner: list[Child] = [writer.text(1, most)]
    if writer.draw.random() < 0.25:
        inner.extend(
            [" ", plain("a", writer.words(1, 3), href=writer.address()), f" {writer.sentence()}"]
        )
    return plain("p", *inner)


def article(talk: Talk, *, long: bool = True) -> list[Child]:
    """The article and what belongs to it, in the site's order."""
    design, writer = talk.design.at("article"), talk.writer
    title = plain(design.pick("title", ("h1", "h1", "h2", "h1", "b")), talk.title)
    out: list[Child] = [title]
    meta = around.posted(talk)
    low, high = (
        design.pick("length", ((1, 4), (4, 10), (6, 20), (12, 35), (2, 8))) if long else (1, 2)
    )
    body = text_block(talk, low, high)
    boxed: list[Child] = (
        [design.element("div", "snippet", *body)] if design.chance("boxed", 0.7) else body
    )
    out.extend([meta, *boxed] if design.chance("meta first", 0.75) else [*boxed, meta])
    if design.chance("picture", 0.4):
        out.insert(1, plain("img", src=f"{writer.address()}.jpg", alt=""))
    tag = "div" if design.old else design.pick("tag", ("article", "article", "div", "section"))
    node = design.element(tag, design.pick("role", ("post", "entry", "article", "main")), *out)
    return [node] if design.chance("in an element", 0.8) else out


PARTS = (around.share_bar, around.tags, around.neighbours, around.related, around.author_box)


def below_article(talk: Talk) -> list[Child]:
    """What a site puts between an article and its comments."""
    own = talk.design.at("below")
    return [part(talk) for part in own.some("parts", PARTS, own.number("size", 0, 4))]


def after_all(talk: Talk) -> list[Child]:
    """What a site puts after the comments."""
    own = talk.design.at("after")
    parts = (
        around.related,
        around.neighbours,
        around.related,
        around.share_bar,
        around.recent_posts,
    )
    return [part(talk) for part in own.some("parts", parts, own.number("size", 0, 2))]
