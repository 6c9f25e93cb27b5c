"""Functions to read a page, written into ejected code where it needs them.

The selectors of ejected code are chosen by what these functions make of them, so that what was
checked is what runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

from lxml import etree
from parsel import Selector

INLINE = frozenset(
    "a abbr acronym annotation annotation-xml b bdi bdo big blink button cite code data del"
    " dfn em font i img input ins kbd label maction map mark math menclose merror meter"
    " mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms"
    " mspace msqrt mstyle msub msubsup msup mtable mtext munder munderover nobr object output"
    " path picture progress q rb rp rt rtc ruby s samp semantics small source span strike"
    " strong sub sup svg time tt u use var wbr".split()
)
SILENT = frozenset(
    "annotation annotation-xml datalist head optgroup option rp rt rtc script select style"
    " template textarea".split()
)
CONTROLS = dict.fromkeys([*range(32), *range(127, 160)], " ")
NO_WIDTH = dict.fromkeys([0xAD, 0x200B, 0x2060, 0xFEFF])
SAFE = frozenset(("", "http", "https", "ftp", "mailto", "tel"))


def text_of(found: Selector | str) -> str:
    """The text of an element, on one line, blocks apart; or an attribute, or a run of text."""
    top = found if isinstance(found, str) else found.root
    if isinstance(top, str):
        return " ".join(top.translate(CONTROLS).split())
    pieces = []
    walk = etree.iterwalk(top, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        if event == "start" and node.tag in SILENT and node is not top:
            walk.skip_subtree()
        elif event == "start":
            pieces += ["" if node.tag in INLINE else " ", node.text or ""]
        else:
            if event == "end" and node.tag not in INLINE | SILENT:
                pieces.append(" ")
            if node is not top:
                pieces.append(node.tail or "")
    return " ".join("".join(pieces).translate(CONTROLS | NO_WIDTH).split())


def between(found: Iterable[Selector | str], after: str, before: str) -> Iterator[str]:
    """The part between two texts in each; nothing of those that lack them."""
    for one in found:
        said = text_of(one)
        if len(said) >= len(after + before) and said.startswith(after) and said.endswith(before):
            yield said[len(after) : len(said) - len(before)].strip()


def absolute(page: Any, found: Iterable[Selector | str]) -> Iterator[str]:
    """Addresses made absolute; nothing of those that are broken, scripts, or files of others."""
    safe = SAFE | {"file"} if str(page.url)[:5].lower() == "file:" else SAFE
    for one in found:
        address = text_of(one)
        try:
            joined = page.urljoin(address)
            if address and {urlsplit(address).scheme, urlsplit(joined).scheme} <= safe:
                yield joined
        except ValueError:
            continue


def texts(found: Iterable[Selector | str]) -> list[str]:
    """The texts of all of them, each text once."""
    return list(dict.fromkeys(filter(None, map(text_of, found))))


def text(found: Iterable[Selector | str], index: int = 0, least: int = 1) -> str | None:
    """The text of the first one that has any, or of one further on; -1 is the last.

    None where fewer than ``least`` have any.
    """
    said = [*filter(None, map(text_of, found))]
    return said[index] if len(said) >= least and -len(said) <= index < len(said) else None


def merged(*values: str | list[str] | None) -> list[str]:
    """All of several values, each text once."""
    lists = (one if isinstance(one, list) else [one] for one in values)
    return list(dict.fromkeys(one for some in lists for one in some if one))
