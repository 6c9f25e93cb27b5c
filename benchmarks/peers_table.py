"""The table of ``benchmarks.peers``: F1 / satisfied % of each extractor, a group of pages a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import mean, median
from typing import Any, Final

from benchmarks.quality import Match, match, page_f1, tokens

OURS: Final = "ours"
BY: Final = ("set", "lang", "type")
"""What the rows may be; those of languages and types take the pages of all sets together."""
LANGUAGES: Final = ("en", "zh", "ja", "de", "el", "ru", "pl", "ko")
"""Those with a row of their own."""
SATISFIED: Final = 0.95


@dataclass(frozen=True, slots=True)
class Gold:
    """A page with a true text."""

    tokens: list[str]
    lang: str
    page_type: str


@dataclass(frozen=True, slots=True)
class Measured:
    """One extractor's answer to one page."""

    match: Match
    ratio: float
    """CPU time over that of lxml's parse."""
    error: str


@dataclass(frozen=True, slots=True)
class Quality:
    """An extractor on a group of pages."""

    f1: float
    satisfied: float
    """Percentage of pages."""

    def __str__(self) -> str:
        return f"{self.f1:.3f} / {self.satisfied:.1f}"


Golds = dict[str, dict[str, Gold]]
"""By set and id."""
Answers = dict[str, dict[str, dict[str, Measured]]]
"""By extractor, set and id; a set that an extractor has not done is left out."""
Pages = list[tuple[str, str]]
"""Sets and ids."""


def measured(outputs: Iterable[dict[str, Any]], golds: dict[str, Gold]) -> dict[str, Measured]:
    return {
        made["id"]: Measured(
            match(gold.tokens, tokens(made["text"], gold.lang)),
            made["cpu"] / max(made["parse_cpu"], 1e-5),
            made["error"],
        )
        for made in outputs
        if (gold := golds.get(made["id"])) is not None
    }


def groups_of(golds: Golds, by: str) -> dict[str, Pages]:
    """The pages of each row, by its name."""
    groups: dict[str, Pages] = {}
    for set_name, pages in golds.items():
        for page, gold in pages.items():
            groups.setdefault(_group(set_name, gold, by), []).append((set_name, page))
    if by == "set":
        return dict(chain.from_iterable(_set_and_articles(*one, golds) for one in groups.items()))
    ranked = sorted(groups.items(), key=lambda one: (one[0] in _LAST, -len(one[1])))
    return {**dict(ranked), "all": list(chain.from_iterable(groups.values()))}


_LAST: Final = ("others", "not told")


def _group(set_name: str, gold: Gold, by: str) -> str:
    if by == "set":
        return set_name
    told = (gold.lang if by == "lang" else gold.page_type) or "not told"
    known = by == "type" or told in LANGUAGES or told in _LAST
    return told if known else "others"


def _set_and_articles(name: str, pages: Pages, golds: Golds) -> list[tuple[str, Pages]]:
    """A set, and its articles by themselves where it has other pages too."""
    articles = [page for page in pages if golds[page[0]][page[1]].page_type == "article"]
    if 0 < len(articles) < len(pages):
        return [(f"{name}, articles", articles), (f"{name}, all", pages)]
    return [(name, pages)]


def quality(matches: Sequence[Match]) -> Quality:
    precisions = [one.right / (one.right + one.wrong) for one in matches if one.right + one.wrong]
    recalls = [one.right / (one.right + one.missed) for one in matches if one.right + one.missed]
    precision, recall = (mean(shares) if shares else 0.0 for shares in (precisions, recalls))
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return Quality(f1, 100 * mean(page_f1(one) >= SATISFIED for one in matches))


def of_group(sets: dict[str, dict[str, Measured]], pages: Pages) -> Quality | None:
    """None where the extractor has not done all of the pages."""
    if any(name not in sets for name, _ in pages):
        return None
    return quality([sets[name][page].match for name, page in pages])


def cost_table(answers: Answers, golds: Golds, by: str = "set") -> str:
    """Markdown: CPU time over lxml's parse of each extractor, a group of pages a row.

    The median page's, and in brackets the 95th percentile.
    """
    rows = [["CPU over the parse", "pages", *answers]]
    for name, group in groups_of(golds, by).items():
        row = [name, str(len(group))]
        for sets in answers.values():
            done = all(set_name in sets for set_name, _ in group)
            row.append(_cost([sets[one][page].ratio for one, page in group]) if done else "")
        rows.append(row)
    return "\n".join(_lines(rows))


def _cost(ratios: Sequence[float]) -> str:
    ordered = sorted(ratios)
    return f"{median(ordered):.1f} ({ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]:.1f})"


def _lines(rows: list[list[str]]) -> list[str]:
    """Rows as Markdown, the first as the head."""
    rows = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]


def table(answers: Answers, golds: Golds, by: str = "set") -> str:
    """Markdown, with the best of the others for either figure and how far ours is above it.

    CPU is that of the median page over lxml's parse.
    """
    best = ("best peer, F1", "best peer, satisfied", f"{OURS} above")
    text = [[by, "pages", *answers, *best]]
    above: list[tuple[bool, bool]] = []
    for name, group in groups_of(golds, by).items():
        found = {extractor: of_group(sets, group) for extractor, sets in answers.items()}
        row = [name, str(len(group)), *(str(one or "") for one in found.values())]
        ours = found.pop(OURS, None)
        peers = {extractor.partition(" ")[0]: one for extractor, one in found.items() if one}
        if not peers:
            text.append([*row, "", "", ""])
            continue
        f1, f1_peer = max((one.f1, extractor) for extractor, one in peers.items())
        share, share_peer = max((one.satisfied, extractor) for extractor, one in peers.items())
        row += [f"{f1_peer} {f1:.3f}", f"{share_peer} {share:.1f}", ""]
        if ours:
            row[-1] = f"{ours.f1 - f1:+.3f} / {ours.satisfied - share:+.1f}"
            above.append((ours.f1 > f1, ours.satisfied > share))
        text.append(row)
    text += [["CPU", ""], ["failed", ""]]
    for sets in answers.values():
        pages = list(chain.from_iterable(found.values() for found in sets.values()))
        text[-2].append(f"{median(one.ratio for one in pages):.1f}")
        text[-1].append(str(sum(bool(one.error) for one in pages)))
    for row in text[-2:]:
        row += [""] * len(best)
    rows = _lines(text)
    if above:
        f1s, shares = (sum(one) for one in zip(*above, strict=True))
        told = f"F1 in {f1s}, satisfied in {shares} of {len(above)} rows"
        rows += ["", f"{OURS} above the best peer: {told}"]
    return "\n".join(rows)
