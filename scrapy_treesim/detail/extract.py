"""Extraction of the one thing a page is about.

A small network for each field scores its candidates by the features of
:data:`scrapy_treesim.detail.feature_table.FEATURES`: a hidden layer, and weights straight from
features to the score. A softmax over all candidates of a field, the one for no value among them,
makes probabilities of the scores. Fitted by ``training/detail.py``; the weights, in
``weights.json``, contain no name, word or address of any page.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scrapy_treesim.article import article
from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.attributes.pairs import (
    MIN_SCORE,
    PARTS,
    attributes_from,
    pairs_of,
    shown_recipe,
)
from scrapy_treesim.detail.candidate import NONE, FieldCandidate
from scrapy_treesim.detail.candidates.amounts import currency_of_price, former_price
from scrapy_treesim.detail.candidates.codes import CODES
from scrapy_treesim.detail.candidates.images import absolute, pictures_of
from scrapy_treesim.detail.candidates.stock import with_stock_evidence
from scrapy_treesim.detail.declared.fields import variant_of
from scrapy_treesim.detail.declared.read import breadcrumbs_declared
from scrapy_treesim.detail.detail import Detail, FieldSource
from scrapy_treesim.detail.feature_table import AT, WIDTH
from scrapy_treesim.detail.fields import FIELDS, READERS, candidates_of
from scrapy_treesim.detail.marks import CUES, Marks
from scrapy_treesim.files.json_file import packaged
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.network.forward import softmax
from scrapy_treesim.page import Page, Source
from scrapy_treesim.reading.declared.about import SAME_NAME, PageNames
from scrapy_treesim.reading.declared.main_thing import main_things
from scrapy_treesim.reading.declared.types import UNPRICED, root_of
from scrapy_treesim.reading.json_tree.content import JsonThing, content_of
from scrapy_treesim.reading.json_tree.shown import page_of
from scrapy_treesim.values.ratings import is_in_stars

if TYPE_CHECKING:
    from scrapy_treesim.detail.declared.fields import Declaration


MAX_VALUE: Final = 3.0
"""Largest value of a feature; greater ones count as this."""


@dataclass(frozen=True, slots=True)
class Network:
    """Weights of one field for all features; 0 for a feature without fitted weights."""

    hidden: array[float]
    """Weight of each feature for each hidden unit."""
    hidden_bias: array[float]
    out: array[float]
    """Weight of each hidden unit for the score."""
    straight: array[float]
    """Weight of each feature for the score, past the hidden layer."""

    @classmethod
    def read(cls, weights: Mapping[str, Any]) -> Network:
        """Read the network of one field in ``weights.json``."""
        names = weights["features"]
        if not AT.keys() >= set(names):
            raise ValueError("the weights were fitted on other features: fit them again")
        height = len(weights["out"])
        hidden = array("d", bytes(8 * WIDTH * height))
        straight = array("d", bytes(8 * WIDTH))
        for name, units, weight in zip(names, weights["hidden"], weights["straight"], strict=True):
            first = AT[name] * height
            hidden[first : first + height] = array("d", units)
            straight[AT[name]] = weight
        hidden_bias, out = (array("d", weights[name]) for name in ("hidden_bias", "out"))
        return cls(hidden, hidden_bias, out, straight)


@cache
def shipped() -> dict[str, Network]:
    """Return the shipped networks by field."""
    weights = packaged(__package__, "weights.json")
    return {field: Network.read(weights[field]) for field in FIELDS}


def probabilities(candidates: Sequence[FieldCandidate], network: Network) -> array[float]:
    """Return the probability of each candidate of a field; they add up to 1."""
    scores = array("d", bytes(8 * len(candidates)))
    _marks_cy.score_rows(
        [candidate.row for candidate in candidates], MAX_VALUE, network.hidden, network.hidden_bias,
        network.out, network.straight, network.hidden_bias[:], scores,
    )  # fmt: skip
    return array("d", softmax(scores))


MIN_PROBABILITY: Final = 0.5
"""Lowest probability of a field's value: anything less likely than not is a guess."""
MIN_PROBABILITY_OF: Final = {"mpn": 0.6, "gtin": 0.6, "image": 0.2}
"""Lowest probability of fields with one of their own. Data of several shops is joined by codes: a
wrong one is worse than none. Any of the thing's pictures may be the main one, and they share the
probability."""
MAX_RANGE: Final = 100
"""Largest number of characters of a price that are checked for a range."""
_RANGE: Final = re.compile(r"\d\s?[-–—~]\s?[^\d\s-]{0,4}\s?\d")
"""Range from one amount to another: the higher one is no former price."""
JOB_ATTRIBUTES: Final = ("company", "place", "salary")
"""Attributes of a job under fixed names, whatever their labels."""
DECLARED: Final = 0.98
"""Lowest confidence in a thing that the page declares as its main one: measured on dev pages."""
MAX_ALTERNATIVES: Final = 3
"""Largest number of further values beside the chosen one, not counting declared ones."""


