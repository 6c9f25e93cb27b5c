"""Kernel of the features that tell a page's comments from all else that repeats, and of their sums.

The ranking and the classifier are linear: what weighs the features stands beside what fills them.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.comments._candidates_cy import Threads
from scrapy_treesim.comments.features import FEATURES
from scrapy_treesim.tree import hashing

SECRET = hashing.SPREAD

# Compiled, these are constants of C, named in the .pxd.
if not cython.compiled:
    from math import exp, log, sqrt

    from scrapy_treesim.comments._candidates_cy import BY_CONTROL, BY_PATH, BY_SIBLINGS, BY_WHEN
    from scrapy_treesim.comments._leaves_cy import CONTROL, LINK, MORE, SHORT, TALK, WHEN

    (PLAIN, WHENS, CONTROLS, ANSWERS, NUMBERS, SHORTS, SAYS_, TALKS, TALLIES, MORES, LONGS, TITLES,
     FIELDS, INPUTS, QUOTES, JUMPS, PERSONS, CALLED, TEXTS, CHARS, LINKED, LINKS, IMAGES, HEADINGS,
     DIGITS, PRICES, SENTENCES, COPIED, ELEMENTS, SAID) = range(30)  # fmt: skip
    SUMS = 30
    EDGE = 5
    LEAD = 12
    BITS = 4
    CUES = 5
    ABOVE = 4
    AFTER = 200
    CLIMB = 12


class ThreadFeatures:
    """The features of one thread of a page after the other."""

    def __init__(self, threads: Threads) -> None:
        self.threads = threads
        self.leaves = threads.leaves
        self.analysis = threads.leaves.analysis
        most = 2
        for thread in range(threads.count):
            most = max(most, threads.first_post[thread + 1] - threads.first_post[thread])
        # Half of the table at most is filled, so that it always has room.
        room = 1024
        while room < 2 * most:
            room *= 2
        self._own = array("q", bytes(8 * SUMS * (most + 2)))
        self._holder = array("i", bytes(4 * (most + 2)))
        self._stack = array("i", bytes(4 * (most + 2)))
        self._stamps = array("i", bytes(4 * room))
        self._held = array("I", bytes(4 * room))
        self._epoch = 0
        self._firsts = array("I", bytes(4 * (most + 2)))
        self.values = array("d", bytes(8 * len(FEATURES)))

    def sum_posts(self, thread: int) -> int:
        """Sums of each post without the posts inside it; how many there are."""
        threads = self.threads
        first = threads.first_post[thread]
        count = threads.first_post[thread + 1] - first
        depth = 0
        for post in range(count):
            low = threads.low[first + post]
            high = threads.high[first + post]
            while depth > 0 and threads.high[first + self._stack[depth - 1]] <= low:
                depth -= 1
            self._sum(low, high, post * SUMS)
            holder = -1
            if depth > 0:
                holder = self._stack[depth - 1]
                for at in range(SUMS):
                    self._own[holder * SUMS + at] -= self._own[post * SUMS + at]
            self._holder[post] = holder
            self._stack[depth] = post
            depth += 1
        return count

    def _sum(self, low: int, high: int, at: int) -> None:
        leaves = self.leaves
        analysis = self.analysis
        own = self._own
        own[at + PLAIN] = leaves.said[high] - leaves.said[low]
        own[at + WHENS] = leaves.whens[high] - leaves.whens[low]
        own[at + CONTROLS] = leaves.controls[high] - leaves.controls[low]
        own[at + ANSWERS] = leaves.answers[high] - leaves.answers[low]
        own[at + NUMBERS] = leaves.numbers[high] - leaves.numbers[low]
        own[at + SHORTS] = leaves.shorts[high] - leaves.shorts[low]
        own[at + SAYS_] = leaves.says[high] - leaves.says[low]
        own[at + TALKS] = leaves.talks[high] - leaves.talks[low]
        own[at + TALLIES] = leaves.tallies[high] - leaves.tallies[low]
        own[at + MORES] = leaves.mores[high] - leaves.mores[low]
        own[at + LONGS] = leaves.longs[high] - leaves.longs[low]
        own[at + TITLES] = leaves.titles[high] - leaves.titles[low]
        own[at + FIELDS] = leaves.fields[high] - leaves.fields[low]
        own[at + INPUTS] = leaves.inputs[high] - leaves.inputs[low]
        own[at + QUOTES] = leaves.quotes[high] - leaves.quotes[low]
        own[at + JUMPS] = leaves.jumps[high] - leaves.jumps[low]
        own[at + PERSONS] = leaves.persons[high] - leaves.persons[low]
        own[at + CALLED] = leaves.called[high] - leaves.called[low]
        own[at + TEXTS] = analysis.texts[high] - analysis.texts[low]
        own[at + CHARS] = analysis.chars[high] - analysis.chars[low]
        own[at + LINKED] = analysis.linked[high] - analysis.linked[low]
        own[at + LINKS] = analysis.links[high] - analysis.links[low]
        own[at + IMAGES] = analysis.images[high] - analysis.images[low]
        own[at + HEADINGS] = analysis.headings[high] - analysis.headings[low]
        own[at + DIGITS] = analysis.digits[high] - analysis.digits[low]
        own[at + PRICES] = analysis.prices[high] - analysis.prices[low]
        own[at + SENTENCES] = analysis.sentences[high] - analysis.sentences[low]
        own[at + COPIED] = analysis.copied[high] - analysis.copied[low]
        own[at + ELEMENTS] = analysis.elements[high] - analysis.elements[low]
        # Unsigned sums that wrap: only equality means anything.
        own[at + SAID] = analysis.said[high] - analysis.said[low]

    def fill(self, thread: int) -> None:
        """Fill :attr:`values` with the thread's numbers, in the order of ``evidence.FEATURES``."""
        count = self.sum_posts(thread)
        at = self._counts(thread, count, 0)
        at = self._shares(count, at)
        at = self._spread(count, at)
        at = self._edges(thread, count, at)
        at = self._place(thread, count, at)
        at = self._named(thread, count, at)
        at = self._around(thread, count, at)

    def rank(self, ranking: array[float], scores: array[float]) -> float:
        """Score every thread; return the logarithm of the sum of their odds.

        ``ranking`` holds three rows of a weight for every feature and a constant: for one post, for
        two or three, for more.
        """
        threads = self.threads
        width = len(self.values)
        highest = -1e300
        for thread in range(threads.count):
            self.fill(thread)
            count = threads.first_post[thread + 1] - threads.first_post[thread]
            at = (width + 1) * (0 if count == 1 else 1 if count <= 3 else 2)
            score = ranking[at + width]
            for place in range(width):
                score += ranking[at + place] * self.values[place]
            scores[thread] = score
            if score > highest:
                highest = score
        total = 0.0
        for thread in range(threads.count):
            total += exp(scores[thread] - highest)
        if threads.count == 0:
            return highest
        highest += log(total)
        return highest

    def _counts(self, thread: int, count: int, at: int) -> int:
        threads = self.threads
        values = self.values
        nested = 0
        parents = 0
        first = threads.first_post[thread]
        for post in range(count):
            if self._holder[post] >= 0:
                nested += 1
            elif (
                post > 0
                and self.analysis.parent[threads.low[first + post]]
                != (self.analysis.parent[threads.low[first]])
            ):
                parents += 1
        source = threads.source[thread]
        values[at] = log(count)
        values[at + 1] = 1.0 if count <= 2 else 0.0
        values[at + 2] = 1.0 if 3 <= count <= 4 else 0.0
        values[at + 3] = 1.0 * nested / count
        values[at + 4] = 1.0 * parents / count
        values[at + 5] = 1.0 if source == BY_SIBLINGS else 0.0
        values[at + 6] = 1.0 if source == BY_PATH else 0.0
        values[at + 7] = 1.0 if source == BY_WHEN else 0.0
        values[at + 8] = 1.0 if source == BY_CONTROL else 0.0
        values[at + 9] = 1.0 if threads.extended[thread] != 0 else 0.0
        return at + 10

    def _shares(self, count: int, at: int) -> int:
        """Shares of posts that have something at all, or have little to say."""
        values = self.values
        own = self._own
        shorter = 0
        small = 0
        once = 0
        often = 0
        wide = 0
        for post in range(count):
            plain = own[post * SUMS + PLAIN]
            if plain < 15:
                shorter += 1
            if plain < 40:
                small += 1
            if plain > 400:
                wide += 1
            whens = own[post * SUMS + WHENS]
            if whens == 1 or whens == 2:
                once += 1
            elif whens > 2:
                often += 1
        values[at] = 1.0 * shorter / count
        values[at + 1] = 1.0 * small / count
        values[at + 2] = 1.0 * wide / count
        values[at + 3] = 1.0 * once / count
        values[at + 4] = 1.0 * often / count
        at += 5
        for which in range(CONTROLS, ELEMENTS):
            if which == TEXTS or which == CHARS or which == LINKED or which == COPIED:
                continue
            having = 0
            for post in range(count):
                if own[post * SUMS + which] > 0:
                    having += 1
            values[at] = 1.0 * having / count
            at += 1
        return at

    def _spread(self, count: int, at: int) -> int:
        """Means, and how far posts differ, of what can be counted."""
        values = self.values
        own = self._own
        for which in range(5):
            kind = PLAIN
            if which == 1:
                kind = TEXTS
            elif which == 2:
                kind = ELEMENTS
            elif which == 3:
                kind = LINKS
            elif which == 4:
                kind = CONTROLS
            total = 0.0
            squares = 0.0
            for post in range(count):
                value = log(1.0 + max(own[post * SUMS + kind], 0))
                total += value
                squares += value * value
            mean = total / count
            values[at] = mean
            at += 1
            if which < 3:
                values[at] = sqrt(max(0.0, squares / count - mean * mean))
                at += 1
        chars = 0
        linked = 0
        copied = 0
        for post in range(count):
            chars += own[post * SUMS + CHARS]
            linked += own[post * SUMS + LINKED]
            copied += own[post * SUMS + COPIED]
        values[at] = 1.0 * linked / max(1, chars)
        values[at + 1] = 1.0 * copied / max(1, chars)
        return at + 2

    def _edges(self, thread: int, count: int, at: int) -> int:
        """What posts begin and end with, and how many say something of their own."""
        threads = self.threads
        analysis = self.analysis
        leaves = self.leaves
        values = self.values
        first = threads.first_post[thread]
        early = 0
        late = 0
        bare = 0
        dated = 0
        teasers = 0
        signs = 0
        named = 0
        titled = 0
        same = 0
        kind = -1
        for post in range(count):
            low = analysis.texts[threads.low[first + post]]
            high = analysis.texts[threads.high[first + post]]
            found = 0
            name = 0
            sign = 0
            own = self._own
            place = post * SUMS
            for number in range(low, min(low + EDGE, high)):
                if leaves.kind[number] == WHEN:
                    found = 1
                if (leaves.kind[number] == LINK or leaves.kind[number] == SHORT) and name == 0:
                    name = 1
                    self._firsts[post] = analysis.hashes[number]
            if name == 0:
                self._firsts[post] = 0
            early += found
            named += name
            if own[place + WHENS] > 0:
                sign += 1
            if own[place + ANSWERS] > 0 or own[place + CONTROLS] > 0:
                sign += 1
            if own[place + SAYS_] > 0 or own[place + PERSONS] > 0:
                sign += 1
            if own[place + JUMPS] > 0:
                sign += 1
            if own[place + IMAGES] > 0:
                sign += 1
            signs += sign
            if sign == 0 and name == 0:
                bare += 1
            if own[place + WHENS] > 0 and name and own[place + PLAIN] >= 15:
                dated += 1
            found = 0
            for number in range(max(low, high - EDGE + 1), high):
                if leaves.kind[number] == WHEN:
                    found = 1
            late += found
            node = analysis.text_node[low]
            if analysis.linked[node + 1] > analysis.linked[node] and leaves.chars[low] >= 25:
                titled += 1
            if own[place + TITLES] > 0 and (own[place + TALKS] > 0 or own[place + WHENS] > 0):
                teasers += 1
            if kind < 0:
                kind = leaves.kind[low]
            if leaves.kind[low] == kind:
                same += 1
        values[at] = 1.0 * early / count
        values[at + 1] = 1.0 * late / count
        values[at + 2] = 1.0 * named / count
        values[at + 3] = 1.0 * titled / count
        values[at + 4] = 1.0 * same / count
        values[at + 5] = self._distinct_firsts(first, count)
        values[at + 6] = self._distinct_words(count)
        values[at + 7] = self._distinct_names(count)
        values[at + 8] = 1.0 * bare / count
        values[at + 9] = 1.0 * dated / count
        values[at + 10] = 1.0 * teasers / count
        values[at + 11] = 1.0 * signs / count
        values[at + 12] = 1.0 if signs >= 2 * count else 0.0
        values[at + 13] = 1.0 if 2 * signs <= count else 0.0
        values[at + 14] = self._same_ends(first, count, 1)
        values[at + 15] = self._same_ends(first, count, -1)
        return at + 16

    def _same_ends(self, first: int, count: int, way: int) -> float:
        """The share of posts that begin (1) or end (-1) as the first post or the second does: texts
        of the same kinds, in elements of the same tags."""
        analysis = self.analysis
        leaves = self.leaves
        one = 0
        other = 0
        like_one = 0
        like_other = 0
        for post in range(count):
            low = analysis.texts[self.threads.low[first + post]]
            high = analysis.texts[self.threads.high[first + post]]
            end = low if way > 0 else high - 1
            key = 1
            for step in range(3):
                number = end + way * step
                if number < low or number >= high:
                    break
                tag = analysis.tag[analysis.parent[analysis.text_node[number]]]
                key = (key * 1024 + tag * 8 + leaves.kind[number]) & 0x7FFFFFFF
                if leaves.kind[number] >= SHORT:
                    break
            if post == 0:
                one = key
            elif post == 1:
                other = key
            if key == one:
                like_one += 1
            if post > 0 and key == other:
                like_other += 1
        return 1.0 * max(like_one, like_other) / count

    def _distinct_firsts(self, first: int, count: int) -> float:
        analysis = self.analysis
        self._epoch += 1
        fresh = 0
        for post in range(count):
            low = analysis.texts[self.threads.low[first + post]]
            fresh += self._is_new(analysis.hashes[low])
        return 1.0 * fresh / count

    def _distinct_words(self, count: int) -> float:
        self._epoch += 1
        fresh = 0
        for post in range(count):
            fresh += self._is_new(self._own[post * SUMS + SAID] & 0xFFFFFFFF)
        return 1.0 * fresh / count

    def _distinct_names(self, count: int) -> float:
        self._epoch += 1
        fresh = 0
        for post in range(count):
            if self._firsts[post] != 0:
                fresh += self._is_new(self._firsts[post])
        return 1.0 * fresh / count

    def _is_new(self, key: int) -> int:
        mask = len(self._stamps) - 1
        place = ((key * SECRET) >> 32) & mask
        while self._stamps[place] == self._epoch and self._held[place] != key:
            place = (place + 1) & mask
        if self._stamps[place] == self._epoch:
            return 0
        self._stamps[place] = self._epoch
        self._held[place] = key
        return 1

    def _place(self, thread: int, count: int, at: int) -> int:
        """Where the thread stands on the page, how much of it it is, and what leads to it."""
        threads = self.threads
        analysis = self.analysis
        leaves = self.leaves
        values = self.values
        own = self._own
        n = len(analysis.tag)
        first = threads.first_post[thread]
        low = threads.low[first]
        high = low
        plain = 0
        whens = 0
        for post in range(count):
            high = max(high, threads.high[first + post])
            plain += own[post * SUMS + PLAIN]
            whens += own[post * SUMS + WHENS]
        total = max(1, leaves.unlinked[n])
        values[at] = 1.0 * plain / total
        values[at + 1] = sqrt(1.0 * plain / total)
        values[at + 2] = 1.0 * leaves.unlinked[low] / total
        values[at + 3] = 1.0 - 1.0 * leaves.unlinked[high] / total
        values[at + 4] = 1.0 * whens / max(1, leaves.whens[n])
        values[at + 5] = 1.0 - 1.0 * plain / max(1, leaves.unlinked[high] - leaves.unlinked[low])
        values[at + 6] = 1.0 if leaves.fields[min(n, high + AFTER)] > leaves.fields[high] else 0.0
        values[at + 7] = 1.0 if leaves.fields[n] > 0 else 0.0
        values[at + 8] = 1.0 if leaves.longs[low] - leaves.longs[0] > 2 else 0.0
        values[at + 9] = 1.0 * min(4, leaves.inputs[high] - leaves.inputs[low]) / (3 + count)
        at += 10
        number = analysis.texts[low] - 1
        talk = 0.0
        equal = 0.0
        zero = 0.0
        more = 0.0
        head = 0.0
        steps = 0
        while number >= 0 and steps < LEAD:
            bits = leaves.bits[number]
            near = 1.0 - 1.0 * steps / LEAD
            if leaves.kind[number] != CONTROL or bits & TALK:
                if bits & TALK and leaves.chars[number] <= 60 and talk == 0.0:
                    talk = near
                    if leaves.value[number] == count:
                        equal = 1.0
                    elif leaves.value[number] == 0:
                        zero = 1.0
                    node = analysis.text_node[number]
                    if analysis.headings[node] > analysis.headings[max(0, node - 4)]:
                        head = 1.0
                elif bits & MORE and leaves.chars[number] <= 60 and more == 0.0:
                    more = near
            number -= 1
            steps += 1
        values[at] = talk
        values[at + 1] = equal
        values[at + 2] = more
        values[at + 3] = head
        values[at + 4] = zero
        return at + 5

    def _named(self, thread: int, count: int, at: int) -> int:
        """What class, id and the like say of the posts, what holds them, and the place."""
        threads = self.threads
        analysis = self.analysis
        leaves = self.leaves
        values = self.values
        first = threads.first_post[thread]
        for bit in range(BITS):
            having = 0
            for post in range(count):
                if leaves.names[threads.low[first + post]] & (1 << bit):
                    having += 1
            values[at] = 1.0 * having / count
            at += 1
        above = analysis.parent[threads.low[first]]
        bits = 0
        step = 0
        while above > 1 and step < ABOVE:
            bits |= leaves.names[above]
            above = analysis.parent[above]
            step += 1
        for bit in range(BITS):
            values[at] = 1.0 if bits & (1 << bit) else 0.0
            at += 1
        cues = analysis.cues[threads.low[first]]
        for bit in range(CUES):
            values[at] = 1.0 if cues & (1 << bit) else 0.0
            at += 1
        return at

    def _around(self, thread: int, count: int, at: int) -> int:
        """What stands around each post, in the largest element that holds no other post."""
        threads = self.threads
        analysis = self.analysis
        leaves = self.leaves
        values = self.values
        first = threads.first_post[thread]
        titled = 0
        dated = 0
        more = 0
        inside = 0
        around = 0
        texts = 0
        texts_around = 0
        for post in range(count):
            low = threads.low[first + post]
            high = threads.high[first + post]
            before = threads.low[first + post - 1] if post > 0 else -1
            after = threads.low[first + post + 1] if post + 1 < count else len(analysis.tag)
            node = low
            above = analysis.parent[node]
            step = 0
            while (
                count > 1
                and above > 1
                and above > before
                and above + analysis.size[above] <= max(after, high)
                and step < CLIMB
            ):
                node = above
                above = analysis.parent[node]
                step += 1
            stop = high
            if step > 0:
                stop = max(high, node + analysis.size[node])
            own = post * SUMS
            if leaves.titles[stop] - leaves.titles[node] > self._own[own + TITLES]:
                titled += 1
            if leaves.whens[stop] - leaves.whens[node] > self._own[own + WHENS]:
                dated += 1
            if leaves.talks[stop] - leaves.talks[node] > self._own[own + TALKS]:
                more += 1
            inside += leaves.unlinked[high] - leaves.unlinked[low]
            around += leaves.unlinked[stop] - leaves.unlinked[node]
            texts += analysis.texts[high] - analysis.texts[low]
            texts_around += analysis.texts[stop] - analysis.texts[node]
        values[at] = 1.0 * titled / count
        values[at + 1] = 1.0 * dated / count
        values[at + 2] = 1.0 * more / count
        values[at + 3] = 1.0 * inside / max(1, around)
        values[at + 4] = 1.0 * texts / max(1, texts_around)
        return at + 5


def probability(
    values: array[float], single: array[float], paired: array[int], pairs: array[float]
) -> float:
    """The probability of comments, from features, and products of any two of ``paired``.

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
    if odds > 30.0:
        odds = 30.0
    elif odds < -30.0:
        odds = -30.0
    return float(1.0 / (1.0 + exp(-odds)))
