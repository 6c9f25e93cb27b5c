"""What people write, by language: phrases with ``{slots}`` that are phrases of other keys."""

from __future__ import annotations

from random import Random

from training.comment_free.vocabulary import chinese, french, german, japanese, russian, spanish
from training.comment_free.vocabulary.english import COMMON
from training.comment_free.vocabulary.english_lists import LISTS
from training.comment_free.vocabulary.subjects import SUBJECTS

_OTHERS = {
    "de": german.WORDS,
    "fr": french.WORDS,
    "es": spanish.WORDS,
    "ru": russian.WORDS,
    "zh": chinese.WORDS,
    "ja": japanese.WORDS,
}


def vocabulary(language: str, draw: Random) -> dict[str, tuple[str, ...]]:
    """The phrases of a language, English ones of one subject; what it lacks is English."""
    english = {**COMMON, **LISTS, **draw.choice(SUBJECTS)}
    return {**english, **_OTHERS.get(language, {})}
