"""Stories of a page that has several: an endless page, a page of whole posts.

Structure tells them: elements named articles, or siblings of one name, each with its own heading of
the headline's level, a byline and a body. Sections of one story have no bylines, teasers no bodies,
replies repeat the headline or stand below it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article.headline import MIN_LIKENESS, heading_terms, headline_of
from scrapy_treesim.article.terms import likeness, terms
from scrapy_treesim.network.forward import answers_of
from scrapy_treesim.network.weights import PAGE_KINDS
from scrapy_treesim.reading import constants
from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.bylines import MAX_CHARS, byline_of
from scrapy_treesim.values.text_kinds import DAYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.read import Reading

MAX_STORIES: Final = 50
"""Largest number of headings that are read."""
MAX_LEVELS: Final = 12
"""Largest number of elements around a heading that are read."""
MAX_BYLINES: Final = 8
"""Number of blocks read after a heading, and at the end of a story, for its byline."""
MIN_SENTENCE: Final = 20
"""Least size of a paragraph, in half words."""
MIN_UNITS: Final = 100
"""Least size of the paragraphs of a whole story, in half words; a teaser has fewer. Set by hand,
like all above."""
MIN_ABOUT: Final = 0.8
"""Least share of a heading's terms in the title for the page to be for that story."""
SAME_HEADING: Final = 0.8
"""Least likeness of headings that are the same, as of a post and its replies."""

_ARTICLE: Final = tags.NUMBER["article"]


class Story(NamedTuple):
    """A story of a page with several."""

    top: int
    """The element around it."""
    headline: int
    """Its heading."""


