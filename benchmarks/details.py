"""Fields of pages about one thing, measured on pages that say themselves what is true.

    python -m benchmarks.details --data DIR [--data DIR ...]
    python -m benchmarks.details --generated 400 --seed 7
    python -m benchmarks.details --false-prices --data DIR --data DIR:no_price --data DIR:all
    python -m benchmarks.details --declared --data DIR [--limit 300]
    python -m benchmarks.details --recipes --data DIR
    python -m benchmarks.details --things --data DIR [--data DIR ...]

The truth of a page is what it declares of exactly one product with a name and an offer (JSON-LD,
microdata, OpenGraph, read by extruct). All of that is taken away before the page is read, unless
``--as-is``. ``--extractor module:function`` is what reads it: of bytes and an address a dict with
``name``, ``price``, ``currency``, ``availability``, ``sku``, ``mpn``, ``gtin``, ``brand``,
``image``, ``rating``, ``reviews``.

A row a field: of pages whose truth has it, how many of the values found are right (P), how many
pages have a right one (R), their F1, and the same of pages that still show the value: as a number
or words in the text of the body, of a picture as a file name in an attribute. A number as small as
a rating may stand there as something else. What counts as right:

- name: the same words; or one within the other with at least 80 % of its words, since pages add
  their site's name and shops the brand;
- price, reviews: the same number as one that is declared; rating: within .05, on the scale of 5
  where the declared one is too;
- availability: both can be had, both cannot, or both can be ordered before they can be had;
- image: the same file name, without endings that tell sizes;
- the others: the same letters and digits, in any case.

``--false-prices`` tells how many pages of things without a price are said to have one: those that
declare a recipe, an event, a job, a course ... and no offer; of ``DIR:no_price`` all whose truth
has fields and no price; of ``DIR:all`` all, as of a set of articles; with ``--generated N`` the
generated pages whose truth has no price. ``--generated N`` measures on N generated pages of all
kinds. ``--per-site N`` takes at most N pages of a site, so that no shop outweighs the others.

``--declared``: of ``--limit`` pages that become a ``DetailItem`` with a declared type, the
properties of the declared things of that type and name of which a value stands in the item,
``explain`` included, whatever its signs (a picture in any size), and those that are lost, by name.

``--things``: of pages that declare exactly one product, event, recipe, job ..., in JSON-LD or
microdata, and beside it no article unless it is a recipe, those with a ``DetailItem`` of role main;
and of pages that declare none, and are of a kind without one by their truth (``page_type``: an
article, a listing, a forum ...), those with such an item too. ``-v`` prints the wrong ones.

``--recipes``: of pages whose truth has ``ingredients`` and ``instructions``, those with a list
that holds at least 90 % of the true lines, and of whose words at least 60 % are true: a line is
held by an entry, or by up to three in a row, with 80 % of its words. Once as the pages are and once
without their declarations.
"""

from __future__ import annotations

import json
import re
import unicodedata
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit

import scrapy_treesim as treesim
from benchmarks.declared_products import (
    NO_PRODUCTS,
    ORGANIZATIONS,
    PRODUCTS,
    SAME_RATING,
    Fields,
    decimal_of,
    declared,
    is_no_product,
    numbers_in,
    product_of,
    stripped,
    types_of,
)
from benchmarks.figures import Share, parsed, table
from benchmarks.pages import DataSet
from scrapy_treesim.findings.as_items import items_of
from scrapy_treesim.findings.kinds import KINDS, FindingOptions
from scrapy_treesim.items import DetailItem
from scrapy_treesim.reading.declared.values import line_of

Extractor: TypeAlias = Callable[[bytes, str], Mapping[str, Any]]

