"""The comments of a page, each with its author, time and body marked, and the thread they make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments import LearnedThread, Zhu, comments
from scrapy_treesim.comments.explain import CommentNodes, comment_nodes
from scrapy_treesim.explanations import explained_comment
from scrapy_treesim.findings import with_role
from scrapy_treesim.inspector.views.parts import (
    MethodChoice,
    View,
    holder,
    measure_choice,
    threshold_choice,
)
from scrapy_treesim.items import comment_items
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.kind.roles import comments_role
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.comments import Comment
    from scrapy_treesim.comments.find import Method
    from scrapy_treesim.findings import Wanted
    from scrapy_treesim.inspector.views.parts import Chosen
    from scrapy_treesim.items import CommentItem
    from scrapy_treesim.page import Page

MAX_ELEMENTS: Final = 20
"""Elements that a comment, or a part of it, is marked by."""
MIN_TOLD: Final = 0.01
"""Confidence from which it is told what a lower threshold would show."""

METHODS: Final = {
    "learned": MethodChoice("by what a network says of each element (learned)", LearnedThread(), (
        threshold_choice("Least confidence", "min_confidence",
            "a page less sure than this has no comments"),
    )),
    "zhu": MethodChoice("by similar siblings (zhu)", Zhu(), (
        measure_choice("how similar two siblings are"),
        threshold_choice("Least similarity", "min_similarity",
            "comments are more similar to some of their siblings than this"),
    )),
}  # fmt: skip
"""The methods that may be chosen."""


def comments_view(page: Page, chosen: Chosen, wanted: Wanted) -> View:
    """The comments, by the method chosen."""
    kind = kind_of(page)
    method = chosen.method(METHODS, wanted.comments, "how comments are found")
    thread = comments(page, method=method)
    found = View({"type": "thread", "comments": []})
    if not thread:
        found.summary = "No comments"
        found.notes.append(_why_none(page, method))
        return found
    found.summary = _summary(thread)
    shown = [comment_nodes(one) for one in thread]
    node = holder(page.tree, (node for one in shown for node in one.nodes))
    confidence = max(one.confidence for one in thread)
    role = comments_role(kind)
    found.group(page, found.summary, node, confidence, _why_all(thread), role)
    items = with_role(comment_items(thread, page.url), role, kind)
    _add(found, thread, shown, items)
    return found


def _why_none(page: Page, method: Method) -> str:
    if isinstance(method, Zhu):
        return (
            f"No list of more than {method.min_comments} similar siblings reads like comments. "
            "Try another measure or a lower threshold, or the method learned."
        )
    likely = (
        comments(page, method=replace(method, min_confidence=0.0)) if method.min_confidence else []
    )
    if likely and likely[0].confidence >= MIN_TOLD:
        return (
            f"The likeliest list has a confidence of {likely[0].confidence:.2f}: lower the "
            "threshold to see it."
        )
    return "Nothing on this page reads like comments."


def _summary(thread: Sequence[Comment]) -> str:
    answers = sum(one.parent is not None for one in thread)
    said = counted(len(thread), "comment")
    return f"{said}, {answers:,} of them answers to others" if answers else said


def _why_all(thread: Sequence[Comment]) -> tuple[str, ...]:
    """The number of comments with each feature that comments have."""
    authors = sum(one.author is not None for one in thread)
    times = sum(one.time is not None for one in thread)
    names = len({one.author for one in thread if one.author is not None})
    of = f"of {counted(len(thread), 'comment')}"
    said = (f"{times:,} {of} name a time", f"{authors:,} {of} name an author")
    return (*said, f"{names:,} different authors") if names > 1 else said


def _add(
    found: View, thread: Sequence[Comment], shown: Sequence[CommentNodes],
    items: Iterable[CommentItem],
) -> None:  # fmt: skip
    """The marks, and the items of those that have one."""
    for row, (one, nodes, item) in enumerate(zip(thread, shown, items, strict=True)):
        if not found.room:
            found.left_out += len(thread) - row
            found.notes.append(f"{counted(len(thread) - row, 'comment')} more would be exported.")
            break
        of_all = {"confidence": one.confidence, "row": row}
        why = explained_comment(one).reasons
        place = found.mark(
            "comment", nodes.nodes[:MAX_ELEMENTS], f"comment {row + 1}", why=why,
            xpath=item.xpath, **of_all,
        )  # fmt: skip
        parts = {"author": one.author, "time": one.time, "body": one.text}
        for role, value in parts.items():
            if (own := getattr(nodes, role)[:MAX_ELEMENTS]) and value:
                why = (f"the {role} of comment {row + 1}",)
                found.mark(role, own, role, why=why, value=value, **of_all)
        found.export["comments"].append({"mark": place, **found.shown(dict(item))})
