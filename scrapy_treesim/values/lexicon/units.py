"""Units of quantities, by what they measure."""

from typing import Final

IN_MINUTES: Final = {
    "min": "min mins minute minutes minuten minuto minutos minuti minuut minuta minut minuty мин "
    "минут минуты 分 分钟 分鐘 분",
    "h": "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren godz "
    "godzin час часа часов 小时 小時 時間 시간",
}
"""Units that one duration is told in together: ``1 h 30 min``."""
UNITS: Final = {
    "duration": f"{IN_MINUTES['min']} {IN_MINUTES['h']} s sec secs second seconds sek sekunde "
    "sekunden timer timmar day days tag tage jour jours día días dia dias giorni dagen dage dagar "
    "dni день дня дней week weeks woche wochen semaine semaines semana semanas settimane weken 秒 "
    "天 日 초 일",
    "distance": "m km meter meters metre metres kilometer kilometers kilometre kilometres "
    "kilometern kilómetros quilômetros mi mile miles ft feet yd yards м км 米 公里 キロ",
    "length": "mm cm in inch inches zoll pouces pulgadas polegadas мм см 厘米 毫米 英寸",
    "weight": "mg g gr gram grams gramm grammes kg kilo kilos lb lbs pound pounds oz ounce ounces "
    "t ton tons tonnen г гр кг т 克 公斤 千克",
    "volume": "ml cl dl l liter liters litre litres litros litri gal gallon gallons мл л 毫升 升",
    "area": "m² m2 qm sqm ft² sqft sf ha hectare hectares acre acres км² м² кв.м ㎡ 平米 坪",
    "size": "b byte bytes kb mb gb tb pb kib mib gib tib кб мб гб",
    "speed": "km/h kmh kph mph kn knots м/с km/s m/s",
    "power": "w kw mw ps hp cv kwp bhp квт",
    "energy": "kcal cal kj kwh wh mah ккал",
    "temperature": "°c °f ℃ ℉",
}
"""What a unit measures is what a column of its quantities is called."""
