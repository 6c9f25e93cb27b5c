"""From a page to its article: the selected text, as fields."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scrapy_treesim.article import learned
from scrapy_treesim.article.learned import Learned, ScoredBlocks, blocks_of_story
from scrapy_treesim.article.metadata import Metadata, metadata_of
from scrapy_treesim.article.metadata.bylines import OPENING, author_of, published_of
from scrapy_treesim.article.stories import MIN_SENTENCE, headline_node, outside_of, stories_of
from scrapy_treesim.article.stories import MIN_UNITS as MIN_STORY
from scrapy_treesim.files.detached import Detachable
from scrapy_treesim.page import Page, Source
from scrapy_treesim.papers import wang
from scrapy_treesim.papers.methods import chosen
from scrapy_treesim.papers.wang import Wang
from scrapy_treesim.reading.blocks import BREAKS
from scrapy_treesim.reading.declared.plain import declared
from scrapy_treesim.reading.json_tree.content import content_of
from scrapy_treesim.reading.json_tree.shown import page_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.html import html_of
from scrapy_treesim.tree.markdown import markdown_of
from scrapy_treesim.tree.picture_address import picture_address
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.as_html import table_html
from scrapy_treesim.values.bylines import byline_of, is_telling
from scrapy_treesim.values.fields import ARTICLE, plain_values
from scrapy_treesim.wording import shortened

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

Method: TypeAlias = Learned | Wang

METHODS: Final[dict[str, type[Method]]] = {"learned": Learned, "wang": Wang}
"""The methods by name."""


@dataclass(frozen=True, repr=False)
class Article(Detachable):
    """The main text of a page. Most properties are computed on first access.

    >>> page = "<h1>The ferry</h1>" + 6 * "<p>The ferry is back, after a winter in the yard.</p>"
    >>> article(page)
    <Article 'The ferry' of 281 characters>
    """

    _of_page = ("_page", "_selected", "_shown")

    title: str | None
    """Text of ``<title>``."""
    text: str
    """Main text, a line for each paragraph; without the headline."""
    xpath: str
    """XPath of the smallest element with all of the text."""
    confidence: float
    """Confidence of the method, in [0, 1]: the F1 to be expected
    of the text, up to a third of it off where the page is a list (learned), or the share of
    the page's text outside links that was kept (wang)."""
    _heading: str | None = field(repr=False)
    _page: Page = field(repr=False, compare=False)
    _selected: bytearray = field(repr=False, compare=False)
    _top: int = field(repr=False, compare=False)
    _method: Method = field(repr=False, compare=False)
    _number: int = field(repr=False, compare=False)

    def __repr__(self) -> str:
        title = self._heading or self.title or self.text
        return f"<Article {shortened(title)!r} of {len(self.text)} characters>"

    def _repr_html_(self) -> str:
        rows = [(name, getattr(self, name)) for name in ("headline", "author", "date", "language")]
        return table_html(repr(self), [*rows, *(("", line) for line in self.text.splitlines())])

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain values, ready for JSON."""
        return plain_values(self, ("xpath", "confidence", *ARTICLE))

    @property
    def headline(self) -> str | None:
        """The heading most like the title; without one, the declared headline."""
        return self._heading or self._metadata.headline

    @cached_property
    def _shown(self) -> bytearray:
        return _with_media(self._page.tree, self._selected, self._top)

    @cached_property
    def html(self) -> str:
        """The text as clean HTML: no scripts, styles, classes; addresses absolute."""
        return html_of(self._page.tree, self._shown, self._top, self._page.absolute)

    @cached_property
    def markdown(self) -> str:
        """The text as Markdown, with GitHub's tables; addresses absolute."""
        return self.as_markdown()

    def as_markdown(self, *, links: bool = True, images: bool = True, tables: bool = True) -> str:
        """Write the text as Markdown, with or without the addresses of links, images and tables.

        Without links their text stays; without tables their cells are paragraphs.
        """
        tree, absolute = self._page.tree, self._page.absolute
        return markdown_of(
            tree, self._shown, self._top, absolute, links=links, images=images, tables=tables
        )

    @cached_property
    def stories(self) -> tuple[Article, ...]:
        """The further stories of a page with several; none of a further story."""
        stories = () if self._number else self._page.once(stories_of)
        whole = (n for n, story in enumerate(stories) if n and story.units >= MIN_STORY)
        texts = (_article(self._page, self._method, number) for number in whole)
        return tuple(text for text in texts if text is not None)

    @cached_property
    def _metadata(self) -> Metadata:
        declared_data = metadata_of(self._page)
        if not self._number:
            return declared_data
        # All else that the page declares is of its main story.
        return Metadata(language=declared_data.language, site_name=declared_data.site_name)

    @cached_property
    def author(self) -> str | None:
        """The names of its authors, as the page declares them or as its byline has them."""
        return author_of(self._page, self._metadata, self._selected, self._number)

    @cached_property
    def date(self) -> str | None:
        """The time it was published, in ISO 8601: as declared, else as the page shows it."""
        return published_of(self._page, self._metadata, self._selected, self._number)

    @property
    def language(self) -> str | None:
        """The language the page declares, as ``en`` or ``zh-CN``."""
        return self._metadata.language

    @property
    def page_type(self) -> str | None:
        """The kind of page it is declared to be: article, product, forum, listing ..."""
        return self._metadata.page_type

    @property
    def description(self) -> str | None:
        """The page's own description, a sentence or two."""
        return self._metadata.description

    @property
    def site_name(self) -> str | None:
        """The name of the site, as the page declares it."""
        return self._metadata.site_name

    @property
    def tags(self) -> tuple[str, ...]:
        """The keywords that the page declares."""
        return tuple(self._metadata.tags)

    @property
    def categories(self) -> tuple[str, ...]:
        """The sections of the site that the page declares itself part of."""
        return tuple(self._metadata.categories)

    @property
    def canonical_url(self) -> str | None:
        """The page's own address, as declared, absolute; web addresses alone."""
        return self._metadata.canonical_url

    @property
    def modified(self) -> str | None:
        """The time it was last changed, as the page declares it, in ISO 8601."""
        return self._metadata.modified

    @property
    def licence(self) -> str | None:
        """The address of the declared licence, or its name."""
        return self._metadata.licence

    @cached_property
    def declared(self) -> dict[str, Any]:
        """All declarations of the page for machines, by syntax."""
        return declared(self._page)

    @cached_property
    def image(self) -> str | None:
        """The main image's address: the declared one, else the first in the text."""
        if self._metadata.image:
            return self._metadata.image
        tree = self._page.tree
        stop = self._top + tree.size[self._top]
        for node in nodes_of(tree.tag, _IS_IMAGE):
            if self._top <= node < stop and self._shown[node]:
                address = picture_address(tree, node)
                if address and (image := self._page.absolute(address)):
                    return image
        return None


