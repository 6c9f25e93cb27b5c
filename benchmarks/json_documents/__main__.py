"""Measure how the documents are read:

    python -m benchmarks.json_documents [--set own|further|recorded|judged] [--half 0|1] [-v]

Of each the right list or thread, its columns by typed values, the next page; and on pages that show
their state, how far the records of the page and those of the state agree.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from datetime import date, datetime, timezone
from typing import Any

import scrapy_treesim as treesim
from benchmarks.json_documents import responses as responses
from benchmarks.json_documents import states as states
from benchmarks.json_documents.content import SITE
from benchmarks.json_documents.further import FURTHER
from benchmarks.json_documents.judged import JUDGED
from benchmarks.json_documents.recorded import RECORDED
from benchmarks.json_documents.truth import RESPONSES, STATES, Truth

URL = f"{SITE}/"
ALL = {**RESPONSES, **STATES}
SETS = {"own": ALL, "further": FURTHER, "recorded": RECORDED, "judged": JUDGED}


def page_of(truth: Truth) -> treesim.Page:
    """The page of a document: a response, or a shell with a state."""
    text = json.dumps(truth.document)
    if not truth.html:
        return treesim.Page(text.encode(), url=URL)
    if "JSON.parse" in truth.html:
        text = json.dumps(text)
    html = truth.html if truth.document is None else truth.html.replace("{}", text)
    head = "<html lang='en'><head><title>Harbour</title></head><body>"
    return treesim.Page(f"{head}{html}</body></html>", url=URL)


def findings_of(page: treesim.Page, kind: str) -> tuple[str, list[Any]]:
    """The pointer of the best list or thread, and its items as dicts."""
    found = treesim.extract(page)[kind]
    if kind == "records":
        regions = treesim.records(page)
        return (regions[0].xpath.partition("#")[2] if regions else "-"), found
    first = treesim.comments(page)[:1]
    return (first[0].xpath.partition("#")[2].rpartition("/")[0] if first else "-"), found


def same(value: Any, expected: Any) -> bool:
    """Whether a value of an item is the expected one."""
    if isinstance(expected, (datetime, date)):
        return value is not None and moment(datetime.fromisoformat(value)) == moment(expected)
    if isinstance(expected, float):
        return value is not None and abs(value - expected) < 1e-6
    return bool(value == expected)


def moment(value: datetime | date) -> datetime:
    """A date or time in UTC."""
    if not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    return value if value.tzinfo else value.replace(tzinfo=timezone.utc)


def wrong_columns(truth: Truth, found: list[Any]) -> Iterator[str]:
    """The fields whose values are not all right, with the first one that is not."""
    for name, values in truth.columns.items():
        read = [item.get(name) for item in found]
        pairs = [pair for pair in zip(read, values, strict=False) if not same(*pair)]
        if len(read) != len(values) or pairs:
            yield f"{name}: {len(read)} of {len(values)}, {pairs[:1]}"


SIGNS = {"EUR": "€", "GBP": "£", "CAD": "CA$"}


def shown(truth: Truth, state: str) -> str:
    """A page that shows the list of a document as cards or rows, and holds its state."""
    cards = []
    for number, title in enumerate(truth.columns["title"]):
        values = {name: values[number] for name, values in truth.columns.items()}
        sign = SIGNS.get(values.get("currency", "EUR"))
        price = (
            f"<span class=price>{sign}{values['price']:,.2f}</span>" if "price" in values else ""
        )
        image = f"<img src='{values['image']}' alt=''>" if "image" in values else ""
        day = f"<time>{values['date']:%d %B %Y}</time>" if "date" in values else ""
        author = f"<span class=author>{values['author']}</span>" if "author" in values else ""
        text = f"<p>{values['description']}</p>" if "description" in values else ""
        link = values.get("link", f"/item/{number}")
        head = f"<a href='{link}'>{image}<h3>{title}</h3></a>"
        cards.append(f"<li class=card>{head}{author}{day}{price}{text}</li>")
    script = f"<script type='application/json'>{state}</script>"
    navigation = "<nav><a href=/>Home</a><a href=/help>Help</a></nav>"
    return (
        f"<html lang=en><head><title>Harbour</title></head><body>{navigation}<h1>Harbour</h1>"
        f"<ul class=list>{''.join(cards)}</ul><footer>About the harbour</footer>{script}</body>"
    )


def agreement(truth: Truth) -> tuple[int, int]:
    """How many titles and prices of a page's records are those of its state, and of how many."""
    page = treesim.Page(shown(truth, json.dumps(truth.document)), url=URL)
    state = treesim.Page(json.dumps(truth.document), url=URL)
    regions = treesim.records(page)
    of_page = regions[0].records if regions else ()
    of_state = treesim.records(state)[0].records
    names = [name for name in ("title", "price") if name in truth.columns]
    same = sum(
        left.values.get(name) == right.values.get(name)
        for left, right in zip(of_page, of_state, strict=False)
        for name in names
    )
    return same, len(names) * max(len(of_page), len(of_state))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", type=int, choices=(0, 1), help="one half alone")
    parser.add_argument("--set", choices=SETS, default="own", help="a set of documents")
    parser.add_argument("-v", action="store_true", help="tell what is wrong")
    options = parser.parse_args()
    arrays = columns = right = count = nexts = asked = agreed = compared = 0
    for number, (name, build) in enumerate(SETS[options.set].items()):
        if options.half is not None and number % 2 != options.half:
            continue
        truth = build()
        page = page_of(truth)
        pointer, found = findings_of(page, truth.kind)
        wrong = [*wrong_columns(truth, found)]
        is_right = pointer in (truth.path, *truth.paths)
        count += 1
        arrays += is_right
        columns += len(truth.columns)
        right += len(truth.columns) - len(wrong)
        if truth.next:
            asked += 1
            nexts += treesim.next_page(page) == truth.next
        if truth.document is not None and "title" in truth.columns and options.set == "own":
            pair = agreement(truth)
            agreed, compared = agreed + pair[0], compared + pair[1]
            if options.v and pair[0] < pair[1]:
                print(name, "agreement", *pair)
        if options.v and (wrong or not is_right):
            print(name, "" if is_right else f"{pointer} for {truth.path}", *wrong, sep="\n    ")
    print(f"arrays {arrays}/{count}, columns {right}/{columns}, next pages {nexts}/{asked}")
    print(f"titles and prices of pages that are those of their state: {agreed}/{compared}")


if __name__ == "__main__":
    main()
