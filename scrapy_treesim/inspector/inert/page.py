"""A page as HTML that looks like it and can do nothing, for the inspector to show.

It is written anew from lxml's tree, by lists of what an element and an attribute may be (see
:mod:`.names`), so that nothing of the page's own markup comes through. All text and all
values are escaped, and the text of style sheets holds no tag: wherever a browser's parser may see
things otherwise than libxml2, no ``<`` begins anything that was not meant to.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lxml import etree

from scrapy_treesim.inspector.inert.attributes import AttributeWriter
from scrapy_treesim.inspector.inert.css import inert_css
from scrapy_treesim.inspector.inert.names import DIV, SVG_IMAGE, Form, Kind, form_of, local_name
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.walk import roots_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_ELEMENTS: Final = 200_000
"""Elements that are written: browsers become slow with more."""

MAX_CHARS: Final = 30_000_000
"""Characters that are written, about."""

MAX_CSS: Final = 1_000_000
"""Characters of style elements that are read, a second's work; further ones come out empty."""

_EVENTS = ("start", "end", "comment", "pi")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")

# What a browser does for links and frames, which these elements no longer are; any style of the
# page's own is stronger.
_START = (
    '<meta charset="utf-8"><style>'
    ":where([data-treesim-href]){color:LinkText;text-decoration:underline;cursor:pointer}"
    ":where([data-treesim-frame]){display:inline-block;width:300px;height:150px;overflow:hidden;"
    "background:#8883}"
    ":where([data-treesim-frame])::before{content:attr(data-treesim-frame)}"
    "</style>"
)
# An icon that is sized by a style sheet that is not loaded would fill the page.
_UNSTYLED: Final = "<style>:where(svg:not([width],[height])){max-height:4em}</style>"
_FOREIGN: Final = frozenset(("math", "svg"))
_Leave: TypeAlias = "Callable[[], None]"
_Write: TypeAlias = "Callable[[etree._Element, int, Form], None]"

# What is written around a page, by what its root is.
_AROUND: Final = {
    "html": ("", ""),
    "body": (f"<html><head>{_START}</head>", "</html>"),
    "": (f"<html><head>{_START}</head><body>", "</body></html>"),
}
_CUT = '<p data-treesim-cut="">The page goes on; this is as much of it as is shown.</p>'

STANDARDS: Final = "<!DOCTYPE html>"
LIMITED_QUIRKS: Final = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" '
    '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'
)
QUIRKS: Final = '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">'

# What the HTML standard's list of public identifiers comes to.
_OLD = re.compile(
    r"-//W3C//DTD (?:HTML 3|HTML 4\.0 (?:Transitional|Frameset)//|HTML Experimental|W3 HTML)|"
    r"-//(?:AdvaSoft Ltd|AS|IETF|Metrius|Microsoft|Netscape Comm\. Corp\.|O'Reilly and Associates|"
    r"SoftQuad|SoftQuad Software|Spyglass|SQ|Sun Microsystems Corp\.|W3O|WebTechs)//DTD |"
    r"\+//Silmaril//|-/W3C/DTD HTML 4\.0 Transitional/EN$|html$",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"-//W3C//DTD HTML 4\.01 (?:Transitional|Frameset)//", re.IGNORECASE)
_LOOSE_XHTML = re.compile(r"-//W3C//DTD XHTML 1\.0 (?:Transitional|Frameset)//", re.IGNORECASE)


def inert_html(page: Page, resource: Callable[[str], str | None] | None = None) -> str:
    """The page as a whole HTML document without scripts, handlers, forms that send, or links.

    Args:
        page: what to show; it is read and not changed.
        resource: given the absolute address of a picture, font or style sheet, what to load in its
            place (written as it is), or None for nothing. It decides which addresses are fit to be
            loaded. Without it the document loads nothing at all: pictures keep their sizes and
            alternative texts, and ``data:`` pictures are shown.

    Elements carry ``data-treesim-node``, their number in ``page.tree``; those that show nothing by
    themselves (scripts, ``meta``, ``base``, ``source``, ``track`` and the like) are left out. The
    page's own attributes beginning ``data-treesim`` are dropped. Further:

    - ``data-treesim-href``: where a link or area leads, absolute, "" if to a script or nowhere.
      It has no ``href``: in an ``iframe`` with ``srcdoc`` even ``#`` leads to the parent's page.
    - ``data-treesim-picture``: the address of a picture that is not loaded, "" if it has none.
    - ``data-treesim-frame``: the address of a frame, of which a box is left.
    - ``data-treesim-cut``: a note at the end of a page of more than :data:`MAX_ELEMENTS` elements
      or :data:`MAX_CHARS` characters.

    What browsers display only without scripts (``noscript``), or never (``template``), is there
    with its elements, and not displayed. A browser may move an element that stands where HTML has
    it not (a ``div`` in a ``table``) and split a link in a link into two of one number.

    Show it in a sandbox without scripts, under a policy that allows no more than it needs. No
    ``name`` is written and no control belongs to a form, so that nothing in the page hides the
    methods of its document or forms from whoever reads them.

    O(elements + characters); nothing recurses.
    """
    writer = _Writer(page, resource)
    for root in roots_of(page.root):
        if not writer.write(root):
            break
    return writer.result()


