"""Kernel of the ranking: candidates by their scores, and those that are regions together."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Doubles, Ints
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.regions._candidates_cy import Candidates
    from cython.cimports.scrapy_treesim.regions._likely_cy import probability
else:
    from scrapy_treesim._cython import Buffer, Doubles, Ints
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.regions._candidates_cy import Candidates
    from scrapy_treesim.regions._likely_cy import probability


@cython.ccall
@cython.locals(
    best=cython.Py_ssize_t, i=cython.Py_ssize_t, known=cython.Py_ssize_t, place=cython.Py_ssize_t
)
def best_of(scores: Doubles, chosen: Ints) -> cython.void:
    """Fill ``chosen`` with the places of the best scores, in order."""
    known = 0
    for i in range(len(scores)):
        # The best so far, best first; most scores are below all of them.
        if known == len(chosen) and (known == 0 or scores[i] <= scores[chosen[known - 1]]):
            continue
        if known < len(chosen):
            known += 1
        place = known - 1
        while place > 0 and scores[i] > scores[chosen[place - 1]]:
            chosen[place] = chosen[place - 1]
            place -= 1
        chosen[place] = i
    for i in range(1, known):
        best = chosen[i]
        place = i
        while place > 0 and chosen[place - 1] > best:
            chosen[place] = chosen[place - 1]
            place -= 1
        chosen[place] = best


@cython.locals(
    row=cython.Py_ssize_t, width=cython.Py_ssize_t, value=cython.double, i=cython.Py_ssize_t
)
def weigh(rows: Doubles, weights: Doubles, out: Doubles) -> None:
    """Fill ``out`` with the weighted sum of each row, a constant weight last."""
    width = len(weights) - 1
    for row in range(len(out)):
        value = weights[width]
        for i in range(width):
            value += weights[i] * rows[row * width + i]
        out[row] = value


@cython.locals(i=cython.Py_ssize_t)
def weigh_probability(rows: Doubles, weights: Doubles, out: Doubles) -> None:
    """Fill ``out`` with the probability that the weighted sum of each row is the log-odds of."""
    weigh(rows, weights, out)
    for i in range(len(out)):
        out[i] = probability(out[i])


@cython.locals(
    analysis=Analysis, owner=Buffer, done=Buffer, found=cython.Py_ssize_t,
    best=cython.Py_ssize_t, i=cython.Py_ssize_t,
)  # fmt: skip
def choose(
    candidates: Candidates,
    ids: Ints,
    scores: Doubles,
    confidence: Doubles,
    least: cython.double,
    picked: Ints,
) -> cython.Py_ssize_t:
    """Pick the best candidate, then down the ranking whatever shares no text with those picked and
    is as likely data as ``least`` says; ``picked`` gets their places in ``ids``. Returns how many
    there are."""
    analysis = candidates.analysis
    owner = bytearray(analysis.texts[len(analysis.tag)] + 1)
    done = bytearray(len(ids))
    found = 0
    while found < len(picked):
        best = -1
        for i in range(len(ids)):
            if not done[i] and (best < 0 or scores[i] > scores[best]):
                best = i
        if best < 0:
            break
        done[best] = 1
        if _touches(candidates, ids[best], owner):
            continue
        if found > 0 and confidence[best] < least:
            continue
        _mark(candidates, ids[best], owner)
        picked[found] = best
        found += 1
    return found


@cython.cfunc
@cython.locals(texts=Ints, record=cython.Py_ssize_t, span=cython.Py_ssize_t, text=cython.Py_ssize_t)
def _touches(candidates: Candidates, candidate: cython.Py_ssize_t, owner: Buffer) -> cython.bint:
    texts = candidates.analysis.texts
    for record in range(candidates.first_record[candidate], candidates.first_record[candidate + 1]):
        for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
            for text in range(texts[candidates.low[span]], texts[candidates.high[span]]):
                if owner[text]:
                    return True
    return False


@cython.cfunc
@cython.locals(texts=Ints, record=cython.Py_ssize_t, span=cython.Py_ssize_t, text=cython.Py_ssize_t)
def _mark(candidates: Candidates, candidate: cython.Py_ssize_t, owner: Buffer) -> cython.void:
    texts = candidates.analysis.texts
    for record in range(candidates.first_record[candidate], candidates.first_record[candidate + 1]):
        for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
            for text in range(texts[candidates.low[span]], texts[candidates.high[span]]):
                owner[text] = 1


@cython.locals(
    texts=Ints, record=cython.Py_ssize_t, stop=cython.Py_ssize_t, inside=cython.int,
    several=cython.int, one=cython.Py_ssize_t, low=cython.int, high=cython.int, start=cython.int,
    end=cython.int,
)  # fmt: skip
def lies_in(
    candidates: Candidates, inner: cython.Py_ssize_t, outer: cython.Py_ssize_t
) -> cython.int:
    """The number of records of ``outer`` that hold two records of ``inner`` or more; 0 where a
    record of ``inner`` lies in none, or is one."""
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
