"""What can be done with a comment: reply, quote, report; votes, stars."""

from __future__ import annotations

from training.comment_pages.comment import Comment, Talk
from training.comment_pages.pieces import anchor
from training.record_pages.fields import svg
from training.record_pages.markup import Child, Node, plain


def votes(talk: Talk, comment: Comment) -> list[Child]:
    """How many agree, and what to press to do so."""
    design, writer = talk.design, talk.writer
    form = design.pick("votes", ("text", "text", "arrows", "buttons", "bare", "two"))
    count = str(comment.likes)
    if form == "text":
        return [design.element("span", "votes", writer.say(design, "likes", n=count))]
    if form == "arrows":
        up, down = (plain("a", sign, href="#vote") for sign in ("▲", "▼"))
        return [design.element("div", "votes", up, plain("span", count), down)]
    if form == "buttons":
        icon: Child = "👍" if design.chance("thumb", 0.5) else svg(design)
        return [design.element("button", "votes", icon, plain("span", count))]
    if form == "two":
        like, dislike = (writer.say(design, key) for key in ("like", "dislike"))
        links = (plain("a", f"{like} ({count})", href="#"), plain("a", f"{dislike} (0)", href="#"))
        return [design.element("span", "votes", links[0], " ", links[1])]
    return [design.element("span", "votes", f"+{count}" if comment.likes else "0")]


CONTROLS = (
    *("reply",) * 9,
    *("quote", "report", "like", "permalink") * 3,
    *("share", "dislike", "edit", "parent", "top"),
)


def _control(talk: Talk, comment: Comment, key: str) -> Node:
    design, writer = talk.design, talk.writer
    text = writer.say(design, key, a=comment.author or "", k=str(comment.place))
    if key == "like" and comment.likes and design.chance("like counted", 0.4):
        text += f" ({comment.likes})"
    form = design.pick("control as", ("a", "a", "a", "a", "button", "image", "span", "icon"))
    targets = (
        f"?replytocom={comment.identity}#respond",
        anchor(talk, comment),
        "javascript:void(0)",
        f"/{key}.php?id={comment.identity}",
    )
    target = design.pick(f"{key} target", targets)
    if form == "image" and design.old:
        picture = plain("img", src=f"/img/{key}.gif", border="0", alt=text)
        return plain("a", picture, href=target)
    if form == "button" and not design.old:
        return plain("button", text, type="button")
    if form == "icon" and design.era == "app":
        return plain("button", svg(design), plain("span", text), type="button")
    if form == "span" and not design.old:
        return plain("span", text, role_="button")
    node = plain("a", text, href=target)
    if design.chance("control nofollow", 0.3):
        node.attributes["rel"] = "nofollow"
    return node


def controls(talk: Talk, comment: Comment) -> list[Child]:
    """What to do with it: reply, quote, report."""
    design = talk.design
    keys = list(
        dict.fromkeys(design.some("controls", CONTROLS, design.number("control count", 1, 4)))
    )
    if design.chance("replies only above", 0.2) and comment.depth and "reply" in keys[1:]:
        keys.remove("reply")
    made = [_control(talk, comment, key) for key in keys]
    form = design.pick("controls in", ("list", "row", "row", "row", "bare", "brackets"))
    if form == "list" and not design.old:
        return [design.element("ul", "controls", *(plain("li", one) for one in made))]
    joint = design.pick("controls joint", (" | ", " ", " · ", " - ", " / "))
    joined: list[Child] = [part for one in made for part in (one, joint)][:-1]
    if form == "brackets":
        joined = [part for one in made for part in ("[", one, "] ")]
    return joined if form == "bare" else [design.element("div", "controls", *joined)]


def stars(talk: Talk, comment: Comment) -> list[Child]:
    """How many of five: signs, a picture, elements, a phrase."""
    design, writer = talk.design, talk.writer
    said = writer.say(design, "stars", n=str(comment.stars))
    form = design.pick("stars", ("signs", "image", "images", "phrase", "aria", "elements", "width"))
    if form == "signs":
        return [design.element("span", "stars", "★" * comment.stars + "☆" * (5 - comment.stars))]
    if form == "image":
        return [plain("img", src=f"/stars{comment.stars}.gif", alt=said)]
    if form == "images":
        return [plain("img", src="/star.png", alt="*") for _ in range(comment.stars)]
    if form == "aria":
        node = design.element("span", "stars")
        node.attributes.update({"role": "img", "aria-label": said})
        return [node]
    if form == "elements":
        marks = (design.element("i", f"star{int(n < comment.stars)}") for n in range(5))
        return [design.element("div", "stars", *marks)]
    if form == "width":
        inner = plain("span", said, style=f"width:{20 * comment.stars}%")
        return [design.element("div", "stars", inner)]
    return [design.element("span", "stars", said)]