MIN_UNITS: Final = 8
"""Least size of a main text, in half words: ``Forgot your password?`` is none. Set by hand."""

_IMAGE = tags.NUMBER["img"]
_FIGURES = tags.numbers("figure picture a")
_IS_IMAGE = bytes(number == _IMAGE for number in range(len(tags.NAMES)))
_IS_MEDIUM = bytes(number == _IMAGE or number in BREAKS for number in range(len(tags.NAMES)))


def article(page: Page | Source, *, method: Method | str = "learned") -> Article | None:
    """Extract the page's main text; None if it has none.

    ``method`` is a method's name, or the method with parameters of your own.

    >>> text = "The ferry is back, after a winter in the yard and a spring of waiting for parts."
    >>> result = article("<h1>The ferry returns</h1>" + 6 * f"<p>{text}</p>")
    >>> result.headline
    'The ferry returns'
    >>> result.text.splitlines()[0]
    'The ferry is back, after a winter in the yard and a spring of waiting for parts.'

    Raises:
        ValueError: no method has that name.
        TypeError: the source cannot be read as a page, or ``method`` is no method.
    """
    page, method = Page.of(page), chosen(method, METHODS)
    content = page.once(content_of)
    if content is None:
        return _article(page, method, 0)
    if content.kind != "article" or content.thing is None:
        return None
    of_json = _article(page_of(page, content.thing), method, 0)
    return of_json and replace(of_json, xpath=content.thing.location.pointer)


