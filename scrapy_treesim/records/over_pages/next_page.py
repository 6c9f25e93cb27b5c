"""The link to a list's next page: its text, its position and its target.

No one sign is enough. ``rel="next"`` and the word "next" are on the next post of a blog and the
next chapter of a manual too; a number or an arrow is on calendars and carousels. So all signs of
all links to an address are summed up, with weights fitted by ``training/next_links.py``.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urldefrag, urlsplit

from scrapy_treesim.files.json_file import packaged
from scrapy_treesim.page import Page, Source
from scrapy_treesim.reading.json_tree.paging import json_next
from scrapy_treesim.tree import tags
from scrapy_treesim.values.addresses import AMBIGUOUS, Origin, fetched, may_lead
from scrapy_treesim.values.lexicon.words import words

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MAX_LINKS: Final = 500
"""Largest number of links with signs, and of rows of numbers, read on one page."""
MIN_SCORE: Final = 0.4
"""Log odds from which there is a next page, a probability of 0.6; set by hand."""
MAX_NAMES: Final = 300
"""Characters of an element's class and id searched for a pager's or an icon's name."""
MAX_LABEL: Final = 40
"""Largest number of characters of a link's label; longer ones mean something else."""
_A: Final = tags.NUMBER["a"]
_LINK: Final = tags.NUMBER["link"]
_IMAGE: Final = tags.NUMBER["img"]
_PAGER: Final = re.compile(r"pag(?:er|ing|inat|enav|e[-_]?nav|e[-_]?num|es\b)", re.IGNORECASE)
_NO_PAGER: Final = re.compile(
    r"carousel|slide|slick|swiper|calendar|datepicker|lightbox|gallery|ticker|owl-", re.IGNORECASE
)


def next_page(page: Page | Source) -> str | None:
    """Return the absolute address of the list's next page; None if unsure.

    Where the page has a url, only an address of its own host and port counts (``www.`` or none is
    all one; https may follow http, but not the other way), of a page that is a file only one in its
    folder or below. Never counts one with a user name, a backslash or a control character, nor one
    that differs from the page's in its fragment alone. O(nodes).

    >>> from scrapy_treesim import Page
    >>> page = Page('<p>Goods</p><a href="?page=2">Next</a>', url="https://shop.example/list")
    >>> next_page(page)
    'https://shop.example/list?page=2'

    Raises:
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    if page.json is not None:
        return _address(page, json_next(page))
    return best_of(signs_of(page), shipped())


def best_of(signs: Mapping[str, Set[str]], weights: Mapping[str, float]) -> str | None:
    """Return the most probable address of the next page; None where none is, or two are alike."""
    scores = {
        address: weights["always"] + sum(weights.get(sign, 0.0) for sign in sorted(address_signs))
        for address, address_signs in signs.items()
    }
    best = max(scores.values(), default=0.0)
    addresses = [address for address, score in scores.items() if score == best > MIN_SCORE]
    return addresses[0] if len(addresses) == 1 else None


@cache
def shipped() -> dict[str, float]:
    """Return the weights of signs; their sum is the log odds of an address against none."""
    return dict(packaged(__package__, "next_page.json"))


def signs_of(page: Page) -> dict[str, set[str]]:
    """Return by address of the same host the signs of it and of all links to it."""
    signs_by_address: dict[str, set[str]] = defaultdict(set)
    if len(page.base_url) > MAX_ADDRESS or len(page.url) > MAX_ADDRESS:
        return signs_by_address
    source = _parsed(page.url)
    for node, signs in islice(_links(page.tree, declared=source is not None), MAX_LINKS):
        address = _address(page, page.tree.get(node, "href"))
        target = _parsed(address or "")
        if address and target and (address_signs := address_signs_of(source, target)):
            signs_by_address[address] |= address_signs | signs
    if any("says arrow" in signs for signs in signs_by_address.values()):
        # A double arrow beside a single one leads to the last page.
        for signs in signs_by_address.values():
            signs.discard("says arrows")
    return signs_by_address


def _links(tree: PageTree, *, declared: bool) -> Iterator[tuple[int, set[str]]]:
    """Yield links with signs, each with its signs.

    A declaration is on the next post too: it counts only where the page's own address is known.
    """
    rows = islice(rows_of_numbers(tree), MAX_LINKS)
    numbers = {number.link for row in rows if (number := next_number(row))}
    for node, tag in enumerate(tree.tag):
        if tag != _A and tag != _LINK:
            continue
        signs = _signs_of_link(tree, node, declared=declared)
        if node in numbers:
            signs.add("is the number after this page's")
        if not signs or _NO_PAGER.search(names := _names_around(tree, node)):
            continue
        if _PAGER.search(names):
            signs.add("in a pager by name")
        yield node, signs


def _signs_of_link(tree: PageTree, node: int, *, declared: bool) -> set[str]:
    """Return the signs of what a link says and declares."""
    signs: set[str] = set()
    if tree.tag[node] == _A and (meaning := _link_meaning(tree, node)):
        signs.add(f"says {meaning.name.lower()}")
    if declared and "next" in (tree.get(node, "rel") or "").lower().split():
        signs.add("is declared as next")
    return signs


def _link_meaning(tree: PageTree, node: int) -> LinkMeaning:
    """Return the meaning of a link's text, or else of its title, image or class."""
    stop = node + tree.size[node]
    if tree.text_chars(node) > MAX_LABEL or tree.start[stop] - tree.start[node] > 500:
        return LinkMeaning.NOTHING
    text = " ".join(tree.raw_text(node).split())
    meaning = label_meaning(text)
    if meaning or any(map(str.isalnum, text)):
        return meaning
    images = (
        tree.get(element, "alt") or tree.get(element, "title") or ""
        for element in range(node, node + min(tree.size[node], 20))
        if tree.tag[element] == _IMAGE
    )
    meaning = max(map(label_meaning, (tree.get(node, "title") or "", *images)))
    # An icon is an element in the link, often, called chevron-right or so.
    around = range(max(tree.parent[node], 0), tree.parent[node] + 1)
    inside = range(node, node + min(tree.size[node], 5))
    names = " ".join(
        (tree.get(element, "class") or "")[:MAX_NAMES] for element in (*around, *inside)
    )
    return max(meaning, _name_meaning(names))


