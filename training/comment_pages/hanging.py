"""How comments hang together: in a list, replies inside, beside or below what they answer."""

from __future__ import annotations

from collections.abc import Sequence

from training.comment_pages.comment import Comment, Talk
from training.comment_pages.shapes import Shape, shape_of
from training.record_pages.interruptions import advert
from training.record_pages.markup import Child, Node, plain

FORMS = ("inside", "inside", "inside", "beside", "margin", "level", "wrapped", "following", "flat")


def built(talk: Talk, comment: Comment, shape: Shape, tag: str) -> list[Child]:
    """The comment's markup, with its marks of place, depth and owner."""
    comment.nodes = shape.build(talk, comment, tag)
    first = comment.first
    if first is not None:
        mark(talk, comment, first)
        if talk.design.chance("named anchors", 0.08) and first.tag in ("div", "li", "td", "p"):
            first.children.insert(0, plain("a", name=f"c{comment.identity}"))
    return comment.nodes


def mark(talk: Talk, comment: Comment, node: Node) -> None:
    """Ids, and classes of state, on the sites that have them."""
    design = talk.design
    form = design.pick(
        "ids", ("", "", "comment-{}", "c{}", "p{}", "post-{}", "{}", "div-comment-{}", "li_{}")
    )
    if form and design.cue != "none":
        node.attributes["id"] = form.format(comment.identity)
    if design.cue == "none" or not node.attributes.get("class"):
        return
    states: list[str] = []
    if design.chance("odd", 0.2):
        states.append(("even", "odd")[comment.place % 2])
    if design.chance("depth", 0.2):
        states.append(f"depth-{comment.depth + 1}")
    if comment.owner and design.chance("owner", 0.5):
        states.append(design.pick("owner class", ("bypostauthor", "highlight", "by-author", "op")))
    if comment.place == 0 and design.chance("first", 0.15):
        states.append(design.pick("first class", ("first", "pinned", "featured", "firstpost")))
    if states:
        node.attributes["class"] += " " + " ".join(states)
    if design.chance("declared", 0.08) and design.cue == "telling":
        node.attributes["itemtype"] = "http://schema.org/" + (
            "Review" if talk.kind == "shop" else "Comment"
        )


def _between(talk: Talk, place: int, tag: str) -> list[Child]:
    """What stands between comments: advertisements, removed comments, ways to see more."""
    design, writer = talk.design, talk.writer
    inner: list[Child] = []
    role = "advert"
    if design.chance("notes in source", 0.1):
        return [f"<!-- {place + 1} -->"]
    every = design.number("adverts every", 3, 8)
    if design.chance("adverts", 0.12) and place and place % every == 0:
        inner = advert(design.at("advert"), writer)
    elif design.chance("removals", 0.1) and writer.draw.random() < 0.12 and talk.kind != "rows":
        inner, role = [writer.say(design, "deleted")], "item"
    elif design.chance("folds", 0.08) and writer.draw.random() < 0.3 and talk.kind != "rows":
        inner, role = [plain("a", writer.say(design, "shownmore"), href="#")], "more"
    if not inner:
        return []
    if tag == "tr":
        return [plain("tr", plain("td", *inner, colspan="2"))]
    own = "dd" if tag == "dt" else tag if tag == "li" else "div"
    return [design.element(own, role, *inner)]


def _listed(talk: Talk, tag: str, role: str, inner: Sequence[Child]) -> Node:
    """What holds comments of this tag."""
    design = talk.design
    if any(isinstance(node, Node) and node.tag == "li" for node in inner):
        tag = "li"
    if tag == "li":
        return design.element(design.pick(f"{role} list", ("ol", "ul", "ul")), role, *inner)
    if tag == "tr":
        body = plain("tbody", *inner) if design.chance("tbody", 0.3) else None
        return design.element("table", role, *([body] if body else inner), width="100%")
    if tag == "dt":
        return design.element("dl", role, *inner)
    outer = "div" if design.old else design.pick(f"{role} tag", ("div", "div", "section", "div"))
    return design.element(outer, role, *inner)


