"""The inspector's input: pages, and the files that it reads and writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_treesim.inspector.saved_address import file_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


@dataclass(frozen=True, slots=True)
class InspectedPage:
    """A page that was opened."""

    name: str
    """Short, for people."""
    page: Page
    root: Path | None = None
    """The folder whose pictures and styles it may show; of pages of the web None."""


@dataclass(frozen=True, slots=True)
class InspectionFiles:
    """The files that the inspector reads and writes."""

    templates: tuple[Path, ...] = ()
    key_trees: tuple[Path, ...] = ()
    """New ones go into the first."""
    examples: Path | None = None
    """Where labelled examples are kept, as ``scrapy treesim label`` reads them."""


def root_of(url: str, root: Path | None) -> Path | None:
    """The folder whose pictures and styles a page may show: ``root`` or the page's own; of pages
    of the web None."""
    file = file_of(url)
    return None if file is None else root or file.parent
