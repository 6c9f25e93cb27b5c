"""Kernel of the bodies: where in each post what was said stands, by consensus of all posts.

Every post is descended while one child holds most of its text, and votes for the path it took; the
path of most text is taken in all posts.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.comments.extract._posts_cy import Posts

# Compiled, these are constants of C, named in the .pxd.
if not cython.compiled:
    from scrapy_treesim.comments._leaves_cy import CONTROL, LINK, NUMBER, WHEN
    from scrapy_treesim.comments.extract._posts_cy import COLON, EDITED, LABEL, SINCE

    MAX_LEVELS = 40
    MAX_PATHS = 64
    MAX_PLACES = 64
    MAX_WEIGHT = 400
    MAX_LABEL = 60
    SHARE = 7
    MASK = 0xFFFFFFFF


class Bodies:
    """The bodies of a thread's posts: spans of nodes, and which of their texts are said.

    They are sought in the posts' cores, spans inside theirs.

    Raises:
        ValueError: there is no core a post, or one does not lie inside its post.
    """

    def __init__(self, posts: Posts, low: array[int], high: array[int]) -> None:
        size = len(posts.own)
        if len(low) != posts.count or len(high) != posts.count:
            raise ValueError(f"{len(low)} cores for {posts.count} posts")
        for post in range(posts.count):
            if not posts.low[post] <= low[post] < high[post] <= posts.high[post]:
                raise ValueError(f"core {low[post]} to {high[post]} lies outside its post")
        self.posts = posts
        self.leaves = posts.leaves
        self.analysis = posts.analysis
        self.core_low = low
        self.core_high = high
        self.low = low[:]
        self.high = high[:]
        self.meta = array("i", bytes(4 * size))
        self.hard = array("i", bytes(4 * size))
        self.mean = array("i", bytes(4 * (posts.columns + 1)))
        self._sure = array("i", bytes(4 * (posts.columns + 1)))
        self._starts = array("i", bytes(4 * len(posts.told)))
        self._tags = array("i", bytes(4 * MAX_LEVELS * MAX_PATHS))
        self._names = array("i", bytes(4 * MAX_LEVELS * MAX_PATHS))
        self._levels = array("i", bytes(4 * MAX_PATHS))
        self._keys = array("I", bytes(4 * MAX_PATHS))
        self._weights = array("i", bytes(4 * MAX_PATHS))
        self._trail_tags = array("i", bytes(4 * MAX_LEVELS))
        self._trail_names = array("i", bytes(4 * MAX_LEVELS))
        self._paths = 0
        self._places = array("i", bytes(4 * (MAX_PLACES + 1)))
        self._former = array("i", bytes(4 * (MAX_PLACES + 1)))
        self._said = array("i", bytes(4 * (MAX_PLACES + 1)))
        self._plain_before = array("i", bytes(4 * (size + 1)))
        self._count = 0
        for post in range(posts.count):
            self._starts[posts.low[post] - posts.start] = post + 1

    def mark(self) -> None:
        """Which own texts are about the post, not said in it: ``hard`` where that is sure, for most
        texts of the column are."""
        posts = self.posts
        few = (2 * posts.count + 4) // 5
        if few < 3:
            few = 3
        if posts.count == 2:
            few = 2
        for k in range(posts.owned):
            self.hard[k] = self._is_about(k, few)
            self.meta[k] = 1 if self.hard[k] or self.leaves.kind[posts.own[k]] == LINK else 0
        for column in range(posts.columns):
            first = posts.first_entry[column]
            n = posts.first_entry[column + 1] - first
            about = 0
            chars = 0
            for e in range(first, first + n):
                about += 1 if self.hard[posts.entry[e]] else 0
                chars += min(self.leaves.chars[posts.own[posts.entry[e]]], MAX_WEIGHT)
            self.mean[column] = chars // n if n > 0 else 0
            self._sure[column] = 1 if 2 * about >= n and 5 * n >= posts.count else 0
        for k in range(posts.owned):
            if self.hard[k] == 1 and posts.count > 2:
                ahead = posts.ahead[k]
                behind = posts.behind[k]
                if not (ahead >= 0 and self._sure[ahead]) and not (
                    behind >= 0 and self._sure[behind]
                ):
                    self.hard[k] = 0
                    self.meta[k] = 1 if self.leaves.kind[posts.own[k]] == LINK else 0

    def _is_about(self, k: int, few: int) -> int:
        """Whether a text looks like one about the post: 1, or 2 wherever it stands."""
        posts = self.posts
        t = posts.own[k]
        kind = self.leaves.kind[t]
        words = posts.words[k]
        if kind == CONTROL:
            node = self.analysis.text_node[t]
            if self.analysis.linked[node + 1] > self.analysis.linked[node]:
                if posts.alike[k] > 1:
                    return 2
                # A word of a sentence may be a link.
                return 0 if self._is_inline(k, node) else 1
            return 1
        if kind == WHEN or kind == NUMBER:
            return 1
        if self.leaves.chars[t] > MAX_LABEL:
            return 0
        if words & EDITED and posts.counted[k] <= 8 and posts.alike[k] > 1:
            return 2
        if posts.alike[k] >= few and posts.count > 1:
            return 1
        if words & SINCE and posts.counted[k] <= 5:
            return 1
        if words & LABEL and posts.counted[k] <= 3:
            return 1 if self.leaves.value[t] >= 0 or posts.last[k] == COLON else 0
        return 0

    def _is_inline(self, k: int, node: int) -> bool:
        """Whether a linked text stands between words of the same line."""
        posts = self.posts
        analysis = self.analysis
        link = analysis.parent[node]
        above = analysis.parent[link]
        for other in (k - 1, k + 1):
            if posts.first_own[posts.post[k]] <= other < posts.first_own[posts.post[k] + 1]:
                beside = analysis.text_node[posts.own[other]]
                if analysis.parent[beside] == above and posts.counted[other] > 1:
                    return True
        return False

    def take(self, chosen: array[int]) -> None:
        """Know the posts' authors, or times, to be about them."""
        for post in range(self.posts.count):
            if chosen[post] >= 0:
                self.meta[chosen[post]] = 1
                self.hard[chosen[post]] = 3

    def find(self, shut: array[int]) -> None:
        """Each post's body; ``shut`` tells the tags that are not descended into."""
        self._paths = 0
        self._add_up()
        for post in range(self.posts.count):
            self._descend(post, shut, True)
        if self._paths == 0:
            return
        winner = 0
        for path in range(1, self._paths):
            if self._weights[path] > self._weights[winner]:
                winner = path
        self._apply(self._further(winner), shut)

    def _further(self, winner: int) -> int:
        """A path that leads on from there in nearly all posts: some have more beside their body."""
        best = winner
        most = 0
        for path in range(self._paths):
            if (
                self._levels[path] <= self._levels[winner]
                or 5 * self._weights[path] < self._weights[winner]
                or not self._leads_on(winner, path)
            ):
                continue
            having = 0
            total = 0
            for post in range(self.posts.count):
                self._reach(post, path)
                said = 0
                for i in range(self._count):
                    said = max(
                        said,
                        self._plain(
                            post,
                            self._places[i],
                            self._places[i] + self.analysis.size[self._places[i]],
                        ),
                    )
                if said > 0:
                    having += 1
                total += min(said, MAX_WEIGHT)
            if 10 * having >= 9 * self.posts.count and total > most:
                most = total
                best = path
        return best

    def _leads_on(self, path: int, other: int) -> bool:
        for level in range(self._levels[path]):
            at = path * MAX_LEVELS + level
            further = other * MAX_LEVELS + level
            if self._tags[at] != self._tags[further] or self._names[at] != self._names[further]:
                return False
        return True

    def _descend(self, post: int, shut: array[int], votes: bool) -> None:
        """Go down into the child that holds most; the way down is a vote, or the post's body."""
        analysis = self.analysis
        low = self.core_low[post]
        high = self.core_high[post]
        level = 0
        key = 1
        run = low + analysis.size[low] < high
        total = self._plain(post, low, high)
        said = total
        chosen = low
        chosen_end = high
        while total > 0 and level < MAX_LEVELS:
            best = 0
            best_node = -1
            child = self._next(post, low)
            while child < high:
                end = child + analysis.size[child]
                if analysis.tag[child] != 0:
                    said = self._plain(post, child, end)
                    if said > best:
                        best = said
                        best_node = child
                child = self._next(post, end)
            if best_node < 0 or 10 * best < SHARE * total:
                break
            if shut[analysis.tag[best_node]] and (level > 0 or run):
                break
            self._trail_tags[level] = analysis.tag[best_node]
            # The first step's names are what tells posts apart: odd, even, first, last.
            self._trail_names[level] = analysis.name[best_node] if level > 0 else 0
            key = _mixed(_mixed(key, analysis.tag[best_node]), self._trail_names[level])
            level += 1
            chosen = best_node
            chosen_end = best_node + analysis.size[best_node]
            total = best
            low = best_node + 1
            high = chosen_end
        if not votes:
            self.low[post] = chosen
            self.high[post] = chosen_end
            return
        if level == 0 or total == 0:
            return
        path = 0
        while path < self._paths and self._keys[path] != key:
            path += 1
        if path == self._paths:
            if path == MAX_PATHS:
                return
            self._paths += 1
            self._keys[path] = key
            self._weights[path] = 0
            self._levels[path] = level
            for said in range(level):
                self._tags[path * MAX_LEVELS + said] = self._trail_tags[said]
                self._names[path * MAX_LEVELS + said] = self._trail_names[said]
        self._weights[path] += total if total < MAX_WEIGHT else MAX_WEIGHT

    def _next(self, post: int, child: int) -> int:
        """The child itself, or what follows it where it is another post."""
        posts = self.posts
        while child < posts.high[post]:
            other = self._starts[child - posts.start] - 1
            if other < 0 or other == post:
                return child
            child = posts.high[other]
        return child

    def _add_up(self) -> None:
        """Characters of what is said before each own text, for :meth:`_plain`."""
        said = 0
        for k in range(self.posts.owned):
            self._plain_before[k] = said
            if self.meta[k] == 0:
                said += self.leaves.chars[self.posts.own[k]]
        self._plain_before[self.posts.owned] = said

    def _plain(self, post: int, low: int, high: int) -> int:
        """Characters of what is said between two nodes by the post itself.

        A post has as many children as it likes: O(log texts).
        """
        first = self._first(post, low)
        return self._plain_before[self._first(post, high)] - self._plain_before[first]

    def _first(self, post: int, node: int) -> int:
        """The first of the post's own texts that stands at the node or after it."""
        posts = self.posts
        low = posts.first_own[post]
        high = posts.first_own[post + 1]
        while low < high:
            middle = (low + high) // 2
            if self.analysis.text_node[posts.own[middle]] < node:
                low = middle + 1
            else:
                high = middle
        return low

    def _reach(self, post: int, path: int) -> None:
        """All places in the post to which the path leads."""
        analysis = self.analysis
        self._count = 0
        for level in range(self._levels[path]):
            count = self._count
            for i in range(count):
                self._former[i] = self._places[i]
            self._count = 0
            i = 0
            while i < count or (level == 0 and i == 0):
                if level == 0:
                    low = self.core_low[post]
                    end = self.core_high[post]
                else:
                    low = self._former[i] + 1
                    end = self._former[i] + analysis.size[self._former[i]]
                child = self._next(post, low)
                while child < end and self._count < MAX_PLACES:
                    if analysis.tag[child] == self._tags[path * MAX_LEVELS + level] and (
                        level == 0 or analysis.name[child] == self._names[path * MAX_LEVELS + level]
                    ):
                        self._places[self._count] = child
                        self._count += 1
                    child = self._next(post, child + analysis.size[child])
                i += 1

    def _apply(self, path: int, shut: array[int]) -> None:
        """Take the path in all posts; where it leads to several places, the one of most text, or
        the one that most posts have theirs at."""
        votes = array("i", bytes(4 * (MAX_PLACES + 1)))
        total = 0
        for way in range(2):
            top = 0
            for i in range(MAX_PLACES):
                if votes[i] > votes[top]:
                    top = i
            for post in range(self.posts.count):
                self._reach(post, path)
                best = -1
                for i in range(self._count):
                    self._said[i] = self._plain(
                        post, self._places[i], self._places[i] + self.analysis.size[self._places[i]]
                    )
                    if best < 0 or self._said[i] > self._said[best]:
                        best = i
                if best < 0 or self._said[best] == 0:
                    if way > 0:
                        self._descend(post, shut, False)
                    continue
                if way == 0:
                    votes[best] += 1
                    total += 1
                    continue
                if 10 * votes[top] >= 7 * total and top < self._count and self._said[top] > 0:
                    best = top
                self.low[post] = self._places[best]
                self.high[post] = self._places[best] + self.analysis.size[self._places[best]]


def _mixed(key: int, value: int) -> int:
    key = ((key ^ value) * 739982445) & MASK
    return key ^ (key >> 15)
