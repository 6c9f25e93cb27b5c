"""What stands above an article's body: headline, lead, byline, picture, ways to share it."""

from __future__ import annotations

from training.article_pages.pictures import figure
from training.article_pages.roles import as_role
from training.article_pages.site import Press
from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain

HIDING = ("style", "style", "hidden", "class", "class")


def headline(talk: Talk) -> Node:
    """The title."""
    own = talk.design.at("headline")
    tags = ("h1", "b", "font", "h2", "td") if own.old else ("h1",) * 9 + ("h2", "h2", "div", "h3")
    tag = own.pick("tag", tags)
    if tag == "td":
        row = plain("tr", plain("td", plain("b", talk.title)))
        return as_role("headline", plain("table", row))
    inner: Child = talk.title
    if own.chance("inner", 0.12):
        inner = plain("span", inner)
    if own.chance("linked", 0.06):
        inner = link(talk.writer, inner)
    return as_role("headline", own.element(tag, "title entry-title headline heading", inner))


def byline(press: Press, talk: Talk) -> Node:
    """By whom and when; on some sites also how long it takes to read, and when it was changed."""
    own, writer = talk.design.at("byline"), talk.writer
    form = own.pick("form", ("line", "line", "line", "blocks", "blocks", "items"))
    if form == "line" and own.chance("plain", 0.7):
        return as_role("byline", around.posted(talk))
    parts: list[Child] = []
    if own.chance("author", 0.8):
        name: Child = writer.person()
        if own.chance("linked", 0.6):
            name = link(writer, name)
        if own.chance("pictured", 0.25):
            parts.append(plain("img", src="/author.jpg", width="40", alt=""))
        said = press.said(talk, "by")
        parts.append(plain("span", f"{said} ", name) if own.chance("by", 0.6) else name)
        if own.chance("post", 0.2):
            parts.append(plain("span", writer.words(1, 4)))
    moment = around.some_date(talk)
    tag = "span" if own.old else own.pick("moment", ("time", "time", "span"))
    parts.append(plain(tag, moment))
    if own.chance("changed", 0.25):
        parts.append(plain("span", press.said(talk, "updated", d=around.some_date(talk))))
    if own.chance("minutes", 0.25):
        parts.append(plain("span", press.said(talk, "minutes", n=str(writer.draw.randint(1, 25)))))
    if own.chance("counted", 0.15):
        parts.append(plain("a", writer.say(own, "ncomments"), href="#comments"))
    if own.chance("drawn", 0.2) and not own.old:
        parts.insert(0, svg(own))
    name = "byline meta post-meta entry-meta info author-info article-meta dateline"
    if form == "items":
        made = own.element("ul", name, *(plain("li", part) for part in parts))
    elif form == "blocks":
        made = own.element("div", name, *(plain("div", part) for part in parts))
    else:
        sign = own.pick("sign", (" | ", " · ", ", ", " - ", " "))
        joined = [part for one in parts for part in (one, sign)][:-1]
        made = own.element(own.pick("tag", ("p", "div", "div", "span")), name, *joined)
    return as_role("byline", made)


def lead(talk: Talk, said: str) -> Node:
    """The first paragraph, or the sum of all, set apart from the body; it is of the article."""
    own = talk.design.at("lead")
    tag = own.pick("tag", ("p", "p", "p", "div", "h2", "strong", "h3"))
    inner: Child = said
    if own.chance("bold", 0.2):
        inner = plain(own.pick("bold tag", ("strong", "b", "em")), inner)
    name = "lead excerpt summary standfirst intro dek subtitle chapo sommario entradilla vorspann"
    node = own.element("p" if tag == "strong" else tag, name, inner)
    if tag == "strong":
        node.children = [plain("strong", *node.children)]
    return as_role("main", node, "lead")


def hidden(press: Press, talk: Talk) -> list[Child]:
    """What only programs read: title, day, author, in elements that are not shown."""
    own, writer = talk.design.at("unseen"), talk.writer
    if own.old or not own.chance("any", 0.2):
        return []
    form = own.pick("form", HIDING)
    words = [("headline", talk.title), ("byline", around.some_date(talk))]
    words.append(("byline", writer.person()))
    words.append(("byline", press.brand))
    names = own.pick("class", ("visually-hidden", "sr-only", "screen-reader-text", "hidden"))
    out: list[Child] = []
    for role, said in own.some("which", words, own.number("size", 1, 4)):
        node = as_role(role, plain("span", said), "hidden")
        if form == "style":
            node.attributes["style"] = own.pick("none", ("display:none", "display: none;"))
        elif form == "hidden":
            node.attributes["hidden"] = "hidden"
        else:
            node.attributes["class"] = names
        out.append(node)
    return out


def note(press: Press, talk: Talk, key: str) -> Node:
    """A note of the editors, or what was corrected."""
    own, writer = talk.design.at(key), talk.writer
    said = press.said(talk, key)
    text = f" {writer.text(1, 2)}" if writer.language.space else writer.text(1, 2)
    tag = own.pick("tag", ("em", "i", "span", "strong"))
    inner: list[Child] = [plain(tag, f"{said}{text}")]
    if own.chance("only said", 0.4):
        inner = [plain("strong", said), text]
    node = own.element(own.pick("outer", ("p", "p", "div")), "note editors-note correction", *inner)
    return as_role("legal", node, key.replace("_", " "))


def above_body(press: Press, talk: Talk, said: str) -> tuple[list[Child], list[Child]]:
    """The head of the article, and what stands between it and the body. ``said`` is the lead."""
    own, writer = talk.design.at("head"), talk.writer
    top: list[Child] = [headline(talk)]
    if own.chance("section", 0.35):
        badge = own.element(
            own.pick("badge", ("div", "span", "p")),
            "section kicker category",
            link(writer, writer.words(1, 2)),
        )
        top.insert(0, as_role("navigation", badge, "section"))
    signed = byline(press, talk) if own.chance("signed", 0.88) else None
    told = lead(talk, said) if said else None
    middle: list[Child] = [node for node in (told, signed) if node is not None]
    if own.chance("signed first", 0.5):
        middle.reverse()
    shared: list[Child] = []
    if own.chance("shared", 0.45):
        shared = [as_role("navigation", around.share_bar(talk), "share")]
    image: list[Child] = []
    if own.chance("pictured", 0.6):
        image = [figure(press, talk)]
    top.extend([*middle, *shared] if own.chance("shared last", 0.7) else [*shared, *middle])
    if own.chance("picture first", 0.15):
        top = [*image, *top]
        image = []
    top.extend(hidden(press, talk))
    if own.chance("boxed", 0.5):
        tag = "div" if own.old else own.pick("tag", ("header", "header", "div"))
        top = [own.element(tag, "entry-header article-header header head top", *top)]
    if own.chance("noted", 0.06):
        image.append(note(press, talk, "editor_note"))
    return top, image