def _name_meaning(names: str) -> LinkMeaning:
    """Return the meaning of class names: an arrow for next without previous."""
    is_next = any(
        len(name) <= MAX_LABEL and _ICON.search(name) and not _BACK.search(name)
        for name in names.split()
    )
    return LinkMeaning.ARROW if is_next else LinkMeaning.NOTHING


def _names_around(tree: PageTree, node: int) -> str:
    """Return the classes and ids of the link and of the four elements around it."""
    names: list[str] = []
    for above in tree.upward(node, 5):
        names += ((tree.get(above, name) or "")[:MAX_NAMES] for name in ("class", "id"))
    return " ".join(names)


def _address(page: Page, href: str | None) -> str | None:
    """Return the absolute address, if the page may lead on to it."""
    href = (href or "").strip()
    if not href or len(href) > MAX_ADDRESS or href.startswith("#") or AMBIGUOUS.search(href):
        return None
    absolute = page.absolute(href)
    if absolute is None or len(absolute) > MAX_ADDRESS:
        return None
    address, page_url = urldefrag(absolute).url, urldefrag(page.url).url
    return address if address != page_url and _leads_on(page_url, address) else None


def _leads_on(page_url: str, address: str) -> bool:
    target = fetched(address)
    if page_url:
        return may_lead(fetched(page_url), target)
    # There is no host to compare with; a relative address belongs to wherever the page came from.
    return bool(target) and (Origin.of(target) is not None or not urlsplit(target).netloc)


def _parsed(address: str) -> ListAddress | None:
    try:
        return ListAddress.of(address) if address else None
    except ValueError:
        return None


class LinkMeaning(IntEnum):
    """Grades of a link's label for next, from none to the plainest."""

    NOTHING = 0
    MORE = 1
    """More of something: a next page, or something else."""
    ARROWS = 2
    """A double arrow; it is on the last page's link too."""
    ARROW = 3
    """A single arrow, or a class name for next."""
    NEXT = 4
    NEXT_PAGE = 5
    """Next, with a word for a page or a list: "Next page", "Older posts"."""


_OLDER: Final = frozenset(words("next.older").split())
_NEXT: Final = _OLDER.union(words("next").split())
_NEXT_PAGE: Final = frozenset(words("next.page").split())
_PAGE: Final = frozenset(words("next.lists").split())
_MORE: Final = frozenset(words("next.more").split())
_LABEL_WORDS: Final = _NEXT | _NEXT_PAGE | _PAGE | _MORE | frozenset(words("next.around").split())
_PAGER_WORDS: Final = _LABEL_WORDS.union(words("previous").split())
_MEANING_OF_ARROW: Final = {
    **dict.fromkeys(words("next.double_arrows").split(), LinkMeaning.ARROWS),
    **dict.fromkeys(words("next.arrows").split(), LinkMeaning.ARROW),
}
_ICON: Final = re.compile(
    r"(?:^|[-_])(?:next|older|nextpage|nextlink)(?:[-_]|$)|(?:^|[a-z_-])Next(?:$|[A-Z_-])"
    r"|(?:chevron|arrow|angle|caret)[-_]?right"
)
_BACK: Final = re.compile(r"prev|back|newer", re.IGNORECASE)
_LETTERS: Final = re.compile(r"[^\W\d_]+(?:'\w)?")


