"""A comment: what a person wrote, its pieces in the site's markup, the shapes that hold them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from training.pages.design import Design, Plan
from training.pages.markup import BLOCKS, Child, Node, joined, plain
from training.pages.parts import described
from training.pages.words import Page


@dataclass
class Comment:
    """What a person wrote, and all that a page tells of it."""

    kind: str
    place: int
    depth: int
    parent: int | None
    when: datetime
    author: str | None = None
    date: str | None = None
    body: list[Child] = field(default_factory=list)
    quote: list[Child] = field(default_factory=list)
    signature: list[Child] = field(default_factory=list)
    title: str | None = None
    stars: int = 0
    likes: int = 0
    owner: bool = False
    identity: int = 0
    nodes: list[Child] = field(default_factory=list)
    """All that it is in the page, in the page's order; replies may lie inside."""

    @property
    def first(self) -> Node | None:
        """Its first element."""
        return next((node for node in self.nodes if isinstance(node, Node)), None)


def _made(page: Page, text: str, /, **known: str | list[Child]) -> list[Child]:
    """What a site makes of a description, its elements called as pieces of comments are."""
    return described(page, text, piece="yes", **known)


# What people write: a word, a line, paragraphs, with lists, code and links; quotes; signatures.

SMILES = ":) :-) ;) :D 😂 👍 ❤️ 🙏 !!! ... xD ^^ 🎉 :( ...!".split()
CODE = (
    "for i in range(10):|    print(i)|npm install --save|if (x == null) {|  return false;|}"
    "|SELECT * FROM users;|sudo apt-get update|echo $PATH|<div>|ERROR 404: not found"
).split("|")
LENGTHS = {
    "forum": "short middle middle long long mixed mixed",
    "qa": "middle middle long long mixed",
    "shop": "tiny short middle middle middle long mixed",
    "sns": "tiny short short middle mixed mixed",
    "blog": "tiny short short middle middle middle long mixed mixed",
}
"""How long comments are on sites of a kind; those of news are as those of blogs."""


def _phrase(page: Page) -> str:
    writer = page.writer
    return writer.draw.choice((writer.any("short"), writer.any("short"), writer.words(1, 4)))


def _paragraph(page: Page, length: str) -> str:
    writer, draw = page.writer, page.writer.draw
    if length == "mixed":
        length = draw.choice(("tiny", "short", "middle", "middle", "long"))
    if length == "tiny" and draw.random() < 0.7:
        return _phrase(page)
    low, high = {"tiny": (1, 1), "short": (1, 2), "middle": (1, 5), "long": (3, 9)}[length]
    text = writer.text(low, high)
    if draw.random() < page.design.pick("casual", (0.05, 0.3, 0.7)):
        chance = draw.random()
        text = text.lower() if chance < 0.5 else text
        text = text.replace(". ", " ").rstrip(".。") if chance > 0.3 else text
        text = f"{text} {draw.choice(SMILES)}" if chance > 0.7 else text
        text = text.upper() if chance < 0.02 else text
    return f"{_phrase(page)} {text}" if draw.random() < 0.12 else text


def _paragraphs(page: Page) -> list[str]:
    draw = page.writer.draw
    options = LENGTHS.get(page.design.kind, LENGTHS["blog"]).split()
    length = page.design.pick("comment length", options)
    if draw.random() < 0.07:
        return [_phrase(page)]
    most = {"tiny": 1, "short": 2, "middle": 3, "long": 6, "mixed": 4}[length]
    out = [_paragraph(page, length) for _ in range(draw.randint(1, most))]
    if draw.random() < 0.06:
        out.insert(0, f"@{page.writer.handle()}{draw.choice((',', ':', ''))}")
    if draw.random() < 0.04:
        out.append(page.writer.person().split()[0])
    return out


def _inline(page: Page, text: str) -> list[Child]:
    """A paragraph, now and then with a link, a picture or emphasis inside."""
    writer, chance = page.writer, page.writer.draw.random()
    if chance < 0.07:
        host = f"http://www.{writer.draw.randrange(36**5):x}.com{writer.address()}"
        named = writer.draw.choice((host, host[:28] + "...", writer.words(1, 3)))
        return [f"{text} ", plain("a", named, href=host, rel="nofollow")]
    if chance < 0.1:
        return [f"{text} ", plain("img", src=f"/smile{writer.draw.randint(1, 30)}.gif", alt=":)")]
    if chance < 0.14:
        tag = writer.draw.choice(("b", "i", "em", "strong", "u"))
        return [f"{text} ", plain(tag, writer.words(1, 4)), f" {writer.sentence()}"]
    return [text]


def _extra(page: Page) -> list[Child]:
    """A list or code, more often where people ask how things are done; a buyer's pros and cons."""
    design, writer, draw = page.design, page.writer, page.writer.draw
    if design.kind == "shop" and design.chance("judged", 0.2):
        tag = design.pick("judged tag", ("p", "div", "p"))
        phrases = writer.tongue.all("pros")[:2]
        return [plain(tag, plain("b", phrase), " ", writer.text(1, 1)) for phrase in phrases]
    if draw.random() > (0.14 if design.kind in ("qa", "forum") else 0.03):
        return []
    if draw.random() < 0.5:
        items = (plain("li", writer.text(1, 1)) for _ in range(draw.randint(2, 6)))
        return [plain(draw.choice(("ul", "ol")), *items)]
    lines = "\n".join(draw.choice(CODE) for _ in range(draw.randint(1, 6)))
    return [plain("pre", plain("code", lines)) if draw.random() < 0.7 else plain("pre", lines)]


