"""Tell whether a change of structure changed anything that comes out.

    python -m benchmarks.identity --data DIR [--data DIR ...] [--sample N] -o FILE
    python -m benchmarks.identity --compare BEFORE AFTER

The first command keeps a hash of each finding on every N-th page of the sets: article, explanation,
records with their tables and items, comments, reasons, next page, records by example, by Gong's,
Wang's and Zhu's methods; of the templates learned from every N-th site of sets with ``template`` in
their truth, and what they extract; and of the items of a crawl of the example project. The second
names what differs and exits with 1 if anything does.

Only public names are used, so that another checkout can be asked, with its kernels built or not:
``PYTHONPATH=CHECKOUT python benchmarks/identity.py ...``. That is how to get BEFORE.
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
from scrapy_treesim import Article, Comment, Page, Record, Region
from scrapy_treesim.comments.explain import comment_nodes, comment_reasons
from scrapy_treesim.items import comment_values, record_items, record_rows
from scrapy_treesim.regions.explain import record_reasons, region_reasons

EXAMPLE: Final = Path(__file__).parents[1] / "example_project"
MAX_REASONS: Final = 5
"""Records and comments of a page that are asked for their reasons."""
ARTICLE: Final = (
    "title headline text html markdown author date language image page_type xpath confidence"
).split()
VERDICT: Final = "confidence kept reason xpath text".split()
RECORD: Final = "xpaths text links images similarity".split()
Findings = dict[str, str]


def hashed(value: object) -> str:
    """A short hash of plain values."""
    return blake2b(repr(value).encode("utf-8", "replace"), digest_size=6).hexdigest()


def values(found: object, names: Iterable[str]) -> list[object]:
    """Some attributes of a finding."""
    return [_plain(getattr(found, name)) for name in names]


def _plain(value: object) -> object:
    # A sum that is added in another order differs in its last digits.
    return f"{value:.9g}" if isinstance(value, float) else value


def article(found: Article | None) -> object:
    return found and values(found, ARTICLE)


def record(found: Record) -> object:
    return values(found, RECORD), [region(one) for one in found.regions]


def region(found: Region) -> object:
    return found.xpath, _plain(found.confidence), [record(one) for one in found.records]


def table(number: int, found: Region, url: str) -> object:
    """A region's columns, and its records as items and as rows."""
    columns = [(one.name, [*one.cells]) for one in found.table.columns]
    items = [
        [(name, _plain(getattr(item, name))) for name in item.__dataclass_fields__]
        for item in record_items(found.records, url, number, found.table)
    ]
    rows = [[*row.items()] for row in record_rows(found.records, url, number, found.table)]
    return columns, items, rows


def comment(found: Comment) -> object:
    return comment_values(found)


def reasons(page: Page) -> object:
    """Reasons of each region, of its first records and of the first comments."""
    regions = [
        (
            region_reasons(page, one),
            [
                record_reasons(page, one)(number)
                for number in range(min(MAX_REASONS, len(one.records)))
            ],
        )
        for one in treesim.records(page)
    ]
    comments = treesim.comments(page)[:MAX_REASONS]
    return regions, [(comment_reasons(one), comment_nodes(one)) for one in comments]


def by_example(page: Page) -> object:
    """Records like the first record of the page, and by its key tree."""
    xpath = next((one.records[0].xpaths[0] for one in treesim.records(page)), "//p")
    try:
        key = treesim.learn_key_tree(page, xpath)
        similar = treesim.similar(page, xpath)
    except (treesim.ExampleNotFound, ValueError) as error:
        return str(error)
    seen = treesim.find_records(page, key)
    sighting = (_plain(seen.similarity), _plain(seen.tree_similarity), _plain(seen.drift))
    return [record(one) for one in similar], [record(one) for one in seen.records], sighting


FINDINGS: Final[dict[str, Callable[[Page], object]]] = {
    "article": lambda page: article(treesim.article(page)),
    "explain": lambda page: [values(one, VERDICT) for one in treesim.explain(page)],
    "records": lambda page: [region(one) for one in treesim.records(page)],
    "tables": lambda page: [
        table(number, one, page.url or "") for number, one in enumerate(treesim.records(page))
    ],
    "comments": lambda page: [comment(one) for one in treesim.comments(page)],
    "all threads": lambda page: [
        comment(one)
        for one in treesim.comments(page, method=treesim.LearnedThread(min_confidence=0))
    ],
    "reasons": reasons,
    "next page": treesim.next_page,
    "by example": by_example,
    "wang": lambda page: article(treesim.article(page, method="wang")),
    "gong": lambda page: [region(one) for one in treesim.records(page, method="gong")],
    "zhu": lambda page: [comment(one) for one in treesim.comments(page, method="zhu")],
}


