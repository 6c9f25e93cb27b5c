"""The main text of a page: which of its blocks are kept and which dropped, and the article."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.article import Learned, Wang, article, explain
from scrapy_treesim.article.extract import METHODS
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.findings import article_method, with_role
from scrapy_treesim.inspector.views.parts import (
    Found,
    Group,
    Mark,
    Marks,
    cut,
    holder,
    note_of_less,
    percent,
    rounded,
    values_of,
)
from scrapy_treesim.items import article_items
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.kind.roles import article_role
from scrapy_treesim.reading.blocks import blocks_of
from scrapy_treesim.tree import tags
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_treesim.article import Article
    from scrapy_treesim.findings import Wanted
    from scrapy_treesim.inspector.views.parts import Chosen
    from scrapy_treesim.kind.page_kind import PageKind
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.tree import PageTree

ARTICLE_CHOICES: Final = (
    "method", "threshold", "min_text", "chars_per_link", "title_similarity",
)  # fmt: skip
"""What may be chosen."""

MAX_ITEM_TEXT: Final = 200_000
"""Characters of each text of the article that are shown."""
MAX_BLOCK: Final = 1_000
"""Characters of a block that are shown."""

_METHODS: Final = {
    "learned": "learned from pages with known text",
    "wang": "by size, links and title (wang)",
}
_MEANING: Final = (
    "the confidence is how well the text should fit (F1), less where it reads like teasers",
    "the confidence is the share of the page's text outside links that is kept",
)
"""Of the confidence, by the learned method and by Wang's."""

HEADLINE: Final = "the headline, a field of its own"
"""The reason that is told of the blocks of the headline."""
MAX_ELEMENTS: Final = 8
"""Elements that one block is marked by."""
MAX_ABOVE: Final = 30
"""Inline elements around the beginning of a block that are looked through."""


def article_view(page: Page, chosen: Chosen, wanted: Wanted) -> Found:
    """The article, by the method chosen.

    Raises:
        ChoiceError: a choice that there is not.
    """
    kind = kind_of(page)
    asked = _method(chosen, wanted)
    threshold, enough = (_least(one) for one in (asked, article_method(asked, kind)))
    # Found whatever its confidence, to tell how much that is.
    method = replace(asked, min_confidence=0.0) if isinstance(asked, Learned) else asked
    likely = article(page, method)
    kept = likely if likely and likely.confidence >= enough else None
    blocks = shown_blocks(page, method, kept is not None)
    found = Found({"type": "article", "item": None, "blocks": []})
    _mark(page, found, blocks)
    if kept is not None:
        found.export["item"] = _item(kept, page, found, kind)
        found.notes += note_of_less(kind, kept.confidence, threshold, enough)
    group = _group(page, kept, likely, blocks, method)
    found.groups.append(group if kept is None else replace(group, role=article_role(kind)))
    found.summary = group.title
    found.notes += _notes(kept, likely, method)
    return found


def _least(method: Learned | Wang) -> float:
    """The confidence that an article has at the least."""
    return method.min_confidence if isinstance(method, Learned) else 0.0


def _method(chosen: Chosen, wanted: Wanted) -> Learned | Wang:
    """The method with what was chosen."""
    usual = wanted.article
    name = chosen.select(
        "method",
        "Method",
        {name: _METHODS.get(name, name) for name in METHODS},
        "wang" if isinstance(usual, Wang) else "learned",
        "how main text is found",
    )
    if name == "wang":
        usual = usual if isinstance(usual, Wang) else Wang()
        return replace(
            usual,
            min_text=chosen.count(
                "min_text", "Least text", usual.min_text, 2_000, 10,
                "characters from which a block speaks for itself",
            ),
            chars_per_link=chosen.count(
                "chars_per_link", "Text for a link", usual.chars_per_link, 200, 1,
                "characters that a block holds for each of its links at the least",
            ),
            title_similarity=chosen.share(
                "title_similarity", "Likeness to the title", usual.title_similarity,
                "smaller blocks are kept that are more like the title or a heading than this",
            ),
        )  # fmt: skip
    usual = usual if isinstance(usual, Learned) else Learned()
    threshold = chosen.share(
        "threshold",
        "Least confidence",
        usual.min_confidence,
        "a page less sure than this has no article: 0.9 for few mistakes",
    )
    return replace(usual, min_confidence=threshold)


def _mark(page: Page, found: Found, blocks: Sequence[ShownBlock]) -> None:
    """The marks of the headline and of all blocks, and what there is to list of each."""
    of_headline = _mark_headline(page, found.marks)
    for block in blocks:
        if not found.marks.room:
            found.marks.left_out += 1
            continue
        is_headline = block.reason == HEADLINE and of_headline >= 0
        found.export["blocks"].append(
            {
                "mark": of_headline if is_headline else _mark_block(block, found.marks),
                "text": cut(block.text, MAX_BLOCK),
                "kept": block.kept,
                "probability": rounded(block.probability),
                "role": block.role,
                "reason": block.reason,
            }
        )
    if any(len(block.text) > MAX_BLOCK for block in blocks):
        found.notes.append(f"Blocks of more than {MAX_BLOCK:,} characters are cut here.")


