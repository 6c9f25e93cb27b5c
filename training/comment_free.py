"""Made-up pages that look as if they held comments and hold none, to judge with.

    python -m training.comment_free -o DIR

Thread lists, question lists, front pages of link sites, lists of issues, archives of mailing lists,
shop and search results: rows of author, time, count and now and then a few lines of text, built as
the platforms of that name build them, with what stands around. None of the rows is a comment: each
leads to a page where the comments would be. Where a list shows the first lines of a question, a
post or a mail, these are an announcement of that page; where it shows scores of reviews, there is
not one review's text.

The 131 pages are stored beside this module, and nothing is fitted on them.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path

from training.data_set import TruePage, output_argument, write_set

STORED = Path(__file__).with_suffix(".jsonl.xz")
"""A line a page: its truth, and its HTML under ``html``."""


def all_pages() -> Iterator[TruePage]:
    """Yield every page: its truth and its HTML."""
    with lzma.open(STORED, "rt", encoding="utf-8") as lines:
        for line in lines:
            truth = json.loads(line)
            html = truth.pop("html")
            yield truth, html


def main() -> None:
    write_set(output_argument(__doc__).parse_args().output, all_pages())


if __name__ == "__main__":
    main()
