"""Authors and dates of articles.

    python -m benchmarks.metadata DATA [--sets NAME ...] [--limit N] [--show FIELD]

DATA holds ``<set>/dev`` for each set; the truth has ``author`` (names in one string) and ``date``.
An author is right where the sets of names agree; case, accents, punctuation, degrees, offices and
news agencies beside names do not count. A date is right where the day is, in the zone of the truth,
in UTC or as written. Precision is over the pages for which something is given and the truth has
something, recall over those whose truth has it and that show or declare it (the last word of a true
name; the true day, in digits or with its month in words); "P where shown" is the precision on those
pages alone: many true dates stand nowhere on their page.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from html import unescape
from pathlib import Path
from typing import Final

from benchmarks.figures import Sums
from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim import Page, article
from scrapy_treesim.values import dates
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.lexicon.words import entries

SETS: Final = ("wcxb", "newspages", "fundus", "postlight")
FIELDS: Final = ("author", "date")
OURS: Final = "ours"

_JOINTS: Final = re.compile(
    r"\s*(?:[,;&|·/+•、，；]|\s(?:and|und|et|y|e|og|och|en|ja|i|with|mit)\s)\s*", re.I
)
_DEGREES: Final = frozenset(
    "phd md rn rd jd jr sr mba mph cpa cfp cepf dvm vmd dds rdn ms ma ba bs bsc msc ld do msw lmsw "
    "lcsw foma dabom dacvb esq ii iii dr prof mr mrs".split()
)
_OFFICE: Final = re.compile(
    r"\b(?:expert|officer|editor|reporter|writer|representative|director|founder|journalist)\b",
    re.I,
)
_ASIDE: Final = re.compile(r"\([^)]*\)")
_LEAD: Final = re.compile(r"(?:written\s+by|by|von|par|por)\b[\s:]*", re.I)
_SCRIPT: Final = re.compile(r"<(script|style)\b(?![^>]*ld\+json)[^>]*>.*?</\1\s*>", re.I | re.S)
_DIGITS: Final = re.compile(r"(?<!\d)(\d{1,4})[-/.年月\s]{1,2}(\d{1,2})[-/.月\s]{1,2}(\d{2,4})")
_WORDS: Final = re.compile(r"\d+|[^\W\d_]+")
_COMPACT: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")


@dataclass(slots=True)
class Count(Sums):
    """The pages of a field, for one extractor."""

    given: int = 0
    right: int = 0
    shown: int = 0
    right_shown: int = 0
    given_shown: int = 0
    untrue: int = 0
    """Pages whose truth has none, and for which something is given."""

    def __str__(self) -> str:
        precision = self.right / self.given if self.given else 0.0
        of_shown = self.right_shown / self.given_shown if self.given_shown else 0.0
        recall = self.right_shown / self.shown if self.shown else 0.0
        return (
            f"P {precision:.3f} R {recall:.3f}  P where shown {of_shown:.3f} "
            f"({self.given:4} given, {self.shown:4} shown, {self.untrue:3} more without truth)"
        )


def plain(text: str) -> str:
    """A text without case, accents and punctuation."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(c for c in letters if not unicodedata.combining(c))
    return " ".join(re.sub(r"[\W_]+", " ", re.sub(r"['’.]", "", kept)).split())


def names_in(text: str) -> frozenset[str]:
    """The names that a string holds: no agencies, offices, degrees or addresses beside them."""
    text = _ASIDE.sub(" ", text.replace("\\xa0", " ")).strip()
    parts = [one for one in _JOINTS.split(_LEAD.sub("", text, count=1)) if one and "@" not in one]
    persons = [
        name
        for place, part in enumerate(parts)
        if (name := bare_name(part)) and not (place and _OFFICE.search(part))
    ]
    agencies = [one for one in persons if one in entries("byline.agencies")]
    return frozenset(persons if len(agencies) == len(persons) else {*persons} - {*agencies})


def bare_name(text: str) -> str:
    """A name without titles before it, degrees after it and a word that joins it to others."""
    words = plain(text).split()
    while words and words[-1] in _DEGREES:
        words.pop()
    while words and (words[0] in _DEGREES or words[0] in ("and", "und", "et")):
        words.pop(0)
    return " ".join(words)