def body_of(page: Page) -> list[Child]:
    """The body of a comment in the site's markup: paragraphs, lines, or mere text."""
    form = page.design.pick("body as", "ppppppbbbbdtts")
    written = [_inline(page, text) for text in _paragraphs(page)]
    extra = _extra(page)
    if form in "pd":
        return [*(plain("p" if form == "p" else "div", *text) for text in written), *extra]
    if form == "s":
        return [plain("span", *(one for text in written for one in (*text, plain("br")))), *extra]
    out: list[Child] = list(written[0])
    for text in written[1:]:
        out.extend([plain("br"), "\n", *([plain("br")] if form == "b" else []), *text])
    return [*out, *extra]


QUOTES = (
    "[2:blockquote.quote > (div{$head}?70 + p{$text}) / blockquote.quote > (div{$head} + {$text})"
    " / div.quote > (b{$head} + br + {$text})"
    " / div > (small{$head} + table:border=1 > tr > td > i{$text})"
    " / fieldset > (legend{$head} + {$text}) / blockquote > div > (cite{$head} + {$text})]"
)


def quoted(page: Page, other: Comment) -> list[Child]:
    """What another wrote, shown before an answer."""
    name = other.author or page.writer.handle()
    head = page.say("wrote", a=name, d=other.date or "", k=str(other.place + 1))
    return _made(page.at("quote"), QUOTES, head=head, text=page.writer.text(1, 3))


# Pieces of a comment: who wrote it and when, what can be done with it, a member's figures.

Piece = Callable[[Page, Comment], list[Child]]


def anchor(page: Page, comment: Comment) -> str:
    """The address of a comment on its page."""
    form = page.design.pick(
        "anchor", ("#comment-{}", "#c{}", "#{}", "/post/x#p{}", "?p={0}#post{0}")
    )
    return form.format(comment.identity)


def author(page: Page, comment: Comment) -> list[Child]:
    """Who wrote it: text, a link, emphasis, a heading."""
    design, writer = page.design, page.writer
    if comment.author is None:
        return []
    name: Child = comment.author
    if writer.draw.random() < design.pick("author linked", (0.0, 0.4, 1.0, 1.0)):
        target = design.pick("author at", ("/user/{}", "http://www.{}.com/", "profile.php?id={}"))
        name = plain("a", name, href=target.format(f"{writer.draw.randrange(36**4):x}"))
        if design.chance("author nofollow", 0.4):
            name.attributes["rel"] = "external nofollow"
    if design.chance("author item", 0.08):
        name = plain("span", plain("span", name, itemprop="name"), itemprop="author")
    tags = ("", "b", "strong", "cite", "span", "div", "h4", "h5", "h3", "em")
    tag = design.pick("author tag", tags)
    shown: list[Child] = [name]
    if design.chance("author says", 0.2):
        shown = writer.mixed(design.pick("says", writer.tongue.all("says")), {"a": [name]})
    return [design.piece(tag, "author", *shown)] if tag else shown


def date(page: Page, comment: Comment) -> list[Child]:
    """When it was written: text, a link to itself, an element of time."""
    design = page.design
    if comment.date is None:
        return []
    tags = ("", "", "span", "small", "time", "time", "abbr", "em", "div", "p")
    tag = design.pick("date tag", tags)
    inner: Child = comment.date
    if design.chance("date linked", 0.35):
        inner = plain("a", inner, href=anchor(page, comment))
    shown: list[Child] = [inner]
    if design.chance("date told", 0.25):
        phrase = design.pick("on", page.writer.tongue.all("on"))
        shown = page.writer.mixed(phrase, {"d": [inner]})
    if not tag:
        return shown
    node = design.piece(tag, "date", *shown)
    if node.tag == "time" and not design.chance("undeclared", 0.15):
        node.attributes["datetime"] = comment.when.isoformat()
    if tag == "abbr" or design.chance("date title", 0.1):
        node.attributes["title"] = comment.when.isoformat(" ")
    return [node]


def byline(page: Page, comment: Comment) -> list[Child]:
    """Author and date in one sentence."""
    phrase = page.design.pick("byline", page.writer.tongue.all("byline"))
    if comment.author is None or comment.date is None:
        return [*author(page, comment), " ", *date(page, comment)]
    own = page.at("byline")
    name: Child = comment.author
    if own.design.chance("linked", 0.5):
        name = plain("a", name, href="/u/" + str(comment.identity), rel="nofollow")
    elif own.design.chance("strong", 0.4):
        name = plain("b", name)
    marked = own.design.chance("marked", 0.4)
    moment: list[Child] = date(own, comment) if marked else [comment.date]
    return page.writer.mixed(phrase, {"a": [name], "d": moment})


