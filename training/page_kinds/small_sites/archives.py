"""Archives of a blog: whole posts or excerpts one below the other, many or just one."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages.article import paragraph, text_block
from training.comment_pages.comment import Talk
from training.page_kinds.small_sites.posts import story
from training.page_kinds.small_sites.theme import entry, headline, piece, theme
from training.record_pages import menus
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

Titled = tuple[str, list[Child]]
"""What a page is called, and its middle."""
COUNTS = (1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8, 10, 10, 10, 12, 15, 20)
KINDS = (
    "archive",
    "archive",
    "archive",
    "archive_month",
    "archive_author",
    "archive_search",
    "home",
    "home",
)
FORMS = ("full", "full", "full", "full", "full", "excerpt", "excerpt", "picture", "line")


def title_of(talk: Talk, key: str) -> str:
    """What an archive is called."""
    writer = talk.writer
    own, words = theme(talk).at("archive head"), writer.words(1, 3)
    return writer.say(own, key, t=words, w=writer.query, a=writer.person())


def head(talk: Talk) -> list[Child]:
    """The name of the archive, above it."""
    own, writer = theme(talk).at("archive head"), talk.writer
    tag = own.pick("tag", ("h1",) * 6 + ("h2", "h2", "h3", "div"))
    out: list[Child] = [piece(talk, tag, "archive-title", talk.title)]
    if own.chance("told", 0.2) and writer.draw.random() < 0.6:
        out.append(plain("p", writer.text(1, 3)))
    if own.chance("boxed", 0.5):
        return [
            piece(
                talk, "div" if own.old else own.pick("box", ("header", "div")), "archive-head", *out
            )
        ]
    return out


def further(talk: Talk, count: int) -> list[Child]:
    """Older and newer entries."""
    own, writer = theme(talk).at("further"), talk.writer
    if count < 4 or writer.draw.random() < 0.2:
        return []
    form = own.pick("form", ("words", "words", "words", "numbers", "button", "none"))
    if form == "none":
        return []
    if form == "numbers":
        return [menus.pager(own, writer)]
    words = writer.tongue.all("prevnext")
    if form == "button" and not own.old:
        return [plain("button", writer.say(own, "more"))]
    older, newer = link(writer, words[-2]), link(writer, words[-1])
    tag = "div" if own.old else own.pick("tag", ("div", "nav"))
    both: list[Child] = [older] if writer.draw.random() < 0.5 else [older, " ", newer]
    if own.chance("cells", 0.5):
        both = [plain("div", one) for one in both if isinstance(one, Node)]
    return [piece(talk, tag, "nav", *both)]


def _more(talk: Talk) -> list[Child]:
    own, writer = theme(talk).at("more"), talk.writer
    if not own.chance("any", 0.65):
        return []
    node = piece(talk, "a", "more", writer.say(own, "more"), href=writer.address())
    return [plain("p", node)] if own.chance("apart", 0.6) else [node]


def _body(talk: Talk, form: str) -> list[Child]:
    own, writer = theme(talk).at("listed"), talk.writer
    if form == "full":
        long = own.pick("length", ("site", "site", "short", "long"))
        if long == "site":
            return story(talk)
        return text_block(talk, 1, 3) if long == "short" else text_block(talk, 4, 12)
    if form == "excerpt":
        cut = own.pick("cut", ("", "…", " [...]", "(...)", "..."))
        texts = [writer.text(2, own.pick("most", (3, 5, 8)))]
        if own.chance("two", 0.3):
            texts.append(writer.text(1, 4))
        out: list[Child] = [plain("p", text) for text in texts[:-1]]
        return [*out, plain("p", texts[-1] + cut), *_more(talk)]
    if form == "picture":
        picture = plain("img", src=f"{writer.address()}.jpg", alt="")
        return [link(writer, picture), paragraph(talk, 2)]
    return _more(talk)


def archive_page(talk: Talk) -> Titled:
    """An archive: by words, by month, by author, of a search, or the front page."""
    own, writer = theme(talk), talk.writer
    key = writer.draw.choice(KINDS)
    count = writer.draw.choice(COUNTS)
    named = key != "home" and own.chance("headed", 0.75)
    if not named:
        count = max(count, 3 if key == "home" else 2)
    form = own.pick("list form", FORMS)
    if key == "archive_search" and own.chance("search otherwise", 0.5):
        form = "excerpt"
    if form == "full":
        count = min(count, 10)
    title = talk.title if key == "home" else title_of(talk, key)
    out: list[Child] = head(replace(talk, title=title)) if named else []
    made: list[Child] = []
    for _ in range(count):
        one = replace(talk, title=writer.title())
        if form == "line":
            made.append(
                plain(
                    "li" if own.chance("items", 0.5) else "div",
                    headline(one, one.title, single=False),
                )
            )
        else:
            made.extend(entry(one, _body(one, form), single=False))
    if own.chance("listed", 0.4):
        listed = any(isinstance(node, Node) and node.tag == "li" for node in made)
        made = [piece(talk, "ul" if listed else "div", "posts", *made)]
    elif form == "line" and own.chance("items", 0.5):
        made = [plain("ul", *made)]
    return title, [*out, *made, *further(talk, count)]
