"""What the JSON of a page is for: a list, a thread, an article or one thing.

A page of HTML has such content where it shows next to nothing itself: its scripts would show it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.json_tree.fields import READERS, paths_of
from scrapy_treesim.reading.json_tree.leaves import Path, field_names, leaves_of
from scrapy_treesim.reading.json_tree.lists import WEIGHTS, JsonList, JsonObject, JsonTree

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_SHOWN: Final = 1_500
"""Largest number of characters of text of a page that shows next to nothing."""
MAX_TITLES: Final = 100
"""Largest number of titles that are looked for in the text of a page."""
MAX_COMPARED: Final = 50
"""Largest number of single objects that are compared, those with the most known keys."""
MIN_BODY: Final = 200
"""Least number of characters of the text of an article."""
OF_BODY: Final = 3.0
"""Weight of such a text."""
MIN_THING: Final = 4.25
"""Least weight of an object that a page is about."""


@dataclass(frozen=True)
class JsonThing:
    """The one object that a page is about."""

    pointer: str
    leaves: dict[Path, Any] = field(repr=False)
    values: dict[str, Any]
    """Typed values by field."""
    raw: dict[str, Any] = field(repr=False)
    """The values as the page has them."""

    @property
    def is_article(self) -> bool:
        """True for an object with a long text and no price."""
        return len(self.values.get("body") or "") >= MIN_BODY and "price" not in self.values

    @property
    def weight(self) -> float:
        """Sum of the weights of its fields."""
        weight = sum(WEIGHTS.get(name, 0.0) for name in self.values)
        return weight + OF_BODY * self.is_article


@dataclass(frozen=True)
class JsonContent:
    """The content of a page's JSON."""

    kind: str
    """Kind of the page: ``list``, ``thread``, ``article``, ``detail`` or ``other``."""
    lists: list[JsonList]
    """Lists of records, best first."""
    thread: JsonList | None
    thing: JsonThing | None


def content_of(page: Page) -> JsonContent | None:
    """Return what a page's JSON is for; None for a page that shows its content as HTML, or has no
    JSON. Call it through ``page.once``."""
    if page.json is None and (not page.tree.scripts or page.tree.chars[-1] > MAX_SHOWN):
        return None
    tree = page.once(JsonTree.read)
    thing = _thing_of(page, tree)
    best = tree.lists[0] if tree.lists else None
    if thing is not None and best is not None and not _is_about(thing, best):
        thing = None
    if page.json is None and ((best is None and thing is None) or _shows(page, best, thing)):
        return None
    thread = best if best and best.is_thread else None
    kind = "thread" if thread else "list" if best else "other"
    if thing is not None:
        kind = "article" if thing.is_article else "detail"
    lists = [listed for listed in tree.lists if not listed.is_thread]
    return JsonContent(kind, lists, thread, thing)


def _is_about(thing: JsonThing, best: JsonList) -> bool:
    """Tell whether a page is about a thing rather than for its best list."""
    if best.is_thread:
        return thing.is_article or "price" in thing.values
    # Inside a thing are lists of its parts, beside it of other things.
    is_beside = best.factor < 1 or best.pointer.startswith(f"{thing.pointer}/")
    return is_beside and thing.weight >= best.weight


def _thing_of(page: Page, tree: JsonTree) -> JsonThing | None:
    """Return the best of the single objects, if it is good enough."""
    listed = {pointer for one in tree.lists for pointer in one.pointers}
    single = [one for one in tree.objects if one.pointer not in listed]
    single.sort(key=lambda one: -len(field_names(one.value)))
    things = [_read(page, one) for one in single[:MAX_COMPARED]]
    best = max(things, key=lambda thing: thing.weight, default=None)
    return best if best and best.weight >= MIN_THING and "title" in best.values else None


def _read(page: Page, single: JsonObject) -> JsonThing:
    leaves = leaves_of(single.value, single.references)
    paths = paths_of(page, [leaves])
    values = {name: READERS[name](page, path, leaves[path], leaves) for name, path in paths.items()}
    raw = {name: leaves[path] for name, path in paths.items()}
    present = {name: value for name, value in values.items() if value is not None}
    return JsonThing(single.pointer, leaves, present, raw)


def _shows(page: Page, best: JsonList | None, thing: JsonThing | None) -> bool:
    """Tell whether a page shows half of the titles that its scripts hold."""
    shown = " ".join(page.text().split())
    titles = [thing.values["title"]] if thing else []
    if best is not None and thing is None:
        name = "title" if "title" in best.paths else "body"
        rows = (leaves_of(one, best.references) for one in islice(best.objects, MAX_TITLES))
        path = best.paths.get(name, ())
        read = (READERS[name](page, path, row[path], row) for row in rows if path in row)
        titles = [title for title in read if title]
    if thing is not None and thing.is_article:
        # The title may be shown where the text is not.
        titles = [thing.values["body"][:MIN_BODY]]
    return 2 * sum(title in shown for title in titles) >= max(1, len(titles))
