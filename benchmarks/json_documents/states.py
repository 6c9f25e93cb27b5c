"""States that scripts of pages hold, to the pattern of real software; their content is invented."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from benchmarks.json_documents.content import (
    SITE,
    config,
    epoch,
    facets,
    goods,
    iso,
    jobs,
    menu,
    messages,
    posts,
    stories,
)
from benchmarks.json_documents.truth import Truth, of, state

Row = dict[str, Any]
_NEXT = '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{}</script>'
_CURRENCY = "currency"


def window(name: str) -> str:
    """The page around a state in a variable."""
    return f'<div id="app"></div><script>window.{name} = {{}};</script>'


def next_data(props: Row) -> Row:
    """The state of Next.js around the props of a page."""
    rest = {"page": "/[...slug]", "query": {"slug": ["a"]}, "buildId": "x1", "isFallback": False}
    common = {"menu": menu(), "config": config(), "_nextI18Next": messages()}
    return {"props": {"pageProps": {**common, **props}, "__N_SSP": True}, **rest}


def of_goods(rows: Sequence[Row], base: str = "/p", **more: str) -> dict[str, list[Any]]:
    """The columns of goods."""
    columns = of(rows, base, title="name", link="slug", price="price", image="image", **more)
    return columns | {_CURRENCY: ["EUR"] * len(rows)}


def card(row: Row, **more: Any) -> Row:
    """A product as shops write it."""
    return {
        "id": row["id"], "name": row["name"], "url": f"/p/{row['slug']}", "image": row["image"],
        "price": row["price"], "currency": "EUR", **more,
    }  # fmt: skip


@state("Next.js, category of a shop")
def _next_category() -> Truth:
    rows = goods()
    products = [
        card(row, listPrice=row["old"], averageRating=row["rating"], reviewCount=row["reviews"],
             brand={"id": 3, "name": row["brand"]}, badges=["new"]) for row in rows
    ]  # fmt: skip
    category = {"id": 9, "name": "Kitchen", "description": "All for the kitchen", "image": "/k.jpg"}
    props = {"category": category, "filters": facets(), "products": products, "total": 120}
    columns = of_goods(rows, old_price="old", rating="rating", reviews="reviews")
    return Truth(next_data(props), "/props/pageProps/products", columns, html=_NEXT)


@state("Next.js, search with facets")
def _next_search() -> Truth:
    rows = goods()
    hits = [
        {
            "objectID": row["sku"], "productName": row["name"], "productUrl": f"/p/{row['slug']}",
            "imageUrl": row["image"], "pricing": {"current": {"value": row["price"],
            "currencyCode": "EUR"}, "was": {"value": row["old"], "currencyCode": "EUR"}},
            "availability": {"inStock": row["stock"]}, "brandName": row["brand"],
        }
        for row in rows
    ]  # fmt: skip
    results = {"hits": hits, "facets": facets(), "page": 0, "nbPages": 4}
    columns = of_goods(rows, old_price="old", availability="stock")
    path = "/props/pageProps/initialData/results/hits"
    return Truth(next_data({"initialData": {"results": results}}), path, columns, html=_NEXT)


@state("Next.js, front page of a newspaper")
def _next_news() -> Truth:
    rows = stories()
    parts = [("Top stories", rows[:6]), ("Harbour", rows[6:])]
    sections = [
        {
            "id": f"s{n}", "title": title, "layout": "grid",
            "items": [
                {
                    "id": row["id"], "headline": row["title"], "href": f"/n/{row['slug']}",
                    "standfirst": row["text"], "publishedDate": iso(row["date"]),
                    "author": {"name": row["author"], "slug": "a"},
                    "media": {"image": {"src": row["image"], "alt": "", "width": 640}},
                }
                for row in part
            ],
        }
        for n, (title, part) in enumerate(parts)
    ]  # fmt: skip
    columns = of(rows, "/n", title="title", link="slug", date="date", author="author",
                 image="image", description="text")  # fmt: skip
    path = "/props/pageProps/sections/*/items"
    return Truth(next_data({"sections": sections}), path, columns, html=_NEXT)


def _apollo(rows: Sequence[Row], reference: Any) -> Row:
    products = {
        f"Product:{row['id']}": {
            "__typename": "Product", "id": str(row["id"]), "name": row["name"],
            "slug": row["slug"], "url": f"/p/{row['slug']}",
            "price": {"__typename": "Money", "amount": row["price"], "currency": "EUR"},
            "thumbnail": {"__typename": "Image", "url": row["image"], "alt": ""},
            "brand": reference(f"Brand:{i % 2}"),
        }
        for i, row in enumerate(rows)
    }  # fmt: skip
    brands = {f"Brand:{i}": {"__typename": "Brand", "id": i, "name": f"B {i}"} for i in range(2)}
    # In another order than the cache.
    listed = [reference(f"Product:{row['id']}") for row in rows][::-1]
    query = {"__typename": "Query", 'products({"first":12})': {"items": listed, "total": 12}}
    return {**products, **brands, "ROOT_QUERY": query}


@state("Apollo cache 3")
def _apollo_3() -> Truth:
    rows = goods()
    state = _apollo(rows, lambda key: {"__ref": key})
    path = '/ROOT_QUERY/products({"first":12})/items'
    return Truth(state, path, of_goods(rows[::-1]), html=window("__APOLLO_STATE__"))


@state("Apollo cache 2")
def _apollo_2() -> Truth:
    rows = goods()
    state = _apollo(rows, lambda key: {"type": "id", "generated": False, "id": key})
    path = '/ROOT_QUERY/products({"first":12})/items'
    return Truth(state, path, of_goods(rows[::-1]), html=window("__APOLLO_STATE__"))


@state("Apollo cache in Next.js")
def _apollo_next() -> Truth:
    rows = goods()
    props = {"initialApolloState": _apollo(rows, lambda key: {"__ref": key})}
    path = '/props/pageProps/initialApolloState/ROOT_QUERY/products({"first":12})/items'
    return Truth(next_data(props), path, of_goods(rows[::-1]), html=_NEXT)


@state("Redux, byId and allIds")
def _redux() -> Truth:
    rows = goods()
    by_id = {str(row["id"]): card(row, inStock=row["stock"]) for row in rows}
    state = {
        "router": {"location": {"pathname": "/kitchen", "search": ""}},
        "i18n": messages(), "ui": {"menu": menu(), "modals": {}},
        "products": {"byId": by_id, "allIds": [*by_id], "loading": False},
    }  # fmt: skip
    columns = of_goods(rows, availability="stock")
    return Truth(state, "/products/byId", columns, html=window("__INITIAL_STATE__"))


@state("Entities by slug")
def _entities() -> Truth:
    rows = stories()
    by_slug = {
        row["slug"]: {
            "title": row["title"], "path": f"/n/{row['slug']}", "published_at": iso(row["date"]),
            "author_name": row["author"], "lead": row["text"], "hero_image": row["image"],
        }
        for row in rows
    }  # fmt: skip
    state = {"session": {"user": None}, "entities": {"articles": by_slug, "sections": {}}}
    columns = of(rows, "/n", title="title", link="slug", date="date", author="author",
                 description="text", image="image")  # fmt: skip
    return Truth(state, "/entities/articles", columns, html=window("__PRELOADED_STATE__"))


@state("Nuxt 2, as JSON")
def _nuxt() -> Truth:
    rows = stories()
    data = [
        {
            "posts": [
                {
                    "id": row["id"], "title": row["title"], "to": f"/n/{row['slug']}",
                    "excerpt": row["text"], "date": row["date"].strftime("%Y-%m-%d"),
                    "cover": {"url": row["image"]},
                }
                for row in rows
            ]
        }
    ]  # fmt: skip
    state = {"layout": "default", "data": data, "state": {"nav": menu()}, "serverRendered": True}
    columns = of(rows, "/n", title="title", link="slug", description="text", image="image")
    columns["date"] = [row["date"].date() for row in rows]
    return Truth(state, "/data/0/posts", columns, html=window("__NUXT__"))


@state("Remix")
def _remix() -> Truth:
    rows = goods()
    loader = {"root": {"menu": menu(), "env": config()}, "routes/c.$": {"items": [
        card(row, rating={"average": row["rating"], "count": row["reviews"]}) for row in rows
    ]}}  # fmt: skip
    state = {"url": "/c/kitchen", "state": {"loaderData": loader, "actionData": None}}
    columns = of_goods(rows, rating="rating", reviews="reviews")
    path = "/state/loaderData/routes~1c.$/items"
    return Truth(state, path, columns, html=window("__remixContext"))


@state("SvelteKit, a fetched body as text")
def _svelte() -> Truth:
    rows = goods()
    body = json.dumps({"products": [card(row) for row in rows], "total": 12})
    html = '<script type="application/json" data-sveltekit-fetched data-url="/api/p">{}</script>'
    state = {"status": 200, "statusText": "OK", "headers": {}, "body": body}
    return Truth(state, "/body/products", of_goods(rows), html=html)


@state("Gatsby page data")
def _gatsby() -> Truth:
    rows = stories()
    edges = [
        {
            "node": {
                "id": f"n{row['id']}", "excerpt": row["text"], "fields": {"slug":
                f"/n/{row['slug']}"}, "frontmatter": {"title": row["title"],
                "date": row["date"].strftime("%B %d, %Y"), "author": row["author"]},
            }
        }
        for row in rows
    ]  # fmt: skip
    site = {"siteMetadata": {"title": "The Quay", "social": {"twitter": "quay"}}}
    data = {"site": site, "allMarkdownRemark": {"edges": edges}}
    state = {"componentChunkName": "index", "path": "/", "result": {"data": data}}
    columns = of(rows, title="title", author="author", description="text")
    columns["date"] = [row["date"].date() for row in rows]
    return Truth(state, "/result/data/allMarkdownRemark/edges", columns,
                 html=window("pageData"))  # fmt: skip


_LD = '<script type="application/ld+json">{}</script>'


@state("JSON-LD, a list of products")
def _ld_products() -> Truth:
    rows = goods()
    entries = [
        {
            "@type": "ListItem", "position": i + 1,
            "item": {
                "@type": "Product", "name": row["name"], "url": f"{SITE}/p/{row['slug']}",
                "image": [SITE + row["image"]], "brand": {"@type": "Brand", "name": row["brand"]},
                "offers": {
                    "@type": "Offer", "price": str(row["price"]), "priceCurrency": "EUR",
                    "availability": "https://schema.org/"
                    + ("InStock" if row["stock"] else "OutOfStock"),
                },
                "aggregateRating": {"@type": "AggregateRating", "ratingValue": row["rating"],
                                    "reviewCount": row["reviews"]},
            },
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    state = {"@context": "https://schema.org", "@type": "ItemList", "itemListElement": entries}
    columns = of_goods(rows, availability="stock", rating="rating", reviews="reviews")
    return Truth(state, "/itemListElement", columns, html=_LD)


@state("JSON-LD, events in a graph")
def _ld_events() -> Truth:
    rows = stories(8)
    graph = [
        {
            "@type": "Event", "name": row["title"], "startDate": row["date"].isoformat(),
            "url": f"{SITE}/e/{row['slug']}", "image": row["image"], "description": row["text"],
            "location": {"@type": "Place", "name": "Town hall", "address": "Quay 1"},
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/e", title="title", link="slug", date="date", image="image",
                 description="text")  # fmt: skip
    return Truth({"@context": "https://schema.org", "@graph": graph}, "/@graph", columns, html=_LD)


@state("Redux in JSON.parse")
def _json_parse() -> Truth:
    rows = goods()
    state = {"app": config(), "listing": {"entries": [card(row) for row in rows]}}
    # The state stands in the script as the text of a string.
    html = window("__STATE__").replace("{}", "JSON.parse({})")
    return Truth(state, "/listing/entries", of_goods(rows), html=html)


@state("Data layer of a shop")
def _data_layer() -> Truth:
    rows = goods()
    items = [
        {
            "item_id": row["sku"], "item_name": row["name"], "item_brand": row["brand"],
            "price": row["price"], "currency": "EUR", "index": i, "item_category": "Kitchen",
            "quantity": 1,
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    state = {"event": "view_item_list", "ecommerce": {"item_list_id": "kitchen", "items": items}}
    columns = of(rows, title="name", price="price")
    html = "<script>window.dataLayer = window.dataLayer || []; dataLayer.push({});</script>"
    return Truth(state, "/ecommerce/items", columns, html=html)


@state("React Query in Next.js")
def _react_query() -> Truth:
    rows = goods()
    pages = [{"items": [card(row) for row in rows], "nextCursor": "abc"}]
    query = {
        "state": {"data": {"pages": pages, "pageParams": [None]}, "status": "success"},
        "queryKey": ["products", {"category": "kitchen"}], "queryHash": "x",
    }  # fmt: skip
    user = {"state": {"data": {"id": None, "roles": []}}, "queryKey": ["me"], "queryHash": "y"}
    props = {"dehydratedState": {"mutations": [], "queries": [user, query]}}
    path = "/props/pageProps/dehydratedState/queries/1/state/data/pages/0/items"
    return Truth(next_data(props), path, of_goods(rows), html=_NEXT)


@state("Escaped JSON in JSON, a forum's preloaded data")
def _preloaded() -> Truth:
    rows = stories()
    topics = [
        {
            "id": row["id"], "title": row["title"], "slug": row["slug"], "posts_count": 3,
            "created_at": iso(row["date"]), "excerpt": row["text"], "image_url": row["image"],
        }
        for row in rows
    ]  # fmt: skip
    state = {
        "currentUser": "null",
        "siteSettings": json.dumps({"title": "Quay", "colours": ["red", "blue"]}),
        "topicList": json.dumps({"users": [], "topic_list": {"topics": topics}}),
    }
    html = '<script type="application/json" id="data-preloaded">{}</script>'
    columns = of(rows, title="title", date="date", image="image", description="text")
    return Truth(state, "/topicList/topic_list/topics", columns, html=html)


@state("Angular transfer state")
def _angular() -> Truth:
    rows = jobs()
    vacancies = [
        {
            "jobId": row["id"], "jobTitle": row["title"], "applyLink": f"/a/{row['slug']}",
            "link": f"/j/{row['slug']}", "postedDate": iso(row["date"]), "city": row["city"],
            "shortDescription": "Early mornings.", "employmentType": "FULL_TIME",
        }
        for row in rows
    ]  # fmt: skip
    state = {"G.https://api/x?": {"b": {"results": vacancies, "total": 8}, "s": 200}, "lang": "en"}
    html = '<script id="serverApp-state" type="application/json">{}</script>'
    columns = of(rows, "/j", title="title", link="slug", date="date")
    return Truth(state, "/G.https:~1~1api~1x?/b/results", columns, html=html)


@state("Search on the server, highlighted")
def _instant_search() -> Truth:
    rows = goods()
    hits = [
        {
            "objectID": row["sku"], **card(row), "reviewsCount": row["reviews"],
            "rating": row["rating"], "description": row["text"],
            "_highlightResult": {"name": {"value": f"<em>{row['name']}</em>",
                                          "matchLevel": "full", "matchedWords": ["a"]}},
        }
        for row in rows
    ]  # fmt: skip
    result = {"hits": hits, "nbHits": 12, "facets": {"brand": {"Pell": 4, "Halden": 4}}}
    state = {"initialResults": {"goods": {"state": {"query": ""}, "results": [result]}}}
    columns = of_goods(rows, rating="rating", reviews="reviews", description="text")
    return Truth(state, "/initialResults/goods/results/0/hits", columns,
                 html=window("__SEARCH_STATE__"))  # fmt: skip


@state("Videos, texts in runs")
def _videos() -> Truth:
    rows = stories()
    contents = [
        {
            "videoRenderer": {
                "videoId": f"v{row['id']}", "title": {"runs": [{"text": row["title"]}]},
                "descriptionSnippet": {"runs": [{"text": row["text"]}]},
                "thumbnail": {"thumbnails": [{"url": row["image"], "width": 320, "height": 180}]},
                "ownerText": {"runs": [{"text": row["author"]}]},
                "navigationEndpoint": {"url": f"/watch/{row['slug']}"},
                "viewCountText": {"simpleText": "1,234 views"},
            }
        }
        for row in rows
    ]  # fmt: skip
    section = {"itemSectionRenderer": {"contents": contents}}
    renderer = {"sectionListRenderer": {"contents": [section]}}
    state = {"contents": renderer, "topbar": {"menu": menu()}, "trackingParams": "CA"}
    columns = of(rows, title="title", image="image")
    path = "/contents/sectionListRenderer/contents/0/itemSectionRenderer/contents"
    return Truth(state, path, columns, html=window("ytInitialData"))


@state("Vacancies in Next.js")
def _next_jobs() -> Truth:
    rows = jobs()
    vacancies = [
        {
            "id": row["id"], "position": row["title"], "url": f"{SITE}/jobs/{row['slug']}",
            "company": {"name": "Quay Works", "logo": "https://img.example/l.png"},
            "location": {"city": row["city"], "country": "GB"}, "datePosted": iso(row["date"]),
            "salary": {"min": 30000, "max": 40000, "currency": "GBP"},
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/jobs", title="title", link="slug", date="date")
    path = "/props/pageProps/jobs/nodes"
    return Truth(next_data({"jobs": {"nodes": vacancies}}), path, columns, html=_NEXT)


@state("Comments in a flat list")
def _comments() -> Truth:
    rows = posts()
    comments = [
        {
            "comment_id": row["id"], "body": row["text"], "created_at": epoch(row["date"]),
            "user": {"id": 4, "username": row["author"], "avatar": "/a.png"},
            "parent_id": None if row["parent"] is None else rows[row["parent"]]["id"],
            "likes": row["score"],
        }
        for row in rows
    ]  # fmt: skip
    state = {"story": {"id": 1, "title": "Is the ferry back?"}, "comments": comments}
    columns = of(rows, author="author", date="date", text="text", parent="parent", score="score")
    return Truth(state, "/comments", columns, "comments", html=window("__COMMENTS__"))


@state("Reviews of a product")
def _reviews() -> Truth:
    rows = posts()
    reviews = [
        {
            "id": row["id"], "reviewText": row["text"], "submittedAt": iso(row["date"]),
            "nickname": row["author"], "rating": 5 - i % 3, "helpfulVotes": row["score"],
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    state = {"product": {"id": 7}, "reviews": {"results": reviews, "total": 7}}
    columns = of(rows, author="author", date="date", text="text")
    columns["rating"] = [5.0 - i % 3 for i in range(len(rows))]
    return Truth(state, "/reviews/results", columns, "comments", html=window("__REVIEWS__"))


@state("Homes for sale")
def _homes() -> Truth:
    rows = goods()
    homes = [
        {
            "zpid": str(row["id"]), "address": f"{row['stock']:d}{row['id']} {row['name']} Lane",
            "price": f"${row['id']},000", "unformattedPrice": row["id"] * 1000,
            "detailUrl": f"/h/{row['slug']}", "imgSrc": row["image"], "beds": 3, "baths": 2.0,
            "latLong": {"latitude": 51.2, "longitude": 0.1}, "statusType": "FOR_SALE",
        }
        for row in rows
    ]  # fmt: skip
    state = {"cat1": {"searchResults": {"listResults": homes}}, "filters": facets()}
    columns = of(rows, "/h", link="slug", image="image")
    columns["price"] = [row["id"] * 1000.0 for row in rows]
    return Truth(state, "/cat1/searchResults/listResults", columns, html=window("searchState"))


@state("Films")
def _films() -> Truth:
    rows = stories()
    films = [
        {
            "id": row["id"], "title": row["title"], "overview": row["text"],
            "poster_path": row["image"], "release_date": row["date"].strftime("%Y-%m-%d"),
            "vote_average": 3.5 + i / 4, "vote_count": 40 + i, "adult": False, "genre_ids": [1, 2],
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    state = {"page": 1, "results": films, "total_pages": 9}
    columns = of(rows, title="title", image="image", description="text")
    columns["date"] = [row["date"].date() for row in rows]
    columns["rating"] = [3.5 + i / 4 for i in range(len(rows))]
    return Truth(state, "/results", columns, html=window("__DATA__"))


@state("Strapi in Next.js")
def _strapi() -> Truth:
    rows = stories()
    data = [
        {
            "id": row["id"],
            "attributes": {
                "title": row["title"], "slug": row["slug"], "description": row["text"],
                "publishedAt": iso(row["date"]), "createdAt": iso(row["date"]),
                "cover": {"data": {"id": 1, "attributes": {"url": row["image"], "width": 3}}},
                "author": {"data": {"id": 2, "attributes": {"name": row["author"]}}},
            },
        }
        for row in rows
    ]  # fmt: skip
    props = {"articles": {"data": data, "meta": {"pagination": {"page": 1, "total": 10}}}}
    columns = of(rows, title="title", date="date", image="image", author="author",
                 description="text")  # fmt: skip
    return Truth(next_data(props), "/props/pageProps/articles/data", columns, html=_NEXT)


@state("Contentful entries")
def _contentful() -> Truth:
    rows = stories()
    items = [
        {
            "sys": {"id": f"x{row['id']}", "type": "Entry", "createdAt": iso(row["changed"])},
            "metadata": {"tags": []},
            "fields": {
                "title": row["title"], "slug": row["slug"], "publishDate": iso(row["date"]),
                "summary": row["text"],
                "heroImage": {"fields": {"file": {"url": row["image"], "contentType": "image/x"}}},
            },
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, title="title", date="date", image="image", description="text")
    props = {"entries": {"total": 10, "items": items}}
    return Truth(next_data(props), "/props/pageProps/entries/items", columns, html=_NEXT)


@state("Prices in cents")
def _cents() -> Truth:
    rows = goods()
    products = [
        {
            "sku": row["sku"], "title": row["name"], "href": f"/p/{row['slug']}",
            "price_in_cents": round(row["price"] * 100), "currency": "EUR",
            "image_url": row["image"], "updated_at": epoch(row["date"]),
        }
        for row in rows
    ]  # fmt: skip
    state = {"settings": config(), "grid": {"products": products}}
    return Truth(state, "/grid/products", of_goods(rows, date="date"), html=window("__PAGE__"))


@state("Flight data of Next.js")
def _flight() -> Truth:
    rows = goods()
    props = {"products": [card(row) for row in rows], "locale": "en"}
    menu_rows = ["$", "nav", None, {"children": [["$", "a", i, m] for i, m in enumerate(menu())]}]
    lines = [menu_rows, ["$", "div", None, {"children": ["$", "$L4", None, props]}]]
    text = "".join(f"{n:x}:{json.dumps(line)}\n" for n, line in enumerate(lines))
    half = len(text) // 2
    pushes = "".join(
        f"<script>self.__next_f.push({json.dumps([1, part])})</script>"
        for part in (text[:half], text[half:])
    )
    # The whole is written here, as it takes several scripts.
    return Truth(None, "/1/3/children/3/products", of_goods(rows), html=pushes)