class Choice(NamedTuple):
    """Value chosen for a field."""

    candidate: FieldCandidate
    probability: float
    alternatives: tuple[tuple[str, float, str], ...]


def detail(page: Page | Source) -> Detail | None:
    """Read the one thing a page is about; None without any sign of one.

    >>> chair = detail(
    ...     "<title>Oak chair</title><h1>Oak chair</h1><p class='price'>120.00 EUR</p>"
    ...     "<button>Add to cart</button>"
    ... )
    >>> chair.name, chair.price, chair.currency
    ('Oak chair', 120.0, 'EUR')

    Raises:
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    if (content := page.once(content_of)) is not None:
        return _of_json(page, content.thing)
    if page.is_oversized:
        return None
    marks = Marks(page)
    candidates = candidates_of(marks)
    if any(root_of(thing.types) in UNPRICED for thing in page.once(main_things)):
        candidates["price"] = [
            price for price in candidates["price"] if price.value == NONE or price.is_declared
        ]
    selected = choices(marks, candidates)
    if "price" in selected and "old_price" not in selected:
        price, probability, _ = selected["price"]
        former = former_price(marks, price, candidates["old_price"])
        if former is not None:
            selected["old_price"] = Choice(former, probability, ())
    return detail_from(marks, selected)


def _of_json(page: Page, thing: JsonThing | None) -> Detail | None:
    """Read an object of JSON by what its page would declare."""
    result = None if thing is None or thing.is_article else detail(page_of(page, thing))
    if result is None or thing is None:
        return None
    sources = {
        name: replace(source, source="script", xpath=thing.location.pointer)
        for name, source in result.sources.items()
    }
    return replace(result, xpath=thing.location.pointer, sources=sources)


def choices(marks: Marks, candidates: Mapping[str, Sequence[FieldCandidate]]) -> dict[str, Choice]:
    """Choose the values; a field without a probable or a declared value is left out."""
    networks = shipped()
    selected: dict[str, Choice] = {}
    for field in FIELDS:
        options = candidates[field]
        if field == "availability":
            options = with_stock_evidence(marks, options, has_price="price" in selected)
        shares = probabilities(options, networks[field])
        choice = chosen(options, shares, MIN_PROBABILITY_OF.get(field, MIN_PROBABILITY))
        if choice is None and (
            field == "rating" or (field == "availability" and "price" in selected)
        ):
            # A plain statement of the page, however improbable it looks.
            pairs = zip(options, shares, strict=True)
            choice = next((Choice(*pair, ()) for pair in pairs if pair[0].is_sure), None)
        if choice is not None:
            selected[field] = choice
    price, former = selected.get("price"), selected.get("old_price")
    if price and former and _is_former(price, former):
        options = [
            option for option in candidates["price"] if option.value != former.candidate.value
        ]
        shares = probabilities(options, networks["price"])
        other = chosen(options, shares, MIN_PROBABILITY_OF.get("price", MIN_PROBABILITY))
        if other and Decimal(other.candidate.value) < Decimal(former.candidate.value):
            selected["price"] = other
    return selected


def _is_former(price: Choice, former: Choice) -> bool:
    """Tell whether the amount chosen as the price is rather the former price."""
    is_same = price.candidate.value == former.candidate.value
    return is_same and not price.candidate.is_declared and former.probability > price.probability


def chosen(
    candidates: Sequence[FieldCandidate], shares: array[float], threshold: float
) -> Choice | None:
    """Return the most probable value, if its probability is at least the threshold; else the most
    probable one declared of the page's own thing, however improbable; None without either.

    ``shares`` are the candidates' probabilities; those of one value are added up.
    """
    totals: dict[str, float] = {}
    best: dict[str, tuple[float, FieldCandidate]] = {}
    syntaxes: dict[str, str] = {}
    for candidate, share in zip(candidates, shares, strict=True):
        if candidate.value == NONE:
            continue
        totals[candidate.value] = totals.get(candidate.value, 0.0) + share
        if candidate.value not in best or share > best[candidate.value][0]:
            best[candidate.value] = share, candidate
        if candidate.declared_by is not None:
            syntaxes[candidate.value] = candidate.declared_by
    ordered = sorted(totals, key=lambda value: -totals[value])
    value = next((key for key in ordered if totals[key] >= threshold or key in syntaxes), None)
    if value is None:
        return None
    remaining = [key for key in ordered if key != value]
    alternatives = remaining[:MAX_ALTERNATIVES]
    alternatives += [key for key in remaining[MAX_ALTERNATIVES:] if key in syntaxes]
    best_candidate = best[value][1]
    if totals[value] < threshold:
        best_candidate = replace(best_candidate, source=syntaxes[value])
    others = (
        (best[key][1].text, totals[key], syntaxes.get(key, best[key][1].source))
        for key in alternatives
    )
    return Choice(best_candidate, totals[value], tuple(others))


def detail_from(marks: Marks, selected: Mapping[str, Choice]) -> Detail | None:
    """Put the chosen values together with the facts shown on the page."""
    page, kind = marks.page, kind_of(marks.page)
    pairs = (
        pair
        for pair in page.once(pairs_of)
        if pair.score >= MIN_SCORE
        and not is_in_stars(pair.label)
        and not marks.is_of_others(pair.node)
    )
    attributes: dict[str, str | list[str]] = {**attributes_from(pairs)}
    best_declaration = next(iter(marks.own_declarations), None)
    if not selected and not attributes and best_declaration is None:
        return None
    images = pictures_of(marks, selected["image"].candidate if "image" in selected else None)
    accepted = {
        field: choice
        for field, choice in selected.items()
        if {"old_price": _has_former_price(selected), "image": bool(images)}.get(field, True)
    }
    values = {field: READERS[field].value(choice.candidate) for field, choice in accepted.items()}
    if images:
        values["image"] = images[0]
    if "price" in accepted:
        values["currency"] = currency_of_price(marks, accepted["price"].candidate)
    description = description_of(marks)
    declared = _declared_attributes(marks)
    if best_declaration is not None:
        # Declared texts that are no value of their field, such as a GTIN with a wrong last digit.
        texts = {name: field_texts[0] for name, field_texts in best_declaration.values.items()}
        unread = {name: texts[name] for name in FIELDS if name in texts and name not in accepted}
        for name, value in (("url", page.url), ("description", description)):
            if texts.get(name, "") not in (value or ""):
                unread[name] = texts[name]
        attributes = {**unread, **declared, **attributes}
        values["variants"] = [*map(dict, best_declaration.variants)]
        if not best_declaration.variants and "name" in best_declaration.values:
            values["variants"] = _declared_variants(marks, best_declaration)
        values["declared_type"] = best_declaration.types[0] if best_declaration.types else None
    attributes |= _standard(marks, declared)
    return Detail(
        xpath=page.xpath(_container(marks, selected)),
        confidence=max(kind.probabilities["detail"], DECLARED * kind.has_main_thing),
        images=images,
        description=description,
        breadcrumbs=breadcrumbs_of(marks),
        attributes=attributes,
        sources=_sources(page, accepted),
        **values,
    )


def _standard(marks: Marks, declared: Mapping[str, str | list[str]]) -> dict[str, str | list[str]]:
    """Return a recipe's or job's attributes under fixed names: declared ones, else shown ones."""
    attributes = {name: declared[name] for name in (*PARTS, *JOB_ATTRIBUTES) if name in declared}
    if not attributes.keys() >= {*PARTS}:
        attributes = {**shown_recipe(marks), **attributes}
    labels = marks.labelled
    if "job" in labels or ("salary" in labels and ("company" in labels or "place" in labels)):
        for name in JOB_ATTRIBUTES:
            for pair in labels.get(name, ()):
                if pair.score >= MIN_SCORE:
                    attributes.setdefault(name, pair.value)
    return attributes


def _declared_attributes(marks: Marks) -> dict[str, str | list[str]]:
    """Return the further declared properties of the page's own thing, the surest first.

    Besides the surest declaration, only those without a name or with the page's name count.
    """
    attributes: dict[str, str | list[str]] = {}
    for number, declaration in enumerate(marks.own_declarations):
        name = next(iter(declaration.values.get("name", ())), "")
        if not (number and name) or marks.page.once(PageNames.of).likeness(name) >= SAME_NAME:
            attributes = {**declaration.attributes, **attributes}
    return attributes


def _declared_variants(marks: Marks, best_declaration: Declaration) -> list[dict[str, str]]:
    """Return the variants declared as things of one type and name, each with its own codes."""
    variants: dict[str, dict[Hashable, Declaration]] = {}
    for variant in marks.declarations:
        codes = tuple(variant.values.get(code) for code in CODES)
        if (
            any(codes)
            and variant.types == best_declaration.types
            and variant.values.get("name") == best_declaration.values["name"]
        ):
            variants.setdefault(variant.syntax, {}).setdefault(codes, variant)
    largest = max(variants.values(), key=len, default={})
    if len(largest) < 2:
        return []
    return [variant_of(variant.attributes, variant.values) for variant in largest.values()]


def _sources(page: Page, selected: Mapping[str, Choice]) -> dict[str, FieldSource]:
    """Return the sources of the chosen values by field."""
    nodes = {
        candidate_node
        for choice in selected.values()
        if (candidate_node := choice.candidate.node) is not None
    }
    # One path after the other in document order: they have most ancestors in common.
    paths = {node: page.xpath(node) for node in sorted(nodes)}
    return {
        field: FieldSource(
            source=choice.candidate.source,
            confidence=choice.probability,
            xpath=None if (node := choice.candidate.node) is None else paths[node],
            text=_source_text(page, field, choice.candidate.text) or None,
            others=tuple(
                (_source_text(page, field, alternative[0]), *alternative[1:])
                for alternative in choice.alternatives
            ),
        )
        for field, choice in selected.items()
    }


def _source_text(page: Page, field: str, text: str) -> str:
    """Return the text of a value or an alternative; addresses of pictures are made absolute."""
    return (absolute(page, text) or text) if field == "image" else text


def _has_former_price(selected: Mapping[str, Choice]) -> bool:
    """Tell whether the former price is greater than the price, and not the other end of a range."""
    if not {"price", "old_price"} <= selected.keys():
        return False
    price, old_price = (selected[field].candidate for field in ("price", "old_price"))
    return (
        Decimal(old_price.value) > Decimal(price.value)
        and _RANGE.search(price.text[:MAX_RANGE]) is None
    )


def _container(marks: Marks, selected: Mapping[str, Choice]) -> int:
    """Return the innermost element around the headline and the nodes of all chosen values."""
    nodes = [
        choice.candidate.node for choice in selected.values() if choice.candidate.node is not None
    ]
    if marks.headline:
        nodes.append(marks.headline)
    return marks.tree.element_around(min(nodes), max(nodes)) if nodes else 0


MAX_DESCRIPTION: Final = 20_000
"""Largest number of characters of a description."""
MIN_DECLARED_CHARS: Final = 20
"""Smallest number of characters of a declared description that goes before prose."""
MIN_PROSE_CHARS: Final = 60
"""Smallest number of characters of a line of prose."""


def description_of(marks: Marks) -> str | None:
    """Return the longest declared description of the thing, else the prose of the main text.

    Lines shorter than :data:`MIN_PROSE_CHARS` and rows of tables are left out: on a page about one
    thing they are labels, buttons and facts.
    """
    declared = max(
        (
            text
            for declaration in marks.own_declarations[:3]
            for text in declaration.values.get("description", ())[:2]
            if text.casefold() != marks.plain_name
        ),
        key=len,
        default="",
    )
    if len(declared) >= MIN_DECLARED_CHARS:
        return declared[:MAX_DESCRIPTION]
    main_text = article(marks.page)
    lines = [] if main_text is None else main_text.text[:MAX_DESCRIPTION].splitlines()
    prose = (line for line in lines if len(line) >= MIN_PROSE_CHARS and "\t" not in line)
    return "\n".join(prose) or declared or None


MAX_CRUMBS: Final = 12
"""Largest number of breadcrumbs."""
MAX_CATEGORY: Final = 80
"""Largest number of characters of a shown breadcrumb."""


_CRUMB_SIGNS: Final = " ›»>/|→·"
"""Signs between breadcrumbs, which may be in the same text."""


def breadcrumbs_of(marks: Marks) -> list[str]:
    """Return the declared categories, else those shown in an element named after them."""
    declared = breadcrumbs_declared(marks.page)
    if declared:
        return [*declared[:MAX_CRUMBS]]
    tree, analysis = marks.tree, marks.analysis
    for node in _marks_cy.flagged(marks.name_cues, CUES["crumb"], 5):
        stop = node + tree.size[node]
        numbers = range(analysis.texts[node], analysis.texts[stop])
        texts = [
            tree.plain_text(analysis.text_node[number]) for number in numbers[: 3 * MAX_CRUMBS]
        ]
        texts = [text.strip(_CRUMB_SIGNS) for text in texts if not text.endswith(":")]
        categories = [
            text for text in texts if any(map(str.isalnum, text)) and len(text) <= MAX_CATEGORY
        ]
        if len(categories) > 1:
            if categories[-1].casefold() == marks.name.casefold():
                categories = categories[:-1]
            return categories[:MAX_CRUMBS]
    return []
