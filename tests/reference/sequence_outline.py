"""Essential and optional nodes of a cluster of sequences (Qiu 2013, chapter 5)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from reference.agglomerative import agglomerate
from reference.sequences import TagSequence, part_of, repeated

from scrapy_treesim.templates.outline import _laying_cy

MAX_EDITS: Final = 2_000
"""Differences up to which two sequences are aligned exactly."""
MAX_LEVELS: Final = 8
"""Gaps in gaps; what lies deeper is listed as it is. Each level has at least one symbol of its own,
so that pages of thousands of symbols could lead thousands of levels down."""
MAX_ALTERNATIVES: Final = 64
"""Alternatives of a gap, the commonest; real gaps have a handful."""
MAX_DIFFERENT: Final = 256
"""Different pieces of a gap that are clustered, the commonest; the others are passed over."""

SequenceDistance: TypeAlias = Callable[[TagSequence, TagSequence], float]


@dataclass(frozen=True, slots=True)
class Essential:
    """Symbols that follow one another on every page."""

    symbols: tuple[int, ...]
    repeats: tuple[bool, ...]
    """Whether each belongs to what stands for several records on some page."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What may stand between two essential nodes: an optional node."""

    alternatives: tuple[tuple[float, Outline], ...]
    """The likeliest first; each with its share, in (0, 1], of what the outline is made of."""


Outline: TypeAlias = "tuple[Essential | Gap, ...]"
"""Essential nodes and gaps in turn, either first."""


def induce_sequences(
    sequences: Sequence[TagSequence],
    distance: SequenceDistance,
    medoid: int = 0,
    threshold: float = 0.5,
) -> Outline:
    """The outline of a cluster of sequences.

    Essential is what is left of the medoid when the longest common subsequence with each other one
    has been taken in turn. What lies in the gaps is clustered and induced again in the same way;
    ``distance`` and ``threshold`` are those of the clustering.
    """
    return _induce(sequences, medoid, distance, threshold, MAX_LEVELS)


def essential_symbols(outline: Outline) -> array[int]:
    """The symbols of the outline's essential nodes in order."""
    return array(
        "i", [each for part in outline if isinstance(part, Essential) for each in part.symbols]
    )


@dataclass(frozen=True, slots=True)
class SequenceAlignment:
    """A page's sequence beside an outline."""

    confidence: float
    """The share of the essential symbols that were found, in [0, 1]; 1 where there are none."""
    data: tuple[int, ...]
    """Places in the sequence that neither essential nor optional nodes account for."""


def align_sequence(outline: Outline, sequence: TagSequence) -> SequenceAlignment:
    """What of a sequence the outline accounts for (section 5.3).

    Essential nodes are aligned first; what lies in a gap then with its alternatives, the likeliest
    first, until one is found whole; where none is, with the one that accounts for most.
    """
    found, data = _accounted(outline, sequence.symbol)
    total = len(essential_symbols(outline))
    return SequenceAlignment(found / total if total else 1.0, tuple(data))


def _induce(
    sequences: Sequence[TagSequence],
    medoid: int,
    distance: SequenceDistance,
    threshold: float,
    levels: int,
) -> Outline:
    common, repeats = _common(sequences, medoid)
    if not common or not levels:
        return _as_they_are(sequences)
    cuts = [_cuts(common, sequence) for sequence in sequences]
    parts: list[Essential | Gap] = []
    start = 0
    for gap in range(len(common) + 1):
        pieces = [
            part_of(sequence, *cut[gap])
            for sequence, cut in zip(sequences, cuts, strict=True)
            if cut[gap][0] < cut[gap][1]
        ]
        if pieces or gap == len(common):
            if gap > start:
                parts.append(
                    Essential(tuple(common[start:gap]), tuple(map(bool, repeats[start:gap])))
                )
            start = gap
        if pieces:
            parts.append(_gap(pieces, len(sequences), distance, threshold, levels))
    return tuple(parts)


def _common(sequences: Sequence[TagSequence], medoid: int) -> tuple[array[int], bytearray]:
    """The symbols that all have in common, and whether each repeats anywhere."""
    common, repeats = sequences[medoid].symbol, repeated(sequences[medoid])
    for sequence in sequences:
        match = _aligned(common, sequence.symbol)
        flags = repeated(sequence)
        kept = [i for i, at in enumerate(match) if at >= 0]
        repeats = bytearray(repeats[i] | flags[match[i]] for i in kept)
        common = array("i", [common[i] for i in kept])
    return common, repeats


