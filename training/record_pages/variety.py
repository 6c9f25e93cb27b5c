"""Records of one list that are not alike: the first fuller than the rest, one that lacks a field.

All of them are records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from training.record_pages.design import Design
from training.record_pages.fields import Field
from training.record_pages.markup import Node
from training.record_pages.words import Writer

FORMS = ("", "", "", "", "", "first poor", "last poor", "one poor", "some poor", "first rich")
FREE_FORMS = (*FORMS, "first rich", "first other", "last other", "two kinds")
STATES = "sold-out new sale is-featured highlighted unread top odd".split()


def _poorer(design: Design, fields: Sequence[Field]) -> list[Field]:
    """The fields without one of them, which stays as an empty place; the title stays."""
    if "title" not in {field.kind for field in fields} or len(fields) < 2:
        return list(fields)
    least = design.pick("lacking", [field for field in fields if field.kind != "title"])
    return [replace(field, share=0.0) if field is least else field for field in fields]


def _richer(fields: Sequence[Field]) -> list[Field]:
    """The fields and a picture or a text, which the other records do not have."""
    kinds = {field.kind for field in fields}
    more = [Field(f"{kind}9", kind) for kind in ("image", "snippet") if kind not in kinds]
    return [*more[:1], *fields, *more[1:]]


def varied(
    design: Design, fields: Sequence[Field], place: int, count: int, *, columns: bool = False
) -> tuple[Design, list[Field]]:
    """The design and the fields of the record at ``place`` of ``count``; where they are
    ``columns``, of as many cells as the others."""
    form = design.pick("unlike", FORMS if columns else FREE_FORMS)
    here = {
        "first": place == 0,
        "last": place == count - 1,
        "one": place == count // 2,
        "some": place % 4 == 2,
        "two": place % 3 == 1,
    }
    who, _, how = form.partition(" ")
    if not here.get(who, False):
        return design, list(fields)
    if how == "poor" or columns:
        return design, _poorer(design, fields)
    if how == "rich":
        return (design.at("rich") if design.chance("rich otherwise", 0.5) else design), _richer(
            fields
        )
    return design.at("other"), list(fields)


def stated(design: Design, writer: Writer, nodes: Sequence[Node]) -> None:
    """Gives records the marks of their place and state: odd and even, last, numbers, sold out."""
    forms = ("", "", "", "odd", "ends", "last", "number", "chosen", "colour", "states", "states")
    form = design.pick("states", forms)
    known = design.some("state names", STATES, 3)
    for place, node in enumerate(nodes):
        last = place == len(nodes) - 1
        state = {
            "odd": ("even", "odd")[place % 2],
            "ends": "first" if place == 0 else "last" if last else "",
            "last": "last" if last else "",
            "number": f"item-{place + 1}",
            "chosen": "active featured" if place in (0, len(nodes) // 3) else "",
            "states": writer.draw.choice(known) if writer.draw.random() < 0.35 else "",
        }.get(form, "")
        if state:
            node.attributes["class"] = f"{node.attributes.get('class', '')} {state}".strip()
        if form == "number":
            node.attributes["id"] = f"id{4711 + 13 * place}"
        if form == "colour":
            node.attributes["bgcolor"] = ("#eeeeee", "#ffffff")[place % 2]
