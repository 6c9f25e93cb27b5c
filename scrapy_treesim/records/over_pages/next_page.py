"""The link to a list's next page: what it says, where it stands, and where it leads.

No one sign is enough. ``rel="next"`` and the word "next" are on the next post of a blog and the
next chapter of a manual too; a number or an arrow is on calendars and carousels. So all signs of
all links to an address are summed up, with weights that ``training/next_links.py`` fitted.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urldefrag, urlsplit

from scrapy_treesim.origins import AMBIGUOUS, Origin, fetched, may_lead
from scrapy_treesim.page import Page, Source
from scrapy_treesim.tree import tags
from scrapy_treesim.values.lexicon.words import words

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MOST: Final = 500
"""Links that say anything, and rows of numbers, looked at of one page."""
SURE: Final = 0.4
"""Log odds from which there is a next page, a probability of 0.6; set by hand."""
NAMES: Final = 300
"""Characters of an element's class and id that are searched for a pager's or an icon's name."""
MAX_LABEL: Final = 40
"""Characters of a link's label; what is longer says something else."""
_A: Final = tags.NUMBER["a"]
_LINK: Final = tags.NUMBER["link"]
_IMAGE: Final = tags.NUMBER["img"]
_PAGER: Final = re.compile(r"pag(?:er|ing|inat|enav|e[-_]?nav|e[-_]?num|es\b)", re.IGNORECASE)
_OTHER: Final = re.compile(
    r"carousel|slide|slick|swiper|calendar|datepicker|lightbox|gallery|ticker|owl-", re.IGNORECASE
)


def next_page(page: Page | Source) -> str | None:
    """The absolute address of the next page of the list that the page shows; None if unsure.

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
    return best_of(signs_of(Page.of(page)), shipped())


def best_of(signs: Mapping[str, Set[str]], weights: Mapping[str, float]) -> str | None:
    """The address that is the next page, most probably; None where none is, or two are alike."""
    scores = {
        address: weights["always"] + sum(weights.get(sign, 0.0) for sign in sorted(named))
        for address, named in signs.items()
    }
    best = max(scores.values(), default=0.0)
    found = [address for address, score in scores.items() if score == best > SURE]
    return found[0] if len(found) == 1 else None


@cache
def shipped() -> dict[str, float]:
    """The weights of signs, whose sum is the log odds of an address against there being none."""
    return dict(json.loads(files(__package__).joinpath("next_page.json").read_text("utf-8")))


def signs_of(page: Page) -> dict[str, set[str]]:
    """By address of the same host, the signs of it and of all links that lead there."""
    found: dict[str, set[str]] = defaultdict(set)
    if len(page.base_url) > LONGEST or len(page.url) > LONGEST:
        return found
    own = _taken_apart(page.url)
    for node, signs in islice(_links(page.tree, declared=own is not None), MOST):
        address = _address(page, page.tree.get(node, "href"))
        target = _taken_apart(address or "")
        if address and target and (where := signs_of_address(own, target)):
            found[address] |= where | signs
    if any("says arrow" in signs for signs in found.values()):
        # A double arrow beside a single one leads to the last page.
        for signs in found.values():
            signs.discard("says arrows")
    return found


def _links(tree: PageTree, *, declared: bool) -> Iterator[tuple[int, set[str]]]:
    """Links that say anything, and what is to be seen of them.

    A declaration is on the next post too: it counts only where the page's own address is known.
    """
    rows = islice(rows_of_numbers(tree), MOST)
    numbers = {one.link for row in rows if (one := next_number(row))}
    for node, tag in enumerate(tree.tag):
        if tag != _A and tag != _LINK:
            continue
        signs: set[str] = set()
        if tag == _A and (says := _says(tree, node)):
            signs.add(f"says {says.name.lower()}")
        if node in numbers:
            signs.add("is the number after this page's")
        if declared and "next" in (tree.get(node, "rel") or "").lower().split():
            signs.add("is declared as next")
        if not signs or _OTHER.search(names := _names_around(tree, node)):
            continue
        if _PAGER.search(names):
            signs.add("in a pager by name")
        yield node, signs


def _says(tree: PageTree, node: int) -> Says:
    """Meaning of a link's text, or else its title, image or class."""
    stop = node + tree.size[node]
    if tree.text_chars(node) > MAX_LABEL or tree.start[stop] - tree.start[node] > 500:
        return Says.NOTHING
    text = " ".join(tree.raw_text(node).split())
    said = label_says(text)
    if said or any(letter.isalnum() for letter in text):
        return said
    images = (
        tree.get(one, "alt") or tree.get(one, "title") or ""
        for one in range(node, node + min(tree.size[node], 20))
        if tree.tag[one] == _IMAGE
    )
    said = max(map(label_says, (tree.get(node, "title") or "", *images)))
    # An icon is an element in the link, often, called chevron-right or so.
    around = range(max(tree.parent[node], 0), tree.parent[node] + 1)
    inside = range(node, node + min(tree.size[node], 5))
    names = " ".join((tree.get(one, "class") or "")[:NAMES] for one in (*around, *inside))
    return max(said, _name_says(names))


