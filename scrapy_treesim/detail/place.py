"""Features of the place where a page shows a value: near what, in what, among how many."""

from __future__ import annotations

import re
from bisect import bisect_left
from math import exp, log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.detail.marks import CUES, MEANS
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

NEAR, FURTHER = 8.0, 40.0
"""Texts over which nearness falls to a third."""
LEVELS: Final = 3
"""Ancestors whose tags are looked at."""

_HIDDEN: Final = re.compile(r"display\s{0,3}:\s{0,3}none")
_TAGS: Final = {
    name: tags.numbers(names)
    for name, names in {
        "struck": "del s strike",
        "heading": "h1 h2 h3",
        "bold": "b strong",
        "link": "a",
        "item": "li",
        "cell": "td th dd",
        "small": "small",
        "choice": "option select label",
    }.items()
}
_OF_TAG: Final = tuple(
    tuple(name for name, numbers in _TAGS.items() if number in numbers)
    for number in range(len(tags.KNOWN))
)
_OF_CUES: Final = tuple((f"own_{name}", f"in_{name}", bit) for name, bit in CUES.items())
_OF_PAGE: Final = tuple(
    (f"page_{name}", 1 << place) for place, name in enumerate(class_names.OF_NODES)
)
_OF_MEANS: Final = tuple((f"says_{name}", bit) for name, bit in MEANS.items())


def place_features(marks: Marks, node: int) -> dict[str, float]:
    """The features of a node's place, those that are not 0."""
    tree, analysis = marks.tree, marks.analysis
    found = {"shown": 1.0}
    number = analysis.texts[node]
    if marks.headline:
        away = number - marks.headline_text
        found["after" if away >= 0 else "before"] = 1.0
        found["near" if away >= 0 else "near_before"] = exp(-abs(away) / NEAR)
        found["further" if away >= 0 else "further_before"] = exp(-abs(away) / FURTHER)
    if marks.buys:
        place = bisect_left(marks.buys, number)
        away = min(abs(one - number) for one in marks.buys[max(0, place - 1) : place + 1])
        found["near_buy"] = exp(-away / NEAR)
        found["further_buy"] = exp(-away / FURTHER)
    own, at = 0, node
    known = len(_OF_TAG)
    for _ in range(LEVELS):
        tag = tree.tag[at]
        if tag < known:
            for name in _OF_TAG[tag]:
                found[name] = 1.0
        own |= marks.own[at]
        if tree.get(at, "hidden") is not None or _HIDDEN.search(tree.get(at, "style") or ""):
            found["hidden"] = 1.0
        at = tree.parent[at]
        if at < 0:
            break
    # What stands around the headline too tells nothing of the place: the page is named so.
    around = marks.around[node] & ~marks.around[marks.headline]
    if around | own:
        for own_name, in_name, bit in _OF_CUES:
            if own & bit:
                found[own_name] = 1.0
            elif around & bit:
                found[in_name] = 1.0
    if cues := analysis.cues[node] & ~analysis.cues[marks.headline]:
        for name, bit in _OF_PAGE:
            if cues & bit:
                found[name] = 1.0
    if means := marks.means[node]:
        for name, bit in _OF_MEANS:
            if means & bit:
                found[name] = 1.0
    alike = marks.alike[analysis.named[node]]
    if alike > 1:
        found["alike"] = log1p(alike - 1)
    return found


PLACE_FEATURES: Final = {
    "shown": "being shown",
    "after": "standing after the headline",
    "before": "standing before the headline",
    "near": "standing right after the headline",
    "near_before": "standing right before the headline",
    "further": "standing not far after the headline",
    "further_before": "standing not far before the headline",
    "near_buy": "standing beside a button to buy",
    "further_buy": "standing not far from a button to buy",
    "hidden": "being hidden",
    "alike": "others in elements of the same names",
    **{name: f"an element of the kind {name}" for name in _TAGS},
    **{f"own_{name}": f"names of its own element as of {name}" for name in CUES},
    **{f"in_{name}": f"names of elements around it as of {name}" for name in CUES},
    **{name: f"names around it as of {name.removeprefix('page_')}" for name, _ in _OF_PAGE},
    **{name: f"words of {name.removeprefix('says_')} in its text" for name, _ in _OF_MEANS},
}
"""What tells of a place, with a phrase for people."""
