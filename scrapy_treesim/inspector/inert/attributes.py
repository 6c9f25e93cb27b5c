"""The attributes of an inert page's elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.inert.css import inert_css
from scrapy_treesim.inspector.inert.names import PAINTED, PLAIN, is_authors_own

if TYPE_CHECKING:
    from lxml import etree

    from scrapy_treesim.page import Page

MAX_AUTHORS_OWN: Final = 256
"""Characters of a ``data-…`` attribute: pages style by short ones; long ones are for scripts."""

MAX_ATTRIBUTES: Final = 200
"""Attributes of one element that are looked at."""

MAX_ADDRESS: Final = 4_096
"""Characters of a link's address that is told."""

# Addresses for which all of urljoin would change nothing, or put the site before it.
_WHOLE = re.compile(r"https?://[^\s\\\[\]]+")
_OF_SITE = re.compile(r"/(?!/)[^\s\\\[\]]*")
_ORIGIN = re.compile(r"https?://[^/?#\s\\]+")
_PLACE = re.compile(r"#[\w.:-]+")
_LENGTH = re.compile(r"\s*(\d{1,5})(?:px)?\s*|\s*(\d{1,3}%)\s*")
_INPUTS: Final = frozenset("button checkbox hidden image radio range reset submit".split())
_SECRET: Final = frozenset(("file", "hidden", "password"))
_BUTTONS: Final = frozenset(("button", "reset", "submit"))
_CONTROLS: Final = frozenset("button fieldset input output select textarea".split())
_LISTS: Final = frozenset(("li", "ol", "ul"))
_VALUED: Final = frozenset("button data li meter option progress".split())
_DEPENDING: Final = frozenset(("href", "id", "popover", "style", "type", "value"))
_LINKS: Final = frozenset(("a", "area"))
_FRAMES: Final = frozenset(("x-frame", "x-iframe"))
_SPECIAL: Final = _CONTROLS | _FRAMES | {"form", "image", "img", "link", "style", "video"}

# A form's images hide, by their ids, its own properties from whoever reads it.
_PROPERTY = re.compile(
    r"[a-z]+[A-Z][A-Za-z]*|action|after|animate|append|attributes|before|blur|children|click|"
    r"closest|contains|dataset|dir|elements|encoding|enctype|focus|hidden|id|inert|lang|length|"
    r"matches|method|name|normalize|part|prefix|prepend|remove|reset|slot|style|submit|target|title"
)

# Lazy pictures have their address here, and a placeholder, if anything, in src.
_LAZY: Final = ("data-src", "data-original", "data-lazy-src", "data-lazy")
_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")

MAX_DATA: Final = 500_000
"""Characters of a picture that stands in the page itself."""

_DATA = re.compile(r"data:image/", re.IGNORECASE)


