"""The currency of a chosen price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scrapy_treesim.detail.values.currency import CODES, currency_of, signs_in

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.declared import Declaration
    from scrapy_treesim.detail.marks import Marks


def currency_of_price(marks: Marks, price: Candidate) -> str | None:
    """The currency that stands beside the price, else the declared one.

    What a sign leaves open, a declared code decides: of ``$``, that it is ``CAD``.
    """
    shown = currency_of(price.text, marks.url, marks.language)
    if shown is None:
        return next(_declared(marks.declarations), None)
    signs = signs_in(price.text)
    if any(len(sign.codes) == 1 for sign in signs):
        return shown
    declared = next(_declared(marks.own_declarations), None)
    return declared if any(declared in sign.codes for sign in signs) else shown


def _declared(declarations: Iterable[Declaration]) -> Iterator[str]:
    """The codes that these declare."""
    for declaration in declarations:
        for text in declaration.values.get("currency", ())[:1]:
            code = text.strip().upper()
            if code in CODES:
                yield code
