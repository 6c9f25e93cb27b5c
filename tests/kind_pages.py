"""Small pages of every kind, each in a site with a menu and a footer."""

from __future__ import annotations

from list_pages import GOODS, about, price
from posted import NAMES, PATTERNS, SAID, posts

SENTENCES = (
    "The ferry is back in the narrows, after a winter in the yard and a spring of waiting for "
    "parts that nobody makes any more.",
    "On the first morning it carried eleven cars, two bicycles and a band, and it was late by "
    "seven minutes, which the captain put down to the band.",
    "People who live on the island had gone round by the bridge for four years, an hour each way, "
    "and some of them had stopped going at all.",
    "The engine was built anew from drawings that turned up in a drawer at the town hall, among "
    "bills for coal and a recipe for soup.",
    "Whether it will still run in ten years depends on money that has been promised, and on a "
    "mechanic who has been asked to stay.",
    "Until then it crosses every half hour from six in the morning, and the crossing is free for "
    "whoever can show that they live here.",
)
"""What the articles say."""


def in_a_site(title: str, main: str, head: str = "", body: str = "") -> str:
    """The page with a menu above what it is about and a footer below."""
    menu = "".join(
        f'<li><a href="/{name.lower()}">{name}</a></li>' for name in ("News", "Goods", "Forum")
    )
    return (
        f"<!DOCTYPE html><html lang=en><head><title>{title} | Narrows</title>{head}</head>"
        f"<body{body}><header><a href=/>Narrows</a><nav><ul>{menu}</ul></nav></header>"
        f"<main>{main}</main><footer><p>© 2024 Narrows <a href=/about>About</a> "
        f"<a href=/terms>Terms</a></p></footer></body></html>"
    )


def article(comments: str = "") -> str:
    text = "".join(f"<p>{one} {two}</p>" for one in SENTENCES for two in SENTENCES[:1])
    return in_a_site(
        "The ferry returns",
        f"<article><h1>The ferry returns</h1><p>By <a href=/people/ada>Ada Byron</a>, "
        f"<time datetime=2024-03-11>11 March 2024</time></p>{text}</article>{comments}",
    )


def discussed_article() -> str:
    return article(
        f"<section id=comments><h2>6 comments</h2><ol>{posts(PATTERNS['blog'])}</ol></section>"
    )


def goods_list() -> str:
    cards = "".join(
        f"<li class=card><a href=/p/{n}><img src=/i/{n}.jpg></a><h3><a href=/p/{n}>{name}</a></h3>"
        f"<span class=price>{price(n)}</span></li>"
        for n, name in enumerate(GOODS, 1)
    )
    return in_a_site(
        "Kitchen things",
        f"<h1>Kitchen things</h1><p>10 goods</p><ul class=goods>{cards}</ul>"
        f"<nav class=pager><a href=?page=2>2</a> <a href=?page=3>3</a> <a href=?page=2>Next</a>"
        "</nav>",
    )


def teasers() -> str:
    entries = "".join(
        f"<article><h2><a href=/news/{n}>{' '.join(text.split()[:7])}</a></h2>"
        f"<time datetime=2024-03-{n + 10}>{n + 10} March 2024</time><p>{text}</p>"
        f"<a href=/news/{n}>Read more</a></article>"
        for n, text in enumerate((*SENTENCES, *SAID), 1)
    )
    return in_a_site("News", f"<h1>News</h1>{entries}<a href=/news/page/2>Older posts</a>")


def thread() -> str:
    said = "".join(
        f"<div class=post id=p{n}><div class=author><a href=/u/{n}>{name}</a><br>Member<br>"
        f"Posts: 4{n}</div><div class=body><p class=date>{n + 10} March 2021, 10:0{n}</p>"
        f"<div>{text}</div><a href=?quote={n}>Quote</a> <a href=?report={n}>Report</a></div></div>"
        for n, (name, text) in enumerate(zip(NAMES, SAID, strict=True), 1)
    )
    return in_a_site(
        "Is the canal path open?",
        f"<div class=crumbs><a href=/forum>Forum</a> › <a href=/forum/walks>Walks</a></div>"
        f"<h1>Is the canal path open?</h1><p>6 posts, page 1 of 1</p>{said}"
        "<form><textarea name=reply></textarea><button>Post reply</button></form>",
    )


