"""Pages rendered by real themes and programs from known content, as truth for the corpus.

A site is a folder with ``pages/<id>.html.gz`` and ``truth.jsonl``, one object a page: its ``kind``,
its main ``text``, the ``places`` of roles, its ``records``, ``posts`` or ``comments``. Both the
farm of the data sets and what :mod:`training.sites` renders have this form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha1
from math import sqrt
from pathlib import Path
from typing import Any, Final

from benchmarks.pages import TRUTH, DataSet, LabelledPage

PARTS: Final = 3
CLOSED: Final = 2
"""The part of all designs that nothing is fitted on: it judges."""

SITE_WEIGHT: Final = 1.5
"""The weight of all pages of a site of one page; more pages weigh by their square root."""

ROLES: Final = {
    "main": "main", "headline": "headline", "byline": "byline", "date": "byline",
    "caption": "caption", "related": "related", "navigation": "navigation", "tag": "navigation",
    "legal": "legal", "comment": "comment", "advert": "advert",
}  # fmt: skip
"""The network's role for each role of the truth; roles without one stay unknown."""


def design_of(truth: Mapping[str, Any]) -> str:
    """Return the name of a page's design, which is the unit of all splits."""
    return str(truth.get("family") or truth["site"])


def part_of(design: str) -> int:
    """Return the part, 0 to 2, that a design belongs to."""
    return int(sha1(design.encode()).hexdigest(), 16) % PARTS


def is_closed(truth: Mapping[str, Any]) -> bool:
    """Return whether a page's design is kept for judging."""
    return part_of(design_of(truth)) == CLOSED


def farm_pages(folder: Path) -> Iterator[tuple[LabelledPage, float]]:
    """Yield the pages of all open designs below a folder, each with its weight."""
    for file in sorted(folder.glob(f"*/{TRUTH}")):
        site = DataSet(file.parent)
        first, *rest = file.read_text("utf-8").splitlines()
        if is_closed(json.loads(first)):
            continue
        weight = SITE_WEIGHT / sqrt(1 + len(rest))
        for page in site.pages():
            yield page, weight


def corpus_truth(truth: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a page's truth says, by the keys of the corpus; an absent key is not known.

    ``text`` is the main text; ``comments`` have an ``xpath`` and a ``text``; ``regions`` hold
    ``records`` of ``xpaths``; ``open`` says that the page shows records beside those.
    """
    kind = truth["kind"]
    result: dict[str, Any] = {
        **{key: truth[key] for key in ("id", "url", "lang") if key in truth},
        "host": design_of(truth),
        "places": [
            {"xpath": place["xpath"], "role": ROLES[place["role"]]}
            for place in truth.get("places") or ()
            if place["role"] in ROLES
        ],
    }
    posts = truth.get("posts") or truth.get("comments") or []
    text = truth.get("text")
    if kind == "thread" and not text and all(post.get("text") for post in posts):
        text = "\n".join(post["text"] for post in posts)
    if text and kind in ("article", "detail", "thread"):
        result["text"] = text
    if len(posts) > 1:
        # The element of a single post is not known: nothing shows where it begins.
        result["comments"] = [post for post in posts if post.get("xpath")]
    elif not posts and kind != "thread" and not ("comments" in truth and truth["comments"] is None):
        result["comments"] = []
    records = truth.get("records") or []
    if kind in ("list", "other") and len(records) > 1:
        xpaths = [record.get("elements") or [record["xpath"]] for record in records]
        result["regions"] = [{"records": [{"xpaths": paths} for paths in xpaths]}]
        result["open"] = bool(truth.get("other_titles")) or truth.get("complete") is False
    elif kind in ("article", "thread"):
        result["regions"] = []
    if kind == "list" and len(records) < 2:
        kind = ""
    result["kind"] = "" if kind == "other" and records else kind
    return result
