"""Kernel of the choice of columns: which texts of a thread tell the times, and which the votes."""

from __future__ import annotations

from array import array

from scrapy_treesim.comments.feature_table import FeatureTable

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Doubles
    from cython.cimports.scrapy_treesim.comments._leaves_cy import CONTROL, NUMBER, SAYS, TEXT, WHEN
    from cython.cimports.scrapy_treesim.comments.extract._bodies_cy import Bodies
    from cython.cimports.scrapy_treesim.comments.extract._posts_cy import (
        ASIDE,
        AUTHOR,
        COLON,
        DATED,
        DECLARED,
        EDITED,
        EDITED_NAME,
        LABEL,
        MOMENT,
        QUOTE_TAG,
        QUOTED,
        RATED,
        SCORED,
        SIGNED,
        SINCE,
        TIME,
        TIME_TAG,
        VOTED,
        Posts,
    )  # fmt: skip
    from cython.cimports.scrapy_treesim.comments.extract.constants import *
else:
    from scrapy_treesim._cython import Doubles
    from scrapy_treesim.comments._leaves_cy import CONTROL, NUMBER, SAYS, TEXT, WHEN
    from scrapy_treesim.comments.extract._bodies_cy import Bodies
    from scrapy_treesim.comments.extract._posts_cy import (
        ASIDE,
        AUTHOR,
        COLON,
        DATED,
        DECLARED,
        EDITED,
        EDITED_NAME,
        LABEL,
        MOMENT,
        QUOTE_TAG,
        QUOTED,
        RATED,
        SCORED,
        SIGNED,
        SINCE,
        TIME,
        TIME_TAG,
        VOTED,
        Posts,
    )  # fmt: skip
    from scrapy_treesim.comments.extract.constants import *

TIME_WEIGHTS: FeatureTable[float] = FeatureTable()
"""Weights of a column of times, set by hand on pages with comments; of shares of its texts."""
_add = TIME_WEIGHTS.add
CALLED_TIME = cython.declare(cython.int, _add("called so", 0.4))
DECLARED_TIME = cython.declare(cython.int, _add("declared so", 0.5))
WITH_DATE = cython.declare(cython.int, _add("with a date in an attribute", 0.6))
TAGGED = cython.declare(cython.int, _add("in a time element", 0.6))
OF_AUTHOR = cython.declare(cython.int, _add("about the author, or in a signature", -0.8))
OF_EDIT = cython.declare(cython.int, _add("of an edit", -1.5))
LED = cython.declare(cython.int, _add("after a word such as posted", 0.4))
INNER = cython.declare(cython.int, _add("within the body", -0.8))
DISTANCE = cython.declare(cython.int, _add("texts from the edge", -0.12))
REPEATED = cython.declare(cython.int, _add("repeated in the post", -0.4))


@cython.cclass
class ColumnChoice:
    """The own text of each post that a part of it stands in, chosen by the column it stands in."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self.posts = bodies.posts
        self.leaves = bodies.leaves
        self.analysis = bodies.analysis
        self.chosen = array("i", [-1]) * bodies.posts.count
        self.scores = array("d", bytes(8 * MAX_COLUMNS))
        self._best = array("i", bytes(4 * MAX_COLUMNS))

    @cython.ccall
    @cython.locals(
        posts=Posts, column=cython.int, at=cython.int, post=cython.int, e=cython.int, k=cython.int,
    )  # fmt: skip
    def choose(self) -> cython.void:
        """Take the posts' texts of the best column; where a post has none there, of the next."""
        posts = self.posts
        for post in range(posts.count):
            self.chosen[post] = -1
        for at in range(MAX_COLUMNS):
            self._best[at] = -1
            self.scores[at] = 0.0
        for column in range(posts.columns):
            self._enter(column, self.score(column))
        for at in range(MAX_COLUMNS):
            column = self._best[at]
            if column < 0:
                break
            for e in range(posts.first_entry[column], posts.first_entry[column + 1]):
                k = posts.entry[e]
                if self.chosen[posts.post[k]] < 0 and self.accepts(k, at):
                    self.chosen[posts.post[k]] = k

    @cython.cfunc
    @cython.locals(at=cython.int, other=cython.int)
    def _enter(self, column: cython.int, score: cython.double) -> cython.void:
        if score <= MIN_SCORE:
            return
        at = MAX_COLUMNS
        while at > 0 and score > self.scores[at - 1]:
            at -= 1
        if at == MAX_COLUMNS:
            return
        for other in range(MAX_COLUMNS - 1, at, -1):
            self._best[other] = self._best[other - 1]
            self.scores[other] = self.scores[other - 1]
        self._best[at] = column
        self.scores[at] = score

    @cython.cfunc
    def score(self, column: cython.int) -> cython.double:
        """Tell how well a column's texts are what is sought."""
        raise NotImplementedError

    @cython.cfunc
    def accepts(self, k: cython.int, rank: cython.int) -> cython.bint:
        """Tell whether a text of the best column (rank 0), or a further one, is what is sought."""
        raise NotImplementedError


