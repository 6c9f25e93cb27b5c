"""Sites to find an app, a bed, a meal, a book, a home, a car or a job."""

from __future__ import annotations

from training.comment_free.chrome import choice, image, link_list, pages_of, search_form
from training.comment_free.markup import Html, document, el, lines, links
from training.comment_free.money import money, stars
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def _page(w: Writer, title: str, rows: Html, *filters: str) -> Html:
    """The frame that these sites have in common: filters beside the results."""
    head = el(
        "header.site-header",
        el("a.brand", w.draw.choice(("Finder", "Compass", "Atlas", "Beacon"))),
        search_form(w),
        el("nav", link_list("ul", [w.say("home"), w.say("help"), w.say("login")])),
    )
    side = el(
        "aside.filters",
        *(
            el(
                "fieldset",
                el("legend", name),
                el("label", el("input", type="checkbox"), f" {w.draw.randint(2, 90)}"),
                el("label", el("input", type="checkbox"), f" {w.draw.randint(2, 90)}"),
            )
            for name in filters
        ),
    )
    main = el(
        "main#results",
        el("h1", title),
        el("div.sort", choice("sort", *filters)),
        rows,
        el("nav.pagination", pages_of(w)),
    )
    return document(
        title,
        head,
        el("div.layout", side, main),
        el("footer", links(["About", "Terms", "Privacy", "Contact"])),
        lang=w.language,
    )


def _app(w: Writer) -> Html:
    title, number = w.fresh("app"), w.id()
    text = el(
        "div.we-lockup__text",
        el("div.we-lockup__title", el("p", title)),
        el("div.we-lockup__subtitle", w.one("appline")),
    )
    meta = el(
        "div.we-lockup__meta",
        el("span.we-star-rating", stars(w)),
        el("span.we-rating-count", f"{w.draw.randint(1, 90)}K Ratings"),
        el("span", w.one("appkind")),
        el("span.price", w.draw.choice(("Free", "Free", "$2.99", "$0.99"))),
    )
    return el(
        "li.l-column.small-6",
        el(
            "a.we-lockup.targeted-link",
            el("picture.we-artwork", image(f"/icons/{number}.png", "")),
            text,
            meta,
            href=f"/app/id{number}",
        ),
    )


def apps(w: Writer) -> Html:
    """A chart of an app store."""
    rows = el("ol.l-row.chart", lines(*(_app(w) for _ in w.rows(20, 50))))
    return _page(w, "Top Free Apps", rows, "Category", "Price", "Device")


_SEE = {"es": "Ver disponibilidad", "ja": "空室を確認"}
_FILTERS = {
    "es": ("Presupuesto", "Estrellas", "Puntuación", "Comidas"),
    "ja": ("予算", "ホテルの星", "クチコミスコア", "食事"),
}


def _hotel(w: Writer) -> Html:
    name, number = w.fresh("hotel"), w.id()
    mean, grades = w.draw.uniform(6.5, 9.7), w.words["grade"]
    grade = grades[int((mean - 6.5) / 3.3 * len(grades))]
    reviews = {"es": "comentarios", "ja": "件のクチコミ"}.get(w.language, "reviews")
    score = el(
        "div.bui-review-score",
        el("div.bui-review-score__badge", f"{mean:.1f}", aria_label="Scored"),
        el(
            "div.bui-review-score__content",
            el("div.bui-review-score__title", grade),
            el("div.bui-review-score__text", f"{w.figure(12, 4000)} {reviews}"),
        ),
        data_testid="review-score",
    )
    place = el(
        "div.address",
        el("a", f"{w.one('quarter')}, {w.place}"),
        el("span", f"{w.draw.uniform(0.1, 6):.1f} km"),
    )
    room = el(
        "div.room_details",
        el("h4", w.one("room")),
        el("div", w.one("beds")),
        el("ul.perks", *(el("li", perk) for perk in w.some("perk", 0, 2))),
    )
    price = el(
        "div.price-availability",
        el("div.bui-price-display__label", "1 night, 2 adults" if w.language == "en" else "1 / 2"),
        el("span.fcab3ed991", money(w, 45, 380)),
        el("a.btn", _SEE.get(w.language, "See availability")),
    )
    card = el(
        "div.sr_item_content",
        el(
            "h3.sr-hotel__title",
            el("a.hotel_name_link", el("span.sr-hotel__name", name), href=f"/hotel/{number}.html"),
        ),
        place,
        score,
        room,
        price,
    )
    return el(
        "div.sr_item.sr_property_block",
        el("div.sr_item_photo", el("a", image(f"/h/{number}.jpg", name))),
        card,
        data_hotelid=number,
        data_testid="property-card",
    )


