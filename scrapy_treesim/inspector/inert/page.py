"""A page as harmless HTML of the same look, for the inspector to show.

It is written from lxml's tree, by lists of allowed elements and attributes, so that none of the
page's own markup comes through. All texts and all values are escaped, and the text of style sheets
has no tag: even if a browser's parser reads something differently from libxml2, no ``<`` begins
anything unintended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from lxml import etree

from scrapy_treesim.inspector.inert.css import inert_css
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.picture_address import address_in
from scrapy_treesim.tree.walk import roots_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_ELEMENTS: Final = 200_000
"""Largest number of elements to write: browsers become slow with more."""
MAX_CHARS: Final = 30_000_000
"""Largest number of characters to write, about."""
MAX_CSS: Final = 1_000_000
"""Largest number of characters of style elements to read; further ones are left empty."""
MAX_CUSTOM_VALUE: Final = 256
"""Largest number of characters of a ``data-…`` value: long ones are for scripts, not styles."""
MAX_ATTRIBUTES: Final = 200
"""Largest number of attributes to read of one element."""
MAX_ADDRESS: Final = 4_096
"""Largest number of characters of a link's address."""
MAX_DATA: Final = 500_000
"""Largest number of characters of a picture embedded in the page."""


class Form(NamedTuple):
    """The form of an element in the output."""

    name: str
    """Name of the tags; empty to write none."""
    end: str = ""
    """End tag."""
    content: Literal["all", "text", "nothing"] = "all"
    """Part of the content to write."""
    is_hidden: bool = False
    """True if it is never displayed."""


# In each list an equals sign separates a name from the name to write instead.
_WHOLE: Final = (
    # HTML
    "a abbr acronym address article aside audio b bdi bdo big blink blockquote body=div button "
    "canvas caption center cite code colgroup data datalist dd del details dfn dialog dir div dl "
    "dt em fieldset figcaption figure font footer form frameset=div h1 h2 h3 h4 h5 h6 head=div "
    "header hgroup html=div i ins kbd label legend li listing=pre main map mark marquee menu meter "
    "nav nobr ol optgroup option output p picture plaintext=pre pre progress q rb rp rt rtc ruby s "
    "samp search section select small span strike strong sub summary sup table tbody td tfoot th "
    "thead time tr tt u ul var video xmp=pre "
    # SVG, in lower case as HTML has it
    "circle clippath defs desc ellipse feblend fecolormatrix fecomposite fedropshadow feflood "
    "fegaussianblur femerge femergenode femorphology feoffset feturbulence filter g line "
    "lineargradient marker mask path pattern polygon polyline radialgradient rect stop svg "
    "switch symbol text textpath tspan use view "
    # MathML
    "math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts "
    "mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder "
    "munderover semantics"
)
# What libxml2 reads as the content of these comes after them.
_VOID: Final = "area br col hr image=img img input wbr"
_HIDDEN: Final = "annotation noembed noframes noscript template"
# These are not written, but what libxml2 reads as their content is.
_DISSOLVED: Final = "base basefont bgsound isindex keygen meta nextid param source track"


def _forms() -> dict[str, Form]:
    forms = {}
    for entry in _WHOLE.split():
        name, _, other = entry.partition("=")
        forms[name] = Form(other or name, end=f"</{other or name}>")
    for entry in _VOID.split():
        name, _, other = entry.partition("=")
        forms[name] = Form(other or name)
    forms |= {
        name: Form(f"x-{name}", end=f"</x-{name}>", is_hidden=True) for name in _HIDDEN.split()
    }
    forms |= dict.fromkeys(_DISSOLVED.split(), Form(""))
    forms |= dict.fromkeys(("link", "script"), Form("", content="nothing"))
    for name in ("frame", "iframe"):
        forms[name] = Form(f"x-{name}", end=f"</x-{name}>", content="nothing")
    for name in ("textarea", "title"):
        forms[name] = Form(name, end=f"</{name}>", content="text")
    forms["style"] = Form("style", end="</style>", content="nothing")
    return forms


