"""Kernel of the features of a thread, and of what weighs them: the ranking and the classifier.

To the features of the posts come those of where the thread stands: how much of the page it is, what
leads to it, what stands around its posts, and what class names say of both.
"""

from __future__ import annotations

from array import array
from typing import Any

from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.comments import _post_features_cy
from scrapy_treesim.comments.feature_table import FeatureTable

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import exp, log, sqrt
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.comments._candidates_cy import Threads
    from cython.cimports.scrapy_treesim.comments._leaves_cy import CONTROL, MORE, TALK, Leaves
    from cython.cimports.scrapy_treesim.comments._post_features_cy import PostFeatures
    from cython.cimports.scrapy_treesim.comments.constants import *
else:
    from math import exp, log, sqrt

    from scrapy_treesim._cython import Doubles, Ints
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._candidates_cy import Threads
    from scrapy_treesim.comments._leaves_cy import CONTROL, MORE, TALK, Leaves
    from scrapy_treesim.comments._post_features_cy import PostFeatures
    from scrapy_treesim.comments.constants import *

FEATURES: FeatureTable[str] = FeatureTable(_post_features_cy.FEATURES)
_add = FEATURES.add
SHARE = cython.declare(cython.int, _add("share", "share of the page's text that the posts say"))
ROOT_SHARE = cython.declare(cython.int, _add("root_share", "square root of that share"))
BEFORE = cython.declare(cython.int, _add("before", "share of the page's text before the thread"))
AFTER = cython.declare(cython.int, _add("after", "share of the page's text after the thread"))
SHARE_OF_WHENS = cython.declare(
    cython.int, _add("share_of_whens", "share of the page's times in the posts")
)
BETWEEN = cython.declare(
    cython.int, _add("between", "share of the thread's text that is none of its posts'")
)
FORM_AFTER = cython.declare(
    cython.int, _add("form_after", "a field to write into soon after the thread")
)
FORM = cython.declare(cython.int, _add("form", "a field to write into on the page"))
ARTICLE_BEFORE = cython.declare(
    cython.int, _add("article_before", "three long texts or more before the thread")
)
INPUTS_WITHIN = cython.declare(
    cython.int, _add("inputs_within", "fields of forms in the thread, for its posts")
)
LED = cython.declare(
    cython.int, _add("led", "how near before the thread a word such as comments stands")
)
LED_BY_COUNT = cython.declare(
    cython.int, _add("led_by_count", "with that word stands the number of the posts")
)
LED_ELSEWHERE = cython.declare(
    cython.int, _add("led_elsewhere", "how near before the thread a word such as related stands")
)
LED_BY_HEADING = cython.declare(cython.int, _add("led_by_heading", "that word is in a heading"))
LED_BY_NONE = cython.declare(cython.int, _add("led_by_none", "with that word stands a zero"))
# From here on one feature for each kind of class name.
FIRST_CALLED = cython.declare(cython.int, len(FEATURES))
for _name, _words in class_names.OF_COMMENTS.items():
    _add(f"called_{_name}", f"share of posts with a name such as {_words.split()[0]}")
FIRST_INSIDE = cython.declare(cython.int, len(FEATURES))
for _name, _words in class_names.OF_COMMENTS.items():
    _add(f"inside_{_name}", f"an element around the thread is called {_words.split()[0]}")
FIRST_IN = cython.declare(cython.int, len(FEATURES))
for _name in class_names.OF_NODES:
    _add(f"in_{_name}", f"the thread stands in a part of the page that is called {_name}")
BITS = cython.declare(cython.int, len(class_names.OF_COMMENTS))
CUES = cython.declare(cython.int, len(class_names.OF_NODES))
TITLES_AROUND = cython.declare(
    cython.int, _add("titles_around", "share of posts with a long link beside them")
)
WHENS_AROUND = cython.declare(
    cython.int, _add("whens_around", "share of posts with a time beside them")
)
TALKS_AROUND = cython.declare(
    cython.int, _add("talks_around", "share of posts with a word such as comments beside them")
)
TEXT_OF_AROUND = cython.declare(
    cython.int, _add("text_of_around", "share of characters around the posts that are theirs")
)
TEXTS_OF_AROUND = cython.declare(
    cython.int, _add("texts_of_around", "share of texts around the posts that are theirs")
)


