"""What a kind of page is: who builds it, in which languages, under which address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from training.comment_free.markup import Html
from training.comment_free.writer import Writer


@dataclass(frozen=True)
class Template:
    """A platform's list. It makes one page for each of the languages."""

    platform: str
    kind: str
    page: Callable[[Writer], Html]
    languages: tuple[str, ...]
    path: str
