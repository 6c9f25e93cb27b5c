"""Currencies: their codes, signs and words, and the countries that pay with them."""

from typing import Final

CODES: Final = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLF CLP CNH CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP
    GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS
    KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
    MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
    SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
    USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
"""
"""ISO 4217, and the two of the past that pages still name."""

WORDLIKE: Final = "ALL ANG BAM CUP GEL MOP SOS TOP"
"""Codes that are words in capitals too."""

SMALL_LETTERS: Final = """
    usd eur gbp chf cad aud nzd jpy cny inr brl mxn sek nok dkk pln czk huf ron rub uah krw twd hkd
    sgd aed sar zar ils clp ars myr idr thb php vnd bgn rsd
"""
"""Codes that pages write in small letters too."""

WITHOUT_CENTS: Final = """
    CLP JPY VND IDR KRW HUF ISK PYG COP UGX RWF XAF XOF XPF KMF GNF DJF BIF MGA CRC IRR IQD UZS LAK
    KHR MMK MNT TZS ARS RSD AMD LBP
"""
"""Currencies whose prices are whole numbers, or thousands with points: three digits behind a point
are never a fraction."""

THREE_DECIMALS: Final = "KWD BHD OMR JOD TND LYD"
"""Currencies of a thousand parts."""

POINT_BEFORE_CENTS: Final = """
    USD GBP CAD AUD NZD INR SGD HKD MYR ILS MXN THB PHP CNY TWD PKR LKR NPR BDT AED SAR QAR EGP NGN
    KES GHS ZAR DOP GTQ HNL NIO PAB PEN JMD TTD
"""
"""Currencies of countries that write a point before the cents."""

SIGNS: Final = {
    "EUR": "€ euro euros евро eiro",
    "GBP": "gb£ £stg pounds",
    "USD": "us$ us-$ usd$ $us $usd u$s u$d dollars доллар долларов 美元 美金",
    "CAD": "ca$ cad$ c$ can$ cdn$ $ca $cad",
    "AUD": "a$ au$ aud$ $au $aud",
    "NZD": "nz$ nzd$",
    "HKD": "hk$ hkd$ 港币 港幣",
    "TWD": "nt$ ntd nt twd$ 新台幣 新臺幣",
    "SGD": "s$ sg$ sgd$",
    "BRL": "r$ brl$ reais",
    "MXN": "mx$ mxn$ mex$",
    "ARS": "ar$ ars$",
    "CLP": "clp$ cl$ ch$",
    "COP": "cop$ col$ co$",
    "UYU": "$u uy$",
    "DOP": "rd$",
    "JMD": "j$ ja$",
    "TTD": "tt$",
    "NIO": "c$n",
    "NAD": "n$",
    "FJD": "fj$",
    "JPY": "円 jp¥ jpy¥ 日本円 日元",
    "CNY": "rmb cn¥ 人民币 元人民币",
    "INR": "₹ inr₹ rupees",
    "RUB": "₽ руб рубль рубля рублей rur",
    "UAH": "₴ грн гривень",
    "PLN": "zł zl złotych",
    "CZK": "kč kc korun",
    "TRY": "₺ tl",
    "KRW": "₩ ￦ 원 won",
    "VND": "₫ đ vnđ",
    "THB": "฿ บาท baht",
    "ILS": "₪ nis",
    "HUF": "ft forint",
    "BGN": "лв",
    "HRK": "kn kuna",
    "MKD": "ден",
    "RSD": "дин din",
    "IDR": "rp",
    "MYR": "rm",
    "PHP": "₱ php₱",
    "PEN": "s/ s/.",
    "BOB": "bs",
    "PYG": "₲ gs",
    "CRC": "₡",
    "PAB": "b/.",
    "NGN": "₦",
    "GHS": "₵ gh₵ gh¢",
    "KES": "ksh kshs",
    "UGX": "ush",
    "TZS": "tsh",
    "KZT": "₸ тг тенге",
    "GEL": "₾",
    "AMD": "֏",
    "AZN": "₼",
    "MNT": "₮",
    "BDT": "৳ tk",
    "UZS": "сум so'm",
    "IRR": "﷼ تومان ریال",
    "SAR": "ر.س ريال sr",
    "AED": "د.إ dhs",
    "EGP": "ج.م e£",
    "KWD": "د.ك",
    "QAR": "ر.ق qr",
    "XOF": "cfa fcfa",
    "CHF": "sfr sfr.",
}
"""Signs and words that are of one currency only, by its code."""

SHARED: Final = {
    "$": "USD CAD AUD NZD HKD TWD SGD MXN ARS CLP COP UYU DOP BBD BSD BZD BMD BND CUP FJD GYD JMD "
    "KYD LRD NAD SBD SRD TTD XCD",
    "＄": "USD TWD HKD",
    "dollar": "USD CAD AUD NZD HKD TWD SGD",
    "pesos": "MXN ARS CLP COP UYU DOP PHP",
    "¥": "JPY CNY",
    "￥": "JPY CNY",
    "元": "CNY TWD HKD",
    "kr": "SEK NOK DKK ISK",
    "kr.": "DKK NOK SEK ISK",
    ":-": "SEK NOK",
    "£": "GBP EGP FKP GIP LBP SHP",
    "rs": "INR PKR LKR NPR MUR SCR",
    "₨": "INR PKR LKR NPR MUR SCR",
    "lei": "RON MDL",
    "leu": "RON MDL",
    "р": "RUB BYN",
    "р.": "RUB BYN",
    "fr": "CHF XOF",
    "fr.": "CHF XOF",
    "dh": "MAD AED",
    "درهم": "AED MAD",
    "دينار": "KWD BHD JOD IQD LYD DZD TND",
    "lv": "BGN",
}
"""Signs of several currencies; the first is taken where neither country nor language tells."""

WORDS: Final = """
    ft kn sr bs rp rm tk gs nt nis tl kc kuna won nu sek pounds pesos dollar dollars rupees baht rs
    kr kr. fr fr. dh din ush tsh lv lei leu rur ден s/ co$ ch$
