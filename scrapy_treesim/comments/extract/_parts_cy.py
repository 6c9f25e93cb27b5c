"""Kernel of the parts of a body: what was said, quoted and signed, less what is about the post."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Ints, UInts
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.comments._leaves_cy import CONTROL, LINK, SAYS, WHEN, Leaves
    from cython.cimports.scrapy_treesim.comments.extract._authors_cy import Authors
    from cython.cimports.scrapy_treesim.comments.extract._bodies_cy import Bodies
    from cython.cimports.scrapy_treesim.comments.extract._choice_cy import Times, Votes
    from cython.cimports.scrapy_treesim.comments.extract._posts_cy import (
        AUTHOR,
        COLON,
        QUOTE_TAG,
        QUOTED,
        SIGNED,
        Posts,
    )  # fmt: skip
    from cython.cimports.scrapy_treesim.comments.extract.constants import *
else:
    from scrapy_treesim._cython import Buffer, Ints, UInts
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._leaves_cy import CONTROL, LINK, SAYS, WHEN, Leaves
    from scrapy_treesim.comments.extract._authors_cy import Authors
    from scrapy_treesim.comments.extract._bodies_cy import Bodies
    from scrapy_treesim.comments.extract._choice_cy import Times, Votes
    from scrapy_treesim.comments.extract._posts_cy import (
        AUTHOR,
        COLON,
        QUOTE_TAG,
        QUOTED,
        SIGNED,
        Posts,
    )  # fmt: skip
    from scrapy_treesim.comments.extract.constants import *


@cython.cclass
class Parts:
    """The parts of each post: author, time, votes, and what of its body was said."""

    bodies = cython.declare(Bodies, visibility="readonly")
    posts = cython.declare(Posts, visibility="readonly")
    leaves = cython.declare(Leaves, visibility="readonly")
    analysis = cython.declare(Analysis, visibility="readonly")
    author = cython.declare(Ints, visibility="readonly")
    time = cython.declare(Ints, visibility="readonly")
    score = cython.declare(Ints, visibility="readonly")
    """The own text of each post that has it; -1 where there is none."""
    first = cython.declare(Ints, visibility="readonly")
    stop = cython.declare(Ints, visibility="readonly")
    """The own texts of each body, without what is about the post at its ends."""
    part = cython.declare(Ints, visibility="readonly")
    """The part of each own text in a body: 0 said, 1 quoted, 2 a signature."""

    def __init__(self, bodies: Bodies, times: Times, authors: Authors, votes: Votes) -> None:
        self.bodies = bodies
        self.posts = bodies.posts
        self.leaves = bodies.leaves
        self.analysis = bodies.analysis
        self.author = authors.chosen
        self.time = times.chosen
        self.score = votes.chosen
        self.first = bodies.first
        self.stop = bodies.stop
        self.part = array("i", [0]) * len(bodies.posts.own)

    @cython.locals(
        post=cython.int, first=cython.int, stop=cython.int, last=cython.int, i=cython.int,
        main=cython.int, end=cython.int,
    )  # fmt: skip
    def trim(self) -> None:
        """Take what is about the post off both ends of its body; never all of it."""
        posts = self.posts
        for post in range(posts.count):
            first = self.first[post]
            stop = self.stop[post]
            main = self._main(first, stop)
            if main < 0:
                # All is about the post: what is neither name nor time was said.
                self._keep_rest(post)
                continue
            end = main
            while end < stop and self.bodies.byline[end] == 0:
                end += 1
            last = first
            i = first
            while i < main and i < first + MAX_TRIMMED:
                if self.leaves.chars[posts.own[i]] > MAX_LABEL_CHARS and self.bodies.byline[i] == 0:
                    break
                if self.bodies.byline[i]:
                    last = i + 1
                i += 1
            self.first[post] = last
            last = stop
            i = stop - 1
            while i >= end and i >= stop - MAX_TRIMMED:
                if self.leaves.chars[posts.own[i]] > MAX_LABEL_CHARS and self.bodies.byline[i] == 0:
                    break
                if self.bodies.byline[i]:
                    last = i
                i -= 1
            self.stop[post] = last

    @cython.cfunc
    @cython.locals(best=cython.int, most=cython.int, run=cython.int, start=cython.int, k=cython.int)
    def _main(self, first: cython.int, stop: cython.int) -> cython.int:
        """Tell where the run of texts begins that says most, by what its columns say elsewhere."""
        best = -1
        most = 0
        run = 0
        start = -1
        for k in range(first, stop):
            if self.bodies.byline[k]:
                start = -1
                run = 0
                continue
            if start < 0:
                start = k
            run += self._weight(k)
            if run > most:
                most = run
                best = start
        return best

    @cython.cfunc
    @cython.locals(ahead=cython.int, behind=cython.int, weight=cython.int)
    def _weight(self, k: cython.int) -> cython.int:
        ahead = self.posts.ahead[k]
        behind = self.posts.behind[k]
        weight = self.leaves.chars[self.posts.own[k]]
        if ahead >= 0:
            weight = max(weight, self.bodies.mean[ahead])
        if behind >= 0:
            weight = max(weight, self.bodies.mean[behind])
        if self.leaves.kind[self.posts.own[k]] == LINK:
            weight = weight // 2
        return 1 + weight

    @cython.cfunc
    @cython.locals(first=cython.int, stop=cython.int)
    def _keep_rest(self, post: cython.int) -> cython.void:
        first = self.first[post]
        stop = self.stop[post]
        while first < stop and self.bodies.byline[first] >= 2:
            first += 1
        while stop > first and self.bodies.byline[stop - 1] >= 2:
            stop -= 1
        if first < stop:
            self.first[post] = first
            self.stop[post] = stop

    @cython.locals(post=cython.int)
    def set_apart(self, keep: Buffer) -> None:
        """Set quotations and signatures in the bodies apart; flag the texts of what was said."""
        for post in range(self.posts.count):
            self._find_quotes(post)
            self._find_signature(post)
        if self.posts.copies == 0:
            self._find_repeated()
        for post in range(self.posts.count):
            self._flag(post, keep)

    @cython.cfunc
    @cython.locals(said=cython.int, quoted=cython.int, k=cython.int)
    def _flag(self, post: cython.int, keep: Buffer) -> cython.void:
        said = 0
        quoted = 0
        for k in range(self.first[post], self.stop[post]):
            if self.part[k] == 0:
                said += self.leaves.chars[self.posts.own[k]]
            elif self.part[k] == QUOTATION:
                quoted += self.leaves.chars[self.posts.own[k]]
        for k in range(self.first[post], self.stop[post]):
            if said == 0:
                self.part[k] = 0
            # Most of a post that quotes more than it says is the quotation.
            if self.part[k] == 0 or (self.part[k] != SIGNATURE and MAX_QUOTED * quoted > said):
                keep[self.analysis.text_node[self.posts.own[k]]] = 1

    def kept(self, post: cython.int) -> bytearray:
        """Flags for what is said in a post, as :meth:`set_apart` gives them for all."""
        keep = bytearray(len(self.analysis.tag))
        self._flag(post, keep)
        return keep

    @cython.cfunc
    @cython.locals(said=cython.int, quoted=cython.int, k=cython.int)
    def _find_quotes(self, post: cython.int) -> cython.void:
        posts = self.posts
        said = 0
        quoted = 0
        for k in range(self.first[post], self.stop[post]):
            if self.bodies.unsaid[k]:
                continue
            if posts.about[k] & (QUOTED | QUOTE_TAG):
                quoted += 1
            else:
                said += 1
        if quoted == 0 or said == 0:
            return
        for k in range(self.first[post], self.stop[post]):
            if not posts.about[k] & (QUOTED | QUOTE_TAG):
                continue
            self.part[k] = QUOTATION
            # Whom it quotes may stand before the quotation.
            if (
                k > self.first[post]
                and self.part[k - 1] == 0
                and posts.last[k - 1] == COLON
                and self.leaves.bits[posts.own[k - 1]] & SAYS
                and self.leaves.chars[posts.own[k - 1]] <= MAX_LABEL_CHARS
            ):
                self.part[k - 1] = QUOTATION

    @cython.cfunc
    @cython.locals(
        ruled=cython.int, chars=cython.int, k=cython.int, end=cython.int, kind=cython.int,
    )  # fmt: skip
    def _find_signature(self, post: cython.int) -> cython.void:
        """Mark what is called a signature, wherever it stands, or follows a line of dashes."""
        posts = self.posts
        end = posts.first_own[post + 1]
        ruled = -1
        for k in range(self.first[post], end):
            kind = self.leaves.kind[posts.own[k]]
            if kind == WHEN or kind == CONTROL:
                continue
            if posts.about[k] & SIGNED and self.part[k] == 0 and not posts.about[k] & AUTHOR:
                self.part[k] = SIGNATURE
            if self._is_rule(k):
                ruled = k
        if ruled < 0:
            return
        chars = 0
        while end > ruled and self.analysis.text_node[posts.own[end - 1]] >= self.bodies.high[post]:
            end -= 1
        # Controls at the end are no part of it.
        while end > ruled and self.leaves.kind[posts.own[end - 1]] == CONTROL:
            end -= 1
        for k in range(ruled, end):
            chars += self.leaves.chars[posts.own[k]]
        if chars <= MAX_SIGNATURE_CHARS:
            for k in range(ruled, end):
                self.part[k] = SIGNATURE

    @cython.cfunc
    @cython.locals(posts=Posts, post=cython.int)
    def _is_rule(self, k: cython.int) -> cython.bint:
        """Tell whether a text in a body, not its first, is a line of dashes."""
        posts = self.posts
        post = posts.post[k]
        if posts.counted[k] > 0 or k <= self.first[post]:
            return False
        if self.analysis.text_node[posts.own[k]] >= self.bodies.high[post]:
            return False
        if posts.last[k] != 95 and posts.last[k] != 45:
            return False
        return self.leaves.chars[posts.own[k]] > 1

    @cython.cfunc
    @cython.locals(
        post=cython.int, other=cython.int, name=cython.uint, others=cython.int, least=cython.int,
        chars=cython.int, k=cython.int, start=cython.int,
    )  # fmt: skip
    def _find_repeated(self) -> cython.void:
        """Mark what all posts of an author end with, where these are three or it is long."""
        posts = self.posts
        for post in range(posts.count):
            if self.author[post] < 0:
                continue
            name = self.analysis.hashes[posts.own[self.author[post]]]
            others = 0
            least = self.stop[post] - self.first[post] - 1
            start = max(0, post - MAX_POSTS_APART)
            for other in range(start, min(posts.count, post + MAX_POSTS_APART)):
                if other == post or self.author[other] < 0:
                    continue
                if self.analysis.hashes[posts.own[self.author[other]]] != name:
                    continue
                others += 1
                least = self._same_ends(post, other, least)
                if least == 0:
                    break
            if others == 0 or least <= 0:
                continue
            chars = 0
            for k in range(self.stop[post] - least, self.stop[post]):
                chars += self.leaves.chars[posts.own[k]]
            if chars >= (MIN_REPEATED_CHARS if others > 1 else MIN_REPEATED_ONCE_CHARS):
                for k in range(self.stop[post] - least, self.stop[post]):
                    self.part[k] = SIGNATURE

    @cython.cfunc
    @cython.locals(equal=cython.int, hashes=UInts)
    def _same_ends(self, post: cython.int, other: cython.int, most: cython.int) -> cython.int:
        """Tell how many texts that two bodies end with are the same; all of neither."""
        hashes = self.analysis.hashes
        most = min(most, self.stop[other] - self.first[other] - 1)
        for equal in range(most):
            if (
                hashes[self.posts.own[self.stop[post] - 1 - equal]]
                != hashes[self.posts.own[self.stop[other] - 1 - equal]]
            ):
                return equal
        return max(0, most)