_FORMS: Final = _forms()
_SVG_IMAGE: Final = Form("image", end="</image>")
_CUSTOM_NAME = re.compile(r"[a-z][a-z0-9._]{0,60}[-:][a-z0-9:._-]{0,60}")
_BARE = re.compile(r"[a-z][a-z0-9]{0,60}")
# Names with a hyphen that are standard.
_STANDARD = re.compile(r"annotation-xml|color-profile|font-face.*|missing-glyph")


@lru_cache(maxsize=10_000)
def form_of(name: str) -> Form:
    """Return the form of an element with this name, in lower case.

    Names with a hyphen or colon mean nothing to any browser, now or later, and stay as they are.
    Other elements that are not listed (objects, applets, foreign objects, animations, future ones)
    get such a name: ``x-object``, or ``x-unnamed`` if theirs is not a valid one.
    """
    if name in _FORMS:
        return _FORMS[name]
    if not _CUSTOM_NAME.fullmatch(name) or _STANDARD.fullmatch(name):
        name = f"x-{name}" if _BARE.fullmatch(name) or _STANDARD.fullmatch(name) else "x-unnamed"
    return Form(name, end=f"</{name}>")


def _local(tag: str) -> str:
    """Return a name in lower case, without a namespace."""
    return tag.rpartition("}")[2].lower()


_PLAIN: Final = frozenset(
    # HTML
    "abbr align alt bgcolor border cellpadding cellspacing char charoff checked class clear color "
    "cols colspan compact controls datetime dir disabled face frame headers height hidden high "
    "hspace label lang low max maxlength min multiple noshade nowrap open optimum placeholder "
    "required reversed role rows rowspan rules scope selected size span start step "
    "summary text title valign vspace width wrap "
    # SVG and MathML, but for what may name an address
    "alignment-baseline baseline-shift clip-rule clippathunits color-interpolation-filters cx cy d "
    "display dominant-baseline dx dy fill-opacity fill-rule flood-color flood-opacity font-family "
    "font-size font-style font-weight fx fy gradienttransform gradientunits in in2 lengthadjust "
    "letter-spacing markerheight markerunits markerwidth maskcontentunits maskunits mode offset "
    "opacity operator orient overflow paint-order pathlength patterncontentunits "
    "patterntransform patternunits points preserveaspectratio r radius refx refy result rotate rx "
    "ry shape-rendering spreadmethod startoffset stddeviation stop-color stop-opacity "
    "stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit "
    "stroke-opacity stroke-width text-anchor text-decoration text-rendering textlength transform "
    "transform-origin values vector-effect version viewbox visibility word-spacing x x1 x2 y y1 y2 "
    "accent columnalign displaystyle linethickness lspace mathvariant rspace scriptlevel "
    "stretchy".split()
)
"""Attributes to write unchanged on any element."""
_PAINTED: Final = frozenset(
    "clip-path cursor fill filter marker-end marker-mid marker-start mask stroke".split()
)
"""Attributes of SVG with values as in CSS, possibly with an address."""
# Pages style by these.
_CUSTOM_ATTRIBUTE = re.compile(
    r"(?:aria-|data-(?!treesim|ts-))[a-z0-9_.:-]{1,80}|_[a-z][a-z0-9_-]{0,80}"
)
_PLAIN_ON: Final[Mapping[str, frozenset[str]]] = {
    "type": frozenset(("li", "ol", "ul")),
    "value": frozenset("button data li meter option progress".split()),
    "media": frozenset(("link", "style")),
}
"""Attributes to write unchanged on elements of certain names."""
_CONTROLS: Final = frozenset("button fieldset input output select textarea".split())
_INPUTS: Final = frozenset("button checkbox hidden image radio range reset submit".split())
_SECRET: Final = frozenset(("file", "hidden", "password"))
_BUTTONS: Final = frozenset(("button", "reset", "submit"))
_FRAGMENT = re.compile(r"#[\w.:-]+")
_DATA = re.compile(r"data:image/", re.IGNORECASE)

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_MARKUP = re.compile(r'[<>"]')
# A browser's style for links and frames, which these elements no longer are; any style of the
# page's own is stronger.
_START = (
    '<meta charset="utf-8"><style>'
    ":where([data-treesim-href]){color:LinkText;text-decoration:underline;cursor:pointer}"
    ":where([data-treesim-frame]){display:inline-block;width:300px;height:150px;overflow:hidden;"
    "background:#8883}"
    ":where([data-treesim-frame])::before{content:attr(data-treesim-frame)}"
    "</style>"
)
# HTML around a page, by its root.
_AROUND: Final = {
    "html": ("", ""),
    "body": (f"<html><head>{_START}</head>", "</html>"),
    "": (f"<html><head>{_START}</head><body>", "</body></html>"),
}
_CUT = '<p data-treesim-cut="">The page goes on; this is as much of it as is shown.</p>'


