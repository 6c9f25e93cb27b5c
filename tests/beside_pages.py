"""A list page that has a second list beside the main one."""

from __future__ import annotations


def goods_beside_news() -> str:
    """Ten goods, and six pieces of news at their side."""
    goods = "".join(
        f"<li class=card><h3><a href=/g/{n}>Rope {n} of the harbour</a></h3><b>€{n}9.50</b>"
        f"<p>Ten metres, tarred, for boats of up to {n} tons.</p></li>"
        for n in range(1, 11)
    )
    news = "".join(
        f"<li><h4><a href=/n/{n}>The mast of ship {n} is up</a></h4> <i>{n} May 2024</i>"
        f"<p>It took {n} days, and all the hands that the harbour has.</p></li>"
        for n in range(1, 7)
    )
    return (
        "<html lang=en><head><title>All ropes</title></head><body class=archive>"
        f"<aside><h2>News</h2><ul>{news}</ul></aside>"
        f"<main><h1>All ropes</h1><ul>{goods}</ul></main></body></html>"
    )
