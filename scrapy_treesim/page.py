"""Pages: documents parsed and flattened once, the source of all findings."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, TypeVar
from urllib.parse import urljoin, urlsplit

from lxml import etree

from scrapy_treesim.tree import PageTree, Profile, ShapeTable, Tree, clean, tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.addresses import BASE_SCHEMES, Addresses
from scrapy_treesim.tree.page_tree import is_writable, written_step
from scrapy_treesim.tree.parsing import sources
from scrapy_treesim.tree.parsing.html5 import is_available, is_misread, repaired
from scrapy_treesim.tree.parsing.json_text import JsonText
from scrapy_treesim.tree.parsing.sources import Source as Source
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.tree.walk import roots_of
from scrapy_treesim.values.as_html import table_html

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime


T = TypeVar("T")


MAX_LANGUAGE: Final = 20
"""Largest number of characters of a language tag."""
MAX_NODES: Final = 500_000
"""Largest number of nodes, elements and texts, of a page to look for records and comments in. The
largest pages that people read have less than a tenth of them."""

_HEADINGS = tags.numbers("h1 h2 h3 h4 h5 h6")
_TITLE = tags.NUMBER["title"]
_BASE = tags.NUMBER["base"]
_DECLARING = _HEADINGS | tags.numbers("title base meta link")
_IS_DECLARING = bytes(number in _DECLARING for number in range(len(tags.NAMES)))
_JSON_LD = "application/ld+json"
_READABLE = ("json", "javascript", "ecmascript")


class Page:
    """A page to find things in.

    >>> Page("<title>Oak stool</title>", url="https://shop.example/stool").title
    'Oak stool'

    Args:
        source: bytes (in the encoding detected by :mod:`.tree.parsing.decoding`), text, a path of a
            file, an lxml element or tree, a parsel Selector, or a response of Scrapy, httpx,
            requests or web-poet. Elements, selectors and Scrapy's responses are read, not copied
            and not changed. Text and elements are taken as they are; UTF-8 that was encoded twice
            is undone in bytes and responses.
        url: address of the page, to make links absolute; a response has its own.
        moment: time of the download. Relative dates (``2 hours ago``) are counted from it; without
            one they stay words.
        html5: whether bytes, text and responses that libxml2 plainly misreads, such as lists with
            items that are never closed, are read again by HTML5. It needs the extra ``html5``;
            :attr:`parser` is the parser used.

    Raises:
        TypeError: the source is none of these, or a selector or response without HTML.
        OSError: its file cannot be read.
        ValueError: a tag has more than 5,000 attributes, which libxml2 takes too long for; not of a
            response, which Scrapy parses.

    The tree is read at once; later changes of it are ignored.
    """

    def __init__(
        self,
        source: Source,
        url: str | None = None,
        moment: datetime | None = None,
        *,
        html5: bool = True,
    ) -> None:
        self.url: str = sources.url_of(source) if url is None else url
        if isinstance(source, Path):
            source = source.read_bytes()
        self.moment: datetime | None = moment
        self.json_text: JsonText = sources.json_of(source)
        """The page as JSON: whether it is one document, and what is wrong with it if it is none."""
        self.json: Any = self.json_text.value
        """The object or list of a page that is JSON; None for HTML."""
        source = b"<html/>" if self.json is not None or self.json_text.fault else source
        self.root: etree._Element = sources.root_of(source)
        """Root of the tree that XPaths of findings are for: of a response its own, if
        :attr:`parser` is ``libxml2``."""
        self.tree: PageTree = PageTree.read(self.root)
        self.parser: Literal["libxml2", "html5"] = "libxml2"
        """Parser of the page; with ``html5`` the XPaths of findings are not for the response's own
        tree, but for :attr:`root`."""
        if html5 and is_available and is_misread(self.tree):
            self._read_again(source)
        self.shape_table: ShapeTable = ShapeTable()
        self._results: dict[Callable[[Page], Any], Any] = {}
        self._cleaned: dict[Profile, tuple[Tree, array[int]]] = {}
        # The last XPath requested, and the end in it of each element on the way down.
        self._last_path: tuple[str, list[tuple[int, int]]] = ("", [])

    def __repr__(self) -> str:
        return f"<Page {self.url or '(no url)'} of {len(self.tree)} nodes>"

    def _repr_html_(self) -> str:
        return table_html(
            repr(self), [(name, getattr(self, name)) for name in ("title", "url", "language")]
        )

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Page is not pickled or copied: pass on what it is made of, such as response.body "
            "and response.url, and make the Page there"
        )

    def _read_again(self, source: Source) -> None:
        """Use the tree of HTML5 instead, if it is available and better nested."""
        utf8 = sources.utf8_of(source)
        written = None if utf8 is None else repaired(utf8)
        if written is None:
            return
        root = sources.parsed(written)
        tree = PageTree.read(root)
        if not is_misread(tree):
            self.root, self.tree, self.parser = root, tree, "html5"

    @classmethod
    def of(
        cls, source: Page | Source, url: str | None = None, moment: datetime | None = None
    ) -> Page:
        """Return the page itself, or make one of the source.

        Raises:
            ValueError: the source is an address, which is not fetched here, or the name of a file;
                or it is a PDF, a picture or the like, or JSON that is broken or nested too deeply.
        """
        if isinstance(source, Page):
            return source
        if isinstance(source, Path):
            url = sources.url_of(source) if url is None else url
            source = source.read_bytes()
        sources.refuse_without_html(source)
        page = cls(source, url, moment)
        if fault := page.json_text.fault:
            raise ValueError(f"a page is made of HTML or JSON, and this is JSON that is {fault}")
        return page

    @classmethod
    def of_snippet(cls, source: Source, url: str | None = None) -> Page:
        """Make a page of a piece of HTML; its outermost element, if there is just one, is the root.

        Raises:
            TypeError: as for a page.
        """
        if not isinstance(source, (str, bytes)) or _has_document_tags(source):
            return cls(source, url)
        page = cls(source, url)
        body = page.root.find("body")
        if body is None:
            return page
        outermost = list(body.iterchildren("*"))
        if len(outermost) != 1 or (body.text or "").strip() or (outermost[0].tail or "").strip():
            return page
        return cls(outermost[0], url)

    @property
    def is_oversized(self) -> bool:
        """Tell whether it has too many nodes to look for records and comments: over 500,000."""
        return len(self.tree) > MAX_NODES

    def once(self, make: Callable[[Page], T]) -> T:
        """Call a function with the page, once; store its result with the page."""
        if make not in self._results:
            self._results[make] = make(self)
        result: T = self._results[make]
        return result

    def cleaned(self, profile: Profile) -> tuple[Tree, array[int]]:
        """The tree of a profile and the shape of each of its nodes; made once a profile."""
        cached = self._cleaned.get(profile)
        if cached is None:
            tree = clean(self.tree, profile)
            cached = self._cleaned[profile] = (tree, self.shape_table.intern(tree))
        return cached

    @cached_property
    def title(self) -> str | None:
        """The text of ``<title>``, white space collapsed."""
        for node in self.of_tag(_TITLE):
            return " ".join(self.tree.raw_text(node).split()) or None
        return None

    @cached_property
    def language(self) -> str | None:
        """The ``lang`` of the page as it is written: ``en``, ``pt-BR``; at most 20 characters."""
        language = self.tree.get(0, "lang") if len(self.tree) else None
        return language[:MAX_LANGUAGE] if language else None

    def headings(self) -> list[int]:
        """The nodes of h1 ... h6, in order."""
        return sorted(chain.from_iterable(map(self.of_tag, _HEADINGS)))

    def of_tag(self, tag: int) -> list[int]:
        """The nodes of a tag: a heading, title, ``<base>``, ``<meta>`` or ``<link>``; in order."""
        return self._of_tags[tag]

    @cached_property
    def _of_tags(self) -> dict[int, list[int]]:
        nodes: dict[int, list[int]] = {tag: [] for tag in _DECLARING}
        for node in nodes_of(self.tree.tag, _IS_DECLARING):
            nodes[self.tree.tag[node]].append(node)
        return nodes

    def json_ld(self) -> list[str]:
        """The scripts of the type ``application/ld+json``, unchanged."""
        return [
            text.decode("utf-8", "replace")
            for kind, text in self.tree.scripts
            if text and kind and kind.strip().lower() == _JSON_LD.encode()
        ]

    def scripts(self) -> list[str]:
        """The scripts of code and of JSON, but those of :meth:`json_ld`, unchanged."""
        texts = (self.tree.scripts[number][1] for number in self.scripts_with(b""))
        return [text.decode("utf-8", "replace") for text in texts]

    def scripts_with(self, sign: bytes) -> list[int]:
        """Positions of :meth:`scripts` among all, if they contain the bytes ``sign``."""
        return [
            number
            for number, (kind, text) in enumerate(self.tree.scripts)
            if text and sign in text and (not kind or _is_readable(kind))
        ]

    def text(self, node: int = 0) -> str:
        """The text below a node as rendered."""
        return text_of(self.tree, node)

    def xpath(self, node: int) -> str:
        """The node's absolute XPath in the document; of a text node, its parent's."""
        tree = self.tree
        node = tree.element(node)
        # Successive calls are mostly for nodes with much of their path in common.
        path, way = self._last_path
        common = len(way)
        while common and not way[common - 1][0] <= node < self._end(way[common - 1][0]):
            common -= 1
        last, stop = way[common - 1] if common else (-1, 0)
        below = []
        while node != last:
            below.append(node)
            node = tree.parent[node]
            if node <= 0:
                # A node right below the root may be a root too.
                common = stop = 0
                break
        pieces, way = [path[:stop]], way[:common]
        for node in reversed(below):
            further = f"/{tree.xpath_step(node, self.namespaced)}" if stop else ""
            step = further or self._whole_xpath(node)
            pieces.append(step)
            stop += len(step)
            way.append((node, stop))
        path = "".join(pieces)
        self._last_path = path, way
        return path

    @cached_property
    def namespaced(self) -> bool:
        """Tell whether elements have namespaces, to be ignored in XPaths."""
        return _has_namespaces(self.root)

    def _end(self, node: int) -> int:
        return node + self.tree.size[node]

    def _whole_xpath(self, node: int) -> str:
        path = self.tree.xpath(node, self.namespaced)
        if self.root.getparent() is None:
            return path
        # The root's own step is the first; it is in the path above with its position.
        below = path.split("/", 2)[2:]
        return "/".join((self._path_above, *below))

    @cached_property
    def _path_above(self) -> str:
        return _path_of(self.root, self.namespaced)

    def element(self, node: int) -> etree._Element:
        """The lxml element of a node; of a text node, its parent's. O(nodes)."""
        node = self.tree.element(node)
        position = sum(1 for tag in self.tree.tag[:node] if tag != tags.TEXT)
        for index, element in enumerate(self._elements()):
            if index == position:
                return element
        raise LookupError(f"the tree below {self.root!r} was changed after the page was read")

    def nodes_of(self, elements: list[etree._Element]) -> list[int]:
        """The nodes of lxml elements of this page, in the order given. O(nodes)."""
        selected = set(elements)
        numbers = (node for node, tag in enumerate(self.tree.tag) if tag != tags.TEXT)
        pairs = zip(numbers, self._elements(), strict=False)
        node_of = {element: node for node, element in pairs if element in selected}
        return [node_of[element] for element in elements if element in node_of]

    def _elements(self) -> Iterator[etree._Element]:
        return chain.from_iterable(root.iter("*") for root in roots_of(self.root))

    def absolute(self, address: str) -> str | None:
        """Make an address absolute; None if it is broken, empty or a script.

        Addresses of files (``file:``) are None too, unless the page is a file itself.
        """
        return self._addresses.absolute(address)

    @cached_property
    def _addresses(self) -> Addresses:
        return Addresses(self.base_url, self._is_file)

    @cached_property
    def base_url(self) -> str:
        """The base of relative addresses: ``<base href>`` or the page's own url."""
        for node in self.of_tag(_BASE):
            if href := self.tree.get(node, "href"):
                try:
                    joined = urljoin(self.url, href.strip())
                    parts = urlsplit(joined)
                    # Reading an invalid port raises too.
                    scheme, _ = parts.scheme, parts.port
                except ValueError:
                    continue
                if scheme in BASE_SCHEMES or (scheme == "file" and self._is_file):
                    return joined
        # A file of JSON was saved from an address that is not known.
        return "" if self.json is not None and self.url[:5].lower() == "file:" else self.url

    @property
    def _is_file(self) -> bool:
        return self.json is None and self.url[:5].lower() == "file:"


