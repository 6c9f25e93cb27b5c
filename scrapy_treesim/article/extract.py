"""From a page to its article: the text that a method keeps, as fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.article import learned, wang
from scrapy_treesim.article.blocks import blocks_of
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.judgement import probability
from scrapy_treesim.article.learned import Learned
from scrapy_treesim.article.listing import teaser_share
from scrapy_treesim.article.metadata import Metadata, metadata_of
from scrapy_treesim.article.wang import Wang
from scrapy_treesim.methods import chosen
from scrapy_treesim.page import Page, Source
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.html import html_of
from scrapy_treesim.tree.markdown import markdown_of
from scrapy_treesim.tree.text import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrapy_treesim.article.blocks import Blocks
    from scrapy_treesim.article.headline import Headline
    from scrapy_treesim.article.site_memory import SiteMemory
    from scrapy_treesim.tree import PageTree

Method: TypeAlias = "Learned | Wang"

METHODS: Final[dict[str, Callable[[], Method]]] = {"learned": Learned, "wang": Wang}
"""The methods by name."""


@dataclass(frozen=True)
class Article:
    """The main text of a page. What is not asked for is not made: see the properties."""

    title: str | None
    """What ``<title>`` says."""
    text: str
    """Paragraph by paragraph, a line each; without the headline."""
    xpath: str
    """The smallest element that holds all of it."""
    confidence: float
    """How sure the method is, in [0, 1]: the F1 to be expected of the text, up to half of it off
    for teasers of other pages (learned), or the share of the page's text outside links that was
    kept (wang)."""
    _heading: str | None = field(repr=False)
    _page: Page = field(repr=False, compare=False)
    _kept: bytearray = field(repr=False, compare=False)
    _top: int = field(repr=False, compare=False)

    @property
    def headline(self) -> str | None:
        """The heading that the title is about; where there is none, what the page declares."""
        return self._heading or self._metadata.headline

    @cached_property
    def _shown(self) -> bytearray:
        return _with_media(self._page.tree, self._kept, self._top)

    @cached_property
    def html(self) -> str:
        """The text as clean HTML: no scripts, styles, classes; addresses absolute."""
        return html_of(self._page.tree, self._shown, self._top, self._page.absolute)

    @cached_property
    def markdown(self) -> str:
        """The text as Markdown, with GitHub's tables; addresses absolute."""
        return markdown_of(self._page.tree, self._shown, self._top, self._page.absolute)

    @cached_property
    def _metadata(self) -> Metadata:
        return metadata_of(self._page)

    @property
    def author(self) -> str | None:
        """Who wrote it, as the page declares."""
        return self._metadata.author

    @property
    def date(self) -> str | None:
        """When it was published, in ISO 8601."""
        return self._metadata.date

    @property
    def language(self) -> str | None:
        """The language the page declares, as ``en`` or ``zh-CN``."""
        return self._metadata.language

    @property
    def page_type(self) -> str | None:
        """What the page declares to be: article, product, forum, listing ..."""
        return self._metadata.page_type

    @cached_property
    def image(self) -> str | None:
        """The main image's address: the declared one, else the first in the text."""
        if self._metadata.image:
            return self._metadata.image
        tree = self._page.tree
        for node in range(self._top, self._top + tree.size[self._top]):
            if tree.tag[node] == _IMAGE and self._shown[node]:
                address = tree.get(node, "data-src") or tree.get(node, "src")
                if address and (image := self._page.absolute(address)):
                    return image
        return None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Verdict:
    """A method's decision on one block, and why.

    What it says and where it stands are made when asked for: of a page that is nested deep, the
    XPaths alone may be a hundred times the page.
    """

    probability: float
    """That it is part of the article, judged by itself and its surroundings, in [0, 1]; by Wang's
    method, which knows none, 1 where it is kept and 0 where it is not."""
    kept: bool
    """Whether it is in the article's text."""
    reason: str
    """Why, in a few words."""
    node: int
    """The number of that element in the page's tree, ``page.tree``."""
    _page: Page
    _blocks: Blocks
    _number: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Verdict):
            return NotImplemented
        return (self.probability, self.kept, self.reason, self.xpath, self.text) == (
            other.probability, other.kept, other.reason, other.xpath, other.text,
        )  # fmt: skip

    def __hash__(self) -> int:
        # Without its place and text, which would have to be made.
        return hash((self.probability, self.kept, self.reason))

    def __repr__(self) -> str:
        text = self.text
        text = text if len(text) <= 60 else f"{text[:59]}…"
        return (
            f"Verdict(xpath={self.xpath!r}, text={text!r}, probability={self.probability!r}, "
            f"kept={self.kept!r}, reason={self.reason!r})"
        )

    @property
    def xpath(self) -> str:
        """The element the block stands in."""
        return self._page.xpath(self.node)

    @property
    def text(self) -> str:
        """The block's text, white space collapsed."""
        return _said(self._page.tree, self._blocks, self._number)


