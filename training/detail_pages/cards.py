"""Things as lists of many show them: a picture, a name, a few facts, a price, a button."""

from __future__ import annotations

from collections.abc import Sequence

from training.comment_pages.comment import Talk
from training.detail_pages.thing import new_thing
from training.detail_pages.things import Kind
from training.detail_pages.values import value
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def card(talk: Talk, kind: Kind, shown: Sequence[tuple[str, str]]) -> Node:
    """A thing as lists show it: picture, name, a few facts, a button."""
    own, writer = talk.design.at("card"), talk.writer
    thing = new_thing(talk, kind)
    name = plain(own.pick("name", ("h2", "h3", "h3", "div", "b")), link(writer, thing.name))
    parts: list[Child] = [name]
    if own.chance("pictured", 0.75):
        picture = link(writer, plain("img", src=thing.images[0], alt=thing.name))
        parts.insert(0, own.element("div", "image", picture))
    for key, form in shown:
        label = own.pick(f"label {key}", writer.tongue.all(f"label.{key}"))
        said = f"{label}: " if own.chance(f"said {key}", 0.4) else ""
        parts.append(
            own.element(own.pick("fact", ("div", "span", "p")), key, said, value(talk, form))
        )
    if thing.rating is not None:
        parts.append(own.element("span", "rating", "★" * round(thing.rating), f" ({thing.votes})"))
    if thing.amount is not None:
        parts.append(own.element("div", "price", thing.money.show(thing.amount)))
    if own.chance("told", 0.35):
        parts.append(plain("p", writer.text(1, 2)))
    if own.chance("button", 0.5):
        parts.append(
            own.element(
                own.pick("button", ("a", "button")), "button", writer.say(own, thing.kind.calls)
            )
        )
    return own.element(own.pick("tag", ("div", "li", "article", "div")), "record", *parts)


def row_of_cards(talk: Talk, kind: Kind) -> Node:
    """A few things or many, of the kind that the site has."""
    own = talk.design
    shown = [
        one
        for one in own.some("shown", kind.facts, own.pick("n", (0, 0, 1, 2)))
        if one[0] != "price"
    ]
    size = own.pick("size", (3, 4, 4, 5, 6, 8, 10, 12, 20, 30))
    made = [card(talk, kind, shown) for _ in range(size)]
    node = own.element("ul" if made[0].tag == "li" else "div", "records", *made)
    return own.wrapped("row", 2, node) or node