def findings(labelled: LabelledPage) -> Findings:
    """A hash of each finding; of one that fails, its error."""
    page = Page(labelled.html, url=labelled.url)
    out = {}
    for name, find in FINDINGS.items():
        try:
            out[name] = hashed(find(page))
        except Exception as error:
            out[name] = f"{type(error).__name__}: {error}"
    return out


def template_findings(pages: list[LabelledPage]) -> Iterator[tuple[str, str]]:
    """The file of templates learned from some pages, and what it extracts of each."""
    with TemporaryDirectory() as name:
        for one in pages:
            saved = Path(name, "pages", f"{one.id}.html")
            saved.parent.mkdir(parents=True, exist_ok=True)
            saved.write_bytes(one.html)
        # So that there is the command where the package is not installed.
        Path(name, "scrapy.cfg").write_text("[settings]\ndefault = learning\n")
        Path(name, "learning.py").write_text("COMMANDS_MODULE = 'scrapy_treesim.commands'\n")
        file = Path(name, "out.json")
        scrapy(file.parent, "treesim", "learn", "pages", "-o", file.name, "--executor", "serial")
        yield "file", hashed(file.read_bytes())
        templates = treesim.Templates.load(file)
        for one in pages:
            match = templates.extract(Page(one.html, url=one.url))
            found = match and (
                match.template, _plain(match.confidence), match.fields, match.xpaths,
            )  # fmt: skip
            yield one.id, hashed(found)


def crawled_items() -> Findings:
    """The feeds of a crawl of the example project, as it lies here, with this package."""
    with TemporaryDirectory() as name:
        project = Path(name).resolve() / "example_project"
        shutil.copytree(EXAMPLE, project, ignore=shutil.ignore_patterns("output"))
        scrapy(project, "crawl", "site", "--loglevel=ERROR", "-s", "CONCURRENT_REQUESTS=1")
        place = str(project).encode()
        return {
            feed.name: hashed(feed.read_bytes().replace(place, b"example_project"))
            for feed in sorted((project / "output").iterdir())
        }


def scrapy(folder: Path, *command: str) -> None:
    """Run a command of Scrapy in a folder, with the package that is imported here."""
    package = str(Path(treesim.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": package, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"scrapy {' '.join(command)}: {done.stdout}{done.stderr}")


def measure(given: Namespace) -> dict[str, Findings]:
    """The hashes of everything, by page and finding."""
    out: dict[str, Findings] = {"example project": crawled_items()}
    for folder in given.data:
        data = DataSet(folder)
        sites: dict[str, list[LabelledPage]] = defaultdict(list)
        for number, one in enumerate(data.pages()):
            if number % given.sample == 0:
                out[f"{data.name} {one.id}"] = findings(one)
            if "template" in one.truth:
                sites[one.truth["site"]].append(one)
        for site, pages in islice(sites.items(), 0, None, given.sample):
            out[f"{data.name} templates of {site}"] = dict(template_findings(pages))
    return out


def compare(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each finding that differs."""
    differing = defaultdict(list)
    for page in sorted(before.keys() | after.keys()):
        one, other = before.get(page, {}), after.get(page, {})
        for name in one.keys() | other.keys():
            if one.get(name) != other.get(name):
                differing["templates" if " templates of " in page else name].append(page)
    for name, pages in sorted(differing.items()):
        yield f"{name}: {len(pages)} differ, such as {', '.join(pages[:5])}"


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every N-th page")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("BEFORE", "AFTER"))
    given = parser.parse_args()
    if given.compare:
        before, after = (json.loads(one.read_text("utf-8")) for one in given.compare)
        lines = list(compare(before, after))
        print("\n".join(lines) or f"all the same on {len(after)} pages and sets")
        sys.exit(bool(lines))
    if not given.output:
        parser.error("-o FILE is where the hashes go")
    found = measure(given)
    given.output.write_text(json.dumps(found, indent=0), encoding="utf-8")
    failed = Counter(one for page in found.values() for one in page.values() if ": " in one)
    print(f"{len(found)} pages and sets with {treesim.__file__}")
    for error, count in failed.most_common(5):
        print(f"{count} failed: {error[:200]}")


if __name__ == "__main__":
    main()
