"""Output of ``scrapy treesim extract``: findings in one format, printed or in one file."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrapy.exporters import JsonItemExporter

from scrapy_treesim.article import article
from scrapy_treesim.commands.table import as_json_line, as_table
from scrapy_treesim.crawl.feeds import SafeCsvItemExporter
from scrapy_treesim.crawl.parquet import ParquetItemExporter
from scrapy_treesim.files.executors import ProgressBar
from scrapy_treesim.files.whole_file import replacing
from scrapy_treesim.findings.document import markdown
from scrapy_treesim.findings.kinds import KINDS
from scrapy_treesim.items import Finding, Item
from scrapy_treesim.kind.page_kind import page_kind
from scrapy_treesim.kind.roles import MAIN
from scrapy_treesim.wording import counted, listed

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

FORM_OF_ENDING: Final = {
    ".jsonl": "jsonl",
    ".jl": "jsonl",
    ".jsonlines": "jsonl",
    ".csv": "csv",
    ".json": "json",
    ".md": "markdown",
    ".txt": "text",
    ".parquet": "parquet",
}
"""Formats of one file by the end of its name."""


def form_of(path: str, chosen: str = "auto") -> str | None:
    """The format of a file by its name; None for a folder.

    >>> form_of("goods.JL"), form_of("goods"), form_of("goods.jsonl/")
    ('jsonl', None, None)

    Raises:
        ValueError: the name has another ending, or that of another format than the chosen.
    """
    ending = Path(path).suffix.lower()
    if not ending or path.endswith("/") or Path(path).is_dir():
        return None
    if ending not in FORM_OF_ENDING:
        raise ValueError(f"{path}: a file ends in {', '.join(FORM_OF_ENDING)}, and a folder in /")
    form = FORM_OF_ENDING[ending]
    if chosen not in ("auto", form):
        raise ValueError(f"{path} is made of {form}, and not of {chosen}: leave out --format")
    return form


@contextmanager
def printed_to(path: str | None) -> Iterator[None]:
    """Print to a file, if one is given, which replaces the one before when all is printed."""
    if path is None:
        yield
        return
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with (
        replacing(path) as unfinished,
        unfinished.open("x", encoding="utf-8", errors="replace") as file,
        redirect_stdout(file),
    ):
        yield


class Output:
    """Writer of the findings of pages to standard output."""

    def __init__(self, form: str, kinds: Sequence[str], pages: int | None, *, all_roles: bool):
        self._form = form
        self._kinds = kinds
        self._all_roles = all_roles
        self._counts: Counter[str] = Counter()
        self._exporter: Any = None
        if form in EXPORTERS:
            self._exporter = EXPORTERS[form](sys.stdout.buffer, encoding="utf-8")
            self._exporter.start_exporting()
        # Beside findings on the terminal, a bar would be in the way.
        in_way = sys.stdout.isatty() or None
        self.bar = ProgressBar(total=pages, unit="page", file=sys.stderr, disable=in_way)

    def add(self, page: Page, url: str, findings: Iterable[Finding]) -> None:
        """Write the findings of a page, or its main text; say on stderr if there are none."""
        if self._form in DOCUMENTS:
            text = DOCUMENTS[self._form](page)
            print(text, end="") if text else self.note(f"{url}: no main text")
            return
        items = [*findings]
        shown = [item for item in items if self._all_roles or is_main(item)]
        if not shown:
            self.note(f"{url}: {_why_nothing(items, self._kinds)}")
        elif self._exporter is not None:
            self._export(shown)
        elif self._form == "table":
            secondary = [] if self._all_roles else [item for item in items if not is_main(item)]
            sys.stdout.write(as_table(shown, page_kind(page), count_phrase(secondary)))
        else:
            sys.stdout.write(as_json_line(shown))

    def close(self) -> None:
        """Finish what is written; name the kinds that CSV leaves out."""
        self.bar.close()
        if self._exporter is not None:
            self._exporter.finish_exporting()
        if self._form == "csv" and len(self._counts) > 1:
            kind, *other_kinds = self._counts
            options = listed([f"--kinds {other}" for other in other_kinds])
            self.note(f"CSV of {kind} only; for other kinds: {options}")
        sys.stdout.flush()

    def _export(self, items: Sequence[Finding]) -> None:
        """Export items; CSV has one kind, the first."""
        for item in items:
            kind = str(dict(item).get("kind", ""))
            self._counts[kind] += 1
            if self._form != "csv" or kind == next(iter(self._counts)):
                self._exporter.export_item(item)

    def note(self, line: str) -> None:
        """Print a line on stderr."""
        self.bar.write(line, file=sys.stderr)


def _text(page: Page) -> str:
    main_text = article(page)
    return "" if main_text is None else f"{main_text.text}\n"


DOCUMENTS: Final[dict[str, Callable[[Page], str]]] = {"markdown": markdown, "text": _text}
"""Writers of a page's main text, by format."""
EXPORTERS: Final[dict[str, Any]] = {
    "csv": SafeCsvItemExporter,
    "json": JsonItemExporter,
    "parquet": ParquetItemExporter,
}
"""Exporters of items, by format."""


def _why_nothing(items: Sequence[Finding], kinds: Sequence[str]) -> str:
    """Return the reason for an empty result."""
    kind = next((item.page_kind for item in items if isinstance(item, Item)), None)
    if not (counts := count_phrase(items)):
        return "nothing found" if len(kinds) == len(KINDS) else f"nothing found of {listed(kinds)}"
    page = f"its kind is {kind}" if kind else "its kind is not known"
    return f"nothing is main, {page}; --all shows {counts}"


def is_main(item: Finding) -> bool:
    """Tell whether a crawl would emit a finding; rows have no role and are emitted."""
    return getattr(item, "role", MAIN) == MAIN


def count_phrase(items: Sequence[Finding]) -> str:
    """Count the findings of one page in words: ``12 records and 1 article``."""
    counts = Counter(item.kind for item in items if isinstance(item, Item))
    return listed([counted(number, kind.removesuffix("s")) for kind, number in counts.items()])
