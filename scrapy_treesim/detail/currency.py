"""The currency of a chosen price."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.detail.values.currency import CODES, currency_of

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.marks import Marks


def currency_of_price(marks: Marks, price: Candidate) -> str | None:
    """The currency that stands beside the price, else the declared one, else the page's.

    What a sign leaves open, a declared code decides.
    """
    declared = [
        code
        for declaration in marks.declarations
        for code in (one.strip().upper() for one in declaration.values.get("currency", ())[:1])
        if code in CODES
    ]
    shown = currency_of(price.text, marks.url, marks.language)
    if shown is None:
        return declared[0] if declared else None
    if declared and shown != declared[0]:
        signs = currency_of(price.text, "", None)
        # The sign fits several currencies: the page knows its own.
        if signs != shown or shown in _SHARED:
            return declared[0]
    return shown


_SHARED = frozenset(("USD", "JPY", "SEK", "NOK", "DKK", "GBP", "CAD", "AUD"))
"""Currencies whose signs others have too."""
