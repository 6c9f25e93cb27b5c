"""The order for one extraction: of which pages, by which settings, into which folder."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrapy.settings import Settings

import scrapy_treesim
from scrapy_treesim.corpus.corpus import is_regular
from scrapy_treesim.settings import PREFIX, TreesimSettings, read_settings

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from scrapy_treesim.corpus import Corpus

JSON_LINES: Final = "jsonl"
"""The format of parts, where none is asked for."""

PARTITION_PAGES: Final = 1_000
"""Pages of a partition, where no number is asked for."""

_OF_CRAWLS: Final = (
    "TREESIM_ENABLED", "TREESIM_FEEDS", "TREESIM_MIX", "TREESIM_ITEMS", "TREESIM_FOLLOW_NEXT",
    "TREESIM_WORKERS", "TREESIM_DROP_DUPLICATES", "TREESIM_MAX_REMEMBERED",
    "TREESIM_MAIN_TEXT_FIELDS", "TREESIM_COMMENT_FIELDS", "TREESIM_TEMPLATES_PENDING",
    "TREESIM_TEMPLATES_PENDING_MAX_PAGES", "TREESIM_TEMPLATES_PENDING_MAX_MB",
)  # fmt: skip
"""Settings that change nothing in what one page holds."""

_OF_FILES: Final = ("TREESIM_TEMPLATES", "TREESIM_KEY_TREES", "TREESIM_SITE_MEMORY")

_BLOCK: Final = 1_000_000


class BatchError(ValueError):
    """An extraction that cannot be done; one line says why and how to mend it."""


@dataclass(frozen=True, slots=True)
class BatchOrder:
    """All that a worker must know besides its pages. May be sent to another process."""

    folder: Path
    """Absolute; all workers see it."""
    format: str
    settings: bytes
    """The ``TREESIM_`` settings, packed."""
    csv_exporter: str
    """The class that writes CSV, by its name."""
    running: Path
    """A file that is there as long as the results are wanted."""


def packed_settings(settings: BaseSettings) -> bytes:
    """The settings that change findings, for :func:`unpacked_settings` in another process.

    Raises:
        BatchError: one that cannot be sent there.
    """
    values = {
        name: _absolute(settings[name]) if name in _OF_FILES else settings[name]
        for name in sorted(filter(_is_ours, settings))
        if name not in _OF_CRAWLS and settings[name] is not None
    }
    try:
        return pickle.dumps(values, protocol=5)
    except Exception as error:
        raise BatchError(f"a TREESIM_ setting cannot be sent to workers: {error}") from None


@lru_cache(maxsize=2)
def unpacked_settings(packed: bytes) -> TreesimSettings:
    """The settings, read."""
    return read_settings(Settings(pickle.loads(packed)))


def digest_of_options(packed: bytes, options: Mapping[str, Any]) -> str:
    """The same for options, settings and files named in them that lead to the same findings."""
    digest = blake2b(digest_size=16)
    values: dict[str, Any] = pickle.loads(packed)
    digest.update(repr((scrapy_treesim.__version__, sorted(options.items()))).encode())
    for name, value in sorted(values.items()):
        digest.update(f"{name}={value!r}\n".encode("utf-8", "replace"))
        for path in _files(value) if name in _OF_FILES else ():
            digest.update(_content(path))
    return digest.hexdigest()


def looked_at(corpus: Corpus) -> tuple[str, int]:
    """Look at all files of a corpus: a digest of their names, sizes and times, and the bytes."""
    digest = blake2b(digest_size=16)
    stored = 0
    for place in corpus.places():
        size = place.stored
        stored += size
        try:
            changed = place.path.stat().st_mtime_ns
        except OSError:
            changed = 0
        digest.update(f"{place.key}\n{size} {changed}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest(), stored


def _is_ours(name: object) -> bool:
    return isinstance(name, str) and name.startswith(PREFIX)


def _absolute(value: Any) -> Any:
    """A setting that names files, which another process may look for from elsewhere."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_absolute(one) for one in value]
    if isinstance(value, Path):
        return value.absolute()
    if not isinstance(value, str):
        return value
    parts = [part.strip() for part in value.split(",") if part.strip()]
    return ",".join(os.path.abspath(one) if is_regular(Path(one)) else one for one in parts)


def _files(value: Any) -> Iterator[Path]:
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from _files(one)
    elif isinstance(value, Path):
        yield value
    elif isinstance(value, str):
        yield from map(Path, value.split(","))


def _content(path: Path) -> bytes:
    """A digest of a file; of one that is not there, of nothing."""
    digest = blake2b(digest_size=16)
    if is_regular(path):
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    return digest.digest()
