"""Compare everything that two versions of the package find.

    python -m benchmarks.identity --data DIR [--data DIR ...] [--sample N] -o FILE
    python -m benchmarks.identity --compare BEFORE AFTER

The first command writes a hash of each finding on every N-th page of the sets: what ``extract``
gives, the kind and roles of the page, articles, records with their columns, comments and details,
``explain`` of each, next page, records by example, Gong's, Wang's and Zhu's methods, Markdown; of
the templates learned from every N-th site of sets with ``template`` in their truth, and what they
extract; and of the feeds and stats of a crawl of the example project. The second lists the
findings that differ, and exits with 1 if any does.

Only names of ``scrapy_treesim.__all__`` and their public attributes are used, so that any checkout
can be measured, with its kernels built or not: ``PYTHONPATH=CHECKOUT python
benchmarks/identity.py ...``. That is how to get BEFORE.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

if not __package__:
    # Run as a file, to measure the package of another checkout: this one comes last.
    sys.path[:] = [*sys.path[1:], str(Path(__file__).parents[1])]

import scrapy_treesim as treesim
from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim import Article, Detail, Page, Record, Region

EXAMPLE: Final = Path(__file__).parents[1] / "example_project"
ARTICLE: Final = (
    "title headline text html markdown author date language image page_type xpath confidence"
).split()
RECORD: Final = "xpaths text links images similarity".split()

Hashes = dict[str, str]

STATS_EXTENSION: Final = """
import json
from scrapy import signals

class StatsFile:
    @classmethod
    def from_crawler(cls, crawler):
        extension = cls()
        extension.stats = crawler.stats
        crawler.signals.connect(extension.write, signals.spider_closed)
        return extension

    def write(self):
        counts = {
            name: value for name, value in self.stats.get_stats().items()
            if name.startswith("treesim/") and "seconds" not in name
        }
        with open("stats.json", "w", encoding="utf-8") as file:
            json.dump(counts, file, sort_keys=True, default=str)