FIELDS: Final = (
    "name price old_price currency availability sku mpn gtin brand image rating reviews".split()
)
THINGS: Final = (PRODUCTS | NO_PRODUCTS) - ORGANIZATIONS
"""Types that make a page one of a thing."""
TEXTS: Final = frozenset("Article NewsArticle BlogPosting TechArticle ScholarlyArticle".split())
"""Types of texts, beside which a thing is none of the page's."""
SAME_NAME: Final = 0.8
"""Share of the longer name's words that the shorter one within it has to have."""
LISTS: Final = {"ingredients": "ingredients", "steps": "instructions"}
"""The fields of a recipe, and the truth of each."""
HELD, RIGHT, TRUE = 0.8, 0.9, 0.6
_CAN_BE_HAD: Final = {
    **dict.fromkeys("instock limitedavailability onlineonly instoreonly available".split(), "yes"),
    **dict.fromkeys("outofstock soldout discontinued oos unavailable".split(), "no"),
    **dict.fromkeys("preorder presale backorder madetoorder".split(), "later"),
}
_SIZE: Final = re.compile(
    r"(?:[-_.@](?:\d{2,4}x\d{0,4}|x?\d{2,4}|\d{1,4}(?:px|w)|\dx|small|medium|large|thumb|thumbnail"
    r"|grande|master|compact|scaled|full|original|zoom|main|default))+$"
)


@dataclass(frozen=True, slots=True)
class TruePage:
    """A page to be read, and what is true of it."""

    id: str
    url: str
    html: bytes
    truth: Fields


def true_pages(
    data: Iterable[DataSet], limit: int | None, per_site: int | None = None, *, as_is: bool
) -> Iterator[TruePage]:
    """The pages that declare one product."""
    taken: Counter[str] = Counter()
    for one in data:
        for page in one.pages(limit):
            site = page.truth.get("site") or page.truth.get("host") or urlsplit(page.url).hostname
            if per_site is not None and taken[str(site)] >= per_site:
                continue
            truth = product_of(page.html, page.url)
            if truth is not None:
                taken[str(site)] += 1
                html = page.html if as_is else stripped(page.html)
                yield TruePage(f"{one.name}/{page.id}", page.url, html, truth)


def generated_pages(number: int, seed: int, *, as_is: bool) -> Iterator[TruePage]:
    """The pages about one thing of as many generated ones."""
    from training.page_kinds import generated

    for truth, html in generated(number, seed):
        fields = truth.get("fields")
        if fields:
            page = html if isinstance(html, bytes) else html.encode()
            known = {name: fields.get(name) or [] for name in FIELDS}
            known["reviews"] = fields.get("votes") or known["reviews"]
            known = {
                name: [found for one in values if (found := decimal_of(one)) is not None]
                if name in ("price", "old_price", "rating", "reviews") else values
                for name, values in known.items()
            }  # fmt: skip
            yield TruePage(truth["id"], truth["url"], page if as_is else stripped(page), known)


def is_right(field: str, found: Any, truth: Iterable[Any]) -> bool:
    """Say whether a value is one of the true ones."""
    if field in ("price", "old_price", "reviews"):
        return decimal_of(found) in truth
    if field == "rating":
        rating = decimal_of(found)
        return rating is not None and any(
            abs(rating / scale - true) <= SAME_RATING
            for true in truth
            for scale in ((1, 2, 20) if true <= 5 < rating else (1,))
        )
    readers: dict[str, Callable[[str], object]] = {"image": file_name, "availability": _had}
    reader = readers.get(field, _letters)
    if field == "name":
        return any(same_name(str(found), str(true)) for true in truth)
    return reader(str(found)) in {reader(str(true)) for true in truth} - {"", None}


def same_name(one: str, other: str) -> bool:
    """Say whether two names have the same words, or nearly all, those of one within the other."""
    short, long = sorted((_words(one), _words(other)), key=len)
    if short == long or "".join(short) == "".join(long):
        return bool(short)
    at = range(len(long) - len(short) + 1)
    within = any(long[place : place + len(short)] == short for place in at)
    return within and len(short) >= SAME_NAME * len(long)


def file_name(address: str) -> str:
    """The name of a picture's file, without its ending and its size."""
    try:
        path = urlsplit(address.strip()).path
    except ValueError:
        return ""
    name = unquote(path).rstrip("/").rpartition("/")[2].casefold().partition("._")[0]
    stem = name.rpartition(".")[0] or name
    return _SIZE.sub("", stem) or stem


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _letters(text: str) -> str:
    return "".join(_words(text))