"""
"""Signs that are words of anything, or parts of them: money for sure only where the page is of a
country that pays so."""

USUAL: Final = "£ р р. lv"
"""Those that mean the first one wherever nothing tells of another."""

ONLY_AT_HOME: Final = {"r": "ZAR", "q": "GTQ", "l": "HNL", "km": "BAM", "f": "XOF", "k": "PGK"}
"""Signs that are letters of anything elsewhere: read only where the country is known."""

COUNTRIES: Final = {
    "EUR": "AD AT BE CY DE EE ES EU FI FR GR HR IE IT LT LU LV ME MT NL PT SI SK SM VA",
    "USD": "US EC SV PR GU PA ZW",
    "GBP": "GB UK IM JE GG",
    "CHF": "CH LI",
    "DKK": "DK GL FO",
    "NOK": "NO",
    "AUD": "AU",
    "XOF": "SN CI BJ BF ML NE TG",
    "XAF": "CM GA CG TD CF GQ",
    "ZAR": "ZA",
    "MAD": "MA",
}
"""Countries by what they pay with, where the code does not begin with the country's."""

LANGUAGES: Final = """
    zh:CN ja:JP sv:SE nb:NO nn:NO no:NO da:DK is:IS be:BY ur:PK ne:NP si:LK hi:IN bn:BD hu:HU
    ro:RO cs:CZ tr:TR bg:BG sr:RS mk:MK bs:BA he:IL id:ID ms:MY ko:KR zh-hant:TW
"""
"""The country that a language is read as where nothing else tells the country."""

CURRENCIES: Final = """
    usd eur gbp chf cad aud nzd sgd hkd twd jpy cny rmb inr krw aed sar brl mxn zar rs rub руб
    рублей грн zł pln kr sek nok dkk kč czk ft huf lei ron tl euro euros dollar dollars
"""
"""Words that make a price of a number beside them."""