@cython.cclass
class ThreadFeatures:
    """The features of one thread of a page after the other."""

    threads = cython.declare(Threads, visibility="readonly")
    """The candidates of the page."""
    values = cython.declare(Doubles, visibility="readonly")
    """The features of the thread that was filled last, in the order of their table."""
    _row: Any
    """The same as the array that it is."""
    _leaves: Leaves
    _analysis: Analysis
    _posts: PostFeatures
    """The features of the posts, which come first."""

    def __init__(self, threads: Threads) -> None:
        self.threads = threads
        self._row = array("d", bytes(8 * len(FEATURES)))
        self.values = self._row
        self._leaves = threads.leaves
        self._analysis = threads.leaves.analysis
        self._posts = PostFeatures(threads, self.values)

    def filled(self, thread: int) -> array[float]:
        """The features of a thread, in an array of their own."""
        self.fill(thread)
        found: array[float] = self._row[:]
        return found

    @cython.ccall
    @cython.locals(count=cython.int)
    def fill(self, thread: cython.int) -> cython.int:
        """Fill :attr:`values` with the thread's features; return the number of its posts."""
        count = self.threads.first_post[thread + 1] - self.threads.first_post[thread]
        self._posts.fill(thread, count)
        self._fill_place(thread, count)
        self._fill_names(thread, count)
        self._fill_around(thread, count)
        return count

    @cython.locals(
        threads=Threads, width=cython.int, highest=cython.double, thread=cython.int,
        count=cython.int, at=cython.int, score=cython.double, place=cython.int,
        total=cython.double, values=Doubles,
    )  # fmt: skip
    def rank(self, ranking: Doubles, scores: Doubles) -> float:
        """Score every thread; return the logarithm of the sum of their odds.

        ``ranking`` holds three rows of a weight for every feature and a constant: for one post, for
        two or three, for more.
        """
        threads = self.threads
        values = self.values
        width = len(values)
        highest = -1e300
        for thread in range(threads.count):
            self.fill(thread)
            count = threads.first_post[thread + 1] - threads.first_post[thread]
            at = (width + 1) * (0 if count == 1 else 1 if count <= 3 else 2)
            score = ranking[at + width]
            for place in range(width):
                score += ranking[at + place] * values[place]
            scores[thread] = score
            highest = max(highest, score)
        total = 0.0
        for thread in range(threads.count):
            total += exp(scores[thread] - highest)
        return highest + log(total) if threads.count > 0 else highest

    @cython.cfunc
    @cython.locals(
        threads=Threads, leaves=Leaves, n=cython.int,
        first=cython.int, low=cython.int, high=cython.int, plain=cython.longlong,
        whens=cython.longlong, post=cython.int, total=cython.longlong,
    )  # fmt: skip
    def _fill_place(self, thread: cython.int, count: cython.int) -> cython.int:
        """Tell where the thread stands on the page, and how much of it it is."""
        threads = self.threads
        leaves = self._leaves
        n = len(self._analysis.tag)
        first = threads.first_post[thread]
        low = threads.low[first]
        high = low
        plain = whens = 0
        for post in range(count):
            high = max(high, threads.high[first + post])
            plain += self._posts.own[post * SUMS + PLAIN]
            whens += self._posts.own[post * SUMS + WHENS]
        total = max(1, leaves.unlinked[n])
        self.values[SHARE] = 1.0 * plain / total
        self.values[ROOT_SHARE] = sqrt(1.0 * plain / total)
        self.values[BEFORE] = 1.0 * leaves.unlinked[low] / total
        self.values[AFTER] = 1.0 - 1.0 * leaves.unlinked[high] / total
        self.values[SHARE_OF_WHENS] = 1.0 * whens / max(1, leaves.whens[n])
        total = max(1, leaves.unlinked[high] - leaves.unlinked[low])
        self.values[BETWEEN] = 1.0 - 1.0 * plain / total
        near = leaves.fields[min(n, high + FORM_NODES)]
        self.values[FORM_AFTER] = 1.0 if near > leaves.fields[high] else 0.0
        self.values[FORM] = 1.0 if leaves.fields[n] > 0 else 0.0
        self.values[ARTICLE_BEFORE] = 1.0 if leaves.longs[low] - leaves.longs[0] > 2 else 0.0
        inputs = min(4, leaves.inputs[high] - leaves.inputs[low])
        self.values[INPUTS_WITHIN] = 1.0 * inputs / (3 + count)
        self._fill_lead(low, count)
        return count

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, leaves=Leaves, last=cython.int, number=cython.int,
        bits=cython.int, near=cython.double, node=cython.int,
    )  # fmt: skip
    def _fill_lead(self, low: cython.int, count: cython.int) -> cython.int:
        """The nearest words before the thread that say what follows."""
        analysis = self._analysis
        leaves = self._leaves
        self.values[LED] = self.values[LED_BY_COUNT] = self.values[LED_ELSEWHERE] = 0.0
        self.values[LED_BY_HEADING] = self.values[LED_BY_NONE] = 0.0
        last = analysis.texts[low] - 1
        for number in range(last, max(-1, last - MAX_LEADING), -1):
            bits = leaves.bits[number]
            if leaves.kind[number] == CONTROL and not bits & TALK:
                continue
            if leaves.chars[number] > MAX_LEADING_CHARS:
                continue
            near = 1.0 - 1.0 * (last - number) / MAX_LEADING
            if bits & TALK and self.values[LED] == 0.0:
                self.values[LED] = near
                if leaves.value[number] == count:
                    self.values[LED_BY_COUNT] = 1.0
                elif leaves.value[number] == 0:
                    self.values[LED_BY_NONE] = 1.0
                node = analysis.text_node[number]
                if analysis.headings[node] > analysis.headings[max(0, node - MAX_HEADING_NODES)]:
                    self.values[LED_BY_HEADING] = 1.0
            elif bits & MORE and self.values[LED_ELSEWHERE] == 0.0:
                self.values[LED_ELSEWHERE] = near
        return count

    @cython.cfunc
    @cython.locals(
        threads=Threads, analysis=Analysis, leaves=Leaves, first=cython.int,
        bit=cython.int, having=cython.int, post=cython.int, above=cython.int, bits=cython.int,
        step=cython.int,
    )  # fmt: skip
    def _fill_names(self, thread: cython.int, count: cython.int) -> cython.int:
        """Tell what class, id and the like say of the posts, what holds them, and the place."""
        threads = self.threads
        analysis = self._analysis
        leaves = self._leaves
        first = threads.first_post[thread]
        for bit in range(BITS):
            having = 0
            for post in range(count):
                if leaves.names[threads.low[first + post]] & (1 << bit):
                    having += 1
            self.values[FIRST_CALLED + bit] = 1.0 * having / count
        above = analysis.parent[threads.low[first]]
        bits = 0
        step = 0
        while above > 1 and step < MAX_ANCESTORS:
            bits |= leaves.names[above]
            above = analysis.parent[above]
            step += 1
        for bit in range(BITS):
            self.values[FIRST_INSIDE + bit] = 1.0 if bits & (1 << bit) else 0.0
        bits = analysis.cues[threads.low[first]]
        for bit in range(CUES):
            self.values[FIRST_IN + bit] = 1.0 if bits & (1 << bit) else 0.0
        return count

    @cython.cfunc
    @cython.locals(
        threads=Threads, leaves=Leaves, first=cython.int,
        titled=cython.int, dated=cython.int, talking=cython.int, inside=cython.longlong,
        around=cython.longlong, texts_inside=cython.int, texts_around=cython.int,
        post=cython.int, low=cython.int, high=cython.int, before=cython.int, after=cython.int,
        node=cython.int, stop=cython.int, own=cython.int,
    )  # fmt: skip
    def _fill_around(self, thread: cython.int, count: cython.int) -> cython.int:
        """Tell what stands around each post, in the largest element that holds no other post."""
        threads = self.threads
        leaves = self._leaves
        first = threads.first_post[thread]
        titled = dated = talking = 0
        inside = around = 0
        texts_inside = texts_around = 0
        for post in range(count):
            low = threads.low[first + post]
            high = threads.high[first + post]
            before = threads.low[first + post - 1] if post > 0 else -1
            after = threads.low[first + post + 1] if post + 1 < count else len(self._analysis.tag)
            node = self._largest(low, before, max(after, high)) if count > 1 else low
            stop = max(high, node + self._analysis.size[node]) if node < low else high
            own = post * SUMS
            if leaves.titles[stop] - leaves.titles[node] > self._posts.own[own + TITLES]:
                titled += 1
            if leaves.whens[stop] - leaves.whens[node] > self._posts.own[own + WHENS]:
                dated += 1
            if leaves.talks[stop] - leaves.talks[node] > self._posts.own[own + TALKS]:
                talking += 1
            inside += leaves.unlinked[high] - leaves.unlinked[low]
            around += leaves.unlinked[stop] - leaves.unlinked[node]
            texts_inside += self._analysis.texts[high] - self._analysis.texts[low]
            texts_around += self._analysis.texts[stop] - self._analysis.texts[node]
        self.values[TITLES_AROUND] = 1.0 * titled / count
        self.values[WHENS_AROUND] = 1.0 * dated / count
        self.values[TALKS_AROUND] = 1.0 * talking / count
        self.values[TEXT_OF_AROUND] = 1.0 * inside / max(1, around)
        self.values[TEXTS_OF_AROUND] = 1.0 * texts_inside / max(1, texts_around)
        return count

    @cython.cfunc
    @cython.locals(above=cython.int, _step=cython.int)
    def _largest(self, node: cython.int, before: cython.int, after: cython.int) -> cython.int:
        """The largest element around a node, not far up, that lies between two others."""
        for _step in range(MAX_CLIMBED):
            above = self._analysis.parent[node]
            if above <= 1 or above <= before or above + self._analysis.size[above] > after:
                break
            node = above
        return node


