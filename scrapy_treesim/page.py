"""One document, parsed once and walked once: what every finding reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable
from urllib.parse import urljoin, urlsplit

from lxml import etree
from parsel import Selector

from scrapy_treesim.decoding import decode, find_encoding, same_encoding
from scrapy_treesim.tree import PageTree, Profile, ShapeTable, Tree, clean, tags
from scrapy_treesim.tree.text import text_of

if TYPE_CHECKING:
    from array import array


@runtime_checkable
class ResponseLike(Protocol):
    """What a page needs of a Scrapy text response."""

    @property
    def url(self) -> str:
        """Where it came from."""

    @property
    def body(self) -> bytes:
        """Its bytes."""

    @property
    def encoding(self) -> str:
        """What Scrapy reads it as."""

    @property
    def selector(self) -> Selector:
        """The response's parsed tree."""


Source: TypeAlias = "bytes | str | etree._Element | etree._ElementTree | Selector | ResponseLike"

_HEADINGS = tags.numbers("h1 h2 h3 h4 h5 h6")
_TITLE = tags.NUMBER["title"]
_BASE = tags.NUMBER["base"]
_SAFE_SCHEMES = frozenset(("", "http", "https", "ftp", "mailto", "tel", "file"))


class Page:
    """A page to find things in.

    Args:
        source: bytes (decoded by what they are, see :mod:`scrapy_treesim.decoding`), text, an lxml
            element or tree, a parsel Selector, or a Scrapy response. Elements, selectors and
            responses are read, not copied and not changed.
        url: where the page came from, to make links absolute; a response brings its own.

    Raises:
        TypeError: the source is none of these, or a selector or response that holds no HTML.

    The tree is read at once; change it afterwards and the page does not know.
    """

    def __init__(self, source: Source, url: str | None = None) -> None:
        if url is None:
            url = source.url if isinstance(source, ResponseLike) else ""
        self.url: str = url
        self.root: etree._Element = _root_of(source)
        self.tree: PageTree = PageTree.read(self.root)
        self.shape_table: ShapeTable = ShapeTable()
        self._cleaned: dict[Profile, tuple[Tree, array[int]]] = {}
        self._base_url: str | None = None

    def __repr__(self) -> str:
        return f"<Page {self.url or '(no url)'} of {len(self.tree)} nodes>"

    @classmethod
    def of_snippet(cls, source: Source, url: str | None = None) -> Page:
        """A page of a piece of HTML: its one outermost element, if there is just one, is the root.

        Raises:
            TypeError: as for a page.
        """
        if not isinstance(source, (str, bytes)) or _has_document_tags(source):
            return cls(source, url)
        page = cls(source, url)
        body = page.root.find("body")
        outermost = list(page.root if body is None else body.iterchildren("*"))
        return cls(outermost[0], url) if len(outermost) == 1 else page

    def cleaned(self, profile: Profile) -> tuple[Tree, array[int]]:
        """The tree a profile leaves and the shape of each of its nodes; made once a profile."""
        known = self._cleaned.get(profile)
        if known is None:
            tree = clean(self.tree, profile)
            known = self._cleaned[profile] = (tree, self.shape_table.intern(tree))
        return known

    @property
    def title(self) -> str | None:
        """What ``<title>`` says, white space collapsed."""
        for node, tag in enumerate(self.tree.tag):
            if tag == _TITLE:
                return " ".join(self.tree.raw_text(node).split()) or None
        return None

    def headings(self) -> list[int]:
        """The nodes of h1 ... h6, in order."""
        return [node for node, tag in enumerate(self.tree.tag) if tag in _HEADINGS]

    def text(self, node: int = 0) -> str:
        """The text below a node as a person reads it."""
        return text_of(self.tree, node)

    def xpath(self, node: int) -> str:
        """The node's absolute XPath in the document."""
        path = self.tree.xpath(node)
        if self.root.getparent() is None:
            return path
        below = path.partition("/")[2].partition("/")[2]
        base = self.root.getroottree().getpath(self.root)
        return f"{base}/{below}" if below else base

    def element(self, node: int) -> etree._Element:
        """The lxml element of a node; of a text node, its parent's. O(nodes)."""
        if self.tree.tag[node] == tags.TEXT:
            node = self.tree.parent[node]
        place = sum(1 for tag in self.tree.tag[:node] if tag != tags.TEXT)
        for index, element in enumerate(self.root.iter("*")):
            if index == place:
                return element
        raise LookupError(f"the tree below {self.root!r} was changed after the page was read")

    def nodes_of(self, elements: list[etree._Element]) -> list[int]:
        """The nodes of lxml elements of this page, in the order given. O(nodes)."""
        wanted = set(elements)
        numbers = (node for node, tag in enumerate(self.tree.tag) if tag != tags.TEXT)
        pairs = zip(numbers, self.root.iter("*"), strict=False)
        found = {element: node for node, element in pairs if element in wanted}
        return [found[element] for element in elements if element in found]

    def absolute(self, address: str) -> str | None:
        """An address made absolute; None where it is broken, empty or a script."""
        address = address.strip()
        if not address:
            return None
        try:
            scheme = urlsplit(address).scheme
            joined = urljoin(self.base_url, address)
        except ValueError:
            return None
        return joined if scheme in _SAFE_SCHEMES else None

    @property
    def base_url(self) -> str:
        """What relative addresses are relative to: ``<base href>`` or the page's own url."""
        if self._base_url is None:
            self._base_url = self.url
            for node, tag in enumerate(self.tree.tag):
                if tag == _BASE and (href := self.tree.get(node, "href")):
                    try:
                        self._base_url = urljoin(self.url, href.strip())
                    except ValueError:
                        continue
                    break
        return self._base_url


def _has_document_tags(source: str | bytes) -> bool:
    start = source[:4096].lower()
    if isinstance(start, bytes):
        return b"<html" in start or b"<body" in start
    return "<html" in start or "<body" in start


def _root_of(source: Any) -> etree._Element:
    if isinstance(source, str):
        return _parse(source.encode("utf-8", "replace"))
    if isinstance(source, bytes):
        return _parse_bytes(source)
    if isinstance(source, etree._ElementTree):
        source = source.getroot()
    if isinstance(source, etree._Element) and isinstance(source.tag, str):
        return source
    if isinstance(source, ResponseLike):
        if _is_misread(source):
            return _parse_bytes(source.body)
        source = source.selector
    if isinstance(source, Selector) and isinstance(source.root, etree._Element):
        return source.root
    raise TypeError(
        f"a page is made of bytes, str, an lxml element, a Selector or a response with HTML in it, "
        f"not of {type(source).__name__}"
    )


def _is_misread(response: ResponseLike) -> bool:
    """Whether Scrapy's decoding is plainly wrong: what it read as text is no such text."""
    # cp1252 is also what Scrapy falls back to, so it says nothing about what was declared.
    declared = None if response.encoding == "cp1252" else response.encoding
    return not same_encoding(find_encoding(response.body, declared), response.encoding)


def _parse_bytes(body: bytes) -> etree._Element:
    text, encoding = decode(body)
    # Parsed as what it is, without a round trip where it is UTF-8 already.
    return _parse(body if encoding == "utf-8" else text.encode("utf-8", "replace"))


def _parse(utf8: bytes) -> etree._Element:
    # The parser is given the encoding, so that no declaration in the page can overrule it.
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, recover=True)
    root = etree.fromstring(utf8.replace(b"\x00", b"").strip() or b"<html/>", parser)
    return root if root is not None else etree.fromstring(b"<html/>", parser)