def label_meaning(label: str) -> LinkMeaning:
    """Return the meaning of a link's label.

    "Next" counts only where every word is known, one of those for next with none but words of lists
    around it, so that "Next post", "Next month" and "What to read next" mean nothing.

    >>> [label_meaning(label).name for label in ("Next 20 results »", "Next post", "›")]
    ['NEXT_PAGE', 'NOTHING', 'ARROW']
    """
    # Long labels are not cached.
    return _label_meaning(label) if len(label) <= MAX_LABEL else LinkMeaning.NOTHING


@lru_cache(4096)
def _label_meaning(label: str) -> LinkMeaning:
    label = unicodedata.normalize("NFC", label).strip().casefold()
    arrow = _MEANING_OF_ARROW.get(label.strip("[]() "))
    if arrow is not None:
        return arrow
    # Combining marks are no letters to a regular expression, so words of Thai are compared whole.
    label_words = {label} if label in _NEXT | _NEXT_PAGE else {*_LETTERS.findall(label)}
    if not label_words <= _LABEL_WORDS:
        # What is older is a list, whatever its name; what is next may be one post.
        return LinkMeaning.NEXT_PAGE if _names_older(label_words) else LinkMeaning.NOTHING
    if label_words & _NEXT_PAGE or (label_words & _NEXT and label_words & _PAGE):
        return LinkMeaning.NEXT_PAGE
    if label_words & _NEXT:
        return LinkMeaning.NEXT
    return LinkMeaning.MORE if label_words & _MORE else LinkMeaning.NOTHING


def _names_older(label_words: Set[str]) -> bool:
    """Tell whether all words but one, a name, are of a list of what is older."""
    return not label_words.isdisjoint(_OLDER) and len(label_words - _LABEL_WORDS) == 1


