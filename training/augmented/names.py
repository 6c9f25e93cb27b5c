"""Class names and ids that say nothing, or none."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from training.augmented.draft import Draft

_LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
_REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls")
_KEPT = 0.5


def _hashed(draw: Random) -> Callable[[], str]:
    prefix = draw.choice(("css-", "sc-", "_", "jsx-", "x", "st-", ""))
    length = draw.randint(5, 8)
    lower = draw.random() < 0.5
    letters = _LETTERS[:24] + _LETTERS[-10:] if lower else _LETTERS

    def new() -> str:
        first = draw.choice(_LETTERS[:24])
        return prefix + first + "".join(draw.choices(letters, k=length - 1))

    return new


def names(draft: Draft, chance: Random) -> bool:
    """Hash all class names and ids, the same ones alike, or half of them, or take all away."""
    style = chance.choice(("hashed", "hashed", "half", "removed"))
    new = _hashed(chance)
    known: dict[str, str] = {}

    def renamed(name: str) -> str:
        if name not in known:
            known[name] = name if style == "half" and chance.random() < _KEPT else new()
        return known[name]

    for element in draft.root.iter("*"):
        for attribute in ("class", "id"):
            value = element.get(attribute)
            if value is None:
                continue
            if style == "removed":
                del element.attrib[attribute]
            else:
                element.set(attribute, " ".join(map(renamed, value.split())))
    if style == "removed":
        return True
    for element in draft.root.iter("*"):
        for attribute in _REFERENCES:
            value = element.get(attribute)
            if value:
                element.set(attribute, " ".join(known.get(one, one) for one in value.split()))
        address = element.get("href") or ""
        if address.startswith("#") and address[1:] in known:
            element.set("href", "#" + known[address[1:]])
    return True