"""


def hash_of(value: object) -> str:
    """Return a short hash of plain values; digits of sums beyond the ninth do not count."""
    return blake2b(repr(_plain(value)).encode("utf-8", "replace"), digest_size=6).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, float):
        # A sum that is added in another order differs in its last digits.
        return f"{value:.9g}"
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _values(finding: object, names: Iterable[str]) -> list[object]:
    return [getattr(finding, name) for name in names]


def _article(article: Article | None) -> object:
    return article and _values(article, ARTICLE)


def _record(record: Record) -> object:
    return _values(record, RECORD), [_region(region) for region in record.regions]


def _region(region: Region) -> object:
    return region.xpath, region.confidence, [_record(record) for record in region.records]


def _columns(region: Region) -> object:
    return [(column.name, [*column.cells]) for column in region.table.columns]


def _detail(detail: Detail | None) -> object:
    return detail and detail.to_dict()


def _explained(page: Page, kind: Any) -> object:
    return [explanation.to_dict() for explanation in treesim.explain(page, kind)]


def _by_example(page: Page) -> object:
    """Records like the first record of the page, and by its key tree."""
    regions = treesim.records(page)
    xpath = regions[0].records[0].xpaths[0] if regions else "//p"
    try:
        key = treesim.learn_key_tree(page, xpath)
        similar = treesim.similar(page, xpath)
    except (treesim.ExampleNotFound, ValueError) as error:
        return str(error)
    sighting = treesim.find_records(page, key)
    figures = sighting.similarity, sighting.tree_similarity, sighting.drift
    return [_record(record) for record in (*similar, *sighting.records)], figures


FINDINGS: Final[dict[str, Callable[[Page], object]]] = {
    "extract": lambda page: treesim.extract(page, emit="all"),
    "kind": lambda page: repr(treesim.page_kind(page)),
    "roles": lambda page: repr(treesim.roles(page)),
    "article": lambda page: _article(treesim.article(page)),
    "records": lambda page: [_region(region) for region in treesim.records(page)],
    "columns": lambda page: [_columns(region) for region in treesim.records(page)],
    "comments": lambda page: [comment.to_dict() for comment in treesim.comments(page)],
    "all threads": lambda page: [
        comment.to_dict()
        for comment in treesim.comments(page, method=treesim.LearnedThread(min_confidence=0))
    ],
    "detail": lambda page: _detail(treesim.detail(page)),
    "explain article": lambda page: _explained(page, "article"),
    "explain records": lambda page: _explained(page, "records"),
    "explain comments": lambda page: _explained(page, "comments"),
    "explain detail": lambda page: _explained(page, "detail"),
    "next page": treesim.next_page,
    "by example": _by_example,
    "wang": lambda page: _article(treesim.article(page, method="wang")),
    "gong": lambda page: [_region(region) for region in treesim.records(page, method="gong")],
    "zhu": lambda page: [comment.to_dict() for comment in treesim.comments(page, method="zhu")],
    "markdown": treesim.markdown,
}


def findings(labelled: LabelledPage) -> Hashes:
    """Return a hash of each finding of a page; in place of a failed one its error."""
    page = Page(labelled.html, url=labelled.url)
    hashes = {}
    for name, find in FINDINGS.items():
        try:
            hashes[name] = hash_of(find(page))
        except Exception as error:
            hashes[name] = f"{type(error).__name__}: {error}"
    return hashes


def template_findings(pages: list[LabelledPage]) -> Iterator[tuple[str, str]]:
    """Hash the file of templates learned from some pages, and their extractions."""
    with TemporaryDirectory() as name:
        for labelled in pages:
            path = Path(name, "pages", f"{labelled.id}.html")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(labelled.html)
        # So that there is the command where the package is not installed.
        Path(name, "scrapy.cfg").write_text("[settings]\ndefault = learning\n")
        Path(name, "learning.py").write_text("COMMANDS_MODULE = 'scrapy_treesim.commands'\n")
        file = Path(name, "out.json")
        scrapy(file.parent, "treesim", "learn", "pages", "-o", file.name, "--executor", "serial")
        yield "file", hash_of(file.read_bytes())
        templates = treesim.Templates.load(file)
        for labelled in pages:
            match = templates.extract(Page(labelled.html, url=labelled.url))
            yield (
                labelled.id,
                hash_of(match and (match.template, match.confidence, match.fields, match.xpaths)),
            )


def crawl_findings() -> Hashes:
    """Hash the feeds and stats of a crawl of the example project beside this file."""
    with TemporaryDirectory() as name:
        project = Path(name).resolve() / "example_project"
        shutil.copytree(EXAMPLE, project, ignore=shutil.ignore_patterns("output"))
        (project / "stats_file.py").write_text(STATS_EXTENSION)
        extension = 'EXTENSIONS={"stats_file.StatsFile": 1}'
        options = ("-s", "CONCURRENT_REQUESTS=1", "-s", extension)
        scrapy(project, "crawl", "site", "--loglevel=ERROR", *options)
        path = str(project).encode()
        return {
            file.name: hash_of(file.read_bytes().replace(path, b"example_project"))
            for file in (*sorted((project / "output").iterdir()), project / "stats.json")
        }


def scrapy(folder: Path, *command: str) -> None:
    """Run a command of Scrapy in a folder, with the package imported here."""
    package = str(Path(treesim.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": package, "PYTHONHASHSEED": "0"}
    process = subprocess.run(
        [sys.executable, "-m", "scrapy", *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        sys.exit(f"scrapy {' '.join(command)}: {process.stdout}{process.stderr}")


def measure(options: Namespace) -> dict[str, Hashes]:
    """Return the hashes of everything, by page and finding."""
    hashes: dict[str, Hashes] = {"example project": crawl_findings()}
    for folder in options.data:
        data = DataSet(folder)
        sites: dict[str, list[LabelledPage]] = defaultdict(list)
        for index, labelled in enumerate(data.pages()):
            if index % options.sample == 0:
                hashes[f"{data.name} {labelled.id}"] = findings(labelled)
            if "template" in labelled.truth:
                sites[labelled.truth["site"]].append(labelled)
        for site, pages in islice(sites.items(), 0, None, options.sample):
            hashes[f"{data.name} templates of {site}"] = dict(template_findings(pages))
    return hashes


def compare(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each finding that differs."""
    differing = defaultdict(list)
    for page in sorted(before.keys() | after.keys()):
        old, new = before.get(page, {}), after.get(page, {})
        for name in old.keys() | new.keys():
            if old.get(name) != new.get(name):
                differing["templates" if " templates of " in page else name].append(page)
    for name, pages in sorted(differing.items()):
        yield f"{name}: {len(pages)} differ, such as {', '.join(pages[:5])}"


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every N-th page")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("BEFORE", "AFTER"))
    options = parser.parse_args()
    if options.compare:
        before, after = (json.loads(file.read_text("utf-8")) for file in options.compare)
        lines = list(compare(before, after))
        print("\n".join(lines) or f"all the same on {len(after)} pages and sets")
        sys.exit(bool(lines))
    if not options.output:
        parser.error("-o FILE is where the hashes go")
    hashes = measure(options)
    options.output.write_text(json.dumps(hashes, indent=0), encoding="utf-8")
    errors = Counter(text for page in hashes.values() for text in page.values() if ": " in text)
    print(f"{len(hashes)} pages and sets with {treesim.__file__}")
    for error, count in errors.most_common(5):
        print(f"{count} failed: {error[:200]}")


if __name__ == "__main__":
    main()
