"""Articles against other extractors: F1, satisfied pages and CPU, in one table.

    python -m benchmarks.peers DATA [--sets NAME ...] [--peers NAME ...] [--ours MODULE:FUNCTION]

DATA holds ``<set>/dev`` for each set, laid out as README.md says. The peers are installed, once and
at pinned versions, into an environment below build/peers, and each runs there in a process of its
own; what it makes is kept beside it, so that another run computes our own figures only (``--fresh``
makes it anew). A cell is F1 / the percentage of satisfied pages (F1 of at least 0.95); CPU is that
of the median page over lxml's parse.
"""

from __future__ import annotations

import argparse
import codecs
import json
import logging
import re
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final, TypeAlias
from urllib.parse import urljoin

import lxml.html
from lxml import etree

from benchmarks.figures import markdown, mean
from benchmarks.pages import DataSet, LabelledPage
from benchmarks.quality import match, page_f1, tokens

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "build" / "peers"
SETS: Final = (
    "scrapinghub", "wcxb", "wcxb_rest", "zh_handmade", "magic_article", "magic_forum",
    "newspages", "fundus", "postlight", "daniel", "site_posts",
)  # fmt: skip
NEEDED: Final = ("lxml>=5.3", "lxml_html_clean==0.4.6")
"""Packages of the environment besides the peers."""
SATISFIED: Final = 0.95
TIMEOUT: Final = 30
"""Seconds of CPU that a page may take."""

Extract: TypeAlias = "Callable[[str, str], str]"
"""The main text of a page, given its HTML and its address."""
Made: TypeAlias = "list[dict[str, Any]]"
"""One extractor's texts of a set, as :func:`run` yields them."""


class TooLate(BaseException):
    """A page took too long; no peer catches it as one of its own exceptions."""


# The peers; each is imported in its own environment.


def trafilatura(**options: bool) -> Extract:
    extract = import_module("trafilatura").extract
    return lambda html, url: extract(html, url=url, **options) or ""


def readability() -> Extract:
    document = import_module("readability").Document
    return lambda html, url: text_of(document(html, url=url).summary())


def resiliparse() -> Extract:
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    # Without bullets, numbers of lists and alternative texts, of which no truth has any.
    options = {"main_content": True, "list_bullets": False, "alt_texts": False}
    return lambda html, url: extract(html, **options) or ""


def magic_html() -> Extract:
    extractor = import_module("magic_html").GeneralExtractor()
    return lambda html, url: text_of(extractor.extract(html, base_url=url)["html"])


def rs_trafilatura() -> Extract:
    extract = import_module("rs_trafilatura").extract
    return lambda html, url: extract(html, url=url).main_content or ""


PEERS: Final[dict[str, tuple[str, Callable[[], Extract]]]] = {
    "resiliparse": ("resiliparse==2.0.0", resiliparse),
    "magic-html": ("magic-html==0.1.8", magic_html),
    "rs-trafilatura": ("rs-trafilatura==0.1.1", rs_trafilatura),
    "trafilatura": ("trafilatura==2.3.1", trafilatura),
    "trafilatura-precision": (
        "trafilatura==2.3.1", lambda: trafilatura(include_comments=False, favor_precision=True)
    ),
    "readability-lxml": ("readability-lxml==0.9", readability),
}  # fmt: skip
"""The requirement for pip and the import, with default settings but for what the name says."""

