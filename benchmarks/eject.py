"""Ejected code: does it say what the template says, and is it as often right?

    python -m benchmarks.eject --data DIR [--data DIR ...] [--k 3] [--limit N] [--differing N]

``truth.jsonl`` says of each page its ``template`` and its ``fields``, a list of values each. Of
each template k pages are labelled, those with the most fields. Of all its pages every second one is
given to be checked on, 100 at most. The code that is ejected is imported and run, as Scrapy would
run it, on all of them, and once more the code that is ejected with no page to check on.

``same`` is the share of pairs of a page and a field on which the code gives what the template
gives, both nothing included: on the pages it was ``checked`` on, on the ``others``, and on all of
them ``without`` a check. ``hit`` is the share of the pairs with a true value of which any was
found: by the template, by checked code on all pages, and by code without a check. ``selectors`` is
how many a field has, the mean and the most; ``s`` the CPU seconds to eject a template with a check.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

from scrapy.http import HtmlResponse

from benchmarks.fields import by_template, choices, labels_of, learnt, normal
from benchmarks.pages import DataSet, LabelledPage, data_arguments
from scrapy_treesim import Page
from scrapy_treesim.templates.eject import EjectedTemplate, eject_fields, module_of
from scrapy_treesim.templates.match.signature import features_of, template_signatures
from scrapy_treesim.templates.rules import CompiledRules, FieldRules
from scrapy_treesim.templates.template import Template

CHECKED: Final = 100

Values = Mapping[str, frozenset[str]]


@dataclass(slots=True)
class Figures:
    """What is summed up over the templates of a set."""

    same: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    hit: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    selectors: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--k", type=int, default=3, help="how many pages are labelled (3)")
    parser.add_argument("--differing", type=int, default=0, metavar="N", help="pairs to show (0)")
    arguments = parser.parse_args()
    print(
        f"{'set':16} {'pairs':>5}  same: checked others without |  hit: template checked without"
        " | selectors   s"
    )
    for data in arguments.data:
        figures = Figures()
        for pages in by_template(data, arguments.limit).values():
            for labelled in choices(pages, arguments.k, 0):
                judge(figures, pages, learnt(labelled)[0])
        if figures.seconds:
            show(data, figures, arguments.differing)


def judge(figures: Figures, pages: list[LabelledPage], rules: dict[str, FieldRules]) -> None:
    read = [Page(page.html, page.url) for page in pages]
    compiled = CompiledRules(rules)
    said = [
        {name: frozenset(value.values) for name, value in compiled.apply(page).items()}
        for page in read
    ]
    given = read[::2][:CHECKED]
    template = template_of(read, rules)
    start = process_time()
    checked = EjectedTemplate(template, eject_fields(rules, given))
    figures.seconds.append(process_time() - start)
    for one in checked.fields:
        figures.selectors.append(sum(len(chain.selections) for chain in one.chains))
    without = EjectedTemplate(template, eject_fields(rules))
    names = sorted({name for page in pages for name in labels_of(page)} & rules.keys())
    for number, (page, with_check, unchecked) in enumerate(
        zip(pages, run(checked, pages), run(without, pages), strict=True)
    ):
        which = "checked" if read[number] in given else "others"
        for name in names:
            told = said[number].get(name, frozenset())
            same = with_check[name] == told
            figures.same[which].append(same)
            figures.same["without"].append(unchecked[name] == told)
            if not same:
                figures.differing.append(
                    f"{which} {page.id} {name}: {sorted(told)} and not {sorted(with_check[name])}"
                )
            count_hits(figures, page, name, told, with_check[name], unchecked[name])


def count_hits(figures: Figures, page: LabelledPage, name: str, *found: frozenset[str]) -> None:
    truth = {normal(one) for one in page.truth["fields"].get(name, ())} - {""}
    if truth:
        for what, values in zip(("template", "checked", "without"), found, strict=True):
            figures.hit[what].append(bool(truth & {*map(normal, values)}))


def template_of(pages: Sequence[Page], rules: dict[str, FieldRules]) -> Template:
    """A template that is these pages'."""
    (signature,) = template_signatures([[features_of(page.tree) for page in pages]], {})
    return replace(Template(signature, "site.example", "site.example/1"), fields=rules)


def run(ejected: EjectedTemplate, pages: Sequence[LabelledPage]) -> Iterator[Values]:
    """What the spider yields of each page."""
    parse = parse_of(module_of([ejected]))
    for page in pages:
        (item,) = parse(HtmlResponse(page.url or "https://site.example/", body=page.html))
        yield {
            name: frozenset([value] if isinstance(value, str) else value or ())
            for name, value in item.items()
        } | {one.name: frozenset() for one in ejected.fields if one.name not in item}


def parse_of(source: str) -> Callable[[HtmlResponse], Iterator[dict[str, Any]]]:
    """The callback of an ejected module, which is imported for it."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "ejected.py")
        file.write_text(source, "utf-8")
        spec = spec_from_file_location("ejected", file)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules["ejected"] = module
        spec.loader.exec_module(module)
    (spider,) = (one for name, one in vars(module).items() if name.endswith("Spider"))
    parse: Callable[[HtmlResponse], Iterator[dict[str, Any]]] = spider().parse
    return parse


def show(data: DataSet, figures: Figures, differing: int) -> None:
    same = {what: fmean(some) for what, some in figures.same.items()}
    hit = {what: fmean(some) for what, some in figures.hit.items()}
    print(
        f"{data.name:16} {len(figures.same['without']):5}        {same['checked']:7.4f}"
        f" {same['others']:6.4f} {same['without']:7.4f} |      {hit['template']:9.3f}"
        f" {hit['checked']:7.3f} {hit['without']:7.3f} | {fmean(figures.selectors):5.2f}"
        f" {max(figures.selectors):3} {fmean(figures.seconds):4.1f}"
    )
    for line in figures.differing[:differing]:
        print(f"    {line}"[:200])


if __name__ == "__main__":
    main()
