"""JSON responses to the pattern of real interfaces; their content is invented."""

from __future__ import annotations

from typing import Any

from benchmarks.json_documents.content import SITE, epoch, goods, iso, jobs, posts, stories
from benchmarks.json_documents.truth import Truth, of, response


@response("Shopify products.json")
def _shopify() -> Truth:
    rows = goods()
    products = [
        {
            "id": row["id"], "title": row["name"], "handle": row["slug"],
            "body_html": f"<p>{row['text']}</p>", "published_at": iso(row["date"]),
            "created_at": iso(row["date"]), "vendor": row["brand"], "product_type": "Kitchen",
            "tags": ["kitchen", "new"],
            "variants": [
                {
                    "id": row["id"] * 10 + n, "title": title, "sku": row["sku"],
                    "price": f"{row['price']:.2f}", "compare_at_price": f"{row['old']:.2f}",
                    "available": row["stock"], "position": n + 1, "grams": 900,
                }
                for n, title in enumerate(("Small", "Large"))
            ],
            "images": [{"id": 1, "src": SITE + row["image"], "width": 800, "height": 800}],
            "options": [{"name": "Size", "position": 1, "values": ["Small", "Large"]}],
        }
        for row in rows
    ]  # fmt: skip
    columns = of(
        rows, title="name", price="price", old_price="old", image="image", date="date",
        availability="stock",
    )  # fmt: skip
    return Truth({"products": products}, "/products", columns)


@response("WordPress wp-json posts")
def _wordpress() -> Truth:
    rows = stories()
    document = [
        {
            "id": row["id"], "date": row["date"].strftime("%Y-%m-%dT%H:%M:%S"),
            "modified": row["changed"].strftime("%Y-%m-%dT%H:%M:%S"), "slug": row["slug"],
            "status": "publish", "type": "post", "link": f"{SITE}/{row['slug']}",
            "title": {"rendered": row["title"]},
            "content": {"rendered": f"<p>{row['text']}</p>", "protected": False},
            "excerpt": {"rendered": f"<p>{row['text']}</p>\n", "protected": False},
            "author": 7, "featured_media": 12, "comment_status": "open", "categories": [4],
            "tags": [1, 2],
            "_links": {"self": [{"href": f"{SITE}/wp-json/wp/v2/posts/{row['id']}"}]},
        }
        for row in rows
    ]  # fmt: skip
    return Truth(document, "", of(rows, title="title", link="slug", date="date"))


@response("Discourse latest.json")
def _latest() -> Truth:
    rows = stories()
    topics = [
        {
            "id": row["id"], "title": row["title"], "fancy_title": row["title"],
            "slug": row["slug"], "posts_count": row["comments"] + 1,
            "reply_count": row["comments"], "image_url": row["image"],
            "created_at": iso(row["date"]), "last_posted_at": iso(row["changed"]), "bumped": True,
            "excerpt": row["text"], "views": 100, "like_count": row["score"],
            "last_poster_username": "mei", "category_id": 4, "pinned": False,
            "posters": [{"extras": "latest", "description": "Original Poster", "user_id": 3}],
        }
        for row in rows
    ]  # fmt: skip
    users = [{"id": i, "username": f"u{i}", "name": f"U {i}", "trust_level": 2} for i in range(14)]
    document = {
        "users": users,
        "primary_groups": [],
        "topic_list": {"more_topics_url": "/latest?page=1", "per_page": 30, "topics": topics},
    }
    columns = of(rows, title="title", date="date", image="image")
    return Truth(document, "/topic_list/topics", columns, next=f"{SITE}/latest?page=1")


