"""Functions to read a page, copied into ejected code.

The selectors of ejected code are chosen with these functions, so that the code that was checked is
the code that runs.
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


def text_of(selected: Selector | str) -> str:
    """Return a node's text, on one line, blocks separated; or an attribute's value."""
    top = selected if isinstance(selected, str) else selected.root
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


def between(selected: Iterable[Selector | str], after: str, before: str) -> Iterator[str]:
    """Yield the part between two texts in each; nothing for texts without them."""
    for node in selected:
        value = text_of(node)
        if len(value) >= len(after + before) and value.startswith(after) and value.endswith(before):
            yield value[len(after) : len(value) - len(before)].strip()


def absolute(page: Any, selected: Iterable[Selector | str]) -> Iterator[str]:
    """Yield addresses made absolute, without broken ones, scripts and files of others."""
    safe = SAFE | {"file"} if str(page.url)[:5].lower() == "file:" else SAFE
    for node in selected:
        address = text_of(node)
        try:
            joined = page.urljoin(address)
            if address and {urlsplit(address).scheme, urlsplit(joined).scheme} <= safe:
                yield joined
        except ValueError:
            continue


def texts(selected: Iterable[Selector | str]) -> list[str]:
    """Return the texts of all nodes, each text once."""
    return list(dict.fromkeys(filter(None, map(text_of, selected))))


def text(selected: Iterable[Selector | str], index: int = 0, least: int = 1) -> str | None:
    """Return the text of the first node with any, or of a later one; -1 is the last.

    None if fewer than ``least`` have any.
    """
    values = [*filter(None, map(text_of, selected))]
    return values[index] if len(values) >= least and -len(values) <= index < len(values) else None


def merged(*values: str | list[str] | None) -> list[str]:
    """Return all of several values, each text once."""
    lists = (value if isinstance(value, list) else [value] for value in values)
    return list(dict.fromkeys(value for texts_of in lists for value in texts_of if value))