def number(page: Page, comment: Comment) -> list[Child]:
    """Its position on the page: #3, 3., 3楼."""
    design, tongue = page.design, page.writer.tongue
    forms: tuple[str, ...] = ("#{}", "#{}", "{}.", "{}", "[{}]", "Post #{}", "No.{}", ">>{}")
    if tongue.code == "zh":
        forms = ("{}楼", "{}楼", "#{}", "{}#", "第{}楼", "{} F")
    text = design.pick("number", forms).format(comment.place + 1)
    if tongue.code == "zh" and comment.place < 4 and design.chance("named floors", 0.4):
        text = ("楼主", "沙发", "板凳", "地板")[comment.place]
    if design.chance("number called", 0.12):
        word = design.pick("number word", (*tongue.all("threads"), *tongue.all("heading")))
        text = f"{word} {comment.place + 1}"
    if design.chance("number linked", 0.7):
        return [design.piece("a", "number", text, href=anchor(page, comment))]
    return [design.piece(design.pick("number tag", ("span", "b", "div", "em")), "number", text)]


def avatar(page: Page, comment: Comment) -> list[Child]:
    """A picture of the author; a letter, or with the name, on few sites."""
    design, member = page.design, comment.identity % 97
    picture = plain("img", src=f"/avatar/{member}.jpg", width="48", height="48")
    if design.chance("avatar named", 0.5):
        picture.attributes["alt"] = comment.author or ""
    if design.chance("avatar letter", 0.06) and comment.author:
        return [design.piece("span", "avatar", comment.author[:1].upper())]
    if design.chance("avatar with name", 0.12) and comment.author:
        name = plain("b", comment.author)
        if design.chance("named link", 0.6):
            name = plain("a", comment.author, href=f"/user/{member}")
        return [design.piece("div", "avatar", plain("div", picture), plain("div", name))]
    form = design.pick("avatar as", ("bare", "link", "div", "div", "figure", "span"))
    if form == "link":
        return [plain("a", picture, href=f"/user/{member}")]
    return [picture] if form == "bare" else [design.piece(form, "avatar", picture)]


def subject(page: Page, comment: Comment) -> list[Child]:
    """The comment's own title; of a row of a list, a link."""
    if comment.title is None:
        return []
    design = page.design
    tag = design.pick("subject tag", ("h3", "h4", "b", "strong", "div", "span", "a", "h5"))
    if design.kind == "rows" and tag != "a":
        tag = design.pick("row title", ("h2", "h2", "h3", "h3", tag))
        ahead = plain("a", comment.title, href=page.writer.address())
        return [design.piece(tag, "subject", ahead)]
    more = {"href": anchor(page, comment)} if tag == "a" else {}
    return [design.piece(tag, "subject", comment.title, **more)]


def _when(page: Page, comment: Comment, *, later: bool) -> str:
    """A date that is not the comment's, in the site's form: later, or one of its author's."""
    own = Random(f"{comment.author} {comment.identity if later else 0}")
    days = own.randint(1, 900) if later else -own.randint(30, 4000)
    form = page.design.pick("date form", page.writer.tongue.all("dates"))
    return page.writer.written(form, comment.when + timedelta(days, own.randrange(86400)))


def stats(page: Page, comment: Comment) -> list[Child]:
    """What a forum tells of a member: rank, posts, when joined."""
    design, writer = page.design, page.writer
    lines = [writer.any("ranks")] if design.chance("ranks", 0.8) else []
    options = writer.tongue.all("stats")
    chosen = design.some("stats", options, design.number("stat count", 1, 4))
    lines.extend(writer.filled(phrase) for phrase in chosen)
    if design.chance("dated stats", 0.25):
        label = writer.filled(design.pick("dated stat", (*options, "{w}: "))).partition(":")[0]
        lines.append(f"{label}: {_when(page, comment, later=False)}")
    form = design.pick("stats as", ("br", "div", "dl", "li", "p", "pairs"))
    pairs = [line.partition(":") for line in lines]
    if form == "pairs":
        tag = design.pick("stat label", ("b", "strong", "span", "i"))
        made = ((plain(tag, a + sign), b or " ", plain("br")) for a, sign, b in pairs)
        return [part for pair in made for part in pair]
    if form == "br" or design.old:
        out: list[Child] = [part for line in lines for part in (line, plain("br"))]
        return [plain("font", *out, size="1")] if design.chance("font", 0.3) else out
    if form == "dl":
        terms = (plain("div", plain("dt", a + sign), plain("dd", b)) for a, sign, b in pairs)
        return [design.piece("dl", "stats", *terms)]
    tag, outer = ("li", "ul") if form == "li" else (form, "div")
    return [design.piece(outer, "stats", *(plain(tag, line) for line in lines))]


