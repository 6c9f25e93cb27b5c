"""``scrapy treesim keytree``: key trees made of examples on pages, put into a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrapy_treesim.commands.extract import Fetch
from scrapy_treesim.commands.pages import refused, refusing
from scrapy_treesim.files.file_lock import locked
from scrapy_treesim.templates.by_example.key_tree import as_lookup
from scrapy_treesim.templates.by_example.key_trees import KeyTrees, NamedKeyTree, check_name
from scrapy_treesim.templates.by_example.shown_values import (
    Values,
    check_values,
    equal_values,
    longer_texts,
)
from scrapy_treesim.templates.by_example.sighting import learn_key_tree
from scrapy_treesim.templates.by_example.url_pattern import check_pattern
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from argparse import Namespace

    from scrapy_treesim.page import Page


OF_ONE_THING: Final = (
    "the page is about one thing; its fields are found by their labels and names. For more "
    "certainty label two pages for a template, see scrapy treesim label"
)


def run_keytree(urls: list[str], opts: Namespace, fetch: Fetch) -> None:
    """Learn a key tree on each page, and put it into the file."""
    if not ((opts.example or opts.value) and opts.patterns and opts.output):
        raise refused("keytree wants --example or --value, --for and --output")
    file = Path(opts.output)
    with refusing():
        examples = [*(opts.example or ()), *_records_of(opts.value or ())]
        for example in opts.example or ():
            if not example.lstrip().startswith("<"):
                as_lookup(example.strip())
        patterns = tuple(map(check_pattern, opts.patterns))
        # The part before the path is short and says most; a name has no slash.
        name = check_name(opts.name or patterns[0].partition("/")[0])
        _load_key_trees(file)

    def put(requested: str, page: Page) -> None:
        key = learn_key_tree(page, examples)
        with locked(file):
            _load_key_trees(file).adding(NamedKeyTree(name, patterns, key)).save(file)
        for values in _records_of(opts.value or ()):
            for line in equal_values(values) if key.fields else longer_texts(page, values):
                print(line)
        records = counted(key.home.records if key.home else 0, "record")
        print(f"{page.url}: {records} like the example; {name} in {file}")
        if key.fields:
            print(OF_ONE_THING)

    fetch(urls, put)


def _records_of(values: Iterable[str]) -> list[Values]:
    """Return the records of ``NAME=VALUE`` pairs; with a name that it has, another one begins."""
    examples: list[dict[str, str]] = []
    for pair in values:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"--value {pair} has no =: give NAME=VALUE")
        if not examples or name in examples[-1]:
            examples.append({})
        examples[-1][name] = value
    return [*map(check_values, examples)]


def _load_key_trees(file: Path) -> KeyTrees:
    """Return the key trees already in the file; none if there is no such file."""
    if file.exists():
        return KeyTrees.load(file)
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent}")
    return KeyTrees()
