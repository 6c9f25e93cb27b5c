"""The truth of a page about a thing: the values of its fields, and where the page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from training.detail_pages.declared import STOCK
from training.detail_pages.marks import Place
from training.detail_pages.thing import Thing


class Truth(TypedDict):
    """Fields by name, each with its values; facts by label; elements that show them."""

    thing: str
    fields: dict[str, list[str]]
    attributes: dict[str, str]
    places: list[Place]


def truth_of(thing: Thing, places: Sequence[Place]) -> Truth:
    """The truth of what is in the page; ``price`` and ``availability`` as declarations have them.

    Fields and facts that the page does not show have no truth.
    """
    shown: dict[str, list[str]] = {}
    for place in places:
        known = shown.setdefault(place["field"], [])
        if place["text"] and place["text"] not in known:
            known.append(place["text"])
    fields = {
        name: values
        for name, values in shown.items()
        if not name.startswith("attribute ") and name not in ("image", "description", "votes")
    }
    attributes: dict[str, str] = {}
    for fact in thing.facts:
        if shown.get(fact.name or f"attribute {fact.label}"):
            attributes[fact.label] = fact.value
    if thing.amount is not None and "price" in fields:
        fields["price"] = [thing.money.exact(thing.amount)]
        fields["currency"] = [thing.money.currency]
    if thing.before is not None and "old_price" in fields:
        fields["old_price"] = [thing.money.exact(thing.before)]
    if thing.stocked is not None and ("availability" in fields or "price" in fields):
        fields["availability"] = [STOCK[thing.stocked]]
    if "votes" in shown:
        fields["votes"] = [str(thing.votes)]
    if "image" in shown:
        fields["image"] = [thing.images[0]]
    if "description" in shown:
        fields["description"] = shown["description"]
    return Truth(thing=thing.kind.name, fields=fields, attributes=attributes, places=list(places))
