"""What the records of a site are, and so which fields they have."""

from __future__ import annotations

from training.record_pages.design import Design
from training.record_pages.fields import Field

DATA = (
    "badge.3 image title rating.7 price was.3 button.8",
    "image title price",
    "image title snippet price button",
    "image.8 title author.9 date price pairs links",
    "title snippet address",
    "title snippet.9 address date.4 links",
    "number title snippet.8 address",
    "title date snippet.8",
    "image.9 badge.5 title date author.6 snippet.8 count.6",
    "title author date count snippet.4",
    "image title snippet tags.8",
    "title place price.6 date snippet.5 points.7 button",
    "badge.4 title author place date tags.6",
    "image title rating place price pairs button",
    "title place phone.8 address.6",
    "image author title phone address.5",
    "date title place.8 author.4 price.5",
    "author date snippet links replies",
    "title author date snippet.6 replies",
    "title date pairs points",
    "title points snippet.5",
    "number image title author.9 number2",
    "title number number2 date.5",
    "title snippet",
    "image title date",
    "author rating date snippet points.4",
    "title author date number snippet.5 links.8 tags.6",
    "image badge.3 title price place date.8",
)
"""Fields of records with data of their own, each with the share of records that have it."""

SEARCH = (
    "rank title passage address",
    "rank title passage address facts links.8",
    "title passage address facts links",
    "title passage facts",
    "title address passage",
    "title passage address topic.5",
    "rank title passage.9 facts topic.7 links",
    "relevance title passage address",
    "rank relevance title passage facts.8",
    "title facts passage.9 address links",
    "rank title address",
    "title author date passage",
    "date title passage.8",
    "date rank title facts",
    "title passage",
    "title passage topic",
    "site title passage sitelinks.3",
    "site title date.5 passage sitelinks.2 links",
    "title address passage thumbs.2 sitelinks.2",
    "rank title passage bullets.5 address",
)
"""Fields of search results."""

INNER_LISTS = "sitelinks.5 thumbs.8 specs bullets.9 stars swatches.8 lines.8 tags.8 pairs".split()
"""Fields that are lists inside the record, which other records may lack."""

FIGURES = (
    "rank title number number2 number3 number4 number5 number6 number7 number8",
    "rank image title number number2 number3 number4 number5",
    "title number number2 number3 number4 number5 number6 number7 number8 number9 number10"
    " number11",
    "date title place number number2 number3 number4",
    "title number number2 number3 number4 number5 date",
    "rank title place number number2 number3 number4 number5 number6 number7 number8 number9"
    " number10 number11 number12",
    "title price number number2 number3 number4 stars",
    "title number number2 number3",
    "number title number2 number3 number4 number5",
    "title date number number2",
    "title place number number2 number3 number4 number5 number6",
    "date number number2 number3 number4",
    "number image.9 title number2 number3 number4 number5 number6 number7",
)
"""Fields of rows in tables of figures."""

HEADLINES = ("title", "title date", "title", "date title", "title count", "image title", "snippet")
"""Fields of records that are little more than a link or a line."""


def read_fields(text: str) -> list[Field]:
    """The fields that a line above names: ``date.5`` is a date that half the records have."""
    out: list[Field] = []
    for word in text.split():
        name, _, tenths = word.partition(".")
        out.append(Field(name, name.rstrip("0123456789"), int(tenths) / 10 if tenths else 1.0))
    return out


def _moved(design: Design, fields: list[Field]) -> list[Field]:
    """The fields in an order of this site's own, not far from the usual."""

    def place(numbered: tuple[int, Field]) -> float:
        number, field = numbered
        return number + 2.2 * design.fraction(f"place of {field.name}")

    return [field for _, field in sorted(enumerate(fields), key=place)]


def _inner_lists(design: Design, fields: list[Field]) -> list[Field]:
    """One or two lists inside the record that it does not have yet."""
    known = {field.name for field in fields}
    count = 2 if design.chance("two inner lists", 0.3) else 1
    named = [read_fields(name)[0] for name in design.some("inner lists", INNER_LISTS, count)]
    return [field for field in named if field.name not in known]


def pick_fields(design: Design, kinds: tuple[str, ...]) -> list[Field]:
    """The fields of a site's records: one of the lines, a field less or more, in some order."""
    fields = read_fields(design.pick("subject", kinds))
    if kinds not in (DATA, SEARCH):
        return fields
    if len(fields) > 3 and design.chance("one less", 0.4):
        less = design.pick("less", [field for field in fields if field.kind != "title"])
        fields.remove(less)
    known = {field.name for field in fields}
    for name in design.some("more", "date.6 place count.7 badge.4 links button tags.5".split(), 1):
        field = read_fields(name)[0]
        if field.name not in known and design.chance("one more", 0.3):
            fields.append(field)
    if design.heavy and design.chance("actions", 0.5):
        fields.append(Field("actions", "actions"))
    if design.chance("inner lists", 0.3 if kinds is DATA else 0.1):
        fields.extend(_inner_lists(design, fields))
    return _moved(design, fields)
