from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import examples

from scrapy_treesim.values.dates import date_of, is_day_first, names_day
from scrapy_treesim.values.money import price_of
from scrapy_treesim.values.quantities import quantity_of
from scrapy_treesim.values.ratings import rating_of
from scrapy_treesim.values.text_kinds import TEXT_KINDS, is_separator, kind_of
from scrapy_treesim.values.typed_values import Price, Quantity, Rating, number_of


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("$1,234.00", "price"),
        ("ab 12,50 €", "price"),
        ("€10 per night", "price"),
        ("2011年4月5日", "date"),
        ("3. März 2021", "date"),
        ("May 31, 2017 -", "date"),
        ("24 seconds ago", "date"),
        ("14:05", "date"),
        ("3天前", "date"),
        ("١٢ مارس ٢٠٢٤", "date"),
        ("१२:३०", "date"),
        ("(۲۳)", "number"),
        ("115 reviews", "number"),
        ("(23,876)", "number"),
        ("12k", "number"),
        ("4.5 out of 5", "rating"),
        ("★★★★☆", "rating"),
        ("3 of 5 stars", "rating"),
        ("Only 6 left", "text"),
        ("SKU 9fa5c702", "text"),
        ("Add to cart", "text"),
        ("", "text"),
        ("word " * 20, "passage"),
    ],
)
def test_kinds_of_text(text: str, kind: str) -> None:
    assert kind_of(text) == kind


@examples(200)
@given(st.text(max_size=120))
def test_every_text_has_a_kind(text: str) -> None:
    assert kind_of(text) in TEXT_KINDS


def test_texts_that_are_no_value_have_none() -> None:
    assert all(map(is_separator, ["|", " · ", "—", "›", "", "( )", "\u200e: \u200e"]))
    assert not any(map(is_separator, ["a", "1", "$", "★", "@", "中", "😀"]))
    assert not any(map(price_of, ["ask for the price", "", "x" * 10_000]))
    assert rating_of("excellent") is None
    assert not any(map(quantity_of, ["3 chairs", "5 min read", "12:30", "$5 m", "min", "9 m" * 20]))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,234 reviews", "1234"),
        ("1.234,5", "1234.5"),
        ("1'234'567", "1234567"),
        ("12 345,60", "12345.60"),
        ("1.5", "1.5"),
        ("12,50", "12.50"),
        ("12k views", "12000"),
        ("3万", "30000"),
        ("1.2M", "1200000"),
        ("-5 °C", "-5"),
        ("#17", "17"),
        ("none at all", None),
    ],
)
def test_numbers(text: str, number: str | None) -> None:
    assert number_of(text) == (None if number is None else Decimal(number))


@examples(200)
@given(st.decimals(0, 10**9, places=2, allow_nan=False))
def test_numbers_as_they_are_written_in_english_and_german(number: Decimal) -> None:
    english = f"{number:,.2f}"
    german = english.translate(str.maketrans(",.", ".,"))
    assert number_of(english) == number_of(german) == number


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("$1,315.90", "1315.90", None),
        ("US$1,315.90", "1315.90", "USD"),
        ("12,50 €", "12.50", "EUR"),
        ("ab EUR 1.299,-", "1299", "EUR"),
        ("£10 - £20", "10", "GBP"),
        ("$45 per night", "45", None),
        ("2 for 12 €", "12", "EUR"),
        ("12", "12", None),
        ("7 500 FCFA", "7500", "XOF"),
        ("5 kr", "5", None),
    ],
)
def test_prices(text: str, amount: str, currency: str | None) -> None:
    found = price_of(text)
    assert found == Price(Decimal(amount), currency)
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize(
    ("text", "url", "language", "named", "currency"),
    [
        ("$5", "", "en-CA", "", "CAD"),
        ("$5", "https://shop.example.com.au/list", "en", "", "AUD"),
        ("$5", "https://shop.example.com/list", "en-US", "", "USD"),
        ("$5", "https://shop.example.com/list", "en", "", None),
        ("$5", "https://shop.example.com/list", "en", "NZD", "NZD"),
        ("$5", "https://shop.example.com/list", "en-US", "CAD", "CAD"),
        ("$5", "https://shop.example.com/list", "en", "CAD USD", None),
        ("$5", "https://shop.example.com/list", "en", "EUR", None),
        ("5 €", "https://shop.example.com/list", "en", "USD", "EUR"),
        ("5 kr", "https://shop.example/list", "da", "", "DKK"),
        ("¥500", "https://shop.example/list", "ja", "", "JPY"),
        ("£5", "https://shop.example/list", "en", "", "GBP"),
    ],
)
def test_what_a_sign_means(
    text: str, url: str, language: str, named: str, currency: str | None
) -> None:
    found = price_of(text, url, language, frozenset(named.split()))
    assert found is not None
    assert found.currency == currency


