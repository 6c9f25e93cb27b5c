"""What Wang's method and the default one make of each page, measured once for all experiments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import comb, inf
from random import Random
from statistics import mean
from typing import Any, Final, Literal, TypeAlias
from unittest.mock import patch

from benchmarks.pages import TRUTH, DataSet, LabelledPage
from benchmarks.papers.data import Data
from benchmarks.quality import Match, match, page_f1, shingles, tokens
from scrapy_treesim import Page, Wang, article
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.papers import wang
from scrapy_treesim.papers.wang import Containers, KeptContainers, containers_of, keep_containers
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE, text_of

Language: TypeAlias = Literal["Chinese", "English", "other"]


@dataclass(frozen=True, slots=True)
class PageSet:
    """A set of pages in one language, with the years that its source gives."""

    name: str
    language: Language
    years: str
    is_fitted: bool
    """Whether the default method's weights were fitted on its truth."""
    truth: str = TRUTH

    @property
    def label(self) -> str:
        """Its name, language and years."""
        code = {"Chinese": "zh", "English": "en", "other": "el, pl, ru"}[self.language]
        return f"{self.name.partition('/')[2]} {code} {self.years}"

    @property
    def short(self) -> str:
        """Its language and first year, for a narrow axis."""
        code = {"Chinese": "zh", "English": "en", "other": "other"}[self.language]
        return f"{code} {self.years[2:4]}"

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
    PageSet("article/daniel", "other", "2011-12", is_fitted=False),
)
"""By language, in the order of their years."""

PORTALS: Final = ("sina.com.cn", "qq.com", "sohu.com", "xinhuanet.com", "people.com.cn")
"""The paper's own sites but for the sixth, which is about cars."""

PAPER: Final = Wang()
_PLAIN: Final = replace(PAPER, title_similarity=inf)
"""Without likeness to the title and headings: no cosine is above infinity."""

_IN_PARAGRAPH: Final = (INLINE | {tags.NUMBER["a"]}) - tags.numbers("button")
"""What stays within its block where each paragraph, heading and item of a list is one."""

SATISFIED: Final = 0.95
ACCEPTABLE: Final = 0.85
WITHOUT, WITH, DEFAULT = "without likeness", "with likeness", "default"
TITLE = "with likeness to the title alone"
SPLIT_WITHOUT, SPLIT_WITH = "paragraphs, without likeness", "paragraphs, with likeness"
ALL, BEST = "all blocks", "best blocks"