def edited(page: Page, comment: Comment) -> list[Child]:
    """When it was changed, which all comments of some sites say."""
    own, writer = page.design.at("edited"), page.writer
    if writer.draw.random() > own.pick("share", (0.2, 0.6, 1.0)):
        return []
    phrases = [one for one in writer.tongue.all("edited") if "{d}" in one]
    moment: Child = _when(page, comment, later=True)
    tag = own.pick("date tag", ("", "span", "time", "a", "b"))
    if tag:
        moment = page.design.piece(tag, "date", moment)
    line = writer.mixed(own.pick("phrase", phrases), {"d": [moment], "a": [writer.handle()]})
    role = own.pick("role", ("edited", "date", "head"))
    return [page.design.piece(own.pick("tag", ("span", "div", "p", "small")), role, *line)]


VOTES = (
    "[2:span.votes{$likes} / div.votes > (a:href=#{▲} + span{$count} + a:href=#{▼})"
    " / button.votes > ([{👍} / svg] + span{$count})"
    " / span.votes > (a:href=#{$:like ($count)} + { } + a:href=#{$:dislike (0)})"
    " / span.votes{+$count}]"
)
STARS = (
    "[span.stars{$signs} / img:src=/stars.gif / img:src=/star.png*5 / span.stars{$said}"
    " / div.stars > i.star*5 / div.stars > span{$said}]"
)
CONTROLS = (
    *("reply",) * 9,
    *("quote", "report", "like", "permalink") * 3,
    *("share", "dislike", "edit", "parent", "top"),
)


def votes(page: Page, comment: Comment) -> list[Child]:
    """How many agree, and what to press to do so."""
    count = str(comment.likes)
    return _made(page.at("votes"), VOTES, count=count, likes=page.say("likes", n=count))


def stars(page: Page, comment: Comment) -> list[Child]:
    """How many of five: signs, a picture, elements, a phrase."""
    signs = "★" * comment.stars + "☆" * (5 - comment.stars)
    said = page.say("stars", n=str(comment.stars))
    return _made(page.at("stars"), STARS, signs=signs, said=said)


def _control(page: Page, comment: Comment, key: str) -> Node:
    design = page.design
    text = page.say(key, a=comment.author or "", k=str(comment.place))
    if key == "like" and comment.likes and design.chance("like counted", 0.4):
        text += f" ({comment.likes})"
    forms = ("a", "a", "a", "a", "button", "image", "span", "icon")
    form = design.pick("control as", forms)
    targets = (
        f"?replytocom={comment.identity}#respond", anchor(page, comment), "javascript:void(0)",
        f"/{key}.php?id={comment.identity}",
    )  # fmt: skip
    target = design.pick(f"{key} target", targets)
    if form == "image" and design.old:
        return plain("a", plain("img", src=f"/img/{key}.gif", alt=text), href=target)
    if form in ("button", "icon") and not design.old:
        icon = described(page, "svg") if form == "icon" and design.era == "app" else []
        return plain("button", *icon, text, type="button")
    if form == "span" and not design.old:
        return Node("span", {"role": "button"}, [text])
    node = plain("a", text, href=target)
    if design.chance("control nofollow", 0.3):
        node.attributes["rel"] = "nofollow"
    return node


def controls(page: Page, comment: Comment) -> list[Child]:
    """What to do with it: reply, quote, report."""
    design = page.design
    chosen = design.some("controls", CONTROLS, design.number("control count", 1, 4))
    keys = list(dict.fromkeys(chosen))
    if design.chance("replies only above", 0.2) and comment.depth and "reply" in keys[1:]:
        keys.remove("reply")
    made: list[Child] = [_control(page, comment, key) for key in keys]
    form = design.pick("controls in", ("list", "row", "row", "row", "bare", "brackets"))
    if form == "list" and not design.old:
        return [design.piece("ul", "controls", *(plain("li", one) for one in made))]
    joint = design.pick("controls joint", (" | ", " ", " · ", " - ", " / "))
    line = joined(made, joint)
    if form == "brackets":
        line = [part for one in made for part in ("[", one, "] ")]
    return line if form == "bare" else [design.piece("div", "controls", *line)]


def _said(key: str, role: str) -> Piece:
    """A phrase that some comments have, as a buyer's being verified."""

    def piece(page: Page, comment: Comment) -> list[Child]:
        design, writer = page.design, page.writer
        if writer.draw.random() > design.pick(f"{key} share", (0.3, 0.7, 1.0)):
            return []
        phrase = design.pick(f"say {key}", writer.tongue.all(key))
        if design.chance(f"{key} any", 0.3):
            phrase = writer.draw.choice(writer.tongue.all(key))
        text = writer.filled(phrase, a=comment.author or "", d=comment.date or "")
        tag = design.pick(f"{key} tag", ("span", "div", "p", "small", "b"))
        return [design.piece(tag, role, text)]

    return piece


def _part(text: str) -> Piece:
    """A piece that is described in a line, of comments that have what it tells."""

    def piece(page: Page, comment: Comment) -> list[Child]:
        name = (comment.author or "x").replace(" ", "").lower()
        known: dict[str, str | list[Child]] = {"handle": name, "likes": str(comment.likes)}
        known["parent"] = page.say("parent", k=str((comment.parent or 0) + 1))
        known["info"] = page.say("postinfo", d=comment.date or " ", t=page.title)
        return _made(page.at(text[:9]), text, **known)

    return piece


