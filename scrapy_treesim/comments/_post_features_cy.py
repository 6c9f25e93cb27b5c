"""Kernel of the features of a thread's posts: how many, what each holds, how they differ."""

from __future__ import annotations

from array import array

from scrapy_treesim.comments.feature_table import FeatureTable
from scrapy_treesim.tree import hashing

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import log, sqrt
    from cython.cimports.scrapy_treesim._cython import Doubles
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.comments._candidates_cy import Threads
    from cython.cimports.scrapy_treesim.comments._leaves_cy import LINK, SHORT, WHEN, Leaves
    from cython.cimports.scrapy_treesim.comments.constants import *
else:
    from math import log, sqrt

    from scrapy_treesim._cython import Doubles
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._candidates_cy import Threads
    from scrapy_treesim.comments._leaves_cy import LINK, SHORT, WHEN, Leaves
    from scrapy_treesim.comments.constants import *

SPREAD = cython.declare(cython.ulonglong, hashing.SPREAD)
LOGS = cython.declare(Doubles, array("d", [log(1.0 + number) for number in range(KNOWN_LOGS)]))
"""Logarithms of the numbers after those from 0 on: most sums are small."""

FEATURES: FeatureTable[str] = FeatureTable()
_add = FEATURES.add
LOG_COUNT = _add("log_count", "logarithm of the number of posts")
TWO = _add("two", "one or two posts")
FEW = _add("few", "three or four posts")
NESTED = _add("nested", "share of posts inside another")
PARENTS = _add("parents", "share of posts in another parent than the first")
FROM_SIBLINGS = _add("by_siblings", "found as siblings of one tag")
FROM_PATH = _add("by_path", "found as elements of one path")
FROM_WHEN = _add("by_when", "found by their times")
FROM_CONTROL = _add("by_control", "found by their controls")
EXTENDED = _add("extended", "siblings between the posts count as theirs")
SILENT = _add("silent", "share of posts that say nearly nothing")
SMALL = _add("small", "share of posts that say little")
WIDE = _add("wide", "share of posts that say much")
WITH_WHEN = _add("with_when", "share of posts with one or two times")
MANY_WHENS = _add("many_whens", "share of posts with more times")
HAVING = {
    CONTROLS: _add("with_controls", "share of posts with a control"),
    ANSWERS: _add("with_answers", "share of posts with a control to answer or quote"),
    NUMBERS: _add("with_numbers", "share of posts with a number that stands alone"),
    SHORTS: _add("with_shorts", "share of posts with a short text"),
    SAYINGS: _add("with_says", "share of posts with a word such as wrote or said"),
    TALKS: _add("with_talks", "share of posts with a word such as comments"),
    TALLIES: _add("with_tallies", "share of posts with a number of comments"),
    MORES: _add("with_mores", "share of posts with a word such as related or popular"),
    LONGS: _add("with_longs", "share of posts with a long text outside links"),
    TITLES: _add("with_titles", "share of posts with a long link"),
    FIELDS: _add("with_fields", "share of posts with a field to write into"),
    INPUTS: _add("with_inputs", "share of posts with any field of a form"),
    QUOTES: _add("with_quotes", "share of posts with a quotation"),
    JUMPS: _add("with_jumps", "share of posts with a link to a numbered place in a page"),
    PERSONS: _add("with_persons", "share of posts with a name such as author or avatar"),
    TALKERS: _add("with_called", "share of posts with a name such as comment or reply"),
    LINKS: _add("with_links", "share of posts with a link"),
    IMAGES: _add("with_images", "share of posts with an image"),
    HEADINGS: _add("with_headings", "share of posts with a heading"),
    DIGITS: _add("with_digits", "share of posts with a digit"),
    PRICES: _add("with_prices", "share of posts with a price"),
    SENTENCES: _add("with_sentences", "share of posts with a sentence"),
}
"""The feature that says how many posts have any of what is summed, by the sum."""
MEAN_PLAIN = _add("plain", "mean logarithm of the characters said")
_add("plain_spread", "how far posts differ in that")
MEAN_TEXTS = _add("texts", "mean logarithm of the number of texts")
_add("texts_spread", "how far posts differ in that")
MEAN_ELEMENTS = _add("elements", "mean logarithm of the elements")
_add("elements_spread", "how far posts differ in that")
MEAN_LINKS = _add("links", "mean logarithm of the number of links")
MEAN_CONTROLS = _add("controls", "mean logarithm of the controls")
LINKED_SHARE = _add("linked", "share of characters in links")
COPIED_SHARE = _add("copied", "share of characters in texts that the page repeats")
WHEN_EARLY = _add("when_early", "share of posts with a time among their first texts")
WHEN_LATE = _add("when_late", "share of posts with a time among their last texts")
NAME_EARLY = _add("name_early", "share of posts with what may be a name among their first texts")
TITLE_FIRST = _add("title_first", "share of posts that begin with a long link")
SAME_FIRST = _add("same_first", "share of posts whose first text is of the first post's kind")
DISTINCT_FIRSTS = _add("distinct_firsts", "share of different texts among the posts' first ones")
DISTINCT = _add("distinct", "share of posts that say another thing")
DISTINCT_NAMES = _add("distinct_names", "share of different ones among what may be names")
BARE = _add("bare", "share of posts with neither a sign of a comment nor a name")
DATED = _add("dated", "share of posts with a time, what may be a name, and some text")
TEASERS = _add("teasers", "share of posts with a long link and a time or word for comments")
SIGNS = _add("signs", "mean number of signs: time, control, person, link here, image")
MANY_SIGNS = _add("many_signs", "two signs a post or more")
FEW_SIGNS = _add("few_signs", "one sign for two posts or less")
SAME_LEAD = _add("same_lead", "share of posts that begin as the first or second does")
SAME_END = _add("same_end", "share of posts that end as the first or second does")


