"""A page in another script, so that no word of its language is there to go by."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from lxml import etree

from training.augmented.alphabets import Mapping, new_mapping, targets_of
from training.augmented.draft import Draft
from training.augmented.runs import edited, rewrite, runs_of

_ATTRIBUTES = ("alt", "title", "placeholder", "aria-label", "summary")
_DESCRIBING = ("title", "description", "keywords", "author", "site_name", "image:alt")
_DECLARED = ("headline", "name", "description", "articleBody", "alternativeHeadline", "text")


def script(draft: Draft, chance: Random, target: str = "") -> bool:
    """Write every word of the page and of its truth in another script, the same ones alike."""
    target = target or chance.choice(targets_of(draft.lang, draft.text))
    mapping = new_mapping(draft.lang, target, chance)
    for run in runs_of(draft.root):
        rewrite(run, mapping.edits)
    for element in draft.root.iter("*"):
        _rewrite_attributes(element, mapping)
    for code in draft.root.iter("script"):
        if (code.get("type") or "").strip().lower() == "application/ld+json" and code.text:
            code.text = _declared(code.text, mapping)
    for element in draft.root.iter("html", "body", "article", "main"):
        for name in ("lang", "{http://www.w3.org/XML/1998/namespace}lang", "xml:lang"):
            if element.get(name) is not None:
                element.set(name, target)
    draft.root.set("lang", target)
    draft.text = edited(draft.text, mapping.edits)
    draft.lang = target
    return True


def _rewrite_attributes(element: etree._Element, mapping: Mapping) -> None:
    for name in _ATTRIBUTES:
        value = element.get(name)
        if value:
            element.set(name, edited(value, mapping.edits))
    if element.tag == "meta":
        name = element.get("name") or element.get("property") or element.get("itemprop") or ""
        value = element.get("content")
        if value and name.lower().endswith(_DESCRIBING):
            element.set("content", edited(value, mapping.edits))
    elif element.tag == "input" and element.get("type") in ("submit", "button", "reset"):
        element.set("value", edited(element.get("value") or "", mapping.edits))


def _declared(text: str, mapping: Mapping) -> str:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    left: list[Any] = [data]
    while left:
        one = left.pop()
        if isinstance(one, list):
            left.extend(one)
        elif isinstance(one, dict):
            for key, value in one.items():
                if isinstance(value, str) and key in _DECLARED:
                    one[key] = edited(value, mapping.edits)
                else:
                    left.append(value)
    return json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
