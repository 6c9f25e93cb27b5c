"""The elements and attributes that an inert page has: those listed here, and no others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lxml import etree


class Kind(Enum):
    """The form in which an element is written."""

    WHOLE = "start tag, what is in it, end tag"
    VOID = "start tag; what libxml2 takes to be in it comes after it"
    EMPTY = "start and end tag; what libxml2 takes to be in it comes after it"
    BOX = "start and end tag; what is in it is left out"
    FLAT = "start tag, its text without the tags in it, end tag"
    HIDDEN = "as WHOLE, never displayed"
    DOCUMENT = "html, head and body, where they belong; a div elsewhere"
    SHEET = "style, its text made inert"
    LINK = "link, if it is a style sheet that may be loaded"
    DISSOLVED = "nothing of it; what libxml2 takes to be in it is written"
    SILENT = "nothing"


@dataclass(frozen=True, slots=True)
class Form:
    """An element as it is written: its name, and how."""

    name: str
    kind: Kind = Kind.WHOLE
    end_tag: str = ""


# In each list a name may be written as another, after an equals sign.
_FORMS: Final = {
    Kind.WHOLE: (
        # HTML
        "a abbr acronym address article aside audio b bdi bdo big blink blockquote button canvas "
        "caption center cite code colgroup data datalist dd del details dfn dialog dir div dl dt "
        "em fieldset figcaption figure font footer form frameset=div h1 h2 h3 h4 h5 h6 header "
        "hgroup i ins kbd label legend li listing=pre main map mark marquee menu meter nav nobr ol "
        "optgroup option output p picture plaintext=pre pre progress q rb rp rt rtc ruby s samp "
        "search section select small span strike strong sub summary sup table tbody td tfoot th "
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
    ),
    Kind.VOID: "area br col hr image=img img input wbr",
    Kind.EMPTY: "embed=x-embed",
    Kind.BOX: "frame=x-frame iframe=x-iframe",
    Kind.FLAT: "textarea title",
    Kind.HIDDEN: (
        "annotation=x-annotation noembed=x-noembed noframes=x-noframes noscript=x-noscript "
        "template=x-template"
    ),
    Kind.DOCUMENT: "body=div head=div html=div",
    Kind.SHEET: "style",
    Kind.LINK: "link",
    Kind.DISSOLVED: "base basefont bgsound isindex keygen meta nextid param source track",
    Kind.SILENT: "script",
}

_AUTHORS_OWN = re.compile(r"[a-z][a-z0-9._]{0,60}[-:][a-z0-9:._-]{0,60}")
_BARE = re.compile(r"[a-z][a-z0-9]{0,60}")

# Names with a hyphen that are not their author's own.
_STANDARD = re.compile(r"annotation-xml|color-profile|font-face.*|missing-glyph")


def _end_tag(name: str, kind: Kind) -> str:
    return "" if kind in (Kind.VOID, Kind.DISSOLVED, Kind.SILENT, Kind.LINK) else f"</{name}>"


def _known_forms() -> dict[str, Form]:
    forms = {}
    for kind, names in _FORMS.items():
        for entry in names.split():
            name, _, other = entry.partition("=")
            forms[name] = Form(other or name, kind, _end_tag(other or name, kind))
    return forms


_KNOWN: Final = _known_forms()
DIV: Final = Form("div", Kind.WHOLE, "</div>")
SVG_IMAGE: Final = Form("image", Kind.WHOLE, "</image>")


def local_name(element: etree._Element) -> str:
    """The element's name in lower case, without a namespace."""
    return _local(str(element.tag))


def _local(tag: str) -> str:
    return tag.rpartition("}")[2].lower()


def form_of(tag: str) -> Form:
    """The form in which an element of this lxml tag is written.

    Names with a hyphen or colon mean nothing to any browser, now or later, and stay as they are;
    what else is not listed (objects, applets, foreign objects, animations, what may yet come) gets
    such a name: ``x-object``. So does what is no name at all: ``x-unnamed``.
    """
    name = _local(tag)
    known = _KNOWN.get(name)
    if known is not None:
        return known
    if not _AUTHORS_OWN.fullmatch(name) or _STANDARD.fullmatch(name):
        name = f"x-{name}" if _BARE.fullmatch(name) or _STANDARD.fullmatch(name) else "x-unnamed"
    return Form(name, Kind.WHOLE, f"</{name}>")


PLAIN: Final = frozenset(
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
"""Attributes that are written as they are, on any element."""

PAINTED: Final = frozenset(
    "clip-path cursor fill filter marker-end marker-mid marker-start mask stroke".split()
)
"""Attributes of SVG with values as in CSS, where an address may stand."""

_AUTHORS_ATTRIBUTE = re.compile(
    r"(?:aria-|data-(?!treesim|ts-))[a-z0-9_.:-]{1,80}|_[a-z][a-z0-9_-]{0,80}"
)


def is_authors_own(attribute: str) -> bool:
    """Tell whether it is an attribute ``data-…``, ``aria-…`` or ``_…``, by which pages style."""
    return _AUTHORS_ATTRIBUTE.fullmatch(attribute) is not None
