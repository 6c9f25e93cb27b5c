"""What a site must say: cookies, rights, terms, in a line or in paragraphs."""

from __future__ import annotations

from training.article_pages.roles import as_role
from training.article_pages.site import Press
from training.comment_pages.comment import Talk
from training.record_pages import boxes
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def consent(press: Press, talk: Talk) -> Node:
    """What is asked before cookies are set: a line, or several long paragraphs with choices."""
    own, writer = talk.design.at("consent"), talk.writer
    form = own.pick("form", ("line", "line", "paragraphs", "paragraphs", "long", "choices"))
    joint = " " if writer.language.space else ""
    if form == "choices":
        return as_role("legal", boxes.consent(own, writer), "consent")
    inner: list[Child] = []
    if form != "line":
        inner.append(plain(own.pick("head", ("h2", "h3", "p", "div")), writer.any("cookies")))
    size = {"line": 1, "paragraphs": own.number("size", 2, 4)}.get(form, own.number("size", 5, 12))
    for place in range(size):
        said = press.said(talk, "cookie") if place % 2 == 0 else writer.text(1, 2)
        if form != "line":
            said += joint + writer.text(1, 4)
        if form == "long" and own.chance(f"head {place}", 0.4):
            inner.append(plain("h4", writer.words(1, 4)))
        inner.append(plain("p", said))
    inner.append(link(writer, writer.label("privacy")))
    for key in ("accept", "reject"):
        tag = "a" if own.old else own.pick("tag", ("button", "button", "a"))
        inner.append(plain(tag, writer.any(key)))
    name = "cookie-banner consent gdpr cc-window cookie-notice overlay modal notice"
    node = own.element("div", name, *inner)
    if own.chance("dialog", 0.3):
        node.attributes["role"] = "dialog"
    if own.chance("fixed", 0.15):
        node.attributes["style"] = "position:fixed;bottom:0"
    return as_role("legal", node, "consent")


def rights(press: Press, talk: Talk) -> Node:
    """Whose the page is, in a line or with what one may not do."""
    own, writer = talk.design.at("rights"), talk.writer
    form = own.pick("form", ("line", "line", "line", "paragraph", "paragraphs"))
    said: list[Child] = [press.said(talk, "rights")]
    joint = " " if writer.language.space else ""
    if form == "paragraph":
        said.append(f"{joint}{press.said(talk, 'terms_of_use')}{joint}{writer.text(0, 3)}")
    tag = own.pick("tag", ("p", "div", "p", "small", "span"))
    lines: list[Child] = [plain(tag, *said)]
    if form == "paragraphs":
        lines.extend(plain("p", writer.text(1, 4)) for _ in range(own.number("size", 1, 3)))
        lines.append(plain("p", press.said(talk, "terms_of_use")))
    return as_role("legal", own.element("div", "copyright legal small-print colophon", *lines))


def imprint(press: Press, talk: Talk) -> Node:
    """Who answers for the site: names, addresses, numbers."""
    own, writer = talk.design.at("imprint"), talk.writer
    lines: list[Child] = [plain("b", press.brand)]
    for _ in range(own.number("size", 1, 4)):
        lines.extend([plain("br"), f"{writer.words(1, 2)}: {writer.words(2, 5)}"])
    lines.extend([plain("br"), f"Tel: {writer.draw.randint(10**6, 10**9)}"])
    return as_role("legal", own.element("div", "imprint address contact", *lines), "imprint")