PIECES: dict[str, Piece] = {
    "counted": _part("[3:a.comments-link{$likes $_comments} / span.comment-count{$~ncomments}]"),
    "more": _part("a{$:more}"),
    "fold": _part("[a:href=#{[–]} / a:href=#{[-]} / a:href=#{−} / a:href=#{▾}]"),
    "labels": _part("span > ({$:tags } + a{$w1-2}~1-4^)"),
    "profile": _part("(a{$~profile} + { })*1-3"),
    "postinfo": _part("span|div|small.date{$info}"),
    "handle": _part(
        "[2:span.badge{@$handle} / span.badge{u/$handle} / span{@$handle@example.social}]"
    ),
    "verified": _said("verified", "badge"),
    "helpful": _said("helpful", "helpful"),
    "facts": _said("review_facts", "facts"),
    "recommend": _said("recommend", "facts"),
    "badge": lambda page, comment: (
        [page.design.piece("span", "badge", page.say("byauthor"))] if comment.owner else []
    ),
    "replying": lambda page, comment: (
        [] if comment.parent is None else described(page, "a{$:parent}", k=str(comment.parent + 1))
    ),
    "author": author,
    "date": date,
    "byline": byline,
    "number": number,
    "avatar": avatar,
    "subject": subject,
    "votes": votes,
    "controls": controls,
    "stars": stars,
    "stats": stats,
    "edited": edited,
}
PLACES = {
    "blog": "avatar hhss...... author hhhhhhhhsf date hhhhhhhfff badge hh........ edited f........."
    " controls hffffff... number hh........ votes f......... subject h replying h.........",
    "news": "avatar hhhsss.... author hhhhhhhhsf date hhhhhhhfff badge hhh....... fold h........."
    " controls hfffffffff number h......... votes ffffhh.... subject h replying hh........",
    "forum": "avatar sssssshh.. author ssssshhhhh date hhhhhhhfss badge h......... votes ff........"
    " controls hffffff... number hhhh...... subject h stats ssssss.... profile fff......."
    " postinfo hh........ edited hff.......",
    "qa": "votes sssssshf.. avatar fffhh..... author ffffhhhhhs date fffffhhhhh badge h........."
    " edited ffff...... controls ffffffff.. stats ff........",
    "shop": "stars hhhhhhhhs. subject h author hhhhhhssff date hhhhhhhsff avatar hhs......."
    " verified hhhff..... facts hs........ helpful ffff...... recommend f......... votes f........."
    " controls ff........",
    "sns": "avatar hhhhssss.. author h handle hhhh...... date hhhhhhhhhf controls fffffffff."
    " votes fffffhhs.. badge hh........ replying hh........ fold hh........",
    "rows": "subject h author hhhhhffsss date hhhhhfffs. avatar s......... counted hffff....."
    " more ffff...... labels hff.......",
}
"""Of each piece, where ten sites have it: head, foot, side, or nowhere."""


def _new_plan(design: Design) -> Plan:
    if design.custom is not None and design.kind != "rows":
        return design.custom.plan
    own, words = design.at("plan"), PLACES[design.kind].split()
    places = {
        name: own.pick(name, where) for name, where in zip(words[::2], words[1::2], strict=True)
    }
    lines: dict[str, tuple[str, ...]] = {}
    for letter in "hfs":
        names = [name for name, where in places.items() if where == letter]
        if own.chance(f"shuffled {letter}", 0.6):
            names = own.some(f"order {letter}", names, len(names))
        if {"author", "date"} <= set(names) and own.chance("byline", 0.35):
            names[names.index("author")] = "byline"
            names.remove("date")
        lines[letter] = tuple(names)
    if not {"author", "byline", "date"} & {name for line in lines.values() for name in line}:
        lines["h"] = ("author", *lines["h"])
    return Plan(lines["h"], lines["f"], lines["s"])


def _has_blocks(children: list[Child]) -> bool:
    return any(isinstance(one, Node) and one.tag in BLOCKS for one in children)


def _line(page: Page, comment: Comment, names: tuple[str, ...], where: str) -> list[Child]:
    """The pieces of one line, joined as the site does."""
    design = page.design.at(where)
    form = design.pick("line", ("spaces", "spaces", "spans", "divs", "br", "signs", "groups"))
    sign = design.pick("sign", (" | ", " · ", " • ", " - ", ", ", " » "))
    shown = [part for name in names if (part := PIECES[name](page, comment))]
    out: list[Child] = []
    for place, part in enumerate(shown):
        block = _has_blocks(part)
        if form == "divs" and not design.old:
            out.append(plain("div", *part))
        elif form == "spans" and not block:
            out.extend((plain("span", *part), " "))
        elif form == "br" and not block:
            out.extend((*part, plain("br")))
        elif form == "signs" and not block and place + 1 < len(shown):
            out.extend((*part, sign))
        else:
            out.extend((*part, " "))
    if form == "groups" and len(out) > 3 and not design.old:
        return [plain("div", *out[:2]), plain("div", *out[2:])]
    return out


LINE_TAGS = {
    "head": ("div", "div", "div", "p", "header", "h4", "h5", "small", "", "ul", "span"),
    "foot": ("div", "div", "div", "p", "footer", "small", "", "", "span", "ul"),
    "side": ("div",),
}


