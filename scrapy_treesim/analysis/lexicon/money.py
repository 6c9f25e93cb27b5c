"""Codes and names of currencies."""

from typing import Final

CURRENCIES: Final = """
    usd eur gbp chf cad aud nzd sgd hkd twd jpy cny rmb inr krw aed sar brl mxn zar rs rub руб
    рублей грн zł pln kr sek nok dkk kč czk ft huf lei ron tl euro euros dollar dollars
"""
"""Words that make a price of a number beside them."""
