"""What Wang's method and the default one make of each page, measured once for all experiments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from statistics import mean
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from benchmarks.pages import TRUTH, DataSet, LabelledPage
from benchmarks.papers.data import Data
from benchmarks.quality import Match, match, page_f1, tokens
from scrapy_treesim import Page, Wang, article
from scrapy_treesim.papers import wang
from scrapy_treesim.papers.wang import KeptContainers, keep_containers
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.tree.text import text_of


@dataclass(frozen=True, slots=True)
class PageSet:
    """A set of pages in one language, with the years that its source gives."""

    name: str
    language: str
    years: str
    is_fitted: bool
    """Whether the default method's weights were fitted on its truth."""
    truth: str = TRUTH

    @property
    def label(self) -> str:
        """Its name, language and years."""
        return f"{self.name.partition('/')[2]} {self._code} {self.years}"

    @property
    def short(self) -> str:
        """Its language and first year, for a narrow axis."""
        return f"{self._code} {self.years[2:4]}"

    @property
    def _code(self) -> str:
        return {"Chinese": "zh", "English": "en"}[self.language]

    def pages(self, data: Data) -> list[LabelledPage]:
        """Its pages in this language."""
        folder = data.root / self.name / "dev"
        if not (folder / self.truth).is_file():
            return []
        pages = DataSet(folder, self.truth).pages(data.limit)
        return [one for one in pages if _language(one.truth) == self.language]


SETS: Final = (
    PageSet("article/zh_handmade", "Chinese", "2005-22", is_fitted=True),
    PageSet("article/daniel", "Chinese", "2011-12", is_fitted=False),
    PageSet("article/magic_article", "Chinese", "2024", is_fitted=True),
    PageSet("article/daniel", "English", "2011-12", is_fitted=False),
    PageSet("comments/dragnet", "English", "2012", is_fitted=False, truth="article_truth.jsonl"),
    PageSet("article/scrapinghub", "English", "2019", is_fitted=True),
    PageSet("article/newspages", "English", "2023", is_fitted=True),
    PageSet("article/magic_article", "English", "2024", is_fitted=True),
)
"""By language, in the order of their years."""

PORTALS: Final = ("sina.com.cn", "qq.com", "sohu.com", "xinhuanet.com", "people.com.cn")
"""The paper's own sites but for the sixth, which is about cars."""

PAPER: Final = Wang()
_PLAIN: Final = replace(PAPER, title_similarity=inf)
"""Without likeness to the title and headings: no cosine is above infinity."""

SATISFIED: Final = 0.95
ACCEPTABLE: Final = 0.85
WITHOUT, WITH = "the paper's, without likeness", "the paper's, with likeness"
TITLE = "the paper's, likeness to the title alone"
DEFAULT = "our default"
HEADED_WITHOUT, HEADED_WITH = f"{WITHOUT}, headline counted", f"{WITH}, headline counted"
"""Where the headline counts as main text and may be kept."""