def _article(page: Page, method: Method, number: int) -> Article | None:
    """Extract the text of the page's story of this number, the main one 0."""
    tree, node, confidence = page.tree, headline_node(page, number), None
    if isinstance(method, Wang):
        flags = wang.kept_nodes(page, method, node)
        if flags is not None:
            for span in outside_of(page, number):
                flags[span.start : span.stop] = bytes(len(span))
    else:
        flags, confidence = _learned(page, method, node, number)
    if flags is None:
        return None
    top = _common_ancestor(tree, flags)
    text = text_of(tree, top, flags)
    if not text:
        return None
    return Article(
        title=page.title,
        _heading=None if node is None else " ".join(page.text(node).split()) or None,
        text=text,
        xpath=page.xpath(top),
        confidence=_plain_share(tree, flags) if confidence is None else confidence,
        _page=page,
        _selected=flags,
        _top=top,
        _method=method,
        _number=number,
    )


def _learned(
    page: Page, method: Learned, headline: int | None, number: int
) -> tuple[bytearray | None, float]:
    """Flags of the nodes selected by the learned method in a story, and its confidence."""
    scored = page.once(learned.scored_blocks) if not number else blocks_of_story(page, number)
    if scored is None:
        return None, 0.0
    confidence = scored.assembly.confidence * (1 - scored.probability_of("list") / 3)
    if confidence < method.min_confidence:
        return None, 0.0
    flags = scored.flags
    units = sum(compress(scored.units, scored.assembly.selected))
    if headline is not None:
        stop = headline + page.tree.size[headline]
        flags[headline:stop] = bytes(stop - headline)
        span = slice(scored.blocks.before[headline], scored.blocks.before[stop])
        units -= sum(compress(scored.units[span], scored.assembly.selected[span]))
    _leave_out_byline(page, scored, flags)
    if units < MIN_UNITS:
        return None, 0.0
    return flags, confidence


def _leave_out_byline(page: Page, scored: ScoredBlocks, flags: bytearray) -> None:
    """Clear the flags of a byline before the first paragraph of a text."""
    blocks, left = scored.blocks, OPENING
    for number in compress(range(len(scored.units)), scored.assembly.selected):
        if not flags[blocks.first[number]]:
            continue
        byline = byline_of(blocks.line(page.tree, number))
        if byline.authors and not is_telling(byline.rest or ""):
            span = range(blocks.first[number], blocks.last[number] + 1)
            flags[span.start : span.stop] = bytes(len(span))
        left -= 1
        if not left or scored.units[number] >= MIN_SENTENCE:
            return


def _with_media(tree: PageTree, flags: bytearray, top: int) -> bytearray:
    """The flags, with those of the images and breaks among the flagged texts."""
    first = flags.find(1, top)
    last = flags.rfind(1, top, top + tree.size[top])
    shown = flags[:]
    box, is_shown = -1, False
    for node in nodes_of(tree.tag, _IS_MEDIUM):
        if not first <= node < last:
            continue
        if tree.tag[node] in BREAKS:
            shown[node] = True
            continue
        # An image is shown if it is alone in its parent, or beside a caption or selected text.
        if box != tree.parent[node]:
            box = tree.parent[node]
            is_shown = (
                tree.tag[box] in _FIGURES
                or not tree.text_chars(box)
                or flags.find(1, box, box + tree.size[box]) >= 0
            )
        shown[node] = is_shown
    return shown


def _common_ancestor(tree: PageTree, flags: bytearray) -> int:
    """The smallest element with every flagged text node in it."""
    first, last = flags.find(1), flags.rfind(1)
    while first >= 0 and tree.tag[first] != tags.TEXT:
        first = flags.find(1, first + 1)
    if first < 0:
        return 0
    while tree.tag[last] != tags.TEXT:
        last = flags.rfind(1, 0, last)
    return tree.element_around(first, last)


def _plain_share(tree: PageTree, flags: bytearray) -> float:
    """Flagged share of the text outside links."""
    flagged = 0
    first = flags.find(1)
    while first >= 0:
        end = flags.find(0, first)
        end = len(tree) if end < 0 else end
        flagged += tree.chars[end] - tree.chars[first] - (tree.linked[end] - tree.linked[first])
        first = flags.find(1, end)
    everything = tree.text_chars(0) - tree.linked_chars(0)
    return flagged / everything if everything else 0.0
