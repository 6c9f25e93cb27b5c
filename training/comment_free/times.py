"""Days and times as the platforms write them, and how long ago something was."""

from __future__ import annotations

from datetime import datetime

MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(),
    "de": "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez".split(),
    "fr": "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.".split(),
    "es": "Ene Feb Mar Abr May Jun Jul Ago Sep Oct Nov Dic".split(),
    "ru": "янв фев мар апр май июн июл авг сен окт ноя дек".split(),
}
DAYS = {
    "en": "Mon Tue Wed Thu Fri Sat Sun".split(),
    "de": "Mo Di Mi Do Fr Sa So".split(),
    "fr": "Lun Mar Mer Jeu Ven Sam Dim".split(),
    "es": "Lun Mar Mié Jue Vie Sab Dom".split(),
    "ru": "Пн Вт Ср Чт Пт Сб Вс".split(),
}
LONG_MONTHS = (
    "January February March April May June July August September October November December"
).split()

_AGO = {
    "en": ("{} minutes ago", "{} hours ago", "{} days ago", "{} months ago", "{} years ago"),
    "de": ("vor {} Minuten", "vor {} Stunden", "vor {} Tagen", "vor {} Monaten", "vor {} Jahren"),
    "fr": ("il y a {} min", "il y a {} h", "il y a {} jours", "il y a {} mois", "il y a {} ans"),
    "es": ("hace {} minutos", "hace {} horas", "hace {} días", "hace {} meses", "hace {} años"),
    "ru": ("{} мин. назад", "{} ч. назад", "{} дн. назад", "{} мес. назад", "{} г. назад"),
    "zh": ("{}分钟前", "{}小时前", "{}天前", "{}个月前", "{}年前"),
    "ja": ("{}分前", "{}時間前", "{}日前", "{}か月前", "{}年前"),
    "short": ("{}m", "{}h", "{}d", "{}mo", "{}y"),
}
_UNITS = ((525600, 4), (43200, 3), (1440, 2), (60, 1), (1, 0))


def ago(minutes: int, language: str = "en") -> str:
    """So many minutes ago, in the largest unit that fits."""
    for unit, place in _UNITS:
        if minutes >= unit:
            number = minutes // unit
            if number == 1 and language in ("de", "fr", "es", "ru"):
                number = 2  # Spares the singular.
            text = _AGO[language][place].format(number)
            single = language == "en" and number == 1
            return text.replace("s ago", " ago") if single else text
    return _AGO[language][0].format(1)


def stamp(when: datetime, form: str, language: str = "en") -> str:
    """A moment in a form of ``strftime`` whose ``%a``, ``%b`` and ``%B`` speak the language."""
    known = language if language in MONTHS else "en"
    form = form.replace("%a", DAYS[known][when.weekday()])
    form = form.replace("%b", MONTHS[known][when.month - 1])
    form = form.replace("%B", LONG_MONTHS[when.month - 1])
    form = form.replace("%p", "PM" if when.hour >= 12 else "AM")
    return when.strftime(
        form.replace("%-I", str(when.hour % 12 or 12)).replace("%-d", str(when.day))
    )