def good() -> str:
    facts = {"Weight": "1.2 kg", "Material": "copper", "Made in": "Narrows", "Volume": "0.9 l"}
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts.items())
    others = "".join(
        f"<li><a href=/p/{n}><img src=/i/{n}.jpg>{name}</a> <b>{price(n)}</b></li>"
        for n, name in enumerate(GOODS[1:6], 2)
    )
    return in_a_site(
        "Copper kettle",
        f"<div class=crumbs><a href=/goods>Goods</a> › <a href=/goods/kitchen>Kitchen</a></div>"
        f"<h1>Copper kettle</h1><img src=/i/1.jpg><p class=price>{price(1)}</p><p>In stock</p>"
        f"<form><label>Quantity <input name=n value=1></label><button>Add to cart</button></form>"
        f"<h2>Description</h2><p>{about('Copper kettle')}</p><h2>Details</h2><table>{rows}</table>"
        f"<h2>You may also like</h2><ul>{others}</ul>",
    )


def log_in() -> str:
    return in_a_site(
        "Log in",
        "<h1>Log in</h1><form><label>Name <input name=user></label><label>Password "
        "<input type=password name=password></label><button>Log in</button></form>"
        "<p><a href=/forgot>Forgot your password?</a></p>",
    )


def not_found() -> str:
    return in_a_site(
        "Page not found",
        "<h1>404</h1><p>The page that you asked for is not here.</p><p><a href=/>Home</a></p>",
    )


PAGES = {
    "article": ("article", article(), "https://narrows.example/2024/03/11/the-ferry-returns"),
    "article with comments": (
        "article",
        discussed_article(),
        "https://narrows.example/news/the-ferry-returns.html",
    ),
    "goods": ("list", goods_list(), "https://narrows.example/goods/kitchen?page=1"),
    "teasers": ("list", teasers(), "https://narrows.example/news/"),
    "thread": ("thread", thread(), "https://narrows.example/forum/viewtopic.php?t=4711"),
    "good": ("detail", good(), "https://narrows.example/product/copper-kettle"),
    "log in": ("other", log_in(), "https://narrows.example/login"),
    "not found": ("other", not_found(), "https://narrows.example/nothing-here"),
}
"""Pages by name: the kind, the HTML and an address."""


DECIDED = (
    "The claim was late, since notice of it had not been given to the board within a year.",
    "The judgment below is affirmed, and each side bears its own costs of the appeal.",
    "A ferry that carries goods for pay is a common carrier, whoever may own the vessel.",
    "The tax on moorings was lawfully raised, and no hearing was owed before it was.",
    "The permit lapsed when the works had not begun by the end of the second summer.",
)
OPINIONS = {
    "rows": ("<tr><td>{code}<br>{day}</td><td>{text}</td></tr>", "<table border=1>{}</table>"),
    "paragraphs": ("<p>{code} ({day}) {text}</p>", "{}"),
    "items": ("<li>{code} ({day}) {text}</li>", "<ul>{}</ul>"),
    "terms": ("<dt>{code} {day}</dt><dd>{text}</dd>", "<dl>{}</dl>"),
}
"""How old markup writes a decision, and what is around all of them."""


def opinions(markup: str) -> str:
    """A court's list of decisions, each of which reads like a paragraph of an article."""
    one, around = OPINIONS[markup]
    rows = "".join(
        one.format(
            code=f"<a href=/opinions/{n}.pdf>24-{1040 + 17 * n}</a>",
            day=f"03/{28 - n:02}/2024",
            text=" ".join(DECIDED[(n + k) % 5] for k in range(4)),
        )
        for n in range(26)
    )
    name = "Opinions of the Harbour Court"
    return (
        f"<html><head><title>{name}</title></head><body><h2>{name}</h2><p>Opinions are posted on"
        f" the day on which they are filed.</p>{around.format(rows)}<p>Clerk, Quay 4</p></body>"
    )