def days_in(text: str) -> frozenset[str]:
    """The day a date names as it is written, and in UTC where it has a zone."""
    text = text.strip()
    if re.fullmatch(r"\d{8}", text):
        text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
    days = {text[:10]} if re.match(r"\d{4}-\d\d-\d\d", text) else set()
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        if not days and (found := date_of(text, "en")):
            days.add(found.isoformat()[:10])
        return frozenset(days)
    if moment.tzinfo is not None:
        days.add(moment.astimezone(timezone.utc).date().isoformat())
    return frozenset(days)


def is_right(field: str, given: str, truth: str) -> bool:
    """Tell whether what is given is what is true."""
    if field == "author":
        return names_in(given) == names_in(truth)
    return not days_in(given).isdisjoint(days_in(truth))


def written_days(text: str) -> Iterator[str]:
    """All days that a text may name, in whatever order it has year, month and day."""
    for one in _COMPACT.finditer(text):
        yield "-".join(one.groups())
    for one in _DIGITS.finditer(text):
        first, second, third = one.groups()
        if len(first) == 4:
            yield f"{first}-{int(second):02}-{int(third[:2]):02}"
        else:
            year = third if len(third) == 4 else f"20{third[:2]}"
            yield f"{year}-{int(second):02}-{int(first):02}"
            yield f"{year}-{int(first):02}-{int(second):02}"
    tokens = _WORDS.findall(text.casefold())
    for place, token in enumerate(tokens):
        month = dates.NUMBER_OF.get(token)
        if month is None:
            continue
        near = tokens[max(0, place - 3) : place + 6]
        years = [one for one in near if one.isdecimal() and len(one) == 4]
        days = [one for one in near if one.isdecimal() and len(one) <= 2]
        for year in years:
            for day in days:
                yield f"{year}-{month:02}-{int(day):02}"


def said_by(page: LabelledPage) -> str:
    """The page's text, attributes and JSON-LD, its other scripts left out."""
    html = page.html.decode("utf-8", "replace")
    return unescape(_SCRIPT.sub(" ", html)) + " " + page.url


def is_shown(field: str, truth: str, said: str) -> bool:
    """Tell whether the page shows or declares it."""
    if field == "date":
        return not days_in(truth).isdisjoint(written_days(said))
    shown = f" {plain(said)} "
    return any(f" {name.split()[-1]} " in shown for name in names_in(truth))


def ours(page: LabelledPage) -> dict[str, str]:
    """Author and date of our article."""
    found = article(Page(page.html, url=page.url or f"https://{page.truth['host']}/"))
    return {} if found is None else {"author": found.author or "", "date": found.date or ""}


def measure(page: LabelledPage, made: dict[str, str], wanted: str | None) -> dict[str, Count]:
    """The counts of a page, by field."""
    said = said_by(page)
    counts: dict[str, Count] = {}
    for field in FIELDS:
        truth = page.truth.get(field)
        truth = ", ".join(truth) if isinstance(truth, list) else truth or ""
        known = bool(names_in(truth) if field == "author" else days_in(truth))
        shown = known and is_shown(field, truth, said)
        given = made.get(field, "")
        right = known and bool(given) and is_right(field, given, truth)
        counts[field] = Count(
            bool(given and known),
            right,
            shown,
            right and shown,
            bool(given) and shown,
            bool(given and not known),
        )
        if field == wanted and not right and (given or shown):
            mark = "WRONG" if given and known else "MISSED" if shown else "extra"
            print(f"{mark:7}{page.id:28} {given!r} | {truth!r} | {page.url}")
    return counts


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder of the article sets")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    parser.add_argument("--show", choices=FIELDS, help="print the pages that are not right")
    arguments = parser.parse_args()
    everything = {field: Count() for field in FIELDS}
    for name in arguments.sets:
        totals = {field: Count() for field in FIELDS}
        for page in DataSet(arguments.data / name / "dev").pages(arguments.limit):
            if page.truth.get("author") or page.truth.get("date"):
                for field, count in measure(page, ours(page), arguments.show).items():
                    totals[field].add(count)
        print_table(name, totals)
        for field, count in totals.items():
            everything[field].add(count)
    print_table("all", everything)


def print_table(name: str, totals: dict[str, Count]) -> None:
    """Print the counts of a set."""
    print(name)
    for field, count in totals.items():
        print(f"  {field:7} {OURS:12} {count}")


if __name__ == "__main__":
    main()
