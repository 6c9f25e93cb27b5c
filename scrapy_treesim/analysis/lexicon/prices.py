"""Words beside amounts of money: of former prices, of today's, and of what is no price."""

from typing import Final

LABELS: Final = (
    "price preis prix precio preço prezzo prijs cena ár pris hinta fiyat цена ціна "
    "価格 价格 價格 가격"
)
"""A price, before the amount."""

OLD: Final = """
    was compare compared before formerly regularly regular rrp srp msrp uvp statt vorher bisher
    original retail list avant ancien antes anterior previous prima listino adviesprijs regularna
    poprzednia najniższa běžná původní eredeti vechi старая tidigare ord før ordinarie førpris ennen
    norm. normaal ursprünglich ursprünglicher initial barré 原价 原價 定价 定價 市场价 参考価格
    通常価格 정가 cũ gốc
    السابق الأصلي
"""
"""A former price, or one that others take."""

NOW: Final = """
    now sale special current today deal our final jetzt aktuell aktueller actuel actuelle ahora
    actual agora ora adesso atual nu teraz aktualna nyní aktuální most сейчас sekarang
    现价 現價 特价 特價 セール 할인가 الحالي por
"""
"""The price of today where another stands beside it."""

MINOR: Final = """
    save saving savings saved off discount sparen spare ersparnis rabatt nachlass économisez
    économie remise ahorra ahorro ahorras descuento desconto economize risparmi risparmia sconto
    bespaar korting rabat sleva zniżka oszczędzasz скидка экономия spara besparelse shipping
    delivery postage versand versandkosten livraison envío envio spedizione frete bezorging
    verzending doprava dostawa доставка frakt fragt toimitus kargo cashback coupon voucher gutschein
    bonus deposit pfand kaution installments installment raten rata cuotas parcelas mensualités
    tax taxes mwst vat reward rewards 省 立减 优惠 运费 送料 配送 割引 할인 적립 배송
"""
"""An amount that is saved, sent, or paid beside the price."""

LIMITS: Final = """
    under over above below than exceeding unter über sous moins hasta menos sotto meno onder boven
    budget salary salaries average avg award awards raised worth
"""
"""An amount that is a limit, or that something is about."""

MULTIPLES: Final = """
    k m mn mio bn b thousand million millions billion billions trillion tausend millionen milliarden
    millón millones mil millions milliard milliards milioni miliardi milhões bilhões tys mln mld млн
    млрд тыс lakh lakhs crore crores cr
"""
"""Words of large numbers: no prices of goods."""

TIMES: Final = """
    month months mo mth monthly week weekly wk year yearly yr annum day daily monat monatlich
    woche jahr jährlich mois mensuel semaine mes meses mensual mês mese mensile settimana maand
    maandelijks miesiąc miesięcznie měsíc месяц мес måned mån kk ay 月 年 日
"""
"""What a part of a price is paid for, or a price of what lasts."""

UNITS: Final = """
    kg g gr gram grams lb lbs oz l lt ltr liter litre ml cl m m2 m² m3 ft sqm sqft stk stück pc pcs
    piece pieces pièce unit units each count ct sheet wash dose tab pod serving 100g 100ml 1kg 1l
    st szt ks db шт кг 個 枚 本
"""
"""What an amount is for one of."""

PER: Final = "per pro je par por za за"
"""Words before a unit."""

OF_CLASSES: Final = {
    "old": "old was list regular original strike strikethrough stricken through crossed before "
    "compare previous uvp rrp msrp former retail oldprice wasprice listprice regularprice base "
    "originalprice compareat del struck streich statt",
    "now": "sale special now current final today new reduced discounted actual deal our "
    "saleprice specialprice finalprice currentprice newprice sales offer",
    "minor": "unit perunit unitprice shipping delivery saving savings save discount off badge "
    "installment installments instalment installments coupon voucher cashback points reward "
    "loyalty monthly month total deposit percent percentage you",
}
"""Words of class names around an amount."""
