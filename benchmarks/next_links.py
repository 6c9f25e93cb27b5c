"""Next pages of lists that are found, with ``rel="next"`` as the truth that is hidden.

    python -m benchmarks.next_links --data DIR [--data DIR ...] [--show]

On pages that declare ``rel="next"`` (``<a>`` or ``<link>``) the declaration is hidden: the
attribute is taken off all links before the page is read. What the page declared is the truth:

list: the address is the page's own path with another query, or has a page number in it: the
answer should be this address.
series: any other, the next post of a blog or chapter of a manual: the answer should be None.

recall: of the lists, those whose next page was found; with the declaration hidden, of those alone
to whose next page an ``<a>`` leads. precision: of the answers on all these pages, those that are
the declared address of a list. ``seen`` is the same with the declaration in place.

Pages that declare nothing have no truth; their answers are counted, and ``--show`` prints every
answer, so that they can be judged by eye. A set may be made of pages with invented addresses: a
page to whose host none of its own links leads is read without its address.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final
from urllib.parse import parse_qsl, unquote, urldefrag, urljoin, urlsplit

from lxml import etree

from benchmarks.pages import LabelledPage, data_arguments
from scrapy_treesim import Page, next_page

PAGE_NUMBER: Final = re.compile(
    r"\b(?:page|pag|pg|p|pn|start|startat|offset|from|seite|pagina)[-_=/]?\d{1,4}\b|/\d+=\d{1,3}$",
    re.IGNORECASE,
)
POST_NUMBER: Final = re.compile(r"\?p=\d{4,}$")
NUMBER_ADDED: Final = re.compile(r"[/=_-]\d+(?:\.\w+)?/?")


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--show", action="store_true", help="print the answers, one a line")
    arguments = parser.parse_args()
    columns = ("lists", "recall", "precision", "wrong", "series", "answered")
    print(f"{'set':20} {'read':6} " + " ".join(f"{one:>9}" for one in columns), end="")
    print("   undeclared: pages, answered")
    for data in arguments.data:
        counts: dict[str, Counter[str]] = {"hidden": Counter(), "seen": Counter()}
        for labelled in data.pages(arguments.limit):
            score(labelled, counts, arguments.show)
        for read, count in counts.items():
            answers = count["right"] + count["wrong"] + count["series answered"]
            lists = count["right"] + count["wrong"] + count["missed"]
            print(
                f"{data.name:20} {read:6} {lists:9} {_share(count['right'], lists):>9} "
                f"{_share(count['right'], answers):>9} {count['wrong']:9} {count['series']:9} "
                f"{count['series answered']:9}   "
                f"{count['undeclared']}, {count['undeclared answered']}"
            )


def score(labelled: LabelledPage, counts: dict[str, Counter[str]], show: bool) -> None:
    """Ask for the page's next page with the declaration and without, and count the answers."""
    page, declared = declared_page(labelled)
    targets = [target for one in declared if (target := page.absolute(one.get("href") or ""))]
    truth = {_plain(one) for one in targets if is_list(page.url, one)}
    kind = "list" if truth else "series" if targets else "undeclared"
    answers = {"seen": next_page(page)}
    for one in declared:
        del one.attrib["rel"]
    answers["hidden"] = next_page(Page(page.root, page.url))
    in_body = {_plain(page.absolute(one.get("href") or "") or "") for one in page.root.iter("a")}
    for read, answer in answers.items():
        result = _result(kind, answer, truth)
        if result == "missed" and read == "hidden" and not truth & in_body:
            result = "not in body"
        counts[read].update((kind, result))
        if show and (answer or kind == "list"):
            known = "" if kind == "undeclared" else f" | declared {targets[0]}"
            print(f"{read} {result} | {labelled.id} {page.url} | {answer}{known}")


def declared_page(labelled: LabelledPage) -> tuple[Page, list[etree._Element]]:
    """A page, without its address where that is invented, and what it declares as its next one."""
    page = Page(labelled.html, labelled.url)
    links = [one for one in page.root.iter("a", "link") if one.get("href")]
    if not _is_linked_to(labelled.url, links):
        page = Page(page.root, "")
    return page, [one for one in links if "next" in (one.get("rel") or "").lower().split()]


def _result(kind: str, answer: str | None, truth: set[str]) -> str:
    if kind != "list":
        return f"{kind} answered" if answer else f"{kind} unanswered"
    if answer is None:
        return "missed"
    return "right" if _plain(answer) in truth else "wrong"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


def _is_linked_to(url: str, links: list[etree._Element]) -> bool:
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    if not host:
        return False
    try:
        hosts = {urlsplit(urljoin(url, one.get("href") or "")).hostname for one in links
                 if ":" in (one.get("href") or "")}  # fmt: skip
    except ValueError:
        return True
    return not hosts or any(host == (one or "").removeprefix("www.") for one in hosts)


def is_list(url: str, target: str) -> bool:
    """Tell the next page of a list from the next post of a series."""
    if _plain(url) == _plain(target) or POST_NUMBER.search(target):
        return False
    if PAGE_NUMBER.search(target):
        return True
    own, other = urlsplit(url), urlsplit(target)
    if not own.path:
        return bool(other.query)
    tail = other.path.removeprefix(own.path.rstrip("/"))
    ranged = re.sub(r"\d+-\d+", "#", own.path) == re.sub(r"\d+-\d+", "#", other.path)
    return ranged or own.path == other.path or NUMBER_ADDED.fullmatch(tail) is not None


def _plain(address: str) -> str:
    """An address as what two spellings of it have in common."""
    parts = urlsplit(urldefrag(address).url)
    query = sorted(parse_qsl(parts.query, keep_blank_values=True))
    return f"{(parts.hostname or '').removeprefix('www.')}{unquote(parts.path).rstrip('/')}{query}"


if __name__ == "__main__":
    main()
