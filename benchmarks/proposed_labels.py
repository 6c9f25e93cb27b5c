"""Fields that are found without examples and become rules of a template, measured.

    python -m benchmarks.proposed_labels --data DIR [--data DIR ...] [-v]

Of each true template of pages about one thing one half of the pages is read and its
surest proposals are accepted; the rules that are learned of them read the other half. A row a
field: of the values found how many are right (P), of the pages that have one how many (R). With
``-v`` the proposals of each template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from time import process_time
from typing import Any, Final

from benchmarks.details import Count, is_right, table
from benchmarks.pages import DataSet, LabelledPage, data_arguments
from scrapy_treesim import Page, Template, Templates
from scrapy_treesim.templates.labels.proposed import ACCEPTED, accept_labels, proposed_labels
from scrapy_treesim.templates.match.signature import feature_names, features_of, template_signatures
from scrapy_treesim.templates.outline import induce
from scrapy_treesim.templates.rules import apply_rules
from scrapy_treesim.values.money import amount_of

FIELDS: Final = ("name", "price", "sku")
AMOUNTS: Final = ("price", "old_price")


def labelled(data: Iterable[DataSet]) -> Iterator[tuple[str, LabelledPage]]:
    """The pages about one thing whose fields are known, each with its site."""
    for one in data:
        for page in one.pages(None):
            fields = page.truth.get("fields") or {}
            if any(fields.get(name) for name in FIELDS) and "list" not in fields:
                yield f"{one.name}-{page.truth['site']}".lower().replace("/", "-"), page


def is_found(field: str, found: Any, truth: Sequence[str]) -> bool:
    """Say whether a value is one of the true ones."""
    if field not in AMOUNTS:
        return is_right(field, found, truth)
    return Decimal(str(found)) in [amount_of(one, None) for one in truth]


MIN_PAGES: Final = 4
"""Of a template that is measured."""


def template_of(pages: Sequence[Page]) -> Template:
    """The template of some pages."""
    names = {number: name for page in pages for number, name in feature_names(page.tree).items()}
    (signature,) = template_signatures([[features_of(page.tree) for page in pages]], names)
    outline = induce([page.tree for page in pages])
    return Template(signature, id="any/1", pages=len(pages), outline=outline)


def measured(data: Iterable[DataSet], *, tell: bool) -> dict[str, Count]:
    """The counts of each field over the second halves of all templates."""
    groups: dict[str, list[tuple[str, LabelledPage]]] = {}
    for site, page in labelled(data):
        groups.setdefault(f"{site} {page.truth['template']}", []).append((site, page))
    counts = {field: Count() for field in FIELDS}
    for name, group in groups.items():
        if len(group) < MIN_PAGES:
            continue
        pages = [Page(page.html, f"https://{site}.example/{page.id}") for site, page in group]
        half = len(pages) // 2
        template = template_of(pages[:half])
        started = process_time()
        proposed = proposed_labels(template, pages[:half])
        seconds = process_time() - started
        surest = [one for one in proposed if one.score >= ACCEPTED]
        accepted = accept_labels(Templates((template,)), surest, pages[:half])
        (after,) = accepted.labelled.templates
        if tell:
            said = ", ".join(f"{one.field} {one.score:.2f} ({one.share:.0%})" for one in proposed)
            print(f"{name}: {half} pages, {seconds:.2f} s: {said}", *accepted.left_out, sep="\n  ")
        for (_, page), read in zip(group[half:], pages[half:], strict=True):
            values = apply_rules(after.fields, read)
            for field, count in counts.items():
                if true := page.truth["fields"].get(field):
                    value = values[field].values[0] if field in values else None
                    found = amount_of(value) if value and field in AMOUNTS else value
                    right = found is not None and is_found(field, found, true)
                    count.add(found=value is not None, right=right, shown=True)
    return counts


def main() -> None:
    """Measure and print."""
    parser = data_arguments(__doc__)
    parser.add_argument("-v", dest="tell", action="store_true", help="print the proposals")
    given = parser.parse_args()
    counts = measured(given.data, tell=given.tell)
    rows = {field: count.row() for field, count in counts.items()}
    print(
        table(
            {field: {key: row[key] for key in ("n", "P", "R", "F1")} for field, row in rows.items()}
        )
    )


if __name__ == "__main__":
    main()
