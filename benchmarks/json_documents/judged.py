"""Documents to the pattern of further software, judged once after all changes for the others.

Their content is invented.
"""

from __future__ import annotations

from benchmarks.json_documents.content import SITE, epoch, goods, iso, posts, stories
from benchmarks.json_documents.truth import Build, Truth, of

JUDGED: dict[str, Build] = {}


def judged(build: Build) -> Build:
    """Register a builder, by its name."""
    return JUDGED.setdefault(build.__name__.strip("_").replace("_", " "), build)


@judged
def _Open_Library_search() -> Truth:
    rows = stories()
    docs = [
        {"key": f"/works/OL{row['id']}W", "title": row["title"], "author_name": [row["author"]],
         "author_key": ["OL1A"], "first_publish_year": 1954, "cover_i": 9255566,
         "edition_count": 3, "has_fulltext": True, "language": ["eng"], "ia": ["x"],
         "cover_edition_key": "OL2M", "public_scan_b": False} for row in rows
    ]  # fmt: skip
    response = {"numFound": 629, "start": 0, "numFoundExact": True, "docs": docs, "q": "quay"}
    return Truth(response, "/docs", of(rows, title="title", author="author"))


@judged
def _Etsy_listings() -> Truth:
    rows = goods()
    results = [
        {"listing_id": row["id"], "user_id": 1, "shop_id": 2, "title": row["name"],
         "description": row["text"], "state": "active", "created_timestamp": epoch(row["date"]),
         "ending_timestamp": 1909540000, "quantity": 3, "url": f"{SITE}/listing/{row['slug']}",
         "num_favorers": 5, "tags": ["oak"], "taxonomy_id": 1, "who_made": "i_did",
         "price": {"amount": round(row["price"] * 100), "divisor": 100, "currency_code": "USD"}}
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/listing", title="name", link="slug", price="price", date="date",
                 description="text") | {"currency": ["USD"] * len(rows)}  # fmt: skip
    return Truth({"count": 900, "results": results}, "/results", columns)


@judged
def _Best_Buy_products() -> Truth:
    rows = goods()
    products = [
        {"sku": row["id"], "name": row["name"], "type": "HardGood", "salePrice": row["price"],
         "regularPrice": row["old"], "onSale": True, "dollarSavings": 3.5,
         "url": f"{SITE}/site/{row['slug']}", "image": SITE + row["image"],
         "thumbnailImage": f"{SITE}/t.jpg", "customerReviewAverage": row["rating"],
         "customerReviewCount": row["reviews"], "onlineAvailability": row["stock"],
         "shortDescription": row["text"], "manufacturer": row["brand"], "shippingCost": 5.99}
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/site", title="name", link="slug", price="price", old_price="old",
                 image="image", rating="rating", reviews="reviews", availability="stock",
                 description="text")  # fmt: skip
    response = {"from": 1, "to": 12, "currentPage": 1, "total": 40, "totalPages": 4,
                "products": products}  # fmt: skip
    return Truth(response, "/products", columns)


@judged
def _Zendesk_articles() -> Truth:
    rows = stories()
    articles = [
        {"id": row["id"], "url": f"{SITE}/api/v2/articles/{row['id']}.json",
         "html_url": f"{SITE}/hc/{row['slug']}", "author_id": 3, "comments_disabled": True,
         "draft": False, "promoted": False, "position": 0, "vote_sum": 4, "section_id": 5,
         "created_at": iso(row["date"]), "updated_at": iso(row["changed"]), "name": row["title"],
         "title": row["title"], "source_locale": "en-us", "label_names": row["tags"],
         "body": f"<p>{row['text']}</p>"} for row in rows
    ]  # fmt: skip
    following = f"{SITE}/api/v2/articles.json?page=2&per_page=10"
    response = {"count": 20, "next_page": following, "page": 1, "page_count": 2,
                "previous_page": None, "articles": articles, "sort_by": "position"}  # fmt: skip
    columns = of(rows, "/hc", title="title", link="slug", date="date")
    return Truth(response, "/articles", columns, next=following)


@judged
def _PeerTube_videos() -> Truth:
    rows = stories()
    data = [
        {"id": row["id"], "uuid": "u", "shortUUID": "s", "name": row["title"],
         "category": {"id": 1, "label": "Music"}, "licence": {"id": 2, "label": "CC"},
         "language": {"id": "en", "label": "English"}, "nsfw": False, "isLocal": True,
         "truncatedDescription": row["text"], "description": row["text"], "duration": 120,
         "views": 9, "likes": 3, "thumbnailPath": row["image"], "previewPath": f"{SITE}/p.jpg",
         "embedPath": "/videos/embed/1", "createdAt": iso(row["date"]),
         "publishedAt": iso(row["date"]), "url": f"{SITE}/w/{row['slug']}",
         "account": {"name": "a", "displayName": row["author"], "url": f"{SITE}/a/1", "host": "h"},
         "channel": {"name": "c", "displayName": "Quay TV", "url": f"{SITE}/c/1", "host": "h"}}
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/w", title="title", link="slug", date="date", author="author",
                 image="image", description="text")  # fmt: skip
    return Truth({"total": 90, "data": data}, "/data", columns)


