"""Pages that are main text and hardly anything else, as feeds and items hold them."""

from __future__ import annotations

from html import escape
from random import Random
from typing import Final

from training.augmented.draft import Variant
from training.pages.words import language_of

MOST_LINES: Final = 12
"""Lines of a short fragment."""

_FORMS: Final = (
    ("", "<p>{}</p>", ""),
    ("<div>", "<p>{}</p>\n", "</div>"),
    ("<article>", "<p>{}</p>", "</article>"),
    ('<div class="content">', "<p><span>{}</span></p>", "</div>"),
    ("<div>", "{}<br><br>", "</div>"),
    ("<main>", "<div>{}</div>", "</main>"),
    ("<table><tr><td>", "<p>{}</p>", "</td></tr></table>"),
)
_BESIDE: Final = ("rights", "letter", "follow_us", "read_also", "advert", "follow", "cookie")
"""Phrases of what stands beside main text nevertheless."""
_PLACES: Final = (
    "<p>{}</p>", "<div>{}</div>", '<p><a href="/x">{}</a></p>', '<div class="share">{}</div>',
    "<footer>{}</footer>", '<ul><li><a href="/a">{}</a></li></ul>', "<p><small>{}</small></p>",
)  # fmt: skip


def fragment(text: str, title: str, lang: str, chance: Random) -> Variant:
    """Some lines of a text, or all, below a heading or none, with little around them or nothing."""
    lines = [line for line in text.split("\n") if line.strip()]
    if chance.random() < 0.7:
        first = chance.randrange(len(lines))
        lines = lines[first : first + chance.randint(1, MOST_LINES)]
    before, form, after = chance.choice(_FORMS)
    body = before + "".join(form.format(escape(line)) for line in lines) + after
    said = escape(title)
    heading = f"<h1>{said}</h1>" if title and chance.random() < 0.5 else ""
    head = f"<title>{said}</title>" if title and chance.random() < 0.5 else ""
    above = _beside(lang, chance) if chance.random() < 0.3 else ""
    below = _beside(lang, chance) if chance.random() < 0.6 else ""
    html = (
        f'<html><head><meta charset="utf-8">{head}</head>'
        f"<body>{above}{heading}{body}{below}</body></html>"
    )
    return Variant(html.encode("utf-8", "replace"), "\n".join(lines), lang, "fragment", ())


def _beside(lang: str, chance: Random) -> str:
    """Something short that is no main text."""
    phrases = language_of(lang or "en").all(chance.choice(_BESIDE))
    year = str(chance.randint(2005, 2026))
    said = chance.choice(phrases).replace("{y}", year).replace("{n}", "214").replace("{s}", "Vanda")
    return chance.choice(_PLACES).format(escape(said))