@pytest.mark.parametrize(
    ("text", "value", "best"),
    [
        ("4.5 out of 5", "4.5", "5"),
        ("Rated 4,5 / 5", "4.5", "5"),
        ("8.7", "8.7", None),
        ("★★★★", "4", None),
        ("★★★☆☆", "3", "5"),
        ("3 of 5 stars", "3", "5"),
    ],
)
def test_ratings(text: str, value: str, best: str | None) -> None:
    assert rating_of(text) == Rating(Decimal(value), Decimal(best) if best else None)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("posted 1982-08-06", date(1982, 8, 6)),
        ("2011年4月5日", date(2011, 4, 5)),
        ("12/31/2020", date(2020, 12, 31)),
        ("31/12/2020", date(2020, 12, 31)),
        ("01.02.2024", date(2024, 2, 1)),
        ("May 31, 2017 -", date(2017, 5, 31)),
        ("1st of March, 1999", date(1999, 3, 1)),
        ("3. März 2021", date(2021, 3, 3)),
        ("5 de marzo de 2020", date(2020, 3, 5)),
        ("le 14 juillet 1989", date(1989, 7, 14)),
        ("7 KB (714 words) - 22:09, 21 June 2017", datetime(2017, 6, 21, 22, 9)),
        ("1:43 PM - 2 Jul 2017", datetime(2017, 7, 2, 13, 43)),
        ("2024-03-01T10:00:05", datetime(2024, 3, 1, 10, 0, 5)),
        (
            "2024-03-01T10:00:00+0100",
            datetime(2024, 3, 1, 10, tzinfo=timezone(timedelta(hours=1))),
        ),
        ("2024-03-01 10:00:00.123Z", datetime(2024, 3, 1, 10, tzinfo=timezone.utc)),
        ("2024-03-12 03:05 PM", datetime(2024, 3, 12, 15, 5)),
        ("2024-03-12T08:00-05:00", datetime(2024, 3, 12, 8, tzinfo=timezone(-timedelta(hours=5)))),
        ("2024-03-12 08:00-10:00", datetime(2024, 3, 12, 8)),
        ("12-Mar-24", date(2024, 3, 12)),
        ("Mar-12-2024", date(2024, 3, 12)),
        ("12/Mar/24 10:30", datetime(2024, 3, 12, 10, 30)),
        ("Mar 12, ’24", date(2024, 3, 12)),
        ("12-janv.-24", date(2024, 1, 12)),
        ("12-Mar-24 2000 views", date(2024, 3, 12)),
        ("(Wed Jan 27 09:48:05 UTC 2016)", datetime(2016, 1, 27, 9, 48, 5, tzinfo=timezone.utc)),
        ("Jan 27 9:48 pm 2016", datetime(2016, 1, 27, 21, 48)),
        ("12 مارس ٢٠٢٤", date(2024, 3, 12)),
        ("१२ मार्च २०२४", date(2024, 3, 12)),
        ("２０２４／３／１２ １５：０５", datetime(2024, 3, 12, 15, 5)),
        ("2024년 3월 12일 오후 3시 5분", datetime(2024, 3, 12, 15, 5)),
        *((text, None) for text in ("12 Mar 24", "AB-12-Mar-24", "12-Mar-24-001", "12-Mar-67")),
        *((text, None) for text in ("13/05/58", "24-03-12", "۲۷/۱۱/۰۳", "12 มีนาคม 2567")),
        *((text, None) for text in ("2 hours ago", "3 May", "13/13/2013", "2021-02-30", "in 2019")),
        *((text, None) for text in ("01/01/0001", "31/12/0099", "0000-00-00", "", "x" * 10_000)),
    ],
)
def test_dates(text: str, day: date | None) -> None:
    assert date_of(text) == day