MAX_NODES: Final = 14
"""Largest number of nodes between two numbers of one pager."""
MAX_CHARS: Final = 12
"""Largest number of characters between them: bars, dots, a gap's ellipsis, "next"."""
_LABEL: Final = re.compile(
    rb"(?:\xc2\xa0|\xe3\x80\x80|[\s\[({|.-]){0,40}(\d{1,5})(?:\xc2\xa0|\xe3\x80\x80|[\s\])}|.,-]){0,40}"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number by itself: its text's node and the link around it, if any (else -1)."""

    value: int
    node: int
    link: int


def rows_of_numbers(tree: PageTree) -> Iterator[tuple[Number, ...]]:
    """Yield all rows of two growing numbers or more, in page order; O(nodes)."""
    row: list[Number] = []
    for number in _numbers(tree):
        if row and not _follows(tree, row[-1], number):
            if len(row) > 1:
                yield tuple(row)
            row = []
        row.append(number)
    if len(row) > 1:
        yield tuple(row)


def next_number(row: tuple[Number, ...]) -> Number | None:
    """Return the number after that of the page at hand, the only one without a link.

    None where it is no link, not just one more, or the page at hand is not clear.
    """
    here = [position for position, number in enumerate(row) if number.link < 0]
    if len(here) != 1 or here[0] + 1 == len(row):
        return None
    current, after = row[here[0] : here[0] + 2]
    return after if after.value == current.value + 1 and after.link >= 0 else None


def _follows(tree: PageTree, last: Number, number: Number) -> bool:
    chars = tree.chars[number.node] - tree.chars[last.node + 1]
    return number.value > last.value and number.node - last.node <= MAX_NODES and chars <= MAX_CHARS


def _numbers(tree: PageTree) -> Iterator[Number]:
    link, stop = -1, 0
    for node, tag in enumerate(tree.tag):
        if tag == _A and node >= stop:
            link, stop = node, node + tree.size[node]
        elif tag == tags.TEXT:
            match = _LABEL.fullmatch(tree.text, tree.start[node], tree.start[node + 1])
            if match:
                inside = node < stop
                # "Page 3" in a link is no number by itself.
                if inside and tree.text_chars(link) > tree.text_chars(node) + 5:
                    continue
                yield Number(int(match[1]), node, link if inside else -1)


MAX_PAGER: Final = 200
"""Largest number of characters of a pager; more is something else."""


def is_pager(tree: PageTree, nodes: Sequence[int]) -> bool:
    """Tell whether nodes are a pager alone: links with growing numbers or a word for next, and no
    words but those beside them. O(nodes in them)."""
    linked = sum(map(tree.linked_chars, nodes))
    if not linked or sum(map(tree.text_chars, nodes)) > MAX_PAGER:
        return False
    numbers: list[int] = []
    goes_on = False
    for text in (text for node in nodes for text in range(node, node + tree.size[node])):
        if tree.tag[text] != tags.TEXT:
            continue
        if number := _LABEL.fullmatch(tree.text, tree.start[text], tree.start[text + 1]):
            numbers.append(int(number[1]))
            continue
        label = tree.plain_text(text).casefold()
        if label not in _PAGER_WORDS and not _PAGER_WORDS.issuperset(_LETTERS.findall(label)):
            return False
        goes_on |= tree.linked_chars(text) > 0 and label_meaning(label) >= LinkMeaning.ARROWS
    return goes_on or (len(numbers) > 1 and all(low < high for low, high in pairwise(numbers)))


MAX_ADDRESS: Final = 2_000
"""Largest number of characters of an address; longer ones are ignored."""

_KINDS: Final = {
    word: kind
    for kind, words in {
        "page": "page pages paged pg pgn pgno pageno pagenum pagenumber num pageindex pageid "
        "currentpage curpage cpage npage ipage startpage pn p seite pagina página strona sayfa "
        "sida side sivu stranka strana oldal trang halaman",
        "offset": "start startat at startindex startrow row offset from first begin skip base rank "
        "resultstart firstresult st nh",
    }.items()
    for word in words.split()
}
_SESSION: Final = re.compile(r"(?:(?<=[?&;])|;)(?:\w*sid|sessionid|s|ref|srsltid|utm_\w+)=[^&;?]*")
_VALUE: Final = re.compile(r"=[^&;]*")
_PART: Final = re.compile(r"([^\W\d_]*)[-_=/:,.]?(\d{1,7})(?!\d)|[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class ListAddress:
    """An address in parts."""

    path: frozenset[str]
    """The words of the path."""
    query: frozenset[str]
    """The words in the names of the query's values."""
    words: frozenset[str]
    """All words: of the path, of names and of values."""
    numbers: frozenset[tuple[str, int]]
    """The numbers, each after the word before it: ``("page", 2)``."""

    @classmethod
    def of(cls, address: str) -> ListAddress:
        """Split an address into its parts."""
        parts = urlsplit(address[:MAX_ADDRESS])
        path = unquote(parts.path).lower()
        query = _SESSION.sub("", f"?{unquote(parts.query)}".lower())
        numbers = ((match[1], int(match[2])) for match in _PART.finditer(path + query) if match[2])
        return cls(
            _words(path), _words(_VALUE.sub("", query)), _words(path + query), frozenset(numbers)
        )


def _words(text: str) -> frozenset[str]:
    """Return words, long numbers, and the words before numbers."""
    words = (match[0] if match[1] is None else match[1] for match in _PART.finditer(text))
    return frozenset(filter(None, words))


def address_signs_of(source: ListAddress | None, target: ListAddress) -> set[str]:
    """Return the signs of a step to ``target`` from ``source``, the page's address if known.

    Nothing where it cannot be the next page: it has nothing new, goes back, or skips a page.
    """
    if source is None:
        return {"the page's own is not known"}.union(map(_kind_of_number, target.numbers))
    moved = {(_KINDS.get(key, "other"), key, to) for key, to in target.numbers - source.numbers}
    page_moves = [_goes_on(source, *move) for move in moved if move[0] != "other"]
    is_known = not moved and target.words <= source.words
    if is_known or (page_moves and not any(page_moves)):
        return set()
    old_words = source.words.union(key for _, key, _ in moved)
    signs = {*map(_kind_of_number, target.numbers - source.numbers)}
    if target.path - old_words:
        signs.add("new words in its path")
    elif target.query - old_words:
        signs.add("new words in its query")
    if source.words - target.words:
        # The date of the next post is another number too.
        return signs - {"other number"} | {"words are gone"}
    return signs


def _kind_of_number(number: tuple[str, int]) -> str:
    return f"{_KINDS.get(number[0], 'other')} number"


def _goes_on(source: ListAddress, kind: str, key: str, to: int) -> bool:
    """Return True if a page number is next, or an offset is later."""
    before = [here for name, here in source.numbers if name == key]
    if kind == "offset":
        return to > max(before, default=0)
    # The same number may go by another name, and a first page often has none.
    return any(to == here + 1 for _, here in source.numbers) or (not before and to in {1, 2})
