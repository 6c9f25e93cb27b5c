"""The doctype of an inert page: one of three, for the three ways browsers lay a page out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from lxml import etree

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


def doctype_of(root: etree._Element) -> str:
    """The doctype that makes browsers lay the page out as they do by its own.

    A page without one is laid out in quirks mode; libxml2 gives it one that tells the same.
    """
    info: Any = root.getroottree().docinfo  # lxml's stubs lack half of it
    public = info.public_id or ""
    if _OLD.match(public) or (_LOOSE.match(public) and not info.system_url):
        return QUIRKS
    return LIMITED_QUIRKS if _LOOSE.match(public) or _LOOSE_XHTML.match(public) else STANDARDS