_CHARSET = re.compile(rb"""<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*>")
_CHINESE = {"gb2312": "gb18030", "gbk": "gb18030"}
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp"
    " small span strike strong sub sup time tt u var wbr".split()
)


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


# Running them


def run(
    extract: Callable[[LabelledPage], str], pages: Iterable[LabelledPage]
) -> Iterator[dict[str, Any]]:
    """The text of each page, its CPU seconds and those of lxml's parse, and what went wrong."""
    signal.signal(signal.SIGPROF, _too_late)
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
        cpu = process_time() - parsed
        yield {"id": page.id, "text": text, "cpu": cpu, "parse_cpu": parsed - started,
               "error": error}  # fmt: skip


def guarded(extract: Callable[[LabelledPage], str], page: LabelledPage) -> tuple[str, str]:
    """The text and the name of what went wrong."""
    signal.setitimer(signal.ITIMER_PROF, TIMEOUT)
    try:
        return extract(page), ""
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # A panic of Rust is no Exception.
        return "", type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_late(*_: object) -> None:
    raise TooLate


def address(page: LabelledPage) -> str:
    """The page's address, absolute also where the data has a path only."""
    return urljoin("https://example.com/", page.url)


def run_peer(peer: str, data: DataSet, limit: int | None, out: Path) -> None:
    """Write what a peer makes of a set; in the peers' environment."""
    logging.disable()
    warnings.simplefilter("ignore")
    extract = PEERS[peer][1]()
    made = run(lambda page: extract(decoded(page.html), address(page)), data.pages(limit))
    part = out.with_suffix(".part")
    part.write_text("".join(f"{json.dumps(one)}\n" for one in made), "utf-8")
    part.replace(out)


def of_peer(python: Path, peer: str, set_name: str, given: argparse.Namespace) -> Made:
    """The texts of a peer, kept or made now; none where it fails."""
    out = FOLDER / f"{set_name}-{peer}.jsonl"
    wanted = {truth["id"] for truth in _set(set_name, given).truths(given.limit)}
    if given.fresh or not out.exists() or not wanted <= {one["id"] for one in _read(out)}:
        print(f"{peer} on {set_name}", file=sys.stderr)
        command = [str(python), "-m", "benchmarks.peers", str(given.data.resolve())]
        command += ["--sets", set_name, "--one", peer, str(out)]
        command += [] if given.limit is None else [f"--limit={given.limit}"]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            return []
    return [one for one in _read(out) if one["id"] in wanted]


def _read(file: Path) -> Made:
    with file.open(encoding="utf-8", newline="\n") as lines:
        return [json.loads(line) for line in lines]


def _set(name: str, given: argparse.Namespace) -> DataSet:
    return DataSet(given.data / name / "dev")


def environment(peers: Iterable[str]) -> Path:
    """The Python of an environment that has the peers, as far as they can be installed."""
    folder = FOLDER / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for requirement in (*NEEDED, *sorted({PEERS[peer][0] for peer in peers})):
        if subprocess.run([*command, requirement], check=False).returncode:
            print(f"{requirement} does not install", file=sys.stderr)
    return python


# The table


def golds_of(data: DataSet, limit: int | None) -> dict[str, tuple[list[str], str]]:
    """The tokens and the language of the pages that have a true text, by id."""
    golds = {}
    for truth in data.truths(limit):
        lang = truth.get("lang") or ""
        if found := tokens(truth.get("text") or "", lang):
            golds[truth["id"]] = found, lang
    return golds


def quality(made: Made, golds: dict[str, tuple[list[str], str]]) -> str:
    """F1, of mean precision and mean recall, and the percentage of satisfied pages."""
    texts = {one["id"]: one["text"] for one in made}
    found = [match(gold, tokens(texts.get(id, ""), lang)) for id, (gold, lang) in golds.items()]
    made_some = [one for one in found if one.right + one.wrong]
    precision = mean([one.right / (one.right + one.wrong) for one in made_some])
    recall = mean([one.right / (one.right + one.missed) for one in found if one.right + one.missed])
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return f"{f1:.3f} / {100 * mean([page_f1(one) >= SATISFIED for one in found]):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder of the article sets")
    parser.add_argument("--sets", nargs="+", default=SETS, metavar="NAME", help="sets of DATA")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=[*PEERS])
    parser.add_argument("--ours", default="benchmarks.adapters:article", metavar="MODULE:FUNCTION")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    parser.add_argument("--fresh", action="store_true", help="run the peers again")
    parser.add_argument("--one", nargs=2, metavar=("PEER", "OUT"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        run_peer(given.one[0], _set(given.sets[0], given), given.limit, Path(given.one[1]))
        return
    python = environment(given.peers) if given.peers else Path()
    module, _, name = given.ours.partition(":")
    ours: Callable[[bytes, str], str] = getattr(import_module(module), name)
    rows = [["set", "pages", "ours", *given.peers]]
    costs: dict[str, list[float]] = {name: [] for name in rows[0][2:]}
    for set_name in given.sets:
        pages = _set(set_name, given).pages(given.limit)
        made = {"ours": [*run(lambda page: ours(page.html, address(page)), pages)]}
        made |= {peer: of_peer(python, peer, set_name, given) for peer in given.peers}
        golds = golds_of(_set(set_name, given), given.limit)
        rows.append([set_name, str(len(golds))])
        for extractor, texts in made.items():
            rows[-1].append(quality(texts, golds) if texts else "")
            costs[extractor] += [one["cpu"] / max(one["parse_cpu"], 1e-5) for one in texts]
    rows.append(["CPU", "", *(f"{median(one):.1f}" if one else "" for one in costs.values())])
    print(markdown(rows))


if __name__ == "__main__":
    main()
