"""What stands around lists on many sites: log-in boxes, choices, pagers, lists of links."""

from __future__ import annotations

from training.comment_free.markup import Html, el, lines, many, markup
from training.comment_free.writer import Writer


def choice(name: str, *options: str) -> Html:
    return el("select", many("option", options, value="1"), name=name)


def login_form(writer: Writer, what: str = "form#login") -> Html:
    """A small box to log in with."""
    return el(
        what,
        el("label", writer.say("username") + ": "),
        el("input", type="text", name="username", size=10),
        el("label", writer.say("password") + ": "),
        el("input", type="password", name="password", size=10),
        el("input", type="submit", value=writer.say("login")),
        method="post",
        action="/login",
    )


def search_form(writer: Writer, what: str = "form.search") -> Html:
    """A field to search with."""
    return el(
        what,
        el("input", type="text", name="q", placeholder=writer.say("search")),
        el("button", writer.say("search"), type="submit"),
        action="/search",
    )


def pages_of(
    writer: Writer, item: str = "a", current: str = "strong", wrap: str = "", joint: str = " "
) -> Html:
    """Numbers of pages, and the next: the links only, for any frame."""
    last = writer.draw.randint(4, 90)
    numbers = [1, 2, 3, last]
    made = [el(current, "1")]
    made += [el(item, str(number), href=f"?page={number}") for number in numbers[1:]]
    made.append(el(item, writer.say("next"), href="?page=2", rel="next"))
    if wrap:
        made = [el(wrap, one) for one in made]
    return Html(joint.join(made))


def link_list(what: str, texts: list[str] | tuple[str, ...], item: str = "li") -> Html:
    """A list of links."""
    return el(what, lines(*(el(item, el("a", text, href="#")) for text in texts)))


def box(title: str, *children: str | None, what: str = "div.box", heading: str = "h3") -> Html:
    return el(what, el(heading, title), markup(*children))


def online(writer: Writer, what: str = "p") -> Html:
    """Who is there: figures and a row of names."""
    names = writer.some("user", 5, 12)
    links = Html(", ".join(el("a", name, href=f"/u/{name}") for name in names))
    total = writer.draw.randint(40, 900)
    return el(
        what, f"{writer.say('online')}: {total} ({len(names)} + {total - len(names)}). ", links
    )


def image(source: str, alt: str = "", **attributes: str | int) -> Html:
    return el("img", src=source, alt=alt, **attributes)
