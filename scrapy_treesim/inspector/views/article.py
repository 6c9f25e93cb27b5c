"""The article of a page, its comments, and its detail.

Of the article the kept and dropped blocks; of comments the author, time and body of each, and their
thread; of the detail its fields, each with its source and its element.
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
from scrapy_treesim.comments import Comment, LearnedThread, Zhu, comments
from scrapy_treesim.comments.explain import CommentNodes, comment_nodes
from scrapy_treesim.detail.extract import detail
from scrapy_treesim.findings.as_items import items_of
from scrapy_treesim.findings.explanations import explained_comment, explained_detail
from scrapy_treesim.findings.kinds import FindingOptions, with_role
from scrapy_treesim.inspector.views.parts import (
    MAX_XPATH,
    Chosen,
    MethodChoice,
    View,
    elements_of,
    enclosing_element,
    measure_choice,
    rounded,
    threshold_choice,
)
from scrapy_treesim.items import ALWAYS, ArticleItem, CommentItem, DetailItem
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.kind.roles import article_role, comments_role, detail_role
from scrapy_treesim.reading.blocks import Blocks, blocks_of
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.wording import counted, percent, quoted

if TYPE_CHECKING:
    from scrapy_treesim.comments.find import Method
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


MAX_OF_COMMENT: Final = 20
"""Largest number of elements to mark for a comment, or for a part of it."""
MIN_MENTIONED: Final = 0.01
"""Least confidence of comments below the threshold that a note mentions."""

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
"""Methods to choose from."""


def comments_view(page: Page, chosen: Chosen, settings: FindingOptions) -> View:
    """Return the view of the comments, by the method chosen."""
    kind = kind_of(page)
    method = chosen.method(COMMENT_METHODS, settings.comments, "how comments are found")
    thread = comments(page, method=method)
    view = View({"type": "thread", "comments": []})
    if not thread:
        view.summary = "No comments"
        view.notes.append(_why_no_comments(page, method))
        return view
    view.count, view.summary = len(thread), _summary(thread)
    shown = [comment_nodes(comment) for comment in thread]
    node = enclosing_element(page.tree, (node for nodes in shown for node in nodes.nodes))
    confidence = max(comment.confidence for comment in thread)
    role = comments_role(kind)
    view.group(page, view.summary, node, confidence, _why_all(thread), role)
    items = with_role(items_of(CommentItem, thread, page.url), role, kind)
    _add_comments(view, thread, shown, items)
    return view


def _why_no_comments(page: Page, method: Method) -> str:
    if isinstance(method, Zhu):
        return (
            f"No list of more than {method.min_comments} similar siblings reads like comments. "
            "Try another measure or a lower threshold, or the method learned."
        )
    likely = (
        comments(page, method=replace(method, min_confidence=0.0)) if method.min_confidence else []
    )
    if likely and likely[0].confidence >= MIN_MENTIONED:
        return (
            f"The likeliest list has a confidence of {likely[0].confidence:.2f}: lower the "
            "threshold to see it."
        )
    return "Nothing on this page reads like comments."


def _summary(thread: Sequence[Comment]) -> str:
    answers = sum(comment.parent is not None for comment in thread)
    total = counted(len(thread), "comment")
    return f"{total}, {answers:,} of them answers to others" if answers else total


def _why_all(thread: Sequence[Comment]) -> tuple[str, ...]:
    """Count the comments with each feature, in words."""
    authors = sum(comment.author is not None for comment in thread)
    times = sum(comment.time is not None for comment in thread)
    names = len({comment.author for comment in thread if comment.author is not None})
    total = f"of {counted(len(thread), 'comment')}"
    reasons = (f"{times:,} {total} name a time", f"{authors:,} {total} name an author")
    return (*reasons, f"{names:,} different authors") if names > 1 else reasons


def _add_comments(
    view: View, thread: Sequence[Comment], shown: Sequence[CommentNodes],
    items: Iterable[CommentItem],
) -> None:  # fmt: skip
    """Add the marks of comments and of their parts, and the items."""
    for row, (comment, nodes, item) in enumerate(zip(thread, shown, items, strict=True)):
        if not view.room:
            view.left_out += len(thread) - row
            view.notes.append(f"{counted(len(thread) - row, 'comment')} more would be exported.")
            break
        shared = {"confidence": comment.confidence, "row": row}
        why = explained_comment(comment).reasons
        mark = view.mark(
            "comment", nodes.nodes[:MAX_OF_COMMENT], f"comment {row + 1}", why=why,
            xpath=item.xpath, **shared,
        )  # fmt: skip
        parts = {"author": comment.author, "time": comment.time, "body": comment.text}
        for role, value in parts.items():
            if (part_nodes := getattr(nodes, role)[:MAX_OF_COMMENT]) and value:
                why = (f"the {role} of comment {row + 1}",)
                view.mark(role, part_nodes, role, why=why, value=value, **shared)
        view.export["comments"].append({"mark": mark, **view.shown(dict(item))})


MAX_ALTERNATIVES: Final = 3
"""Largest number of further values to mention of a field."""


def detail_view(page: Page, chosen: Chosen, settings: FindingOptions) -> View:
    """Return the view of a page's detail."""
    view = View({"type": "detail", "item": None, "rows": []})
    result = detail(page)
    if result is None or not result.sources:
        view.summary = "No detail"
        view.notes.append("This page declares and shows nothing of one thing that it is about.")
        return view
    kind = kind_of(page)
    nodes = _nodes_of(page, (result.xpath, *(source.xpath for source in result.sources.values())))
    node = nodes.get(result.xpath, 0)
    view.count = 1
    title = f"{counted(len(result.sources), 'field')} of {quoted(result.name or 'one thing')}"
    why = ["the confidence is that the page is about one thing"]
    view.group(page, title, node, result.confidence, why, detail_role(kind))
    items = with_role(items_of(DetailItem, [result], page.url), detail_role(kind), kind)
    view.export["item"] = view.shown(dict(next(items)))
    explained = groupby(explained_detail(result), attrgetter("name"))
    for column, (name, (value, *alternatives)) in enumerate(explained):
        why = [*value.reasons]
        for other in alternatives[:MAX_ALTERNATIVES]:
            guess = f"{percent(other.confidence)} likely: {quoted(other.text or '')}"
            why.append(f"{guess}, {other.reasons[0]}")
        mark = -1
        if (value_node := nodes.get(value.xpath or "")) is not None:
            mark = view.mark(
                "value", [value_node], name, confidence=value.confidence, why=why, value=value.text,
                column=column, xpath=value.xpath,
            )  # fmt: skip
        source, confidence = result.sources[name].source, rounded(value.confidence)
        row = {"mark": mark, "name": name, "source": source, "confidence": confidence, "why": why}
        view.export["rows"].append(row)
    for name, value in view.export["item"].items():
        if value and name not in (*ALWAYS, "explain", *result.sources):
            row = {"mark": -1, "name": name, "source": "", "confidence": None, "why": []}
            view.export["rows"].append(row)
    return view


