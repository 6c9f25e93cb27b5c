"""The article of a page, its comments, and the one thing that it is about.

Of the article: which blocks are kept and which dropped. Of comments: the author, time and body of
each, and the thread they make. Of the thing: its fields, each with its source, and where they
stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from lxml import etree

from scrapy_treesim.article import Article, Learned, Wang, article
from scrapy_treesim.article.explain import HEADLINE, BlockExplanation, explain_blocks
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.comments import Comment, LearnedThread, Zhu, comments
from scrapy_treesim.comments.explain import CommentNodes, comment_nodes
from scrapy_treesim.detail.extract import detail
from scrapy_treesim.explanations import explained_comment, explained_detail
from scrapy_treesim.findings import Wanted, with_role
from scrapy_treesim.inspector.views.parts import (
    MAX_XPATH,
    Chosen,
    MethodChoice,
    View,
    elements_of,
    holder,
    measure_choice,
    rounded,
    threshold_choice,
)
from scrapy_treesim.items import CommentItem, article_items, comment_items, detail_items
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.kind.roles import article_role, comments_role, detail_role
from scrapy_treesim.reading.blocks import Blocks, blocks_of
from scrapy_treesim.wording import counted, percent, quoted

if TYPE_CHECKING:
    from scrapy_treesim.comments.find import Method
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


MAX_OF_COMMENT: Final = 20
"""Elements that a comment, or a part of it, is marked by."""
MIN_TOLD: Final = 0.01
"""Confidence from which it is told what a lower threshold would show."""

COMMENT_METHODS: Final = {
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
    method = chosen.method(COMMENT_METHODS, wanted.comments, "how comments are found")
    thread = comments(page, method=method)
    found = View({"type": "thread", "comments": []})
    if not thread:
        found.summary = "No comments"
        found.notes.append(_why_no_comments(page, method))
        return found
    found.summary = _summary(thread)
    shown = [comment_nodes(one) for one in thread]
    node = holder(page.tree, (node for one in shown for node in one.nodes))
    confidence = max(one.confidence for one in thread)
    role = comments_role(kind)
    found.group(page, found.summary, node, confidence, _why_all(thread), role)
    items = with_role(comment_items(thread, page.url), role, kind)
    _add_comments(found, thread, shown, items)
    return found


def _why_no_comments(page: Page, method: Method) -> str:
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


def _add_comments(
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
            "comment", nodes.nodes[:MAX_OF_COMMENT], f"comment {row + 1}", why=why,
            xpath=item.xpath, **of_all,
        )  # fmt: skip
        parts = {"author": one.author, "time": one.time, "body": one.text}
        for role, value in parts.items():
            if (own := getattr(nodes, role)[:MAX_OF_COMMENT]) and value:
                why = (f"the {role} of comment {row + 1}",)
                found.mark(role, own, role, why=why, value=value, **of_all)
        found.export["comments"].append({"mark": place, **found.shown(dict(item))})


MAX_OTHERS: Final = 3
"""Further values that are told of a field."""


def detail_view(page: Page, chosen: Chosen, wanted: Wanted) -> View:
    """The fields of the one thing that a page is about."""
    found = View({"type": "detail", "item": None, "rows": []})
    one = detail(page)
    if one is None or not one.sources:
        found.summary = "No detail"
        found.notes.append("This page declares and shows nothing of one thing that it is about.")
        return found
    kind = kind_of(page)
    places = _places(page, (one.xpath, *(source.xpath for source in one.sources.values())))
    node = places.get(one.xpath, 0)
    found.count = len(one.sources)
    title = f"{counted(len(one.sources), 'field')} of {quoted(one.name or 'one thing')}"
    why = ["the confidence is that the page is about one thing"]
    found.group(page, title, node, one.confidence, why, detail_role(kind))
    items = with_role(detail_items(one, page.url), detail_role(kind), kind)
    found.export["item"] = found.shown(dict(next(items)))
    explained = groupby(explained_detail(one), attrgetter("name"))
    for column, (name, (value, *others)) in enumerate(explained):
        why = [*value.reasons]
        for other in others[:MAX_OTHERS]:
            said = f"{percent(other.confidence)} likely: {quoted(other.text or '')}"
            why.append(f"{said}, {other.reasons[0]}")
        mark = -1
        if (own := places.get(value.xpath or "")) is not None:
            mark = found.mark(
                "value", [own], name, confidence=value.confidence, why=why, value=value.text,
                column=column, xpath=value.xpath,
            )  # fmt: skip
        source, confidence = one.sources[name].source, rounded(value.confidence)
        row = {"mark": mark, "name": name, "source": source, "confidence": confidence, "why": why}
        found.export["rows"].append(row)
    return found


def _places(page: Page, paths: Iterable[str | None]) -> dict[str, int]:
    """The node of each XPath that leads to an element of the page."""
    tree = page.root.getroottree()
    elements: dict[str, etree._Element] = {}
    for path in dict.fromkeys(paths):
        if path and len(path) <= MAX_XPATH:
            try:
                led_to = tree.xpath(path)
            except etree.XPathError:
                continue
            if isinstance(led_to, list) and led_to and isinstance(led_to[0], etree._Element):
                elements[path] = led_to[0]
    nodes = page.nodes_of([*elements.values()])
    # The XPaths are the page's own: fewer nodes mean that its tree was changed meanwhile.
    return dict(zip(elements, nodes, strict=True)) if len(nodes) == len(elements) else {}


MAX_ITEM_TEXT: Final = 200_000
"""Characters of each text of the article that are shown, to be copied."""

METHODS: Final = {
    "learned": MethodChoice("learned from pages with known text", Learned(), (
        threshold_choice("Least confidence", "min_confidence",
            "a page less sure than this has no article: 0.9 for few mistakes"),
    )),
    "wang": MethodChoice("by size, links and title (wang)", Wang()),
}  # fmt: skip
"""The methods that may be chosen."""
_MEANING: Final = (
    "the confidence is how well the text should fit (F1), less where it reads like teasers",
    "the confidence is the share of the page's text outside links that is kept",
)
"""Of the confidence, by the learned method and by Wang's."""

