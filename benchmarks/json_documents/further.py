"""Documents to the pattern of further software, judged before anything was changed for them.

Their content is invented; the second half, those of odd numbers, was judged after the first one.
"""

from __future__ import annotations

from typing import Any

from benchmarks.json_documents.content import SITE, epoch, facets, goods, iso, jobs, posts, stories
from benchmarks.json_documents.truth import Build, Truth, of

FURTHER: dict[str, Build] = {}
URL = f"{SITE}/"


def document(build: Build) -> Build:
    """Register a builder, by its name."""
    return FURTHER.setdefault(build.__name__.strip("_").replace("_", " "), build)


def of_indices(value: Any) -> list[Any]:
    """A value as devalue writes it for Nuxt, each plain value once."""
    values: list[Any] = [["ShallowReactive", 1]]
    plain: dict[tuple[type, Any], int] = {}

    def add(member: Any) -> int:
        if member is None or isinstance(member, (str, int, float, bool)):
            if (type(member), member) in plain:
                return plain[type(member), member]
            plain[type(member), member] = len(values)
        number = len(values)
        values.append(member)
        if isinstance(member, dict):
            values[number] = {key: add(inner) for key, inner in member.items()}
        elif isinstance(member, list):
            values[number] = [add(inner) for inner in member]
        return number

    add(value)
    return values


@document
def _Mastodon_timeline() -> Truth:
    rows = posts()
    statuses = [
        {
            "id": str(row["id"]), "created_at": iso(row["date"]), "in_reply_to_id": None,
            "sensitive": False, "spoiler_text": "", "visibility": "public", "language": "en",
            "uri": f"{SITE}/users/a/statuses/{row['id']}", "url": f"{SITE}/@a/{row['id']}",
            "replies_count": 1, "reblogs_count": 2, "favourites_count": row["score"],
            "content": f"<p>{row['text']}</p>", "reblog": None, "media_attachments": [],
            "account": {
                "id": "7", "username": "calder", "acct": "calder", "display_name": row["author"],
                "locked": False, "note": "<p>On boats</p>", "url": f"{SITE}/@a",
                "avatar": f"{SITE}/avatars/a.png", "followers_count": 30, "emojis": [],
                "fields": [],
            },
            "mentions": [], "tags": [{"name": "ferry", "url": f"{SITE}/tags/ferry"}],
            "card": None, "poll": None,
        }
        for row in rows
    ]  # fmt: skip
    return Truth(statuses, "", of(rows, author="author", date="date", text="text"), "comments")