def _nodes_of(page: Page, paths: Iterable[str | None]) -> dict[str, int]:
    """Return the node of each XPath that leads to an element of the page."""
    tree = page.root.getroottree()
    elements: dict[str, etree._Element] = {}
    for path in dict.fromkeys(paths):
        if path and len(path) <= MAX_XPATH:
            try:
                matches = tree.xpath(path)
            except etree.XPathError:
                continue
            if isinstance(matches, list) and matches and isinstance(matches[0], etree._Element):
                elements[path] = matches[0]
    nodes = page.nodes_of([*elements.values()])
    # The XPaths are the page's own: fewer nodes mean that its tree has been changed since.
    return dict(zip(elements, nodes, strict=True)) if len(nodes) == len(elements) else {}


MAX_ITEM_TEXT: Final = 200_000
"""Characters to show of each text of the article, to be copied."""

ARTICLE_METHODS: Final = {
    "learned": MethodChoice("learned from pages with known text", Learned(), (
        threshold_choice("Least confidence", "min_confidence",
            "a page less sure than this has no article: 0.9 for few mistakes"),
    )),
    "wang": MethodChoice("by size, links and title (wang)", Wang()),
}  # fmt: skip
"""Methods to choose from."""
_MEANINGS: Final = (
    "the confidence is how well the text should fit (F1), less where it reads like teasers",
    "the confidence is the share of the page's text outside links that is kept",
)
"""Meanings of the confidence, by the learned method and by Wang's."""