def _boxed(page: Page, comment: Comment, names: tuple[str, ...], where: str) -> list[Child]:
    """A line in an element of its own, or bare."""
    inner = _line(page, comment, names, where)
    if not inner:
        return []
    design = page.design
    tag = design.pick(f"{where} tag", LINE_TAGS[where])
    if design.old and tag in ("header", "footer", "ul"):
        tag = "p"
    if tag == "ul":
        items = (plain("li", *one) for name in names if (one := PIECES[name](page, comment)))
        return [design.piece("ul", where, *items)]
    role = "avatar" if where == "side" and design.chance("called a picture", 0.15) else where
    return [design.piece(tag, role, *inner)] if tag else inner


def body(page: Page, comment: Comment) -> list[Child]:
    """What was written, with quote before and signature after, boxed or bare."""
    design, writer = page.design, page.writer
    inner: list[Child] = [*comment.quote, *comment.body]
    tags = ("div", "div", "div", "div", "p", "section", "blockquote", "span", "")
    tag = design.pick("body tag", tags)
    if tag in ("p", "span") and (_has_blocks(inner) or comment.quote):
        tag = "div"
    for level in range(design.number("body wrappers", 0, 2) if design.era == "app" else 0):
        inner = [plain("div", *inner) if level else design.piece("div", "mainly", *inner)]
    out = [design.piece(tag, "body", *inner)] if tag else inner
    if tag and design.chance("declared text", 0.06) and isinstance(out[0], Node):
        out[0].attributes["itemprop"] = "reviewBody" if design.kind == "shop" else "text"
    edits = design.kind in ("forum", "qa") and design.chance("edits", 0.5)
    if edits and writer.draw.random() < 0.2:
        tag = design.pick("edited tag", ("div", "p", "em", "small"))
        out = [*out, design.piece(tag, "edited", page.say("edited", a=comment.author or ""))]
    if comment.signature:
        rule = design.pick("signature rule", ("line", "hr", "none"))
        lead: list[Child] = [plain("hr")] if rule == "hr" else []
        if rule == "line":
            lead = ["_________________", plain("br")]
        out = [*out, design.piece("div", "signature", *lead, *comment.signature)]
    return [*out]


# Shapes of one comment: an element that holds it all, rows of a table, a flat run.

Build = Callable[[Page, Comment, str], list[Child]]


@dataclass(frozen=True)
class CommentShape:
    """How a comment is built; ``tags`` are those of its first element."""

    build: Build
    tags: tuple[str, ...]
    nests: bool = True


def whole(page: Page, comment: Comment, tag: str) -> list[Child]:
    """One element: head, body, foot; where the site has a side, it stands before or after."""
    plan, design = _new_plan(page.design), page.design
    head, foot = (
        _boxed(page, comment, plan.head, "head"),
        _boxed(page, comment, plan.foot, "foot"),
    )
    inner: list[Child] = [*head, *body(page, comment), *foot]
    side = _boxed(page, comment, plan.side, "side")
    if side:
        if not design.chance("side unboxed", 0.2):
            inner = [design.piece("div", "mainly", *inner)]
        inner = [*inner, *side] if design.chance("side last", 0.1) else [*side, *inner]
    elif design.chance("inner wrapper", 0.25):
        inner = [design.piece("div", "mainly", *inner)]
    if tag in ("li", "div") and design.chance("article inside", 0.15):
        inner = [design.piece("article", "mainly", *inner)]
    return [design.piece(tag, "item", *inner)]


def one_line(page: Page, comment: Comment, tag: str) -> list[Child]:
    """Name, text and date in one line."""
    plan = _new_plan(page.design)
    names = tuple(n for n in plan.head + plan.side if n not in ("avatar", "stats"))
    inline = [
        plain("span", *part.children)
        if isinstance(part, Node) and part.tag in ("p", "div", "section")
        else part
        for part in comment.body
    ]
    head, foot = _line(page, comment, names, "head"), _line(page, comment, plan.foot, "foot")
    comment.body, comment.quote, comment.signature = list(inline), [], []
    return [page.design.piece(tag, "item", *head, " ", *inline, " ", *foot)]


def _cells(page: Page, comment: Comment) -> list[Node]:
    """The cells of one row: who, what."""
    plan, design = _new_plan(page.design), page.design
    side = _line(page, comment, plan.side or plan.head, "side")
    head = _boxed(page, comment, plan.head, "head") if plan.side else []
    if head and design.old and design.chance("ruled head", 0.5):
        head.append(plain("hr", size="1"))
    foot = _boxed(page, comment, plan.foot, "foot")
    out = [
        design.piece("td", "side", *side, width="20%", valign="top"),
        design.piece("td", "body", *head, *body(page, comment), *foot, valign="top"),
    ]
    return out[::-1] if design.chance("side right", 0.12) else out


def row(page: Page, comment: Comment, tag: str) -> list[Child]:
    """A row of one table."""
    node = page.design.piece("tr", "item", *_cells(page, comment))
    if page.design.old and page.design.chance("row colours", 0.4):
        node.attributes["bgcolor"] = ("#F0F0F0", "#FFFFFF")[comment.place % 2]
    return [node]