class AttributeWriter:
    """Writes the attributes of elements; knows what the page's addresses become.

    Styles and addresses come again and again, and each is worked out once.
    """

    def __init__(self, page: Page, resource: Callable[[str], str | None] | None) -> None:
        self._page = page
        self._resource = resource
        self._names: dict[str, str] = {}
        self._absolute: dict[str, str | None] = {}
        self._styles: dict[str, str] = {}
        self._site = _site(page.base_url)
        self.loading = True  # not while what is written is not displayed: browsers would load it
        self._source_of_picture: str | None = None
        self._in_picture = False

    def load(self, address: str) -> str | None:
        """The address to load in place of an address of the page, or None."""
        if self._resource is None or not self.loading:
            return None
        absolute = self.absolute(address)
        return None if absolute is None else self._resource(absolute)

    def absolute(self, address: str) -> str | None:
        """An address of the page made absolute; None where it is broken, too long or a script."""
        if len(address) > MAX_ADDRESS:
            return None
        known = self._absolute.get(address, "")
        if known == "":
            known = self._absolute[address] = self._joined(address)
        return known

    def _joined(self, address: str) -> str | None:
        if _WHOLE.fullmatch(address):
            return address
        if self._site and _OF_SITE.fullmatch(address) and "/." not in address:
            return self._site + address
        return self._page.absolute(address)

    def enter_picture(self) -> None:
        """A ``picture`` begins."""
        self._in_picture, self._source_of_picture = True, None

    def leave_picture(self) -> None:
        """A ``picture`` ends."""
        self._in_picture, self._source_of_picture = False, None

    def see_source(self, element: etree._Element) -> None:
        """A ``source``, which may tell what the ``img`` after it shows."""
        if self._in_picture and self._source_of_picture is None:
            self._source_of_picture = first_of_set(_attributes(element))

    def write(self, element: etree._Element, name: str, node: int) -> str:
        """All attributes of an element that is written as ``name``, a space before each."""
        written = [f' data-treesim-node="{node}"']
        styles: list[str] = []
        for key, value in _items(element):
            attribute = self._names.get(key)
            if attribute is None:
                attribute = self._names[key] = _written_name(key)
            if attribute in PLAIN:
                written.append(f' {attribute}="{escape(value)}"')
            elif attribute == "style":
                styles.append(self._style(value))
            elif attribute == "popover":
                styles.append("display:none")
            elif attribute:
                written.append(self._further(name, attribute, value))
        if name in _SPECIAL:
            written.append(self._special(element, name, styles))
        if styles:
            written.append(f' style="{escape(";".join(styles))}"')
        return "".join(written)

    def _further(self, name: str, attribute: str, value: str) -> str:
        """An attribute that depends on its element or on its value."""
        if attribute == "id":
            shown = name != "img" or _PROPERTY.fullmatch(value) is None
        elif attribute == "value":
            shown = name in _VALUED
        elif attribute == "type":
            shown = name in _LISTS
        elif attribute == "href":
            return self._href(name, value)
        elif attribute in PAINTED:
            value, shown = self._style(value), True
        else:
            shown = len(value) <= MAX_AUTHORS_OWN
        return f' {attribute}="{escape(value)}"' if shown else ""

    def _style(self, value: str) -> str:
        if not self.loading:
            return inert_css(value)
        style = self._styles.get(value)
        if style is None:
            style = self._styles[value] = inert_css(value, self.load)
        return style

    def _href(self, name: str, address: str) -> str:
        if name in _LINKS:
            return f' data-treesim-href="{escape(self.absolute(address) or "")}"'
        if name == "use" and _PLACE.fullmatch(address):
            return f' href="{address}"'
        return ""

    def _special(self, element: etree._Element, name: str, styles: list[str]) -> str:
        """Attributes added to elements of some names, and to their styles."""
        if name == "img":
            return self._picture(element, "src", self._source_of_picture)
        if name == "image":
            return self._picture(element, "href", None)
        if name in _CONTROLS:
            return self._control(element, name)
        if name == "form":
            # A form of this method closes the dialog it is in, and does nothing else.
            return ' method="dialog" autocomplete="off"'
        if name in _FRAMES:
            styles[:0] = _size(element)
            address = self.absolute(element.get("src") or element.get("data-src") or "")
            return f' data-treesim-frame="{escape(address or "")}"'
        if name in ("link", "style") and (media := element.get("media")):
            return f' media="{escape(media)}"'
        if name == "video" and (poster := self.load(element.get("poster") or "")):
            return f' poster="{escape(poster)}"'
        return ""

    def _picture(self, element: etree._Element, attribute: str, source: str | None) -> str:
        """``src`` if it can be shown, and else what address it would be."""
        attributes = _attributes(element)
        if attribute == "href":
            attributes["src"] = attributes.get("href") or attributes.get("xlink:href", "")
        told = ""
        for address in picture_addresses(attributes, source):
            shown = address if is_kept_picture(address) else self.load(address)
            if shown is not None:
                return f' {attribute}="{escape(shown)}"'
            told = told or self.absolute(address) or ""
        return f' data-treesim-picture="{escape(told)}"'

    def _control(self, element: etree._Element, name: str) -> str:
        """A control that belongs to no form and keeps nothing."""
        if name == "button":
            kind = (element.get("type") or "").strip().lower()
            return f' form="" type="{kind if kind in _BUTTONS else "button"}"'
        if name == "textarea":
            return ' form="" readonly="" autocomplete="off"'
        if name != "input":
            return ' form=""'
        kind = (element.get("type") or "").strip().lower()
        shown = element.get("value") if kind not in _SECRET else None
        value = "" if shown is None else f' value="{escape(shown)}"'
        if kind not in _INPUTS:
            return f' form="" type="text" readonly="" autocomplete="off"{value}'
        picture = self._picture(element, "src", None) if kind == "image" else ""
        return f' form="" type="{kind}"{value}{picture}'


def _site(address: str) -> str:
    """Scheme and host of an address of the web, "" of any other."""
    found = _ORIGIN.match(address)
    return found[0] if found else ""


def _written_name(key: str) -> str:
    """The name an attribute is written by, "" if it is not."""
    name = key.rpartition("}")[2].lower()
    if name == "xlink:href":
        return "href"
    known = name in PLAIN or name in PAINTED or name in _DEPENDING
    return name if known or is_authors_own(name) else ""


def _items(element: etree._Element) -> list[tuple[str, str]]:
    """Names and values of an element's attributes, :data:`MAX_ATTRIBUTES` at most."""
    items: Any
    if len(element.attrib) <= MAX_ATTRIBUTES:
        items = element.items()
    else:
        # lxml looks each value up by its name, so that all of them take the square of the time.
        items = [(key, element.get(key)) for key in element.keys()[:MAX_ATTRIBUTES]]
    return items  # type: ignore[no-any-return]


def _attributes(element: etree._Element) -> dict[str, str]:
    return dict(_items(element))


def _size(element: etree._Element) -> list[str]:
    """The width and height attributes of a frame, as styles."""
    styles = []
    for name in ("width", "height"):
        found = _LENGTH.fullmatch(element.get(name) or "")
        if found:
            styles.append(f"{name}:{found[2] or f'{found[1]}px'}")
    return styles


def picture_addresses(attributes: Mapping[str, str], source: str | None = None) -> Iterable[str]:
    """The addresses that an ``img`` may mean, likeliest first, as they are written.

    ``source`` is what the first ``source`` beside it in a ``picture`` offers.
    """
    for name in _LAZY:
        if address := attributes.get(name, "").strip():
            yield address
    src = attributes.get("src", "").strip()
    placeholder = not src or _DATA.match(src)
    if not placeholder:
        yield src
    if offered := first_of_set(attributes) or source:
        yield offered
    if placeholder and src:
        yield src


def first_of_set(attributes: Mapping[str, str]) -> str | None:
    """The first address of a ``srcset``, also of one that waits for a script."""
    for name in _SETS:
        words = attributes.get(name, "").split(None, 1)
        if words and not _DATA.match(words[0]):
            return words[0].rstrip(",")
    return None


def is_kept_picture(address: str) -> bool:
    """Tell whether an address holds the picture itself, of at most :data:`MAX_DATA` characters."""
    return len(address) <= MAX_DATA and _DATA.match(address) is not None
