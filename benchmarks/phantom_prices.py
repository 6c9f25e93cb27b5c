"""Prices of pages that show none.

    python -m benchmarks.phantom_prices --data DIR [--data DIR ...] --generated 300 [-v]

Of a set the pages of the kinds ``--kinds`` (by ``page_type`` in its truth; the kinds of things that
are not sold) that show no sign and no code of a currency; with ``--generated N`` those of N
generated pages about one thing whose truth has no price. A row a set: its pages, those of which
:func:`scrapy_treesim.detail` reads a price (``priced``), also where the site's other pages have
their say, and those of which a crawl would emit it (``emitted``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import scrapy_treesim as treesim
from benchmarks.pages import DataSet, data_arguments
from scrapy_treesim.values.lexicon.words import entries

KINDS: Final = "service,documentation"
"""Kinds of pages that seldom have a price."""
_CODE: Final = r"\b(?:" + "|".join(entries("currency.codes")) + r")\b"
_CURRENCY: Final = re.compile(rf"[$€£¥₹₽₩₴₺฿₪₫₦₱₲₡₸₾₵元円￥＄]|{_CODE}")


def set_pages(data: DataSet, limit: int | None, kinds: list[str]) -> Iterator[treesim.Page]:
    """The pages of some kinds in whose text no sign or code of a currency stands."""
    for labelled in data.pages(limit):
        if labelled.truth.get("page_type") in kinds:
            page = treesim.Page(labelled.html, url=labelled.url)
            if not _CURRENCY.search(page.tree.raw_text(0)):
                yield page


def generated_pages(number: int, seed: int) -> Iterator[treesim.Page]:
    """The generated pages without a price among so many."""
    from training.detail_pages.data import generated

    for truth, html in generated(number, seed):
        if not truth["fields"].get("price"):
            yield treesim.Page(html, url=truth["url"])


def counts(name: str, pages: Iterator[treesim.Page], *, tell: bool) -> tuple[int, int, int]:
    """The pages, those with a price and those of which it is emitted."""
    asked = priced = emitted = 0
    for page in pages:
        asked += 1
        found = treesim.detail(page)
        if found is None or found.price is None:
            continue
        is_main = treesim.roles(page).detail.role == "main"
        priced += 1
        emitted += is_main
        if tell:
            source = found.sources["price"]
            print(f"{name} {page.url[:70]} {found.price} {found.currency} {source}")
    return asked, priced, emitted


def main() -> None:
    """Measure what is asked for."""
    parser = data_arguments(__doc__, required=False)
    parser.add_argument("--kinds", default=KINDS, metavar="KIND,...", help=f"else {KINDS}")
    parser.add_argument("--generated", type=int, metavar="N", help="of N generated pages too")
    parser.add_argument("--seed", type=int, default=1, help="of generated pages")
    parser.add_argument("-v", dest="tell", action="store_true", help="print the phantoms")
    given = parser.parse_args()
    kinds = given.kinds.split(",")
    print(f"{'':30} {'pages':>7} {'priced':>7} {'emitted':>7}")
    sets = {one.name: set_pages(one, given.limit, kinds) for one in given.data}
    if given.generated:
        sets["generated"] = generated_pages(given.generated, given.seed)
    for name, pages in sets.items():
        asked, priced, emitted = counts(name, pages, tell=given.tell)
        print(f"{name:30} {asked:7} {priced:7} {emitted:7}")


if __name__ == "__main__":
    main()