@pytest.mark.parametrize(
    ("text", "language", "clock"),
    [
        *((f"12:{minute:02} am", None, f"00:{minute:02}") for minute in (0, 30)),
        *((f"12:{minute:02} pm", None, f"12:{minute:02}") for minute in (0, 30)),
        *((text, None, "15:05") for text in ("3:05pm", "PM 03:05", "3.05 p. m.", "15:05 PM")),
        *((text, None, "15:05") for text in ("下午3:05", "下午15:05", "下午3点05分", "午後3時5分")),
        *((text, None, "15:05") for text in ("오후 3:05", "3:05 μ.μ.", "٣:٠٥ م", "3:05 дня")),
        *((text, None, "00:30") for text in ("凌晨12:30", "午前0時30分", "0:30 am")),
        *((text, None, "12:30") for text in ("中午12:30", "午後0時30分")),
        ("晚上8点半", None, "20:30"),
        ("2:05 ночи", None, "02:05"),
        ("3:05 de la tarde", "es", "15:05"),
        ("8:15 da noite", "pt-BR", "20:15"),
        ("3:05 Uhr nachmittags", "de", "15:05"),
        ("15.05 Uhr", "de", "15:05"),
        ("klo 15.05", "fi", "15:05"),
        ("3:05 CH", "vi", "15:05"),
        ("du. 3:05", "hu", "15:05"),
        ("12:30 am Bahnhof", "de", "12:30"),
        ("12:30 AM", "de", "00:30"),
        ("12:00 to 13:00", "en", "12:00"),
        ("3:05 em Lisboa", "pt", "03:05"),
        ("12:30 de hoje", "pt", "12:30"),
        ("م ١٠:٠٠", "ar", "10:00"),
        ("5pm", None, "17:00"),
        # A word of another language that would change the time.
        *((text, "en", None) for text in ("3:05 CH", "du. 3:05", "3:05 de la tarde")),
        # Contradictions, and what is open.
        *((text, None, None) for text in ("上午15:05", "15:05 AM", "오전 3:05 PM", "晚上12:00")),
        *((text, None, None) for text in ("2:00-4:00 pm", "2-4pm", "12:00 midnight", "3:75 pm")),
        *((text, None, None) for text in ("15.05", "3点意见", "10시간", "24:00")),
    ],
)
def test_times_of_day(text: str, language: str | None, clock: str | None) -> None:
    found = date_of(f"2024年3月12日 {text}", language)
    assert isinstance(found, date)
    told = f"{found:%H:%M}" if isinstance(found, datetime) else None
    assert (f"{found:%Y-%m-%d}", told) == ("2024-03-12", clock)


@pytest.mark.parametrize(
    ("zone", "minutes"),
    [
        *((zone, 0) for zone in ("Z", " GMT", " UTC", " (UTC)", "+00:00")),
        *((zone, 120) for zone in (" +0200", "+02:00", " GMT+2", " UTC+02:00", " CEST", " (EET)")),
        (" GMT+0200 (CEST)", 120),
        (" UTC-5", -300),
        (" EST", -300),
        ("+05:30", 330),
        # Names of several zones, ranges and numbers of something else.
        *((zone, None) for zone in ("", " CST", " IST", " BST", "-10:00", " -12 people", " OK")),
        *((zone, None) for zone in (" +9900", " Zurich", " GMT+77")),
    ],
)
def test_offsets(zone: str, minutes: int | None) -> None:
    found = date_of(f"12 March 2024 10:00{zone}")
    assert isinstance(found, datetime)
    assert found.replace(tzinfo=None) == datetime(2024, 3, 12, 10)
    offset = found.utcoffset()
    assert offset == (None if minutes is None else timedelta(minutes=minutes))


@examples(200)
@given(st.datetimes(datetime(1990, 1, 1), datetime(2035, 1, 1)), st.booleans())
def test_clocks_of_twelve_and_of_twenty_four_hours_are_the_same(
    moment: datetime, is_before: bool
) -> None:
    moment = moment.replace(second=0, microsecond=0)
    twelve, part = f"{moment:%I:%M}", f"{moment:%p}"
    clock = f"{part} {twelve}" if is_before else f"{twelve} {part}"
    assert date_of(f"{moment:%Y-%m-%d} {clock}") == date_of(f"{moment:%d-%b-%Y %H:%M}") == moment


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("1394/11/27", None),
        ("27/11/1394", "fa"),
        ("03/11/27", "fa"),
        ("۱۳۹۴/۱۱/۲۷", "fa"),
        ("1445-09-12T10:00:00", "ar"),
        ("2567-05-12", None),
        ("12/05/2567", "th"),
        ("12/05/67", "th-TH"),
        ("2081-08-12", "ne"),
    ],
)
def test_dates_of_other_calendars_are_days_without_a_date(text: str, language: str | None) -> None:
    assert date_of(text, language) is None
    assert date_of(text, language, moment=datetime(2026, 5, 3)) is None
    assert names_day(text, language)


