"""Notes for the person who labels, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import apply_rules
from scrapy_treesim.templates.rules.example import shown, squeezed

if TYPE_CHECKING:
    from scrapy_treesim.inspector.labels.preview import Elsewhere, Preview
    from scrapy_treesim.templates.labels.labelling import LabelledPage
    from scrapy_treesim.templates.rules import FieldRules

NAMED: Final = 2
"""Pages that a sentence names; of others their number."""
UNSURE: Final = 0.5
"""Confidence below which a page is worth a look."""


def notes_of(
    preview: Preview, labelled: Sequence[str], rules: FieldRules, earlier: Sequence[LabelledPage]
) -> list[str]:
    """Notes on the values that rules find here, on earlier examples and elsewhere."""
    return [
        *_of_here(preview, labelled),
        *_of_earlier(preview.field, rules, earlier),
        *_of_elsewhere(preview.elsewhere, preview.field),
    ]


def replaced(value: str | Sequence[str]) -> str:
    """That a page was labelled before."""
    return f"This takes the place of what was labelled on this page: {_said(value)}."


def left_out(why: object) -> str:
    """That an earlier example is of no use any more."""
    return f"An earlier example is left out: {why}."


def lost(number: int, of: str) -> str:
    """That pages of earlier examples are not at hand."""
    what = "one earlier example" if number == 1 else f"{number} earlier examples"
    return f"The pages of {what} in {of} are not at hand, so what is learned leaves them out."


def unknown_examples(template: str, field: str) -> str:
    """That a field has rules whose examples nobody knows any more."""
    return (
        f"{template} has the field {field} already, from examples that are not at hand: saving"
        " replaces its rules."
    )


def not_kept(where: str) -> str:
    """That a page cannot be named among the examples."""
    return f"The page has no address, so its label is learned from but not kept in {where}."


def _of_here(preview: Preview, labelled: Sequence[str]) -> list[str]:
    wanted = {squeezed(value): value for value in labelled}
    found = {squeezed(one.value): one.value for one in preview.here}
    lacking = [value for key, value in wanted.items() if key not in found]
    more = [value for key, value in found.items() if key not in wanted]
    notes = []
    if lacking:
        notes.append(f"On this page itself {_listed(lacking)} is not found: {_TRY}.")
    if more:
        notes.append(f"On this page {_listed(more)} is found besides: look whether that is meant.")
    if preview.all and len(wanted) == 1:
        notes.append("Nothing else on this page stands in the same place as this value.")
    return notes


_TRY: Final = "click an element that holds just the value, or label a further page"


def _of_earlier(field: str, rules: FieldRules, earlier: Sequence[LabelledPage]) -> list[str]:
    notes = []
    for one in earlier:
        value = apply_rules({field: rules}, one.page).get(field)
        found = [*value.values] if value else []
        said = one.fields[field]
        wanted = [said] if isinstance(said, str) else [*said]
        if {*map(squeezed, found)} != {*map(squeezed, wanted)}:
            instead = _listed(found) if found else "nothing"
            notes.append(
                f"It does not go together with an earlier example, {one.name}: there"
                f" {_listed(wanted)} was labelled, and {instead} is found."
            )
    return notes


def _of_elsewhere(pages: Sequence[Elsewhere], field: str) -> list[str]:
    if not pages:
        return [
            "No other page of this template is at hand to see it on: give saved pages with"
            " --pages, or inspect several pages at once."
        ]
    without = [one.name for one in pages if not one.values]
    found = f"Found on {len(pages) - len(without)} of {_pages(len(pages), 'other ')}"
    notes = [f"{found}."]
    if without:
        those = "it" if len(without) == 1 else "them"
        notes = [
            f"{found}, not on {_names(without)}: open {those} and label {field} there as well, if"
            " it is there."
        ]
    unsure = [one.name for one in pages if one.confidence is not None and one.confidence < UNSURE]
    if unsure:
        notes.append(f"Least sure on {_names(unsure)}: look whether it is right there.")
    return notes


def _pages(number: int, kind: str) -> str:
    return f"{number} {kind}page" + ("" if number == 1 else "s")


def _names(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {_pages(more, 'further ')}" if more > 0 else "")


def _listed(values: Sequence[str]) -> str:
    more = len(values) - NAMED
    return ", ".join(map(shown, values[:NAMED])) + (f" and {more} more" if more > 0 else "")


def _said(value: str | Sequence[str]) -> str:
    return _listed([value] if isinstance(value, str) else value)
