"""Words of time: units, days, and what tells that a time has passed."""

from typing import Final

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

DAYS: Final = """
    today yesterday gestern heute hier aujourd ayer hoy ontem hoje ieri oggi gisteren vandaag
    wczoraj dzisiaj dziś вчера сегодня dün bugün 昨天 前天 今天 刚刚 昨日 今日
"""
"""Days that are named from today."""

PAST: Final = "ago hours minutes days yesterday heute gestern hier"
"""Words that make a date of a number before them."""

MOMENT: Final = """
    posted date on time written added published created submitted datum erstellt am publié le fecha
    publicado data inserito geplaatst дата добавлено 发表 發表 发布 发表于 时间 日期 投稿 回复 留言
"""
"""Words that stand before the time at which something was written."""

SINCE: Final = """
    joined registered join member since registriert dabei inscrit inscription registrado desde
    iscritto geregistreerd зарегистрирован регистрация 注册 注冊 加入 lid dołączył
"""
"""Words that stand before the time at which a member joined."""

EDITED: Final = """
    edited modified updated editiert bearbeitet geändert modifié edité editado modificado modificato
    bewerkt отредактировано изменено 编辑 編輯 修改 zuletzt
"""
"""Words that stand before the time at which something was changed."""
