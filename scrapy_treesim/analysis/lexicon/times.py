"""Words of time: units, days, and what tells that a time has passed."""

from typing import Final

UNITS: Final = """
    sec secs second seconds min mins minute minutes hour hours hr hrs day days week weeks month
    months year years yr yrs sekunden minuten stunde stunden tag tage tagen woche wochen monat
    monate monaten jahr jahre jahren heure heures jour jours semaine semaines mois ans segundos
    minutos hora horas día días dia dias semana semanas mes meses mês año años ano anos secondi
    minuti minuto ora ore giorno giorni settimana settimane mese mesi anno anni uur uren dag dagen
    weken maanden jaar timmar dagar veckor månader godzin godziny godzinę dni tygodni miesięcy lat
    часов часа час минут минуты минуту дней дня день недель недели месяцев месяца лет года saat gün
    hafta 秒 分钟 分鐘 小时 小時 時間 년
"""
"""Beside a number they make a time that has passed; in Chinese and Japanese, two signs."""

DAYS: Final = """
    today yesterday gestern heute hier aujourd ayer hoy ontem hoje ieri oggi gisteren vandaag
    wczoraj dzisiaj dziś вчера сегодня dün bugün 昨天 前天 今天 刚刚 昨日 今日
"""
"""Days that are named from today."""

PAST: Final = """
    ago geleden sedan siden temu önce назад тому atrás fa sitten zpět 전
"""
"""Words after a number and its unit that make a time that has passed."""

ONE: Final = "a an one"
"""Words before a unit that stand for a number."""

BEFORE_PAST: Final = "vor hace y há för"
"""Words before a number that make it one."""

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