@cython.cclass
class Times(ColumnChoice):
    """The time of each post."""

    def __init__(self, bodies: Bodies) -> None:
        ColumnChoice.__init__(self, bodies)
        self._tally = array("d", bytes(8 * len(TIME_WEIGHTS)))
        self._weights = array("d", TIME_WEIGHTS.values())

    @cython.cfunc
    def accepts(self, k: cython.int, rank: cython.int) -> cython.bint:
        """Tell whether a text could tell when the post was written."""
        return self._is_time(k)

    @cython.cfunc
    @cython.locals(
        kind=cython.int, before=cython.int, words=cython.int, dated=cython.int,
        tagged=cython.bint,
    )  # fmt: skip
    def _is_time(self, k: cython.int) -> cython.bint:
        """Tell whether a text could tell when the post was written."""
        posts = self.posts
        kind = self.leaves.kind[posts.own[k]]
        tagged = posts.about[k] & TIME_TAG and kind != TEXT and kind != CONTROL
        if kind != WHEN and not posts.moment[k] and not tagged:
            return False
        words = posts.words[k]
        if words & SINCE:
            return False
        dated = words & MOMENT
        if k > posts.first_own[posts.post[k]]:
            before = k - 1
            words = posts.words[before]
            if self.leaves.chars[posts.own[before]] <= MAX_LEAD_CHARS:
                if words & SINCE:
                    return False
                # A name with a colon is no label of what follows it.
                if dated or self.bodies.byline[before] == CHOSEN:
                    return True
                if posts.last[before] == COLON and posts.alike[before] > 1 and not words & MOMENT:
                    return (self.leaves.bits[posts.own[before]] & SAYS) != 0
        return True

    @cython.cfunc
    @cython.locals(
        posts=Posts, tally=Doubles, first=cython.int, n=cython.int, e=cython.int, k=cython.int,
        about=cython.int, good=cython.int, quoted=cython.int, score=cython.double, i=cython.int,
    )  # fmt: skip
    def score(self, column: cython.int) -> cython.double:
        """Tell how well a column's texts are the posts' times; 0 where most are none."""
        posts = self.posts
        tally = self._tally
        first = posts.first_entry[column]
        n = posts.first_entry[column + 1] - first
        good = quoted = 0
        for i in range(len(tally)):
            tally[i] = 0.0
        for e in range(first, first + n):
            k = posts.entry[e]
            about = posts.about[k]
            good += self._is_time(k)
            quoted += (about & (QUOTED | QUOTE_TAG)) != 0
            tally[CALLED_TIME] += (about & TIME) != 0
            tally[DECLARED_TIME] += (about & (TIME | DECLARED)) == TIME | DECLARED
            tally[WITH_DATE] += (about & DATED) != 0
            tally[TAGGED] += (about & TIME_TAG) != 0
            tally[OF_AUTHOR] += (about & ASIDE) != 0
            tally[OF_AUTHOR] += (about & (SIGNED | QUOTED | QUOTE_TAG)) == SIGNED
            tally[INNER] += self.bodies.inside[k] > 2
            tally[DISTANCE] += self.bodies.distance(k)
            tally[REPEATED] += min(posts.times[k] - 1, MAX_REPEATS)
            self._read_lead(k)
        if 2 * good < n or quoted * 2 > n:
            return 0.0
        score = 2.0 * good / posts.count + 0.6 * good / n
        for i in range(len(tally)):
            score += self._weights[i] * tally[i] / n
        return score

    @cython.cfunc
    @cython.locals(posts=Posts, words=cython.int)
    def _read_lead(self, k: cython.int) -> cython.void:
        """Count a text of an edit, by itself or what stands before it, or of the writing."""
        posts = self.posts
        if posts.about[k] & EDITED_NAME or posts.words[k] & EDITED:
            self._tally[OF_EDIT] += 1.0
            return
        k -= 1
        if k < posts.first_own[posts.post[k + 1]]:
            return
        if self.leaves.chars[posts.own[k]] > MAX_LEAD_CHARS:
            return
        if self.leaves.kind[posts.own[k]] == WHEN:
            return
        words = posts.words[k]
        if words & EDITED:
            self._tally[OF_EDIT] += 1.0
        elif words & MOMENT or self.leaves.bits[posts.own[k]] & SAYS:
            self._tally[LED] += 1.0