def _name_says(names: str) -> Says:
    """Meaning of class names: an arrow for next without previous."""
    is_next = any(
        len(name) <= MAX_LABEL and _ICON.search(name) and not _BACK.search(name)
        for name in names.split()
    )
    return Says.ARROW if is_next else Says.NOTHING


def _names_around(tree: PageTree, node: int) -> str:
    """The classes and ids of the link and of the four elements around it."""
    names: list[str] = []
    for _ in range(5):
        if node <= 0:
            break
        names += ((tree.get(node, name) or "")[:NAMES] for name in ("class", "id"))
        node = tree.parent[node]
    return " ".join(names)


def _address(page: Page, href: str | None) -> str | None:
    """The absolute address, if it is another page that the page may lead on to."""
    href = (href or "").strip()
    if not href or len(href) > LONGEST or href.startswith("#") or AMBIGUOUS.search(href):
        return None
    absolute = page.absolute(href)
    if absolute is None or len(absolute) > LONGEST:
        return None
    address, own = urldefrag(absolute).url, urldefrag(page.url).url
    return address if address != own and _leads_on(own, address) else None


def _leads_on(own: str, address: str) -> bool:
    asked = fetched(address)
    if own:
        return may_lead(fetched(own), asked)
    # Without a host to compare with; what is relative belongs to whatever the page came from.
    return bool(asked) and (Origin.of(asked) is not None or not urlsplit(asked).netloc)


def _taken_apart(address: str) -> ListAddress | None:
    try:
        return ListAddress.of(address) if address else None
    except ValueError:
        return None


class Says(IntEnum):
    """Grades of how plainly a link says that it leads on, ascending."""

    NOTHING = 0
    MORE = 1
    """More of something: a next page, or something else."""
    ARROWS = 2
    """A double arrow; it is on the last page's link too."""
    ARROW = 3
    """A single arrow, or something that is called next."""
    NEXT = 4
    NEXT_PAGE = 5
    """Next, and that it is a page or a list that comes next: "Next page", "Older posts"."""


_NEXT: Final = frozenset(words("next").split())
_NEXT_PAGE: Final = frozenset(words("next.page").split())
_PAGE: Final = frozenset(words("next.lists").split())
_MORE: Final = frozenset(words("next.more").split())
_KNOWN: Final = _NEXT | _NEXT_PAGE | _PAGE | _MORE | frozenset(words("next.around").split())
_ARROWS: Final = frozenset(words("next.arrows").split())
_DOUBLE_ARROWS: Final = frozenset(words("next.double_arrows").split())
_ICON: Final = re.compile(
    r"(?:^|[-_])(?:next|older|nextpage|nextlink)(?:[-_]|$)|(?:^|[a-z_-])Next(?:$|[A-Z_-])"
    r"|(?:chevron|arrow|angle|caret)[-_]?right"
)
_BACK: Final = re.compile(r"prev|back|newer", re.IGNORECASE)
_LETTERS: Final = re.compile(r"[^\W\d_]+(?:'\w)?")


def label_says(label: str) -> Says:
    """Meaning of a link's label.

    "Next" counts only where every word is known, one of those for next with none but words of lists
    around it, so that "Next post", "Next month" and "What to read next" say nothing.

    >>> label_says("Next 20 results »").name, label_says("Next post").name, label_says("›").name
    ('NEXT_PAGE', 'NOTHING', 'ARROW')
    """
    # No long label is kept for its answer.
    return _label_says(label) if len(label) <= MAX_LABEL else Says.NOTHING


