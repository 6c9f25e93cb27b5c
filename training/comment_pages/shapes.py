"""The shapes of one comment: an element that holds it all, rows of a table, a flat run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from training.comment_pages.boards import LAYOUTS
from training.comment_pages.comment import Comment, Talk
from training.comment_pages.customs import Plan
from training.comment_pages.plan import body, boxed, line, plan_of
from training.record_pages.markup import Child, Node, plain


@dataclass(frozen=True)
class Shape:
    """How a comment is built; ``outer`` are tags of what may hold all comments."""

    build: Callable[[Talk, Comment, str], list[Child]]
    tags: tuple[str, ...]
    nests: bool = True


def _stacked(talk: Talk, comment: Comment, plan: Plan) -> list[Child]:
    """Head, body, foot; where the site has a side, it stands before or after."""
    design = talk.design
    main = [
        *boxed(talk, comment, plan.head, "head"),
        *body(talk, comment),
        *boxed(talk, comment, plan.foot, "foot"),
    ]
    side = boxed(talk, comment, plan.side, "side")
    if not side:
        if design.chance("inner wrapper", 0.25):
            return [design.element("div", "mainly", *main)]
        return main
    column: list[Child] = [design.element("div", "mainly", *main)]
    if design.chance("side unboxed", 0.2):
        column = main
    return [*column, *side] if design.chance("side last", 0.1) else [*side, *column]


def whole(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """One element."""
    inner = _stacked(talk, comment, plan_of(talk))
    if tag in ("li", "div") and talk.design.chance("article inside", 0.15):
        inner = [talk.design.element("div" if talk.design.old else "article", "mainly", *inner)]
    return [talk.design.element(tag, "item", *inner)]


def one_line(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """Name, text and date in one line."""
    plan = plan_of(talk)
    head = line(
        talk,
        comment,
        tuple(n for n in plan.head + plan.side if n not in ("avatar", "stats")),
        "head",
    )
    inline = [
        part
        if isinstance(part, str) or part.tag not in ("p", "div", "section")
        else plain("span", *part.children)
        for part in comment.body
    ]
    parts: list[Child] = [*head, " ", *inline, " ", *line(talk, comment, plan.foot, "foot")]
    comment.body = list(inline)
    comment.quote, comment.signature = [], []
    return [talk.design.element(tag, "item", *parts)]


def _cells(talk: Talk, comment: Comment) -> list[Node]:
    """The cells of one row: who, what."""
    plan, design = plan_of(talk), talk.design
    side = line(talk, comment, plan.side or plan.head, "side")
    head = boxed(talk, comment, plan.head, "head") if plan.side else []
    if head and design.old and design.chance("ruled head", 0.5):
        head.append(plain("hr", size="1"))
    main = [*head, *body(talk, comment), *boxed(talk, comment, plan.foot, "foot")]
    out = [
        design.element("td", "side", *side, width="20%", valign="top"),
        design.element("td", "body", *main, valign="top"),
    ]
    return out[::-1] if design.chance("side right", 0.12) else out


def row(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A row of one table."""
    node = talk.design.element("tr", "item", *_cells(talk, comment))
    if talk.design.old and talk.design.chance("row colours", 0.4):
        node.attributes["bgcolor"] = ("#F0F0F0", "#FFFFFF")[comment.place % 2]
    return [node]