@document
def _GitLab_issues() -> Truth:
    rows = stories()
    issues = [
        {
            "id": row["id"], "iid": i + 1, "project_id": 4, "title": row["title"],
            "description": row["text"], "state": "opened", "created_at": iso(row["date"]),
            "updated_at": iso(row["changed"]), "closed_at": None, "labels": row["tags"],
            "milestone": {"id": 1, "title": "v1.0", "web_url": f"{SITE}/milestones/1"},
            "assignees": [{"id": 1, "username": "root", "name": "Administrator",
                           "web_url": f"{SITE}/root"}],
            "author": {"id": 3, "username": "u3", "name": row["author"], "state": "active",
                       "avatar_url": f"{SITE}/a.png", "web_url": f"{SITE}/u3"},
            "user_notes_count": row["comments"], "upvotes": row["score"], "downvotes": 0,
            "due_date": None, "confidential": False, "web_url": f"{SITE}/-/issues/{row['slug']}",
            "time_stats": {"time_estimate": 0, "human_time_estimate": None},
            "_links": {"self": f"{SITE}/api/v4/issues/{i}", "notes": f"{SITE}/api/v4/notes/{i}"},
            "references": {"short": f"#{i}", "relative": f"#{i}", "full": f"a/b#{i}"},
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, "/-/issues", title="title", link="slug", author="author", date="date",
                 description="text")  # fmt: skip
    return Truth(issues, "", columns)


@document
def _YouTube_search() -> Truth:
    rows = stories()
    items = [
        {
            "kind": "youtube#searchResult", "etag": f"e{i}",
            "id": {"kind": "youtube#video", "videoId": f"v{row['id']}"},
            "snippet": {
                "publishedAt": iso(row["date"]), "channelId": "UC1", "title": row["title"],
                "description": row["text"], "channelTitle": row["author"],
                "thumbnails": {
                    size: {"url": row["image"], "width": 120, "height": 90}
                    for size in ("default", "medium", "high")
                },
                "liveBroadcastContent": "none", "publishTime": iso(row["date"]),
            },
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    response = {
        "kind": "youtube#searchListResponse", "etag": "x", "nextPageToken": "CAUQAA",
        "regionCode": "GB", "pageInfo": {"totalResults": 1000, "resultsPerPage": 10},
        "items": items,
    }  # fmt: skip
    columns = of(rows, title="title", date="date", author="author", description="text",
                 image="image")  # fmt: skip
    return Truth(response, "/items", columns, next=f"{URL}?pageToken=CAUQAA")


@document
def _OData_products() -> Truth:
    rows = goods()
    value = [
        {
            "@odata.etag": 'W/"1"', "ProductID": row["id"], "ProductName": row["name"],
            "SupplierID": 2, "CategoryID": 1, "QuantityPerUnit": "1 box", "UnitPrice": row["price"],
            "UnitsInStock": 39, "UnitsOnOrder": 0, "ReorderLevel": 10, "Discontinued": False,
        }
        for row in rows
    ]  # fmt: skip
    response = {
        "@odata.context": f"{SITE}/V4/$metadata#Products", "@odata.count": 77, "value": value,
        "@odata.nextLink": f"{SITE}/V4/Products?$skiptoken=20",
    }  # fmt: skip
    columns = of(rows, title="name", price="price")
    return Truth(response, "/value", columns, next=f"{SITE}/V4/Products?$skiptoken=20")


@document
def _GeoJSON_events() -> Truth:
    rows = stories()
    features = [
        {
            "type": "Feature",
            "properties": {
                "mag": 4.5, "place": f"{i} km off Lower Mill", "time": epoch(row["date"]) * 1000,
                "updated": epoch(row["changed"]) * 1000, "tz": None, "url": f"{SITE}/{row['slug']}",
                "detail": f"{SITE}/detail/{row['id']}.geojson", "felt": None, "status": "reviewed",
                "type": "earthquake", "title": row["title"], "code": str(row["id"]),
            },
            "geometry": {"type": "Point", "coordinates": [10.5 + i, 59.1, 10]},
            "id": f"us{row['id']}",
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    response = {
        "type": "FeatureCollection",
        "metadata": {"generated": 1709540000000, "url": SITE, "title": "All of the day",
                     "status": 200, "api": "1.10.3", "count": 10},
        "features": features, "bbox": [1.5, 2.5, -3, 4],
    }  # fmt: skip
    columns = of(rows, title="title", link="slug", date="date")
    return Truth(response, "/features", columns)


@document
def _npm_search() -> Truth:
    rows = stories()
    objects = [
        {
            "package": {
                "name": row["slug"], "scope": "unscoped", "version": "1.2.3",
                "description": row["text"], "keywords": row["tags"], "date": iso(row["date"]),
                "links": {"npm": f"{SITE}/package/{row['slug']}",
                          "homepage": f"https://home.example/{i}",
                          "repository": f"https://git.example/{i}"},
                "publisher": {"username": f"user{i}", "email": "a@b.example"},
                "maintainers": [{"username": "m1", "email": "m@b.example"}],
            },
            "score": {"final": 0.9, "detail": {"quality": 0.9, "popularity": 0.8}},
            "searchScore": 100.2 - i, "flags": {"insecure": 0},
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, "/package", title="slug", link="slug", date="date", description="text")
    columns["author"] = [f"user{i}" for i in range(len(rows))]
    return Truth({"objects": objects, "total": 10, "time": "Mon"}, "/objects", columns)


@document
def _crates_io() -> Truth:
    rows = stories()
    crates = [
        {
            "id": row["slug"], "name": row["slug"], "updated_at": iso(row["changed"]),
            "versions": None, "keywords": None, "categories": None, "badges": [],
            "created_at": iso(row["date"]), "downloads": 1000, "recent_downloads": 20,
            "max_version": "0.3.1", "newest_version": "0.3.1", "description": row["text"],
            "homepage": None, "documentation": None, "repository": f"https://git.example/{i}",
            "links": {"version_downloads": f"/api/v1/crates/{i}/downloads",
                      "owners": f"/api/v1/crates/{i}/owners"},
            "exact_match": False,
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, title="slug", date="date", description="text")
    meta = {"total": 100, "next_page": "?page=2&per_page=10", "prev_page": None}
    return Truth(
        {"crates": crates, "meta": meta}, "/crates", columns, next=f"{URL}?page=2&per_page=10"
    )


@document
def _Bluesky_feed() -> Truth:
    rows = posts()
    feed = [
        {
            "post": {
                "uri": f"at://did:plc:a/app.bsky.feed.post/{row['id']}", "cid": f"bafy{i}",
                "author": {"did": "did:plc:a", "handle": "calder.example",
                           "displayName": row["author"], "avatar": f"{SITE}/a.jpg", "labels": [],
                           "createdAt": "2023-01-02T03:04:05.000Z"},
                "record": {"$type": "app.bsky.feed.post", "createdAt": iso(row["date"]),
                           "langs": ["en"], "text": row["text"]},
                "replyCount": 0, "repostCount": 1, "likeCount": row["score"], "quoteCount": 0,
                "indexedAt": iso(row["date"]), "labels": [],
            },
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, author="author", date="date", text="text")
    return Truth(
        {"feed": feed, "cursor": "2024-03-04T10:00:00Z"}, "/feed", columns, "comments",
        paths=("/feed/0",), next=f"{URL}?cursor=2024-03-04T10%3A00%3A00Z",
    )  # fmt: skip


@document
def _Lemmy_posts() -> Truth:
    rows = stories()
    views = [
        {
            "post": {
                "id": row["id"], "name": row["title"], "url": f"https://out.example/{row['slug']}",
                "body": row["text"], "creator_id": 5, "community_id": 9, "removed": False,
                "locked": False, "published": iso(row["date"]), "deleted": False, "nsfw": False,
                "thumbnail_url": row["image"], "ap_id": f"{SITE}/post/{row['id']}", "local": True,
                "embed_title": "The Quay", "language_id": 37,
            },
            "creator": {"id": 5, "name": row["author"], "banned": False, "local": True,
                        "published": "2023-06-11T07:41:21Z", "actor_id": f"{SITE}/u/a"},
            "community": {"id": 9, "name": "harbour", "title": "The Harbour", "removed": False,
                          "published": "2023-06-11T07:41:21Z", "icon": f"{SITE}/i.png"},
            "counts": {"post_id": row["id"], "comments": row["comments"], "score": row["score"],
                       "upvotes": row["score"], "downvotes": 0, "published": iso(row["date"])},
            "subscribed": "NotSubscribed", "saved": False, "read": False, "unread_comments": 0,
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, title="title", author="author", date="date", image="image")
    return Truth({"posts": views, "next_page": "P12"}, "/posts", columns)


@document
def _Disqus_posts() -> Truth:
    rows = posts()
    response = [
        {
            "id": str(row["id"]), "parent": row["parent"] and rows[row["parent"]]["id"],
            "author": {"name": row["author"], "username": f"u{i}", "isAnonymous": False,
                       "profileUrl": f"{SITE}/by/u{i}", "url": "", "about": "Likes boats",
                       "avatar": {"permalink": f"{SITE}/a.jpg"}},
            "createdAt": row["date"].strftime("%Y-%m-%dT%H:%M:%S"), "dislikes": 0,
            "likes": row["score"], "points": row["score"], "message": f"<p>{row['text']}</p>",
            "raw_message": row["text"], "forum": "quay", "thread": "88", "isDeleted": False,
            "isApproved": True, "isSpam": False, "media": [], "numReports": 0,
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    response[1]["parent"] = rows[0]["id"]
    response[4]["parent"] = rows[0]["id"]
    columns = of(rows, author="author", date="date", text="text", parent="parent")
    cursor = {"prev": None, "hasNext": False, "next": "17:0:0", "hasPrev": False, "more": False}
    return Truth(
        {"cursor": cursor, "code": 0, "response": response}, "/response", columns, "comments"
    )


@document
def _BigCommerce_products() -> Truth:
    rows = goods()
    data = [
        {
            "id": row["id"], "name": row["name"], "type": "physical", "sku": row["sku"],
            "description": f"<p>{row['text']}</p>", "weight": 2.5, "width": 0, "depth": 0,
            "price": row["price"], "cost_price": 1.5, "retail_price": row["old"], "sale_price": 0,
            "map_price": 0, "tax_class_id": 0, "calculated_price": row["price"],
            "categories": [18, 23], "brand_id": 36, "inventory_level": 5, "is_visible": True,
            "is_featured": False, "warranty": "", "upc": "", "availability": "available",
            "condition": "New", "reviews_rating_sum": 9, "reviews_count": 2, "total_sold": 3,
            "date_created": iso(row["date"]), "date_modified": iso(row["date"]), "view_count": 7,
            "custom_url": {"url": f"/{row['slug']}/", "is_customized": False},
            "base_variant_id": 77,
        }
        for row in rows
    ]  # fmt: skip
    links = {"next": "?page=2&limit=12", "current": "?page=1&limit=12"}
    pages = {"total": 40, "count": 12, "per_page": 12, "current_page": 1, "total_pages": 4}
    columns = of(rows, title="name", price="price", date="date")
    columns["link"] = [f"{SITE}/{row['slug']}/" for row in rows]
    return Truth(
        {"data": data, "meta": {"pagination": {**pages, "links": links}}}, "/data", columns,
        next=f"{URL}?page=2&limit=12",
    )  # fmt: skip


@document
def _eBay_summaries() -> Truth:
    rows = goods()
    items = [
        {
            "itemId": f"v1|{row['id']}|0", "title": row["name"], "leafCategoryIds": ["20688"],
            "categories": [{"categoryId": "20688", "categoryName": "Kitchen"}],
            "image": {"imageUrl": SITE + row["image"]},
            "price": {"value": f"{row['price']:.2f}", "currency": "GBP"},
            "itemHref": f"{SITE}/buy/browse/v1/item/{row['id']}",
            "seller": {"username": f"seller{i}", "feedbackPercentage": "99.8",
                       "feedbackScore": 8100},
            "marketingPrice": {
                "originalPrice": {"value": f"{row['old']:.2f}", "currency": "GBP"},
                "discountPercentage": "10", "discountAmount": {"value": "3.00", "currency": "GBP"},
            },
            "condition": "New", "conditionId": "1000",
            "thumbnailImages": [{"imageUrl": f"{SITE}/t{i}.jpg"}],
            "shippingOptions": [{"shippingCostType": "FIXED",
                                 "shippingCost": {"value": "4.99", "currency": "GBP"}}],
            "buyingOptions": ["FIXED_PRICE"], "itemWebUrl": f"{SITE}/itm/{row['slug']}",
            "itemLocation": {"postalCode": "AB1***", "country": "GB"}, "adultOnly": False,
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    response = {
        "href": f"{SITE}/search?q=oak&limit=12&offset=0", "total": 900,
        "next": f"{SITE}/search?q=oak&limit=12&offset=12", "limit": 12, "offset": 0,
        "itemSummaries": items,
        "refinement": {"categoryDistributions": [{"categoryId": "1", "matchCount": 4}]},
    }  # fmt: skip
    columns = of(rows, "/itm", title="name", price="price", old_price="old", link="slug",
                 image="image") | {"currency": ["GBP"] * len(rows)}  # fmt: skip
    return Truth(
        response, "/itemSummaries", columns, next=f"{SITE}/search?q=oak&limit=12&offset=12"
    )


@document
def _Algolia_queries() -> Truth:
    rows = goods()
    hits = [
        {
            "name": row["name"], "brand": row["brand"], "price": row["price"],
            "objectID": row["sku"],
            "image": SITE + row["image"], "url": f"{SITE}/p/{row['slug']}", "rating": row["rating"],
            "hierarchicalCategories": {"lvl0": "Kitchen", "lvl1": "Kitchen > Small"},
            "_highlightResult": {"name": {"value": f"<em>{row['name']}</em>"}},
        }
        for row in rows
    ]  # fmt: skip
    queries = [
        {"query": f"oak stool {i}", "popularity": 90 - i, "nb_words": 3, "objectID": f"q{i}",
         "_highlightResult": {"query": {"value": "oak", "matchLevel": "none"}}} for i in range(20)
    ]  # fmt: skip
    rest = {"nbHits": 120, "page": 0, "nbPages": 10, "hitsPerPage": 12, "query": "oak"}
    response = {
        "results": [
            {"hits": queries, "index": "suggestions", **rest},
            {"hits": hits, "index": "products", "facets": {"brand": {"Pell": 4}}, **rest},
        ]
    }
    columns = of(rows, "/p", title="name", price="price", link="slug", image="image",
                 rating="rating")  # fmt: skip
    return Truth(response, "/results/1/hits", columns, paths=("/results/*/hits",))


@document
def _Solr_documents() -> Truth:
    rows = stories()
    docs = [
        {
            "id": str(row["id"]), "title": [row["title"]], "author": [row["author"]],
            "url": [f"{SITE}/{row['slug']}"], "published_dt": iso(row["date"]),
            "text": [row["text"]], "cat": row["tags"], "_version_": 17925 + i, "score": 1.5,
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    response = {
        "responseHeader": {"status": 0, "QTime": 3, "params": {"q": "quay", "rows": "10"}},
        "response": {"numFound": 10, "start": 0, "maxScore": 1.5, "docs": docs},
        "facet_counts": {"facet_fields": {"cat": ["harbour", 5, "news", 5]}},
        "highlighting": {str(row["id"]): {"text": [f"<em>{row['title']}</em>"]} for row in rows},
    }
    columns = of(rows, title="title", author="author", link="slug", date="date")
    return Truth(response, "/response/docs", columns)


@document
def _Ticketmaster_events() -> Truth:
    rows = stories()
    events = [
        {
            "name": row["title"], "type": "event", "id": f"G{row['id']}", "test": False,
            "url": f"{SITE}/{row['slug']}", "locale": "en-us",
            "images": [{"ratio": "16_9", "url": row["image"], "width": 100, "height": 56},
                       {"ratio": "3_2", "url": f"{SITE}/b.jpg", "width": 305, "height": 203}],
            "sales": {"public": {"startDateTime": "2023-11-01T10:00:00Z", "startTBD": False}},
            "dates": {"start": {"localDate": f"{row['date']:%Y-%m-%d}", "dateTBD": False},
                      "timezone": "Europe/London", "status": {"code": "onsale"}},
            "classifications": [{"primary": True, "segment": {"id": "K", "name": "Music"}}],
            "priceRanges": [{"type": "standard", "currency": "GBP", "min": 20.5 + i,
                             "max": 90.0 + i}],
            "_links": {"self": {"href": f"/discovery/v2/events/{i}"}},
            "_embedded": {"venues": [{"name": "Town hall", "type": "venue", "id": "K1",
                                      "url": f"{SITE}/venue/1", "city": {"name": "Lower Mill"}}]},
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    response = {
        "_embedded": {"events": events},
        "_links": {"first": {"href": "/discovery/v2/events.json?page=0&size=10"},
                   "self": {"href": "/discovery/v2/events.json?size=10"},
                   "next": {"href": "/discovery/v2/events.json?page=1&size=10"}},
        "page": {"size": 10, "totalElements": 40, "totalPages": 4, "number": 0},
    }  # fmt: skip
    columns = of(rows, title="title", link="slug", image="image") | {
        "date": [row["date"].date() for row in rows], "price": [20.5 + i for i in range(len(rows))],
        "currency": ["GBP"] * len(rows),
    }  # fmt: skip
    return Truth(response, "/_embedded/events", columns,
                 next=f"{SITE}/discovery/v2/events.json?page=1&size=10")  # fmt: skip


@document
def _Workday_jobs() -> Truth:
    rows = jobs()
    postings = [
        {"title": row["title"], "externalPath": f"/job/{row['slug']}", "locationsText": row["city"],
         "postedOn": "Posted 5 Days Ago", "bulletFields": [f"R{row['id']}"]} for row in rows
    ]  # fmt: skip
    facet = {"facetParameter": "locations", "descriptor": "Locations",
             "values": [{"descriptor": f"City {i}", "count": i} for i in range(12)]}  # fmt: skip
    response = {"total": 8, "jobPostings": postings, "facets": [facet], "userAuthenticated": False}
    return Truth(response, "/jobPostings", of(rows, "/job", title="title", link="slug"))


@document
def _SmartRecruiters_postings() -> Truth:
    rows = jobs()
    content = [
        {
            "id": str(row["id"]), "name": row["title"], "uuid": f"u-{row['id']}", "refNumber": "R1",
            "company": {"identifier": "Quay", "name": "Quay Ltd"}, "releasedDate": iso(row["date"]),
            "location": {"city": row["city"], "country": "gb", "remote": False},
            "industry": {"id": "it", "label": "Shipping"}, "department": {"label": row["team"]},
            "function": {"id": "eng", "label": "Engineering"}, "customField": [],
            "creator": {"name": "Ines Calder"}, "ref": f"{SITE}/v1/postings/{row['id']}",
        }
        for row in rows
    ]  # fmt: skip
    response = {"offset": 0, "limit": 100, "totalFound": 8, "content": content}
    return Truth(response, "/content", of(rows, title="title", date="date"))


@document
def _MediaWiki_pages() -> Truth:
    rows = stories()
    pages = {
        str(row["id"]): {
            "pageid": row["id"], "ns": 0, "title": row["title"], "index": i + 1,
            "extract": row["text"], "fullurl": f"{SITE}/wiki/{row['slug']}",
            "editurl": f"{SITE}/w/index.php?title={row['slug']}&action=edit",
            "thumbnail": {"source": row["image"], "width": 80, "height": 50},
            "contentmodel": "wikitext", "pagelanguage": "en", "touched": iso(row["changed"]),
        }
        for i, row in enumerate(rows)
    }  # fmt: skip
    response = {
        "batchcomplete": "",
        "continue": {"gsroffset": 10, "continue": "gsroffset||"},
        "query": {"pages": pages},
    }
    columns = of(rows, "/wiki", title="title", link="slug", description="text", image="image")
    return Truth(response, "/query/pages", columns)


@document
def _Google_Books() -> Truth:
    rows = goods()
    items = [
        {
            "kind": "books#volume", "id": f"b{row['id']}", "etag": "x",
            "selfLink": f"{SITE}/books/v1/volumes/{row['id']}",
            "volumeInfo": {
                "title": row["name"], "authors": ["Ines Calder", "Tom Varga"],
                "publisher": "Tidewater", "publishedDate": f"{row['date']:%Y-%m-%d}",
                "description": row["text"], "pageCount": 210, "printType": "BOOK",
                "categories": ["Crafts"], "averageRating": row["rating"],
                "ratingsCount": row["reviews"], "language": "en",
                "imageLinks": {"smallThumbnail": f"{SITE}{row['image']}",
                               "thumbnail": f"{SITE}{row['image']}"},
                "infoLink": f"{SITE}/books/{row['slug']}",
            },
            "saleInfo": {
                "country": "GB", "saleability": "FOR_SALE", "isEbook": True,
                "listPrice": {"amount": row["old"], "currencyCode": "GBP"},
                "retailPrice": {"amount": row["price"], "currencyCode": "GBP"},
            },
            "accessInfo": {"country": "GB", "epub": {"isAvailable": True}},
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/books", title="name", description="text", rating="rating",
                 image="image", price="price", link="slug") | {
        "author": ["Ines Calder, Tom Varga"] * len(rows),
        "date": [row["date"].date() for row in rows],
    }  # fmt: skip
    return Truth({"kind": "books#volumes", "totalItems": 500, "items": items}, "/items", columns)


@document
def _Crossref_works() -> Truth:
    rows = stories()
    items = [
        {
            "indexed": {"date-parts": [[2024, 5, 1]], "date-time": "2024-05-01T10:00:00Z"},
            "reference-count": 12, "publisher": "Quay Press", "issue": "2",
            "content-domain": {"domain": [], "crossmark-restriction": False}, "DOI": f"10.1/{i}",
            "type": "journal-article",
            "created": {"date-parts": [[2024, 3, 4]], "date-time": iso(row["date"]),
                        "timestamp": epoch(row["date"]) * 1000},
            "title": [row["title"]],
            "author": [{"given": row["author"].split()[0], "family": row["author"].split()[1],
                        "sequence": "first", "affiliation": []}],
            "container-title": ["Journal of Quays"], "URL": f"{SITE}/{row['slug']}", "score": 1.0,
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    message = {"facets": {}, "total-results": 200, "items": items, "items-per-page": 10,
               "query": {"start-index": 0, "search-terms": None}}  # fmt: skip
    response = {"status": "ok", "message-type": "work-list", "message": message}
    columns = of(rows, title="title", link="slug", author="author", date="date")
    return Truth(response, "/message/items", columns)


@document
def _Jira_search() -> Truth:
    rows = stories()
    issues = [
        {
            "expand": "operations,changelog", "id": str(row["id"]), "key": f"QUAY-{i}",
            "self": f"{SITE}/rest/api/2/issue/{row['id']}",
            "fields": {
                "summary": row["title"], "description": row["text"], "created": iso(row["date"]),
                "updated": iso(row["changed"]), "labels": row["tags"],
                "issuetype": {"name": "Bug", "iconUrl": f"{SITE}/b.svg", "subtask": False},
                "project": {"key": "QUAY", "name": "The Quay"},
                "status": {"name": "Open", "statusCategory": {"name": "To Do"}},
                "priority": {"name": "Major", "iconUrl": f"{SITE}/m.svg"},
                "reporter": {"displayName": row["author"], "active": True,
                             "avatarUrls": {"48x48": f"{SITE}/a.png"}},
                "assignee": {"displayName": "Per Lindqvist", "active": True},
                "votes": {"votes": row["score"], "hasVoted": False},
            },
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    response = {"expand": "schema,names", "startAt": 0, "maxResults": 50, "total": 10,
                "issues": issues}  # fmt: skip
    return Truth(response, "/issues", of(rows, title="title", author="author", date="date"))


@document
def _Airtable_records() -> Truth:
    rows = goods()
    records = [
        {
            "id": f"rec{row['id']}", "createdTime": "2024-01-02T03:04:05.000Z",
            "fields": {"Name": row["name"], "Price": row["price"], "URL": f"{SITE}/p/{row['slug']}",
                       "Notes": row["text"], "In stock": True,
                       "Photo": [{"id": f"att{i}", "url": SITE + row["image"], "size": 99}]},
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, "/p", title="name", price="price", link="slug", image="image")
    return Truth({"records": records, "offset": "itr1/rec9"}, "/records", columns)


@document
def _Wagtail_pages() -> Truth:
    rows = stories()
    items = [
        {
            "id": row["id"],
            "meta": {"type": "blog.BlogPage", "detail_url": f"{SITE}/api/v2/pages/{row['id']}/",
                     "html_url": f"{SITE}/{row['slug']}", "slug": row["slug"],
                     "first_published_at": iso(row["date"])},
            "title": row["title"], "intro": row["text"],
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, title="title", link="slug", date="date", description="text")
    return Truth({"meta": {"total_count": 10}, "items": items}, "/items", columns)


@document
def _Prismic_documents() -> Truth:
    rows = stories()
    results = [
        {
            "id": f"W{row['id']}", "uid": row["slug"], "url": f"/{row['slug']}", "type": "post",
            "href": f"{SITE}/api/v2/documents/{row['id']}", "tags": row["tags"], "lang": "en-gb",
            "first_publication_date": iso(row["date"]),
            "last_publication_date": iso(row["changed"]), "slugs": [row["slug"]],
            "linked_documents": [], "alternate_languages": [],
            "data": {
                "title": [{"type": "heading1", "text": row["title"], "spans": []}],
                "summary": [{"type": "paragraph", "text": row["text"], "spans": []}],
                "image": {"dimensions": {"width": 800}, "alt": None, "url": row["image"]},
            },
        }
        for row in rows
    ]  # fmt: skip
    response = {
        "page": 1, "results_per_page": 10, "total_results_size": 20, "total_pages": 2,
        "next_page": f"{SITE}/api/v2/search?page=2", "prev_page": None, "results": results,
    }  # fmt: skip
    columns = of(rows, title="title", link="slug", date="date", image="image", description="text")
    return Truth(response, "/results", columns, next=f"{SITE}/api/v2/search?page=2")


@document
def _Flickr_feed() -> Truth:
    rows = stories()
    items = [
        {
            "title": row["title"], "link": f"{SITE}/{row['slug']}", "media": {"m": row["image"]},
            "date_taken": "2020-01-01T00:00:00-08:00", "description": f"<p>{row['text']}</p>",
            "published": iso(row["date"]), "author": f'nobody@flickr.example ("{row["author"]}")',
            "author_id": "1@N00", "tags": " ".join(row["tags"]),
        }
        for row in rows
    ]  # fmt: skip
    response = {"title": "Uploads", "link": SITE, "modified": iso(rows[0]["date"]),
                "generator": "https://www.flickr.com", "items": items}  # fmt: skip
    columns = of(rows, title="title", link="slug", date="date", image="image")
    return Truth(response, "/items", columns)


@document
def _dev_articles() -> Truth:
    rows = stories()
    articles = [
        {
            "type_of": "article", "id": row["id"], "title": row["title"],
            "description": row["text"],
            "readable_publish_date": "Mar 4", "slug": row["slug"], "path": f"/a/{row['slug']}",
            "url": f"{SITE}/{row['slug']}", "comments_count": 3, "public_reactions_count": 9,
            "published_timestamp": iso(row["date"]), "positive_reactions_count": 9,
            "cover_image": row["image"], "social_image": f"{SITE}/s.png",
            "canonical_url": f"{SITE}/{row['slug']}", "created_at": iso(row["date"]),
            "edited_at": None, "published_at": iso(row["date"]), "reading_time_minutes": 4,
            "tag_list": row["tags"], "tags": ", ".join(row["tags"]),
            "user": {"name": row["author"], "username": "u", "twitter_username": None,
                     "profile_image": f"{SITE}/u.png"},
            "organization": {"name": "Quay", "username": "quay", "profile_image": f"{SITE}/q.png"},
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, title="title", link="slug", author="author", date="date",
                 description="text", image="image")  # fmt: skip
    return Truth(articles, "", columns)


@document
def _Substack_archive() -> Truth:
    rows = stories()
    archive = [
        {
            "id": row["id"], "title": row["title"], "type": "newsletter", "slug": row["slug"],
            "post_date": iso(row["date"]), "canonical_url": f"{SITE}/{row['slug']}",
            "audience": "everyone", "subtitle": row["text"], "description": row["text"],
            "cover_image": row["image"], "podcast_url": "", "wordcount": 900, "comment_count": 4,
            "reactions": {"❤": 12}, "restacks": 1, "truncated_body_text": "It was early",
            "publishedBylines": [{"id": 1, "name": row["author"], "handle": "calder",
                                  "photo_url": f"{SITE}/c.png", "bio": "On boats"}],
            "publication_id": 4,
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, title="title", link="slug", author="author", date="date",
                 description="text", image="image")  # fmt: skip
    return Truth(archive, "", columns)


@document
def _iTunes_search() -> Truth:
    rows = goods()
    results = [
        {
            "wrapperType": "track", "kind": "song", "artistId": 9, "collectionId": 8,
            "trackId": row["id"], "artistName": "Ines Calder", "collectionName": f"Album {i}",
            "trackName": row["name"], "artistViewUrl": f"{SITE}/artist/9",
            "collectionViewUrl": f"{SITE}/album/{i}", "trackViewUrl": f"{SITE}/song/{row['slug']}",
            "previewUrl": f"{SITE}/preview/{i}.m4a", "artworkUrl100": SITE + row["image"],
            "collectionPrice": 99.5, "trackPrice": row["price"], "releaseDate": iso(row["date"]),
            "discCount": 1, "trackCount": 12, "trackNumber": i, "country": "GBR",
            "currency": "GBP", "primaryGenreName": "Folk", "isStreamable": True,
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, "/song", title="name", price="price", link="slug", image="image",
                 date="date") | {
        "currency": ["GBP"] * len(rows), "author": ["Ines Calder"] * len(rows),
    }  # fmt: skip
    return Truth({"resultCount": 12, "results": results}, "/results", columns)


@document
def _App_Store_reviews() -> Truth:
    rows = posts()
    titles = [f"Number {row['id']} of the harbour" for row in rows]
    entries = [
        {
            "author": {"uri": {"label": f"{SITE}/reviews/{row['id']}"},
                       "name": {"label": row["author"]}, "label": ""},
            "updated": {"label": iso(row["date"])}, "im:rating": {"label": str(1 + i % 5)},
            "im:version": {"label": "3.4.3"}, "id": {"label": str(row["id"])},
            "title": {"label": title}, "content": {"label": row["text"],
                                                   "attributes": {"type": "text"}},
            "link": {"attributes": {"rel": "related", "href": f"{SITE}/review?id=1"}},
            "im:voteSum": {"label": "0"},
            "im:contentType": {"attributes": {"term": "Application", "label": "Application"}},
            "im:voteCount": {"label": "0"},
        }
        for i, (row, title) in enumerate(zip(rows, titles, strict=True))
    ]  # fmt: skip
    feed = {
        "author": {"name": {"label": "iTunes Store"}, "uri": {"label": SITE}}, "entry": entries,
        "updated": {"label": "2024-05-01T00:00:00-07:00"}, "title": {"label": "Reviews"},
        "link": [{"attributes": {"rel": "alternate", "type": "text/html", "href": SITE}},
                 {"attributes": {"rel": "next", "href": f"{SITE}/page=2"}}],
    }  # fmt: skip
    columns = of(rows, author="author", date="date") | {
        "title": titles, "rating": [float(1 + i % 5) for i in range(len(rows))],
    }  # fmt: skip
    return Truth({"feed": feed}, "/feed/entry", columns)


_NUXT = '<div id="__nuxt"></div><script type="application/json" id="__NUXT_DATA__">{}</script>'


@document
def _Nuxt_3_payload() -> Truth:
    rows = goods()
    products = [
        {"id": row["id"], "title": row["name"], "slug": row["slug"], "brand": row["brand"],
         "price": {"amount": row["price"], "currency": "EUR"}, "inStock": row["stock"],
         "image": {"src": row["image"], "alt": ""}, "to": f"/p/{row['slug']}"} for row in rows
    ]  # fmt: skip
    payload = {
        "data": {"$f1": {"products": products, "filters": facets(), "total": 12}},
        "state": {"$sname": "Quay", "$suser": None}, "once": [], "_errors": {"$f1": None},
        "serverRendered": True, "path": "/kitchen",
    }  # fmt: skip
    columns = of(rows, "/p", title="name", link="slug", price="price", image="image",
                 availability="stock") | {"currency": ["EUR"] * len(rows)}  # fmt: skip
    return Truth(of_indices(payload), "/data/$f1/products", columns, html=_NUXT)


@document
def _Squarespace_shop() -> Truth:
    rows = goods()
    items = [
        {
            "id": f"5e{row['id']}", "collectionId": "c1", "recordType": 11,
            "addedOn": epoch(row["date"]) * 1000, "updatedOn": epoch(row["date"]) * 1000,
            "publishOn": epoch(row["date"]) * 1000, "title": row["name"], "urlId": row["slug"],
            "fullUrl": f"/shop/{row['slug']}", "assetUrl": SITE + row["image"],
            "excerpt": f"<p>{row['text']}</p>", "body": None, "starred": False,
            "author": {"id": "a1", "displayName": "Quay Shop", "firstName": "Quay"},
            "structuredContent": {
                "productType": 1, "onSale": False,
                "priceMoney": {"value": f"{row['price']:.2f}", "currency": "GBP"},
                "variants": [{"sku": row["sku"], "qtyInStock": 3, "unlimited": False,
                              "priceMoney": {"value": f"{row['price']:.2f}", "currency": "GBP"}}],
            },
        }
        for row in rows
    ]  # fmt: skip
    state = {
        "website": {"id": "w1", "identifier": "quay", "siteTitle": "Quay"},
        "collection": {"id": "c1", "title": "Shop", "urlId": "shop", "itemCount": 12},
        "items": items, "pagination": {"nextPage": False, "pageSize": 100},
    }  # fmt: skip
    html = "<div class='sqs'></div><script>Static.SQUARESPACE_CONTEXT = {};</script>"
    columns = of(rows, "/shop", title="name", link="slug", price="price", image="image") | {
        "currency": ["GBP"] * len(rows)
    }
    return Truth(state, "/items", columns, html=html)


@document
def _Wix_warmup() -> Truth:
    rows = goods()
    listed = [
        {
            "id": f"w{row['id']}", "name": row["name"], "urlPart": row["slug"], "sku": row["sku"],
            "price": row["price"], "comparePrice": 0, "formattedPrice": f"£{row['price']:.2f}",
            "isInStock": row["stock"], "ribbon": "", "productType": "physical",
            "media": [{"id": "m1", "url": f"{SITE}{row['image']}", "width": 900, "height": 900,
                       "mediaType": "PHOTO", "title": ""}],
            "inventory": {"status": "in_stock", "quantity": 9}, "options": [],
        }
        for row in rows
    ]  # fmt: skip
    several = {"list": listed, "totalCount": 12}
    catalog = {"category": {"id": "00", "name": "All", "productsWithMetaData": several}}
    state = {
        "platform": {"ssrPropsUpdates": [{"comp-1": {"label": "Cart"}} for _ in range(6)]},
        "pages": {"compIdToTypeMap": {f"comp-{i}": "WPhoto" for i in range(30)}},
        "appsWarmupData": {"1380b703": {"productsList_en_all": {"catalog": catalog}}},
    }
    html = '<div id="SITE"></div><script type="application/json" id="wix-warmup-data">{}</script>'
    columns = of(rows, title="name", price="price", image="image", availability="stock")
    path = "/appsWarmupData/1380b703/productsList_en_all/catalog/category/productsWithMetaData/list"
    return Truth(state, path, columns, html=html)


@document
def _Next_item_stacks() -> Truth:
    rows = goods()
    items = [
        {
            "__typename": "Product", "usItemId": str(row["id"]), "name": row["name"],
            "canonicalUrl": f"/ip/{row['slug']}", "averageRating": row["rating"],
            "numberOfReviews": row["reviews"], "sellerName": "Quay.example",
            "imageInfo": {"id": "i", "name": "a.jpg", "thumbnailUrl": SITE + row["image"]},
            "priceInfo": {
                "itemPrice": "", "linePrice": f"${row['price']:.2f}",
                "currentPrice": {"price": row["price"], "priceString": f"${row['price']:.2f}",
                                 "currencyUnit": "USD"},
                "wasPrice": {"price": row["old"], "currencyUnit": "USD"},
            },
            "availabilityStatusV2": {"display": "In stock", "value": "IN_STOCK"},
            "badges": {"flags": [{"text": "Best seller"}]},
        }
        for row in rows
    ]  # fmt: skip
    result = {
        "title": "Results for oak", "count": 12,
        "itemStacks": [{"meta": {"stackId": "1", "title": "Results", "totalItemCount": 12},
                        "items": items}],
        "paginationV2": {"maxPage": 4, "pageProperties": {"page": "1"}},
    }  # fmt: skip
    state = {"props": {"pageProps": {"initialData": {"searchResult": result, "contentLayout": {
        "modules": [{"type": f"M{i}", "moduleId": f"m{i}", "configs": {"title": f"Zone {i}"}}
                    for i in range(15)]}}}}, "page": "/search", "query": {}}  # fmt: skip
    html = '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{}</script>'
    columns = of(rows, "/ip", title="name", link="slug", price="price", old_price="old",
                 rating="rating", reviews="reviews", image="image")  # fmt: skip
    columns |= {"currency": ["USD"] * len(rows)}
    path = "/props/pageProps/initialData/searchResult/itemStacks/0/items"
    return Truth(state, path, columns, html=html, paths=(path.replace("/0/", "/*/"),))