def _had(text: str) -> str | None:
    return _CAN_BE_HAD.get(re.sub(r"[\W_]", "", re.split("[/#]", text)[-1]).casefold())


@dataclass(slots=True)
class Shown:
    """All that a page still shows."""

    text: str
    numbers: set[Decimal]
    files: set[str]

    @classmethod
    def of(cls, html: bytes) -> Shown:
        """Read a page without declarations."""
        body: Any = parsed(html).find("body") if html.strip() else None
        if body is None:
            return cls("", set(), set())
        hidden = "ancestor-or-self::*[self::script or self::style or self::template]"
        pieces = [str(one) for one in body.xpath(f".//text()[not({hidden})]")]
        addresses = body.xpath(
            ".//@src | .//@srcset | .//@href | .//@*[starts-with(name(), 'data-')]"
        )
        files = {
            file_name(piece)
            for one in addresses
            for piece in str(one)[:4_000].replace("&quot;", " ").replace('"', " ").split()
            if "." in piece or "/" in piece
        }
        return cls(_letters(" ".join(pieces)), numbers_in(pieces), files)

    def shows(self, field: str, values: Iterable[Any]) -> bool:
        """Say whether one of the values stands on the page."""
        if field in ("price", "old_price", "reviews", "rating"):
            return any(one in self.numbers for one in values)
        if field == "image":
            return any(file_name(str(one)) in self.files for one in values)
        if field in ("currency", "availability"):
            return True  # Seldom shown in the declaration's own words.
        return any(_letters(str(one)) in self.text for one in values if _letters(str(one)))


@dataclass(slots=True)
class Count:
    """Sums of a field over the pages whose truth has it, and over those that still show it."""

    every: Share = field(default_factory=Share)
    shown: Share = field(default_factory=Share)

    def row(self) -> dict[str, float]:
        """Its shares."""
        one, other = self.every, self.shown
        return {
            "n": one.true,
            "P": one.precision,
            "R": one.recall,
            "F1": one.f1,
            "shown": other.true,
            "P shown": other.precision,
            "R shown": other.recall,
            "F1 shown": other.f1,
        }


def measured(pages: Iterable[TruePage], read: Extractor, *, tell: bool) -> dict[str, Count]:
    """The counts of each field; with ``tell`` each wrong or missing value is printed."""
    counts = {field: Count() for field in FIELDS}
    for page in pages:
        found = read(page.html, page.url) or {}
        shown = Shown.of(page.html)
        for name, count in counts.items():
            truth = page.truth.get(name)
            if not truth or (name == "availability" and not any(map(_had, map(str, truth)))):
                continue
            value = found.get(name)
            has = value not in (None, "")
            right = has and is_right(name, value, truth)
            is_shown = shown.shows(name, truth)
            count.every.add(Share(right, has, 1))
            if is_shown:
                count.shown.add(Share(right, has, 1))
            if tell and not right:
                told = [str(one)[:80] for one in truth[:3]]
                mark = "" if is_shown else " (not shown)"
                print(f"{page.id[-50:]:50} {name:12} {str(value)[:80]!r} for {told}{mark}")
    return counts


def false_prices(
    data: Iterable[str], limit: int | None, read: Extractor, *, as_is: bool
) -> dict[str, tuple[int, int]]:
    """For each set its pages of things without a price, and those said to have one."""
    found = {}
    for name in data:
        folder, _, flag = name.partition(":")
        pages = said = 0
        for page in DataSet(Path(folder)).pages(limit):
            if flag == "no_price":
                fields = page.truth.get("fields") or {}
                wanted = bool(fields) and "price" not in fields
            else:
                wanted = flag == "all" or is_no_product(page.html, page.url)
            if wanted:
                html = page.html if as_is else stripped(page.html)
                pages += 1
                said += (read(html, page.url) or {}).get("price") is not None
        found[name] = pages, said
    return found