def _is_readable(script_type: bytes) -> bool:
    """Tell whether scripts of a type are code or JSON, but not JSON-LD."""
    kind = script_type.decode("utf-8", "replace").strip().lower()
    if kind == _JSON_LD:
        return False
    return not kind or kind == "module" or kind.endswith(_READABLE)


def _has_document_tags(source: str | bytes) -> bool:
    start = source[:4096].lower()
    if isinstance(start, bytes):
        return b"<html" in start or b"<body" in start
    return "<html" in start or "<body" in start


def _has_namespaces(root: etree._Element) -> bool:
    if root.tag.startswith("{"):
        return True
    document = root.getroottree()
    # Parsers of HTML ignore namespaces.
    return not isinstance(document.parser, etree.HTMLParser) and bool(
        document.xpath("boolean(//*[namespace-uri()])")
    )


def _path_of(element: etree._Element, namespaced: bool) -> str:
    """The element's own absolute XPath, through its ancestors."""
    steps = []
    for ancestor in (element, *element.iterancestors()):
        name = _local_name(ancestor)
        before = _alike(ancestor.itersiblings(preceding=True), name)
        is_only = not before and not _alike(ancestor.itersiblings(), name)
        position = 0 if is_writable(name) else 1 + _alike(ancestor.itersiblings(preceding=True))
        steps.append(written_step(name, 0 if is_only else before + 1, position, namespaced))
    return "/" + "/".join(reversed(steps))


def _alike(siblings: Iterable[etree._Element], name: str | None = None) -> int:
    """Count the elements, of a name if it is given."""
    return sum(
        sources.is_element(sibling) and name in (None, _local_name(sibling)) for sibling in siblings
    )


def _local_name(element: etree._Element) -> str:
    # Not etree.QName, which refuses names that only an HTML parser accepts, such as x}y.
    name = element.tag
    return name.rpartition("}")[2] if name.startswith("{") else name
