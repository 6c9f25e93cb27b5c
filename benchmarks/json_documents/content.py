"""Content of the documents: goods, stories, jobs and posts, all invented here."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

SITE = "https://shop.example"
_NAMES = (
    "Oak stool", "Copper kettle", "Linen apron", "Brass lamp", "Walnut tray", "Wool throw",
    "Stone mortar", "Glass carafe", "Cork board", "Steel ladle", "Clay teapot", "Ash broom",
)  # fmt: skip
_BRANDS = ("Halden", "Morrow & Co", "Tidewater", "Pell")
_AUTHORS = ("Ines Calder", "Tom Varga", "Noor Haddad", "Per Lindqvist", "Mei Tan")
_HEADLINES = (
    "The ferry returns after a winter in the yard", "Council votes to keep the old quay",
    "A bakery that opens at four in the morning", "Why the lighthouse changed its lamp",
    "Three bridges, and who pays for them", "The orchard that outlived its village",
    "Night trains are full again", "How a school learned to fix its own roof",
    "Salt, sand and the new harbour wall", "The last clockmaker of Mill Street",
)  # fmt: skip
_BODIES = (
    "I took it twice last week, and it was never late.",
    "Does it still stop at the lighthouse in the evening?",
    "Only on Sundays, says the board on the quay.",
    "They changed that in spring; look at the new timetable.",
    "My grandmother worked in the yard where it was built.",
    "The seats are new, but the engine is as loud as it ever was.",
    "You can bring a bicycle if there is room on the lower deck.",
)
_JOBS = (
    "Harbour pilot", "Backend engineer", "Night baker", "Bridge inspector", "Librarian",
    "Lamp technician", "Orchard keeper", "Data analyst",
)  # fmt: skip
_CITIES = ("Lower Mill", "Eastquay", "Harrow Sound")
_START = datetime(2024, 3, 4, 8, 30, tzinfo=timezone.utc)


def slug(text: str) -> str:
    """A text as part of an address."""
    return "-".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def goods(count: int = 12, first: int = 0) -> list[dict[str, Any]]:
    """Products, the first ones of a fixed list."""
    return [
        {
            "id": 4100 + 37 * i,
            "name": name,
            "slug": slug(name),
            "price": round(12.5 + 17.35 * i, 2),
            "old": round(20 + 18.05 * i, 2),
            "brand": _BRANDS[i % 4],
            "sku": f"HW-{700 + 13 * i}",
            "rating": round(3.1 + (i * 7 % 18) / 10, 1),
            "reviews": 3 + 11 * i,
            "stock": i % 4 != 3,
            "image": f"/media/{slug(name)}.jpg",
            "text": f"A {name.lower()} made by hand in a small workshop near the harbour, no. {i}.",
            "date": _START + timedelta(days=3 * i, hours=i),
        }
        for i, name in enumerate(_NAMES[first : first + count], first)
    ]


def stories(count: int = 10, first: int = 0) -> list[dict[str, Any]]:
    """Articles."""
    return [
        {
            "id": 90_001 + 211 * i,
            "title": title,
            "slug": slug(title),
            "author": _AUTHORS[i % 5],
            "date": _START + timedelta(days=i, minutes=17 * i),
            "changed": _START + timedelta(days=i + 40),
            "text": f"{title}: what the people of Lower Mill say about it, in part {i + 1}.",
            "image": f"https://img.example/{slug(title)}.webp",
            "tags": ["harbour", "news"] if i % 2 else ["village"],
            "score": 5 + 31 * i % 97,
            "comments": i * 3,
        }
        for i, title in enumerate(_HEADLINES[first : first + count], first)
    ]


def jobs() -> list[dict[str, Any]]:
    """Vacancies."""
    return [
        {
            "id": 5_500_100 + i * 17,
            "title": title,
            "slug": slug(title),
            "city": _CITIES[i % 3],
            "team": ("Works", "Office")[i % 2],
            "date": _START + timedelta(days=5 * i),
            "text": f"<p>We are looking for a {title.lower()} who likes early mornings.</p>",
        }
        for i, title in enumerate(_JOBS)
    ]


def posts() -> list[dict[str, Any]]:
    """Posts of a thread; each but the first answers the one of ``parent``."""
    parents = (None, 0, 1, 1, 0, 4, None)
    return [
        {
            "id": 7100 + 3 * i,
            "author": _AUTHORS[i % 5],
            "text": text,
            "date": _START + timedelta(hours=2 * i, minutes=5),
            "parent": parents[i],
            "score": 12 - i,
        }
        for i, text in enumerate(_BODIES)
    ]


def iso(moment: datetime) -> str:
    """A moment in ISO 8601, with a Z."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def epoch(moment: datetime) -> int:
    """A moment in seconds since 1970."""
    return int(moment.timestamp())


def menu() -> list[dict[str, Any]]:
    """A menu: no data."""
    names = ("Home", "Kitchen", "Garden", "Sale", "About us", "Help", "Contact", "Stores")
    return [{"title": name, "url": f"/{slug(name)}", "children": []} for name in names]


def facets() -> list[dict[str, Any]]:
    """Filters of a search: no data."""
    return [
        {
            "name": name,
            "label": name.title(),
            "values": [{"value": v, "label": v.title(), "count": 3 + len(v)} for v in values],
        }
        for name, values in (("colour", ("red", "blue", "green")), ("size", ("s", "m", "l")))
    ]


def messages() -> dict[str, Any]:
    """Texts of the interface: no data."""
    texts = {"cart.add": "Add to cart", "cart.empty": "Your cart is empty", "nav.more": "More"}
    return {"locale": "en", "messages": texts, "formats": {"date": {"short": {"day": "numeric"}}}}


def config() -> dict[str, Any]:
    """Settings of the program: no data."""
    return {
        "apiUrl": "https://api.shop.example/v2",
        "features": [{"name": f"exp-{i}", "enabled": i % 2 == 0, "variant": "b"} for i in range(9)],
        "analytics": {"ga": "G-100", "events": [{"name": "view", "id": i} for i in range(14)]},
        "locales": [{"code": c, "name": n} for c, n in (("en", "English"), ("de", "Deutsch"))],
        "currency": {"code": "EUR", "symbol": "€"},
    }
