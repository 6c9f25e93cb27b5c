"""Documents with the keys of responses that public repositories hold, their content invented."""

from __future__ import annotations

from typing import Any

from benchmarks.json_documents.content import SITE, epoch, goods, iso, posts, stories
from benchmarks.json_documents.truth import Build, Truth, of

RECORDED: dict[str, Build] = {}
URL = f"{SITE}/"


def recorded(build: Build) -> Build:
    """Register a builder, by its name."""
    return RECORDED.setdefault(build.__name__.strip("_").replace("_", " "), build)


@recorded
def _Guardian_search() -> Truth:
    rows = stories()
    results = [
        {
            "id": f"sport/{row['slug']}", "type": "article", "sectionId": "sport",
            "sectionName": "Sport", "webPublicationDate": iso(row["date"]),
            "webTitle": row["title"], "webUrl": f"{SITE}/{row['slug']}",
            "apiUrl": f"https://api.example/{row['slug']}", "isHosted": False,
            "fields": {"thumbnail": row["image"]},
            "pillarId": "pillar/sport", "pillarName": "Sport",
        }
        for row in rows
    ]  # fmt: skip
    response = {
        "status": "ok", "userTier": "developer", "total": 1022, "startIndex": 1, "pageSize": 10,
        "currentPage": 1, "pages": 103, "orderBy": "newest", "results": results,
    }  # fmt: skip
    columns = of(rows, title="title", link="slug", date="date", image="image")
    return Truth({"response": response}, "/response/results", columns)


