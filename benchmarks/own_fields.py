"""Fields of one's own: by values shown on one page, and by the names of a class.

    python -m benchmarks.own_fields --data DIR [--data DIR ...] [--half tuned|kept]
                                    [--site NAME ...] [-v]

Sites are the templates of the data sets with three fields or more, and the example project's lists
and goods; half of them, by the hash of their names, were looked at while thresholds were chosen.
``--site`` takes these alone: then also lists, which the truth has as ``fields.list`` or
``records``, and details with attributes.

values: the values of the first page (or record) are shown, and the fields are read on the others.
schema: a dataclass has the fields' names, and further ones that the site does not have. Counted are
the fields that the page names: title, name and price, and those with a word of their name beside
the value, in a label, a header, or the class, ``itemprop``, id or ``rel`` of an element around it.
right: of the fields that a page has, those with a right value; wrong: other values. absent: values
of fields that the site does not have. redesigned: right, after a redesign as of ``redesign.py``.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, make_dataclass
from pathlib import Path
from typing import Any, Final

from lxml import etree, html

import scrapy_treesim as treesim
from benchmarks.fields import labels_of
from benchmarks.pages import DataSet, data_arguments
from benchmarks.redesign import all_at_once
from scrapy_treesim import Page
from scrapy_treesim.reading.occurrences import PageText, loosened, squeezed
from scrapy_treesim.tree import tags
from scrapy_treesim.values.currency import signs_in
from scrapy_treesim.values.field_types import DATE, NUMBER, value_of

PROJECT: Final = Path(__file__).parents[1] / "example_project"
MAX_PAGES: Final = 10
MIN_FIELDS: Final = 3
ABSENT: Final = ("shipping_cost", "tyre_size", "cover_artist", "plot", "street")
"""Names of fields that no site has, but that are like those of some."""

Values = dict[str, list[str]]
Records = list[dict[str, Any]]


@dataclass(frozen=True)
class SitePage:
    """A page, and the true values of its records; of one about one thing there is one."""

    page: Page
    records: list[Values]


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--half", choices=("tuned", "kept"), help="only these sites")
    parser.add_argument("-v", action="store_true", help="name each field that is not right")
    parser.add_argument("--site", action="append", help="only this site; may be repeated")
    arguments = parser.parse_args()
    sites = {} if arguments.site else dict(example_sites())
    for data in arguments.data:
        sites |= data_sites(data, arguments.site or ())
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    print(f"{'site':30} {'':18} fields  right  wrong absent")
    for name, pages in sites.items():
        if arguments.half not in (None, half_of(name)):
            continue
        new = [redesigned(page) for page in pages[1:]] if len(pages) > 1 else [redesigned(pages[0])]
        rest = pages[1:] or pages
        named, new_named = [*map(with_named, rest)], [*map(with_named, new)]
        for way, predicted, judged in (
            ("values", by_values(pages[0], rest), rest),
            ("schema", [by_schema(page) for page in rest], named),
            ("values redesigned", by_values(pages[0], new), new),
            ("schema redesigned", [by_schema(page) for page in new], new_named),
        ):
            counts = [0, 0, 0, 0]
            for page, found in zip(judged, predicted, strict=True):
                judge(page, found, counts, f"{name} {way}" if arguments.v else "")
            print(f"{name:30} {way:18}" + "".join(f"{count:7}" for count in counts))
            totals[way] = [sum(pair) for pair in zip(totals[way], counts, strict=True)]
    for way, (fields, right, wrong, absent) in totals.items():
        share = right / max(1, fields)
        print(f"{way}: {share:.3f} right of {fields}, {wrong} wrong, {absent} of absent fields")


def half_of(name: str) -> str:
    """The half that a site is of."""
    return "kept" if hashlib.sha1(name.encode()).digest()[0] % 2 else "tuned"


def example_sites() -> Iterator[tuple[str, list[SitePage]]]:
    """The example project's lists, its catalogue and its goods."""
    lines = (PROJECT / "site_content" / "shop.txt").read_text("utf-8").splitlines()
    names = "sku title maker price old_price rating reviews badge description".split()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if line.startswith("FH-")]
    goods = [{n: [v] for n, v in zip(names, row, strict=False) if v} for row in rows]
    by_title = {thing["title"][0]: thing for thing in goods}

    def page(file: str, fields: str, title: str = "") -> SitePage:
        path = PROJECT / "site" / "shop" / file
        text = path.read_text("utf-8")
        things = [by_title[title]] if title else [t for t in goods if f">{t['title'][0]}<" in text]
        chosen = [{n: t[n] for n in fields.split() if n in t} for t in things]
        return SitePage(Page(path), chosen)

    listed = "title price old_price rating reviews description"
    yield "example/list", [page(f"{name}.html", listed) for name in ("index", "page-2", "page-3")]
    yield "example/catalogue", [page("catalogue.html", "title maker price description")]
    shop = sorted((PROJECT / "site" / "shop").glob("*-*.html"))
    headings = {path.name: Page(path) for path in shop if not path.name.startswith("page-")}
    yield (
        "example/goods",
        [
            page(name, "title maker price old_price rating reviews sku", thing.text(h1))
            for name, thing in headings.items()
            if (h1 := thing.headings()[0])
        ],
    )


def data_sites(data: DataSet, chosen: Sequence[str] = ()) -> dict[str, list[SitePage]]:
    """The templates of a data set with values of enough fields, or the ``chosen`` ones."""
    pages: dict[str, list[SitePage]] = defaultdict(list)
    for labelled in data.pages():
        truth = labelled.truth
        name = truth.get("template") or f"{truth['site']}/{truth['kind']}"
        if chosen and name not in chosen:
            continue
        rows = rows_of(truth) if chosen else [labels_of(labelled)]
        is_telling = chosen or len(rows[0]) >= MIN_FIELDS
        if rows and is_telling and len(pages[name]) < MAX_PAGES:
            url = labelled.url or "https://site.example/"
            pages[name].append(SitePage(Page(labelled.html, url=url), rows))
    return {name: group for name, group in pages.items() if len(group) > 1}