@response("Discourse topic.json")
def _topic() -> Truth:
    rows = posts()
    stream = [
        {
            "id": row["id"], "name": "", "username": row["author"], "created_at": iso(row["date"]),
            "cooked": f"<p>{row['text']}</p>", "post_number": i + 1, "post_type": 1,
            "reply_to_post_number": None if row["parent"] is None else row["parent"] + 1,
            "reply_count": 1, "score": 4.2, "yours": False, "accepted_answer": False,
            "actions_summary": [{"id": 2, "count": 3}],
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    document = {
        "post_stream": {"posts": stream, "stream": [row["id"] for row in rows]},
        "id": 881, "title": "Is the ferry back?", "slug": "is-the-ferry-back", "tags": [],
        "suggested_topics": [
            {"id": row["id"], "title": row["title"], "slug": row["slug"],
             "created_at": iso(row["date"])} for row in stories(5)
        ],
    }  # fmt: skip
    columns = of(rows, author="author", date="date", text="text", parent="parent")
    return Truth(document, "/post_stream/posts", columns, "comments")


@response("Reddit listing")
def _reddit() -> Truth:
    rows = stories()
    children = [
        {
            "kind": "t3",
            "data": {
                "subreddit": "harbour", "title": row["title"], "name": f"t3_{row['id']}",
                "author": row["author"], "created_utc": float(epoch(row["date"])),
                "score": row["score"], "ups": row["score"], "num_comments": row["comments"],
                "permalink": f"/r/harbour/{row['slug']}", "selftext": "", "thumbnail": "self",
                "url": f"https://out.example/{row['slug']}", "over_18": False, "gildings": {},
                "subreddit_subscribers": 1200, "author_fullname": "t2_a",
            },
        }
        for row in rows
    ]  # fmt: skip
    document = {"kind": "Listing", "data": {"after": "t3_abc", "dist": 10, "children": children}}
    columns = of(rows, title="title", author="author", date="date")
    return Truth(document, "/data/children", columns)


def _reddit_tree(rows: list[dict[str, Any]], parent: int | None) -> dict[str, Any]:
    children = [
        {
            "kind": "t1",
            "data": {
                "id": f"k{row['id']}", "author": row["author"], "body": row["text"],
                "created_utc": float(epoch(row["date"])), "score": row["score"], "depth": 0,
                "replies": _reddit_tree(rows, i)
                if any(other["parent"] == i for other in rows)
                else "",
            },
        }
        for i, row in enumerate(rows)
        if row["parent"] == parent
    ]  # fmt: skip
    return {"kind": "Listing", "data": {"after": None, "children": children}}


def _in_order(rows: list[dict[str, Any]], parent: int | None = None) -> list[int]:
    order: list[int] = []
    for i, row in enumerate(rows):
        if row["parent"] == parent:
            order += [i, *_in_order(rows, i)]
    return order


def _nested(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The columns of a thread whose answers are inside what they answer."""
    order = _in_order(rows)
    ordered = [rows[i] for i in order]
    columns = of(ordered, author="author", date="date", text="text", score="score")
    parents = [row["parent"] for row in ordered]
    columns["parent"] = [None if parent is None else order.index(parent) for parent in parents]
    return columns


@response("Reddit comments")
def _reddit_comments() -> Truth:
    rows = posts()
    post = {"kind": "t3", "data": {"title": "Is the ferry back?", "author": "mei", "selftext": ""}}
    document = [
        {"kind": "Listing", "data": {"children": [post], "after": None}},
        _reddit_tree(rows, None),
    ]
    return Truth(document, "/1/data/children", _nested(rows), "comments")


@response("Hacker News Algolia search")
def _algolia_news() -> Truth:
    rows = stories()
    hits = [
        {
            "created_at": iso(row["date"]), "title": row["title"],
            "url": f"{SITE}/{row['slug']}", "author": row["author"], "points": row["score"],
            "story_text": None, "comment_text": None, "num_comments": row["comments"],
            "created_at_i": epoch(row["date"]), "objectID": str(row["id"]),
            "_tags": ["story", f"author_{row['author']}"],
            "_highlightResult": {"title": {"value": row["title"], "matchLevel": "none"}},
        }
        for row in rows
    ]  # fmt: skip
    document = {"hits": hits, "nbHits": 100, "page": 0, "nbPages": 10, "hitsPerPage": 10}
    return Truth(document, "/hits", of(rows, title="title", link="slug", author="author",
                                       date="date"))  # fmt: skip


def _item_tree(rows: list[dict[str, Any]], parent: int | None) -> list[dict[str, Any]]:
    return [
        {
            "id": row["id"], "created_at": iso(row["date"]), "author": row["author"],
            "text": f"<p>{row['text']}</p>", "points": row["score"], "title": None, "url": None,
            "parent_id": 1, "type": "comment", "children": _item_tree(rows, i),
        }
        for i, row in enumerate(rows)
        if row["parent"] == parent
    ]  # fmt: skip


@response("Hacker News Algolia item")
def _algolia_item() -> Truth:
    rows = posts()
    document = {
        "id": 1, "created_at": iso(rows[0]["date"]), "author": "mei", "title": "The ferry is back",
        "url": "https://out.example/ferry", "text": None, "points": 120, "parent_id": None,
        "children": _item_tree(rows, None),
    }  # fmt: skip
    return Truth(document, "/children", _nested(rows), "comments")


@response("Stack Exchange questions")
def _questions() -> Truth:
    rows = stories()
    items = [
        {
            "tags": row["tags"], "is_answered": True, "view_count": 20, "answer_count": 2,
            "owner": {
                "reputation": 101, "user_id": 9, "display_name": row["author"],
                "profile_image": "https://img.example/a.png", "link": f"{SITE}/users/9",
            },
            "score": row["score"], "last_activity_date": epoch(row["changed"]),
            "creation_date": epoch(row["date"]), "question_id": row["id"],
            "link": f"{SITE}/questions/{row['slug']}", "title": row["title"],
            "content_license": "CC BY-SA 4.0",
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/questions", title="title", link="slug", author="author", date="date")
    return Truth({"items": items, "has_more": True, "quota_max": 300}, "/items", columns)


@response("GitHub issues")
def _github() -> Truth:
    rows = stories()
    document = [
        {
            "url": f"https://api.example/repos/a/b/issues/{row['id']}", "id": row["id"],
            "html_url": f"{SITE}/issues/{row['id']}", "node_id": "I_kw", "number": i,
            "title": row["title"], "state": "open", "locked": False, "body": row["text"],
            "user": {
                "login": row["author"], "id": 3, "avatar_url": "https://img.example/u/3",
                "html_url": f"{SITE}/u", "type": "User", "site_admin": False,
            },
            "labels": [{"id": 2, "name": "bug", "color": "d73a4a", "default": True}],
            "comments": row["comments"], "created_at": iso(row["date"]),
            "updated_at": iso(row["changed"]), "closed_at": None,
            "comments_url": f"https://api.example/repos/a/b/issues/{row['id']}/comments",
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, "/issues", title="title", link="id", author="author", date="date")
    return Truth(document, "", columns)


@response("JSON:API articles")
def _json_api() -> Truth:
    rows = stories()
    data = [
        {
            "type": "articles", "id": str(row["id"]),
            "attributes": {
                "title": row["title"], "summary": row["text"], "publishedAt": iso(row["date"]),
                "imageUrl": row["image"],
            },
            "relationships": {"author": {"data": {"type": "people", "id": "9"}}},
            "links": {"self": f"{SITE}/articles/{row['slug']}"},
        }
        for row in rows
    ]  # fmt: skip
    people = [{"type": "people", "id": str(i), "attributes": {"name": f"P {i}"}} for i in range(4)]
    document = {
        "links": {"self": f"{SITE}/articles?page=1", "next": f"{SITE}/articles?page=2"},
        "data": data, "included": people, "meta": {"total": 30},
    }  # fmt: skip
    columns = of(rows, "/articles", title="title", link="slug", date="date", image="image",
                 description="text")  # fmt: skip
    return Truth(document, "/data", columns, next=f"{SITE}/articles?page=2")


@response("HAL orders of goods")
def _hal() -> Truth:
    rows = goods()
    products = [
        {
            "_links": {"self": {"href": f"/goods/{row['slug']}"}, "shop": {"href": "/"}},
            "name": row["name"], "price": {"amount": row["price"], "currency": "EUR"},
            "sku": row["sku"], "inStock": row["stock"],
        }
        for row in rows
    ]  # fmt: skip
    document = {
        "_links": {"self": {"href": "/goods?page=3"}, "next": {"href": "/goods?page=4"}},
        "count": 12, "total": 60, "_embedded": {"products": products},
    }  # fmt: skip
    columns = of(rows, "/goods", title="name", link="slug", price="price", availability="stock")
    columns["currency"] = ["EUR"] * len(rows)
    return Truth(document, "/_embedded/products", columns, next=f"{SITE}/goods?page=4")


@response("GraphQL edges and nodes")
def _relay() -> Truth:
    rows = goods()
    edges = [
        {
            "cursor": f"c{i}",
            "node": {
                "__typename": "Product", "id": f"gid://Product/{row['id']}", "title": row["name"],
                "handle": row["slug"], "description": row["text"],
                "onlineStoreUrl": f"{SITE}/products/{row['slug']}",
                "featuredImage": {"url": SITE + row["image"], "altText": None},
                "priceRange": {
                    "minVariantPrice": {"amount": f"{row['price']}", "currencyCode": "CAD"},
                    "maxVariantPrice": {"amount": f"{row['old']}", "currencyCode": "CAD"},
                },
                "availableForSale": row["stock"],
            },
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    page = {"hasNextPage": True, "endCursor": "c11"}
    document = {"data": {"products": {"edges": edges, "pageInfo": page}}, "extensions": {"cost": 1}}
    columns = of(rows, "/products", title="name", link="slug", price="price", image="image",
                 description="text", availability="stock")  # fmt: skip
    columns["currency"] = ["CAD"] * len(rows)
    return Truth(document, "/data/products/edges", columns)


@response("Elasticsearch hits")
def _elastic() -> Truth:
    rows = stories()
    hits = [
        {
            "_index": "news", "_id": str(row["id"]), "_score": 1.0 + i / 10,
            "_source": {
                "headline": row["title"], "byline": row["author"], "url": f"/n/{row['slug']}",
                "published": iso(row["date"]), "teaser": row["text"], "section": "local",
                "thumbnail": row["image"],
            },
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    buckets = [{"key": f"k{i}", "doc_count": i} for i in range(20)]
    document = {
        "took": 4, "_shards": {"total": 1}, "hits": {"total": {"value": 99}, "hits": hits},
        "aggregations": {"section": {"buckets": buckets}},
    }  # fmt: skip
    columns = of(rows, "/n", title="title", link="slug", author="author", date="date",
                 image="image", description="text")  # fmt: skip
    return Truth(document, "/hits/hits", columns)


@response("WooCommerce store API")
def _woocommerce() -> Truth:
    rows = goods()
    document = [
        {
            "id": row["id"], "name": row["name"], "slug": row["slug"], "sku": row["sku"],
            "permalink": f"{SITE}/product/{row['slug']}", "type": "simple",
            "short_description": f"<p>{row['text']}</p>", "on_sale": True,
            "prices": {
                "price": str(round(row["price"] * 100)), "currency_code": "GBP",
                "regular_price": str(round(row["old"] * 100)), "currency_minor_unit": 2,
                "sale_price": str(round(row["price"] * 100)), "currency_symbol": "£",
                "price_range": None,
            },
            "average_rating": str(row["rating"]), "review_count": row["reviews"],
            "images": [{"id": 3, "src": SITE + row["image"], "name": "a", "alt": ""}],
            "categories": [{"id": 1, "name": "Kitchen", "slug": "kitchen"}],
            "is_in_stock": row["stock"], "add_to_cart": {"text": "Add to cart", "url": "?add=1"},
        }
        for row in rows
    ]  # fmt: skip
    columns = of(
        rows,
        "/product",
        title="name",
        link="slug",
        price="price",
        old_price="old",
        rating="rating",
        reviews="reviews",
        image="image",
        availability="stock",
    )
    columns["currency"] = ["GBP"] * len(rows)
    return Truth(document, "", columns)


@response("Magento REST products")
def _magento() -> Truth:
    rows = goods()
    items = [
        {
            "id": row["id"], "sku": row["sku"], "name": row["name"], "attribute_set_id": 4,
            "price": row["price"], "status": 1, "visibility": 4, "type_id": "simple",
            "created_at": row["date"].strftime("%Y-%m-%d %H:%M:%S"),
            "custom_attributes": [
                {"attribute_code": "url_key", "value": row["slug"]},
                {"attribute_code": "image", "value": row["image"]},
            ],
        }
        for row in rows
    ]  # fmt: skip
    criteria = {"filter_groups": [], "page_size": 12, "current_page": 1}
    document = {"items": items, "search_criteria": criteria, "total_count": 40}
    return Truth(document, "/items", of(rows, title="name", price="price", date="date"))


@response("Ghost content API")
def _ghost() -> Truth:
    rows = stories()
    entries = [
        {
            "id": f"5f{row['id']}", "uuid": "x", "title": row["title"], "slug": row["slug"],
            "html": f"<p>{row['text']}</p>", "feature_image": row["image"], "featured": False,
            "published_at": row["date"].strftime("%Y-%m-%dT%H:%M:%S.000+00:00"),
            "updated_at": row["changed"].strftime("%Y-%m-%dT%H:%M:%S.000+00:00"),
            "custom_excerpt": None, "url": f"{SITE}/{row['slug']}/", "excerpt": row["text"],
            "primary_author": {"id": "1", "name": row["author"], "slug": "a", "url": f"{SITE}/a/"},
            "authors": [{"id": "1", "name": row["author"], "slug": "a", "url": f"{SITE}/a/"}],
            "tags": [{"id": "2", "name": "News", "slug": "news"}], "reading_time": 2,
        }
        for row in rows
    ]  # fmt: skip
    document = {"posts": entries, "meta": {"pagination": {"page": 1, "pages": 3, "next": 2}}}
    columns = of(rows, title="title", author="author", date="date", image="image",
                 description="text")  # fmt: skip
    columns["link"] = [f"{SITE}/{row['slug']}/" for row in rows]
    return Truth(document, "/posts", columns)


@response("JSON Feed")
def _feed() -> Truth:
    rows = stories()
    items = [
        {
            "id": f"{SITE}/{row['slug']}", "url": f"{SITE}/{row['slug']}", "title": row["title"],
            "content_html": f"<p>{row['text']}</p>", "summary": row["text"],
            "date_published": iso(row["date"]), "authors": [{"name": row["author"]}],
            "image": row["image"],
        }
        for row in rows
    ]  # fmt: skip
    document = {
        "version": "https://jsonfeed.org/version/1.1", "title": "The Quay", "home_page_url": SITE,
        "next_url": f"{SITE}/feed.json?p=2", "items": items,
    }  # fmt: skip
    columns = of(rows, title="title", link="slug", author="author", date="date", image="image",
                 description="text")  # fmt: skip
    return Truth(document, "/items", columns, next=f"{SITE}/feed.json?p=2")


@response("Lever postings by team")
def _lever() -> Truth:
    rows = jobs()
    teams = [
        {
            "title": team,
            "postings": [
                {
                    "id": f"a-{row['id']}", "text": row["title"], "createdAt": epoch(row["date"])
                    * 1000, "hostedUrl": f"{SITE}/jobs/{row['slug']}",
                    "applyUrl": f"{SITE}/jobs/{row['slug']}/apply",
                    "categories": {"team": team, "location": row["city"]},
                    "descriptionPlain": "Early mornings.", "lists": [],
                }
                for row in rows
                if row["team"] == team
            ],
        }
        for team in ("Works", "Office")
    ]  # fmt: skip
    ordered = sorted(rows, key=lambda row: row["team"] != "Works")
    columns = of(ordered, "/jobs", title="title", link="slug", date="date")
    return Truth(teams, "/*/postings", columns)


@response("Greenhouse jobs")
def _greenhouse() -> Truth:
    rows = jobs()
    entries = [
        {
            "absolute_url": f"{SITE}/jobs/{row['slug']}", "id": row["id"],
            "internal_job_id": row["id"] + 1, "location": {"name": row["city"]},
            "metadata": None, "requisition_id": "R-1", "title": row["title"],
            "updated_at": iso(row["date"]), "content": row["text"],
            "departments": [{"id": 1, "name": row["team"], "child_ids": []}],
            "offices": [{"id": 8, "name": row["city"], "location": row["city"]}],
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/jobs", title="title", link="slug", date="date")
    return Truth({"jobs": entries, "meta": {"total": 8}}, "/jobs", columns)
