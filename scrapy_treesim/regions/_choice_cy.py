"""Kernel of the choice: the best candidate, and those beside it that are data too."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.regions._candidates_cy import Candidates

# Compiled, these are functions of C, named in the .pxd.
if not cython.compiled:
    from math import exp


def best_of(scores: array[float], count: int, k: int, chosen: array[int]) -> int:
    """The ``k`` best of the first ``count`` scores, in the order of the candidates; how many."""
    k = min(k, count)
    taken = bytearray(count)
    for _ in range(k):
        best = -1
        for i in range(count):
            if not taken[i] and (best < 0 or scores[i] > scores[best]):
                best = i
        taken[best] = 1
    found = 0
    for i in range(count):
        if taken[i]:
            chosen[found] = i
            found += 1
    return found


def linear(rows: array[float], width: int, weights: array[float], out: array[float]) -> None:
    """The weighted sum of each row, a constant weight last."""
    for row in range(len(out)):
        value = weights[width]
        for i in range(width):
            value += weights[i] * rows[row * width + i]
        out[row] = value


def choose(
    candidates: Candidates,
    ids: array[int],
    rows: array[float],
    width: int,
    scores: array[float],
    accepting: array[float],
    least: float,
    most: int,
    picked: array[int],
) -> int:
    """Pick the best candidate, then down the ranking whatever shares no text with those picked and
    is likely data too; ``picked`` gets their places in ``ids``. Returns how many there are.

    ``accepting`` weighs the candidate's numbers, then how far each lies from the first one's, then
    its score, its distance in score from the first, and a constant.
    """
    analysis = candidates.analysis
    owner = bytearray(analysis.texts[len(analysis.tag)] + 1)
    n = len(ids)
    done = bytearray(n)
    found = 0
    first = 0
    while found < most:
        best = -1
        for i in range(n):
            if not done[i] and (best < 0 or scores[i] > scores[best]):
                best = i
        if best < 0:
            break
        done[best] = 1
        if _touches(candidates, ids[best], owner):
            continue
        if found == 0:
            first = best
        else:
            value = accepting[2 * width + 2]
            value += accepting[2 * width] * scores[best]
            value += accepting[2 * width + 1] * (scores[best] - scores[first])
            for i in range(width):
                value += accepting[i] * rows[best * width + i]
                apart = rows[best * width + i] - rows[first * width + i]
                value += accepting[width + i] * abs(apart)
            if logistic(value) < least:
                continue
        _mark(candidates, ids[best], owner)
        picked[found] = best
        found += 1
    return found


def logistic(value: float) -> float:
    """The logistic function, in (0, 1)."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, value))))


def _touches(candidates: Candidates, candidate: int, owner: bytearray) -> bool:
    texts = candidates.analysis.texts
    for record in range(candidates.first_record[candidate], candidates.first_record[candidate + 1]):
        for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
            for text in range(texts[candidates.low[span]], texts[candidates.high[span]]):
                if owner[text]:
                    return True
    return False


def _mark(candidates: Candidates, candidate: int, owner: bytearray) -> None:
    texts = candidates.analysis.texts
    for record in range(candidates.first_record[candidate], candidates.first_record[candidate + 1]):
        for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
            for text in range(texts[candidates.low[span]], texts[candidates.high[span]]):
                owner[text] = 1


def lies_in(candidates: Candidates, inner: int, outer: int) -> int:
    """How many records of ``outer`` hold two records of ``inner`` or more; 0 where a record of
    ``inner`` lies in none, or is one."""
    texts = candidates.analysis.texts
    record = candidates.first_record[outer]
    stop = candidates.first_record[outer + 1]
    inside = 0
    several = 0
    for one in range(candidates.first_record[inner], candidates.first_record[inner + 1]):
        low = texts[candidates.low[candidates.first_span[one]]]
        high = texts[candidates.high[candidates.first_span[one + 1] - 1]]
        while record < stop and (
            texts[candidates.high[candidates.first_span[record + 1] - 1]] < high
        ):
            record += 1
            inside = 0
        if record == stop:
            return 0
        start = texts[candidates.low[candidates.first_span[record]]]
        end = texts[candidates.high[candidates.first_span[record + 1] - 1]]
        if start > low or end - start == high - low:
            return 0
        inside += 1
        if inside == 2:
            several += 1
    return several