def hotels(w: Writer) -> Html:
    """Hotels of a city, with scores: 8.4, Very Good, 1,203 reviews."""
    rows = el("div#hotellist_inner", lines(*(_hotel(w) for _ in w.rows(15, 30))))
    return _page(
        w,
        f"{w.place}: {w.figure(60, 900)}",
        rows,
        *_FILTERS.get(w.language, ("Budget", "Stars", "Review score", "Meals")),
    )


def _restaurant(w: Writer, rank: int) -> Html:
    name, number = w.fresh("restaurant"), w.id()
    rating = el(
        "span.rating",
        el("span.ui_bubble_rating", aria_label=f"{stars(w)} of 5 bubbles"),
        el("a", f"{w.figure(5, 2400)} reviews"),
    )
    facts = el(
        "div.facts",
        el("span", w.draw.choice(("$", "$$ - $$$", "$$$$"))),
        " • ",
        el("span", ", ".join(w.some("cuisine", 1, 3))),
        " • ",
        el("span", w.draw.choice(("Open now", "Closed", "Opens at 6 PM"))),
    )
    return el(
        "div.restaurant-card",
        el("div.photo", image(f"/r/{number}.jpg", name)),
        el(
            "div.info",
            el("h3", f"{rank}. ", el("a", name, href=f"/Restaurant-{number}.html")),
            rating,
            facts,
            el("p.snippet", w.one("taste")),
        ),
        data_test=f"{rank}_list_item",
    )


def restaurants(w: Writer) -> Html:
    """Restaurants with cuisine, price range and the house's own line."""
    rows = el(
        "div.list#component_2",
        lines(*(_restaurant(w, rank) for rank in range(1, w.draw.randint(18, 31)))),
    )
    return _page(
        w, f"The best restaurants in {w.place}", rows, "Cuisine", "Price", "Meals", "Dietary"
    )


def _book(w: Writer) -> Html:
    title, number, person = w.fresh("book"), w.id(), w.one("person")
    rating = el(
        "span.minirating",
        el("span.stars.staticStars"),
        f" {stars(w)} avg rating — {w.figure(20, 90000)} ratings",
    )
    author = el(
        "span",
        el("div.authorName__container", el("a.authorName", el("span", person, itemprop="name"))),
        itemprop="author",
        itemscope="",
        itemtype="http://schema.org/Person",
    )
    cell = el(
        "td",
        el(
            "a.bookTitle",
            el("span", title, itemprop="name"),
            href=f"/book/show/{number}",
            itemprop="url",
        ),
        el("br"),
        el("span.by.smallText", "by "),
        author,
        el("br"),
        el("div", el("span.greyText.smallText.uitext", rating)),
        el("div.format", f"{w.one('format')}, {w.date('%Y', 6_000_000)}. {money(w, 7, 40)}"),
        el("div.blurb", w.one("blurb") + " " + w.one("blurb")),
        width="100%",
        valign="top",
    )
    return el(
        "tr",
        el("td", el("a", image(f"/books/{number}.jpg", title, class_="bookCover")), width="5%"),
        cell,
        itemscope="",
        itemtype="http://schema.org/Book",
    )


def books(w: Writer) -> Html:
    """Books with mean ratings and the publisher's blurb."""
    table = el("table.tableList", lines(*(_book(w) for _ in w.rows(15, 40))))
    return _page(
        w,
        {"ja": "本の一覧"}.get(w.language, "Books everyone should read"),
        table,
        "Format",
        "Language",
        "Year",
    )


def _home(w: Writer) -> Html:
    number, title = w.id(), w.one("estate")
    address = el(
        "address.propertyCard-address",
        el("span", f"{w.draw.randint(1, 140)} {w.one('street')}, {w.place}"),
        itemprop="address",
    )
    price = el(
        "div.propertyCard-price",
        el(
            "div.propertyCard-priceValue",
            f"£{w.draw.randint(120, 990)},{w.draw.choice(('000', '500', '950'))}",
        ),
        el("div.propertyCard-priceQualifier", w.draw.choice(("Guide Price", "Offers Over", ""))),
    )
    facts = link_list(
        "ul.features",
        [
            w.draw.choice(("Freehold", "Leasehold")),
            f"{w.draw.randint(1, 3)} baths",
            f"{w.draw.randint(45, 210)} m²",
        ],
    )
    text = el(
        "div.propertyCard-description",
        el("span", w.one("estateline") + " " + w.one("estateline"), itemprop="description"),
    )
    added = el(
        "div.propertyCard-branchSummary",
        el(
            "span.addedOrReduced",
            w.draw.choice(("Added on ", "Reduced on ")) + w.next_date("%d/%m/%Y", 700),
        ),
        el("span.branchSummary-branchName", f" by {w.one('agent')}, {w.place}"),
    )
    content = el(
        "div.propertyCard-content",
        el(
            "a.propertyCard-link",
            el("h2.propertyCard-title", title),
            address,
            href=f"/properties/{number}",
        ),
        facts,
        text,
        added,
    )
    return el(
        f"div.l-searchResult.is-list#property-{number}",
        el(
            "div.propertyCard",
            el("div.propertyCard-images", image(f"/p/{number}.jpg", "")),
            price,
            content,
        ),
    )