@judged
def _Eventbrite_events() -> Truth:
    rows = stories()
    events = [
        {"name": {"text": row["title"], "html": row["title"]},
         "description": {"text": row["text"], "html": f"<p>{row['text']}</p>"},
         "url": f"{SITE}/e/{row['slug']}", "id": str(row["id"]), "capacity": 90,
         "start": {"timezone": "Europe/London", "local": row["date"].strftime("%Y-%m-%dT%H:%M:%S"),
                   "utc": iso(row["date"])},
         "end": {"timezone": "Europe/London", "local": "2024-09-09T10:00:00",
                 "utc": "2024-09-09T10:00:00Z"},
         "created": "2023-01-01T00:00:00Z", "changed": "2023-02-01T00:00:00Z", "status": "live",
         "currency": "GBP", "is_free": True, "organizer_id": "8", "logo_id": "9",
         "logo": {"id": "9", "url": row["image"], "original": {"url": row["image"], "width": 9}}}
        for row in rows
    ]  # fmt: skip
    pages = {"object_count": 90, "page_number": 1, "page_size": 10, "page_count": 9,
             "has_more_items": True, "continuation": "xyz"}  # fmt: skip
    columns = of(rows, "/e", title="title", link="slug", date="date", description="text",
                 image="image")  # fmt: skip
    return Truth({"pagination": pages, "events": events}, "/events", columns)


@judged
def _Trello_cards() -> Truth:
    rows = stories()
    cards = [
        {"id": str(row["id"]), "name": row["title"], "desc": row["text"], "closed": False,
         "idBoard": "b", "idList": "l", "shortLink": "x", "due": None, "pos": 16384,
         "url": f"{SITE}/c/{row['slug']}", "dateLastActivity": iso(row["changed"]),
         "labels": [{"id": "1", "name": "late", "color": "red"}],
         "badges": {"votes": 0, "comments": 3, "description": True}} for row in rows
    ]  # fmt: skip
    columns = of(rows, "/c", title="title", link="slug", description="text")
    return Truth(cards, "", columns)


@judged
def _Discogs_search() -> Truth:
    rows = goods()
    results = [
        {"id": row["id"], "type": "release", "title": row["name"], "year": "1999",
         "thumb": f"{SITE}/t.jpg", "cover_image": SITE + row["image"], "country": "UK",
         "uri": f"/release/{row['slug']}", "resource_url": f"{SITE}/api/releases/{row['id']}",
         "format": ["Vinyl"], "label": ["Quay"], "genre": ["Folk"], "master_id": 3,
         "community": {"want": 3, "have": 9}, "user_data": {"in_wantlist": False}} for row in rows
    ]  # fmt: skip
    following = f"{SITE}/database/search?q=oak&page=2"
    pages = {"page": 1, "pages": 9, "per_page": 12, "items": 99,
             "urls": {"last": f"{SITE}/search?page=9", "next": following}}  # fmt: skip
    columns = of(rows, "/release", title="name", link="slug", image="image")
    return Truth({"pagination": pages, "results": results}, "/results", columns, next=following)


@judged
def _Hashnode_posts() -> Truth:
    rows = stories()
    edges = [
        {"node": {"id": str(row["id"]), "title": row["title"], "brief": row["text"],
                  "slug": row["slug"], "url": f"{SITE}/{row['slug']}", "readTimeInMinutes": 4,
                  "coverImage": {"url": row["image"]}, "publishedAt": iso(row["date"]),
                  "author": {"name": row["author"], "username": "u", "profilePicture": "/u.png"},
                  "tags": [{"name": "harbour", "slug": "harbour"}]}, "cursor": f"c{i}"}
        for i, row in enumerate(rows)
    ]  # fmt: skip
    connection = {"edges": edges, "pageInfo": {"hasNextPage": True, "endCursor": "c9"}}
    columns = of(rows, title="title", link="slug", date="date", author="author", image="image",
                 description="text")  # fmt: skip
    document = {"data": {"publication": {"title": "The Quay", "posts": connection}}}
    path = "/data/publication/posts/edges"
    return Truth(document, path, columns)


@judged
def _Telegram_export() -> Truth:
    rows = posts()
    messages = [
        {"id": row["id"], "type": "message", "date": row["date"].strftime("%Y-%m-%dT%H:%M:%S"),
         "date_unixtime": str(epoch(row["date"])), "from": row["author"], "from_id": f"user{i}",
         "text": row["text"], "text_entities": [{"type": "plain", "text": row["text"]}]}
        for i, row in enumerate(rows)
    ]  # fmt: skip
    document = {"name": "The Quay", "type": "public_supergroup", "id": 7, "messages": messages}
    columns = of(rows, author="author", date="date", text="text")
    return Truth(document, "/messages", columns, "comments")


@judged
def _WooCommerce_3_products() -> Truth:
    rows = goods()
    products = [
        {"id": row["id"], "name": row["name"], "slug": row["slug"],
         "permalink": f"{SITE}/product/{row['slug']}", "date_created": iso(row["date"])[:-1],
         "date_modified": iso(row["date"])[:-1], "type": "simple", "status": "publish",
         "featured": False, "short_description": f"<p>{row['text']}</p>", "sku": row["sku"],
         "price": f"{row['price']:.2f}", "regular_price": f"{row['old']:.2f}",
         "sale_price": f"{row['price']:.2f}", "on_sale": True, "purchasable": True,
         "stock_quantity": None, "stock_status": "instock" if row["stock"] else "outofstock",
         "average_rating": f"{row['rating']:.2f}", "rating_count": row["reviews"],
         "categories": [{"id": 9, "name": "Kitchen", "slug": "kitchen"}],
         "images": [{"id": 1, "src": SITE + row["image"], "name": "", "alt": ""}],
         "attributes": [], "variations": [], "related_ids": [1, 2],
         "_links": {"self": [{"href": f"{SITE}/wp-json/wc/v3/products/{row['id']}"}]}}
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/product", title="name", link="slug", price="price", old_price="old",
                 image="image", rating="rating", reviews="reviews", availability="stock",
                 date="date")  # fmt: skip
    return Truth(products, "", columns)