_IMAGE = tags.NUMBER["img"]
_FIGURES = tags.numbers("figure picture a")
_BREAKS = tags.numbers("br hr wbr")


def article(
    page: Page | Source, method: Method | str = "learned", memory: SiteMemory | None = None
) -> Article | None:
    """The page's main text, or None where no part of it reads as such.

    ``method`` is a method's name, or the method with parameters of your own. ``memory`` is what
    the site's other pages taught; the page joins them. The method of Wang has no use for it.

    Raises:
        ValueError: no method has that name.
        TypeError: the source cannot be read as a page, or the method is none.
    """
    method = _method(method)
    page = Page.of(page)
    tree = page.tree
    found = headline_of(page)
    headline = None if found is None else found.node
    confidence = None
    if isinstance(method, Wang):
        flags = wang.kept_nodes(page, method, headline)
    else:
        flags, confidence = _learned(page, method, memory, found)
    if flags is None:
        return None
    top = _common_ancestor(tree, flags)
    text = text_of(tree, top, flags)
    if not text:
        return None
    return Article(
        title=page.title,
        _heading=None if headline is None else " ".join(page.text(headline).split()) or None,
        text=text,
        xpath=page.xpath(top),
        confidence=_plain_share(tree, flags) if confidence is None else confidence,
        _page=page,
        _kept=flags,
        _top=top,
    )


def _method(method: Method | str) -> Method:
    if isinstance(method, str):
        method = chosen(method, METHODS)
    if not isinstance(method, (Learned, Wang)):
        raise TypeError(f"a method is its name, Learned(...) or Wang(...), not {method!r}")
    return method


def explain(
    page: Page | Source, memory: SiteMemory | None = None, method: Method | str = "learned"
) -> list[Verdict]:
    """What a method decided of each block of the page, in page order.

    ``memory`` is asked, but does not remember the page; the method of Wang has no use for it.

    Raises:
        ValueError: no method has that name.
        TypeError: the source cannot be read as a page, or the method is none.
    """
    method = _method(method)
    page = Page.of(page)
    headline = headline_of(page)
    if isinstance(method, Wang):
        return _by_wang(page, method, headline)
    reading = learned.read_blocks(page, headline, memory, remember=False)
    if reading is None:
        return []
    blocks, assembly = reading.blocks, reading.assembly
    size = page.tree.size[assembly.top]
    inside = range(blocks.before[assembly.top], blocks.before[assembly.top + size])
    decided = (
        (probability(odds), kept, _reason(kept, assembly.top > 0, number in inside))
        for number, (odds, kept) in enumerate(zip(reading.odds, assembly.kept, strict=True))
    )
    return _verdicts(page, blocks, decided, headline)


def _by_wang(page: Page, method: Wang, headline: Headline | None) -> list[Verdict]:
    """Wang's verdict on each block: that on the container which it begins in."""
    blocks = blocks_of(page.tree)
    judged = wang.judge(page, method)
    found = (judged.of(node) for node in blocks.first)
    decided = ((float(kept), kept, reason) for kept, reason in found)
    return _verdicts(page, blocks, decided, headline)


