"""The names of months."""

from collections import defaultdict
from functools import cache
from typing import Final

from scrapy_treesim.values.lexicon.words import MONTHS_OF


def _numbers(names: list[str]) -> dict[str, int]:
    return {word: number for number, of_one in enumerate(names, 1) for word in of_one.split()}


_BY_LANGUAGE: Final = {code: _numbers(names) for code, names in MONTHS_OF.items()}
_MEANINGS: Final[defaultdict[str, set[int]]] = defaultdict(set)
for _numbers_of_one in _BY_LANGUAGE.values():
    for _name, _number in _numbers_of_one.items():
        _MEANINGS[_name].add(_number)

NUMBER_OF: Final = {name: min(numbers) for name, numbers in _MEANINGS.items() if len(numbers) == 1}
"""The number of each name that is of one month in all languages; *listopad* is of two."""


@cache
def numbers_in(language: str) -> dict[str, int]:
    """The number of each name, those of a language (``hr``) first."""
    return NUMBER_OF | _BY_LANGUAGE.get(language, {})