def _mark_headline(page: Page, marks: Marks) -> int:
    """The place of the headline's mark; -1 where the page has none."""
    headline = headline_of(page)
    if headline is None:
        return -1
    return marks.add(
        Mark(
            "headline",
            (headline.node,),
            "headline",
            confidence=headline.likeness,
            why=(f"shares {percent(headline.likeness)} of its words with the title",),
            value=" ".join(page.text(headline.node).split()),
            xpath=page.xpath(headline.node),
        )
    )


def _mark_block(block: ShownBlock, marks: Marks) -> int:
    """The place of a block's mark; its confidence is that of the decision, by the block alone."""
    role, why, confidence = "kept" if block.kept else "dropped", [block.reason], None
    if block.probability is not None:
        confidence = block.probability if block.kept else 1 - block.probability
        why.append(f"{percent(block.probability)} likely by itself and what is around it")
    if block.role:
        why.append(f"its most probable role: {block.role}, {percent(block.role_probability)}")
    return marks.add(
        Mark(
            role,
            block.nodes,
            f"{role} text",
            confidence=confidence,
            why=tuple(why),
            value=block.text,
            xpath=block.xpath,
        )
    )


def _item(kept: Article, page: Page, found: Found, kind: PageKind) -> dict[str, Any]:
    """The fields of the article's item."""
    items = with_role(article_items(kept, page.url), article_role(kind), kind)
    item = values_of(next(items))
    long = [
        name
        for name, value in item.items()
        if isinstance(value, str) and len(value) > MAX_ITEM_TEXT
    ]
    for name in long:
        item[name] = cut(item[name], MAX_ITEM_TEXT)
    if long:
        found.notes.append(
            f"Cut here to {MAX_ITEM_TEXT:,} characters, not in the export: {', '.join(long)}."
        )
    return item


def _group(
    page: Page,
    kept: Article | None,
    likely: Article | None,
    blocks: Sequence[ShownBlock],
    method: Learned | Wang,
) -> Group:
    confidence = None if likely is None else likely.confidence
    if kept is None:
        return Group("No article", 0, page.xpath(0), confidence)
    node = holder(page.tree, (text for block in blocks if block.kept for text in block.texts))
    count = sum(block.kept for block in blocks)
    return Group(
        f"Main text: {counted(len(kept.text), 'character')} in {count:,} of "
        f"{counted(len(blocks), 'block')}",
        node,
        page.xpath(node),
        confidence,
        (_MEANING[isinstance(method, Wang)],),
    )


def _notes(kept: Article | None, likely: Article | None, method: Learned | Wang) -> list[str]:
    if kept is not None:
        return []
    if likely is not None:
        return [
            f"The likeliest text has a confidence of {likely.confidence:.2f}: lower the threshold "
            "to see which blocks it is."
        ]
    if isinstance(method, Wang):
        return ["No block is large enough: lower the least text or the text for a link."]
    return ["No part of this page reads like main text."]


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of the page."""

    nodes: tuple[int, ...]
    """The elements that it is, or stands in where it is but bare text."""
    texts: tuple[int, int]
    """Its first and last run of text."""
    xpath: str
    """The block-level element around it."""
    text: str
    kept: bool
    """Whether it is in the article."""
    probability: float | None
    """That it is of the article, in [0, 1]; None where the method knows none."""
    role: str | None
    """What it most probably is; None where the method knows no roles."""
    role_probability: float
    """That it is that, in [0, 1]."""
    reason: str


def shown_blocks(page: Page, method: Learned | Wang, has_article: bool) -> list[ShownBlock]:
    """All blocks, in page order; without an article none is kept."""
    blocks = blocks_of(page.tree)
    found = []
    for number, one in enumerate(explain(page, method=method)):
        kept, reason = one.kept and has_article, one.reason
        if one.kept and not has_article:
            reason = f"{reason}; but the page is not sure enough to have an article"
        found.append(
            ShownBlock(
                _elements_of(page.tree, blocks, number),
                (blocks.first[number], blocks.last[number]),
                one.xpath,
                one.text,
                kept,
                # Wang's method knows none.
                None if isinstance(method, Wang) else one.probability,
                one.role or None,
                one.role_probability,
                reason,
            )
        )
    return found


def _elements_of(tree: PageTree, blocks: Blocks, number: int) -> tuple[int, ...]:
    """The element around a block, or where that holds others too, the block's own in it."""
    first, last = blocks.first[number], blocks.last[number]
    owner = blocks.owner[first]
    if blocks.before[owner + tree.size[owner]] - blocks.before[owner] == 1:
        return (owner,)
    node = first
    for _ in range(MAX_ABOVE):
        if tree.parent[node] == owner:
            break
        node = tree.parent[node]
    else:
        return (owner,)
    own = islice(_elements_from(tree, node, last), MAX_ELEMENTS)
    return tuple(own) or (owner,)


def _elements_from(tree: PageTree, node: int, last: int) -> Iterator[int]:
    """A node and the siblings after it up to one of some number, those that are elements."""
    while node <= last:
        if tree.tag[node] != tags.TEXT:
            yield node
        node += tree.size[node]
