"""Small threads, one a shape of posts; every post is an ``li``."""

from __future__ import annotations

NAMES = ("Ada Byron", "tinpot", "Jo", "Mira K.", "old_fox", "Ada Byron")
"""Who wrote the posts."""

SAID = (
    "The path along the canal is closed until the spring, so take the bridge instead.",
    "Thank you for that!",
    "I walked it yesterday and there was no sign of any work at all, nor of a fence.",
    "No.",
    "Ask at the lock; they know more than the office, and they answer the telephone too.",
    "Done. They say that it opens again on the first of April, weather allowing of course.",
)
"""What the posts say."""


def posts(pattern: str, count: int = 6) -> str:
    """So many posts: the pattern's ``NAME``, ``SAID``, ``№`` and ``DAY`` filled in."""
    return "".join(
        pattern.replace("NAME", NAMES[n])
        .replace("SAID", SAID[n])
        .replace("DAY", f"{n + 11:02}")
        .replace("№", str(n + 1))
        for n in range(count)
    )


PATTERNS = {
    "blog": "<li><div><a href=/u/№>NAME</a> <span>says:</span></div><div><a href='#c-№'>"
    "March DAY, 2021 at 9:20 am</a></div><div><p>SAID</p></div><div><a href='?r=№#respond'>Reply"
    "</a></div></li>",
    "one line above": "<li><p>Posted by <b>NAME</b> on 2021-03-DAY</p><p>SAID</p></li>",
    "byline of parts after": "<li><p>SAID</p><p><i>2021/03/DAY</i> by <a href=/u/№>NAME</a></p>"
    "</li>",
    "says in the text": "<li><b>NAME wrote:</b><i>March DAY, 2021</i><p>SAID</p></li>",
    "side cell": "<li><table><tr><td><a href=/u/№>NAME</a><br>Member<br>Joined: Jan 2010<br>"
    "Posts: 4№</td><td><div>2021-03-DAY 10:00 <b>#№</b></div><div>SAID</div>"
    "<div><a href='/q/№'>Quote</a></div></td></tr></table></li>",
    "time element": "<li><header><cite>NAME</cite><time datetime='2021-03-DAYT09:20:00'>some time "
    "ago</time></header><section>SAID</section><footer><button>Like</button></footer></li>",
    "title of the time": "<li><b>NAME</b><span title='2021-03-DAY 09:20'>2 days ago</span>"
    "<p>SAID</p></li>",
    "chinese": "<li><div><a href='/u/№'>NAME</a><em>发表于 2021-3-DAY 10:45</em> №楼</div>"
    "<div>SAID</div><div><a href='#up'>顶(№)</a> <a href='#re'>回复</a></div></li>",
}
"""Posts that tell their author, their day and what they say."""

_QUOTING = (
    "<li><b>NAME</b><i>2021-03-DAY</i><div class=quote>Jo said:<p>Is that so, then, № times?</p>"
    "</div><p>SAID</p><p>__</p><p>Boat № on the <a href=/c>canal</a> of old</p>"
    "<p>№ <a href=/up>likes</a></p></li>"
)
_MOTTO = "<p>Slowly does it, but it does it in the end, as my father always used to say to me.</p>"

POSTED = {
    **{name: f"<ol>{posts(pattern)}</ol>" for name, pattern in PATTERNS.items()},
    "nested": "<ol><li><b>Ada</b><i>2021-03-01</i><p>Is it open?</p><ol><li><b>Jo</b><i>2021-03-02"
    "</i><p>It is not, I think.</p></li></ol></li><li><b>Max</b><i>2021-03-03</i><p>It is.</p></li>"
    "</ol>",
    "quoting": f"<ol>{posts(_QUOTING)}</ol>",
    "mottoes": "<ol>"
    + posts(f"<li><b>Ada</b> <i>2021-03-DAY</i><div><p>SAID</p>{_MOTTO}</div></li>")
    + "</ol>",
    "answers and comments": "<ol>"
    + posts(
        "<li><div><p>SAID</p><p>It is №.</p></div><div>answered 2021-03-DAY by NAME</div><ul>"
        "<i>Jo: 2021-04-DAY</i><i>Max: 2021-05-DAY</i></ul></li>"
    )
    + "</ol>",
    "link in a sentence": "<ol>"
    + posts(PATTERNS["blog"]).replace("lock; they", "lock by <a href=/l>this link</a>; they")
    + "</ol>",
    "more beside most bodies": "<ol>"
    + "".join(
        f"<li><div><b>{name}</b></div><div><div>{said}</div>"
        f"{'' if n in (0, 2) else f'<section>{said[::-1]}</section>'}</div></li>"
        for n, (name, said) in enumerate(zip(NAMES, SAID, strict=True))
    )
    + "</ol>",
    "names with numbers": f"<ol>{posts('<li><b>Jo №</b><i>2021-03-DAY</i><p>SAID</p></li>')}</ol>",
    "one": "<ol><li><b>Ada</b><i>2021-03-01</i><p>Is it open?</p></li></ol>",
    "all alike": f"<ol>{posts('<li><b>Jo</b><i>2021-03-01</i><p>Is it open?</p></li>')}</ol>",
    "names alone": f"<ol>{posts('<li><b>NAME</b><i>2021-03-DAY</i></li>')}</ol>",
}
"""Threads by the name of their shape."""
