"""Stories of a page that has several: an endless page, a page of whole posts.

Structure tells them: elements named articles, or siblings of one name, each with its own heading of
the headline's level, a byline and a body. Sections of one story have no bylines, replies repeat the
headline or stand below it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.network.forward import kinds_of
from scrapy_treesim.reading import constants
from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.headline import MIN_LIKENESS, heading_terms, headline_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.bylines import MAX_CHARS, byline_of
from scrapy_treesim.values.terms import likeness, terms
from scrapy_treesim.values.text_kinds import DAYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.headline import Headline

MAX_HEADINGS: Final = 50
"""Largest number of headings that are read."""
MAX_LEVELS: Final = 12
"""Largest number of elements around a heading that are read."""
MAX_BYLINES: Final = 8
"""Number of blocks read around a heading, and at the end of a story, for its byline."""
MIN_SENTENCE: Final = 20
"""Least size of a paragraph, in half words."""
MIN_UNITS: Final = 100
"""Least size of the paragraphs of a whole story, in half words; a teaser has fewer."""
MIN_ABOUT: Final = 0.8
"""Least share of a heading's terms in the title for the page to be for that story."""
SAME_HEADING: Final = 0.8
"""Least likeness of headings that are the same, as of a post and its replies. All are set by
hand."""

_ARTICLE, _H1 = tags.NUMBER["article"], tags.NUMBER["h1"]
_ARTICLES: Final = -1
"""Number of the siblings of a story in an element named an article."""


class Story(NamedTuple):
    """A story of a page with several."""

    top: int
    """The element around it."""
    headline: int
    """Its heading."""
    name: Counter[str]
    """Terms of its heading."""
    units: int
    """Size of its paragraphs outside links, in half words."""


def stories_of(page: Page) -> tuple[Story, ...]:
    """Find the stories of a page, the main one first; none where it has only one.

    The main one is that of the headline or, if the title is about none, of the address or
    ``og:title``; some of the others may be no more than teasers. Call it through ``page.once``.
    """
    headline, kinds = page.once(headline_of), page.once(kinds_of)
    if headline is None:
        return ()
    headings = page.of_tag(page.tree.tag[headline.node])
    if len(headings) < 2:
        return ()
    first = max(headings.index(headline.node) - MAX_HEADINGS // 2, 0)
    headings = headings[first : first + MAX_HEADINGS]
    neighbours = zip([-1, *headings], headings, [*headings[1:], len(page.tree)], strict=False)
    boxes = [(heading, *_box(page, before, heading, after))
             for before, heading, after in neighbours]  # fmt: skip
    group = next(group for heading, _, group in boxes if heading == headline.node)
    tops = [(heading, top) for heading, top, its_group in boxes if its_group == group]
    is_plain = group == _ARTICLES and page.tree.tag[headline.node] == _H1
    # Posts have headings too, but no h1 each in an article of its own.
    is_thread = kinds["thread"] >= max(kinds.values()) and not is_plain
    stories = [] if is_thread else _stories_in(page, tops, headline.node)
    if not any(story.headline == headline.node for story in stories):
        return ()
    main = _main_story(page, stories, headline)
    if not main.units:
        return ()
    further = [
        story
        for story in stories
        if likeness(main.name, story.name) < SAME_HEADING and _has_byline(page, story)
    ]
    return (main, *further) if further else ()


def _stories_in(page: Page, tops: Sequence[tuple[int, int]], headline: int) -> list[Story]:
    """The stories with text, and that of the headline; ``tops``: the box around each heading."""
    stories: list[Story] = []
    stop = 0
    for heading, top in tops:
        if top >= stop:
            stop = top + page.tree.size[top]
            story = _story(page, top, heading)
            if story.units or heading == headline:
                stories.append(story)
    return stories


def _main_story(page: Page, stories: Sequence[Story], headline: Headline) -> Story:
    """The story of the headline or, if the title is not about it, of the page's other names."""
    main = next(story for story in stories if story.headline == headline.node)
    if headline.likeness >= MIN_LIKENESS:
        return main
    declared_titles = page.once(MetaTags.read).values.get("og.title", ())[:1]
    names = [*map(terms, (*declared_titles, page.url[-MAX_CHARS:].replace("_", " ")))]
    shares = [max(likeness(name, story.name) for name in names) for story in stories]
    return stories[shares.index(max(shares))] if max(shares) >= MIN_LIKENESS else main


def is_for_story(page: Page) -> bool:
    """Tell whether a page with several whole stories is for the main one by its title."""
    stories = page.once(stories_of)
    if not any(story.units >= MIN_UNITS for story in stories):
        return False
    name = stories[0].name
    return (name & terms(page.title or "")).total() >= MIN_ABOUT * name.total()


def headline_node(page: Page, number: int) -> int | None:
    """The heading of the story of this number; the page's headline where it has one story."""
    headline = page.once(headline_of)
    if stories := page.once(stories_of):
        return stories[number].headline
    return None if headline is None else headline.node


def outside_of(page: Page, number: int) -> list[range]:
    """The nodes outside the story of this number; what is in none belongs to the main one, 0."""
    stories, size = page.once(stories_of), page.tree.size
    if not number:
        return [range(story.top, story.top + size[story.top]) for story in stories[1:]]
    top = stories[number].top
    return [range(top), range(top + size[top], len(size))]


def _box(page: Page, before: int, heading: int, after: int) -> tuple[int, int]:
    """The nearest element named an article around a heading, or the largest one without the
    headings before and after; and the number of its like siblings, -1 of all articles."""
    tree, elements = page.tree, page.once(reading_of).elements
    node = top = heading
    for _ in range(MAX_LEVELS):
        node = tree.parent[node]
        if node <= 0:
            break
        if tree.tag[node] == _ARTICLE or tree.get(node, "role") == "article":
            return node, _ARTICLES
        if before < node and node + tree.size[node] <= after:
            top = node
    number = elements.of_node[top]
    return top, elements.siblings[number] if number >= 0 else -2 - top


def _story(page: Page, top: int, heading: int) -> Story:
    tree, reading = page.tree, page.once(reading_of)
    before, units = reading.blocks.before, 0
    start, stop = before[heading + tree.size[heading]], before[top + tree.size[top]]
    for block in range(start, stop):
        row = block * constants.COUNTS
        is_plain = 2 * reading.counts[row + constants.LINKED] < reading.counts[row]
        if is_plain and reading.units[block] >= MIN_SENTENCE:
            units += reading.units[block]
    return Story(top, heading, Counter(heading_terms(tree, heading)), units)


def _has_byline(page: Page, story: Story) -> bool:
    """Tell whether a short line near a story's head or its end names an author or a day."""
    tree, reading = page.tree, page.once(reading_of)
    blocks, before = reading.blocks, reading.blocks.before
    top, heading = story.top, story.headline
    start, stop = before[heading + tree.size[heading]], before[top + tree.size[top]]
    head = range(max(before[top], start - MAX_BYLINES), min(start + MAX_BYLINES, stop))
    lines = (
        block
        for block in (*head, *range(max(head.stop, stop - MAX_BYLINES), stop))
        if tree.chars[blocks.last[block] + 1] - tree.chars[blocks.first[block]] <= MAX_CHARS
    )
    return any(
        reading.kinds(block) & DAYS or byline_of(blocks.line(tree, block)).authors
        for block in lines
    )