def inert_html(page: Page, resource: Callable[[str], str | None] | None = None) -> str:
    """Return the page as a whole HTML document without scripts, handlers, links or sent forms.

    Args:
        page: page to show; it is read and not changed.
        resource: function from the absolute address of a picture, font or style sheet to the one to
            load in its place (written as it is), or None. It decides which addresses may be loaded.
            Without it the document loads nothing at all: pictures keep their sizes and alternative
            texts, and ``data:`` pictures are shown.

    Elements have ``data-treesim-node``, their number in ``page.tree``; those that show nothing by
    themselves (scripts, ``meta``, ``base``, ``source``, ``track`` and the like) are left out. The
    page's own attributes beginning ``data-treesim`` are dropped. Further:

    - ``data-treesim-href``: absolute address of a link or area, "" for a script or none.
      It has no ``href``: in an ``iframe`` with ``srcdoc`` even ``#`` leads to the parent's page.
    - ``data-treesim-frame``: the address of a frame, shown as a box.
    - ``data-treesim-cut``: a note at the end of a page of more than :data:`MAX_ELEMENTS` elements
      or :data:`MAX_CHARS` characters.

    Content that browsers display only without scripts (``noscript``), or never (``template``), is
    written with its elements, and not displayed. A browser may move an element that HTML does not
    allow there (a ``div`` in a ``table``) and split a link in a link into two of one number.

    Show it in a sandbox without scripts, under a policy that allows no more than it needs. No
    ``name`` is written, no image has an ``id`` and no control belongs to a form, so that nothing in
    the page hides the methods of its document or forms from the code that reads them.

    O(elements + characters); nothing recurses.
    """
    writer = _Writer(page, resource)
    for root in roots_of(page.root):
        if not writer.write(root):
            break
    return writer.result()


class _Context(NamedTuple):
    """The surroundings of the next node to write."""

    content: Literal["all", "text", "nothing"] = "all"
    is_hidden: bool = False
    is_foreign: bool = False
    """True in SVG or MathML."""
    is_head: bool = False
    sources: list[str] | None = None
    """Addresses offered by the ``source`` elements of a ``picture`` so far."""