@cython.cclass
class Votes(ColumnChoice):
    """The number of votes, likes or points of each post."""

    @cython.ccall
    @cython.locals(
        posts=Posts, best=cython.int, most=cython.int, column=cython.int, good=cython.int,
        e=cython.int, n=cython.int, k=cython.int,
    )  # fmt: skip
    def choose(self) -> cython.void:
        """Take the column of most numbers that are called so, or stand beside such a word."""
        posts = self.posts
        best = -1
        most = 0
        for column in range(posts.columns):
            good = 0
            for e in range(posts.first_entry[column], posts.first_entry[column + 1]):
                good += self.accepts(posts.entry[e], 0)
            n = posts.first_entry[column + 1] - posts.first_entry[column]
            if good > most and 3 * good >= 2 * n:
                most = good
                best = column
        if best < 0:
            return
        for e in range(posts.first_entry[best], posts.first_entry[best + 1]):
            k = posts.entry[e]
            if self.accepts(k, 0):
                self.chosen[posts.post[k]] = k

    @cython.cfunc
    @cython.locals(t=cython.int, kind=cython.int, words=cython.int)
    def accepts(self, k: cython.int, rank: cython.int) -> cython.bint:
        """Tell whether a text is a number of votes."""
        posts = self.posts
        t = posts.own[k]
        kind = self.leaves.kind[t]
        if (
            self.leaves.value[t] < 0
            or kind == WHEN
            or kind == TEXT
            or posts.counted[k] > MAX_SCORE_WORDS
        ):
            return False
        words = posts.words[k]
        if words & SINCE or posts.about[k] & (RATED | ASIDE | AUTHOR):
            return False
        # Likes are those of a post; what else has a label is its author's.
        if words & LABEL and (not words & VOTED or posts.counted[k] > 1):
            return False
        if words & VOTED or posts.about[k] & SCORED:
            return True
        if kind != NUMBER:
            return False
        if k > posts.first_own[posts.post[k]] and self._says_votes(k - 1):
            return True
        return k + 1 < posts.first_own[posts.post[k] + 1] and self._says_votes(k + 1)

    @cython.cfunc
    def _says_votes(self, k: cython.int) -> cython.bint:
        """Tell whether a text says that the number beside it is of votes."""
        posts = self.posts
        if not posts.words[k] & VOTED or posts.words[k] & LABEL:
            return False
        return posts.counted[k] <= MAX_VOTES_WORDS and self.leaves.value[posts.own[k]] < 0
