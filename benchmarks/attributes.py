"""Facts that pages about one thing show as pairs of a label and a value: how many are found.

    python -m benchmarks.attributes --data DIR [--data DIR ...] [--limit N] [--show N]

A set whose truth has ``attributes`` (generated pages, see training/README.md) gives precision and
recall of pairs of both. One whose truth has ``fields`` gives the share of each field's values that
stand among the attributes: under any label, and under a label that means the field; a value that
is a field of its own (:func:`scrapy_treesim.detail.detail`) counts as both. White space and case
are ignored. ``--show`` prints the pairs of the first N pages of each site. Last comes the time
of the pairs over that of lxml's parse, both in CPU time, the smallest of three runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from time import process_time
from typing import Any, Final

from lxml import html as lxml_html

from benchmarks.pages import DataSet, LabelledPage, data_arguments
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.detail.attributes import Pair, attributes_from, pairs_of
from scrapy_treesim.detail.extract import detail
from scrapy_treesim.page import Page

LABELS: Final = {
    "engine": "engine motor",
    "fuel_economy": "fuel mpg economy city hwy highway mileage",
    "price": "price msrp cost retail invoice",
    "isbn_13": "isbn ean",
    "publisher": "publisher published imprint vendor",
    "publication_date": "publication published date pub released release",
    "author": "author by written writer",
    "phone": "phone tel telephone call contact",
    "address": "address location street",
    "cuisine": "cuisine type food category categories cuisines",
    "genre": "genre genres category",
    "director": "director directed directors",
    "mpaa_rating": "mpaa rating rated",
    "manufacturer": "manufacturer brand maker make mfr",
    "model": "model name vehicle title",
    "company": "company employer organization",
    "date_posted": "date posted post",
    "location": "location city place address",
    "title": "title name book film movie job position",
    "name": "name school player restaurant title",
    "team": "team club",
    "height": "height ht",
    "weight": "weight wt",
    "type": "type kind control affiliation category",
    "website": "website web url site homepage",
}
"""Words of labels that mean each field."""
RUNS: Final = 3


def plain(text: Any) -> str:
    """A text as it is compared."""
    return " ".join(str(text).casefold().split()).strip(" :：")


def named_values(page: Page) -> set[str]:
    """The values of the fields of its own."""
    found = detail(page)
    if found is None:
        return set()
    values: list[Any] = []
    for name in type(found).__dataclass_fields__:
        value = getattr(found, name)
        if isinstance(value, (str, int, float)) and name != "xpath":
            values.append(value)
    for source in found.sources.values():
        if source.text is not None:
            values.append(source.text)
    return {plain(value) for value in values}


def means(label: str, field: str) -> bool:
    """Tell whether a label has a word that means the field."""
    words = plain(label).replace("-", " ").replace("/", " ").replace("_", " ").split()
    known = {*LABELS.get(field, "").split(), *field.split("_")}
    return any(
        word.strip(".():#") in known or any(len(one) > 3 and word.startswith(one) for one in known)
        for word in words
    )


class FieldTally:
    """Values of one field on one site: true ones, found, found under a label that means it."""

    def __init__(self) -> None:
        self.counts = [0, 0, 0]

    def add(self, field: str, values: Iterable[str], page: Page) -> None:
        """Count one page's values of the field."""
        shown = attributes_from(pairs_of(page)).items()
        own = named_values(page)
        for value in values:
            labels = [label for label, said in shown if plain(said) == plain(value)]
            is_own = plain(value) in own
            self.counts[0] += 1
            self.counts[1] += bool(labels) or is_own
            self.counts[2] += is_own or any(means(label, field) for label in labels)


def measure_fields(data: DataSet, pages: list[tuple[LabelledPage, Page]]) -> None:
    """Print the shares of the true values of each field that are found, by site."""
    tallies: dict[tuple[str, str], FieldTally] = defaultdict(FieldTally)
    for labelled, page in pages:
        for field, values in labelled.truth["fields"].items():
            tallies[labelled.truth.get("site", ""), field].add(field, values, page)
    print(f"{data.name}: {len(pages)} pages\n{'':42} values    any  sensible")
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for (site, field), tally in sorted(tallies.items()):
        true, found, sensible = tally.counts
        for name in (site.partition("-")[0], "all"):
            sums[name] = [a + b for a, b in zip(sums[name], tally.counts, strict=True)]
        if true:
            print(f"{site:24} {field:17} {true:6} {found / true:6.3f} {sensible / true:9.3f}")
    for name, (true, found, sensible) in sums.items():
        if true:
            print(f"{name:42} {true:6} {found / true:6.3f} {sensible / true:9.3f}")


def measure_pairs(data: DataSet, pages: list[tuple[LabelledPage, Page]]) -> None:
    """Print precision and recall of pairs on pages whose facts are known."""
    right = found = true = any_score = 0
    for labelled, page in pages:
        facts = {(plain(k), plain(v)) for k, v in labelled.truth["attributes"].items()}
        said = {(plain(k), plain(v)) for k, v in attributes_from(pairs_of(page)).items()}
        every = {(plain(pair.label), plain(pair.value)) for pair in pairs_of(page)}
        right += len(facts & said)
        found += len(said)
        true += len(facts)
        any_score += len(facts & every)
    print(
        f"{data.name}: {len(pages)} pages, {true} facts: precision {right / max(1, found):.3f}, "
        f"recall {right / max(1, true):.3f}, of pairs of any score {any_score / max(1, true):.3f}"
    )


def show(labelled: LabelledPage, pairs: Iterable[Pair]) -> None:
    """Print a page's pairs."""
    print(f"\n{labelled.id} {labelled.url}\n   true: {labelled.truth['fields']}")
    for pair in pairs:
        print(f"   {pair.score:.2f} {pair.form:10} {pair.label:40.40} | {pair.value[:110]}")


def cost(pages: list[LabelledPage]) -> float:
    """CPU time of the pairs over that of the parse, the page and its headline being there."""

    def least(run: Callable[[list[Any]], Any], make: Callable[[], list[Any]]) -> float:
        times = []
        for _ in range(RUNS):
            made = make()
            before = process_time()
            run(made)
            times.append(process_time() - before)
        return min(times)

    def prepared() -> list[Page]:
        made = [Page(page.html, url=page.url) for page in pages]
        for page in made:
            page.once(headline_of)
            assert page.analysis
        return made

    bodies = [page.html for page in pages]
    parse = least(lambda all_: [lxml_html.document_fromstring(body) for body in all_],
                  lambda: bodies)  # fmt: skip
    return least(lambda all_: [pairs_of(page) for page in all_], prepared) / parse


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--show", type=int, default=0, metavar="N")
    given = parser.parse_args()
    for data in given.data:
        labelled = [
            page for page in data.pages(given.limit) if page.truth.get("kind", "detail") == "detail"
        ]
        pages = [(page, Page(page.html, url=page.url)) for page in labelled]
        shown: dict[str, int] = defaultdict(int)
        for one, page in pages:
            shown[one.truth.get("site", "")] += 1
            if shown[one.truth.get("site", "")] <= given.show:
                show(one, pairs_of(page))
        if pages and "attributes" in labelled[0].truth:
            measure_pairs(data, pages)
        else:
            measure_fields(data, pages)
        print(f"time over parse: {cost(labelled[:200]):.3f}")


if __name__ == "__main__":
    main()
