"""Pictures of a page's thing."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from scrapy_treesim.detail.candidate import FieldCandidate
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.marks import Marks, elements_around, likeness_to
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.picture_address import MAX_ADDRESS, picture_address
from scrapy_treesim.values.addresses import site_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_READ: Final = 60
"""Largest number of pictures before the headline, and after it, that are read."""
MAX_BEFORE: Final = 24
"""Largest number of pictures before the headline that are selected, the nearest ones."""
MAX_AFTER: Final = 14
"""Largest number of pictures after the headline that are selected."""

_IMAGE, _SOURCE = tags.NUMBER["img"], tags.NUMBER["source"]
_IS_IMAGE: Final = bytes(number in (_IMAGE, _SOURCE) for number in range(len(tags.NAMES)))
_PATH: Final = re.compile(r"(?:[A-Za-z][\w+.-]{0,20}:)?(?://[^/?#]{0,255})?([^?#]{0,1000})")
_SIZE: Final = re.compile(
    r"[-_@.](?:\d{2,4}x\d{0,4}|x\d{2,4}|\d{1,2}x|small|medium|large|thumb|scaled|\d{2,4}w?)"
    r"(?=[-_.]|$)",
    re.IGNORECASE,
)
_INNER: Final = re.compile(r"[?&](?:url|src|image)=([^&]{8,900})")
_DIGITS: Final = re.compile(r"\d{1,5}")
BANNER: Final = 5
"""Width of a banner as a multiple of its height, at least."""
LINK_LEVELS: Final = 3
"""Levels from a picture to its link."""
_ROOTS: Final = frozenset(("", "/"))
_LINK: Final = tags.NUMBER["a"]
_PICTURE: Final = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)(?![a-z])", re.IGNORECASE)


def image_candidates(marks: Marks) -> list[FieldCandidate]:
    """Return the possible pictures of the thing, each file once."""
    candidates: dict[str, FieldCandidate] = {}

    tree = marks.tree
    for node in _near(marks):
        address = picture_address(tree, node)
        if address is None or _is_banner(tree, node) or _leads_away(marks, node):
            continue
        key = plain_image(address)
        if key in candidates:
            continue
        row = marks.position(node, "picture")
        if alt := (tree.get(node, "alt") or "")[:200]:
            row[AT["image_alt"]] = likeness_to(alt, marks.name_terms)
        width = _DIGITS.match(tree.get(node, "width") or "")
        if width is not None:
            row[AT["image_small"]] = float(int(width[0]) < 120)
        candidates[key] = FieldCandidate(key, address, "shown", node, row)
    return [*candidates.values()]


def _is_banner(tree: PageTree, node: int) -> bool:
    """Tell whether a picture is much wider than high, by its attributes."""
    width, height = (_DIGITS.match(tree.get(node, name) or "") for name in ("width", "height"))
    return width is not None and height is not None and int(width[0]) >= BANNER * int(height[0])


def _leads_away(marks: Marks, node: int) -> bool:
    """Tell whether a picture is in a link to the site's first page or to a page of another site."""
    tree, page = marks.tree, marks.page
    for element in elements_around(tree, node, LINK_LEVELS):
        if tree.tag[element] == _LINK:
            address = page.absolute((tree.get(element, "href") or "")[:MAX_ADDRESS]) or ""
            own, other = site_of(page.url), site_of(address)
            if not own or not other or _PICTURE.search(address) is not None:
                return False
            # Both are valid addresses, since they have a site.
            first, here = urlsplit(address), urlsplit(page.url)
            is_first_page = first.path in _ROOTS and not first.query
            return own != other or (is_first_page and here.path not in _ROOTS)
    return False


def _near(marks: Marks) -> list[int]:
    """Return the pictures next to the headline, before it and after, in order."""
    nodes = nodes_of(marks.tree.tag, _IS_IMAGE)
    middle = bisect_left(nodes, marks.headline)
    before = nodes[max(0, middle - MAX_READ) : middle]
    after = nodes[middle : middle + MAX_READ]
    return [
        *[node for node in before if not marks.is_aside(node)][-MAX_BEFORE:],
        *[node for node in after if not marks.is_aside(node)][:MAX_AFTER],
    ]


def plain_image(address: str) -> str:
    """Return a picture's address in compared form: its file, without sizes.

    It is the same for a relative address and the absolute one.
    """
    # Behind a service for resizing is the address of the picture.
    inner = _INNER.search(address[:MAX_ADDRESS])
    path = _path(address if inner is None else unquote(inner[1]))
    name = path.rpartition("/")[2] or path
    stem = name.rpartition(".")[0] or name
    return _SIZE.sub("", stem[:200]).casefold() or path.casefold()


def _path(address: str) -> str:
    match = _PATH.match(address)
    return "" if match is None else match[1]


MAX_PICTURES: Final = 30
"""Largest number of pictures of one thing."""
MAX_LEVELS: Final = 6
"""Number of levels above the main picture that may be its gallery."""
MAX_CHARS: Final = 200
"""Largest number of characters of text in a gallery: with more, it has other content too."""
MAX_NODES: Final = 600
"""Largest number of nodes read of a gallery."""

_ABSOLUTE: Final = re.compile(r"https?://[a-z0-9.-]{1,200}/[\w./%,:@~+-]{0,900}")


def pictures_of(marks: Marks, main: FieldCandidate | None) -> list[str]:
    """Return the main picture, those declared with it, and those of its gallery, each once."""
    if main is None:
        return []
    addresses = {main.value: main.text}
    for declaration in marks.own_declarations[:3]:
        for text in declaration.values.get("image", ())[:MAX_PICTURES]:
            addresses.setdefault(plain_image(text[:MAX_ADDRESS]), text[:MAX_ADDRESS])
    if main.node is not None:
        for address in _in_gallery(marks.tree, main.node):
            addresses.setdefault(plain_image(address), address)
    resolved = (absolute(marks.page, address) for address in [*addresses.values()][:MAX_PICTURES])
    return [*dict.fromkeys(address for address in resolved if address is not None)]


def _in_gallery(tree: PageTree, picture: int) -> Iterator[str]:
    """Yield the addresses in the largest element around a picture with little text."""
    gallery = picture
    for above in elements_around(tree, picture, MAX_LEVELS):
        if above == 0 or tree.text_chars(above) > MAX_CHARS:
            break
        gallery = above
    stop = min(gallery + tree.size[gallery], gallery + MAX_NODES)
    for node, tag in enumerate(tree.tag[gallery:stop], gallery):
        if tag == _IMAGE and (address := picture_address(tree, node)) is not None:
            yield address


def absolute(page: Page, address: str) -> str | None:
    """Return the absolute address of a picture; None if it is no address."""
    # Most are absolute, and need no parsing.
    return address if _ABSOLUTE.fullmatch(address) is not None else page.absolute(address)