@lru_cache(4096)
def _label_says(label: str) -> Says:
    label = unicodedata.normalize("NFC", label).strip().casefold()
    bare = label.strip("[]() ")
    if bare in _ARROWS:
        return Says.ARROW
    if bare in _DOUBLE_ARROWS:
        return Says.ARROWS
    # Combining marks are no letters to a regular expression, so words of Thai go by whole.
    said = {label} if label in _NEXT or label in _NEXT_PAGE else {*_LETTERS.findall(label)}
    if not said <= _KNOWN:
        return Says.NOTHING
    if said & _NEXT_PAGE or (said & _NEXT and said & _PAGE):
        return Says.NEXT_PAGE
    if said & _NEXT:
        return Says.NEXT
    return Says.MORE if said & _MORE else Says.NOTHING


APART: Final = 14
"""Nodes between two numbers of one pager at most."""
CHARS_APART: Final = 12
"""Characters between them at most: bars, dots, a gap's ellipsis, "next"."""
_LABEL: Final = re.compile(
    rb"(?:\xc2\xa0|\xe3\x80\x80|[\s\[({|.-]){0,40}(\d{1,5})(?:\xc2\xa0|\xe3\x80\x80|[\s\])}|.,-]){0,40}"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number that stands by itself: its text's node and the link it is in, if any (else -1)."""

    value: int
    node: int
    link: int


def rows_of_numbers(tree: PageTree) -> Iterator[tuple[Number, ...]]:
    """All rows of two numbers or more that grow, in page order; O(nodes)."""
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
    """The number after that of the page at hand, which alone is no link.

    None where it is no link, not just one more, or which page is at hand is not clear.
    """
    here = [at for at, one in enumerate(row) if one.link < 0]
    if len(here) != 1 or here[0] + 1 == len(row):
        return None
    current, after = row[here[0] : here[0] + 2]
    return after if after.value == current.value + 1 and after.link >= 0 else None


def _follows(tree: PageTree, one: Number, other: Number) -> bool:
    between = tree.chars[other.node] - tree.chars[one.node + 1]
    return other.value > one.value and other.node - one.node <= APART and between <= CHARS_APART


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


LONGEST: Final = 2_000
"""Characters of an address; a longer one is not looked at."""

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
    """An address taken apart."""

    path: frozenset[str]
    """The words of its path."""
    query: frozenset[str]
    """The words in the names of its query's values."""
    words: frozenset[str]
    """These, and those of the values."""
    numbers: frozenset[tuple[str, int]]
    """With the word before each: ``("page", 2)``."""

    @classmethod
    def of(cls, address: str) -> ListAddress:
        """Take an address apart.

        Raises:
            ValueError: it is no address.
        """
        parts = urlsplit(address[:LONGEST])
        path = unquote(parts.path).lower()
        query = _SESSION.sub("", f"?{unquote(parts.query)}".lower())
        numbers = ((one[1], int(one[2])) for one in _PART.finditer(path + query) if one[2])
        return cls(
            _words(path), _words(_VALUE.sub("", query)), _words(path + query), frozenset(numbers)
        )


def _words(text: str) -> frozenset[str]:
    """Words, long numbers, and the words before numbers."""
    found = (one[0] if one[1] is None else one[1] for one in _PART.finditer(text))
    return frozenset(filter(None, found))


def signs_of_address(own: ListAddress | None, target: ListAddress) -> set[str]:
    """Signs of where ``target`` leads from ``own``, the page's address if known.

    Nothing where it cannot be the next page: it has nothing new, goes back, or skips a page.
    """
    if own is None:
        kinds = {f"{_KINDS.get(key, 'other')} number" for key, _ in target.numbers}
        return {"the page's own is not known"} | kinds
    moved = {(_KINDS.get(key, "other"), key, to) for key, to in target.numbers - own.numbers}
    known = [one for one in moved if one[0] != "other"]
    if known and not any(_goes_on(own, *one) for one in known):
        return set()
    if not moved and target.words <= own.words:
        return set()
    old = own.words.union(key for _, key, _ in moved)
    found = {f"{kind} number" for kind, _, _ in moved}
    if target.path - old:
        found.add("new words in its path")
    elif target.query - old:
        found.add("new words in its query")
    if own.words - target.words:
        # The date of the next post is another number too.
        return found - {"other number"} | {"words are gone"}
    return found


def _goes_on(own: ListAddress, kind: str, key: str, to: int) -> bool:
    """True if a page number is next, or an offset is later."""
    before = [here for name, here in own.numbers if name == key]
    if kind == "offset":
        return to > max(before, default=0)
    # The same number may go by another name, and a first page often has none.
    return any(to == here + 1 for _, here in own.numbers) or (not before and to in {1, 2})