SWEEPS: Final[dict[str, Sequence[float]]] = {
    "min_text": (0, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 700, 1000),
    "chars_per_link": (0, 5, 10, 15, 20, 25, 35, 50, 75, 100, 150),
    "title_similarity": (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
}
"""Values of each parameter, while the others have the paper's."""
SAMPLE: Final = 120
"""Pages of a set that the sweeps are run on, drawn with a fixed seed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was measured of one page."""

    of: PageSet
    host: str
    matches: Mapping[str, Match]
    """By method."""
    sweeps: Mapping[tuple[str, float], Match]
    """By parameter and value; empty for a page outside the sample."""


Reading: TypeAlias = Callable[[Match], float]


def precision(one: Match) -> float:
    """The share of the extracted text that is true."""
    return one.right / (one.right + one.wrong) if one.right else 0.0


def recall(one: Match) -> float:
    """The share of the true text that is extracted."""
    return one.right / (one.right + one.missed) if one.right else 0.0


def _language(truth: Mapping[str, object]) -> str:
    """The page's language; where no one noted it, by the letters of its truth."""
    text = str(truth.get("text", ""))
    stated = truth.get("lang") or ("en" if sum(map(str.isascii, text)) > 0.9 * len(text) else "")
    return "Chinese" if stated == "zh" else "English" if stated == "en" else "other"


def _with_value(name: str, value: float) -> Wang:
    """Give the paper's parameters but for one."""
    parameters: dict[str, Any] = {name: value}
    return replace(PAPER, **parameters)


def outcomes(data: Data) -> Iterator[Outcome]:
    """Measure the pages of all sets."""
    for one in SETS:
        pages = one.pages(data)
        drawn = set(Random(0).sample(range(len(pages)), min(SAMPLE, len(pages))))
        for position, labelled in enumerate(pages):
            yield _outcome(one, labelled, is_swept=position in drawn)


@dataclass(frozen=True, slots=True)
class _Measured:
    """A page with its truth, and each text of it measured once."""

    page: Page
    gold: list[str]
    language: str
    known: dict[str, Match] = field(default_factory=dict)

    def of_text(self, text: str) -> Match:
        if text not in self.known:
            self.known[text] = match(self.gold, tokens(text, self.language))
        return self.known[text]

    def of_blocks(self, kept: KeptContainers, headline: range) -> Match:
        """Measure the text of the kept blocks without the headline's nodes."""
        flags = bytearray(map(kept.flags.__getitem__, kept.containers.owner))
        flags[headline.start : headline.stop] = bytes(len(headline))
        return self.of_text(text_of(self.page.tree, 0, flags) if any(flags) else "")


def _outcome(one: PageSet, labelled: LabelledPage, *, is_swept: bool) -> Outcome:
    language = "zh" if one.language == "Chinese" else ""
    page = Page(labelled.html, url=labelled.url)
    gold = tokens(str(labelled.truth["text"]), language)
    heading = page.once(headline_of)
    start = 0 if heading is None else heading.node
    headline = range(start, start if heading is None else start + page.tree.size[start])
    title = tokens(page.text(start), language) if headline else []
    measured = _Measured(page, gold, language)
    with_title = _Measured(page, title + gold, language)

    plain, paper = keep_containers(page, _PLAIN), keep_containers(page, PAPER)
    with patch.object(wang, "MAX_HEADINGS", 0):
        by_title = keep_containers(page, PAPER)
    default = article(page)
    matches = {
        WITHOUT: measured.of_blocks(plain, headline),
        WITH: measured.of_blocks(paper, headline),
        TITLE: measured.of_blocks(by_title, headline),
        DEFAULT: measured.of_text("" if default is None else default.text),
        HEADED_WITHOUT: with_title.of_blocks(plain, range(0)),
        HEADED_WITH: with_title.of_blocks(paper, range(0)),
    }
    sweeps = {}
    if is_swept:
        for name, values in SWEEPS.items():
            for value in values:
                kept = keep_containers(page, _with_value(name, value))
                sweeps[name, value] = measured.of_blocks(kept, headline)
    return Outcome(one, str(labelled.truth.get("host", "")), matches, sweeps)


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that are judged together."""

    label: str
    pages: Sequence[Outcome]

    def scores(self, method: str, reading: Reading = page_f1) -> list[float]:
        """How much of each page is right."""
        return [reading(one.matches[method]) for one in self.pages]

    def satisfied(self, method: str, reading: Reading = page_f1) -> float:
        """Percent of the pages that are right to 95 % or more."""
        return satisfied_share(self.scores(method, reading))

    def mean(self, method: str, reading: Reading = page_f1) -> float:
        """The mean of the pages in percent."""
        return 100 * average(self.scores(method, reading))

    def swept(self, name: str, value: float) -> list[float]:
        """F1 of the pages that a sweep was run on."""
        return [page_f1(one.sweeps[name, value]) for one in self.pages if one.sweeps]


def average(scores: Sequence[float]) -> float:
    """The mean; 0 of none."""
    return mean(scores) if scores else 0.0


def satisfied_share(scores: Sequence[float]) -> float:
    """Percent of the pages that are right to 95 % or more."""
    return 100 * average([score >= SATISFIED for score in scores])


def levels(scores: Sequence[float]) -> tuple[float, float, float]:
    """Percent satisfied, acceptable, unacceptable."""
    satisfied = satisfied_share(scores)
    acceptable = 100 * average([ACCEPTABLE <= score < SATISFIED for score in scores])
    return satisfied, acceptable, 100 * average([score < ACCEPTABLE for score in scores])


def change(group: Group, before: str, after: str, reading: Reading = page_f1) -> tuple[int, int]:
    """Count the pages that become satisfied from one method to another, and that cease to be."""
    was, became = (
        [score >= SATISFIED for score in group.scores(one, reading)] for one in (before, after)
    )
    pairs = list(zip(was, became, strict=True))
    return pairs.count((False, True)), pairs.count((True, False))


CAUSES: Final = ("nothing", "too little", "too much", "both")
"""Why a page is unacceptable."""


def _cause(one: Match) -> str | None:
    if page_f1(one) >= ACCEPTABLE:
        return None
    if not one.right and not one.wrong:
        return CAUSES[0]
    is_complete, is_clean = recall(one) >= ACCEPTABLE, precision(one) >= ACCEPTABLE
    return CAUSES[1] if is_clean else CAUSES[2] if is_complete else CAUSES[3]


def caused(group: Group, method: str) -> list[float]:
    """Percent of the pages that are unacceptable for each cause."""
    causes = [_cause(one.matches[method]) for one in group.pages]
    return [100 * average([one == cause for one in causes]) for cause in CAUSES]
