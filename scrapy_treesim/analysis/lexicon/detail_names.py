"""Words of class names and ids of a page about one thing, and what they tell of an element.

In all of them ``-`` is whatever is no letter, and either end of the name.
"""

from typing import Final

OF_PARTS: Final = {
    "price": "price prix preis precio prezzo preco cena cijena pris- -prijs -prc- kaina "
    "hinta fiyat pricing",
    "old": "old oldprice wasprice -was- listprice list-price regular original strike -rrp- msrp "
    "before crossed -del- compare previous -uvp- -from- baseprice",
    "code": "sku -pid- productid product-id productcode product-code productnumber itemnumber "
    "item-number item-no itemid item-id articlenumber article-number artnr artnum -art-no "
    "-ref- -reference modelnumber model-no partnumber part-number mpn -model- -code- asin "
    "isbn -ean- gtin upc identifier artikelnummer",
    "brand": "brand manufactur vendor -marke- marka marca -marque- -maker- designer hersteller",
    "stock": "avail stock -oos- soldout sold-out inventory deliver-status verfuegbar lieferbar "
    "dispon",
    "rating": "rating -star- stars -starr starrating -review reviews productreview customerreview "
    "userreview score bewertung opinion -vote",
    "name": "title name heading",
    "picture": "image img photo gallery picture zoom media slider carousel",
    "told": "descr summary about overview detail content",
    "buy": "buy cart basket -atc- purchase warenkorb panier carrito carrinho",
    "other": "relat recommend similar also upsell cross-sell crosssell recent viewed bundle "
    "sponsor accessor -tile suggest teaser combine together complete-the alternativ compar",
    "minor": "shipping delivery install financ -tax- unitprice unit-price per-unit perunit save "
    "saving discount badge coupon voucher points reward total -mini shopping-bag loyalty "
    "monthly month rate-",
    "crumb": "crumb",
    "unseen": "hidden -hide- -none- invisible sr-only screen-reader offscreen",
    "choice": "swatch variant variation option select sizes colour color-",
}
"""What an element of a page about one thing holds."""
