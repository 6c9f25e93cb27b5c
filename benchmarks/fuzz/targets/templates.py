"""A template learned of a page and pages like it, with labelled fields, matched and extracted."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.fuzz.checks import as_json, check, places, plain, share
from benchmarks.fuzz.mutations.texts import change_texts
from benchmarks.fuzz.sample import Sample
from scrapy_treesim import Page, Templates
from scrapy_treesim.corpus import SavedPage
from scrapy_treesim.findings import Wanted
from scrapy_treesim.inspector.views.view import view
from scrapy_treesim.templates.eject import EjectedTemplate, eject_fields, module_of
from scrapy_treesim.templates.labels.labelling import label
from scrapy_treesim.templates.learn.learning import learn
from scrapy_treesim.templates.outline import data_places
from scrapy_treesim.templates.rules import Example, LabelError
from scrapy_treesim.tree import tags

PAGES: Final = 4
LARGEST: Final = 30_000
"""Bytes of a page up to which templates are learned of it."""
FIELDS: Final = 3
EJECTED: Final = 3
"""Of so many variants, one template is ejected: selectors are tried by the thousand."""
LONGEST: Final = 500
"""Characters of a label."""
URL: Final = "https://fuzz.example/page/{}"


@dataclass(frozen=True, slots=True)
class _Saved:
    """Saved pages in memory."""

    held: tuple[SavedPage, ...]

    def pages(self, skip: Container[str] = ()) -> Iterator[SavedPage]:
        """All of them but for some."""
        return (page for page in self.held if page.key not in skip)

    def read(self, keys: Collection[str]) -> Iterator[SavedPage]:
        """Some of them."""
        return (page for page in self.held if page.key in keys)


def template_learned(sample: Sample) -> None:
    """Learn, save, load, label, match, extract, view and eject."""
    if len(sample.html) > LARGEST:
        return
    saved = tuple(
        SavedPage(str(number), URL.format(number), html)
        for number, html in enumerate(_alike(sample))
    )
    templates = learn(_Saved(saved), min_pages=2, progress=False).templates
    pages = [one.page() for one in saved]
    with TemporaryDirectory() as folder:
        path = Path(folder, "templates.json")
        templates.save(path)
        loaded = Templates.load(path)
    check(loaded == templates, "templates are loaded as they were saved")
    for template in loaded:
        plain([template.id, template.medoid], "a template")
        plain([one.example for one in data_places(template)], "places of data")
    matched = [page for page in pages if loaded.match(page)]
    if not matched:
        return
    labelled = _labelled(sample, loaded, matched)
    _all_of_extraction(labelled, pages)
    if sample.number % EJECTED == 0:
        _all_of_ejected(labelled, pages[:2])


def _alike(sample: Sample) -> Iterator[bytes]:
    """The variant and others of other texts."""
    yield sample.html
    draw = Random(f"pages like {sample.number}")
    for _ in range(PAGES - 1):
        yield change_texts(draw, sample.html, bytes)


def _labelled(sample: Sample, templates: Templates, pages: list[Page]) -> Templates:
    """The templates with fields, if any text of a page can be labelled."""
    page = pages[0]
    draw = sample.draw()
    texts = [
        node
        for node in range(len(page.tree))
        if page.tree.tag[node] == tags.TEXT
        and 0 < len(page.tree.plain_text(node).strip()) < LONGEST
    ]
    chosen = draw.sample(texts, min(FIELDS, len(texts)))
    fields = {f"field{n}": page.tree.plain_text(node) for n, node in enumerate(chosen)}
    nodes = {f"field{n}": [node] for n, node in enumerate(chosen) if draw.random() < 0.5}
    if not fields:
        return templates
    try:
        return label(templates, [Example(page, fields, nodes)], pages[1:]).templates
    except LabelError as error:
        plain(str(error), "a label's error")
        return templates


def _all_of_extraction(templates: Templates, pages: list[Page]) -> None:
    as_json(templates.to_json(), "templates")
    for page in pages:
        found = templates.extract(page)
        if found is None:
            continue
        share(found.confidence, "a match's confidence")
        plain([found.template, found.fields], "fields")
        for sure in found.sure.values():
            share(sure, "a field's confidence")
        places(
            page, [found.xpath, *(one for all in found.xpaths.values() for one in all)], "fields"
        )
    as_json(
        view(pages[0], "template", {}, Wanted(templates=templates)).to_json(),
        "the view of a template",
    )


def _all_of_ejected(templates: Templates, pages: list[Page]) -> None:
    for template in templates:
        if template.fields:
            name = next(iter(template.fields))
            fields = eject_fields({name: template.fields[name]}, pages)
            source = module_of([EjectedTemplate(template, fields)])
            compile(source, "ejected.py", "exec")
