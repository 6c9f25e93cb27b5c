"""Prices as sites show them, with the currency that each is in."""

from __future__ import annotations

from dataclasses import dataclass

from training.record_pages.design import Design
from training.record_pages.words import Writer

CURRENCIES = {
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
    "JPY": "¥",
    "CNY": "¥",
    "CHF": "CHF",
    "PLN": "zł",
    "RUB": "₽",
    "BRL": "R$",
    "KRW": "₩",
    "SAR": "ر.س",
    "TRY": "₺",
    "INR": "₹",
    "SEK": "kr",
    "CAD": "C$",
    "AUD": "A$",
    "CZK": "Kč",
}
HOMES = {
    "en": ("USD", "USD", "USD", "GBP", "GBP", "EUR", "INR", "CAD", "AUD"),
    "de": ("EUR", "EUR", "EUR", "CHF"),
    "zh": ("CNY",),
    "ja": ("JPY",),
    "pl": ("PLN",),
    "ru": ("RUB",),
    "pt": ("BRL", "EUR"),
    "ko": ("KRW",),
    "ar": ("SAR", "USD"),
    "tr": ("TRY",),
    "sv": ("SEK",),
    "cs": ("CZK",),
}
BEFORE = ("{sign}{amount}", "{sign}{amount}", "{sign} {amount}", "{code} {amount}")
AFTER = ("{amount} {sign}", "{amount} {sign}", "{amount}{sign}", "{amount} {code}")
SUFFIXES = {
    "JPY": ("{amount}円", "¥{amount}", "￥{amount}", "{amount}円（税込）"),
    "CNY": ("¥{amount}", "￥{amount}", "{amount}元", "¥ {amount}"),
    "KRW": ("{amount}원", "₩{amount}"),
    "RUB": ("{amount} ₽", "{amount} руб.", "{amount} р."),
}
WHOLE = ("JPY", "KRW", "RUB")


@dataclass(frozen=True)
class MoneyForm:
    """How a site writes amounts."""

    currency: str
    form: str
    point: str
    """What stands before cents."""
    group: str
    """What stands between thousands."""
    cents: str
    """``always``, ``never`` or ``needed``."""

    def amount(self, value: float) -> str:
        """The digits."""
        bare = self.cents == "never" or (self.cents == "needed" and value == int(value))
        text = f"{value:,.0f}" if bare else f"{value:,.2f}"
        return text.replace(",", "\0").replace(".", self.point).replace("\0", self.group)

    def show(self, value: float) -> str:
        """The amount with its currency."""
        return self.form.format(
            amount=self.amount(value), sign=CURRENCIES[self.currency], code=self.currency
        )

    def exact(self, value: float) -> str:
        """The amount as declarations have it, to the cents that are shown."""
        return f"{value:.0f}" if self.cents == "never" else f"{value:.2f}"


def money_form(design: Design, writer: Writer) -> MoneyForm:
    """How this site writes amounts."""
    own = Design(design.seed, "", "none", "/money")
    code = writer.language.code
    currency = own.pick("currency", HOMES.get(code, ("EUR",)))
    known = SUFFIXES.get(currency)
    first = code in ("en", "zh", "ja") or currency in ("BRL", "CHF")
    form = own.pick("form", known or (BEFORE if first else AFTER))
    english = first and currency not in ("BRL",)
    point = "." if english else ","
    group = (
        own.pick("group", (",", ",", "")) if english else own.pick("group", (".", " ", "", "\xa0"))
    )
    cents = "never" if currency in WHOLE else own.pick("cents", ("always", "always", "needed"))
    return MoneyForm(currency, form, point, group, cents)