@cython.cclass
class PostFeatures:
    """The sums and the features of the posts of one thread after the other."""

    @cython.locals(thread=cython.int, most=cython.int, room=cython.int)
    def __init__(self, threads: Threads, values: Doubles) -> None:
        self.threads = threads
        self.leaves = threads.leaves
        self.analysis = threads.leaves.analysis
        self.values = values
        most = 2
        for thread in range(threads.count):
            most = max(most, threads.first_post[thread + 1] - threads.first_post[thread])
        # Half of the table at most is filled, so that it always has room.
        room = 64
        while room < 2 * most:
            room *= 2
        zero = array("i", [0])
        self.own = array("q", [0]) * (SUMS * most)
        self._holder = zero * most
        self._stack = zero * most
        self._stamps = zero * room
        self._held = array("I", [0]) * room
        self._epoch = 0
        self._names = array("I", [0]) * most
        self._having = array("i", [HAVING.get(which, -1) for which in range(SUMS)])
        if not cython.compiled:
            self._had = [0] * SUMS

    @cython.ccall
    @cython.locals(
        threads=Threads, first=cython.int, depth=cython.int, post=cython.int, low=cython.int,
        high=cython.int, holder=cython.int, at=cython.int, is_nested=cython.bint,
    )  # fmt: skip
    def fill(self, thread: cython.int, count: cython.int) -> cython.int:
        """Fill the features; leave in ``own`` each post's sums, without those of posts in it.

        Returns the number of posts.
        """
        threads = self.threads
        first = threads.first_post[thread]
        depth = 0
        is_nested = False
        for at in range(SUMS):
            self._had[at] = 0
        for post in range(count):
            low = threads.low[first + post]
            high = threads.high[first + post]
            while depth > 0 and threads.high[first + self._stack[depth - 1]] <= low:
                depth -= 1
            self._sum(low, high, post * SUMS)
            holder = -1
            if depth > 0:
                is_nested = True
                holder = self._stack[depth - 1]
                for at in range(SUMS):
                    self.own[holder * SUMS + at] -= self.own[post * SUMS + at]
            self._holder[post] = holder
            self._stack[depth] = post
            depth += 1
        if is_nested:
            self._count_had(count)
        self._fill_counts(thread, count)
        self._fill_shares(first, count)
        self._fill_means(count)
        self._fill_edges(first, count)
        self._fill_distinct(first, count)
        return count

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(leaves=Leaves, analysis=Analysis, value=cython.int)
    def _sum(self, low: cython.int, high: cython.int, at: cython.int) -> cython.int:
        """Fill in a post's sums, and count what it has; return the texts in it."""
        leaves = self.leaves
        analysis = self.analysis
        self.own[at + PLAIN] = leaves.said[high] - leaves.said[low]
        self.own[at + WHENS] = leaves.whens[high] - leaves.whens[low]
        value = leaves.controls[high] - leaves.controls[low]
        self.own[at + CONTROLS] = value
        self._had[CONTROLS] += value > 0
        value = leaves.answers[high] - leaves.answers[low]
        self.own[at + ANSWERS] = value
        self._had[ANSWERS] += value > 0
        value = leaves.numbers[high] - leaves.numbers[low]
        self.own[at + NUMBERS] = value
        self._had[NUMBERS] += value > 0
        value = leaves.shorts[high] - leaves.shorts[low]
        self.own[at + SHORTS] = value
        self._had[SHORTS] += value > 0
        value = leaves.says[high] - leaves.says[low]
        self.own[at + SAYINGS] = value
        self._had[SAYINGS] += value > 0
        value = leaves.talks[high] - leaves.talks[low]
        self.own[at + TALKS] = value
        self._had[TALKS] += value > 0
        value = leaves.tallies[high] - leaves.tallies[low]
        self.own[at + TALLIES] = value
        self._had[TALLIES] += value > 0
        value = leaves.mores[high] - leaves.mores[low]
        self.own[at + MORES] = value
        self._had[MORES] += value > 0
        value = leaves.longs[high] - leaves.longs[low]
        self.own[at + LONGS] = value
        self._had[LONGS] += value > 0
        value = leaves.titles[high] - leaves.titles[low]
        self.own[at + TITLES] = value
        self._had[TITLES] += value > 0
        value = leaves.fields[high] - leaves.fields[low]
        self.own[at + FIELDS] = value
        self._had[FIELDS] += value > 0
        value = leaves.inputs[high] - leaves.inputs[low]
        self.own[at + INPUTS] = value
        self._had[INPUTS] += value > 0
        value = leaves.quotes[high] - leaves.quotes[low]
        self.own[at + QUOTES] = value
        self._had[QUOTES] += value > 0
        value = leaves.jumps[high] - leaves.jumps[low]
        self.own[at + JUMPS] = value
        self._had[JUMPS] += value > 0
        value = leaves.persons[high] - leaves.persons[low]
        self.own[at + PERSONS] = value
        self._had[PERSONS] += value > 0
        value = leaves.called[high] - leaves.called[low]
        self.own[at + TALKERS] = value
        self._had[TALKERS] += value > 0
        self.own[at + TEXTS] = analysis.texts[high] - analysis.texts[low]
        self.own[at + CHARS] = analysis.chars[high] - analysis.chars[low]
        self.own[at + LINKED] = analysis.linked[high] - analysis.linked[low]
        value = analysis.links[high] - analysis.links[low]
        self.own[at + LINKS] = value
        self._had[LINKS] += value > 0
        value = analysis.images[high] - analysis.images[low]
        self.own[at + IMAGES] = value
        self._had[IMAGES] += value > 0
        value = analysis.headings[high] - analysis.headings[low]
        self.own[at + HEADINGS] = value
        self._had[HEADINGS] += value > 0
        value = analysis.digits[high] - analysis.digits[low]
        self.own[at + DIGITS] = value
        self._had[DIGITS] += value > 0
        value = analysis.prices[high] - analysis.prices[low]
        self.own[at + PRICES] = value
        self._had[PRICES] += value > 0
        value = analysis.sentences[high] - analysis.sentences[low]
        self.own[at + SENTENCES] = value
        self._had[SENTENCES] += value > 0
        self.own[at + COPIED] = analysis.copied[high] - analysis.copied[low]
        self.own[at + ELEMENTS] = analysis.elements[high] - analysis.elements[low]
        # Hashes that wrap, kept as they were made: sums of 32 bits without sign.
        self.own[at + SAID] = analysis.said[high] - analysis.said[low]
        return analysis.texts[high] - analysis.texts[low]

    @cython.cfunc
    @cython.locals(which=cython.int, post=cython.int, had=cython.int)
    def _count_had(self, count: cython.int) -> cython.int:
        """Count anew what the posts have, where one lost what stands in others; return them."""
        for which in range(SUMS):
            had = 0
            for post in range(count):
                had += self.own[post * SUMS + which] > 0
            self._had[which] = had
        return count

    @cython.cfunc
    @cython.locals(
        threads=Threads, nested=cython.int, parents=cython.int, first=cython.int,
        post=cython.int, source=cython.int, parent=cython.int,
    )  # fmt: skip
    def _fill_counts(self, thread: cython.int, count: cython.int) -> cython.int:
        """Tell where the posts stand beside one another; return how many stand in others."""
        threads = self.threads
        nested = 0
        parents = 0
        first = threads.first_post[thread]
        parent = self.analysis.parent[threads.low[first]]
        for post in range(count):
            if self._holder[post] >= 0:
                nested += 1
            elif self.analysis.parent[threads.low[first + post]] != parent:
                parents += 1
        source = threads.source[thread]
        self.values[LOG_COUNT] = log(count)
        self.values[TWO] = count <= 2
        self.values[FEW] = 3 <= count <= 4
        self.values[NESTED] = 1.0 * nested / count
        self.values[PARENTS] = 1.0 * parents / count
        self.values[FROM_SIBLINGS] = source == BY_SIBLINGS
        self.values[FROM_PATH] = source == BY_PATH
        self.values[FROM_WHEN] = source == BY_WHEN
        self.values[FROM_CONTROL] = source == BY_CONTROL
        self.values[EXTENDED] = threads.extended[thread] != 0
        return nested

    @cython.cfunc
    @cython.locals(
        silent=cython.int, small=cython.int, once=cython.int, often=cython.int, wide=cython.int,
        post=cython.int, plain=cython.longlong, whens=cython.longlong, which=cython.int,
        at=cython.int, sign=cython.int, signs=cython.int, bare=cython.int, dated=cython.int,
        teasers=cython.int, named=cython.int,
    )  # fmt: skip
    def _fill_shares(self, first: cython.int, count: cython.int) -> cython.int:
        """Shares of posts that have something at all, have little to say, or have what comments
        have: a time, a control, a person; return how many of these signs there are."""
        silent = small = once = often = wide = 0
        signs = bare = dated = teasers = named = 0
        for post in range(count):
            at = post * SUMS
            plain = self.own[at + PLAIN]
            whens = self.own[at + WHENS]
            silent += plain < SILENT_CHARS
            small += plain < SMALL_CHARS
            wide += plain > WIDE_CHARS
            once += 1 <= whens <= 2
            often += whens > 2
            self._names[post] = self._name(first + post)
            sign = 1 if whens > 0 else 0
            sign += self.own[at + ANSWERS] > 0 or self.own[at + CONTROLS] > 0
            sign += self.own[at + SAYINGS] > 0 or self.own[at + PERSONS] > 0
            sign += self.own[at + JUMPS] > 0
            sign += self.own[at + IMAGES] > 0
            signs += sign
            if self._names[post] != 0:
                named += 1
                dated += whens > 0 and plain >= SILENT_CHARS
            elif sign == 0:
                bare += 1
            if self.own[at + TITLES] > 0 and (self.own[at + TALKS] > 0 or whens > 0):
                teasers += 1
        self.values[SILENT] = 1.0 * silent / count
        self.values[SMALL] = 1.0 * small / count
        self.values[WIDE] = 1.0 * wide / count
        self.values[WITH_WHEN] = 1.0 * once / count
        self.values[MANY_WHENS] = 1.0 * often / count
        for which in range(SUMS):
            if self._having[which] >= 0:
                self.values[self._having[which]] = 1.0 * self._had[which] / count
        self.values[NAME_EARLY] = 1.0 * named / count
        self.values[BARE] = 1.0 * bare / count
        self.values[DATED] = 1.0 * dated / count
        self.values[TEASERS] = 1.0 * teasers / count
        self.values[SIGNS] = 1.0 * signs / count
        self.values[MANY_SIGNS] = signs >= 2 * count
        self.values[FEW_SIGNS] = 2 * signs <= count
        return signs

    @cython.cfunc
    @cython.locals(
        post=cython.int, at=cython.int, chars=cython.longlong, linked=cython.longlong,
        copied=cython.longlong,
    )  # fmt: skip
    def _fill_means(self, count: cython.int) -> cython.int:
        """Means, and how far posts differ, of what can be counted; return the posts."""
        self._fill_mean(count, PLAIN, MEAN_PLAIN, True)
        self._fill_mean(count, TEXTS, MEAN_TEXTS, True)
        self._fill_mean(count, ELEMENTS, MEAN_ELEMENTS, True)
        self._fill_mean(count, LINKS, MEAN_LINKS, False)
        self._fill_mean(count, CONTROLS, MEAN_CONTROLS, False)
        chars = linked = copied = 0
        for post in range(count):
            at = post * SUMS
            chars += self.own[at + CHARS]
            linked += self.own[at + LINKED]
            copied += self.own[at + COPIED]
        self.values[LINKED_SHARE] = 1.0 * linked / max(1, chars)
        self.values[COPIED_SHARE] = 1.0 * copied / max(1, chars)
        return count

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        total=cython.double, squares=cython.double, post=cython.int, value=cython.double,
        mean=cython.double, number=cython.longlong,
    )  # fmt: skip
    def _fill_mean(
        self, count: cython.int, which: cython.int, feature: cython.int, spread: cython.bint
    ) -> cython.int:
        """The mean logarithm of a sum, and beside it the spread; return the posts."""
        total = squares = 0.0
        for post in range(count):
            number = max(self.own[post * SUMS + which], 0)
            value = LOGS[number] if number < KNOWN_LOGS else log(1.0 + number)
            total += value
            squares += value * value
        mean = total / count
        self.values[feature] = mean
        if spread:
            self.values[feature + 1] = sqrt(max(0.0, squares / count - mean * mean))
        return count

    @cython.cfunc
    @cython.locals(low=cython.int, high=cython.int, number=cython.int, kind=cython.int)
    def _name(self, post: cython.int) -> cython.uint:
        """The hash of the first text that may be a name; 0 where there is none."""
        low = self.analysis.texts[self.threads.low[post]]
        high = self.analysis.texts[self.threads.high[post]]
        for number in range(low, min(low + EDGE, high)):
            kind = self.leaves.kind[number]
            if kind == LINK or kind == SHORT:
                return self.analysis.hashes[number]
        return 0

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, leaves=Leaves, early=cython.int, late=cython.int,
        titled=cython.int, same=cython.int, kind=cython.int, post=cython.int, low=cython.int,
        high=cython.int, node=cython.int, linked=cython.bint, lead=cython.int, end=cython.int,
        first_lead=cython.int, first_end=cython.int, second_lead=cython.int,
        second_end=cython.int, leads=cython.int, other_leads=cython.int, ends=cython.int,
        other_ends=cython.int,
    )  # fmt: skip
    def _fill_edges(self, first: cython.int, count: cython.int) -> cython.int:
        """Tell what posts begin and end with, and how many begin (end) as the first post or the
        second does; return how many begin with a time."""
        analysis = self.analysis
        leaves = self.leaves
        early = late = titled = same = 0
        leads = other_leads = ends = other_ends = 0
        first_lead = first_end = second_lead = second_end = 0
        kind = leaves.kind[analysis.texts[self.threads.low[first]]]
        for post in range(count):
            low = analysis.texts[self.threads.low[first + post]]
            high = analysis.texts[self.threads.high[first + post]]
            early += self._has_time(low, min(low + EDGE, high))
            late += self._has_time(max(low, high - EDGE + 1), high)
            node = analysis.text_node[low]
            linked = analysis.linked[node + 1] > analysis.linked[node]
            titled += linked and leaves.chars[low] >= TITLE_CHARS
            same += leaves.kind[low] == kind
            lead = self._edge(low, high, low, 1)
            end = self._edge(low, high, high - 1, -1)
            if post == 0:
                first_lead = lead
                first_end = end
            elif post == 1:
                second_lead = lead
                second_end = end
            leads += lead == first_lead
            ends += end == first_end
            other_leads += post > 0 and lead == second_lead
            other_ends += post > 0 and end == second_end
        self.values[WHEN_EARLY] = 1.0 * early / count
        self.values[WHEN_LATE] = 1.0 * late / count
        self.values[TITLE_FIRST] = 1.0 * titled / count
        self.values[SAME_FIRST] = 1.0 * same / count
        self.values[SAME_LEAD] = 1.0 * max(leads, other_leads) / count
        self.values[SAME_END] = 1.0 * max(ends, other_ends) / count
        return early

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(number=cython.int)
    def _has_time(self, low: cython.int, high: cython.int) -> cython.int:
        for number in range(low, high):
            if self.leaves.kind[number] == WHEN:
                return 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        analysis=Analysis, key=cython.longlong, _step=cython.int, number=cython.int,
        tag=cython.int, kind=cython.int,
    )  # fmt: skip
    def _edge(
        self, low: cython.int, high: cython.int, number: cython.int, way: cython.int
    ) -> cython.int:
        """A key of what a post begins (1) or ends (-1) with, from one of its texts on: texts of the
        same kinds, in elements of the same tags."""
        analysis = self.analysis
        key = 1
        for _step in range(3):
            if number < low or number >= high:
                break
            kind = self.leaves.kind[number]
            tag = analysis.tag[analysis.parent[analysis.text_node[number]]]
            key = (key * 1024 + tag * 8 + kind) & 0x7FFFFFFF
            if kind >= SHORT:
                break
            number += way
        return key

    @cython.cfunc
    @cython.locals(fresh=cython.int, post=cython.int, low=cython.int)
    def _fill_distinct(self, first: cython.int, count: cython.int) -> cython.int:
        """Tell how many first texts, posts as a whole, and names are not those of a post before;
        return how many names."""
        fresh = 0
        self._epoch += 1
        for post in range(count):
            low = self.analysis.texts[self.threads.low[first + post]]
            fresh += self._is_new(self.analysis.hashes[low])
        self.values[DISTINCT_FIRSTS] = 1.0 * fresh / count
        fresh = 0
        self._epoch += 1
        for post in range(count):
            fresh += self._is_new(self.own[post * SUMS + SAID] & 0xFFFFFFFF)
        self.values[DISTINCT] = 1.0 * fresh / count
        fresh = 0
        self._epoch += 1
        for post in range(count):
            if self._names[post] != 0:
                fresh += self._is_new(self._names[post])
        self.values[DISTINCT_NAMES] = 1.0 * fresh / count
        return fresh

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(mask=cython.Py_ssize_t, place=cython.Py_ssize_t)
    def _is_new(self, key: cython.uint) -> cython.int:
        mask = len(self._stamps) - 1
        place = ((key * SPREAD) >> 32) & mask
        while self._stamps[place] == self._epoch and self._held[place] != key:
            place = (place + 1) & mask
        if self._stamps[place] == self._epoch:
            return 0
        self._stamps[place] = self._epoch
        self._held[place] = key
        return 1
