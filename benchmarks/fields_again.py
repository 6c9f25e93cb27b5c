"""Fields found again by values seen before: how many are sure, and is what is sure right?

    python -m benchmarks.fields_again --data DIR [--data DIR ...] [--noise 0,0.1] [--limit N]

``truth.jsonl`` says of each page its ``template`` and its ``fields``, a list of values each. The
pages of a template are taken for the new design of pages that were seen before with just these
values: 40 of them, or half where there are fewer than 45, are what is learned from, and 30 of the
others are asked. With noise a value is forgotten as if the page had lacked the field, and another
one has changed, each with that probability.

``sure`` is how many fields would be accepted and ``right`` the mean share of the pages asked on
which these give just what is true; ``unsure`` and its ``right`` the same of the others.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean
from typing import Final

from benchmarks.fields import by_template, labels_of, normal
from benchmarks.pages import DataSet, LabelledPage, data_arguments
from scrapy_treesim import Page, Templates
from scrapy_treesim.templates.labels.found_again import FieldAgain, RememberedPages, found_again
from scrapy_treesim.templates.labels.proposed import ACCEPTED
from scrapy_treesim.templates.match.signature import features_of, template_signatures
from scrapy_treesim.templates.rules import apply_rules
from scrapy_treesim.templates.store.pending import SeenPage
from scrapy_treesim.templates.template import Template
from scrapy_treesim.values.field_types import LIST

LEARNED_FROM: Final = 40
ASKED: Final = 30
FEWEST: Final = 10
"""Pages of a template at least."""
SITE: Final = "again.example"


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--noise", default="0,0.1", help="probabilities (0,0.1)")
    arguments = parser.parse_args()
    print(f"{'set':16} noise  sure right  unsure right  lost")
    for data in arguments.data:
        for noise in map(float, arguments.noise.split(",")):
            show(data, noise, arguments.limit)


def show(data: DataSet, noise: float, limit: int | None) -> None:
    sure: list[float] = []
    unsure: list[float] = []
    lost = 0
    for pages in by_template(data, limit).values():
        if len(pages) < FEWEST:
            continue
        draw = random.Random(5)
        mixed = draw.sample(pages, len(pages))
        some = LEARNED_FROM if len(pages) >= LEARNED_FROM + 5 else len(pages) // 2
        fields, missing = again(mixed[:some], noise, draw)
        lost += missing
        for one in fields:
            right = fmean(is_right(one, page) for page in mixed[some : some + ASKED])
            (sure if one.sure >= ACCEPTED else unsure).append(right)
    said = [f"{len(one):4} {fmean(one) if one else 0:.3f}" for one in (sure, unsure)]
    print(f"{data.name:16} {noise:5}  {said[0]}    {said[1]}  {lost:4}")


def again(
    pages: Sequence[LabelledPage], noise: float, draw: random.Random
) -> tuple[tuple[FieldAgain, ...], int]:
    """The fields that are found again on some pages, and how many are not."""
    seen, parsed = [], []
    for number, page in enumerate(pages):
        url = f"http://{SITE}/{number}"
        fields = {}
        for name, values in labels_of(page).items():
            drawn = draw.random()
            texts = [one for one in values if isinstance(one, str)]
            if texts and drawn >= noise:
                changed = drawn < 2 * noise
                fields[name] = tuple(f"{one} zz9" if changed else one for one in texts)
        seen.append(SeenPage(url, f"{SITE}/1", fields))
        parsed.append(Page(page.html, url))
    (signature,) = template_signatures([[features_of(page.tree) for page in parsed]], {})
    template = Template(signature, SITE, f"{SITE}/2")
    found = found_again(Templates(), template, parsed, RememberedPages(seen))
    return (found.fields, len(found.lost)) if found else ((), 0)


def is_right(field: FieldAgain, page: LabelledPage) -> bool:
    truth = {normal(one) for one in labels_of(page).get(field.name, ()) if isinstance(one, str)}
    found = apply_rules({field.name: field.rules}, Page(page.html)).get(field.name)
    values = found.values if found else ()
    if field.rules.type == LIST or len(truth) < 2:
        values = values if field.rules.type == LIST else values[:1]
        return {*map(normal, values)} == truth
    return normal(values[0]) in truth if values else False


if __name__ == "__main__":
    main()
