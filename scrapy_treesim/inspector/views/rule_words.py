"""Rules of fields in words, for people who write selectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.inspector.views.marks import cut
from scrapy_treesim.templates.rules.signatures import ANCHORED, TEXT_STEP, WORDED, plain
from scrapy_treesim.templates.rules.values import TEXT

if TYPE_CHECKING:
    from scrapy_treesim.templates.rules.rule import Rule
    from scrapy_treesim.templates.rules.signatures import NodeSignature

MAX_WORDS: Final = 60
"""Characters of what a page says that are quoted."""
MAX_NAMES: Final = 3
"""Class and other names of an element that are told."""
MAX_STEPS: Final = 3
"""Elements in one another that are told."""

_BESIDE: Final = {
    "before": "after the words “{}”",
    "beside": "beside “{}”",
    "first": "in what begins with “{}”",
    "second": "in what has “{}” as its second text",
    "heading": "under the heading “{}”",
    "tag_beside": "beside “{}”",
    "tag_first": "in what begins with “{}”",
}


def rule_in_words(rule: Rule) -> str:
    """A rule in words: ```h1.name` in `main```, ```td` beside “Weight”``."""
    said = _place(rule.signature)
    if rule.pick:
        said = f"the {'last' if rule.pick < 0 else _ordinal(rule.pick)} of {said}"
    if rule.take != TEXT:
        said = f"the attribute {rule.take.rpartition(' ')[2]} of {said}"
    around = [f"“{cut(text, MAX_WORDS)}”" for text in (rule.prefix, rule.suffix) if text]
    return f"{said}, without {' and '.join(around)}" if around else said


def _place(signature: NodeSignature) -> str:
    near, _, way = signature.place.partition("//")
    steps = [step for step in near.split("/") if not step.startswith(TEXT_STEP)]
    labels = [_label(step) for step in steps] or ["text"]
    if signature.kind in WORDED:
        words = _BESIDE[signature.kind].format(cut(signature.words, MAX_WORDS))
        return f"`{labels[-1]}` {words}"
    if signature.kind in ANCHORED:
        top, *below = way.split("/")
        if not below:
            return f"`{_label(top)}`"
        where = "in the page" if signature.kind == "spot" else f"in `{_label(top)}`"
        return f"`{labels[-1]}` by its place {where}"
    return f"`{' > '.join(labels[-MAX_STEPS:])}`"


def _label(step: str) -> str:
    """A label as a selector has it: ``h1.name``, ``meta[itemprop=price]``, ``div#main``."""
    tag, *names = step.split(" ")
    said = plain(tag)
    for name in names[:MAX_NAMES]:
        attribute, cut_at, value = name.partition("=")
        if not cut_at:
            said += f".{plain(name)}"
        elif attribute == "id":
            said += f"#{plain(value)}"
        else:
            said += f"[{attribute}={plain(value)}]"
    return cut(said, 2 * MAX_WORDS)


def _ordinal(number: int) -> str:
    ending = (
        "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"
