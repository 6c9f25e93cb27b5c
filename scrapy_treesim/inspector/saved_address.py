"""Saved pages by their addresses; those that are but files have the file's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import url2pathname

if TYPE_CHECKING:
    from scrapy_treesim.corpus import Corpus, SavedPage


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
    """The file that an address names; None for other addresses.

    Raises:
        ValueError: it is no address.
    """
    parts = urlsplit(url)
    return Path(url2pathname(parts.path)) if parts.scheme == "file" else None
