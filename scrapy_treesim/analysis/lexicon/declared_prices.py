"""Words that label a price in the tags of cards."""

from typing import Final

PRICE_LABELS: Final = (
    "price|preis|prix|precio|preço|prezzo|prijs|cena|ár|pris|hinta|fiyat|цена|ціна"
    "|価格|价格|價格|가격"
)
"""Labels beside which ``<meta>`` has a price."""