class _Writer:
    """Writer of the document."""

    def __init__(self, page: Page, resource: Callable[[str], str | None] | None) -> None:
        self._page = page
        self._resource = resource
        self._absolute: dict[str, str] = {}
        self._numbers = (node for node, tag in enumerate(page.tree.tag) if tag != tags.TEXT)
        self._document = _document(page.root)
        self._pieces: list[str] = []
        # The end tag of each open element, and its surroundings.
        self._open: list[tuple[str, _Context]] = []
        self._context = _Context()
        self._elements = self._chars = self._css_chars = 0
        self._add(_doctype(page.root))
        before, self._last = _AROUND[self._document.get(page.root, "")]
        self._add(before)

    def write(self, root: etree._Element) -> bool:
        """Write a root and all below it; return False if the page has become too long."""
        for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
            if event == "start":
                if self._elements >= MAX_ELEMENTS or self._chars >= MAX_CHARS:
                    while self._open:
                        self._end()
                    self._add(_CUT)
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
        """Return the document, without the characters forbidden in HTML."""
        return _CONTROL.sub("", "".join(self._pieces) + self._last)

    def _add(self, piece: str) -> None:
        self._pieces.append(piece)
        self._chars += len(piece)

    def _text(self, text: str | None) -> None:
        if text and self._context.content != "nothing":
            self._add(escape(text, quote=False))

    def _end(self) -> None:
        end, self._context = self._open.pop()
        self._add(end)

    def _start(self, element: etree._Element) -> None:
        """Write the start of an element, and note its end."""
        node = next(self._numbers, -1)
        self._elements += 1
        context = self._context
        if context.content != "all":
            self._open.append(("", context))
            return
        name = _local(str(element.tag))
        form = form_of(name)
        if element in self._document:
            form = Form(name, end=f"</{name}>")
        elif name == "image" and context.is_foreign:
            form = _SVG_IMAGE
        elif form.is_hidden and context.is_head:
            # A browser would read it as the start of the body.
            form = Form("", content="nothing")
        self._open.append((form.end, context))
        self._context = context._replace(
            content=form.content,
            is_hidden=context.is_hidden or form.is_hidden,
            is_foreign=context.is_foreign or name in ("math", "svg"),
            is_head=context.is_head or (form.name == "head"),
            sources=[] if name == "picture" else context.sources,
        )
        if form.is_hidden and form.name:
            hidden = f'data-treesim-node="{node}" style="display:none!important"'
            self._add(f"<{form.name} {hidden}>")
        elif form.name:
            written = self._attributes(element, form.name)
            self._add(f'<{form.name} data-treesim-node="{node}"{written}>')
        self._within(element, form.name or name, node)

    def _within(self, element: etree._Element, name: str, node: int) -> None:
        """Write the additions to certain elements, or what replaces their tags."""
        if name == "head" or (name == "html" and "head" not in self._document.values()):
            self._add(_START if name == "head" else f"<head>{_START}</head>")
        elif name == "style":
            self._add(self._sheet(element))
        elif name == "link":
            self._link(element, node)
        elif name == "source" and self._context.sources is not None:
            offered = address_in(_attributes(element))
            self._context.sources.extend([offered] if offered else [])

    def _sheet(self, element: etree._Element) -> str:
        css = element.text or ""
        kind = (element.get("type") or "text/css").strip().lower()
        self._css_chars += len(css)
        if self._context.is_hidden or kind != "text/css" or self._css_chars > MAX_CSS:
            return ""
        written = inert_css(css, self._load)
        # A style in SVG is no element of raw text: a browser would decode &quot; there.
        return written.replace("&", "\\26 ") if self._context.is_foreign else written

    def _link(self, element: etree._Element, node: int) -> None:
        """Write a style sheet's link, if it may be loaded."""
        relations = (element.get("rel") or "").lower().split()
        if self._context.is_hidden or "stylesheet" not in relations or "alternate" in relations:
            return
        loaded = self._load(element.get("href") or "")
        if loaded is not None:
            about = f'rel="stylesheet" href="{escape(loaded)}" data-treesim-node="{node}"'
            self._add(f"<link {about}{self._attributes(element, 'link')}>")

    def _absolute_to(self, address: str) -> str:
        """Make an address of the page absolute; "" if it is broken, too long or a script."""
        absolute = self._absolute.get(address)
        if absolute is None:
            absolute = "" if len(address) > MAX_ADDRESS else self._page.absolute(address) or ""
            self._absolute[address] = absolute
        return absolute

    def _load(self, address: str) -> str | None:
        """Return the address to load in place of one of the page, or None."""
        # A browser would also load what is not displayed.
        if self._resource is None or self._context.is_hidden:
            return None
        absolute = self._absolute_to(address)
        return self._resource(absolute) if absolute else None

    def _attributes(self, element: etree._Element, name: str) -> str:
        """Return the attributes of an element written as ``name``, a space before each."""
        attributes = _attributes(element)
        styles: list[str] = []
        written: dict[str, str] = {}
        for attribute, value in attributes.items():
            if attribute in _PLAIN or name in _PLAIN_ON.get(attribute, ()):
                written[attribute] = value
            elif attribute == "style":
                styles.append(inert_css(value, self._load))
            elif attribute == "popover":
                styles.append("display:none")
            elif attribute in _PAINTED:
                written[attribute] = inert_css(value, self._load)
            elif attribute == "id":
                # The ids of images in a form hide its own properties from code that reads it.
                written |= {} if name == "img" else {"id": value}
            elif attribute == "href" and name == "use" and _FRAGMENT.fullmatch(value):
                written["href"] = value
            elif _CUSTOM_ATTRIBUTE.fullmatch(attribute) and len(value) <= MAX_CUSTOM_VALUE:
                written[attribute] = value
        written |= self._added(attributes, name)
        if styles:
            written["style"] = ";".join(styles)
        return "".join(f' {key}="{escape(value)}"' for key, value in written.items())

    def _added(self, attributes: Mapping[str, str], name: str) -> Mapping[str, str]:
        """Return the replaced attributes of certain elements."""
        if name in ("a", "area") and "href" in attributes:
            return {"data-treesim-href": self._absolute_to(attributes["href"])}
        if name in ("img", "image"):
            return self._picture(attributes, "src" if name == "img" else "href")
        if name in _CONTROLS:
            return self._control(attributes, name)
        if name == "form":
            # A form of this method closes its dialog, and does nothing else.
            return {"method": "dialog", "autocomplete": "off"}
        if name in ("x-frame", "x-iframe"):
            address = attributes.get("src") or attributes.get("data-src") or ""
            return {"data-treesim-frame": self._absolute_to(address)}
        if name == "video" and (poster := self._load(attributes.get("poster", ""))):
            return {"poster": poster}
        return {}

    def _picture(self, attributes: Mapping[str, str], attribute: str) -> Mapping[str, str]:
        """Return the attribute for the picture, if it can be shown."""
        src = attributes.get(attribute, "").strip()
        # The address as findings read it, or else that of a placeholder.
        offered = address_in({**attributes, "src": src}), (self._context.sources or [""])[0], src
        for address in filter(None, offered):
            is_kept = len(address) <= MAX_DATA and _DATA.match(address)
            shown = address if is_kept else self._load(address)
            if shown is not None:
                return {attribute: shown}
        return {}

    def _control(self, attributes: Mapping[str, str], name: str) -> Mapping[str, str]:
        """Return the attributes of a control: it belongs to no form and keeps no value."""
        written = {"form": ""}
        kind = attributes.get("type", "").strip().lower()
        if name == "button":
            written["type"] = kind if kind in _BUTTONS else "button"
        elif name == "textarea" or (name == "input" and kind not in _INPUTS):
            written |= {"readonly": "", "autocomplete": "off"}
        if name == "input":
            written["type"] = kind if kind in _INPUTS else "text"
            if kind not in _SECRET and "value" in attributes:
                written["value"] = attributes["value"]
            if kind == "image":
                written |= self._picture(attributes, "src")
        return written


