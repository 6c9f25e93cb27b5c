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


def text_of(selected: Selector | str) -> str:
    """The text of an element, on one line, blocks apart; or an attribute, or a run of text."""
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
    """The part between two texts in each; nothing of those that lack them."""
    for node in selected:
        value = text_of(node)
        if len(value) >= len(after + before) and value.startswith(after) and value.endswith(before):
            yield value[len(after) : len(value) - len(before)].strip()


def absolute(page: Any, selected: Iterable[Selector | str]) -> Iterator[str]:
    """Addresses made absolute; nothing of those that are broken, scripts, or files of others."""
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
    """The texts of all of them, each text once."""
    return list(dict.fromkeys(filter(None, map(text_of, selected))))


def text(selected: Iterable[Selector | str], index: int = 0, least: int = 1) -> str | None:
    """The text of the first one that has any, or of one further on; -1 is the last.

    None where fewer than ``least`` have any.
    """
    values = [*filter(None, map(text_of, selected))]
    return values[index] if len(values) >= least and -len(values) <= index < len(values) else None


def merged(*values: str | list[str] | None) -> list[str]:
    """All of several values, each text once."""
    lists = (value if isinstance(value, list) else [value] for value in values)
    return list(dict.fromkeys(value for texts_of in lists for value in texts_of if value))