def _stack(page: Page, comment: Comment) -> tuple[list[Child], list[Child], list[Child]]:
    """Head, body and foot for shapes that have no side."""
    plan = _new_plan(page.design)
    head = _line(page, comment, plan.side + plan.head, "head")
    return head, body(page, comment), _line(page, comment, plan.foot, "foot")


def rows(page: Page, comment: Comment, tag: str) -> list[Child]:
    """Two or three rows of one table."""
    design = page.design
    if design.chance("columns", 0.5):
        top = plain("td", plain("a", page.say("top"), href="#top"))
        below = plain("tr", top, plain("td", *_line(page, comment, ("controls",), "below")))
        out = [plain("tr", *_cells(page, comment)), below]
    else:
        head, text, foot = _stack(page, comment)
        out = [plain("tr", design.piece("td", "head", *(head or ["\xa0"])))]
        out.append(plain("tr", design.piece("td", "body", *text)))
        out.extend([plain("tr", design.piece("td", "foot", *foot))] if foot else [])
    if design.chance("spacer rows", 0.4):
        gap = plain("img", src="/spacer.gif", height="5")
        out.append(plain("tr", plain("td", gap, colspan="2")))
    return list(out)


def own_table(page: Page, comment: Comment, tag: str) -> list[Child]:
    """A table of its own, of one row, or of a head and a row."""
    design, plan = page.design, _new_plan(page.design)
    if not plan.side or design.chance("stacked", 0.4):
        made = [plain("tr", plain("td", *part)) for part in _stack(page, comment) if part]
    else:
        made = [plain("tr", *_cells(page, comment))]
        if design.chance("head row", 0.4):
            names = tuple(name for name in ("date", "number") if name not in plan.head)
            top = _line(page, comment, names, "top") or ["\xa0"]
            made.insert(0, plain("tr", plain("td", *top, colspan="2")))
    node = design.piece("table", "item", *made, width="100%", border="0")
    return [plain("div", node, align="center") if design.chance("in a div", 0.3) else node]


def definition(page: Page, comment: Comment, tag: str) -> list[Child]:
    """A term and one or two definitions."""
    design, (head, text, foot) = page.design, _stack(page, comment)
    if not head:
        head, foot = foot or [f"{comment.place + 1}."], []
    out = [design.piece("dt", "head", *head), design.piece("dd", "body", *text)]
    out.extend([design.piece("dd", "foot", *foot)] if foot else [])
    if tag == "dl":
        return [design.piece("dl", "item", *out)]
    return list(out[::-1] if design.chance("text above", 0.12) and not foot else out)


def flat(page: Page, comment: Comment, tag: str) -> list[Child]:
    """A heading or line, the paragraphs, a line below, all beside those of other comments."""
    design, (head, text, foot) = page.design, _stack(page, comment)
    out: list[Child] = []
    if head:
        tag = design.pick("flat head", ("h4", "p", "div", "h3", "p", "h5"))
        out.append(design.piece(tag, "head", *head))
    if _has_blocks(comment.body) and design.chance("flat body", 0.7):
        comment.signature = []
        text = [*comment.quote, *comment.body]
    out.extend([*text, *([design.piece("p", "foot", *foot)] if foot else [])])
    if design.chance("ruled", 0.4):
        out.append(plain("hr"))
    if not isinstance(out[0], Node):
        out.insert(0, plain("a", name=f"c{comment.identity}"))
    return out


def folded(page: Page, comment: Comment, tag: str) -> list[Child]:
    """An element that can be folded: its head is the summary."""
    head, text, foot = _stack(page, comment)
    top = page.design.piece("summary", "head", *(head or [f"#{comment.place + 1}"]))
    return [page.design.piece("details", "item", top, *text, *foot, open="open")]


# Posts as programs for boards and for comments build them, each named by its number. All classes
# are drawn: what is the same on many sites is where things stand.

LAYOUTS = {
    "line above": "div|div|p|h4|h5.head:id=$id > ($names?30 + $date + { } + $number)"
    " + div.item > (div|div|p.side > ($who + $stats?50) + $body + $controls?40)",
    "line below": "div.item > (div|div|p.side > ($who + $stats?50) + $body + $controls?40)"
    " + div|div|p|h4|h5.head:id=$id > ($date + { } + $number)",
    "terms": "dt.head:id=$id > ($author + { } + $date + ({ } + $number)?70) + dd.body > $body",
    "list beside": "div.item:id=$id > (dl.side > (dt > $who + $facts) + div.mainly > (h3|h4 > $link"
    " + p.head > ($author + { » } + $date) + $body))",
    "dated table": "table.item:id=$id > (tr > (td.head > ($name + $date) + td.head > $number)"
    " + [(tr > td.side:colspan=2 > ($who + $stats) + tr > td.body:colspan=2 > $body)"
    " / tr > (td.side > ($who + $stats) + td.body > $body)] + (tr > (td{ } + td > $controls))?60)",
    "dated rows": "tr > (td.head > ($name + $date) + td.head > $number)"
    " + [(tr > td.side:colspan=2 > ($who + $stats) + tr > td.body:colspan=2 > $body)"
    " / tr > (td.side > ($who + $stats) + td.body > $body)] + (tr > (td{ } + td > $controls))?60",
    "cells": "div.item:id=$id > table > (tr > (td.side > ($author + $avatar + $stats) + td.mainly >"
    " (div.head > ($number + $date) + $body)) + tr > (td + td > $controls))",
    "titled": "div.item > div > (div.side > (h4 > $author + $stats) + div.mainly > (div.head >"
    " (h5 > $link + div.date > ({« } + strong{$place} + { } + $date + { »})) + div.body:id=$id >"
    " $body))",
    "item": "li.item:id=$id > div.mainly > ($avatar + div > (header.head > ($author + [{ • } /"
    " { · } / { }] + $self) + $body + $controls))",
}
"""A line with date and number beside its post (above it or below it), a list of terms that tells of
the author, a table with a row for the date, a box of cells with the date in the second one."""


