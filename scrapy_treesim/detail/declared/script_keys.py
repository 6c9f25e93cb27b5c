"""Names that shops' scripts have for what they say of a product."""

from __future__ import annotations

import re
from array import array
from typing import Final

from scrapy_treesim.detail.declared._scripts_cy import key_hash

KEYS: Final = {
    "name": "name title productname producttitle itemname displayname fullname",
    "sku": "sku skuid skucode productsku itemsku productid itemid id articlenumber articleid "
    "productcode itemcode partnumber productnumber itemnumber styleid stylecode variantid "
    "catentryid asin reference",
    "price": "price saleprice currentprice finalprice sellingprice unitprice productprice "
    "itemprice specialprice salesprice offerprice lowprice minprice pricevalue priceamount "
    "pricewithtax displayprice regularsaleprice",
    "value": "value amount current now raw formatted cents display",
    "currency": "currency currencycode pricecurrency currencyiso currencyid productcurrency "
    "isocurrency pricecurrencycode",
    "old_price": "listprice originalprice oldprice wasprice regularprice msrp compareatprice "
    "baseprice strikeprice retailprice priceold pricewas crossedprice rrp",
    "brand": "brand brandname productbrand manufacturer manufacturername itembrand marke marca "
    "marque vendor",
    "gtin": "gtin gtin13 gtin14 gtin12 gtin8 ean ean13 eancode upc upccode isbn isbn13 barcode "
    "productean",
    "mpn": "mpn modelnumber manufacturerpartnumber manufacturernumber mfrpartnumber "
    "vendorpartnumber modelno",
    "availability": "availability instock isinstock stockstatus availabilitystatus "
    "isavailable stockavailability inventorystatus",
    "url": "url producturl canonicalurl pageurl itemurl link href",
    "image": "image imageurl productimage mainimage primaryimage thumbnail imgurl src",
    "rating": "ratingvalue averagerating avgrating reviewaverage ratingaverage rating",
    "reviews": "reviewcount ratingcount numberofreviews reviewscount totalreviews numreviews",
    "offers": "offers offer pricing prices priceinfo pricedata inventory stock stockinfo",
}
"""Keys by what they say, by their letters and digits in lower case."""

FOLDED: Final = frozenset("price brand offers currency rating image old_price availability".split())
"""Keys whose objects are read as part of the object that they stand in."""

CODES: Final = frozenset(("name", "sku"))
"""Keys of which a thing has one."""

TELLING: Final = frozenset(("price", "brand", "gtin", "mpn", "availability", "currency"))
"""Keys of which a product has one."""

NAMES: Final = ("", *KEYS)
"""What each number of a key says; 0 stands for none."""

_ROOM: Final = 1024


def _bits(names: frozenset[str]) -> int:
    return sum(1 << NAMES.index(name) for name in names)


FOLDED_BITS, CODE_BITS, TELLING_BITS = map(_bits, (FOLDED, CODES, TELLING))
"""The same as the kernel has them: the numbers of keys as bits."""


def _table() -> tuple[array[int], array[int]]:
    hashes, numbers = array("i", bytes(4 * _ROOM)), array("i", bytes(4 * _ROOM))
    for number, keys in enumerate(KEYS.values(), start=1):
        for key in keys.split():
            value = key_hash(key.encode(), 0, len(key))
            slot = value & (_ROOM - 1)
            while numbers[slot]:
                slot = (slot + 1) & (_ROOM - 1)
            hashes[slot], numbers[slot] = value, number
    return hashes, numbers


HASHES, NUMBERS = _table()
"""The table of keys that the kernel looks them up in."""

SIGN: Final = b"rice"
"""A part of the keys of prices; a script that has it nowhere is not looked at."""

PRICE_KEY: Final = re.compile(r"rice\w{0,12}[\"']?\s{0,3}:")
"""The end of a key of a price; nor is a script that has none."""

_NAMING: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$"
KINDS: Final = bytes(
    1 if c in _NAMING or c >= 128 else 2 if c in b" \t\r\n\f\v" else 0 for c in range(256)
)
"""What names are made of, and white space, by byte."""
