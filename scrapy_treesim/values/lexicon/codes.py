"""Words before a code of a thing."""

from typing import Final

LABELS: Final = """
    sku mpn upc ean gtin isbn asin item model modell modèle modelo modello art artikel article
    artículo articolo artigo artikelnummer artikelnr artnr bestellnummer bestellnr nr no num
    number nummer numéro número numero n nº n° № ref réf reference référence referencia
    riferimento referentie referenz id code código codice kod kód cod product produkt produit
    producto prodotto part style stock catalog catalogue cat the of du de mfr mfg manufacturer
    hersteller артикул арт код модель товара tuote tuotenumero varenummer varenr artikkelnr 货号
    貨號 型号 型號 商品编号 商品番号 品番 型番 商品コード 编号 編號 상품코드 모델명 symbol indeks
    katalog numer katalogové číslo cikkszám stok kodu ürün
"""
"""Words that say that a code follows."""

NONE: Final = "n/a na none null undefined tba tbd nil - unknown false true default"
"""Texts in place of a code."""
