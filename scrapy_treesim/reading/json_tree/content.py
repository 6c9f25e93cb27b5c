"""Content of a page's JSON: a list, a thread, an article or one thing.

A page of HTML has such content where it shows next to nothing itself: its scripts would show it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.declared.main_thing import main_things
from scrapy_treesim.reading.declared.types import OWNERS, root_of
from scrapy_treesim.reading.json_tree.fields import paths_of, read_row
from scrapy_treesim.reading.json_tree.leaves import Path, field_names
from scrapy_treesim.reading.json_tree.lists import (
    OF_BESIDE,
    JsonList,
    JsonTree,
    Location,
    weight_of,
)
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.values.text_kinds import DATE, PRICE, kind_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_SHOWN, MAX_PROSE = 1_500, 200
"""Largest number of characters of text of a page that shows next to nothing, and of them in
paragraphs. Set by hand, like all below."""
MAX_TELLING: Final = 2
"""Largest number of further headings, pictures, times, cells, amounts and days of such a page."""
MAX_TITLES: Final = 100
"""Largest number of titles that are looked for in the text of a page."""
MAX_COMPARED: Final = 50
"""Largest number of single objects that are compared, those with the most known keys."""
MIN_BODY: Final = 200
"""Least number of characters of the text of an article."""
MIN_THING: Final = 5
"""Least weight of an object that a page is about."""
_IS_PARAGRAPH: Final = bytes(number == tags.NUMBER["p"] for number in range(len(tags.NAMES)))
_AROUND: Final = tags.numbers("nav header footer noscript")
_IMAGE, _HEADLINE = tags.NUMBER["img"], tags.NUMBER["h1"]
_TELLING: Final = tags.numbers("h1 h2 h3 h4 h5 h6 img time td")


@dataclass(frozen=True)
class JsonThing:
    """The one object that a page is about."""

    location: Location
    leaves: dict[Path, Any]
    paths: dict[str, Path]
    values: dict[str, Any]
    """Typed values by field."""

    @property
    def is_article(self) -> bool:
        """True for an object with a long text and no price."""
        return len(self.values.get("body") or "") >= MIN_BODY and "price" not in self.values

    @property
    def weight(self) -> int:
        """Sum of the weights of its fields."""
        return weight_of(self.values)


@dataclass(frozen=True)
class JsonContent:
    """The content of a page's JSON."""

    lists: list[JsonList]
    """Lists of records, best first."""
    thread: JsonList | None
    thing: JsonThing | None

    @property
    def kind(self) -> str:
        """Kind of the page: ``list``, ``thread``, ``article``, ``detail`` or ``other``."""
        if self.thing is not None:
            return "article" if self.thing.is_article else "detail"
        return "thread" if self.thread else "list" if self.lists else "other"


def content_of(page: Page) -> JsonContent | None:
    """Return what a page's JSON is for; None for a page that shows its content as HTML, or has no
    JSON. Call it through ``page.once``."""
    if page.json is None and not (_is_shell(page.tree) and _declares_nothing(page)):
        return None
    tree = page.once(JsonTree.read)
    thing, best = _thing_of(page, tree), next(iter(tree.lists), None)
    if page.json is None and best is not None and best.location.factor <= OF_BESIDE:
        # A shell is for something else than its menus, and what is related.
        best = None
    if thing is not None and best is not None and not _is_about(thing, best):
        thing = None
    if page.json is None and _shows(page, best, thing):
        return None
    lists = [listed for listed in tree.lists if not listed.is_thread]
    return JsonContent(lists, best if best and best.is_thread else None, thing)


def _is_shell(tree: PageTree) -> bool:
    """Tell whether a page of HTML has scripts, and hardly any text beside them."""
    if not tree.scripts or tree.chars[-1] > MAX_SHOWN:
        return False
    if sum(map(tree.text_chars, nodes_of(tree.tag, _IS_PARAGRAPH))) > MAX_PROSE:
        return False
    telling = node = 0
    while node < len(tree):
        tag = tree.tag[node]
        if tag in _AROUND and not _has_headline(tree, node):
            node += tree.size[node]
            continue
        if tag == _HEADLINE and tree.text_chars(node):
            return False
        telling += tag == _IMAGE or (tag in _TELLING and tree.text_chars(node) > 0)
        telling += tag == tags.TEXT and kind_of(tree.plain_text(node)) in (PRICE, DATE)
        node += 1
    return telling <= MAX_TELLING


def _has_headline(tree: PageTree, node: int) -> bool:
    return _HEADLINE in tree.tag[node : node + tree.size[node]]


def _declares_nothing(page: Page) -> bool:
    """Tell whether a page declares no thing that it is about."""
    return all(root_of(thing.types) in OWNERS for thing in page.once(main_things))


def _is_about(thing: JsonThing, best: JsonList) -> bool:
    """Tell whether a page is about a thing rather than for its best list."""
    if best.is_thread:
        return thing.is_article or "price" in thing.values
    # Inside a thing are lists of its parts, beside it of other things.
    is_part = best.location.pointer.startswith(f"{thing.location.pointer}/")
    is_beside = is_part or best.location.factor < 1
    return is_beside and thing.weight >= best.weight * best.location.factor


def _thing_of(page: Page, tree: JsonTree) -> JsonThing | None:
    """Return the best of the single objects, if it is good enough."""
    listed = {id(item.value) for of_list in tree.lists for item in of_list.objects}
    single = [item for item in tree.singles if id(item.value) not in listed]
    single.sort(key=lambda item: -len(field_names(item.value)))
    things: list[JsonThing] = []
    for item in single[:MAX_COMPARED]:
        leaves = item.leaves()
        paths = paths_of(page, [leaves])
        things.append(JsonThing(item.location, leaves, paths, read_row(page, paths, leaves)))
    best = max(things, key=lambda thing: thing.weight, default=None)
    return best if best and best.weight >= MIN_THING and "title" in best.values else None


def _shows(page: Page, best: JsonList | None, thing: JsonThing | None) -> bool:
    """Tell whether a page shows half of the titles that its scripts hold, or these hold nothing."""
    shown = " ".join(page.text().split())
    if thing is not None:
        # The title may be shown where the text is not.
        titles = [(thing.values["body"] if thing.is_article else thing.values["title"])[:MIN_BODY]]
    elif best is not None:
        name = "title" if "title" in best.paths else "body"
        rows = (item.leaves() for item in best.objects[:MAX_TITLES])
        titles = [title for row in rows if (title := read_row(page, best.paths, row).get(name))]
    else:
        return True
    return 2 * sum(title in shown for title in titles) >= max(1, len(titles))