def rows(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """Two or three rows of one table."""
    plan, design = plan_of(talk), talk.design
    if design.chance("columns", 0.5):
        out = [plain("tr", *_cells(talk, comment))]
        foot = line(talk, comment, ("controls",), "below")
        out.append(
            plain(
                "tr",
                plain("td", plain("a", talk.writer.say(design, "top"), href="#top")),
                plain("td", *foot),
            )
        )
    else:
        head = line(talk, comment, plan.side + plan.head, "head")
        out = [plain("tr", design.element("td", "head", *(head or ["\xa0"])))]
        out.append(plain("tr", design.element("td", "body", *body(talk, comment))))
        foot = line(talk, comment, plan.foot, "foot")
        if foot:
            out.append(plain("tr", design.element("td", "foot", *foot)))
    if design.chance("spacer rows", 0.4):
        out.append(
            plain("tr", plain("td", plain("img", src="/spacer.gif", height="5"), colspan="2"))
        )
    return list(out)


def own_table(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A table of its own, of one row, or of a head and a row."""
    design, plan = talk.design, plan_of(talk)
    if not plan.side or design.chance("stacked", 0.4):
        parts = (
            line(talk, comment, plan.side + plan.head, "head"),
            body(talk, comment),
            line(talk, comment, plan.foot, "foot"),
        )
        made = [plain("tr", plain("td", *part)) for part in parts if part]
    else:
        made = [plain("tr", *_cells(talk, comment))]
        if design.chance("head row", 0.4):
            date = line(
                talk, comment, tuple(n for n in ("date", "number") if n not in plan.head), "top"
            )
            made.insert(0, plain("tr", plain("td", *(date or ["\xa0"]), colspan="2")))
    node = design.element("table", "item", *made, width="100%", border="0")
    if design.chance("in a div", 0.3):
        return [plain("div", node, align="center")]
    return [node]


def definition(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A term and one or two definitions."""
    plan, design = plan_of(talk), talk.design
    head = line(talk, comment, plan.side + plan.head, "head")
    foot = line(talk, comment, plan.foot, "foot")
    if not head:
        head, foot = foot or [f"{comment.place + 1}."], []
    out = [design.element("dt", "head", *head), design.element("dd", "body", *body(talk, comment))]
    if foot:
        out.append(design.element("dd", "foot", *foot))
    if tag == "dl":
        return [design.element("dl", "item", *out)]
    if design.chance("text above", 0.12) and not foot:
        return list(out[::-1])
    return list(out)


def flat(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A heading or line, the paragraphs, a line below, all beside those of other comments."""
    plan, design = plan_of(talk), talk.design
    head = line(talk, comment, plan.side + plan.head, "head")
    foot = line(talk, comment, plan.foot, "foot")
    head_tag = design.pick("flat head", ("h4", "p", "div", "h3", "p", "h5"))
    out: list[Child] = []
    if head:
        out.append(design.element(head_tag, "head", *head))
    blocks = any(
        isinstance(part, Node) and part.tag in ("p", "div", "pre", "ul", "ol")
        for part in comment.body
    )
    if blocks and design.chance("flat body", 0.7):
        out.extend([*comment.quote, *comment.body, *after_none(comment)])
    else:
        out.extend(body(talk, comment))
    if foot:
        out.append(design.element("p", "foot", *foot))
    if design.chance("ruled", 0.4):
        out.append(plain("hr"))
    if not any(isinstance(part, Node) for part in out[:1]):
        out.insert(0, plain("a", name=f"c{comment.identity}"))
    return out


def after_none(comment: Comment) -> list[Child]:
    """Nothing: a flat run has no signature."""
    comment.signature = []
    return []


def folded(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """An element that can be folded: its head is the summary."""
    plan, design = plan_of(talk), talk.design
    head = line(talk, comment, plan.side + plan.head, "head") or [f"#{comment.place + 1}"]
    summary = design.element("summary", "head", *head)
    inner = [*body(talk, comment), *boxed(talk, comment, plan.foot, "foot")]
    node = design.element("details", "item", summary, *inner)
    node.attributes["open"] = "open"
    return [node]


SHAPES = {
    "whole": Shape(whole, ("li", "li", "li", "div", "div", "div", "div", "article", "section")),
    "old whole": Shape(whole, ("li", "li", "div", "div", "div", "blockquote", "fieldset")),
    "row": Shape(row, ("tr",), nests=False),
    "rows": Shape(rows, ("tr",), nests=False),
    "table": Shape(own_table, ("table",)),
    "terms": Shape(definition, ("dt",), nests=False),
    "term lists": Shape(definition, ("dl",)),
    "flat": Shape(flat, ("",), nests=False),
    "folded": Shape(folded, ("details",)),
    "line": Shape(one_line, ("li", "div", "p", "li")),
    **{name: Shape(build, (tag,), nests=tag == "li") for name, (build, tag) in LAYOUTS.items()},
}

OLD_SHAPES: dict[str, tuple[str, ...]] = {
    "blog": (
        *("old whole",) * 4,
        "row",
        "rows",
        "table",
        "terms",
        "term lists",
        "flat",
        "flat",
        "line",
    ),
    "forum": ("row", "row", "rows", "rows", "table", "table", "table", "old whole", "flat"),
    "shop": ("old whole", "old whole", "row", "table", "term lists", "flat"),
    "qa": ("old whole", "old whole", "row", "table"),
    "sns": ("old whole", "row", "table"),
}
NEW_SHAPES: dict[str, tuple[str, ...]] = {
    "blog": (*("whole",) * 12, "terms", "flat", "flat", "folded", "term lists", "line"),
    "news": (*("whole",) * 9, "folded", "flat"),
    "forum": (*("whole",) * 8, "table", "row", "flat"),
    "qa": (*("whole",) * 6, "table"),
    "shop": (*("whole",) * 9, "flat", "term lists", "terms"),
    "sns": (*("whole",) * 9, "folded", "line"),
}


def shape_of(talk: Talk) -> Shape:
    """The site's shape."""
    shapes = OLD_SHAPES if talk.design.old else NEW_SHAPES
    return SHAPES[talk.design.pick("shape", shapes.get(talk.kind, shapes["blog"]))]
