"""Arguments of commands: addresses and saved pages of any kind, and their refusal."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import urlsplit

from scrapy.exceptions import UsageError

from scrapy_treesim.files.corpus import open_corpus, source_files
from scrapy_treesim.files.executors import ExecutorError
from scrapy_treesim.files.saved_page import SavedPage, start_of
from scrapy_treesim.templates.store.pending import PendingStore

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.learn.learning import PageSource


def refused(message: object) -> UsageError:
    """Return the error that ends a command with one line, without the help."""
    return UsageError(str(message), print_help=False)


@contextmanager
def refusing() -> Iterator[None]:
    """End the command with one line if a file, page, option or executor cannot be used."""
    try:
        yield
    except (KeyError, IndexError):
        raise  # Errors of the code, never raised to refuse anything.
    except LookupError as error:
        raise refused(error.args[0]) from None
    except (ValueError, ExecutorError, OSError, sqlite3.Error) as error:
        raise refused(error) from None


def no_pages(number: int, damaged: int) -> str:
    """Count the entries of a corpus that are no pages, in words, with those of damaged files."""
    entries = "1 entry that is no page" if number == 1 else f"{number} entries that are no pages"
    return f"{entries} ({damaged} of damaged files: pages may be missing)" if damaged else entries


def url_of(target: str) -> str:
    """Return the address of a page, given as a URL or a file."""
    path = Path(target)
    if path.is_file():
        return path.resolve().as_uri()
    if target and path.is_dir():
        raise refused(f"{target}: a folder and no page; extract takes folders with -o alone")
    if len(urlsplit(target).scheme) > 1:
        return target
    raise refused(f"{target}: no such file, and no URL (a URL starts with https:// or the like)")


def is_corpus(target: str) -> bool:
    """Tell whether a path is a folder or a file of many pages, and no page."""
    path = Path(target)
    if not path.is_file():
        return bool(target) and path.is_dir()
    return any(source.holds_many for source in source_files(path, path.name))


def targets_in(file: str) -> list[str]:
    """Read the URLs and files in a file, one a line; lines that begin with # are comments."""
    lines = map(str.strip, Path(file).read_text("utf-8-sig").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


SQLITE: Final = b"SQLite format 3\0"
"""First bytes of a database."""


SavedPages: TypeAlias = Callable[[], Iterator[SavedPage]]
"""Function that goes through saved pages; it may be called several times."""


def open_pages(paths: Sequence[str], stack: ExitStack) -> SavedPages:
    """Open the pages at the paths, one path after the other, for as long as the stack is open."""
    stores = [path for path in paths if start_of(Path(path), len(SQLITE)) == SQLITE]
    corpus_paths = [path for path in paths if path not in stores]
    sources: list[PageSource] = [open_corpus(*corpus_paths)] if corpus_paths else []
    sources += [stack.enter_context(PendingStore(path)) for path in stores]
    return lambda: chain.from_iterable(source.pages() for source in sources)


def parsed(pages: Iterable[SavedPage]) -> Iterator[Page]:
    """Parse pages; leave out those that fail."""
    for saved in pages:
        try:
            page = saved.page()
        except Exception:
            continue
        yield page