def homes(w: Writer) -> Html:
    """Homes for sale: a few lines of text, an agent and a date each."""
    rows = el("div.l-searchResults#l-searchResults", lines(*(_home(w) for _ in w.rows(15, 26))))
    return _page(w, f"Properties For Sale in {w.place}", rows, "Price", "Bedrooms", "Type", "Added")


def _used_car(w: Writer) -> Html:
    title, number = w.fresh("usedcar"), w.id()
    facts = (
        w.date("%m/%Y", 6_000_000),
        f"{w.figure(5000, 160000)} km",
        f"{w.draw.randint(44, 180)} kW",
        w.draw.choice(("Diesel", "Hybrid", "Elektro")),
    )
    data = el("div.rbt-regMilPow", " • ".join(facts))
    seller = el(
        "div.g-col-12",
        el("span", w.draw.choice(("Autohaus ", "Privat: ")) + w.one("last")),
        el("div", f"{w.draw.randint(10000, 99999)} {w.place}"),
        el("span.star-rating", f"{stars(w)} ({w.draw.randint(3, 900)})"),
    )
    link = el(
        "a.link--muted.no--text--decoration.result-item",
        el("div.image-block", image(f"/c/{number}.jpg", title)),
        el(
            "div.g-col-9",
            el("div.headline-block", el("span.h3.u-text-break-word", title)),
            el("div.price-block", el("span.h3.u-block", money(w, 3000, 40000))),
            el("div.vehicle-data", data),
            seller,
        ),
        href=f"/details?id={number}",
    )
    return el(
        "div.cBox-body.cBox-body--resultitem",
        link,
        el("button", "Parken" if w.language == "de" else "Save"),
    )


def used_cars(w: Writer) -> Html:
    """Used cars with dealers' scores."""
    rows = el("div.cBox.cBox--content", lines(*(_used_car(w) for _ in w.rows(15, 30))))
    return _page(w, "Gebrauchtwagen" if w.language == "de" else "Used cars", rows, "km", "kW", "EZ")


def _job(w: Writer) -> Html:
    title, number = w.fresh("job"), f"{w.id():x}"
    company = el(
        "div.company_location",
        el("span.companyName", w.one("employer")),
        el("span.ratingsDisplay", stars(w)) if w.chance(0.5) else None,
        el("div.companyLocation", w.place),
    )
    snippet = el("div.job-snippet", el("ul", *(el("li", text) for text in w.some("jobline", 1, 3))))
    pay = (
        el("div.metadata.salary-snippet-container", f"${w.figure(30, 140)},000 a year")
        if w.chance(0.4)
        else None
    )
    foot = el(
        "div.result-footer",
        el("span.date", el("span.visually-hidden", "Posted"), "Posted " + w.since(40000)),
    )
    return el(
        "li",
        el(
            "div.cardOutline.tapItem.result",
            el(
                "div.job_seen_beacon",
                el(
                    "h2.jobTitle",
                    el(
                        f"a.jcs-JobTitle#job_{number}",
                        el("span", title),
                        href=f"/rc/clk?jk={number}",
                    ),
                ),
                company,
                pay,
                snippet,
                foot,
            ),
        ),
    )


def jobs(w: Writer) -> Html:
    """Jobs with the first lines of each advertisement."""
    rows = el(
        "div#mosaic-provider-jobcards",
        el("ul.jobsearch-ResultsList", lines(*(_job(w) for _ in w.rows(15, 30)))),
    )
    return _page(w, f"{w.one('role')} jobs in {w.place}", rows, "Date posted", "Remote", "Salary")


TEMPLATES = (
    Template("app-store", "listing", apps, ("en", "en"), "/charts/iphone"),
    Template("hotels", "listing", hotels, ("en", "es", "ja"), "/searchresults.html?ss=x"),
    Template("restaurants", "listing", restaurants, ("en", "en"), "/Restaurants-g1.html"),
    Template("books", "listing", books, ("en", "ja"), "/list/show/1"),
    Template("real-estate", "listing", homes, ("en", "en"), "/property-for-sale/find.html"),
    Template("used-cars", "listing", used_cars, ("de", "en"), "/fahrzeuge/search.html"),
    Template("jobs", "listing", jobs, ("en", "en"), "/jobs?q=x"),
)