@cython.locals(
    thread=cython.Py_ssize_t, place=cython.Py_ssize_t, known=cython.Py_ssize_t,
    score=cython.double,
)  # fmt: skip
def best_of(scores: Doubles, best: Ints) -> None:
    """Fill ``best`` with the threads of the highest scores, the best first; of equal ones the first
    in the order of the page. There are as many threads at least."""
    known = 0
    for thread in range(len(scores)):
        score = scores[thread]
        place = known
        while place > 0 and score > scores[best[place - 1]]:
            if place < len(best):
                best[place] = best[place - 1]
            place -= 1
        if place < len(best):
            best[place] = thread
            if known < len(best):
                known += 1


@cython.locals(
    width=cython.int, odds=cython.double, place=cython.int, at=cython.int, one=cython.int,
    other=cython.int,
)  # fmt: skip
def probability(values: Doubles, single: Doubles, paired: Ints, pairs: Doubles) -> float:
    """The probability of comments, from features and products of any two of ``paired``.

    ``single`` has a weight for every feature and a constant; ``pairs`` one for every pair, each
    feature with itself among them, in order.
    """
    width = len(values)
    odds = single[width]
    for place in range(width):
        odds += single[place] * values[place]
    at = 0
    for one in range(len(paired)):
        for other in range(one, len(paired)):
            odds += pairs[at] * values[paired[one]] * values[paired[other]]
            at += 1
    if odds > MAX_ODDS:
        odds = MAX_ODDS
    elif odds < -MAX_ODDS:
        odds = -MAX_ODDS
    return 1.0 / (1.0 + exp(-odds))