def _document(root: etree._Element) -> dict[etree._Element, str]:
    """Return the document's own html, head and body, each with its name."""
    name = _local(str(root.tag))
    elements = {root: name} if name in ("html", "body") else {}
    for position, child in enumerate(root.iterchildren("*") if name == "html" else ()):
        name = _local(str(child.tag))
        if (name == "head" and position == 0) or (name == "body" and name not in elements.values()):
            elements[child] = name
    return elements


def _doctype(root: etree._Element) -> str:
    """Return the page's own doctype, by which browsers choose the layout mode.

    libxml2 gives a page without one a doctype of quirks mode.
    """
    info: Any = root.getroottree().docinfo  # lxml's stubs lack half of it
    public, system = (_MARKUP.sub("", text or "") for text in (info.public_id, info.system_url))
    ids = f' PUBLIC "{public}"' if public else ""
    return f'<!DOCTYPE html{ids} "{system}">' if ids and system else f"<!DOCTYPE html{ids}>"


def _attributes(element: etree._Element) -> dict[str, str]:
    """Return an element's attributes by their names in lower case, MAX_ATTRIBUTES at most."""
    # lxml looks each value up by its name, so that all of them would take quadratic time.
    attributes = {}
    for key in element.keys()[:MAX_ATTRIBUTES]:
        try:
            value = element.get(key)
        except ValueError:
            continue  # A name in HTML that is none in XML.
        attributes[_local(str(key)).removeprefix("xlink:")] = str(value)
    return attributes