def _tree(
    talk: Talk, comments: Sequence[Comment], shape: Shape, tag: str, form: str
) -> list[Child]:
    """Comments with their replies inside, beside, or right after them."""
    children: dict[int | None, list[Comment]] = {}
    for comment in comments:
        children.setdefault(comment.parent, []).append(comment)

    def hung(parent: int | None) -> list[Child]:
        out: list[Child] = []
        for comment in children.get(parent, []):
            nodes = built(talk, comment, shape, tag)
            below = hung(comment.place)
            out.extend(_joined(talk, comment, nodes, below, tag, form))
            if parent is None:
                out.extend(_between(talk, comment.place, tag))
        return out

    return hung(None)


def _joined(
    talk: Talk, comment: Comment, nodes: list[Child], below: list[Child], tag: str, form: str
) -> list[Child]:
    """One comment with all below it."""
    always = talk.design.chance("empty replies", 0.1)
    if not below and not (always and tag in ("li", "div")):
        if form == "beside":
            return [_beside(talk, tag, nodes, [])]
        return nodes
    replies = _listed(talk, tag, "children", below)
    if form == "following" and tag != "li":
        return [*nodes, replies]
    if form == "following":
        return (
            [*nodes, plain("li", replies)]
            if talk.design.chance("in item", 0.5)
            else [*nodes, replies]
        )
    if form == "beside":
        return [_beside(talk, tag, nodes, [replies])]
    first = next(node for node in reversed(nodes) if isinstance(node, Node))
    if first.tag == "table":
        return [*nodes, plain("blockquote", *below)]
    first.children.append(replies)
    return nodes


def _beside(talk: Talk, tag: str, nodes: list[Child], replies: list[Child]) -> Node:
    """The comment and its replies in an element that is neither."""
    outer = "li" if tag in ("div", "article") and talk.design.chance("beside li", 0.5) else "div"
    return plain(outer, *nodes, *replies)


def _indent(node: Node, depth: int) -> None:
    """Moves the element to the right, by a picture in a cell of its own where it is a row."""
    if node.tag == "tr":
        blank = plain("img", src="/s.gif", height="1", width=str(40 * depth))
        node.children.insert(0, plain("td", blank, class_="ind"))
    else:
        node.attributes["style"] = f"margin-left:{depth * 20}px"


def _flat(
    talk: Talk, comments: Sequence[Comment], shape: Shape, tag: str, form: str
) -> list[Child]:
    """Comments one after another; depth is a margin, a class, an indenting element, or not told."""
    out: list[Child] = []
    for comment in comments:
        nodes = built(talk, comment, shape, tag)
        first = comment.first
        if form == "margin" and comment.depth and first is not None:
            _indent(first, comment.depth)
        if form == "level" and first is not None and talk.design.cue != "none":
            name = first.attributes.get("class", "")
            first.attributes["class"] = f"{name} level{comment.depth}".strip()
        if form == "wrapped" and shape.nests:
            style = {"style": f"padding-left:{24 * comment.depth}px"} if comment.depth else {}
            nodes = [plain("li" if tag == "li" else "div", *_unlisted(nodes, tag), **style)]
        out.extend(nodes)
        out.extend(_between(talk, comment.place, tag))
    return out


def _unlisted(nodes: list[Child], tag: str) -> list[Child]:
    """The comment in an element that may stand in any other."""
    for node in nodes:
        if isinstance(node, Node) and node.tag == "li":
            node.tag = "div"
    return nodes


def hang(talk: Talk, comments: Sequence[Comment], *, role: str = "thread") -> list[Child]:
    """The comments as the site shows them."""
    design = talk.design
    shape = shape_of(talk)
    tag = design.pick("item tag", shape.tags)
    form = design.pick("hanging", FORMS)
    if form == "beside" and tag == "li":
        form = "inside"
    if form in ("inside", "beside", "following") and shape.nests:
        inner = _tree(talk, comments, shape, tag, form)
    else:
        inner = _flat(talk, comments, shape, tag, form if form != "following" else "flat")
    if (
        tag in ("", "div", "table", "article")
        and design.chance("no list", 0.25)
        and not (inner and isinstance(inner[0], Node) and inner[0].tag == "li")
    ):
        return inner
    return [_listed(talk, tag, role, inner)]
