"""Kernel of the parts of posts: body, author, time and votes, by the columns of all posts.

Texts at the same position in all posts, a column, are the same part of each. The probability that a
text is the author, or the time, comes from a linear function of its kind, the names of the elements
around it, its words and its neighbours.
"""

from __future__ import annotations

from array import array
from math import exp

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Doubles, Ints
from scrapy_treesim.comments.constants import *
from scrapy_treesim.comments.extract._posts_cy import Leaves, Posts
from scrapy_treesim.comments.extract.features import WIDTH, TextFeature
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.tree import tags

LINK_TAG = cython.declare(cython.int, tags.NUMBER["a"])
OF_THREAD = cython.declare(cython.double, 0.5)
"""Share of the thread's mean probability that a text in a body must exceed."""
MIN_LIKELY = cython.declare(cython.double, 0.1)
MIN_LIKELY_SECOND = cython.declare(cython.double, 0.3)
"""Least probability of a text of the best column, and of a text of a further one."""
SAME_SCORE = cython.declare(cython.double, 20.0)
"""Number of steps that scores from 0 to 1 are rounded to; equal columns are ranked by order."""


class Parts:
    """The parts of each post: author, time, votes, and the body with the comment's text."""

    posts: Posts
    leaves: Leaves
    analysis: Analysis
    author: Ints
    time: Ints
    score: Ints
    """Index of each post's own text with the author, the time or the votes; -1 for none."""
    first: Ints
    stop: Ints
    """Index of the first own text of each body, and the index after its last."""
    part: Ints
    """Part of each own text in a body: 0 the comment's text, 1 a quotation, 2 a signature."""
    row: Doubles
    """Features of the text last given to :meth:`describe`."""
    body_probability: Doubles
    """Probability that each own text is the comment's text, by the network."""
    _names: Doubles
    """Share of texts written like a name in each own text's column."""

    def __init__(self, posts: Posts, block: Ints, body: Doubles) -> None:
        """``block``: the block of each node, or -1; ``body``: each block's probability of being a
        comment's text, empty without answers of the network."""
        self.posts = posts
        self.leaves = posts.leaves
        self.analysis = posts.analysis
        none = array("i", [-1]) * posts.count
        self.author, self.time, self.score = none[:], none[:], none[:]
        self.first = array("i", posts.first_text)[: posts.count]
        self.stop = array("i", self.first)
        self.part = array("i", [0]) * len(posts.text_index)
        self.row = array("d", bytes(8 * WIDTH))
        self.body_probability = array("d", bytes(8 * len(posts.text_index)))
        for k in range(posts.text_count):
            b: cython.Py_ssize_t = block[self.analysis.text_node[posts.text_index[k]]]
            if b >= 0:
                self.body_probability[k] = body[b]
            elif len(body) == 0:
                self.body_probability[k] = self.leaves.kind[posts.text_index[k]] >= SHORT
        self._names = array("d", bytes(8 * len(posts.text_index)))
        for k in range(posts.text_count):
            self._names[k] = self._is_name(k)
        self._names = self._means(self._names, posts.ahead)

    # Bodies

    @cython.locals(k=cython.Py_ssize_t, likely_chars=cython.double, total=cython.double)
    def find_bodies(self) -> None:
        """Find each post's body: the run of texts with the largest sum of gains.

        A gain is probability less a threshold, times characters; below 0 for authors and times.
        Half of a text's probability is the mean of its columns.
        """
        posts = self.posts
        ahead: Doubles = self._means(self.body_probability, posts.ahead)
        behind: Doubles = self._means(self.body_probability, posts.behind)
        likely: Doubles = array("d", bytes(8 * len(posts.text_index)))
        likely_chars = total = 0.0
        for k in range(posts.text_count):
            likely[k] = 0.5 * self.body_probability[k] + 0.25 * (ahead[k] + behind[k])
            chars: cython.double = min(self.leaves.chars[posts.text_index[k]], MAX_CHARS)
            likely_chars += likely[k] * chars
            total += chars
        least: cython.double = OF_THREAD * likely_chars / max(1.0, total)
        for k in range(posts.text_count):
            kind: cython.int = self.leaves.kind[posts.text_index[k]]
            # A text that only some posts have is more often part of the comment.
            column: cython.int = posts.ahead[k]
            share: cython.double = 0.0
            if column >= 0:
                share = posts.first_entry[column + 1] - posts.first_entry[column]
                share /= posts.count
            likely[k] -= least * 0.5 * (1.0 + share)
            likely[k] *= min(self.leaves.chars[posts.text_index[k]], MAX_CHARS)
            if kind == CONTROL:
                node: cython.int = self.analysis.text_node[posts.text_index[k]]
                if self.analysis.linked[node + 1] > self.analysis.linked[node]:
                    likely[k] = min(likely[k], -1.0)
            elif kind != WHEN and posts.path_bits[k] & (QUOTED | QUOTE_TAG):
                # A quotation goes with the text beside it.
                likely[k] = max(likely[k], 0.01)
        for post in range(posts.count):
            for k in (self.author[post], self.time[post]):
                if k >= 0:
                    likely[k] = -1.0 - self.leaves.chars[posts.text_index[k]]
        for post in range(posts.count):
            self._take_run(post, likely)

    def _means(self, values: Doubles, columns: Ints) -> Doubles:
        """The mean of the values of each own text's column; outside columns, its own value."""
        sums: Doubles = array("d", bytes(8 * (self.posts.columns + 1)))
        counts: Doubles = array("d", bytes(8 * (self.posts.columns + 1)))
        means: Doubles = array("d", values)
        for k in range(self.posts.text_count):
            if columns[k] >= 0:
                sums[columns[k]] += values[k]
                counts[columns[k]] += 1.0
        for k in range(self.posts.text_count):
            column: cython.Py_ssize_t = columns[k]
            if column >= 0:
                means[k] = sums[column] / counts[column]
        return means

    @cython.locals(start=cython.int, run=cython.double, best=cython.double)
    def _take_run(self, post: cython.int, likely: Doubles) -> cython.void:
        """Take the run of the largest sum for the post's body."""
        start = self.first[post] = self.stop[post] = self.posts.first_text[post]
        run = best = 0.0
        for k in range(start, self.posts.first_text[post + 1]):
            if run <= 0.0:
                run = 0.0
                start = k
            run += likely[k]
            if run > best:
                best = run
                self.first[post] = start
                self.stop[post] = k + 1

    # Authors and times

    def choose(
        self, weights: Doubles, other: Ints, least: cython.double, chosen: Ints,
        is_time: cython.bint,
    ) -> None:  # fmt: skip
        """Fill ``chosen`` with each post's text in the column of the largest expected F1, at
        least ``least``; if a post has none there, with its text in the next best column.

        ``weights``: of all features, then the bias; ``other``: the texts chosen as times for
        authors, as authors for times.
        """
        posts = self.posts
        likely: Doubles = self._likely(weights, other, is_time)
        ranked: list[tuple[int, int]] = []
        for column in range(posts.columns):
            score: cython.double = 0.0
            for e in range(posts.first_entry[column], posts.first_entry[column + 1]):
                score += likely[posts.entry[e]]
            e = posts.first_entry[column + 1] - posts.first_entry[column]
            score = 2.0 * score / (e + posts.count)
            if score >= least:
                # Of about equally good columns, the first one wins.
                ranked.append((-_rounded(score), column))
        ranked.sort()
        for post in range(posts.count):
            chosen[post] = -1
        least_of: cython.double = MIN_LIKELY
        for _score, column in ranked[:MAX_COLUMNS]:
            for e in range(posts.first_entry[column], posts.first_entry[column + 1]):
                k: cython.Py_ssize_t = posts.entry[e]
                if chosen[posts.post[k]] < 0 and likely[k] >= least_of:
                    chosen[posts.post[k]] = k
            least_of = MIN_LIKELY_SECOND

    def _likely(self, weights: Doubles, other: Ints, is_time: cython.bint) -> Doubles:
        """Probability of each own text to be the author, or the time, of its post.

        The probabilities in one post, and that of having no such part, add up to 1.
        """
        posts = self.posts
        likely: Doubles = array("d", bytes(8 * len(posts.text_index)))
        for post in range(posts.count):
            total: cython.double = 1.0
            for k in range(posts.first_text[post], posts.first_text[post + 1]):
                if not (
                    self.is_time_candidate(k) if is_time else self.is_author_candidate(k, other)
                ):
                    continue
                self.describe(k, other)
                odds: cython.double = weights[WIDTH]
                for i in range(WIDTH):
                    odds += weights[i] * self.row[i]
                likely[k] = exp(max(-30.0, min(30.0, odds)))
                total += likely[k]
            for k in range(posts.first_text[post], posts.first_text[post + 1]):
                likely[k] /= total
        return likely

    @cython.ccall
    def is_time_candidate(self, k: cython.int) -> cython.bint:
        """Tell whether a text is a candidate for the time of its post: not the time of the author's
        joining, nor of an edit, nor the value of another label."""
        posts: Posts = self.posts
        t: cython.int = posts.text_index[k]
        words: cython.int = posts.word_bits[k]
        if self.leaves.chars[t] > MAX_LINE_CHARS:
            return False
        if self.leaves.value[t] < 0 and not self._is_dated(k):
            return False
        if words & (SINCE | EDITED) or posts.path_bits[k] & EDITED_NAME:
            return False
        if words & MOMENT or k == posts.first_text[posts.post[k]]:
            return True
        words = posts.word_bits[k - 1]
        t = posts.text_index[k - 1]
        if self.leaves.chars[t] > MAX_LEAD_CHARS or self.leaves.kind[t] == WHEN:
            return True
        return not words & (SINCE | EDITED) and not self._is_label(k - 1)

    def _is_label(self, k: cython.int) -> cython.bint:
        """Tell whether a text is, in most posts, the label of the text after it."""
        posts = self.posts
        if posts.last[k] != COLON or 2 * posts.alike[k] <= max(2, posts.count):
            return False
        return not posts.word_bits[k] & MOMENT and not self.leaves.bits[posts.text_index[k]] & SAYS

    def _is_dated(self, k: cython.int) -> cython.bint:
        """Tell whether a text has a date, or is in a ``<time>``."""
        kind: cython.int = self.leaves.kind[self.posts.text_index[k]]
        if kind == WHEN:
            return True
        return (self.posts.path_bits[k] & TIME_TAG) != 0 and kind != PASSAGE and kind != CONTROL

    @cython.ccall
    def is_author_candidate(self, k: cython.int, times: Ints) -> cython.bint:
        """Tell whether a text is a candidate for the author of its post: in an element named as an
        author, beside a verb of speech, or short and neither a time, a number nor a button."""
        posts: Posts = self.posts
        t: cython.int = posts.text_index[k]
        kind: cython.int = self.leaves.kind[t]
        time: cython.int = times[posts.post[k]]
        if self.leaves.chars[t] > MAX_LINE_CHARS:
            return False
        if self.leaves.bits[t] & SAYS and posts.word_count[k] > 1:
            return self.leaves.chars[t] <= MAX_SAYS_CHARS or (posts.path_bits[k] & AUTHOR) != 0
        if time == k:
            return False
        if posts.path_bits[k] & AUTHOR:
            return True
        if self.leaves.chars[t] > MAX_NAME_CHARS:
            return False
        return kind >= LINK or (kind == CONTROL and not self.leaves.bits[t] & PRESSED)

    def _is_name(self, k: cython.int) -> cython.bint:
        """Tell whether a text is written like a name: few words, none but the first small, no full
        stop or colon at the end; not the same in most posts."""
        posts: Posts = self.posts
        if self.leaves.kind[posts.text_index[k]] < LINK or posts.small_words[k] > 0:
            return False
        if posts.word_count[k] == 0 or posts.word_count[k] > MAX_NAME_WORDS or self._is_numbered(k):
            return False
        if posts.last[k] == 46 or posts.last[k] == COLON:
            return False
        return 2 * posts.same[k] <= max(2, posts.count)

    def _is_numbered(self, k: cython.int) -> cython.bint:
        """Tell whether a text is the same in most posts, except for its number."""
        posts = self.posts
        if self.leaves.value[posts.text_index[k]] < 0 or 2 * posts.alike[k] <= posts.count:
            return False
        return posts.same[k] < posts.alike[k]

    @cython.ccall
    def describe(self, k: cython.int, other: Ints) -> cython.void:
        """Fill :attr:`row` with all features of a text; ``other`` as in :meth:`choose`."""
        post: cython.int = self.posts.post[k]
        self._describe_names(k)
        self._describe_words(k)
        self._describe_number(k)
        self._describe_before(k - 1, k > self.posts.first_text[post])
        self._describe_columns(k)
        self._describe_place(k, post)
        self._describe_other(k, other[post])

    def _describe_names(self, k: cython.int) -> cython.void:
        """Describe the kind of a text, and the names and tags of the elements around it."""
        posts: Posts = self.posts
        kind: cython.int = self.leaves.kind[posts.text_index[k]]
        for i in range(PASSAGE + 1):
            self.row[TextFeature.KIND + i] = kind == i
        self._put_bits(TextFeature.NAMES, posts.path_bits[k], 18)
        around: cython.int = self.analysis.parent[self.analysis.text_node[posts.text_index[k]]]
        if self.analysis.tag[around] == LINK_TAG:
            around = self.analysis.parent[around]
        bits: cython.int = posts.node_bits[around - posts.start] if around >= posts.start else 0
        self._put_bits(TextFeature.ELEMENT_NAMES, bits, 18)

    def _describe_words(self, k: cython.int) -> cython.void:
        row: Doubles = self.row
        posts: Posts = self.posts
        t: cython.int = posts.text_index[k]
        last: cython.int = posts.last[k]
        self._put_bits(TextFeature.WORDS, posts.word_bits[k], 9)
        self._put_bits(TextFeature.MEANINGS, self.leaves.bits[t], 5)
        self._put_steps(TextFeature.CHARS, self.leaves.chars[t] >> 1, 7)
        self._put_steps(TextFeature.WORD_COUNT, posts.word_count[k], 4)
        self._put_steps(TextFeature.SMALL_WORDS, posts.small_words[k], 2)
        row[TextFeature.ENDS_IN_COLON] = last == COLON
        row[TextFeature.ENDS_IN_STOP] = last == 46
        row[TextFeature.ENDS_IN_MARK] = last == 33 or last == 63
        row[TextFeature.IS_NAME] = self._is_name(k)

    def _describe_number(self, k: cython.int) -> cython.void:
        row: Doubles = self.row
        t: cython.int = self.posts.text_index[k]
        node: cython.int = self.analysis.text_node[t]
        value: cython.int = self.leaves.value[t]
        row[TextFeature.HAS_DATE] = self.analysis.dates[node + 1] > self.analysis.dates[node]
        row[TextFeature.IS_DATED] = self._is_dated(k)
        row[TextFeature.NUMBER] = value >= 0
        row[TextFeature.FROM_10] = value >= 10
        row[TextFeature.FROM_100] = value >= 100
        row[TextFeature.FROM_10000] = value >= 10000

    def _describe_before(self, k: cython.int, is_there: cython.bint) -> cython.void:
        """Describe a text by the one just before it, ``k``."""
        row: Doubles = self.row
        kind: cython.int = -1
        last: cython.int = 0
        words: cython.int = 0
        if is_there:
            t: cython.int = self.posts.text_index[k]
            kind, last = self.leaves.kind[t], self.posts.last[k]
            if self.leaves.chars[t] <= MAX_LEAD_CHARS:
                words = self.posts.word_bits[k]
        row[TextFeature.AFTER_WHEN] = kind == WHEN
        row[TextFeature.AFTER_COLON] = last == COLON
        row[TextFeature.AFTER_LABEL] = (words & LABEL) != 0
        row[TextFeature.AFTER_SINCE] = (words & SINCE) != 0
        row[TextFeature.AFTER_EDITED] = (words & EDITED) != 0
        row[TextFeature.AFTER_MOMENT] = (words & MOMENT) != 0
        row[TextFeature.AFTER_ROLE] = (words & ROLE) != 0

    def _describe_columns(self, k: cython.int) -> cython.void:
        """Describe a text by those of the other posts."""
        posts: Posts = self.posts
        # The share of the other posts with the same text; with two posts it means nothing.
        other_posts: cython.int = posts.count - 1 if posts.count > 2 else 0x7FFFFFF
        self._put_steps(TextFeature.ALIKE, 16 * (posts.alike[k] - 1) // other_posts, 5)
        self._put_steps(TextFeature.SAME, 16 * (posts.same[k] - 1) // other_posts, 5)
        self.row[TextFeature.COLUMN_NAMES] = self._names[k]

    def _describe_place(self, k: cython.int, post: cython.int) -> cython.void:
        row: Doubles = self.row
        row[TextFeature.IN_BODY] = self.first[post] <= k < self.stop[post]
        row[TextFeature.AFTER_BODY] = k >= self.stop[post]
        row[TextFeature.IS_FIRST] = k == self.posts.first_text[post]
        row[TextFeature.IS_LAST] = k + 1 == self.posts.first_text[post + 1]

    def _describe_other(self, k: cython.int, other: cython.int) -> cython.void:
        """Describe a text by its distance from the other part of the post; -1 for none."""
        row: Doubles = self.row
        distance: cython.int = k - other
        row[TextFeature.NO_OTHER] = other < 0
        row[TextFeature.IS_OTHER] = other >= 0 and distance == 0
        row[TextFeature.BEFORE_OTHER] = other >= 0 and distance < 0
        row[TextFeature.BESIDE_OTHER] = other >= 0 and -1 <= distance <= 1
        row[TextFeature.NEAR_OTHER] = other >= 0 and -2 <= distance <= 2

    @cython.inline
    def _put_bits(self, at: cython.int, bits: cython.int, count: cython.int) -> cython.void:
        for i in range(count):
            self.row[at + i] = (bits >> i) & 1

    @cython.inline
    def _put_steps(self, at: cython.int, value: cython.int, count: cython.int) -> cython.void:
        """Put a flag for each power of two from 1 on, 1 if a number reaches it."""
        for i in range(count):
            self.row[at + i] = value >> i > 0

    # Votes

    def choose_votes(self) -> None:
        """Choose the column with the most numbers of votes; two thirds of its texts are such."""
        posts: Posts = self.posts
        best: cython.int = -1
        most: cython.int = 0
        for column in range(posts.columns):
            votes: cython.int = 0
            for e in range(posts.first_entry[column], posts.first_entry[column + 1]):
                votes += self._is_votes(posts.entry[e])
            entries: cython.int = posts.first_entry[column + 1] - posts.first_entry[column]
            if votes > most and 3 * votes >= 2 * entries:
                most = votes
                best = column
        if best < 0:
            return
        for e in range(posts.first_entry[best], posts.first_entry[best + 1]):
            k: cython.int = posts.entry[e]
            if self._is_votes(k):
                self.score[posts.post[k]] = k

    def _is_votes(self, k: cython.int) -> cython.bint:
        """Tell whether a text is a number of votes."""
        posts: Posts = self.posts
        t: cython.int = posts.text_index[k]
        kind: cython.int = self.leaves.kind[t]
        if (
            self.leaves.value[t] < 0
            or kind == WHEN
            or kind == PASSAGE
            or posts.word_count[k] > MAX_SCORE_WORDS
        ):
            return False
        words: cython.int = posts.word_bits[k]
        if words & SINCE or posts.path_bits[k] & (RATED | ASIDE | AUTHOR):
            return False
        # Likes belong to a post; other numbers with a label belong to its author.
        if words & LABEL and (not words & VOTED or posts.word_count[k] > 1):
            return False
        if words & VOTED or posts.path_bits[k] & SCORED:
            return True
        if kind != NUMBER:
            return False
        if k > posts.first_text[posts.post[k]] and self._says_votes(k - 1):
            return True
        return k + 1 < posts.first_text[posts.post[k] + 1] and self._says_votes(k + 1)

    def _says_votes(self, k: cython.int) -> cython.bint:
        """Tell whether a text is a label for the number of votes beside it."""
        posts = self.posts
        if not posts.word_bits[k] & VOTED or posts.word_bits[k] & LABEL:
            return False
        return posts.word_count[k] <= MAX_VOTES_WORDS and self.leaves.value[posts.text_index[k]] < 0

    # Own text, quotations and signatures

    def set_apart(self, keep: Buffer) -> None:
        """Separate quotations and signatures in the bodies; flag in ``keep`` the nodes of comments'
        texts."""
        posts = self.posts
        for k in range(posts.text_count):
            post: cython.int = posts.post[k]
            about: cython.int = posts.path_bits[k]
            kind: cython.int = self.leaves.kind[posts.text_index[k]]
            if self.first[post] <= k < self.stop[post] and about & (QUOTED | QUOTE_TAG):
                self.part[k] = QUOTATION
            # A signature may be below the body.
            elif k >= self.first[post] and kind != WHEN and kind != CONTROL:
                self.part[k] = SIGNATURE if about & SIGNED and not about & AUTHOR else 0
        for post in range(posts.count):
            self._flag(post, keep)

    def _flag(self, post: cython.int, keep: Buffer) -> cython.void:
        unquoted: cython.int = 0
        quoted: cython.int = 0
        for k in range(self.first[post], self.stop[post]):
            if self.part[k] == 0:
                unquoted += self.leaves.chars[self.posts.text_index[k]]
            elif self.part[k] == QUOTATION:
                quoted += self.leaves.chars[self.posts.text_index[k]]
        for k in range(self.first[post], self.stop[post]):
            if unquoted == 0:
                self.part[k] = 0
            # In a post with little text beside its quotations, they are its content too.
            if self.part[k] == 0 or (self.part[k] != SIGNATURE and MAX_QUOTED * quoted > unquoted):
                keep[self.analysis.text_node[self.posts.text_index[k]]] = 1

    def own_flags(self, post: cython.int) -> bytearray:
        """Flags of the nodes of one comment's text, as :meth:`set_apart` sets them for all."""
        keep = bytearray(len(self.analysis.tag))
        self._flag(post, keep)
        return keep


def _rounded(score: cython.double) -> cython.int:
    rounded: cython.int = int(SAME_SCORE * score + 0.5)
    return rounded