def _moment(page: Page, comment: Comment) -> list[Child]:
    """The date, alone or after a word, in an element or bare."""
    design, shown = page.design, [comment.date or ""]
    out: list[Child] = list(shown)
    if design.chance("date led", 0.3):
        out = page.writer.mixed(design.pick("on", page.writer.tongue.all("on")), {"d": out})
    tag = design.pick("date tag", ("span", "span", "div", "small", ""))
    return [design.piece(tag, "date", *out)] if tag else out


def _board(name: str) -> Build:
    """What builds a post in one of the layouts."""

    def build(page: Page, comment: Comment, tag: str) -> list[Child]:
        design, writer, identity = page.design, page.writer, comment.identity
        form = design.pick("place", ("p{}", "post{}", "post-{}", "msg{}", "comment-{}", "c{}"))
        place = form.format(identity)
        forms = ("#{1}", "/thread/7#{1}", "showthread.php?t=7#{1}", "?post={0}#{1}")
        target = design.pick("own link", forms).format(identity, place)
        shown = design.pick("number as", ("#{0}", "#{1}", "{0}", "{2}"))
        text = shown.format(comment.place + 1, identity, page.say("permalink"))
        facts = design.some("stats", writer.tongue.all("stats"), design.number("stat count", 1, 4))
        who, face = author(page, comment), avatar(page, comment)
        return _made(
            page, LAYOUTS[name], id=place, place=str(comment.place),
            name=[plain("a", name=place)], date=_moment(page, comment),
            number=[design.piece("span", "number", plain("a", text, href=target))],
            author=who, avatar=face, who=[*face, *who], names=author(page, comment),
            stats=stats(page, comment), body=body(page, comment),
            controls=controls(page, comment),
            facts=[plain("dd", writer.filled(line)) for line in facts],
            link=[plain("a", f"Re: {page.title}", href=target)],
            self=[plain("a", comment.date or "", href=target)],
        )  # fmt: skip

    return build


BOARD_TAGS = {"terms": "dt", "dated table": "table", "dated rows": "tr", "item": "li"}
"""Tags of the first element of a post in a layout, where it is no block."""
SHAPES = {
    "whole": CommentShape(whole, tuple("li li li div div div div article section".split())),
    "old whole": CommentShape(whole, tuple("li li div div div blockquote fieldset".split())),
    "row": CommentShape(row, ("tr",), nests=False),
    "rows": CommentShape(rows, ("tr",), nests=False),
    "table": CommentShape(own_table, ("table",)),
    "terms": CommentShape(definition, ("dt",), nests=False),
    "term lists": CommentShape(definition, ("dl",)),
    "flat": CommentShape(flat, ("",), nests=False),
    "folded": CommentShape(folded, ("details",)),
    "line": CommentShape(one_line, ("li", "div", "p", "li")),
    **{
        f"board {name}": CommentShape(
            _board(name), (BOARD_TAGS.get(name, "div"),), nests=name == "item"
        )
        for name in LAYOUTS
    },
}
OLD_SHAPES = {
    "blog": "old_whole " * 4 + "row rows table terms term_lists flat flat line",
    "forum": "row row rows rows table table table old_whole flat board_dated_rows"
    " board_dated_table",
    "shop": "old_whole old_whole row table term_lists flat",
    "qa": "old_whole old_whole row table",
    "sns": "old_whole row table",
}
NEW_SHAPES = {
    "blog": "whole " * 11 + "terms flat flat folded term_lists line board_terms board_item",
    "news": "whole " * 9 + "folded flat",
    "forum": "whole " * 7 + "table row flat board_line_above board_cells board_titled"
    " board_list_beside board_line_below",
    "qa": "whole " * 6 + "table",
    "shop": "whole " * 9 + "flat term_lists terms",
    "sns": "whole " * 9 + "folded line",
}


def shape_of(page: Page) -> CommentShape:
    """The shape of the site's comments."""
    shapes = OLD_SHAPES if page.design.old else NEW_SHAPES
    names = shapes.get(page.design.kind, shapes["blog"]).split()
    return SHAPES[page.design.pick("shape", names).replace("_", " ")]
