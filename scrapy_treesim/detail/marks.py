"""Marks of a page about one thing: nodes and texts shared by the search of all its fields."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import _marks_cy, constants
from scrapy_treesim.detail.attributes.pairs import pairs_of
from scrapy_treesim.detail.candidate import no_features
from scrapy_treesim.detail.declared.read import declarations
from scrapy_treesim.detail.headline import headline_of_thing
from scrapy_treesim.reading.analysis import class_names
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.declared.types import is_of_sites
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.lexicon.words import entries, sections_of
from scrapy_treesim.values.other_things import names_other
from scrapy_treesim.values.terms import likeness, terms
from scrapy_treesim.values.text_kinds import MEANINGS

if TYPE_CHECKING:
    from scrapy_treesim.detail.attributes.pairs import Pair
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.analysis._analysis_cy import Analysis
    from scrapy_treesim.tree import PageTree

CUES: Final = {name: 1 << bit for bit, name in enumerate(class_names.OF_THINGS)}
"""The bit of each cue in the names of elements."""
MEANS: Final = {
    name: 1 << MEANINGS.index(name) for name in ("buy", "stock", "old", "reviews", "ingredients")
}
"""Bit of each meaning of a text's words."""
MIN_ABOUT: Final = 0.5
"""Lowest score of a declaration of the page's own thing."""
MAX_TITLE_CHARS: Final = 300
"""Largest number of characters of a title or a headline, to compare names with."""

_OF_TAGS: Final = {
    constants.STRUCK: tags.numbers("del s strike"),
    constants.HEADING: tags.numbers("h1 h2 h3"),
    constants.CELL: tags.numbers("td th dd"),
}
_KINDS: Final = array("i", [*tags.kinds(_OF_TAGS)])


class Marks:
    """Headline, cues, labelled facts, declarations and buttons of a page, for all its fields."""

    def __init__(self, page: Page) -> None:
        """Mark the nodes of a page; O(nodes + bytes of names and short texts)."""
        self.page, self.url = page, page.url
        self.tree, self.analysis = tree, analysis = page.tree, page.once(analysis_of)
        self.language = (page.language or "").lower()
        """Language by the page's ``lang``, in lower case; empty without one."""
        zeros = bytes(4 * len(tree))
        self.name_cues = array("i", zeros)
        """The cues in each node's own names, as bits of :data:`CUES`."""
        self.around = array("i", zeros)
        """The cues in the names of each node and of its ancestors."""
        _marks_cy.mark_names(analysis, len(CUES), self.name_cues, self.around)
        buying = _marks_cy.flagged(analysis.meanings, MEANS["buy"], MAX_BUTTONS)
        self.buy_buttons = array("i", _buttons(tree, analysis, self.name_cues, buying))
        """Indices of the texts in buttons to buy."""
        self.headline = headline_of_thing(page, self._is_of_site, self.buy_buttons)
        """The node of the headline; 0 where there is none."""
        self.headline_text = analysis.texts[self.headline]
        """Index of the headline's first text among the page's texts."""
        self.aside = ASIDE & ~analysis.cues[self.headline]
        """The cues of :data:`ASIDE` without those around the headline."""
        self.title = (page.title or "")[:MAX_TITLE_CHARS]
        self.plain_title = self.title.casefold()
        self.title_terms = terms(self.title)
        shown = tree.plain_text(self.headline)[:MAX_TITLE_CHARS] if self.headline else ""
        self.name = shown if self.headline else self.title
        """The headline's text, else the title's."""
        self.plain_name = self.name.casefold()
        self.name_terms = terms(self.name)
        self.labelled: dict[str, list[Pair]] = {}
        """Labelled facts of the page, by the field that the label names."""
        for pair in page.once(pairs_of):
            for field in fields_of(pair.label):
                self.labelled.setdefault(field, []).append(pair)
        self.declarations = page.once(declarations)
        """Declarations of the page, its own thing first."""
        self.own_declarations = [
            declaration
            for declaration in self.declarations
            if declaration.is_main
            or (declaration.about >= MIN_ABOUT and not is_of_sites(declaration.types))
        ]
        """Declarations of the page's own thing, not of its site or of other things."""
        self._are_of_others: dict[int, bool] = {}
        """Whether what is right inside an element is of others."""
        self.positions = _marks_cy.PositionReader(
            tree,
            analysis,
            self.name_cues,
            self.around,
            array("i", bytes(4 * (analysis.paths + 1))),
            self.headline,
            self.buy_buttons,
            _KINDS,
            page.once(reading_of).blocks.hidden,
        )
        """Reader of the features of positions."""

    def of_others(self, field: str) -> set[int]:
        """Return the nodes of facts with labels of another thing."""
        return {pair.node for pair in self.page.once(pairs_of) if names_other(field, pair.label)}

    def says(self, node: int, meaning: str) -> bool:
        """Tell whether a text has a word of this meaning, one of :data:`MEANS`."""
        return self.analysis.meanings[self.analysis.texts[node]] & MEANS[meaning] != 0

    def texts_that_say(self, meaning: str, most: int) -> list[int]:
        """Return the nodes of the first ``most`` texts with a word of this meaning, in order."""
        numbers = _marks_cy.flagged(self.analysis.meanings, MEANS[meaning], most)
        return [self.analysis.text_node[number] for number in numbers]

    def numbers_near(self, before: int, after: int) -> list[int]:
        """Return the nodes of texts with digits, among ``before`` and ``after`` texts around the
        headline."""
        digits, text_node = self.analysis.digits, self.analysis.text_node
        stop = min(self.analysis.texts[len(self.tree)], self.headline_text + after)
        near = text_node[max(0, self.headline_text - before) : stop]
        return [node for node in near if digits[node + 1] > digits[node]]

    def is_amount_or_date(self, node: int) -> bool:
        """Tell whether a text is an amount or a date."""
        prices, dates = self.analysis.prices, self.analysis.dates
        return prices[node + 1] > prices[node] or dates[node + 1] > dates[node]

    def is_aside(self, node: int) -> bool:
        """Tell whether a node is in navigation, a footer or other content of the site."""
        return self.analysis.cues[node] & self.aside != 0

    def _is_of_site(self, node: int) -> bool:
        """Tell whether a node is in navigation, a footer, or a path of categories."""
        return (self.analysis.cues[node] & ASIDE or self.around[node] & CUES["crumb"]) != 0

    def is_of_others(self, node: int) -> bool:
        """Tell whether a node is in the page's footer or a review, by tag, role or name; not in
        those of a part with the headline."""
        inside: list[int] = []
        is_of_others = False
        for element in self.tree.upward(self.tree.parent[node]):
            if element in self._are_of_others:
                is_of_others = self._are_of_others[element]
                break
            inside.append(element)
            is_own = element <= self.headline < element + self.tree.size[element]
            is_of_others = not is_own and _is_of_others(self.tree, element)
            if is_own or is_of_others:
                break
        self._are_of_others |= dict.fromkeys(inside, is_of_others)
        return is_of_others

    def position(self, node: int, cue: str) -> array[float]:
        """Return a row with the features of a node's position; ``cue`` is one of :data:`CUES`."""
        row = no_features()
        self.positions.fill(row, node, CUES[cue])
        return row


