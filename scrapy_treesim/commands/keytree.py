"""``scrapy treesim keytree``: key trees made of examples on pages, put into a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.http import HtmlResponse

from scrapy_treesim.commands.extract import Crawl, FetchSpider
from scrapy_treesim.commands.pages import refused, refusing
from scrapy_treesim.file_lock import locked
from scrapy_treesim.page import Page
from scrapy_treesim.records import KeyTrees, NamedKeyTree, learn_key_tree
from scrapy_treesim.records.by_example.key_tree import as_xpath
from scrapy_treesim.records.by_example.key_trees import check_name
from scrapy_treesim.records.by_example.url_pattern import check_pattern
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from argparse import Namespace

    from scrapy.http import Response


def run_keytree(urls: list[str], opts: Namespace, crawl: Crawl) -> None:
    """Read the options, and make the key tree by a crawl."""
    if not (opts.example and opts.patterns and opts.output):
        raise refused("keytree wants --example, --for and --output")
    file = Path(opts.output)
    with refusing():
        for example in opts.example:
            if not example.lstrip().startswith("<"):
                as_xpath(example.strip())
        patterns = tuple(map(check_pattern, opts.patterns))
        # What stands before the path is short and says most; a name holds no slash.
        name = check_name(opts.name or patterns[0].partition("/")[0])
        _known(file)
    crawl(
        KeyTreeSpider,
        {"TREESIM_KINDS": None},  # Of no use here, and template alone would want templates.
        urls=urls, name=name, patterns=patterns, examples=opts.example, file=file,
    )  # fmt: skip


class KeyTreeSpider(FetchSpider):
    """Fetches pages, learns a key tree on each, and writes what it learned at the end."""

    name = "treesim_keytree"

    def __init__(
        self, name: str, patterns: tuple[str, ...], examples: list[str], file: Path, **more: Any
    ) -> None:
        super().__init__(**more)
        self._key_tree, self._patterns, self._examples = name, patterns, examples
        self._file = file

    def parse(self, response: Response, asked: str) -> None:
        """Learn on one page and put what was learned into the file."""
        try:
            if not isinstance(response, HtmlResponse):
                raise ValueError("it is no HTML")
            key = learn_key_tree(self._examples, Page(response))
            with locked(self._file):
                added = NamedKeyTree(self._key_tree, self._patterns, key)
                _known(self._file).adding(added).save(self._file)
        except (ValueError, TypeError, OSError) as error:
            self.fail(response.url, str(error))
            return
        records = counted(key.home.records if key.home else 0, "record")
        print(f"{response.url}: {records} like the example; {self._key_tree} in {self._file}")


def _known(file: Path) -> KeyTrees:
    """The key trees that are in the file already; none where there is no such file."""
    if file.exists():
        return KeyTrees.load(file)
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent}")
    return KeyTrees()
