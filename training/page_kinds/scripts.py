"""What a browser runs or reads and nobody sees: styles, scripts, data for scripts."""

from __future__ import annotations

import json

from training.page_kinds.site import Site
from training.record_pages.markup import Child, Node, plain

LINES = (
    "window.dataLayer = window.dataLayer || [];",
    "function gtag(){dataLayer.push(arguments);}",
    "var _paq = _paq || []; _paq.push(['trackPageView']);",
    "(function(d,s){var j=d.createElement(s);d.head.appendChild(j);})(document,'script');",
    "var d = document.documentElement; d.className = d.className.replace('no-js','js');",
    "jQuery(function($){ $('.menu').dropdown(); });",
    "var settings = {lang: 'en', currency: 'EUR', debug: false};",
    "window.addEventListener('load', function () { init(); });",
    "if (top.location != location) { top.location.href = document.location.href; }",
    "var addthis_config = {data_track_addressbar: true};",
)
RULES = (
    ".{n}{{display:flex;margin:0 {k}px}}",
    ".{n}:hover{{color:#{c:06x}}}",
    "#{n}{{width:{k}px;float:left}}",
    "@media(max-width:{k}px){{.{n}{{display:none}}}}",
    ".{n} a{{font:{k}px Arial,sans-serif;color:#{c:06x}}}",
)


def style(site: Site) -> list[Node]:
    """Rules of the site's style, on the page itself."""
    own, draw = site.design.at("style"), site.speaker("style").draw
    size = own.pick("rules", (0, 0, 5, 20, 80, 250))
    rules = [
        draw.choice(RULES).format(
            n="".join(draw.choices("abcdefghilmnoprst", k=draw.randint(2, 8))),
            k=draw.randint(1, 900),
            c=draw.randrange(16**6),
        )
        for _ in range(size)
    ]
    return [plain("style", "\n".join(rules), type="text/css")] if rules else []


def _state(site: Site, number: int) -> Node:
    """What a script knows of the page: keys, numbers, some text."""
    speaker = site.speaker(f"state {number}")
    draw = speaker.draw
    data = {
        "page": number,
        "locale": site.language.code,
        "flags": {speaker.word(): draw.random() < 0.5 for _ in range(draw.randint(3, 40))},
        "items": [
            {"id": draw.randrange(10**6), "title": speaker.title(), "url": speaker.address()}
            for _ in range(draw.choice((0, 5, 20, 60)))
        ],
        "texts": {speaker.word(): speaker.words(1, 5) for _ in range(draw.randint(3, 60))},
    }
    text = json.dumps(data).replace("<", "\\u003c").replace("&", "\\u0026")
    if site.design.chance("state as json", 0.5):
        return plain("script", text, id="__DATA__", type="application/json")
    return plain("script", f"window.__STATE__ = {text}")


def in_head(site: Site) -> list[Node]:
    """Scripts and styles of the head."""
    own = site.design.at("head scripts")
    out: list[Node] = []
    for place in range(own.number("count", 0, 6)):
        if own.chance(f"inline {place}", 0.5):
            lines = own.some(f"lines {place}", LINES, own.number(f"n {place}", 1, 4))
            out.append(plain("script", "\n".join(lines).replace("&", "").replace("<", "")))
        else:
            out.append(plain("script", src=f"/js/{place}.js"))
    return [*out, *style(site)]


def at_end(site: Site, number: int) -> list[Child]:
    """Scripts below all that is seen."""
    own = site.design.at("end scripts")
    out: list[Child] = [
        plain("script", src=f"/js/end{place}.js") for place in range(own.number("count", 0, 7))
    ]
    if own.chance("state", 0.5 if site.design.era == "app" else 0.15):
        out.append(_state(site, number))
    if own.chance("pixel", 0.3):
        pixel = plain("img", src="https://count.example/p.gif", width="1", height="1", alt="")
        out.append(plain("noscript", pixel))
    return out
