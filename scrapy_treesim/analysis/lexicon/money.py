"""Codes and names of currencies."""

from typing import Final

CURRENCIES: Final = """
    usd eur gbp chf cad aud jpy cny rmb inr rs rub zł kr sek nok dkk руб euro euros
"""
"""Words that make a price of a number beside them."""
