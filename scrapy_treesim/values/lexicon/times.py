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

ONE: Final = """
    a an one einem einer un une um uma uno una
"""
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

LENGTHS: Final = {
    "second": """
        s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo
        secondi seconden sekunder sekund sekundy сек секунду секунды секунд saniye 秒 秒钟 초 detik
        giây sekuntia másodperce
    """,
    "minute": """
        min mins minute minutes minuut minuten minuto minutos minuti minut minuter minutter minuty
        minutę minutami мин минуту минуты минут хвилин dakika dk 分 分钟 分鐘 分間 분 menit phút
        minuuttia perce λεπτά minuta
    """,
    "hour": """
        h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren timme timmar
        time timer tim godzina godzin godziny godzinę hodinou hodinami hodin час часа часов годин
        години saat sa 小时 小時 時間 시간 jam giờ tuntia órája ώρες ώρα
    """,
    "day": """
        d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dagar dage
        dager dzień dni dnem dny день дня дней дн дні днів gün 天 日 일 hari ngày päivää napja
        ημέρες μέρες zile zi
    """,
    "week": """
        w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken
        vecka veckor uge uger uke uker tydzień tygodnie tygodni týdnem týdny неделю недели недель
        тиждень тижні тижнів hafta 周 週 週間 星期 礼拜 주 주일 minggu tuần viikkoa hete săptămâni
    """,
    "month": """
        mo mos mon month months monat monate monaten mois mes meses mês mese mesi maand maanden
        månad månader måned måneder miesiąc miesiące miesięcy měsícem měsíci месяц месяца месяцев
        місяць місяці місяців ay 个月 個月 ヶ月 か月 カ月 ケ月 月 개월 달 bulan tháng kuukautta
        hónapja luni μήνες
    """,
    "year": """
        y yr yrs year years jahr jahre jahren an ans année années año años ano anos anno anni jaar
        jaren år rok lata lat rokem roky год года лет рік роки років yıl sene 年 년 tahun năm vuotta
        éve ani χρόνια
    """,
}
"""Words of each unit of time, whole, inflected and short."""

AGO: Final = f"{PAST} 前 以前 lalu trước ezelőtt"
"""Words after a unit that say that it has passed; in ideographs they end the unit's word."""

BEFORE_AGO: Final = (
    "vor", "il y a", "hace", "há", "för", "před", "acum", "преди", "πριν", "πριν από",
    "منذ",
)  # fmt: skip
"""Words before the number that say so; those that mean other things too want one of a unit
behind."""

SINGLE: Final = """
    a an one ein eine einem einer eines un une una um uma uno een en ett et jeden jednu um'ora один
    одну bir satu một
"""
"""Words that stand for the number one before a unit."""

TODAY: Final = """
    today heute hoy hoje oggi vandaag idag dzisiaj dziś dnes сегодня сьогодні bugün 今天 今日 오늘
    tänään aujourd'hui aujourd’hui astăzi
"""
"""Words for the day itself."""

YESTERDAY: Final = """
    yesterday gestern hier ayer ontem ieri gisteren igår går wczoraj včera вчера вчора dün 昨天 昨日
    어제 eilen tegnap kemarin
"""
"""Words for the day before."""

DAY_BEFORE_YESTERDAY: Final = """
    vorgestern avant-hier anteayer anteontem avantieri eergisteren förrgår przedwczoraj позавчера
    前天 一昨日 그저께 toissapäivänä
"""
"""Words for the day before that."""

NOW: Final = (
    "just now", "now", "moments ago", "a moment ago", "gerade eben", "gerade jetzt",
    "à l'instant", "ahora mismo", "agora mesmo", "adesso", "zojuist", "just nu", "только что",
    "щойно", "şimdi", "刚刚", "剛剛", "刚才", "たった今", "방금", "przed chwilą",
)  # fmt: skip
"""Texts that say that it was this moment."""
