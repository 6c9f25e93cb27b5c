"""Runs one peer over one data set; started by ``benchmarks.peers`` in the peers' environment.

    python -m benchmarks.peers_runner NAME FOLDER OUT [--limit N]

Imports the peer, lxml and the standard library only. OUT gets one JSON object a page: ``id``,
``text``, ``cpu`` and ``parse_cpu`` in seconds, ``error`` (empty where all went well).
"""

from __future__ import annotations

import argparse
import codecs
import json
import logging
import re
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from os import getpid
from pathlib import Path
from time import process_time
from typing import Any, Final, TypeAlias
from urllib.parse import urljoin

import lxml.html
from lxml import etree

from benchmarks.pages import DataSet, LabelledPage

TIMEOUT: Final = 30
"""Seconds of CPU that a page may take."""

Extract: TypeAlias = Callable[[LabelledPage], str]


@dataclass(frozen=True, slots=True)
class Peer:
    """An extractor of others."""

    requirement: str
    """What pip installs."""
    load: Callable[[], Extract]
    """Imports it."""


class TooLate(BaseException):
    """A page took too long; no peer catches it as one of its own exceptions."""


def run(extract: Extract, pages: Iterable[LabelledPage]) -> Iterator[dict[str, Any]]:
    """What comes of each page, and its CPU time besides that of lxml's parse."""
    signal.signal(signal.SIGPROF, too_late)
    warm = False
    for page in pages:
        if not warm:
            warm = True
            guarded(extract, page)
        started = process_time()
        with suppress(etree.ParserError, etree.XMLSyntaxError):
            lxml.html.document_fromstring(page.html)
        parsed = process_time()
        text, error = guarded(extract, page)
        ended = process_time()
        yield {
            "id": page.id,
            "text": text,
            "cpu": ended - parsed,
            "parse_cpu": parsed - started,
            "error": error,
        }


def guarded(extract: Extract, page: LabelledPage) -> tuple[str, str]:
    """The text and the name of what went wrong."""
    signal.setitimer(signal.ITIMER_PROF, TIMEOUT)
    try:
        return extract(page), ""
    except TooLate:
        return "", f"over {TIMEOUT} s"
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # A panic of Rust is no Exception.
        return "", type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def too_late(*_: object) -> None:
    raise TooLate


def trafilatura(**options: bool) -> Extract:
    extract = import_module("trafilatura").extract
    return lambda page: extract(decoded(page.html), url=address(page), **options) or ""


def readability() -> Extract:
    document = import_module("readability").Document
    return lambda page: text_of(document(decoded(page.html), url=address(page)).summary())


def resiliparse() -> Extract:
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    # Without bullets, numbers of lists and alternative texts, of which no truth has any.
    options = {"main_content": True, "list_bullets": False, "alt_texts": False}
    return lambda page: extract(decoded(page.html), **options) or ""


def newspaper() -> Extract:
    module = import_module("newspaper")
    known = set(import_module("newspaper.utils").get_available_languages())

    def extract(page: LabelledPage) -> str:
        told = {"language": language(page)} if language(page) in known else {}
        article = module.Article(address(page), fetch_images=False, **told)
        article.download(input_html=decoded(page.html))
        article.parse()
        text: str = article.text
        return text

    return extract


def magic_html() -> Extract:
    extractor = import_module("magic_html").GeneralExtractor()
    return lambda page: text_of(
        extractor.extract(decoded(page.html), base_url=address(page))["html"]
    )


def rs_trafilatura() -> Extract:
    extract = import_module("rs_trafilatura").extract
    return lambda page: extract(decoded(page.html), url=address(page)).main_content or ""


PEERS: Final = {
    "trafilatura": Peer("trafilatura==2.3.1", trafilatura),
    "trafilatura-precision": Peer(
        "trafilatura==2.3.1", lambda: trafilatura(include_comments=False, favor_precision=True)
    ),
    "readability-lxml": Peer("readability-lxml==0.9", readability),
    "resiliparse": Peer("resiliparse==2.0.0", resiliparse),
    "rs-trafilatura": Peer("rs-trafilatura==0.1.1", rs_trafilatura),
    "newspaper4k": Peer("newspaper4k[zh,ja]==0.9.6", newspaper),
    "magic-html": Peer("magic-html==0.1.8", magic_html),
}
"""By name: in their default settings but for what the name says and what would leave the machine.

Those that want to be told the language are told the truth's.
"""


def language(page: LabelledPage) -> str:
    told: str = page.truth.get("lang") or ""
    return told


def address(page: LabelledPage) -> str:
    """The page's address, absolute also where the data has a path only."""
    return urljoin("https://example.com/", page.url)


_CHARSET = re.compile(rb"""<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*>")
_CHINESE = {"gb2312": "gb18030", "gbk": "gb18030"}


def decoded(html: bytes) -> str:
    """The page as text: the first of its mark, what it declares, UTF-8 and GB18030 that fits.

    Every peer gets it: those that take bytes do worse by their own guesses, on Chinese pages.
    """
    declared = [name.decode("ascii", "replace").lower() for name in _CHARSET.findall(html[:8192])]
    if html.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        declared.insert(0, "utf-16")
    text = ""
    for encoding in [*declared, "utf-8-sig", "gb18030"]:
        with suppress(LookupError):
            text = html.decode(_CHINESE.get(encoding, encoding), "replace")
            if 1000 * text.count("\ufffd") <= len(text):
                break
    return _DECLARATION.sub("", text, count=1)  # lxml refuses text that declares an encoding.


_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp"
    " small span strike strong sub sup time tt u var wbr".split()
)


def text_of(html: str) -> str:
    """The text of a peer's HTML, words of neighbouring blocks kept apart."""
    if not html or html.isspace():
        return ""
    try:
        root = lxml.html.document_fromstring(html)
    except etree.ParserError:
        return ""
    for element in root.iter():
        if element.tag not in _INLINE:
            element.tail = f"\n{element.tail or ''}"
            if isinstance(element.tag, str):
                element.text = f"\n{element.text or ''}"
    return str(root.xpath("string()")).strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", choices=PEERS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--limit", type=int)
    arguments = parser.parse_args()
    logging.disable()
    warnings.simplefilter("ignore")
    extract = PEERS[arguments.name].load()
    pages = DataSet(arguments.folder).pages(arguments.limit)
    part = arguments.out.with_suffix(f".{getpid()}.part")
    with part.open("w", encoding="utf-8") as out:
        for made in run(extract, pages):
            out.write(json.dumps(made) + "\n")
    part.replace(arguments.out)


if __name__ == "__main__":
    main()