def rows_of(truth: dict[str, Any]) -> list[Values]:
    """The values of each record of a list, or of the one thing of a page."""
    fields = truth.get("fields") or {}
    rows = truth.get("records") or fields.get("list") or [fields | fields.get("attributes", {})]
    return [values for row in rows if (values := _texts(row))]


def _texts(row: dict[str, Any]) -> Values:
    texts = {
        "_".join(name.lower().split()): [str(value) for value in values]
        for name, value in row.items()
        if name.lower() not in _NO_FIELDS and value not in (None, "", {})
        for values in [value if isinstance(value, list) else [value]]
    }
    return {name: values for name, values in texts.items() if name.isidentifier() and values}


_NO_FIELDS: Final = frozenset(
    "xpath title_xpath text full elements tags image link title_shown price_value price_text "
    "attributes list description currency availability".split()
)
"""Parts of a truth that are no field, or are not written on the page as there."""


def by_values(first: SitePage, pages: Sequence[SitePage]) -> list[Records]:
    """Show the first record of a page, and read the records of the others."""
    shown = max(first.records, key=len)
    values = {
        name: texts if len(texts) > 1 and name == "category" else texts[0]
        for name, texts in shown.items()
    }
    try:
        key = treesim.learn_key_tree(first.page, values)
    except ValueError as error:
        print(f"  {error}")
        return [[] for _ in pages]
    return [
        [dict(r.fields) for r in treesim.find_records(page.page, key).records] for page in pages
    ]


def by_schema(page: SitePage) -> Records:
    """Fill a class with the names of the fields, and of some that the site does not have."""
    names = dict.fromkeys(name for record in page.records for name in record)
    typed = [(name, TYPES.get(name, str), None) for name in (*names, *ABSENT)]
    schema = make_dataclass("Schema", typed)
    items: list[Any] = treesim.extract(page.page, schema=schema)
    return [asdict(item) for item in items]


TYPES: Final = {"price": float, "old_price": float, "rating": float, "reviews": int}


def with_named(site_page: SitePage) -> SitePage:
    """The page with the fields that it names."""
    page = site_page.page
    records = [
        {name: texts for name, texts in record.items() if is_named(page, name, texts)}
        for record in site_page.records
    ]
    return SitePage(page, records)


def is_named(page: Page, name: str, texts: Sequence[str]) -> bool:
    """Tell whether a page has a word of a field's name beside one of its values."""
    if name in ("title", "name", "price"):
        return True
    tree, words = page.tree, [loosened(word)[:5] for word in name.split("_") if len(word) > 2]
    in_order = [node for node, tag in enumerate(tree.tag) if tag == tags.TEXT]
    for text in texts:
        for match in page.once(PageText).find(squeezed(text)):
            first = bisect_left(in_order, match.node)
            beside = [match.prefix, *map(tree.plain_text, in_order[max(0, first - 2) : first])]
            for element in tree.upward(tree.element(match.node), 3):
                beside += (
                    tree.get(element, key) or "" for key in ("class", "id", "itemprop", "rel")
                )
            if any(word in loosened(part[:60]) for word in words for part in beside):
                return True
    return False


def judge(page: SitePage, found: Records, counts: list[int], label: str) -> None:
    """Count fields, right and wrong values, and values of fields that there are none of."""
    for number, record in enumerate(page.records):
        key = "title" if "title" in record else "name"
        mine = next((row for row in found if _is_right(row.get(key), record.get(key, []))), {})
        if len(page.records) == 1 and not mine:
            mine = found[0] if found else {}
        for name, texts in record.items():
            value = mine.get(name)
            right = _is_right(value, texts)
            counts[0] += 1
            counts[1] += right
            counts[2] += not right and value is not None
            if label and not right:
                print(f"  {label}: {number} {name}: {value!r:.60} is not {texts!r:.60}")
        counts[3] += sum(mine.get(name) is not None for name in ABSENT)


def _is_right(value: Any, texts: Sequence[str]) -> bool:
    values = value if isinstance(value, list) else [value]
    return any(_is_same(str(one), text) for one in values if one is not None for text in texts)


def _is_same(value: str, text: str) -> bool:
    one, other = loosened(value), loosened(text)
    codes = [{code for sign in signs_in(part) for code in sign.codes} for part in (value, text)]
    if squeezed(value) == squeezed(text) or (len(text) < 5 and codes[0] & codes[1]):
        return True
    if (
        one
        and other
        and (one == other or min(len(one), len(other)) > 3)
        and (one in other or other in one)
    ):
        return True
    read = [(value_of(kind, value), value_of(kind, text)) for kind in (NUMBER, DATE)]
    # Of a time, the day counts.
    return any(mine and str(mine)[:10] == str(theirs)[:10] for mine, theirs in read)


def elements_at(document: Any, path: str) -> list[Any]:
    """The elements at a path."""
    return [*document.xpath(path)]


def redesigned(page: SitePage) -> SitePage:
    """The page with other tags, names and wrappers."""
    root = html.document_fromstring(
        etree.tostring(page.page.root, encoding="unicode", method="html")
    )
    plain = Page(root)
    document = root.getroottree()
    regions: list[list[list[Any]]] = [
        [
            [element for path in record.xpaths for element in elements_at(document, path)]
            for record in region.records
        ]
        for region in treesim.records(plain)
    ]
    all_at_once(root, regions)
    return SitePage(Page(root, url=page.page.url), page.records)


if __name__ == "__main__":
    main()