@recorded
def _News_articles() -> Truth:
    rows = stories()
    articles = [
        {
            "source": {"id": None, "name": "The Quay"}, "author": row["author"],
            "title": row["title"], "description": row["text"], "url": f"{SITE}/{row['slug']}",
            "urlToImage": row["image"], "publishedAt": iso(row["date"]),
            "content": f"{row['text']} [+2000 chars]",
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, title="title", link="slug", date="date", author="author", image="image",
                 description="text")  # fmt: skip
    return Truth({"status": "ok", "totalResults": 70, "articles": articles}, "/articles", columns)


def _place(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "address1": "250 N Wilton Pl", "city": row["brand"], "zip_code": "90004",
        "country": "US", "display_address": ["250 N Wilton Pl", "Lower Mill, CA 90004"],
    }  # fmt: skip


@recorded
def _Yelp_3_businesses() -> Truth:
    rows = goods()
    businesses = [
        {
            "id": f"W{row['id']}", "alias": row["slug"], "name": row["name"],
            "image_url": SITE + row["image"], "is_closed": False,
            "url": f"{SITE}/biz/{row['slug']}", "review_count": row["reviews"],
            "categories": [{"alias": "italian", "title": "Italian"},
                           {"alias": "pizza", "title": "Pizza"}],
            "rating": row["rating"], "coordinates": {"latitude": 40.7, "longitude": -73.9},
            "transactions": ["pickup"], "price": "$$", "location": _place(row),
            "phone": "+12129650500", "display_phone": "(212) 965-0500", "distance": 2147.03,
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, "/biz", title="name", link="slug", image="image", rating="rating",
                 reviews="reviews") | {"price": [None] * len(rows)}  # fmt: skip
    region = {"center": {"longitude": -73.9, "latitude": 40.7}}
    return Truth({"businesses": businesses, "total": 900, "region": region}, "/businesses", columns)


@recorded
def _Yelp_2_businesses() -> Truth:
    rows = goods()
    businesses = [
        {
            "is_claimed": True, "rating": row["rating"], "mobile_url": f"https://m.example/{i}",
            "rating_img_url": f"{SITE}/stars/4.png", "review_count": row["reviews"],
            "name": row["name"], "snippet_image_url": f"{SITE}/s/{i}.jpg",
            "rating_img_url_small": f"{SITE}/stars/4s.png", "url": f"{SITE}/biz/{row['slug']}",
            "location": _place(row), "menu_provider": "x", "snippet_text": row["text"],
            "image_url": SITE + row["image"], "categories": [["Hotels", "hotels"]],
            "display_phone": "+1-206-727-2100", "rating_img_url_large": f"{SITE}/stars/4l.png",
            "id": row["slug"], "is_closed": False, "distance": 151.1,
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, "/biz", title="name", link="slug", image="image", rating="rating",
                 reviews="reviews")  # fmt: skip
    region = {"span": {"latitude_delta": 0.01}, "center": {"latitude": 47.6}}
    return Truth({"region": region, "total": 40, "businesses": businesses}, "/businesses", columns)


@recorded
def _Spotify_search() -> Truth:
    rows = goods()
    items = [
        {
            "album": {
                "album_type": "single", "name": f"Album {i}", "release_date": "2024-10-18",
                "artists": [{"href": f"{SITE}/v1/artists/{i}", "name": row["brand"],
                             "external_urls": {"spotify": f"{SITE}/artist/{i}"}, "id": "a"}],
                "external_urls": {"spotify": f"{SITE}/album/{i}"}, "id": f"b{i}",
                "href": f"{SITE}/v1/albums/{i}", "is_playable": True, "type": "album",
                "images": [{"height": 640, "url": SITE + row["image"], "width": 640}],
                "uri": f"spotify:album:{i}", "total_tracks": 1,
            },
            "artists": [{"external_urls": {"spotify": f"{SITE}/artist/{i}"}, "id": "a",
                         "href": f"{SITE}/v1/artists/{i}", "name": row["brand"],
                         "type": "artist", "uri": "spotify:artist:a"}],
            "disc_number": 1, "duration_ms": 169917, "explicit": False,
            "external_ids": {"isrc": "X"}, "id": f"t{i}", "is_local": False,
            "external_urls": {"spotify": f"{SITE}/track/{row['slug']}"},
            "href": f"{SITE}/v1/tracks/{i}", "name": row["name"], "popularity": 98,
            "preview_url": None, "track_number": 1, "type": "track", "uri": f"spotify:track:{i}",
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    following = f"{SITE}/v1/search?query=oak&offset=12&limit=12"
    tracks = {
        "href": f"{SITE}/v1/search?query=oak&offset=0&limit=12", "items": items, "limit": 12,
        "next": following, "offset": 0, "previous": None,
        "total": 900,
    }  # fmt: skip
    columns = of(rows, title="name", author="brand")
    return Truth({"tracks": tracks}, "/tracks/items", columns, next=following)


@recorded
def _homes_of_a_broker() -> Truth:
    rows = goods()
    listings = [
        {
            "id": f"SR{row['id']}", "market": "crmls", "geoType": "listing", "systemId": "4",
            "address": {"deliveryLine": f"{i} {row['name']} Lane", "city": "Lower Mill",
                        "state": "CA", "zip": "90034", "street": f"{i} {row['name']} Lane"},
            "area": "C09", "baths": {"total": 3, "full": 3, "half": 0}, "beds": 3,
            "coordinates": {"latitude": 34.0, "longitude": -118.3}, "daysOnMarket": i,
            "description": row["text"], "floors": "1", "imageCount": 11,
            "images": [f"{SITE}{row['image']}", f"{SITE}/b.jpg"],
            "lastUpdated": 1619656308, "listPrice": row["price"],
            "listingAgent": {"id": "F2", "name": "Ines Calder", "email": "i@quay.example"},
            "listingDate": epoch(row["date"]), "listingOffice": {"id": "F0", "name": "Quay Homes"},
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, description="text", image="image", price="price", date="date")
    result = {"total": 12, "listings": listings}
    return Truth({"success": True, "result": result}, "/result/listings", columns)


@recorded
def _Spree_products() -> Truth:
    rows = goods()
    data = [
        {
            "id": str(row["id"]), "type": "product",
            "attributes": {
                "name": row["name"], "description": row["text"],
                "available_on": iso(row["date"]), "slug": row["slug"], "meta_description": None,
                "meta_keywords": None, "updated_at": "2023-03-20T04:00:34Z", "sku": row["sku"],
                "purchasable": True, "in_stock": row["stock"], "backorderable": False,
                "available": True, "currency": "USD", "price": f"{row['price']:.2f}",
                "display_price": f"${row['price']:.2f}", "compare_at_price": None,
                "display_compare_at_price": None,
            },
            "relationships": {"variants": {"data": [{"id": "117", "type": "variant"}]},
                              "images": {"data": [{"id": f"{i}", "type": "image"}]}},
        }
        for i, row in enumerate(rows)
    ]  # fmt: skip
    included = [
        {"id": str(i), "type": "image", "attributes": {"position": 1, "viewable_type": "Variant"}}
        for i in range(12)
    ]
    links = {"self": f"{SITE}/api/v2/products", "next": f"{SITE}/api/v2/products?page=2"}
    columns = of(rows, title="name", price="price", availability="stock", description="text") | {
        "currency": ["USD"] * len(rows)
    }
    return Truth({"data": data, "included": included, "meta": {"count": 12}, "links": links},
                 "/data", columns, next=links["next"])  # fmt: skip


@recorded
def _Medusa_products() -> Truth:
    rows = goods()
    products = [
        {
            "id": f"prod_{row['id']}", "created_at": iso(row["date"]), "deleted_at": None,
            "updated_at": "2024-05-20T11:39:01.104Z", "title": row["name"], "subtitle": None,
            "description": row["text"], "handle": row["slug"], "is_giftcard": False,
            "status": "published", "thumbnail": SITE + row["image"], "weight": None,
            "type_id": "ptyp_1", "discountable": True, "metadata": {},
            "collection": {"id": "pcol_1", "created_at": "2024-05-20T10:22:45.847Z",
                           "title": "fossil", "handle": "fossil"},
            "images": [{"id": "img_1", "created_at": "2024-05-20T11:37:56.381Z",
                        "url": SITE + row["image"]}],
            "options": [{"id": "opt_1", "title": "Size", "values": [{"id": "v", "value": "S"}]}],
            "variants": [
                {"id": "var_1", "title": "S", "sku": row["sku"], "inventory_quantity": 3,
                 "prices": [{"id": "ma_1", "currency_code": "eur",
                             "amount": round(row["price"] * 100), "min_quantity": None}]},
            ],
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, title="name", description="text", image="image", date="date")
    return Truth(
        {"products": products, "count": 40, "offset": 0, "limit": 12}, "/products", columns
    )


@recorded
def _Centra_products() -> Truth:
    rows = goods()
    products = [
        {
            "product": str(row["id"]), "name": row["name"], "uri": row["slug"], "sku": row["sku"],
            "productSku": row["sku"], "brand": "1", "brandName": row["brand"], "brandUri": "brand",
            "collection": "1", "collectionName": "Collection", "collectionUri": "collection",
            "variantName": "Nice", "countryOrigin": "", "excerpt": "AAA", "excerptHtml": "<p>A</p>",
            "description": row["text"], "descriptionHtml": f"<p>{row['text']}</p>",
            "metaTitle": "CCC", "metaDescription": "EEE", "stockUnit": "", "category": "1",
            "price": f"{row['price']} SEK", "priceAsNumber": row["price"], "available": True,
            "media": {"standard": [f"{SITE}{row['image']}", f"{SITE}/b.jpg"]},
            "relatedProducts": [{"available": True, "product": "1", "relation": "variant",
                                 "media": {"standard": [f"{SITE}/c.jpg"]}}],
        }
        for row in rows
    ]  # fmt: skip
    columns = of(rows, title="name", price="price", image="image", description="text") | {
        "currency": ["SEK"] * len(rows)
    }
    return Truth({"token": "e37", "products": products}, "/products", columns)


@recorded
def _comments_by_users() -> Truth:
    rows = posts()
    comments = [
        {"id": row["id"], "body": row["text"], "postId": 242, "likes": row["score"],
         "user": {"id": 105 + i, "username": f"u{i}", "fullName": row["author"]}}
        for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, author="author", text="text", score="score")
    return Truth({"comments": comments, "total": 340, "skip": 0, "limit": 7}, "/comments", columns,
                 "comments")  # fmt: skip


@recorded
def _comments_by_members() -> Truth:
    rows = posts()
    comments = [
        {"commentID": row["id"], "memberName": row["author"], "memberID": i, "parentID": 0,
         "content": row["text"], "likeCount": row["score"], "replyCount": 0, "hideComment": False,
         "created_at": epoch(row["date"])} for i, row in enumerate(rows)
    ]  # fmt: skip
    columns = of(rows, author="author", text="text", date="date", score="score")
    document = {"status": "success", "data": {"comments": comments}}
    return Truth(document, "/data/comments", columns, "comments")
