"""Analysis of a page: prefix sums of the features of its nodes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.analysis import _analysis_cy, class_names, constants
from scrapy_treesim.reading.analysis.constants import ALPHABET
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.plain_arrays import with_plain_arrays
from scrapy_treesim.values.text_kinds import text_reader

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.analysis._analysis_cy import Analysis
    from scrapy_treesim.tree import PageTree
else:
    Analysis = with_plain_arrays(
        _analysis_cy.Analysis,
        "tag parent size depth name own_cues cues plain named texts chars linked images links "
        "headings digits prices dates sentences elements roles text_hashes hashes text_node kinds "
        "meanings words value",
    )


def _symbol(letter: str) -> int:
    return ord(letter) - ord("a") + 1 if letter != "-" else 0


SYMBOLS: Final = bytes(
    _symbol(chr(byte).lower()) if chr(byte).isalpha() and byte < 128 else 0 for byte in range(256)
)
"""Symbol of every byte: letters from 1, 0 for all others."""


class NameReader:
    """Automaton for the words of several cues in a name, after Aho and Corasick.

    ``cues`` has words for each cue, with spaces between; ``-`` in a word is any character except
    letters, or either end of the name. The cues are numbered in their order, as bits.
    """

    def __init__(self, cues: Iterable[str]) -> None:
        self.symbols = SYMBOLS
        self.following = array("i", [-1] * ALPHABET)
        """Next state for every state and symbol; inverted for one with a meaning."""
        self.meaning = array("Q", [0])
        """Cues of each state, as bits."""
        for bit, words in enumerate(cues):
            for word in words.split():
                self._add(word, 1 << bit)
        self._close()

    def _add(self, word: str, bit: int) -> None:
        state = 0
        for letter in word:
            index = state * ALPHABET + _symbol(letter)
            if self.following[index] < 0:
                self.following[index] = len(self.meaning)
                self.following.extend([-1] * ALPHABET)
                self.meaning.append(0)
            state = self.following[index]
        self.meaning[state] |= bit

    def _close(self) -> None:
        """Fill missing transitions, breadth first, from the longest suffix that is a state."""
        following, meaning = self.following, self.meaning
        suffix = [0] * len(meaning)
        queue = [0]
        for state in queue:
            for symbol in range(ALPHABET):
                index = state * ALPHABET + symbol
                fallen = following[suffix[state] * ALPHABET + symbol] if state else 0
                if following[index] < 0:
                    following[index] = fallen
                else:
                    suffix[following[index]] = fallen
                    meaning[following[index]] |= meaning[fallen]
                    queue.append(following[index])
        # Small, so that it stays in the processor's cache.
        self.following = array("h", [~state if meaning[state] else state for state in following])


_TAGS_OF_CUE: Final = {"navigation": "nav", "footer": "footer", "side": "aside header"}

ROLES: Final = {
    "skip": "head script style noscript template iframe textarea select datalist svg math object "
    "embed audio video canvas map",
    "inline": "b strong i em u s small big font sup sub mark abbr acronym tt kbd code nobr ins del "
    "wbr bdi bdo strike q cite dfn samp var basefont center",
    "heading": "h1 h2 h3 h4 h5 h6 dt",
    "image": "img",
    "link": "a",
    "rule": "hr",
    "row": "tr",
}
"""Tag roles in records; inline ones dissolve: highlighting does not change a record."""


_NAME_READER: Final = NameReader(
    chain(*(words.values() for words in class_names.VOCABULARIES.values()))
)
_BIT: Final = {name: 1 << bit for bit, name in enumerate(class_names.OF_NODES)}
BOX: Final = {name: 1 << constants.BOX_CUES + bit for bit, name in enumerate(class_names.OF_BOXES)}
"""The bits of the cues of boxes."""
_OF_NODES: Final = (1 << constants.POST_CUES) - 1
_OF_NAMES: Final = (1 << constants.BOX_CUES) - 1 | BOX["note"] | BOX["consent"] | BOX["paywall"]
_DECLARED: Final = constants.POST_BITS << constants.DECLARED_CUES
_MASK_OF: Final = {
    "class": _OF_NAMES,
    "id": _OF_NAMES,
    "role": _OF_NODES,
    "itemprop": _DECLARED,
    "rel": _DECLARED,
    "aria-label": BOX["cookie"],
    "href": BOX["subscribe"] | BOX["login"],
    "datetime": 1 << constants.INSTANT,
    "title": 1 << constants.INSTANT,
    "content": 1 << constants.CONTENT,
}
_MASKS: Final = array("Q", [_MASK_OF.get(name, 0) for name in tags.ATTRIBUTES])
_CLASS: Final = tags.ATTRIBUTES.index("class")


_ROLE_OF_TAG: Final = array(
    "i", [*tags.kinds({1 << bit: tags.numbers(names) for bit, names in enumerate(ROLES.values())})]
)
_NOSCRIPT: Final = tags.NUMBER["noscript"]
_CUES_OF_TAG: Final = array(
    "i", [*tags.kinds({_BIT[cue]: tags.numbers(names) for cue, names in _TAGS_OF_CUE.items()})]
)


def analysis_of(page: Page) -> Analysis:
    """Return the page's analysis; once a page."""
    return analyse(page.tree, is_oversized=page.is_oversized)


def analyse(tree: PageTree, noscript: bool = False, is_oversized: bool = False) -> Analysis:
    """Return the analysis of a page's tree; O(nodes + bytes of text and names).

    ``noscript``: whether ``<noscript>`` is read, as browsers without scripts do. Of an oversized
    page only names are read.
    """
    analysis = Analysis(tree, is_oversized)
    strange = array("i", bytes(4 * (len(tree.names) - len(tags.NAMES))))
    role = _ROLE_OF_TAG + strange
    if noscript:
        role[_NOSCRIPT] = 0
    analysis.read_names(
        tree.attribute_reader, _CLASS, _MASKS, _NAME_READER.symbols, _NAME_READER.following,
        _NAME_READER.meaning,
    )  # fmt: skip
    if is_oversized:
        return analysis
    analysis.inherit_cues(_CUES_OF_TAG + strange)
    analysis.number_paths(role)
    analysis.read_text(tree.text, tree.start, tree.chars, role, text_reader())
    return analysis
