"""Records with amounts of money, in some of the ways that pages write them."""

from __future__ import annotations

from scrapy_treesim.values.lexicon import currencies

AMOUNTS = (
    "$5", "5 €", "EUR 5", "5 eur", "Usd 12.50", "R$ 12", "S/. 12", "12:-",
    "5 руб.", "РУБ 5", "12元", "１２円", "5万元", "US$12", "12 ر.س", "£12-£15",
    "5\u00a0zł", "5 Kč", "ab$5", "12 USD*", "TRY 5", "TOP 5", "5 ron", "CHF 12.–", "₹5",
)  # fmt: skip
"""Texts."""
NO_AMOUNTS = ("5 items", "Try 5", "12.50", "the euro zone of 2024", "all 12", "5 % off")
"""Texts that have no currency, or none beside a number."""

_PARTS = (
    "12,50 kr.", "s/12", "5 ft", "5 km", "Q 5", "5 Rs",
    "<i>$</i><b>99</b><sup>95</sup>", "<b>12</b>,<i>50</i> <u>€</u>", "<u>EUR</u> <b>12</b>",
    "<del>$9</del> <b>$7</b>", "<b>12</b><i>usd</i>", "<p>from</p><b>99</b><p>USD</p>",
    "<div><div><div><div><b>12</b></div></div></div><u>€</u></div>", "<ins>12</ins> €",
)  # fmt: skip
_SIGNS = [
    *" ".join(currencies.SIGNS.values()).split(), *currencies.SHARED, *currencies.ONLY_AT_HOME,
    *currencies.CODES.split(), *currencies.SMALL_LETTERS.split(),
]  # fmt: skip
PRICED = tuple(
    f"<ul>{''.join(f'<li>Thing {number}<p>{said}</p>' for number in range(3))}</ul>"
    for said in (*AMOUNTS, *NO_AMOUNTS, *_PARTS,
                 *(f"12 {sign}" for sign in _SIGNS), *(f"{sign.upper()}12" for sign in _SIGNS))
)  # fmt: skip
"""Lists of which each says something, in one element or several."""