MAX_ELEMENTS: Final = 8
"""Elements that one block is marked by."""


def article_view(page: Page, chosen: Chosen, wanted: Wanted) -> View:
    """The article, by the method chosen."""
    kind = kind_of(page)
    asked = chosen.method(METHODS, wanted.article, "how main text is found")
    # View whatever its confidence, to tell how much that is.
    method = replace(asked, min_confidence=0.0) if isinstance(asked, Learned) else asked
    likely = article(page, method=method)
    enough = getattr(asked, "min_confidence", 0.0)
    kept = likely if likely and likely.confidence >= enough else None
    blocks = explain_blocks(page, method)
    found = View({"type": "article", "item": None, "blocks": []})
    _add_blocks(page, found, blocks, isinstance(method, Learned), kept is not None)
    if kept is not None:
        items = with_role(article_items(kept, page.url), article_role(kind), kind)
        found.export["item"] = found.shown(dict(next(items)), MAX_ITEM_TEXT)
    if kept is None:
        found.group(page, "No article", 0, likely.confidence if likely else None)
        found.notes.append(_why_none(likely, method))
        return found
    own = [number for number, one in enumerate(blocks) if one.kept]
    of = blocks_of(page.tree)
    node = holder(page.tree, (run for one in own for run in (of.first[one], of.last[one])))
    text = f"Main text: {counted(len(kept.text), 'character')} in {len(own):,} of "
    title, why = text + counted(len(blocks), "block"), [_MEANING[isinstance(method, Wang)]]
    found.group(page, title, node, kept.confidence, why, article_role(kind))
    return found


def _add_blocks(
    page: Page, found: View, explained: Sequence[BlockExplanation], is_learned: bool,
    has_article: bool,
) -> None:  # fmt: skip
    """The marks of the headline and of all blocks, and what there is to list of each."""
    blocks = blocks_of(page.tree)
    of_headline = _mark_headline(page, found)
    for number, one in enumerate(explained):
        if not found.room:
            found.left_out += 1
            continue
        text, kept, reason = one.text, one.kept and has_article, one.reason
        if one.kept and not has_article:
            reason = f"{reason}; but the page is not sure enough to have an article"
        probability = one.confidence if is_learned else None
        row = {
            "mark": of_headline,
            "text": text,
            "kept": kept,
            "probability": rounded(probability),
            "role": one.role or None,
            "reason": reason,
        }
        if reason != HEADLINE or of_headline < 0:
            # The confidence of a mark is that of the decision, by the block alone.
            why, confidence = [reason], None
            if probability is not None:
                confidence = probability if kept else 1 - probability
                why.append(f"{percent(probability)} likely by itself and what is around it")
            if one.role:
                why.append(f"its most probable role: {one.role}, {percent(one.role_confidence)}")
            role = "kept" if kept else "dropped"
            row["mark"] = found.mark(
                role, _elements_of(page.tree, blocks, number), f"{role} text",
                confidence=confidence, why=tuple(why), value=text, xpath=one.xpath,
            )  # fmt: skip
        found.export["blocks"].append(found.shown(row))


def _mark_headline(page: Page, found: View) -> int:
    """The place of the headline's mark; -1 where the page has none."""
    headline = headline_of(page)
    if headline is None:
        return -1
    why = f"shares {percent(headline.likeness)} of its words with the title"
    text = " ".join(page.text(headline.node).split())
    return found.mark(
        "headline", [headline.node], "headline", confidence=headline.likeness, why=(why,),
        value=text, xpath=page.xpath(headline.node),
    )  # fmt: skip


def _why_none(likely: Article | None, method: Learned | Wang) -> str:
    if likely is not None:
        return (
            f"The likeliest text has a confidence of {likely.confidence:.2f}: lower the threshold "
            "to see which blocks it is."
        )
    if isinstance(method, Wang):
        return "No block is large enough: try the method learned."
    return "No part of this page reads like main text."


def _elements_of(tree: PageTree, blocks: Blocks, number: int) -> tuple[int, ...]:
    """The element around a block, or where that holds others too, the block's own in it."""
    first, last = blocks.first[number], blocks.last[number]
    owner = blocks.owner[first]
    if blocks.before[owner + tree.size[owner]] - blocks.before[owner] == 1:
        return (owner,)
    held = (node for node in range(first, last + 1) if blocks.block[node] == number)
    own = (node for node in elements_of(tree, held) if node != owner)
    return tuple(islice(own, MAX_ELEMENTS)) or (owner,)