SWEEPS: Final[dict[str, Sequence[float]]] = {
    "min_text": (0, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 700, 1000),
    "chars_per_link": (0, 5, 10, 15, 20, 25, 35, 50, 75, 100, 150),
    "title_similarity": (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
}
"""Values of each parameter, while the others have the paper's."""
BETAS: Final = SWEEPS["title_similarity"]
SAMPLE: Final = 120
"""Pages of a set that the sweeps are run on, drawn with a fixed seed."""


@dataclass(slots=True)
class SmallBlocks:
    """Small blocks with enough text for their links, and those alike at each beta."""

    true: int = 0
    other: int = 0
    headlines: int = 0
    """Of the others, those that are the page's headline."""
    true_kept: Counter[float] = field(default_factory=Counter)
    other_kept: Counter[float] = field(default_factory=Counter)
    headlines_kept: Counter[float] = field(default_factory=Counter)

    def add(self, other: SmallBlocks) -> None:
        """Add another page's."""
        self.true += other.true
        self.other += other.other
        self.headlines += other.headlines
        self.true_kept += other.true_kept
        self.other_kept += other.other_kept
        self.headlines_kept += other.headlines_kept


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was measured of one page."""

    of: PageSet
    host: str
    size: int
    """Tokens of its truth."""
    matches: Mapping[str, Match]
    """By method."""
    headed: Mapping[str, Match]
    """Likewise where the headline counts as main text and may be kept."""
    true_in: Mapping[str, float]
    """Shares of the true tokens by what their block is to the method."""
    wrong_in: Mapping[str, float]
    """Shares of the kept tokens that are not true, by the rule that kept them."""
    sweeps: Mapping[tuple[str, float], Match]
    """By parameter and value; empty for a page outside the sample."""
    small: SmallBlocks


Reading: TypeAlias = Callable[[Match], float]


def precision(one: Match) -> float:
    """The share of the extracted text that is true."""
    return one.right / (one.right + one.wrong) if one.right else 0.0


def recall(one: Match) -> float:
    """The share of the true text that is extracted."""
    return one.right / (one.right + one.missed) if one.right else 0.0


def _jaccard(one: Match) -> float:
    return one.right


READINGS: Final[dict[str, Reading]] = {
    "F1 of both": page_f1,
    "extracted text that is true": precision,
    "true text that is extracted": recall,
    "right of right, wrong and missed": _jaccard,
}
"""Ways to read the paper's "rate right of a page"."""


def _language(truth: Mapping[str, object]) -> Language:
    """The page's language; where no one noted it, by the letters of its truth."""
    text = str(truth.get("text", ""))
    stated = truth.get("lang") or ("en" if sum(map(str.isascii, text)) > 0.9 * len(text) else "")
    return "Chinese" if stated == "zh" else "English" if stated == "en" else "other"


def with_value(name: str, value: float) -> Wang:
    """The paper's parameters but for one."""
    parameters: dict[str, Any] = {name: value}
    return replace(PAPER, **parameters)


def outcomes(data: Data) -> Iterator[Outcome]:
    """Measure the pages of all sets."""
    for one in SETS:
        pages = one.pages(data)
        count = 0 if one.language == "other" else min(SAMPLE, len(pages))
        drawn = set(Random(0).sample(range(len(pages)), count))
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

    def of_blocks(self, flags: bytearray, containers: Containers, headline: range) -> Match:
        """Measure the text of the flagged blocks without the headline's nodes."""
        kept = bytearray(map(flags.__getitem__, containers.owner))
        kept[headline.start : headline.stop] = bytes(len(headline))
        return self.of_text(text_of(self.page.tree, 0, kept) if any(kept) else "")


def _outcome(one: PageSet, labelled: LabelledPage, *, is_swept: bool) -> Outcome:
    language = "zh" if one.language == "Chinese" else ""
    page = Page(labelled.html, url=labelled.url)
    gold = tokens(str(labelled.truth["text"]), language)
    measured = _Measured(page, gold, language)
    heading = page.once(headline_of)
    start = 0 if heading is None else heading.node
    headline = range(start, start if heading is None else start + page.tree.size[start])

    containers = containers_of(page.tree)
    blocks = _true_tokens(page, containers, gold, language)
    best = bytearray(len(page.tree) + 1)
    for block, (true, both) in blocks.items():
        best[block] = 2 * true >= both > 0
    every = bytearray(map(bool, containers.chars)) + b"\0"
    plain, paper = keep_containers(page, _PLAIN), keep_containers(page, PAPER)
    with patch.object(wang, "MAX_HEADINGS", 0):
        by_title = keep_containers(page, PAPER)
    with patch.object(wang, "_WITHIN", _IN_PARAGRAPH):
        split_plain, split = keep_containers(page, _PLAIN), keep_containers(page, PAPER)
    default = article(page)
    matches = {
        WITHOUT: measured.of_blocks(plain.flags, containers, headline),
        WITH: measured.of_blocks(paper.flags, containers, headline),
        TITLE: measured.of_blocks(by_title.flags, containers, headline),
        SPLIT_WITHOUT: measured.of_blocks(split_plain.flags, split_plain.containers, headline),
        SPLIT_WITH: measured.of_blocks(split.flags, split.containers, headline),
        DEFAULT: measured.of_text("" if default is None else default.text),
        ALL: measured.of_blocks(every, containers, headline),
        BEST: measured.of_blocks(best, containers, headline),
    }
    title = tokens(page.text(start), language) if headline else []
    with_title = _Measured(page, title + gold, language)
    headed = {
        WITHOUT: with_title.of_blocks(plain.flags, containers, range(0)),
        WITH: with_title.of_blocks(paper.flags, containers, range(0)),
    }
    true_in, wrong_in = _fates(blocks, paper, recall(matches[ALL]))
    small, sweeps = SmallBlocks(), {}
    if is_swept:
        kept = {
            (name, value): keep_containers(page, with_value(name, value))
            for name, values in SWEEPS.items()
            for value in values
        }
        sweeps = {
            at: measured.of_blocks(one.flags, containers, headline) for at, one in kept.items()
        }
        alike = {beta: kept["title_similarity", beta].flags for beta in BETAS}
        small = _small_blocks(containers, best, containers.owner[start] if headline else -1, alike)
    return Outcome(
        of=one,
        host=str(labelled.truth.get("host", "")),
        size=len(gold),
        matches=matches,
        headed=headed,
        true_in=true_in,
        wrong_in=wrong_in,
        sweeps=sweeps,
        small=small,
    )


def _true_tokens(
    page: Page, containers: Containers, gold: list[str], language: str
) -> dict[int, tuple[int, int]]:
    """For each block its tokens that stand in the truth, and all its tokens.

    A token stands there with three neighbours in the page's order, so that a word alone, as a menu
    has it, is not taken for one of the text.
    """
    owners: list[int] = []
    words: list[str] = []
    for node, block in enumerate(containers.owner):
        if block >= 0 and page.tree.tag[node] == tags.TEXT:
            own = tokens(page.tree.raw_text(node), language)
            owners += [block] * len(own)
            words += own
    known, stands = shingles(gold), bytearray(len(words))
    for at in range(len(words) - 3):
        if tuple(words[at : at + 4]) in known:
            stands[at : at + 4] = b"\1\1\1\1"
    true, both = Counter[int](), Counter(owners)
    for block, is_true in zip(owners, stands, strict=True):
        true[block] += is_true
    return {block: (true[block], count) for block, count in both.items()}


LARGE, ALIKE = "in a large block, kept", "in a small block, kept by likeness"
LOST_SMALL, LOST_LINKS = "in a small block, lost", "in a block of many links, lost"
NO_BLOCK = "in no block"
FATES: Final = (LARGE, ALIKE, LOST_SMALL, LOST_LINKS, NO_BLOCK)


def _fates(
    blocks: Mapping[int, tuple[int, int]], kept: KeptContainers, reach: float
) -> tuple[dict[str, float], dict[str, float]]:
    """Shares of the true tokens by fate, and shares of the kept ones that are wrong by rule.

    ``reach`` is the share of the truth that stands in blocks at all.
    """
    true, wrong, found = Counter[str](), Counter[str](), 0
    for block, (own, both) in blocks.items():
        chars, links = kept.containers.chars[block], kept.containers.links[block]
        is_large = chars >= PAPER.min_text
        if kept.flags[block]:
            fate = LARGE if is_large else ALIKE
            wrong[fate] += both - own
            found += both
        elif chars < PAPER.chars_per_link * links:
            fate = LOST_LINKS
        else:
            fate = LOST_SMALL
        true[fate] += own
    everything = true.total()
    shares = {fate: reach * true[fate] / everything if everything else 0.0 for fate in FATES}
    shares[NO_BLOCK] = 1 - sum(shares.values())
    return shares, {fate: wrong[fate] / found if found else 0.0 for fate in (LARGE, ALIKE)}


def _small_blocks(
    containers: Containers, best: bytearray, headline: int, alike: Mapping[float, bytearray]
) -> SmallBlocks:
    """Count the small blocks that could be kept by likeness, and those that are at each beta."""
    counted = SmallBlocks()
    for block, chars in enumerate(containers.chars):
        links = containers.links[block]
        if not 0 < chars < PAPER.min_text or chars < PAPER.chars_per_link * links:
            continue
        at = Counter({beta: flags[block] for beta, flags in alike.items()})
        if best[block]:
            counted.true += 1
            counted.true_kept += at
        elif block == headline:
            counted.headlines += 1
            counted.headlines_kept += at
        else:
            counted.other += 1
            counted.other_kept += at
    return counted


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that are judged together."""

    label: str
    pages: Sequence[Outcome]

    def scores(self, method: str, reading: Reading = page_f1) -> list[float]:
        """How much of each page is right."""
        return [reading(one.matches[method]) for one in self.pages]

    @property
    def sites(self) -> list[str]:
        """The site of each page."""
        return [one.host for one in self.pages]

    def satisfied(self, method: str, reading: Reading = page_f1) -> float:
        """Percent of the pages that are right to 95 % or more."""
        return satisfied_share(self.scores(method, reading))

    def mean(self, method: str, reading: Reading = page_f1) -> float:
        """The mean of the pages."""
        return average(self.scores(method, reading))

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


@dataclass(frozen=True, slots=True)
class Change:
    """How many pages become satisfied by likeness, and how many cease to be."""

    gained: int
    lost: int
    sites_gained: int
    """Sites that gain more pages than they lose."""
    sites_lost: int

    @property
    def chance(self) -> float:
        """The probability of so uneven a split of sites, or a more uneven one, were both as likely.

        Of sites and not of pages, for the pages of one site are alike.
        """
        count = self.sites_gained + self.sites_lost
        least = sum(comb(count, k) for k in range(min(self.sites_gained, self.sites_lost) + 1))
        return min(1.0, 2 * float(least) / float(2**count))


def change(pairs: Sequence[tuple[float, float]], sites: Sequence[str]) -> Change:
    """Compare the pages' scores before and after; each page has its site."""
    gained, lost = Counter[str](), Counter[str]()
    for (before, after), site in zip(pairs, sites, strict=True):
        gained[site] += before < SATISFIED <= after
        lost[site] += after < SATISFIED <= before
    return Change(
        gained=gained.total(),
        lost=lost.total(),
        sites_gained=sum(gained[site] > lost[site] for site in gained),
        sites_lost=sum(lost[site] > gained[site] for site in lost),
    )
