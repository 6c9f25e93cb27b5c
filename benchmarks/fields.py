"""Fields by example: how many are right, and what learning and applying cost apart.

    python -m benchmarks.fields --data DIR [--data DIR ...] [--k 1,3,5,10] [--choices N]
                                [--limit N] [--worst N] [--ejected]

``truth.jsonl`` says of each page its ``template`` and its ``fields``, a list of values each.
README.md explains the columns.
"""

from __future__ import annotations

import random
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from time import process_time
from typing import Final

from benchmarks.adapters import learned_rules
from benchmarks.figures import parse_seconds
from benchmarks.pages import DataSet, LabelledPage, data_arguments
from scrapy_treesim import Page
from scrapy_treesim.templates.rules import CompiledRules, FieldRules, FieldValue, apply_rules
from scrapy_treesim.templates.rules.ejecting import eject_fields
from scrapy_treesim.templates.rules.selectors import CheckedPage
from scrapy_treesim.tree import PageTree

JUDGED: Final = 30
"""Pages of a template at most."""
FEWEST: Final = 4
"""Pages of a template that there must be to judge, besides the labelled ones."""

Values = dict[str, list[str]]


@dataclass(slots=True)
class Figures:
    """Sums over the templates of a set."""

    hit: list[float] = field(default_factory=list)
    exact: list[float] = field(default_factory=list)
    learning: float = 0.0
    applying: float = 0.0
    parse_learnt: float = 0.0
    parse_applied: float = 0.0
    right: list[float] = field(default_factory=list)
    wrong: list[float] = field(default_factory=list)
    worst: list[tuple[float, str]] = field(default_factory=list)
    ejected: list[bool] = field(default_factory=list)
    """Of each value that an ejected selection gave, whether it was right."""
    rules_alike: list[bool] = field(default_factory=list)
    """The same of the rules' values, on the same pages."""
    selected: Counter[bool] = field(default_factory=Counter)
    """Fields with a selection, and without."""


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--k", default="1,3,5,10", help="how many pages are labelled (1,3,5,10)")
    parser.add_argument("--choices", type=int, default=0, metavar="N", help="random choices (0)")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="fields to name (0)")
    parser.add_argument("--ejected", action="store_true", help="judge ejected selections, too")
    arguments = parser.parse_args()
    print(f"{'set':16} {'k':>2} {'n':>4}  hit  exact | learn apply | sure: exact other")
    for data in arguments.data:
        templates = by_template(data, arguments.limit)
        for k in map(int, arguments.k.split(",")):
            figures = Figures()
            for template, pages in templates.items():
                for labelled in choices(pages, k, arguments.choices):
                    judge(figures, template, pages, labelled, arguments.ejected)
            if figures.hit:
                show(data, k, figures, arguments.worst)


def by_template(data: DataSet, limit: int | None) -> dict[str, list[LabelledPage]]:
    """The pages of each template that have any field."""
    found: dict[str, list[LabelledPage]] = defaultdict(list)
    for page in data.pages(limit):
        if labels_of(page):
            found[page.truth["template"]].append(page)
    return {name: sorted(pages, key=lambda page: page.id) for name, pages in sorted(found.items())}


def choices(pages: list[LabelledPage], k: int, times: int) -> Iterator[list[LabelledPage]]:
    """The pages that are labelled, once or several times; none where too few would be left."""
    if len(pages) < k + FEWEST:
        return
    if not times:
        yield sorted(pages, key=lambda page: -len(labels_of(page)))[:k]
    for turn in range(times):
        yield random.Random(turn * 1000 + k).sample(pages, k)


def labels_of(page: LabelledPage) -> Values:
    """The values of each field that has some; the rows of a list are no values."""
    fields = page.truth.get("fields", {})
    texts = {name: [one for one in fields[name] or () if isinstance(one, str)] for name in fields}
    return {name: values for name, values in texts.items() if values}