def stories_of(page: Page) -> tuple[Story, ...]:
    """Find the stories of a page, the main one first; none where it has only one.

    The main one is the first, or the one that the title, else the address or ``og:title``, is
    about; some of the others may be no more than teasers. Call it through ``page.once``.
    """
    headline, answers = page.once(headline_of), page.once(answers_of)
    if headline is None or answers is None:
        return ()
    if PAGE_KINDS[answers.kinds.index(max(answers.kinds))] == "thread":
        return ()
    headings = page.of_tag(page.tree.tag[headline.node])
    if len(headings) < 2:
        return ()
    first = max(headings.index(headline.node) - MAX_STORIES // 2, 0)
    headings = headings[first : first + MAX_STORIES]
    reading = page.once(reading_of)
    stories = _articles(page, headings) or _siblings(page, headings, headline.node)
    main = next((story for story in stories if story.headline == headline.node), None)
    if main is None:
        return ()
    if headline.likeness < MIN_LIKENESS:
        main = _main(page, stories, main)
    name = _name(page, main)
    further = [
        story
        for story in stories
        if story != main
        and _body(page, reading, story)
        and likeness(name, _name(page, story)) < SAME_HEADING
        and _has_byline(page, reading, story)
    ]
    return (main, *further) if further and _body(page, reading, main) else ()


def whole_stories(page: Page) -> list[int]:
    """The numbers of the further stories with a whole body."""
    reading = page.once(reading_of)
    stories = enumerate(page.once(stories_of))
    return [
        number for number, story in stories if number and _body(page, reading, story) >= MIN_UNITS
    ]


def is_for_story(page: Page) -> bool:
    """Tell whether a page with several stories is for the main one by its title."""
    stories = page.once(stories_of)
    if not stories:
        return False
    name = _name(page, stories[0])
    if (name & terms(page.title or "")).total() < MIN_ABOUT * name.total():
        return False
    return bool(whole_stories(page)) or _body(page, page.once(reading_of), stories[0]) >= MIN_UNITS


def headline_node(page: Page, number: int) -> int | None:
    """The heading of the story of this number; the page's headline where it has one story."""
    headline = page.once(headline_of)
    if stories := page.once(stories_of):
        return stories[number].headline
    return None if headline is None else headline.node


def outside_of(page: Page, number: int) -> list[range]:
    """The nodes that belong to other stories than the one of this number, the main one 0.

    What belongs to no story belongs to the main one: its headline may be above its element.
    """
    stories, size = page.once(stories_of), page.tree.size
    if not number:
        return [range(story.top, story.top + size[story.top]) for story in stories[1:]]
    top = stories[number].top
    return [range(top), range(top + size[top], len(size))]


def _main(page: Page, stories: Sequence[Story], first: Story) -> Story:
    """The story that the page's declared title or its address is about; else the first."""
    texts = page.once(MetaTags.read).values.get("og.title", ())[:1]
    names = [terms(text) for text in (*texts, page.url[-MAX_CHARS:].replace("_", " "))]

    def share(story: Story) -> float:
        return max(likeness(name, _name(page, story)) for name in names)

    best = max(stories, key=share)
    return best if share(best) >= MIN_LIKENESS else first


def _name(page: Page, story: Story) -> Counter[str]:
    return Counter(heading_terms(page.tree, story.headline))


def _articles(page: Page, headings: Sequence[int]) -> list[Story]:
    """The elements named articles around the headings; none within another's."""
    tree = page.tree
    stories: dict[int, Story] = {}
    for heading in headings:
        node = heading
        for _ in range(MAX_LEVELS):
            node = tree.parent[node]
            if node <= 0:
                break
            if tree.tag[node] == _ARTICLE or tree.get(node, "role") == "article":
                stories.setdefault(node, Story(node, heading))
                break
    apart: list[Story] = []
    for top in sorted(stories):
        if not apart or top >= apart[-1].top + tree.size[apart[-1].top]:
            apart.append(stories[top])
    return apart if len(apart) > 1 else []


def _siblings(page: Page, headings: Sequence[int], main: int) -> list[Story]:
    """The largest elements with one heading each, siblings of one tag and name."""
    tree, elements = page.tree, page.once(reading_of).elements
    stories: list[Story] = []
    for before, heading, after in zip(
        [-1, *headings], headings, [*headings[1:], len(tree)], strict=False
    ):
        node = heading
        for _ in range(MAX_LEVELS):
            above = tree.parent[node]
            if above <= before or above + tree.size[above] > after:
                break
            node = above
        stories.append(Story(node, heading))
    group = elements.of_node[stories[headings.index(main)].top]
    if group < 0:
        return []
    name = elements.siblings[group]
    numbers = ((story, elements.of_node[story.top]) for story in stories)
    return [story for story, number in numbers if number >= 0 and elements.siblings[number] == name]


def _blocks(page: Page, reading: Reading, story: Story) -> range:
    """The blocks of a story after its heading."""
    tree, before = page.tree, reading.blocks.before
    return range(
        before[story.headline + tree.size[story.headline]], before[story.top + tree.size[story.top]]
    )


def _body(page: Page, reading: Reading, story: Story) -> int:
    """The size of a story's paragraphs outside links, in half words."""
    counts, units = reading.counts, 0
    for block in _blocks(page, reading, story):
        row = block * constants.COUNTS
        is_plain = 2 * counts[row + constants.LINKED] < counts[row + constants.CHARS]
        units += reading.units[block] if is_plain and reading.units[block] >= MIN_SENTENCE else 0
    return units


def _has_byline(page: Page, reading: Reading, story: Story) -> bool:
    """Tell whether a short line near the head or the end of a story names an author or a day."""
    tree, blocks = page.tree, reading.blocks
    own = _blocks(page, reading, story)
    top = blocks.before[story.top]
    head = range(max(top, own.start - MAX_BYLINES), own.start + MAX_BYLINES)
    for block in sorted({*head, *own[-MAX_BYLINES:]} & {*range(top, own.stop)}):
        first, last = blocks.first[block], blocks.last[block]
        if tree.chars[last + 1] - tree.chars[first] > MAX_CHARS:
            continue
        if reading.kinds(block) & DAYS:
            return True
        if byline_of(blocks.line(tree, block)).authors:
            return True
    return False
