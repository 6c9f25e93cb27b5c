"""Where the pieces of a site's comments stand: above the body, below it, at its side."""

from __future__ import annotations

from training.comment_pages.comment import Comment, Talk
from training.comment_pages.customs import Plan
from training.comment_pages.extras import PIECES
from training.comment_pages.naming import SiteDesign
from training.record_pages.markup import Child, Node, plain

PLACES: dict[str, dict[str, str]] = {
    "blog": {
        "avatar": "hhss......",
        "author": "hhhhhhhhsf",
        "date": "hhhhhhhfff",
        "badge": "hh........",
        "controls": "hffffff...",
        "edited": "f.........",
        "number": "hh........",
        "votes": "f.........",
        "subject": "h",
        "replying": "h.........",
    },
    "news": {
        "avatar": "hhhsss....",
        "author": "hhhhhhhhsf",
        "date": "hhhhhhhfff",
        "badge": "hhh.......",
        "controls": "hfffffffff",
        "number": "h.........",
        "votes": "ffffhh....",
        "subject": "h",
        "fold": "h.........",
        "replying": "hh........",
    },
    "forum": {
        "avatar": "sssssshh..",
        "author": "ssssshhhhh",
        "date": "hhhhhhhfss",
        "badge": "h.........",
        "controls": "hffffff...",
        "number": "hhhh......",
        "votes": "ff........",
        "subject": "h",
        "stats": "ssssss....",
        "profile": "fff.......",
        "postinfo": "hh........",
        "edited": "hff.......",
        "replying": "..........",
    },
    "qa": {
        "votes": "sssssshf..",
        "avatar": "fffhh.....",
        "author": "ffffhhhhhs",
        "date": "fffffhhhhh",
        "badge": "h.........",
        "edited": "ffff......",
        "controls": "ffffffff..",
        "number": "..........",
        "stats": "ff........",
    },
    "shop": {
        "stars": "hhhhhhhhs.",
        "subject": "h",
        "author": "hhhhhhssff",
        "date": "hhhhhhhsff",
        "avatar": "hhs.......",
        "verified": "hhhff.....",
        "facts": "hs........",
        "helpful": "ffff......",
        "recommend": "f.........",
        "controls": "ff........",
        "votes": "f.........",
    },
    "sns": {
        "avatar": "hhhhssss..",
        "author": "hhhhhhhhhh",
        "handle": "hhhh......",
        "date": "hhhhhhhhhf",
        "controls": "fffffffff.",
        "votes": "fffffhhs..",
        "badge": "hh........",
        "replying": "hh........",
        "fold": "hh........",
    },
    "rows": {
        "subject": "hhhhhhhhhh",
        "author": "hhhhhffsss",
        "date": "hhhhhfffs.",
        "avatar": "s.........",
        "counted": "hffff.....",
        "more": "ffff......",
        "labels": "hff.......",
        "number": "..........",
        "votes": "..........",
    },
}
"""Of each piece, where ten sites have it: head, foot, side, or nowhere."""


def new_plan(design: SiteDesign) -> Plan:
    """The site's plan."""
    if design.custom is not None and design.kind != "rows":
        return design.custom.plan
    own = design.at("plan")
    places = {name: own.pick(name, where) for name, where in PLACES[design.kind].items()}
    lines: dict[str, tuple[str, ...]] = {}
    for letter in "hfs":
        names = [name for name, where in places.items() if where == letter]
        if own.chance(f"shuffled {letter}", 0.6):
            names = own.some(f"order {letter}", names, len(names))
        if {"author", "date"} <= set(names) and own.chance("byline", 0.35):
            names[names.index("author")] = "byline"
            names.remove("date")
        lines[letter] = tuple(names)
    if not {"author", "byline", "date"} & {name for line in lines.values() for name in line}:
        lines["h"] = ("author", *lines["h"])
    return Plan(lines["h"], lines["f"], lines["s"])


def plan_of(talk: Talk) -> Plan:
    """The plan of the site whose talk it is."""
    return new_plan(talk.design)