MAX_ELEMENTS: Final = 8
"""Largest number of elements to mark for one block."""


def article_view(page: Page, chosen: Chosen, settings: FindingOptions) -> View:
    """Return the view of the article, by the method chosen."""
    kind = kind_of(page)
    selected = chosen.method(ARTICLE_METHODS, settings.article, "how main text is found")
    # Found at any confidence, to show how high it is.
    method = replace(selected, min_confidence=0.0) if isinstance(selected, Learned) else selected
    likely = article(page, method=method)
    enough = getattr(selected, "min_confidence", 0.0)
    accepted = likely if likely and likely.confidence >= enough else None
    blocks = explain_blocks(page, method)
    view = View({"type": "article", "item": None, "blocks": []})
    _add_blocks(page, view, blocks, isinstance(method, Learned), accepted is not None)
    if accepted is not None:
        view.count = 1
        items = with_role(items_of(ArticleItem, [accepted], page.url), article_role(kind), kind)
        view.export["item"] = view.shown(dict(next(items)), MAX_ITEM_TEXT)
    if accepted is None:
        view.group(page, "No article", 0, likely.confidence if likely else None)
        view.notes.append(_why_none(likely, method))
        return view
    numbers = [number for number, block in enumerate(blocks) if block.kept]
    layout = blocks_of(page.tree)
    node = enclosing_element(
        page.tree, (run for n in numbers for run in (layout.first[n], layout.last[n]))
    )
    text = f"Main text: {counted(len(accepted.text), 'character')} in {len(numbers):,} of "
    title, why = text + counted(len(blocks), "block"), [_MEANINGS[isinstance(method, Wang)]]
    view.group(page, title, node, accepted.confidence, why, article_role(kind))
    return view


def _add_blocks(
    page: Page, view: View, explained: Sequence[BlockExplanation], is_learned: bool,
    has_article: bool,
) -> None:  # fmt: skip
    """Add the marks of the headline and of all blocks, and a row of each."""
    blocks = blocks_of(page.tree)
    headline_mark = _mark_headline(page, view)
    for number, block in enumerate(explained):
        if not view.room:
            view.left_out += 1
            continue
        text, is_kept, reason = block.text, block.kept and has_article, block.reason
        if block.kept and not has_article:
            reason = f"{reason}; but the page is not sure enough to have an article"
        probability = block.confidence if is_learned else None
        row = {
            "mark": headline_mark,
            "text": text,
            "kept": is_kept,
            "probability": rounded(probability),
            "role": block.role or None,
            "reason": reason,
        }
        if reason != HEADLINE or headline_mark < 0:
            # The confidence of a mark is that of the decision on this block alone.
            why, confidence = [reason], None
            if probability is not None:
                confidence = probability if is_kept else 1 - probability
                why.append(f"{percent(probability)} likely by itself and what is around it")
            if block.role:
                why.append(
                    f"its most probable role: {block.role}, {percent(block.role_confidence)}"
                )
            role = "kept" if is_kept else "dropped"
            row["mark"] = view.mark(
                role, _elements_of(page.tree, blocks, number), f"{role} text",
                confidence=confidence, why=tuple(why), value=text, xpath=block.xpath,
            )  # fmt: skip
        view.export["blocks"].append(view.shown(row))


def _mark_headline(page: Page, view: View) -> int:
    """Mark the headline; return the mark's index, or -1 if the page has none."""
    headline = headline_of(page)
    if headline is None:
        return -1
    why = f"shares {percent(headline.likeness)} of its words with the title"
    text = " ".join(page.text(headline.node).split())
    return view.mark(
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
    """Return the element around a block, or the block's own in it if it has other blocks too."""
    first, last = blocks.first[number], blocks.last[number]
    owner = blocks.owner[first]
    if blocks.before[owner + tree.size[owner]] - blocks.before[owner] == 1:
        return (owner,)
    nodes = (node for node in range(first, last + 1) if blocks.block[node] == number)
    elements = (node for node in elements_of(tree, nodes) if node != owner)
    return tuple(islice(elements, MAX_ELEMENTS)) or (owner,)
