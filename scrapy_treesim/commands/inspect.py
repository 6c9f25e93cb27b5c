"""``scrapy treesim inspect``: pages with their findings, on a local web page or in one file."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from scrapy.http import HtmlResponse

from scrapy_treesim.commands.extract import Crawl, FetchSpider
from scrapy_treesim.commands.learn import loaded_files
from scrapy_treesim.commands.pages import refused, refusing, url_of
from scrapy_treesim.corpus import open_corpus
from scrapy_treesim.page import Page
from scrapy_treesim.reader import moment_of
from scrapy_treesim.settings import check, read_settings
from scrapy_treesim.templates.store.store import FORMAT
from scrapy_treesim.whole_file import write_whole

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scrapy.http import Response
    from scrapy.settings import BaseSettings

    from scrapy_treesim.inspector.inspection import InspectedPage

KEY_TREES: Final = "key_trees.json"
"""Where key trees are put if no setting says."""
LABELS: Final = "labels.jsonl"
"""Where labelled examples are put, beside the templates, if no option says."""
_SNIFFED: Final = 200


def add_inspect_options(parser: ArgumentParser) -> None:
    """The options of ``inspect``; ``--pages`` and ``--examples`` are shared with ``label``."""
    group = parser.add_argument_group("inspect")
    group.add_argument("--html", metavar="FILE", help="write a report, one file to send to others")
    group.add_argument(
        "--port", type=int, default=0, help="of the local web page, or else one that is free"
    )
    group.add_argument(
        "--no-browser", action="store_true", help="only print the address of the local web page"
    )
    group.add_argument(
        "--root",
        metavar="FOLDER",
        help="where the pictures and styles of local pages lie, if not in or below the page's own",
    )


def run_inspect(targets: list[str], opts: Namespace, settings: BaseSettings, crawl: Crawl) -> None:
    """Fetch pages, and write a report of them or serve them until somebody stops it.

    Files of templates among the targets join those of the settings.
    """
    if not opts.html and find_spec("flask") is None:
        raise refused('inspect wants Flask: pip install "flask>=3.1" (--html goes without)')
    if not 0 <= opts.port <= 65_535:
        raise refused(f"--port is a number from 0 to 65535, not {opts.port}")
    given = [one for one in targets if _holds_templates(one)]
    templates = [*dict.fromkeys((*loaded_files(settings.get("TREESIM_TEMPLATES")), *given))]
    with refusing():
        if templates:
            settings.set("TREESIM_TEMPLATES", templates, "cmdline")
        if opts.kinds:
            settings.set("TREESIM_KINDS", check("TREESIM_KINDS", opts.kinds), "cmdline")
        wanted = read_settings(settings).wanted
        corpus = open_corpus(*opts.pages) if opts.pages else None
    # Only who inspects waits for all of it to be imported.
    from scrapy_treesim.inspector.inspection import Inspection, InspectionFiles

    files = InspectionFiles(*_files(templates, opts, settings))
    if opts.root is not None and not Path(opts.root).is_dir():
        raise refused(f"--root: there is no folder {opts.root}")
    root = None if opts.root is None else Path(opts.root).resolve()
    if opts.html is not None and not Path(opts.html).parent.is_dir():
        raise refused(f"--html: there is no folder {Path(opts.html).parent}")
    urls = [url_of(target) for target in targets if target not in given]
    pages: dict[str, InspectedPage] = {}
    if urls:
        crawl(InspectSpider, urls=urls, pages=pages, root=root)
    if urls and not pages:
        return
    # In the order they were given.
    shown = [pages[url] for url in urls if url in pages]
    inspection = Inspection(shown, files, wanted, wanted.kinds, corpus, root)
    with refusing():
        if opts.html is not None:
            from scrapy_treesim.inspector.shell import report

            write_whole(opts.html, report(inspection).encode("utf-8", "replace"))
            print(f"written to {Path(opts.html)}")
        else:
            from scrapy_treesim.inspector.serving import serve

            serve(inspection, opts.port, not opts.no_browser)


class InspectSpider(FetchSpider):
    """Fetches pages and keeps those that are HTML."""

    name = "treesim_inspect"

    def __init__(self, pages: dict[str, InspectedPage], root: Path | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._pages = pages
        self._root = root

    def parse(self, response: Response, asked: str) -> None:
        """Keep the page."""
        from scrapy_treesim.inspector.inspection import InspectedPage, root_of

        try:
            if not isinstance(response, HtmlResponse):
                raise TypeError("it is no HTML")
            page = Page(response, moment=moment_of(response))
        except Exception as error:
            self.fail(asked, str(error))
            return
        root = root_of(response.url, self._root)
        self._pages[asked] = InspectedPage(_name(response.url), page, root)


def _name(url: str) -> str:
    """The last part of an address that says anything."""
    parts = urlsplit(url)
    return unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.hostname or url


def _holds_templates(target: str) -> bool:
    path = Path(target)
    try:
        if path.suffix.lower() != ".json" or not path.is_file():
            return False
        with path.open("rb") as file:
            return FORMAT.encode() in file.read(_SNIFFED)
    except OSError:
        return False


def _files(
    templates: list[str], opts: Namespace, settings: BaseSettings
) -> tuple[tuple[Path, ...], tuple[Path, ...], Path | None]:
    """The files of templates, of key trees and of examples."""
    paths = tuple(map(Path, templates))
    trees = loaded_files(settings.get("TREESIM_KEY_TREES"))
    examples = Path(opts.examples) if opts.examples else None
    if examples is None and paths:
        examples = paths[0].parent / LABELS
    if examples and not examples.parent.is_dir():
        raise refused(f"--examples: there is no folder {examples.parent}")
    return (paths, tuple(map(Path, trees or [KEY_TREES])), examples)