def leaves(value: Any) -> Iterator[str]:
    """The plain values in a value as text."""
    if isinstance(value, dict):
        for name, one in value.items():
            if not name.startswith("@"):
                yield from leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one)
    else:
        yield str(value)


def _plain(text: str) -> str:
    """A text without markup, case, signs and the address of a vocabulary."""
    line = re.sub(r"^https?://schema\.org/", "", line_of(text))
    return re.sub(r"[\W_]+", "", line.casefold())


def _picture_name(address: str) -> str:
    """The name of a picture's file without what says its size."""
    return re.sub(r"[?#].*|\.\w+$|\W\d+x\d+$", "", address.rpartition("/")[2])


def declared_things(value: Any) -> Iterator[dict[str, Any]]:
    """The things that are declared, those in graphs and main entities too."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield one
            for name in ("@graph", "mainEntity", "mainEntityOfPage", "itemOffered"):
                yield from declared_things(one.get(name))


def line_words(text: str) -> list[str]:
    """The words of a text, fractions as figures."""
    return re.findall(r"\w+", unicodedata.normalize("NFKD", text.casefold()))


def shared(of: Sequence[str], among: Sequence[str]) -> float:
    """The share of some words that others have."""
    return (Counter(of) & Counter(among)).total() / len(of) if of else 1.0


def is_list_right(true: Sequence[str], given: Sequence[str]) -> bool:
    """Tell whether a list holds the true lines, and little else."""
    lines = [words for words in map(line_words, true) if words]
    entries = [*map(line_words, given)]
    rows = [[*chain(*entries[at : at + n])] for n in (1, 2, 3) for at in range(len(entries))]
    held = sum(any(shared(line, row) >= HELD for row in rows) for line in lines)
    return held >= RIGHT * len(lines) and shared([*chain(*entries)], [*chain(*lines)]) >= TRUE


def print_declared(given: Namespace, sets: Sequence[DataSet]) -> None:
    """Print how many declared properties stand in the items of things, and which are lost."""
    pages = 0
    kept, lost = Counter[str](), Counter[str]()
    for page in (page for data in sets for page in data.pages()):
        read = treesim.Page(page.html, url=page.url)
        one = treesim.detail(read)
        if one is None or one.declared_type is None or pages == (given.limit or 300):
            continue
        (item,) = items_of(DetailItem, [one], page.url)
        has = _plain(json.dumps([*leaves(item.to_dict())], ensure_ascii=False))
        found = treesim.declared(read)
        own = [
            thing
            for syntax in ("json-ld", "microdata")
            for thing in declared_things(found.get(syntax, []))
            if one.declared_type in str(thing.get("@type"))
            and _plain(str(thing.get("name") or one.name)) == _plain(str(one.name))
        ]
        pages += bool(own)
        for name, value in (pair for thing in own for pair in thing.items()):
            values = map(_picture_name, leaves(value)) if name == "image" else leaves(value)
            texts = [text for text in map(_plain, values) if text]
            if name.startswith("@") or not texts:
                continue
            is_kept = any(text[:200] in has for text in texts)
            (kept if is_kept else lost)[name] += 1
            if given.tell and not is_kept:
                print(f"{page.id} {name}: {str(value)[:150]}")
    print(
        f"{pages} pages, {kept.total()} properties kept, {lost.total()} lost: {lost.most_common()}"
    )


def print_things(given: Namespace, data: DataSet) -> None:
    """Print the shares of pages with a main item: those that declare one thing, and no thing."""
    counts: dict[str, list[bool]] = {"one": [], "none": []}
    for page in data.pages(given.limit):
        known = [(one, types_of(one)) for one in declared(page.html, page.url)]
        plain = [pair for pair in known if pair[0]["@source"] != "opengraph"]
        named = {str(one.get("name") or one.get("title")) for one, types in plain if types & THINGS}
        types = set[str]().union(*(types for _, types in plain))
        is_text = bool(types & TEXTS) and "Recipe" not in types
        form = "one" if len(named) == 1 and not is_text else "" if named else "none"
        if form == "none" and page.truth.get("page_type", "product") == "product":
            continue
        if form:
            read = treesim.Page(page.html, url=page.url)
            is_main = bool([*KINDS["detail"](read, FindingOptions())])
            counts[form].append(is_main)
            if given.tell and is_main != (form == "one"):
                print(form, page.id, page.url, sorted(named))
    for form, items in counts.items():
        print(f"{data.folder.parent.name:12} {form:5} {sum(items)} of {len(items)}")


def print_recipes(given: Namespace, data: DataSet) -> None:
    """Print the shares of pages whose ingredients and steps are right."""
    pages = sorted(data.pages(given.limit), key=lambda page: page.id)
    forms: dict[str, Callable[[bytes], bytes]] = {"as they are": bytes, "undeclared": stripped}
    for form, changed in forms.items():
        right: Counter[str] = Counter()
        for page in pages:
            found = treesim.detail(treesim.Page(changed(page.html), url=page.url))
            attributes = found.attributes if found else {}
            for name, truth in LISTS.items():
                lines = attributes.get(name, [])
                is_list = isinstance(lines, list) and is_list_right(page.truth[truth], lines)
                right[name] += is_list
                if given.tell and not is_list:
                    print(form, page.id, name, str(lines)[:200])
        shares = (f"{name} {right[name] / len(pages):.3f}" for name in LISTS)
        print(f"{form:12} of {len(pages)} pages: {', '.join(shares)}")


def extractor_of(name: str) -> Extractor:
    """The function of a ``module:function``."""
    module, _, function = name.partition(":")
    found: Extractor = getattr(import_module(module), function)
    return found


def arguments() -> Namespace:
    """Parse the command line."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", action="append", default=[], metavar="DIR[:no_price|:all]")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    parser.add_argument("--per-site", type=int, metavar="N", help="at most N pages of a site")
    parser.add_argument(
        "--extractor", default="benchmarks.adapters:item", metavar="MODULE:FUNCTION"
    )
    parser.add_argument("--as-is", action="store_true", help="leave declarations on the pages")
    parser.add_argument("--generated", type=int, metavar="N", help="on N generated pages")
    parser.add_argument("--seed", type=int, default=1, help="of generated pages")
    mode = parser.add_mutually_exclusive_group()
    for name in ("--false-prices", "--declared", "--recipes", "--things"):
        mode.add_argument(name, action="store_true")
    parser.add_argument("-v", dest="tell", action="store_true", help="print what is not right")
    return parser.parse_args()


