"""Writes the static web site of the example project to the folder ``site``.

The prose is in ``site_content``, the markup in ``site_templates``. Running the
script again gives the same files, byte for byte. Next to the pages it writes
``TRUTH.json``, which says what an extraction from each page should find.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from html import escape

from site_content import Document, Entry, load
from site_markup import (
    SITE,
    TEMPLATES,
    TRUTH,
    classic,
    links,
    long_date,
    modern,
    moments,
    nested,
    number,
    page,
    pick,
    prose,
    render,
    slugify,
    stars,
    truth,
    write,
)

PAGE_SIZE = 12


def build_blog() -> None:
    """The blog: theme classic."""
    posts = load("blog")[::-1]
    teasers = []
    for order, post in enumerate(posts):
        meta, entries = post.meta, post.comments
        path = f"blog/{meta['slug']}.html"
        when = datetime.fromisoformat(meta["date"])
        common: dict[str, object] = {
            "number": 100 + 7 * (len(posts) - order),
            "title": escape(meta["title"]),
            "author": escape(meta["author"]),
            "category": meta["category"],
            "cat_slug": slugify(meta["category"]),
            "iso": when.isoformat(),
            "date": long_date(when),
            "image": pick(meta["slug"], "photo"),
            "count": len(entries),
        }
        teasers.append(
            render(
                "blog_teaser",
                href=f"{meta['slug']}.html",
                summary=escape(meta["summary"]),
                anchor=f"m-{meta['slug']}",
                **common,
            )
        )
        items: list[dict[str, object]] = [
            {
                "id": 1000 + 50 * order + index,
                "parity": "odd alt" if index % 2 else "even",
                "depth": entry.depth,
                "avatar": pick(entry.author, "avatar"),
                "author": escape(entry.author),
                "iso": moment.isoformat(),
                "when": f"{long_date(moment)} at {moment:%I:%M} {moment:%p}".replace(
                    " at 0", " at "
                ),
                "text": prose(entry.blocks),
            }
            for index, (entry, moment) in enumerate(
                zip(entries, moments(meta["date"], entries), strict=True)
            )
        ]
        others = [posts[(order + step) % len(posts)].meta for step in (2, 3, 5)]
        around = [posts[(order + step) % len(posts)].meta for step in (1, -1)]
        tags = ", ".join(
            f'<a href="index.html#tag-{slugify(tag)}" rel="tag">{escape(tag)}</a>'
            for tag in meta["tags"].split(", ")
        )
        main = render(
            "blog_post",
            body=prose(post.blocks, insets={3: render("blog_advert")}),
            tags=tags,
            related=links((f"{other['slug']}.html", other["title"]) for other in others),
            neighbours=links(
                ((f"{other['slug']}.html", other["title"]) for other in around),
                "div",
                ' class="nav-step"',
            ),
            comments=nested("blog_comment", entries, items),
            **common,
        )
        classic(
            path,
            meta["title"],
            main,
            "single single-post",
            ' &raquo; <span><a href="index.html">Blog</a></span>',
            description=escape(meta["summary"]),
        )
        truth(
            path,
            "blog-post",
            meta["title"],
            blocks=post.blocks,
            authors=[entry.author for entry in entries],
        )
    main = render("blog_index", teasers="\n".join(teasers))
    classic("blog/index.html", "The blog", main, "home blog")
    truth("blog/index.html", "blog-index", "The blog", records=len(posts))


def build_shop() -> None:
    """The shop: theme modern."""
    first, *details = load("shop")
    names = ("sku", "name", "brand", "price", "old", "rating", "reviews", "badge", "note")
    goods = [dict(zip(names, row, strict=True)) for row in first.table("products")]
    described = {document.meta["sku"]: document for document in details}
    for item in goods:
        anchor = slugify(item["sku"])
        item["href"] = f"catalogue.html#{anchor}"
        if item["sku"] in described:
            item["href"] = f"{slugify(item['name'])}.html"
        item["image"] = pick(item["sku"], "product")
    by_sku = {item["sku"]: item for item in goods}

    pages = [goods[start : start + PAGE_SIZE] for start in range(0, len(goods), PAGE_SIZE)]
    paths = ["index.html", *(f"page-{count}.html" for count in range(2, len(pages) + 1))]
    adverts = ["A new roof in a weekend", "Wellingtons by the foot", "Soot-free sweeps"]
    for order, shown in enumerate(pages):
        cards = [render("shop_card", **fragments(item)) for item in shown]
        cards.insert(
            5 + order, render("shop_advert", offer=order + 1, text=adverts[order % len(adverts)])
        )
        numbers = "".join(
            f'<li><span aria-current="page">{count}</span></li>'
            if count == order + 1
            else f'<li><a href="{href}" aria-label="Page {count}">{count}</a></li>'
            for count, href in enumerate(paths, 1)
        )
        if order + 1 < len(paths):
            numbers += f'<li><a rel="next" href="{paths[order + 1]}">Next</a></li>'
        begin = order * PAGE_SIZE + 1
        heading = "All goods" if order == 0 else f"All goods, page {order + 1}"
        main = render(
            "shop_list",
            heading=heading,
            cards="\n".join(cards),
            pages=numbers,
            range=f"{begin}&ndash;{begin + len(shown) - 1} of {len(goods)}",
        )
        state = {"page": order + 1, "skus": [item["sku"] for item in shown]}
        path = f"shop/{paths[order]}"
        modern(path, heading, main, True, state, "css-p4g3gr grid md:grid-cols-4 gap-8")
        truth(path, "shop-list", heading, records=len(shown))

    for position, document in enumerate(details):
        build_product(document, by_sku[document.meta["sku"]], goods, position)

    rest = [item for item in goods if item["sku"] not in described]
    rows = [
        render("shop_catalogue_row", anchor=slugify(item["sku"]), **fragments(item))
        for item in rest
    ]
    main = render("shop_catalogue", rows="\n".join(rows))
    modern("shop/catalogue.html", "Catalogue", main, True, {"rows": len(rows)}, "grid gap-8")
    truth("shop/catalogue.html", "shop-list", "Catalogue", records=len(rows))


def fragments(item: dict[str, str]) -> dict[str, object]:
    """What the templates need to know of a product."""
    values: dict[str, object] = {key: escape(value) for key, value in item.items()}
    values["old"] = (
        f'<s class="ml-2 text-sm text-stone-500">£{item["old"]}</s>' if item["old"] else ""
    )
    values["badge"] = (
        f'<span class="css-b4dg3x absolute top-2 left-2 text-xs">{item["badge"]}</span>'
        if item["badge"]
        else ""
    )
    values["rating"] = ""
    if item["rating"]:
        values["rating"] = render(
            "shop_rating",
            rating=item["rating"],
            stars=stars(float(item["rating"])),
            reviews=item["reviews"],
            href=item["href"],
        )
    return values


def build_product(
    document: Document, item: dict[str, str], goods: list[dict[str, str]], position: int
) -> None:
    """One page of the shop."""
    entries = document.comments
    path = f"shop/{item['href']}"
    reviews = ""
    if entries:
        items = [
            render(
                "shop_review",
                author=escape(entry.author),
                avatar=pick(entry.author, "avatar"),
                stars=stars(float(entry.fields[0])),
                rating=entry.fields[0],
                title=escape(entry.fields[1]),
                text=prose(entry.blocks),
                iso=f"{moment:%Y-%m-%d}",
                when=f"{moment.day} {moment:%B %Y}",
                votes=number(entry.author, 0, 23),
            )
            for entry, moment in zip(
                entries, moments(f"2023-0{1 + position}-11", entries, 60000), strict=True
            )
        ]
        reviews = render(
            "shop_reviews", shown=len(entries), total=item["reviews"], items="\n".join(items)
        )
    begin = goods.index(item)
    others = [goods[(begin + step) % len(goods)] for step in (1, 4, 11, 17)]
    specs = "".join(
        f'<tr><th scope="row" class="py-2 text-left font-medium">{escape(name)}</th>'
        f'<td class="py-2">{escape(value)}</td></tr>'
        for name, value in document.table("specs", ": ")
    )
    main = render(
        "shop_detail",
        body=prose(document.blocks),
        specs=specs,
        reviews_html=reviews,
        related="\n".join(render("shop_related", **fragments(other)) for other in others),
        **fragments(item),
    )
    state = {"sku": item["sku"], "price": item["price"], "currency": "GBP"}
    modern(path, item["name"], main, True, state, "css-p4g3gr")
    truth(
        path,
        "shop-detail",
        item["name"],
        blocks=document.blocks,
        authors=[entry.author for entry in entries],
    )


def build_news() -> None:
    """The English news: theme modern."""
    articles = load("news_en")
    grid = "css-p4g3gr grid md:grid-cols-4 gap-8"
    heads = [(f"{article.meta['slug']}.html", article.meta["title"]) for article in articles]
    aside = render("news_aside", ranking=links(heads[i] for i in (2, 0, 5, 3, 7)))
    teasers = []
    for order, article in enumerate(articles):
        meta = article.meta
        when = datetime.fromisoformat(meta["date"])
        words = sum(len(block.text.split()) for block in article.blocks)
        common: dict[str, object] = {
            "title": escape(meta["title"]),
            "author": escape(meta["author"]),
            "section": meta["section"],
            "iso": meta["date"],
            "date": f"{when.day} {when:%B %Y}",
            "image": pick(meta["slug"], "photo"),
            "minutes": 1 + words // 220,
        }
        href = heads[order][0]
        teasers.append(render("news_teaser", href=href, summary=escape(meta["summary"]), **common))
        also, *more = [heads[(order + step) % len(heads)] for step in (3, 1, 4, 6)]
        insets = {
            2: render("news_inset", href=also[0], title=escape(also[1])),
            4: render("news_advert"),
        }
        main = render(
            "news_article",
            body=prose(article.blocks, insets=insets),
            related=links(more),
            aside=aside,
            section_slug=slugify(meta["section"]),
            **common,
        )
        state = {"slug": meta["slug"], "section": meta["section"], "words": words}
        modern(f"news/{href}", meta["title"], main, False, state, grid)
        truth(f"news/{href}", "news-article", meta["title"], blocks=article.blocks)
    title = "The latest from the valley"
    main = render("news_index", teasers="\n".join(teasers), aside=aside)
    state = {"slugs": [article.meta["slug"] for article in articles]}
    modern("news/index.html", title, main, False, state, grid)
    truth("news/index.html", "news-index", title, records=len(articles))


CHARSETS = {
    "utf-8": '<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />\n',
    "gb2312": "<meta charset=gb2312>\n",
    "none": "",
}


def build_news_zh() -> None:
    """The Chinese news: a variant of theme classic; two pages are encoded as GBK."""
    articles = load("news_zh")
    heads = [(f"{article.meta['slug']}.html", article.meta["title"]) for article in articles]
    ranking = links(heads[i] for i in (5, 0, 6, 2, 9, 3))
    teasers = []
    for order, article in enumerate(articles):
        meta, entries = article.meta, article.comments
        href, path = heads[order][0], f"news-zh/{heads[order][0]}"
        common: dict[str, object] = {
            "title": escape(meta["title"]),
            "section": meta["section"],
            "image": pick(meta["slug"], "photo"),
        }
        teasers.append(
            render(
                "zh_teaser",
                href=href,
                summary=escape(meta["summary"]),
                date=meta["date"],
                views=number(meta["slug"], 300, 9000),
                **common,
            )
        )
        comments = ""
        if entries:
            items: list[dict[str, object]] = [
                {
                    "id": 70000 + 100 * order + index,
                    "avatar": pick(entry.author, "avatar"),
                    "author": escape(entry.author),
                    "when": f"{moment:%Y-%m-%d %H:%M}",
                    "text": prose(entry.blocks),
                    "votes": number(entry.author, 0, 260),
                }
                for index, (entry, moment) in enumerate(
                    zip(entries, moments(meta["date"], entries, 300), strict=True)
                )
            ]
            comments = render(
                "zh_comments", count=len(entries), comments=nested("zh_comment", entries, items)
            )
        body = "\n".join(
            [
                f'<p align="center"><img src="../static/img/{common["image"]}" alt="" /></p>',
                *(
                    f"<p>\u3000\u3000{escape(block.text, quote=False)}</p>"
                    for block in article.blocks
                ),
            ]
        )
        around = [heads[(order + step) % len(heads)] for step in (-1, 1)]
        main = render(
            "zh_article",
            body=body,
            comments=comments,
            author=meta["author"],
            when=f"{meta['date']} {number(meta['slug'], 5, 7):02}:{number(path, 10, 59)}",
            neighbours=links(around, "span"),
            related=links(heads[(order + step) % len(heads)] for step in (2, 3, 5, 7)),
            **common,
        )
        charset = meta.get("charset", "utf-8")
        page(
            "zh",
            path,
            meta["title"],
            main,
            section=meta["section"],
            ranking=ranking,
            crumb=f" &gt; {meta['section']} &gt; 正文",
            charset_meta=CHARSETS[charset],
            description=escape(meta["summary"]),
            encoding="utf-8" if charset == "utf-8" else "gbk",
        )
        truth(
            path,
            "news-article",
            meta["title"],
            lang="zh",
            blocks=article.blocks,
            authors=[entry.author for entry in entries],
        )
    main = render("zh_index", teasers="\n".join(teasers))
    page(
        "zh",
        "news-zh/index.html",
        "新闻中心",
        main,
        section="新闻",
        crumb="",
        charset_meta=CHARSETS["utf-8"],
        ranking=ranking,
    )
    truth("news-zh/index.html", "news-index", "新闻中心", lang="zh", records=len(articles))


LABELS = {
    "en": {
        "l_posts": "Posts",
        "l_joined": "Joined",
        "l_place": "From",
        "l_posted": "Posted",
        "l_only": "Only this author",
        "l_reply": "Reply",
        "l_report": "Report",
    },
    "zh": {
        "l_posts": "帖子",
        "l_joined": "注册",
        "l_place": "来自",
        "l_posted": "发表于",
        "l_only": "只看该作者",
        "l_reply": "回复",
        "l_report": "举报",
    },
}


def post_html(entry: Entry) -> str:
    """The text of a post, with the quotes that a forum makes of them."""
    parts = []
    for block in entry.blocks:
        author, _, text = block.text.partition(": ")
        if block.kind == "quote":
            parts.append(
                f'<div class="quote"><blockquote><font color="#999999">{escape(author)} :</font>'
                f"<br />{escape(text)}</blockquote></div><br />"
            )
        else:
            parts.append(escape(block.text, quote=False))
    return "\n".join(parts)


def build_forum() -> None:
    """The forum: theme classic, with tables."""
    *documents, listed, members = load("forum")
    names = ("number", "title", "author", "replies", "last")
    rows = [
        {
            **dict(zip(names, row, strict=True)),
            "board": "Workshop",
            "started": row[4],
            "href": f"login.html#t{row[0]}",
        }
        for row in listed.table("threads")
    ]
    users = {user[0]: user[1:] for user in members.table("users")}
    heads = [(f"{thread.meta['slug']}.html", thread.meta["title"]) for thread in documents]
    for thread in documents:
        meta, entries = thread.meta, thread.comments
        times = moments(meta["date"], entries)
        ident = meta["slug"].removeprefix("thread-")
        path = f"forum/{meta['slug']}.html"
        posts = []
        for floor, (entry, moment) in enumerate(zip(entries, times, strict=True), 1):
            rank, count, joined, place, signature = users[entry.author]
            sign = (
                f'            <div class="sign" style="max-height:60px">{escape(signature)}</div>\n'
            )
            posts.append(
                render(
                    "forum_post",
                    id=int(ident) * 20 + floor,
                    floor=floor,
                    rank=rank,
                    posts=count,
                    author=escape(entry.author),
                    avatar=pick(entry.author, "avatar"),
                    joined=joined,
                    place=place,
                    when=f"{moment:%Y-%m-%d %H:%M}",
                    text=post_html(entry),
                    signature=sign if signature else "",
                    **LABELS[meta["lang"]],
                )
            )
        rows.append(
            {
                "number": ident,
                "title": meta["title"],
                "author": meta["author"],
                "replies": str(len(entries) - 1),
                "last": f"{times[-1]:%Y-%m-%d}",
                "started": meta["date"],
                "board": meta["board"],
                "href": f"{meta['slug']}.html",
                "last_author": entries[-1].author,
            }
        )
        main = render(
            "forum_thread",
            title=escape(meta["title"]),
            board=meta["board"],
            slug="b" + slugify(meta["board"]),
            views=number(ident, 200, 4000),
            replies=len(entries) - 1,
            posts="\n".join(posts),
            similar=links(head for head in heads if head[1] != meta["title"]),
        )
        crumb = f' <em>&rsaquo;</em> <a href="index.html">{meta["board"]}</a>'
        page("forum", path, meta["title"], main, lang=meta["lang"], crumb=crumb)
        truth(
            path,
            "forum-thread",
            meta["title"],
            lang=meta["lang"],
            authors=[entry.author for entry in entries],
        )
    rows.sort(key=lambda row: row["number"], reverse=True)
    html = [
        render(
            "forum_row",
            number=row["number"],
            title=escape(row["title"]),
            href=row["href"],
            author=escape(row["author"]),
            replies=row["replies"],
            last=row["last"],
            last_author=escape(row.get("last_author", sorted(users)[number(row["title"], 0, 9)])),
            board=row["board"],
            board_id=slugify(row["board"]),
            views=number(row["number"], 200, 4000),
            started=row["started"],
        )
        for row in rows
    ]
    title = "Everything under one roof"
    page(
        "forum",
        "forum/index.html",
        title,
        render("forum_index", rows="\n".join(html)),
        lang="en",
        crumb="",
    )
    truth("forum/index.html", "forum-index", title, records=len(rows))
    page("forum", "forum/login.html", "Log in", render("forum_login"), lang="en", crumb="")
    truth("forum/login.html", "odd", "Log in")


def build_others() -> None:
    """The front page, the information and the pages that test one's patience."""
    for path, name, title in (
        ("index.html", "home", "A small corner of the web"),
        ("info/about.html", "about", "About these pages"),
        ("info/help.html", "help", "Help"),
        ("info/sponsored.html", "sponsored", "Advertisements"),
        ("odd/index.html", "odd_index", "Odds and ends"),
    ):
        classic(path, title, render(name), "page")
        truth(path, "odd", title)

    digests = b"".join(hashlib.sha256(bytes([count])).digest() for count in range(24))
    broken = (TEMPLATES / "broken.html").read_bytes()
    garbage = b"\x00\x01\xff\xfe\xc3\x28" + digests[:96].replace(b"<", b"\x80") + b"\xf0\x28"
    header = (
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x20\x00\x00\x00\x20\x08\x02\x00\x00\x00"
    )
    data = {"tides": [{"place": "Kettle Point", "high": ["07:12", "19:38"]}], "unit": "m"}
    plain = "Tides at Kettle Point\n\nHigh water 07.12 and 19.38.\nLow water 01.04 and 13.20.\n"
    for path, headline, content in (
        ("odd/empty.html", "", b""),
        ("odd/broken.html", "A page in a bad state", broken.replace(b"@@BINARY@@", garbage)),
        ("odd/data.json", "", json.dumps(data, indent=1).encode() + b"\n"),
        ("odd/plain.txt", "", plain.encode()),
        ("odd/image.html", "", header + digests),
    ):
        write(path, content)
        truth(path, "odd", headline)


def main() -> None:
    """Write the whole site."""
    for source in sorted((TEMPLATES / "static").rglob("*.*")):
        write(source.relative_to(TEMPLATES).as_posix(), source.read_bytes())
    build_shop()
    build_blog()
    build_news()
    build_news_zh()
    build_forum()
    build_others()
    text = json.dumps(dict(sorted(TRUTH.items())), ensure_ascii=False, indent=1)
    write("TRUTH.json", text.encode() + b"\n")
    print(f"{len(TRUTH)} pages below {SITE}")


if __name__ == "__main__":
    main()
