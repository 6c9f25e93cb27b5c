"""Words that the weights of regions and comments were fitted with.

Fewer than ``months``, ``times`` and ``ratings`` of :mod:`scrapy_treesim.values.lexicon` have, which
columns are read by: with more words the weights have to be fitted anew.
"""

from typing import Final

MONTHS: Final = """
    jan january janvier januar enero janeiro gennaio feb february février februar febrero fevereiro
    febbraio mar march mars märz marzo março apr april avril abril aprile may mai mayo maio maggio
    jun june juin juni junio junho giugno jul july juillet juli julio julho luglio aug august août
    agosto sep sept september septembre septiembre setembro settembre oct okt october octobre
    oktober octubre outubro ottobre nov november novembre noviembre novembro dec dez déc december
    décembre dezember diciembre dezembro dicembre
"""
"""Names that make a date of a number in the same text."""

CURRENCIES: Final = """
    usd eur gbp chf cad aud jpy cny rmb inr rs rub zł kr sek nok dkk руб euro euros
"""
"""Words that make a price of a number beside them."""

PAST: Final = "ago hours minutes days yesterday heute gestern hier"
"""Words that make a date of a number before them."""

UNITS: Final = """
    ago sec secs second seconds min mins minute minutes hour hours hr hrs day days week weeks month
    months year years yr yrs sekunden minuten stunde stunden tag tage tagen woche wochen monat
    monate monaten jahr jahre jahren heure heures jour jours semaine semaines mois ans segundos
    minutos hora horas día días dia dias semana semanas mes meses mês año años ano anos secondi
    minuti minuto ora ore giorno giorni settimana settimane mese mesi anno anni uur uren dag dagen
    weken maanden jaar timmar dagar veckor månader godzin godziny godzinę dni tygodni miesięcy lat
    temu часов часа час минут минуты минуту дней дня день недель недели месяцев месяца лет года
    назад saat gün hafta önce 前 秒 分钟 小时 天前 时间 時間 日前 년 전
"""
"""Beside a number they make a time that has passed; in Chinese and Japanese, two signs."""

STARS: Final = "stars star sterne sternen étoiles étoile estrellas estrelas stelle sterren 星"
"""Units of a rating."""