def line(talk: Talk, comment: Comment, names: tuple[str, ...], where: str) -> list[Child]:
    """The pieces of one line, joined as the site does."""
    design = talk.design.at(where)
    form = design.pick("line", ("spaces", "spaces", "spans", "divs", "br", "signs", "groups"))
    sign = design.pick("sign", (" | ", " · ", " • ", " - ", ", ", " » "))
    shown = [part for name in names if (part := PIECES[name](talk, comment))]
    out: list[Child] = []
    for place, part in enumerate(shown):
        block = any(
            isinstance(one, Node) and one.tag in ("div", "ul", "p", "h3", "h4", "h5", "dl")
            for one in part
        )
        if form == "divs" and not design.old:
            out.append(plain("div", *part))
        elif form == "spans" and not block:
            out.extend((plain("span", *part), " "))
        elif form == "br" and not block:
            out.extend((*part, plain("br")))
        elif form == "signs" and not block and place + 1 < len(shown):
            out.extend((*part, sign))
        else:
            out.extend((*part, " "))
    if form == "groups" and len(out) > 3 and not design.old:
        return [plain("div", *out[:2]), plain("div", *out[2:])]
    return out


LINE_TAGS = {
    "head": ("div", "div", "div", "p", "header", "h4", "h5", "small", "", "ul", "span"),
    "foot": ("div", "div", "div", "p", "footer", "small", "", "", "span", "ul"),
    "side": ("div",),
}


def boxed(talk: Talk, comment: Comment, names: tuple[str, ...], where: str) -> list[Child]:
    """A line in an element of its own, or bare."""
    inner = line(talk, comment, names, where)
    if not inner:
        return []
    tag = talk.design.pick(f"{where} tag", LINE_TAGS[where])
    if talk.design.old and tag in ("header", "footer", "ul"):
        tag = "p"
    if tag == "ul":
        items = (plain("li", *one) for name in names if (one := PIECES[name](talk, comment)))
        return [talk.design.element("ul", where, *items)]
    role = "avatar" if where == "side" and talk.design.chance("called a picture", 0.15) else where
    return [talk.design.element(tag, role, *inner)] if tag else inner


def body(talk: Talk, comment: Comment) -> list[Child]:
    """What was written, with quote before and signature after, boxed or bare."""
    design = talk.design
    inner: list[Child] = [*comment.quote, *comment.body]
    tag = design.pick(
        "body tag", ("div", "div", "div", "div", "p", "section", "blockquote", "span", "")
    )
    blocks = any(
        isinstance(part, Node) and part.tag in ("p", "div", "pre", "ul", "ol") for part in inner
    )
    if tag in ("p", "span") and (blocks or comment.quote):
        tag = "div"
    if tag == "section" and design.old:
        tag = "div"
    for level in range(design.number("body wrappers", 0, 2) if design.era == "app" else 0):
        inner = [plain("div", *inner) if level else design.element("div", "mainly", *inner)]
    shown: list[Child] = inner
    if tag:
        node = design.element(tag, "body", *inner)
        if design.chance("declared text", 0.06):
            node.attributes["itemprop"] = "reviewBody" if talk.kind == "shop" else "text"
        shown = [node]
    return [*shown, *after(talk, comment)]


def after(talk: Talk, comment: Comment) -> list[Child]:
    """A note of editing, and the signature."""
    design, writer = talk.design, talk.writer
    out: list[Child] = []
    if talk.kind in ("forum", "qa") and design.chance("edits", 0.5) and writer.draw.random() < 0.2:
        note = writer.say(design, "edited", a=comment.author or "")
        out.append(
            design.element(design.pick("edited tag", ("div", "p", "em", "small")), "edited", note)
        )
    if comment.signature:
        rule = design.pick("signature rule", ("line", "hr", "none"))
        lead: list[Child] = [plain("hr")] if rule == "hr" else []
        if rule == "line":
            lead = ["_________________", plain("br")]
        out.append(design.element("div", "signature", *lead, *comment.signature))
    return out
