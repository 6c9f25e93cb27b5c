"""The kinds of pages that people try a scraper on first, small and with words of their own.

Elements of record ``n`` carry ``data-record="n"``, as in :mod:`list_pages`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice

NAMES = (
    "Ada Birkholm", "Bo Carver", "Cleo Dunmore", "Dan Eastlake", "Eva Fennick", "Finn Garrow",
    "Gwen Hartley", "Hugo Ives",
)  # fmt: skip
TOPICS = (
    "patience", "rain", "bread", "work", "friends", "rivers", "sleep", "money", "letters", "winter",
)  # fmt: skip
SAYINGS = (
    "A short road walked every day is longer than the long road that nobody takes.",
    "Rain falls on the roof of the patient and of the hurried.",
    "Whoever bakes for two will eat alone only once, and then with the better crust of the loaf, "
    "which is no small comfort on a cold morning.",
    "Lend your ladder, keep your hammer.",
    "A river asks nobody for the way; it is content to be late, and it is never lost for long.",
    "Sleep is the only debt that you can pay back lying down.",
    "A letter not sent is an argument won in the worst way there is.",
    "Winter counts the wood, spring counts the days.",
    "The work that is praised most is seldom the work that was hardest.",
    "Old friends are like old stairs: you know without looking where they creak.",
)
TITLES = (
    "The Lighthouse at the End of the Garden", "Salt", "A Short History of Buttons and Zips",
    "Nine Summers on the Inland Sea", "How to Mend a Clock (With One Hand)", "The Quiet Tram",
    "Letters to a Young Beekeeper", "Olga", "What the Tailor Saw: A Novel of the Old Town",
    "The Potato Eaters of Hill Street", "Under Seven Bridges", "Rust and Other Colours",
    "The Year Without a Postman", "A Map of All the Doors", "Small Boats, Large Water",
    "Grandmother's Arithmetic (Counting #2)", "The Winter Kitchen", "Tin Soldiers Don't Sing",
    "Every Second Tuesday", "The Museum of Lost Umbrellas",
)  # fmt: skip
GENRES = (
    "Travel", "Mystery", "Historical Fiction", "Classics", "Philosophy", "Romance", "Fiction",
    "Childrens", "Religion", "Nonfiction", "Music", "Default", "Sports and Games", "Fantasy",
    "Poetry", "New Adult", "Art", "Psychology", "Parenting", "Food and Drink", "Humor", "Horror",
    "History", "Business", "Biography", "Thriller", "Spirituality", "Health", "Politics", "Crime",
)  # fmt: skip
STARS = ("Three", "One", "Five", "Two", "Four")
FORUMS = (
    ("Announcements", "News about the board and the club behind it."),
    ("New members", "Say hello here. Tell us what you ride and where."),
    ("Frames and forks", "Steel, titanium, wood. Geometry, welding and repairs of all sorts."),
    ("Wheels", "Building, truing, tyres."),
    ("Brakes and gears", "Hub gears, derailleurs, cables, discs: everything that goes and stops."),
    ("Routes", "Where to go on a Sunday. Maps and reports."),
    ("Trains and ferries", "Who takes bicycles, and at what price."),
    ("For sale", "Private offers only. No dealers, please."),
    ("FindingOptions", "Looking for that one old part?"),
)
LAPTOPS = (
    ("Argon 14", 295.99, "14\", Celeron 2.2GHz, 4GB, 500GB, Linux"),
    ("Birch Pro 13 Touch", 1101.83, "13.3\" touch, Core i5, 8GB, 128GB SSD, Windows 8.1"),
    ("Cobalt X", 306.99, "15.6\", Pentium, 4GB, 500GB, no system"),
    ("Delta 15 Plus", 1178.99, "15.6\", Core i7-4712HQ, 16GB, 1TB + 8GB SSD, Windows 10 Home"),
    ("Ember S", 457.38, "Black, 12.5\", Core i3, 4GB, 500GB, DOS"),
    ("Flint 11", 364.46, "11.6\", Atom x5, 2GB, 32GB, Windows 10"),
    ("Garnet 17 Game", 1769.0, "17.3\", Core i7, 32GB, 2TB, GTX 970M, Windows 10, with a bag"),
    ("Heron Air", 1333.0, "13\", Core i5 1.8GHz, 8GB, 256GB SSD"),
    ("Iris 14", 379.95, "14\", Core i3-5005U, 4GB, 500GB, Linux"),
)  # fmt: skip


def some(values: Sequence[str], first: int, count: int) -> list[str]:
    """So many of the values from one on, round and round."""
    return list(islice(cycle(values), first, first + count))


def in_a_page(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
        f"<body>{body}</body></html>"
    )


def saying(n: int) -> str:
    name = NAMES[n * n % len(NAMES)]
    labels = "".join(
        f'<a class="label" href="/label/{topic}/">{topic}</a>\n'
        for topic in some(TOPICS, 3 * n, n % 4)
    )
    return (
        f'<div class="saying" data-record={n}><span class="words">“{SAYINGS[n - 1]}”</span>'
        f'<span>by <small class="who">{name}</small> '
        f'<a href="/people/{name.replace(" ", "-")}">(about)</a></span>'
        f'<div class="labels">Labels: {labels}</div></div>'
    )


def sayings(sidebar: Sequence[str] = TOPICS, more: bool = True) -> str:
    """Quotations in cards, as many as a cloud of labels beside them has."""
    cloud = "".join(
        f'<span class="cloud-item"><a class="label" style="font-size: {28 - 2 * n}px" '
        f'href="/label/{topic}/">{topic}</a></span>\n'
        for n, topic in enumerate(sidebar)
    )
    pager = '<li class="previous"><a href="/page/1/">Back</a></li>' if not more else ""
    pager += '<li class="next"><a href="/page/2/">Next <span aria-hidden="true">→</span></a></li>'
    return in_a_page(
        "Sayings to collect",
        '<div class="container"><div class="row header-box"><div class="col-md-8">'
        '<h1><a href="/">Sayings to collect</a></h1></div><div class="col-md-4"><p>'
        '<a href="/login">Login</a></p></div></div><div class="row"><div class="col-md-8">\n'
        + "\n".join(map(saying, range(1, 11)))
        + f'<nav><ul class="pager">{pager}</ul></nav></div>'
        f'<div class="col-md-4 cloud-box"><h2>Ten labels</h2>{cloud}</div></div></div>'
        '<footer class="footer"><div class="container"><p>Sayings by <a href="/us">Us</a></p>'
        "<p>Made with care by <a href=/them>Them</a></p></div></footer>",
    )


def cut_short(title: str, length: int = 22) -> str:
    return title if len(title) < length else f"{title[: length - 3].rstrip()} ..."


def volume(n: int) -> str:
    title = TITLES[n - 1]
    whole = title.replace('"', "&quot;")
    stars = '<i class="icon-star"></i>' * 5
    return (
        f'<li class="col-xs-6 col-sm-4 col-md-3 col-lg-3" data-record={n}>'
        f'<article class="volume_pod"><div class="image_container"><a href="book/{n}.html">'
        f'<img src="covers/{n}.jpg" alt="{whole}" class="thumbnail"></a></div>'
        f'<p class="star-rating {STARS[n % 5]}">{stars}</p>'
        f'<h3><a href="book/{n}.html" title="{whole}">{cut_short(title)}</a></h3>'
        f'<div class="volume_price"><p class="price_color">£{10 + n * 37 % 50}.{n + 17}</p>'
        '<p class="instock availability"><i class="icon-ok"></i> In stock </p><form>'
        '<button type="submit" class="btn btn-primary btn-block" data-loading-text="Adding...">'
        "Add to basket</button></form></div></article></li>"
    )


def books() -> str:
    """A grid of books beside a menu of fifty genres."""
    genres = [*GENRES, *(f"{genre} II" for genre in GENRES[:20])]
    menu = "".join(
        f'<li><a href="genre/{n}.html">{genre}</a></li>' for n, genre in enumerate(genres)
    )
    return in_a_page(
        "All books | Sandbox",
        '<header class="header container-fluid"><div class="page_inner"><div class="row">'
        '<div class="col-sm-8 h1"><a href="index.html">Books to Shelve</a><small> We sell none'
        '</small></div></div></div></header><div class="container-fluid page">'
        '<div class="page_inner">'
        '<ul class="breadcrumb"><li><a href="index.html">Home</a></li><li class="active">All'
        'books</li></ul><div class="row"><aside class="sidebar col-sm-4 col-md-3">'
        '<div class="side_genres"><ul class="nav nav-list"><li><a href="all.html">Books</a>'
        f'<ul>{menu}</ul></li></ul></div></aside><div class="col-sm-8 col-md-9">'
        '<div class="page-header action"><h1>All books</h1></div><form method="get" '
        f'class="form-horizontal"><strong>1000</strong> results - showing <strong>1</strong> to '
        f"<strong>{len(TITLES)}</strong>.</form><section>"
        '<div class="alert alert-warning" role="alert"><strong>Warning!</strong> This is a shop '
        "for practice. Prices and ratings mean nothing.</div>"
        f'<div><ol class="row">{"".join(map(volume, range(1, len(TITLES) + 1)))}</ol><div>'
        '<ul class="pager"><li class="current">Page 1 of 50</li><li class="next">'
        '<a href="page-2.html">next</a></li></ul></div></div></section></div></div></div></div>',
    )


def forum_row(n: int) -> str:
    name, about = FORUMS[n - 1]
    who = NAMES[n * 3 % len(NAMES)]
    return (
        f'<tr data-record={n}><td class="row1" align="center"><img src="folder.gif" alt="No new '
        f'posts"></td><td class="row1"><span class="forumlink"><a href="viewforum.php?f={n}" '
        f'class="forumlink">{name}</a><br></span><span class="genmed">{about}<br></span></td>'
        f'<td class="row2" align="center"><span class="gensmall">{n * 37 % 90 + 3}</span></td>'
        f'<td class="row2" align="center"><span class="gensmall">{n * 631 % 4000 + 40}</span></td>'
        f'<td class="row2" align="center"><span class="gensmall">{n} May 2024, 1{n % 10}:0{n % 6}'
        f'<br><a href="profile.php?u={n}">{who}</a> <a href="viewtopic.php?p={n * 91}">'
        '<img src="latest.gif" alt="View latest post"></a></span></td></tr>'
    )


def forum_index(in_one_table: bool = False) -> str:
    """Forums by category, each a row of counts and of the last post."""
    heads = (
        '<tr><th colspan="2"> Forum </th><th> Topics </th><th> Posts </th><th> Last post </th></tr>'
    )
    parts = (("The Club", 1, 2), ("Workshop", 3, 5), ("Rides", 6, 7), ("Market", 8, 9))
    categories = [
        f'<tr><td class="catleft" colspan="5"><span class="cattitle">'
        f'<a href="index.php?c={number}">{name}</a></span></td></tr>'
        + "".join(map(forum_row, range(first, last + 1)))
        for number, (name, first, last) in enumerate(parts, 1)
    ]
    if in_one_table:
        tables = f'<table class="forumline">{heads}{"".join(categories)}</table>'
    else:
        tables = "<br>".join(f'<table class="forumline">{heads}{one}</table>' for one in categories)
    online = ", ".join(f'<a href="profile.php?u={n}">{name}</a>' for n, name in enumerate(NAMES))
    return in_a_page(
        "Two Wheels - Index",
        '<table class="head"><tr><td><a href="index.php"><img src="logo.gif" alt="Index"></a></td>'
        '<td><span class="maintitle">Two Wheels</span><br><span class="gen">All about bicycles '
        'that last</span></td></tr></table><div class="menu"><a href="faq.php">FAQ</a> '
        '<a href="search.php">Search</a> <a href="members.php">Members</a> <a href="login.php">'
        f"Log in</a></div><p>The time is now 12 May 2024, 18:22</p>{tables}"
        f'<div class="online"><h4>Who is online</h4><p>In total there are 12 users online. '
        f"Registered users: {online}</p><p>Our members have written 48,120 posts.</p></div>"
        "<p>Powered by a board of its own</p>",
    )


def laptops() -> str:
    """Goods in a grid of thumbnails: price, cut name, what it has, reviews, stars."""
    cards = "".join(
        f'<div class="col-md-4 col-xl-4 col-lg-4" data-record={n}><div class="card thumbnail">'
        f'<div class="goods-wrapper card-body"><img class="img-responsive" alt="item" '
        f'src="/images/cart{n % 3}.png"><div class="caption">'
        f'<h4 class="price float-end card-title pull-right">${price}</h4><h4><a '
        f'href="/product/{n}" class="title" title="{name}">{cut_short(name, 12)}</a></h4>'
        f'<p class="description card-text">{about}</p></div><div class="ratings">'
        f'<p class="review-count float-end">{n * 5 % 14} reviews</p><p data-rating="{n % 4 + 1}">'
        + '<span class="ws-icon ws-icon-star"></span>' * (n % 4 + 1)
        + "</p></div></div></div></div>"
        for n, (name, price, about) in enumerate(LAPTOPS, 1)
    )
    sections = "".join(
        f'<li class="nav-item"><a href="/{name.lower()}" class="nav-link">{name}</a></li>'
        for name in ("Home", "Computers", "Phones")
    )
    pages = "".join(
        f'<li class="page-item"><a class="page-link" href="?page={n}">{n}</a></li>'
        for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 19, 20)
    )
    return in_a_page(
        "Laptops | Test shop",
        '<header class="navbar"><div class="container"><a class="navbar-brand" href="/"><img '
        'src="/logo.png" alt="Shop"></a><ul class="nav"><li><a href="/a">Cloud</a></li><li>'
        '<a href="/b">Extension</a></li><li><a href="/c">Prices</a></li></ul></div></header>'
        '<div class="container test-site"><div class="row"><div class="col-lg-3 sidebar">'
        f'<ul class="nav flex-column" id="side-menu">{sections}</ul></div><div class="col-lg-9">'
        f'<h1 class="page-header">Computers / Laptops</h1><div class="row">{cards}</div>'
        f'<nav><ul class="pagination"><li class="page-item disabled"><span>‹</span></li>{pages}'
        '<li class="page-item"><a class="page-link" href="?page=2" rel="next">›</a></li></ul></nav>'
        '</div></div></div><footer><div class="container"><div class="row"><div class="col-md-3">'
        '<p>Products</p><ul><li><a href="/a">Cloud</a></li><li><a href="/b">Extension</a></li></ul>'
        '</div><div class="col-md-3"><p>Company</p><ul><li><a href="/d">Press</a></li><li>'
        '<a href="/e">Jobs</a></li></ul></div></div></div></footer>',
    )


def story(n: int) -> str:
    name = NAMES[n % len(NAMES)].split()[0].lower()
    return (
        f'<tr class="thing" id="{4000 + n}" data-record={n}><td class="title"><span class="rank">'
        f'{n}.</span></td><td class="votes"><a href="vote?id={n}"><div class=arrow title=up></div>'
        f'</a></td><td class="title"><span class="titleline"><a href="https://site{n}.example/">'
        f'{TITLES[n - 1]}</a><span class="site"> (<a href="from?site={n}">site{n}.example</a>)'
        f"</span></span></td></tr><tr data-record={n}><td colspan=2></td><td class=below><span>"
        f'<span class="points">{n * 7} points</span> by <a href="user?id={name}">{name}{n}</a> '
        f'<span class="age"><a href="item?id={n}">{n % 9 + 2} hours ago</a></span> | '
        f'<a href="hide?id={n}">hide</a> | <a href="item?id={n}">{n * 3} comments</a></span></td>'
        '</tr><tr class="spacer" style="height:5px"></tr>'
    )


def stories() -> str:
    """Links to read, two rows of one table each: the title, and by whom and when."""
    rows = "".join(map(story, range(1, len(TITLES) + 1)))
    menu = " | ".join(f'<a href="{name}">{name}</a>' for name in ("new", "past", "ask", "show"))
    return in_a_page(
        "Makers' Links",
        '<center><table id="main"><tr><td><table><tr><td><a href="/"><img src="y.svg"></a></td><td>'
        f"<span class=top><b><a href=news>Makers' Links</a></b> {menu}</span></td><td>"
        '<span class=top><a href="login">login</a></span></td></tr></table></td></tr>'
        '<tr style="height:10px"></tr>'
        f'<tr><td><table>{rows}<tr class="space"></tr><tr><td colspan=2></td><td class=title>'
        '<a href="?p=2" rel="next">More</a></td></tr></table></td></tr><tr><td><img src="s.gif">'
        "<br><center><span><a href=/g>Guidelines</a> | <a href=/f>FAQ</a> | <a href=/l>Lists</a>"
        '</span><form>Search: <input name="q"></form></center></td></tr></table></center>',
    )


PRACTICE = {
    "sayings beside a cloud of as many labels": sayings(),
    "sayings beside a longer cloud": sayings((*TOPICS, "doors")),
    "sayings, the last page": sayings(more=False),
    "books in a grid": books(),
    "a forum's index, a table a category": forum_index(),
    "a forum's index, one table": forum_index(in_one_table=True),
    "laptops in a grid": laptops(),
    "stories of two rows each": stories(),
}
"""Pages of one list."""