def _cuts(common: array[int], sequence: TagSequence) -> list[tuple[int, int]]:
    """Of each gap, the first place of the sequence in it and the one after the last."""
    places = [-1, *_aligned(common, sequence.symbol), len(sequence)]
    return [(before + 1, after) for before, after in pairwise(places)]


def _aligned(common: array[int], symbols: array[int]) -> array[int]:
    match = array("i", bytes(4 * len(common)))
    _laying_cy.align_symbols(common, symbols, MAX_EDITS, match)
    return match


def _gap(
    pieces: Sequence[TagSequence],
    total: int,
    distance: SequenceDistance,
    threshold: float,
    levels: int,
) -> Gap:
    """The alternatives that the pieces fall into, of ``total`` sequences."""
    copies: dict[bytes, list[TagSequence]] = {}
    for piece in pieces:
        copies.setdefault(piece.symbol.tobytes(), []).append(piece)
    different = sorted(copies.values(), key=len, reverse=True)[:MAX_DIFFERENT]
    found = agglomerate(
        len(different),
        lambda i, j: distance(different[i][0], different[j][0]),
        threshold,
        [len(each) for each in different],
        MAX_ALTERNATIVES,
    )
    alternatives = []
    for label, middle in enumerate(found.medoids):
        members = [i for i, other in enumerate(found.labels) if other == label]
        members.sort(key=lambda i, middle=middle: i != middle)  # type: ignore[misc]
        inside = [piece for i in members for piece in different[i]]
        alternatives.append(
            (len(inside) / total, _induce(inside, 0, distance, threshold, levels - 1))
        )
    return Gap(_likeliest(alternatives))


def _as_they_are(sequences: Sequence[TagSequence]) -> Outline:
    """Each different sequence an alternative."""
    copies: dict[bytes, list[TagSequence]] = {}
    for sequence in sequences:
        copies.setdefault(sequence.symbol.tobytes(), []).append(sequence)
    alternatives: list[tuple[float, Outline]] = [
        (len(each) / len(sequences), (_whole(each[0]),)) for each in copies.values() if len(each[0])
    ]
    return (Gap(_likeliest(alternatives)),) if alternatives else ()


def _whole(sequence: TagSequence) -> Essential:
    return Essential(tuple(sequence.symbol), tuple(map(bool, repeated(sequence))))


def _likeliest(
    alternatives: list[tuple[float, Outline]],
) -> tuple[tuple[float, Outline], ...]:
    return tuple(sorted(alternatives, key=lambda one: -one[0])[:MAX_ALTERNATIVES])


def _accounted(outline: Outline, symbols: array[int]) -> tuple[int, list[int]]:
    """How many essential symbols are found, and the places that nothing accounts for."""
    match = _aligned(essential_symbols(outline), symbols)
    data: list[int] = []
    # The gaps in order: none at a place where essential nodes follow one another.
    before, at = 0, 0
    for gap, size in _gaps(outline):
        for found in match[at : at + size]:
            if found >= 0:
                data += _in_gap(None, symbols, before, found)
                before = found + 1
        at += size
        last = next((found for found in match[at:] if found >= 0), len(symbols))
        data += _in_gap(gap, symbols, before, last)
        before = last
    return sum(found >= 0 for found in match), data


def _gaps(outline: Outline) -> Iterator[tuple[Gap | None, int]]:
    """Each gap and the essential symbols right before it; at the end, if need be, no gap."""
    size = 0
    for part in outline:
        if isinstance(part, Essential):
            size += len(part.symbols)
        else:
            yield part, size
            size = 0
    yield None, size


def _in_gap(gap: Gap | None, symbols: array[int], first: int, last: int) -> list[int]:
    """Places between two essential nodes that no alternative accounts for."""
    inside = symbols[first:last]
    best = [*range(len(inside))]
    for _, outline in gap.alternatives if gap and inside else ():
        found, left = _accounted(outline, inside)
        if len(left) < len(best):
            best = left
        if found == len(essential_symbols(outline)) > 0:
            best = left
            break
    return [first + place for place in best]