def judge(
    figures: Figures,
    template: str,
    pages: list[LabelledPage],
    labelled: list[LabelledPage],
    ejected: bool = False,
) -> None:
    """Learn of the labelled pages, apply to the others, and add up what comes of it."""
    judged = [page for page in pages if page not in labelled][:JUDGED]
    figures.parse_learnt += parse_seconds(*(page.html for page in labelled))
    figures.parse_applied += parse_seconds(*(page.html for page in judged))
    examples = [(Page(page.html), labels_of(page)) for page in labelled]
    start = process_time()
    rules = learned_rules(examples)
    figures.learning += process_time() - start
    compiled = CompiledRules(rules)
    found = []
    for page in judged:
        read = Page(page.html)
        start = process_time()
        PageTree.read(read.root)
        found.append(compiled.apply(read))
        figures.applying += process_time() - start
    hits, exacts = [], []
    for name in sorted({name for page in pages for name in labels_of(page)}):
        scores = f1_of(figures, name, judged, found)
        if scores is not None:
            hits.append(scores[0])
            exacts.append(scores[1])
            figures.worst.append((scores[1], f"{template} {name}"))
    if hits:
        figures.hit.append(fmean(hits))
        figures.exact.append(fmean(exacts))
    if ejected:
        judge_ejected(figures, rules, labelled, judged)


def judge_ejected(
    figures: Figures,
    rules: Mapping[str, FieldRules],
    labelled: Sequence[LabelledPage],
    judged: Sequence[LabelledPage],
) -> None:
    """Eject with the labelled pages and every second other one; judge on the rest."""
    shown = [Page(page.html, url=page.url) for page in (*labelled, *judged[::2])]
    selections = {field.name: field for field in eject_fields(rules, shown)}
    figures.selected.update(bool(field.chains) for field in selections.values())
    for page in judged[1::2]:
        read = CheckedPage(Page(page.html, url=page.url), {})
        ruled = apply_rules(rules, read.page)
        for name, values in labels_of(page).items():
            truth = {normal(value) for value in values} - {""}
            if name in selections and (given := selections[name].values(read)):
                figures.ejected.append({normal(value) for value in given} == truth)
            if name in ruled:
                figures.rules_alike.append({normal(value) for value in ruled[name].values} == truth)


def f1_of(
    figures: Figures,
    name: str,
    judged: Sequence[LabelledPage],
    found: Sequence[dict[str, FieldValue]],
) -> tuple[float, float] | None:
    """F1 of hits and of exact pages of a field; None where no page has it."""
    there = said = hits = exacts = 0
    for page, values in zip(judged, found, strict=True):
        value = values.get(name)
        truth = {normal(one) for one in labels_of(page).get(name, ())} - {""}
        ours = {normal(one) for one in value.values} if value else set()
        there += bool(truth)
        said += bool(ours)
        hits += bool(truth & ours)
        exacts += bool(truth) and truth == ours
        if value:
            (figures.right if truth == ours else figures.wrong).append(value.confidence)
    if not there:
        return None
    return 2 * hits / (there + said), 2 * exacts / (there + said)


def normal(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def show(data: DataSet, k: int, figures: Figures, worst: int) -> None:
    sure = [f"{fmean(some):.2f}" if some else "   -" for some in (figures.right, figures.wrong)]
    print(
        f"{data.name:16} {k:2} {len(figures.hit):4} {fmean(figures.hit):.3f} "
        f"{fmean(figures.exact):.3f} | {figures.learning / figures.parse_learnt:5.1f} "
        f"{figures.applying / figures.parse_applied:5.2f} |       {sure[0]}  {sure[1]}"
    )
    if figures.ejected:
        print(
            f"{'':24}ejected: {figures.selected[True]} of {figures.selected.total()} fields, "
            f"{fmean(figures.ejected):.3f} of {len(figures.ejected)} values right; rules: "
            f"{fmean(figures.rules_alike):.3f} of {len(figures.rules_alike)}"
        )
    for exact, name in sorted(figures.worst)[:worst]:
        print(f"{'':24}{exact:.2f} {name}")


if __name__ == "__main__":
    main()