def test_dates_beside_those_of_other_calendars_are_taken() -> None:
    assert date_of("2024-05-12", "fa") == date_of("12/05/2024", "th") == date(2024, 5, 12)
    assert date_of("R6.11.27", "ja") is date_of("令和6.11.27", "ja") is None
    # Of 2006, or of the sixth year of an era.
    assert date_of("6.11.27", "ja") is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("May 4, 2024, updated May 1, 2024 9:45 AM", date(2024, 5, 4)),
        ("04.05.2024 (Stand: 01.05.2024, 09:45 Uhr)", date(2024, 5, 4)),
        ("2024-05-04 – 2024-05-06 21:00", date(2024, 5, 4)),
        ("4 May 2024 7:00 PM - 6 May 2024 9:00 PM", datetime(2024, 5, 4, 19)),
        ("9:45 AM, May 4, 2024, updated May 6, 2024", datetime(2024, 5, 4, 9, 45)),
        ("4 May 2024 (May 4, 2024 9:45 AM)", datetime(2024, 5, 4, 9, 45)),
    ],
)
def test_a_time_behind_another_date_is_not_of_the_first(text: str, day: date) -> None:
    assert date_of(text) == day


def test_the_language_tells_which_number_is_the_day() -> None:
    assert date_of("3/4/2024", "en-US") == date(2024, 3, 4)
    assert date_of("3/4/2024", "fr") == date(2024, 4, 3)
    assert date_of("3/4/2024", "en", day_first=True) == date(2024, 4, 3)
    # Dots are not for months before days.
    assert date_of("3.4.2024", "en") == date(2024, 4, 3)
    assert date_of("3.4.2024", "en", day_first=False) == date(2024, 3, 4)


def test_other_dates_of_a_column_tell_which_number_is_the_day() -> None:
    assert is_day_first(["1/2/2024", "25/2/2024"]) is True
    assert is_day_first(["1/2/2024", "2/25/2024"]) is False
    assert is_day_first(["1/2/2024", "soon"]) is None


def test_days_of_one_month_differ_where_their_month_does_not() -> None:
    assert is_day_first(["07/6/2024", "06/6/2024", "05/06/2024"]) is True
    assert is_day_first(["6/7/2024", "6/6/2024", "6/5/2024"]) is False
    # Maybe the first days of three months, or of three years.
    assert is_day_first(["1/1/2024", "2/1/2024", "3/1/2024"]) is None
    assert is_day_first(["5/6/2022", "6/6/2023", "7/6/2024"]) is None
    assert is_day_first(["5/6/2024", "6/6/2024", "6/6/2024"]) is None


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("3. maaliskuuta 2021", None, date(2021, 3, 3)),
        ("16 يونيو، 2002", None, date(2002, 6, 16)),
        ("2021 m. gegužės 3 d.", "lt", date(2021, 5, 3)),
        ("2021. gada 3. maijā", "lv", date(2021, 5, 3)),
        ("13/4 2019", "sv", date(2019, 4, 13)),
        # Of October in one language, of November in two others.
        ("3. listopada 2021", "hr", date(2021, 10, 3)),
        ("3. listopada 2021", "pl", date(2021, 11, 3)),
        ("3. listopada 2021", None, None),
    ],
)
def test_months_have_the_names_of_many_languages(
    text: str, language: str | None, day: date | None
) -> None:
    assert date_of(text, language) == day


@examples(100)
@given(st.dates(date(1583, 1, 1), date(2060, 12, 31)))
def test_dates_come_back_however_they_are_written(day: date) -> None:
    assert date_of(day.isoformat()) == day
    assert date_of(f"{day.day}.{day.month}.{day.year}") == day
    assert date_of(day.strftime("%B %d, %Y") if day.year > 999 else str(day)) == day
    assert date_of(f"{day.day} {day.strftime('%b')} {day.year}") == day


@examples(200)
@given(st.text(max_size=150))
def test_no_text_is_too_odd_for_any_reader(text: str) -> None:
    price, number, rating, day = price_of(text), number_of(text), rating_of(text), date_of(text)
    assert price is None or price.amount.is_finite()
    assert number is None or number.is_finite()
    assert rating is None or (rating.value.is_finite() and rating.best != 0)
    # What no text says in digits or stars, none of them reads.
    said = any(sign.isnumeric() or sign in "★☆⭐" for sign in text)
    assert said or (number, rating, day) == (None, None, None)


# Quantities


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("12 min", "12", "min"),
        ("12.5 km", "12.5", "km"),
        ("1,200 sqft", "1200", "sqft"),
        ("45m²", "45", "m²"),
        ("1 h 30 min", "90", "min"),
        ("1h30", "90", "min"),
        ("2 Std. 15 Min.", "135", "min"),
        ("1,5 kWh", "1.5", "kwh"),
        ("12°C", "12", "°c"),
        ("30 分", "30", "分"),
    ],
)
def test_quantities(text: str, value: str, unit: str) -> None:
    assert quantity_of(text) == Quantity(Decimal(value), unit)


def test_a_number_beside_an_english_word_is_no_day() -> None:
    assert not names_day("5 out of 5")
    assert names_day("5 out 2024", "pt")
