"""The currency of a chosen price."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.detail.values.currency import CODES, currency_of, signs_in

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.marks import Marks


def currency_of_price(marks: Marks, price: Candidate) -> str | None:
    """The currency that stands beside the price, else the declared one.

    What a sign leaves open, a declared code decides: of ``$``, that it is ``CAD``.
    """
    declared = [
        code
        for declaration in marks.declarations
        for code in (one.strip().upper() for one in declaration.values.get("currency", ())[:1])
        if code in CODES
    ]
    shown = currency_of(price.text, marks.url, marks.language)
    if not declared or shown is None:
        return declared[0] if declared else shown
    meant = {code for sign in signs_in(price.text) for code in sign.codes}
    return declared[0] if declared[0] in meant else shown
