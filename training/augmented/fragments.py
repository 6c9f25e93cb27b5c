"""Pages that are main text and nothing else, as feeds and items hold them."""

from __future__ import annotations

from html import escape
from random import Random
from typing import Final

from training.augmented.draft import Variant

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


def fragment(text: str, title: str, lang: str, chance: Random) -> Variant:
    """Some lines of a text, or all, below a heading or none, without anything around them."""
    lines = [line for line in text.split("\n") if line.strip()]
    if chance.random() < 0.7:
        first = chance.randrange(len(lines))
        lines = lines[first : first + chance.randint(1, MOST_LINES)]
    before, form, after = chance.choice(_FORMS)
    body = before + "".join(form.format(escape(line)) for line in lines) + after
    said = escape(title)
    heading = f"<h1>{said}</h1>" if title and chance.random() < 0.5 else ""
    head = f"<title>{said}</title>" if title and chance.random() < 0.5 else ""
    html = f'<html><head><meta charset="utf-8">{head}</head><body>{heading}{body}</body></html>'
    return Variant(html.encode("utf-8", "replace"), "\n".join(lines), lang, "fragment", ())
