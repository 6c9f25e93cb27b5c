"""Ingredients and steps of recipes that come out as lists.

    python -m benchmarks.recipes --data DIR [--half 0|1] [-v]

DIR is a data set whose truth has ``ingredients`` and ``instructions``, lists of lines. A list is
right that holds at least 90 % of the true lines, and of whose words at least 60 % are true: a line
is held by an entry, or by up to three in a row, with 80 % of its words. Once as the pages are and
once without what they declare. ``--half`` takes the first or the second half of the pages, by id.
"""

from __future__ import annotations

import re
import unicodedata
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from benchmarks.pages import DataSet
from scrapy_treesim import Page, detail
from training.detail import stripped

TRUTH: Final = {"ingredients": "ingredients", "steps": "instructions"}
HELD, RIGHT, TRUE = 0.8, 0.9, 0.6


def words_of(text: str) -> list[str]:
    """The words of a text, fractions as figures."""
    return re.findall(r"\w+", unicodedata.normalize("NFKD", text.casefold()))


def share(of: Sequence[str], among: Sequence[str]) -> float:
    """The share of some words that others have."""
    return (Counter(of) & Counter(among)).total() / len(of) if of else 1.0


def is_right(true: Sequence[str], given: Sequence[str]) -> bool:
    """Tell whether a list holds the true lines, and little else."""
    lines = [words for words in map(words_of, true) if words]
    entries = [*map(words_of, given)]
    rows = [[*chain(*entries[at : at + n])] for n in (1, 2, 3) for at in range(len(entries))]
    held = sum(any(share(line, row) >= HELD for row in rows) for line in lines)
    return held >= RIGHT * len(lines) and share([*chain(*entries)], [*chain(*lines)]) >= TRUE


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("-v", action="store_true", help="print the pages that are not right")
    arguments = parser.parse_args()
    pages = sorted(DataSet(arguments.data).pages(), key=lambda page: page.id)
    if arguments.half is not None:
        middle = (len(pages) + 1) // 2
        pages = pages[middle:] if arguments.half else pages[:middle]
    forms: dict[str, Callable[[bytes], bytes]] = {"as they are": bytes, "undeclared": stripped}
    for form, changed in forms.items():
        right: Counter[str] = Counter()
        for page in pages:
            found = detail(Page(changed(page.html), url=page.url))
            attributes = found.attributes if found else {}
            for name, truth in TRUTH.items():
                given = attributes.get(name, [])
                is_list = isinstance(given, list) and is_right(page.truth[truth], given)
                right[name] += is_list
                if arguments.v and not is_list:
                    print(form, page.id, name, str(given)[:200])
        shares = (f"{name} {right[name] / len(pages):.3f}" for name in TRUTH)
        print(f"{form:12} of {len(pages)} pages: {', '.join(shares)}")


if __name__ == "__main__":
    main()