def main() -> None:
    """Measure what is asked for."""
    given = arguments()
    read = extractor_of(given.extractor)
    sets = [DataSet(Path(one.partition(":")[0])) for one in given.data]
    rows: Mapping[str, Mapping[str, float]]
    if given.declared:
        print_declared(given, sets)
        return
    if given.recipes or given.things:
        for one in sets:
            (print_things if given.things else print_recipes)(given, one)
        return
    if given.false_prices:
        prices: dict[str, tuple[int, int]] = false_prices(
            given.data, given.limit, read, as_is=given.as_is
        )
        if given.generated:
            free = [
                page
                for page in generated_pages(given.generated, given.seed, as_is=given.as_is)
                if not page.truth["price"]
            ]
            said = sum((read(page.html, page.url) or {}).get("price") is not None for page in free)
            prices["generated"] = len(free), said
        rows = {
            name[-40:]: {"pages": pages, "priced": said, "share": said / max(1, pages)}
            for name, (pages, said) in prices.items()
        }
    else:
        labelled = (
            generated_pages(given.generated, given.seed, as_is=given.as_is)
            if given.generated
            else true_pages(sets, given.limit, given.per_site, as_is=given.as_is)
        )
        counts = measured(labelled, read, tell=given.tell)
        rows = {field: count.row() for field, count in counts.items()}
    print(table(rows))


if __name__ == "__main__":
    main()
