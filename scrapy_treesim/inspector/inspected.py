"""The inspector's input: pages, and the files that it reads and writes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import url2pathname

if TYPE_CHECKING:
    from scrapy_treesim.corpus import Corpus, SavedPage
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


def addressed(corpus: Corpus, saved: SavedPage) -> SavedPage:
    """A saved page with an address: its own, or that of its file; as it is where it has neither."""
    return saved if saved.url else replace(saved, url=_file_address(corpus, saved.key))


def _file_address(corpus: Corpus, key: str) -> str:
    for path in corpus.paths:
        for file in (path, path.parent / key):
            if file.name == PurePath(key).name and file.is_file():
                return file.as_uri()
    return ""


def file_of(url: str) -> Path | None:
    """The file that an address names; None for other addresses, and for what is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return Path(url2pathname(parts.path)) if parts.scheme == "file" else None