def _is_of_others(tree: PageTree, element: int) -> bool:
    """Tell whether an element is a footer or a review, by tag, role or name."""
    names = (tree.get(element, name) or "" for name in ("class", "id", "role"))
    return tree.tag[element] in _FOOTERS or any(map(_OTHERS.search, names))


def _buttons(
    tree: PageTree, analysis: Analysis, name_cues: array[int], numbers: Iterable[int]
) -> Iterator[int]:
    """Yield the indices of texts in buttons to buy: in a button, a link or an element named so."""
    for number in numbers:
        node = analysis.text_node[number]
        if (
            tree.text_chars(node) <= MAX_BUTTON_CHARS
            and not analysis.cues[node] & ASIDE
            and _is_buy_button(tree.plain_text(node))
            and any(
                tree.tag[element] in _BUTTONS or name_cues[element] & CUES["buy"]
                for element in elements_around(tree, node, BUTTON_LEVELS)
            )
        ):
            yield number


def _is_buy_button(text: str) -> bool:
    """Tell whether a button is to buy the page's thing, not to see the cart."""
    words = _WORD.findall(text.lower())
    if not _NO_BUYING.isdisjoint(words):
        return False
    return not _BUY.isdisjoint(words) or (len(words) > 1 and not _CART.isdisjoint(words))


_WORD: Final = re.compile(r"[^\W\d_]{1,40}")
_BUY: Final = frozenset(entries("button.buy"))
_CART: Final = frozenset(entries("button.cart"))
_NO_BUYING: Final = frozenset(entries("button.no_buying"))
ASIDE: Final = sum(
    1 << bit
    for bit, name in enumerate(class_names.OF_NODES)
    if name in ("navigation", "footer", "more")
)
"""Cues of the analysis, as bits, for other content than the page's thing."""
MAX_BUTTON_CHARS: Final = 40
"""Largest number of characters of a button's text."""
_FOOTERS: Final = tags.numbers("footer")
_OTHERS: Final = re.compile(
    r"(?<![a-z])(?:footer|(?:reviews?|comments?|testimonials?)(?![a-z]))|^contentinfo$", re.I
)
BUTTON_LEVELS: Final = 3
"""Levels from a text to its button."""
_BUTTONS: Final = tags.numbers("button a")
MAX_BUTTONS: Final = 40
"""Largest number of texts with words of buying that are read."""


MAX_LABEL: Final = 50
"""Largest number of characters of a label that names a field."""
_SIGNS: Final = re.compile(r"[\s.:：#()/*·-]+")


def _plain(label: str) -> str:
    return _SIGNS.sub(" ", label.lower()).strip()


_FIELDS_OF: Final[dict[str, tuple[str, ...]]] = {}
for _name, _labels in sections_of("label").items():
    for _label in dict.fromkeys(map(_plain, _labels)):
        _FIELDS_OF[_label] = (*_FIELDS_OF.get(_label, ()), _name)


@lru_cache(maxsize=2048)
def fields_of(label: str) -> tuple[str, ...]:
    """Return the fields named by a label as a whole.

    >>> fields_of("Art.-Nr.:"), fields_of("Model number"), fields_of("Weight")
    (('sku',), ('sku', 'mpn'), ())
    """
    return _FIELDS_OF.get(_plain(label), ()) if len(label) <= MAX_LABEL else ()


def elements_around(tree: PageTree, node: int, most: int) -> Iterator[int]:
    """Yield the elements around a node, the innermost first, ``most`` at most."""
    for _ in range(most):
        node = tree.parent[node]
        if node < 0:
            return
        yield node


def likeness_to(text: str, other_terms: Counter[str]) -> float:
    """Return Dice's coefficient of a text's terms and other terms, in [0, 1]."""
    lowered = text.lower()
    # Most texts share no term, which is quicker to see than to count all terms.
    shares = any(term in lowered for term in other_terms)
    return likeness(terms(text), other_terms) if shares else 0.0
