"""``scrapy treesim keytree``: key trees made of examples on pages, put into a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.http import HtmlResponse

from scrapy_treesim.commands.extract import FetchSpider
from scrapy_treesim.commands.pages import refused
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


@dataclass(frozen=True, slots=True)
class KeyTreeOrder:
    """The order of one command line."""

    name: str
    patterns: tuple[str, ...]
    examples: tuple[str, ...]
    file: Path

    @classmethod
    def of(cls, opts: Namespace) -> KeyTreeOrder:
        """Read the options."""
        if not (opts.example and opts.patterns and opts.output):
            raise refused("keytree wants --example, --for and --output")
        file = Path(opts.output)
        try:
            for example in opts.example:
                if not example.lstrip().startswith("<"):
                    as_xpath(example.strip())
            patterns = tuple(map(check_pattern, opts.patterns))
            # What stands before the path is short and says most; a name holds no slash.
            name = check_name(opts.name or patterns[0].partition("/")[0])
            read_file(file)
        except ValueError as error:
            raise refused(error) from None
        return cls(name, patterns, tuple(opts.example), file)


class KeyTreeSpider(FetchSpider):
    """Fetches pages, learns a key tree on each, and writes what it learned at the end."""

    name = "treesim_keytree"

    def __init__(self, order: KeyTreeOrder, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._order = order

    def parse(self, response: Response, asked: str) -> None:
        """Learn on one page and put what was learned into the file."""
        order = self._order
        try:
            if not isinstance(response, HtmlResponse):
                raise ValueError("it is no HTML")
            key = learn_key_tree(order.examples, Page(response))
            added = NamedKeyTree(order.name, order.patterns, key)
            with locked(order.file):
                read_file(order.file).adding(added).save(order.file)
        except (ValueError, TypeError, OSError) as error:
            self.fail(response.url, str(error))
            return
        records = counted(key.home.records if key.home else 0, "record")
        print(f"{response.url}: {records} like the example; {order.name} in {order.file}")


def read_file(file: Path) -> KeyTrees:
    """The key trees that are in the file already; none where there is no such file."""
    if file.exists():
        return KeyTrees.load(file)
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent}")
    return KeyTrees()