class _Writer:
    """The document in the making."""

    def __init__(self, page: Page, resource: Callable[[str], str | None] | None) -> None:
        self._attributes = AttributeWriter(page, resource)
        self._numbers = (node for node, tag in enumerate(page.tree.tag) if tag != tags.TEXT)
        self._forms: dict[str, tuple[Form, _Write]] = {}
        self._places = _places(page.root)
        self._pieces: list[str] = []
        # Of each open element its end tag, and what else is to be done at its end.
        self._open: list[tuple[str, _Leave | None]] = []
        self._elements = self._chars = self._css_chars = 0
        # How deep we are in what is not displayed, and in SVG or MathML.
        self._hidden = self._foreign = 0
        self._in_head = self._unstyled = False
        # Below an element of which no more than the text is written.
        self._muted = self._with_text = False
        self._writes: dict[Kind, _Write] = {
            Kind.WHOLE: self._whole,
            Kind.VOID: self._void,
            Kind.EMPTY: self._empty,
            Kind.BOX: self._box,
            Kind.FLAT: self._flat,
            Kind.HIDDEN: self._not_displayed,
            Kind.DOCUMENT: self._document,
            Kind.SHEET: self._sheet,
            Kind.LINK: self._link,
            Kind.DISSOLVED: self._dissolved,
            Kind.SILENT: self._silent,
        }
        self._add(doctype_of(page.root))
        around = _AROUND[self._places.get(page.root, "")]
        self._add(around[0])
        self._last = around[1]

    def write(self, root: etree._Element) -> bool:
        """Write a root and all below it; False if the page has become too long."""
        for event, element in etree.iterwalk(root, events=_EVENTS):
            if event == "start":
                if self._elements >= MAX_ELEMENTS or self._chars >= MAX_CHARS:
                    self._cut()
                    return False
                self._start(element)
                self._text(element.text)
                continue
            if event == "end":
                self._end()
            if element is not root:
                self._text(element.tail)
        return True

    def result(self) -> str:
        """The document, without the characters that HTML must not have."""
        return _CONTROL.sub("", "".join(self._pieces) + self._last)

    def _add(self, piece: str) -> None:
        self._pieces.append(piece)
        self._chars += len(piece)

    def _text(self, text: str | None) -> None:
        if text and (self._with_text or not self._muted):
            self._add(escape(text, quote=False))

    def _cut(self) -> None:
        while self._open:
            self._end()
        self._add(_CUT)

    def _start(self, element: etree._Element) -> None:
        node = next(self._numbers, -1)
        self._elements += 1
        if self._muted:
            self._open.append(("", None))
            return
        tag = str(element.tag)
        known = self._forms.get(tag)
        if known is None:
            form = form_of(tag)
            known = self._forms[tag] = form, self._writes[form.kind]
        form, write = known
        write(element, node, form)

    def _end(self) -> None:
        end_tag, leave = self._open.pop()
        if leave is not None:
            leave()
        if end_tag:
            self._add(end_tag)

    def _start_tag(self, element: etree._Element, node: int, name: str) -> None:
        self._add(f"<{name}{self._attributes.write(element, name, node)}>")

    # How elements of each kind are written

    def _whole(self, element: etree._Element, node: int, form: Form) -> None:
        name = form.name
        self._start_tag(element, node, name)
        leave: _Leave | None = None
        if name in _FOREIGN:
            self._foreign += 1
            leave = self._leave_foreign
        elif name == "picture":
            self._attributes.enter_picture()
            leave = self._attributes.leave_picture
        self._open.append((form.end_tag, leave))

    def _void(self, element: etree._Element, node: int, form: Form) -> None:
        if self._foreign and local_name(element) == "image":
            self._whole(element, node, SVG_IMAGE)
            return
        self._start_tag(element, node, form.name)
        self._open.append(("", None))

    def _empty(self, element: etree._Element, node: int, form: Form) -> None:
        self._start_tag(element, node, form.name)
        self._add(form.end_tag)
        self._open.append(("", None))

    def _box(self, element: etree._Element, node: int, form: Form) -> None:
        self._start_tag(element, node, form.name)
        self._mute(form.end_tag)

    def _flat(self, element: etree._Element, node: int, form: Form) -> None:
        self._start_tag(element, node, form.name)
        self._mute(form.end_tag, with_text=True)

    def _not_displayed(self, element: etree._Element, node: int, form: Form) -> None:
        if self._in_head:
            # A browser would take it for the beginning of the body.
            self._mute("")
            return
        self._add(f'<{form.name} data-treesim-node="{node}" style="display:none!important">')
        self._hidden += 1
        self._attributes.loading = False
        self._open.append((form.end_tag, self._leave_hidden))

    def _document(self, element: etree._Element, node: int, form: Form) -> None:
        place = self._places.get(element)
        if place is None:
            self._whole(element, node, DIV)
            return
        self._start_tag(element, node, place)
        if place == "head":
            self._add(_START)
            self._in_head = True
        elif place == "html" and "head" not in self._places.values():
            self._add(f"<head>{_START}</head>")
        self._open.append((f"</{place}>", self._leave_head if place == "head" else None))

    def _sheet(self, element: etree._Element, node: int, form: Form) -> None:
        css = element.text or ""
        kind = (element.get("type") or "text/css").strip().lower()
        self._css_chars += len(css)
        if self._hidden or kind != "text/css" or self._css_chars > MAX_CSS:
            css = ""
        written = inert_css(css, self._attributes.load)
        if self._foreign:
            # There style is no element of raw text: what looks like &quot; would be read as such.
            written = written.replace("&", "\\26 ")
        self._start_tag(element, node, form.name)
        self._add(written)
        self._mute(form.end_tag)

    def _link(self, element: etree._Element, node: int, form: Form) -> None:
        self._open.append(("", None))
        relations = (element.get("rel") or "").lower().split()
        if self._hidden or "stylesheet" not in relations or "alternate" in relations:
            return
        loaded = self._attributes.load(element.get("href") or "")
        if loaded is not None:
            written = self._attributes.write(element, form.name, node)
            self._add(f'<link rel="stylesheet" href="{escape(loaded)}"{written}>')
        elif not self._unstyled:
            self._unstyled = True
            self._add(_UNSTYLED)

    def _dissolved(self, element: etree._Element, node: int, form: Form) -> None:
        self._attributes.see_source(element)
        self._open.append(("", None))

    def _silent(self, element: etree._Element, node: int, form: Form) -> None:
        self._mute("")

    # What is to be done at their end

    def _mute(self, end_tag: str, with_text: bool = False) -> None:
        self._muted, self._with_text = True, with_text
        self._open.append((end_tag, self._unmute))

    def _unmute(self) -> None:
        self._muted = self._with_text = False

    def _leave_foreign(self) -> None:
        self._foreign -= 1

    def _leave_hidden(self) -> None:
        self._hidden -= 1
        self._attributes.loading = self._hidden == 0

    def _leave_head(self) -> None:
        self._in_head = False


def _places(root: etree._Element) -> dict[etree._Element, str]:
    """The document's own html, head and body."""
    name = local_name(root)
    if name == "body":
        return {root: name}
    if name != "html":
        return {}
    places = {root: name}
    for place, child in enumerate(root.iterchildren("*")):
        name = local_name(child)
        if (name == "head" and place == 0) or (name == "body" and name not in places.values()):
            places[child] = name
    return places


def doctype_of(root: etree._Element) -> str:
    """The doctype that makes browsers lay the page out as they do by its own.

    A page without one is laid out in quirks mode; libxml2 gives it one that tells the same.
    """
    info: Any = root.getroottree().docinfo  # lxml's stubs lack half of it
    public = info.public_id or ""
    if _OLD.match(public) or (_LOOSE.match(public) and not info.system_url):
        return QUIRKS
    return LIMITED_QUIRKS if _LOOSE.match(public) or _LOOSE_XHTML.match(public) else STANDARDS