def _verdicts(
    page: Page,
    blocks: Blocks,
    decided: Iterable[tuple[float, bool, str]],
    headline: Headline | None,
) -> list[Verdict]:
    """A verdict a block, of its probability, whether it is kept, and why."""
    of_headline = range(0)
    if headline is not None:
        of_headline = range(headline.node, headline.node + page.tree.size[headline.node])
    verdicts = []
    for number, (node, (likely, kept, reason)) in enumerate(
        zip(blocks.first, decided, strict=True)
    ):
        if node in of_headline:
            kept, reason = False, "the headline, a field of its own"
        owner = blocks.owner[node]
        verdicts.append(Verdict(likely, kept, reason, owner, page, blocks, number))
    return verdicts


def _said(tree: PageTree, blocks: Blocks, number: int) -> str:
    """The text of a block, white space collapsed; a break is a space, and so is what parts the
    blocks that are read as one."""
    first, last = blocks.first[number], blocks.last[number]
    pieces = []
    owner = blocks.owner[first]
    for node in range(first, last + 1):
        if tree.tag[node] != tags.TEXT:
            if tree.tag[node] in _BREAKS or tree.has_gap(node):
                pieces.append(" ")
        elif blocks.block[node] == number:
            if blocks.owner[node] != owner:
                owner = blocks.owner[node]
                pieces.append(" ")
            pieces.append(tree.raw_text(node))
    return " ".join("".join(pieces).split())


def _reason(kept: bool, has_body: bool, inside: bool) -> str:
    if not has_body:
        return "likely enough" if kept else "not likely enough"
    if inside:
        return "likely, in the body" if kept else "in the body, but not likely"
    return "outside the body, but very likely" if kept else "outside the body"


def _learned(
    page: Page, method: Learned, memory: SiteMemory | None, headline: Headline | None
) -> tuple[bytearray | None, float]:
    """A flag for every node that the learned method keeps, and its confidence."""
    reading = learned.read_blocks(page, headline, memory)
    if reading is None:
        return None, 0.0
    teasers = teaser_share(page.tree, reading.blocks, reading.features, reading.assembly.kept)
    confidence = reading.assembly.confidence * (1 - teasers / 2)
    if confidence < method.min_confidence:
        return None, 0.0
    flags = reading.flags
    if headline is not None:
        size = page.tree.size[headline.node]
        flags[headline.node : headline.node + size] = bytes(size)
    return flags, confidence


def _with_media(tree: PageTree, flags: bytearray, top: int) -> bytearray:
    """The flags, with the images and breaks that stand among the flagged texts."""
    texts = [node for node in range(top, top + tree.size[top]) if flags[node]]
    before = list(accumulate(flags, initial=0))
    shown = flags[:]
    for node in range(texts[0], texts[-1]):
        tag = tree.tag[node]
        if tag == _IMAGE:
            # What it stands in alone, or with a caption, or with text that is kept.
            box = tree.parent[node]
            stop = box + tree.size[box]
            shown[node] = (
                not tree.text_chars(box) or before[stop] > before[box] or tree.tag[box] in _FIGURES
            )
        elif tag in _BREAKS:
            shown[node] = True
    return shown


def _common_ancestor(tree: PageTree, flags: bytearray) -> int:
    """The smallest element that holds every flagged text node."""
    first, last = flags.find(1), flags.rfind(1)
    while first >= 0 and tree.tag[first] != tags.TEXT:
        first = flags.find(1, first + 1)
    if first < 0:
        return 0
    while tree.tag[last] != tags.TEXT:
        last = flags.rfind(1, 0, last)
    top = tree.parent[first]
    while top + tree.size[top] <= last:
        top = tree.parent[top]
    return top


def _plain_share(tree: PageTree, flags: bytearray) -> float:
    """Share of the text outside links that is flagged."""
    kept = sum(
        tree.text_chars(node) - tree.linked_chars(node)
        for node, flag in enumerate(flags)
        if flag and tree.tag[node] == tags.TEXT
    )
    everything = tree.text_chars(0) - tree.linked_chars(0)
    return kept / everything if everything else 0.0
