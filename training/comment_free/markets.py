"""Market places: results of a search, with scores and counts of reviews, none with their text."""

from __future__ import annotations

from training.comment_free.chrome import image, link_list, pages_of, search_form
from training.comment_free.markup import Html, document, el, lines, links
from training.comment_free.money import money, stars
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def _result_amazon(w: Writer) -> Html:
    title, number = w.fresh("long_product"), f"B0{w.id():08X}"
    out = {"de": "{} von 5 Sternen", "ja": "5つ星のうち{}"}.get(w.language, "{} out of 5 stars")
    heading = el(
        "h2.a-size-mini.s-line-clamp-2",
        el(
            "a.a-link-normal.s-link-style",
            el("span.a-size-medium.a-color-base.a-text-normal", title),
            href=f"/dp/{number}",
        ),
    )
    score = el(
        "span",
        el(
            "a.a-popover-trigger",
            el("i.a-icon.a-icon-star-small", el("span.a-icon-alt", out.format(stars(w)))),
        ),
        aria_label="stars",
    )
    count = el(
        "span",
        el(
            "a.a-link-normal.s-underline-text",
            el("span.a-size-base.s-underline-text", w.figure(3, 40000)),
        ),
    )
    price = el(
        "span.a-price",
        el("span.a-offscreen", money(w)),
        el("span", el("span.a-price-whole", str(w.draw.randint(5, 99))), aria_hidden="true"),
    )
    delivery = {"de": "KOSTENLOSE Lieferung", "ja": "無料配送"}.get(w.language, "FREE delivery")
    ship = el(
        "div.a-row.a-size-base.a-color-secondary.s-align-children-center",
        el("span", delivery + " "),
        el("span.a-text-bold", w.date("%a, %b %-d", 9000)),
    )
    section = el(
        "div.a-section.a-spacing-small.a-spacing-top-small",
        el("div.s-title-instructions-style", heading),
        el("div.a-row.a-size-small", score, count),
        el("div.s-price-instructions-style", el("a", price)),
        ship,
    )
    picture = el(
        "div.s-product-image-container",
        el("span", el("a", image(f"/images/I/{number}.jpg", title, class_="s-image"))),
    )
    return el(
        "div.s-result-item.s-asin.sg-col-4-of-24",
        el("div.sg-col-inner", el("div.s-card-container", picture, section)),
        data_asin=number,
        data_component_type="s-search-result",
    )


def amazon(w: Writer) -> Html:
    """Results in the manner of Amazon."""
    head = el(
        "header#navbar-main",
        el("div.nav-left", el("a#nav-logo-sprites", "shop")),
        search_form(w, "form#nav-search-bar-form"),
        el("div#nav-xshop", links(w.some("aisle", 5, 7), "a.nav-a")),
    )
    facets = el(
        "div#s-refinements",
        *(
            el(
                "div.a-section",
                el("span.a-text-bold", name),
                link_list("ul.a-unordered-list", w.some("brand", 3, 6), "li.a-spacing-micro"),
            )
            for name in ("Brand", "Seller")
        ),
    )
    results = el(
        "div.s-main-slot.s-result-list.s-search-results.sg-row",
        lines(*(_result_amazon(w) for _ in w.rows(16, 40))),
    )
    count = el(
        "div.a-section.a-spacing-small",
        el("span", "1-48 / 2,000"),
        el("span.a-color-state", f'"{w.one("goods") if w.language != "ja" else w.one("mono")}"'),
    )
    pages = el(
        "div.s-pagination-container",
        el("span.s-pagination-strip", pages_of(w, "a.s-pagination-item", "span.s-pagination-item")),
    )
    return document(
        w.one("aisle"),
        head,
        el(
            "div#search",
            el("span", count),
            el("div.sg-row", el("div.s-left", facets), el("div.s-right", results, pages)),
        ),
        el("div#navFooter", links(["Careers", "Sell", "Help"])),
        lang=w.language,
    )


def _item_ebay(w: Writer) -> Html:
    title, number = w.fresh("long_product"), w.id()
    picture = el(
        "div.s-item__image-section",
        el("div.s-item__image", el("a", image(f"/i/{number}.jpg", title))),
    )
    reviews = (
        el(
            "div.s-item__reviews",
            el(
                "a",
                el("div.x-star-rating", el("span.clipped", f"{stars(w)} out of 5 stars.")),
                el("span.s-item__reviews-count", f"{w.draw.randint(2, 900)} product ratings"),
            ),
        )
        if w.chance(0.25)
        else None
    )
    details = lines(
        el("div.s-item__detail", el("span.s-item__price", money(w))),
        el(
            "div.s-item__detail",
            el("span.s-item__bids", f"{w.draw.randint(0, 30)} bids"),
            el("span.s-item__time-left", f"{w.draw.randint(1, 6)}d {w.draw.randint(1, 23)}h left"),
        ),
        el("div.s-item__detail", el("span.s-item__shipping", f"+{money(w, 3, 20)} shipping")),
    )
    seller = el(
        "span.s-item__seller-info-text",
        f"{w.one('seller')} ({w.figure(9, 90000)}) {w.draw.randint(96, 100)}%",
    )
    info = el(
        "div.s-item__info.clearfix",
        el("a.s-item__link", el("h3.s-item__title", title)),
        el("div.s-item__subtitle", el("span.SECONDARY_INFO", w.one("condition"))),
        reviews,
        el("div.s-item__details.clearfix", details),
        seller,
    )
    return el("li.s-item.s-item__pl-on-bottom", el("div.s-item__wrapper.clearfix", picture, info))


def ebay(w: Writer) -> Html:
    """Results in the manner of eBay: bids, sellers and their feedback scores."""
    head = el(
        "header#gh",
        el("a#gh-logo", "market"),
        search_form(w, "form#gh-f"),
        links(["Daily Deals", "Help & Contact"]),
    )
    rail = el(
        "div.srp-rail__left",
        *(
            el(
                "div.x-refine__item",
                el("h3", name),
                link_list("ul.x-refine__main__list", w.some("colour", 3, 5)),
            )
            for name in ("Category", "Condition", "Price")
        ),
    )
    items = el("ul.srp-results.srp-list.clearfix", lines(*(_item_ebay(w) for _ in w.rows(20, 50))))
    count = el(
        "h1.srp-controls__count-heading",
        el("span.BOLD", w.figure(900, 9000)),
        " results for ",
        el("span.BOLD", w.one("goods")),
    )
    return document(
        "results",
        head,
        el(
            "div.srp-main#mainContent",
            rail,
            el(
                "div#srp-river-main",
                el("div.srp-controls", count),
                items,
                el("nav.pagination", pages_of(w)),
            ),
        ),
        el("footer#glbfooter", "Copyright © 1995-2023"),
    )


def _card_etsy(w: Writer) -> Html:
    title, number = w.fresh("long_product"), w.id()
    rating = el(
        "div.wt-align-items-center",
        el("span.wt-screen-reader-only", f"{stars(w)} out of 5 stars"),
        el("span.wt-text-caption.wt-text-gray", f"({w.figure(2, 9000)})"),
    )
    shop = el(
        "p.wt-text-caption.wt-text-truncate", el("span", "Ad by "), el("span", w.one("seller"))
    )
    price = el("div.n-listing-card__price", el("p.lc-price", el("span.currency-value", money(w))))
    info = el(
        "div.v2-listing-card__info",
        el("h3.wt-text-caption.v2-listing-card__title", title),
        rating,
        shop,
        price,
        el("span.wt-badge", "FREE shipping") if w.chance(0.4) else None,
    )
    link = el(
        "a.listing-link",
        el("div.v2-listing-card__img", image(f"/il/{number}.jpg", "")),
        info,
        href=f"/listing/{number}",
    )
    return el(
        "li.wt-list-unstyled.wt-grid__item-xs-6",
        el("div.js-merch-stash-check-listing.v2-listing-card", link, data_listing_id=number),
    )


def etsy(w: Writer) -> Html:
    """Results in the manner of Etsy."""
    head = el(
        "header#gnav-header",
        el("a", "handmade"),
        search_form(w, "form#gnav-search"),
        link_list("ul.wt-list-unstyled", w.some("aisle", 5, 8)),
    )
    grid = el(
        "ol.wt-grid.wt-grid--block.tab-reorder-container",
        lines(*(_card_etsy(w) for _ in w.rows(20, 48))),
    )
    body = el(
        "div#content",
        el(
            "div.search-group",
            el("span.wt-text-caption", f"{w.figure(900, 90000)} results, with Ads"),
        ),
        el("div.search-listings-group", el("div", grid)),
        el("nav.search-pagination", el("ul", pages_of(w, wrap="li"))),
    )
    return document(
        "handmade results",
        head,
        el("main#content-wrap", body),
        el("footer", links(["Gift cards", "Sell", "About"])),
    )


def _item_jd(w: Writer) -> Html:
    title, number = w.fresh("product"), w.id()
    wrap = (
        el("div.p-img", el("a", image(f"//img/{number}.jpg", ""), target="_blank")),
        el("div.p-price", el("strong", el("em", "￥"), el("i", f"{w.price(19, 5000):.2f}"))),
        el(
            "div.p-name.p-name-type-2", el("a", el("em", title), el(f"i.promo-words#J_AD_{number}"))
        ),
        el(
            "div.p-commit",
            el("strong", el(f"a#J_comment_{number}", f"{w.draw.randint(1, 99)}万+"), "条评价"),
        ),
        el("div.p-shop", el("span.J_im_icon", el("a.curr-shop", w.one("brand") + w.one("store")))),
        el("div.p-icons", links(w.some("promo", 0, 2), "i.goods-icons4")),
        el("div.p-operate", links(["对比", "关注", "加入购物车"])),
    )
    return el("li.gl-item", el("div.gl-i-wrap", *wrap), data_sku=number)


def jd(w: Writer) -> Html:
    """Results in the manner of JD: how many reviews there are, not one of them."""
    thing = w.one("thing")
    top = el(
        "div#shortcut-2014",
        el("ul.fr", links(["你好，请登录", "免费注册", "我的订单", "客户服务"], "a", "li")),
    )
    brands = el(
        "div.selector#J_selector",
        el(
            "div.J_selectorLine",
            el("div.sl-key", "品牌："),
            el("div.sl-value", link_list("ul.J_valueList", w.some("brand", 4, 6))),
        ),
    )
    order = el(
        "div.filter#J_filter",
        el(
            "div.f-line.top",
            el("div.f-sort", links(["综合", "销量", "评论数", "新品", "价格"])),
            el("div.f-result-sum", "共", el("span.num", "9800+"), "件商品"),
        ),
    )
    items = el("ul.gl-warp.clearfix", lines(*(_item_jd(w) for _ in w.rows(20, 40))))
    return document(
        f"{thing} - 商品搜索",
        top,
        search_form(w, "div.form"),
        el(
            "div.w",
            brands,
            el(
                "div#J_container",
                el(
                    "div.m-list",
                    order,
                    el("div.goods-list-v2.gl-type-1.J-goods-list#J_goodsList", items),
                    el("div.page.clearfix#J_bottomPage", el("span.p-num", pages_of(w))),
                ),
            ),
        ),
        el("div#footer-2014", "Copyright © 2004 - 2024"),
        lang="zh-CN",
    )


def _item_taobao(w: Writer) -> Html:
    title, number = w.fresh("product"), w.id()
    price = el(
        "div.price.g_price.g_price-highlight",
        el("span", "¥"),
        el("strong", f"{w.price(9, 900):.2f}"),
    )
    deal = el("div.deal-cnt", f"{w.draw.randint(2, 9000)}人付款")
    shop = el(
        "div.shop",
        el(
            "a.shopname.J_MouseEneterLeave",
            el("span.dsrs"),
            el("span", w.one("brand") + w.one("store")),
        ),
    )
    rows = (
        el("div.row.row-1.g-clearfix", price, deal, el("div.ship.icon-service-free")),
        el("div.row.row-2.title", el("a.J_ClickStat", title)),
        el("div.row.row-3.g-clearfix", shop, el("div.location", w.one("province"))),
        el(
            "div.row.row-4.g-clearfix",
            el("ul.icons", el("li.icon", el("span.icon-service-tianmao"))),
        ),
    )
    picture = el(
        "div.pic-box.J_MouseEneterLeave",
        el("div.pic", el("a.pic-link", image(f"//img/{number}.jpg", title))),
    )
    return el(
        "div.item.J_MouserOnverReq",
        picture,
        el("div.ctx-box.J_MouseEneterLeave", *rows),
        data_nid=number,
    )


def taobao(w: Writer) -> Html:
    """Results in the manner of Taobao."""
    nav = el("div.site-nav", links(["亲，请登录", "免费注册", "手机逛", "我的购物车", "收藏夹"]))
    sort = el(
        "div.sort-row", link_list("ul.sorts", ["综合排序", "销量", "信用", "价格"], "li.sort")
    )
    items = el(
        "div.grid.g-clearfix", el("div.items", lines(*(_item_taobao(w) for _ in w.rows(20, 44))))
    )
    pager = el("div.m-page.g-clearfix#mainsrp-pager", el("ul.items", pages_of(w, wrap="li.item")))
    return document(
        "搜索结果",
        nav,
        search_form(w),
        el(
            "div#main",
            el("div#mainsrp-sortbar", sort),
            el("div#mainsrp-itemlist", el("div.m-itemlist", items)),
            pager,
        ),
        lang="zh-CN",
    )


def _tile_otto(w: Writer) -> Html:
    title, number = w.fresh("product"), w.id()
    rating = (
        el(
            "div.find_tile__rating",
            el("oc-rating", aria_label=f"{stars(w)} von 5 Sternen"),
            el("span.find_tile__reviewCount", f"({w.draw.randint(1, 900)})"),
        )
        if w.chance(0.8)
        else None
    )
    price = el(
        "div.find_tile__price",
        el("span.find_tile__retailPrice", money(w, 15, 500)),
        el("span.find_tile__uvp", f"UVP {money(w, 500, 700)}") if w.chance(0.4) else None,
    )
    badge = el("div.find_tile__badge", f"-{w.draw.randint(10, 60)}%") if w.chance(0.3) else None
    ship = el(
        "div.find_tile__availability",
        w.draw.choice(
            (
                "lieferbar - in 2-3 Werktagen bei dir",
                "lieferbar - morgen bei dir",
                "Liefertermin: in 3 Wochen",
            )
        ),
    )
    body = el(
        "a.find_tile__productLink",
        el("div.find_tile__brand", w.one("brand")),
        el("p.find_tile__name", title),
        rating,
        price,
        ship,
        href=f"/p/{number}",
    )
    return el(
        "article.product.find_tile",
        el("div.find_tile__image", image(f"/i/{number}.jpg", title)),
        badge,
        body,
        data_article_number=number,
    )


def otto(w: Writer) -> Html:
    """A category of a large German shop."""
    aisle = w.one("aisle")
    head = el(
        "header.nav_header",
        el("a.nav_logo", "Versandhaus"),
        search_form(w, "form.nav_search"),
        links(["Mein Konto", "Merkzettel", "Warenkorb"]),
    )
    nav = el("nav.nav_main", link_list("ul", w.some("aisle", 6, 9)))
    facets = el(
        "div.find_facets",
        *(
            el("div.find_facet", el("h3", name), link_list("ul", w.some(key, 4, 6)))
            for name, key in (("Farbe", "colour"), ("Marke", "brand"), ("Material", "material"))
        ),
    )
    grid = el(
        "section.find_resultlist#reptile-tilelist", lines(*(_tile_otto(w) for _ in w.rows(20, 48)))
    )
    text = el(
        "div.find_seotext",
        el("h2", f"{aisle}: große Auswahl für jeden Geschmack"),
        el(
            "p",
            "Ob klassisch oder modern, bei uns finden Sie Möbel, Mode und Technik bekannter"
            " Marken. Die Lieferung erfolgt bequem nach Hause, auf Wunsch mit Aufbau.",
        ),
    )
    return document(
        f"{aisle} online kaufen",
        head,
        nav,
        el(
            "main",
            el("h1", aisle, el("span", f" ({w.figure(90, 9000)} Artikel)")),
            facets,
            grid,
            el("div.find_paging", pages_of(w)),
            text,
        ),
        el("footer", links(["Impressum", "AGB", "Datenschutz", "Rückgabe"])),
        lang="de",
    )


TEMPLATES = (
    Template("amazon", "shop", amazon, ("en", "de", "ja"), "/s?k=x"),
    Template("ebay", "shop", ebay, ("en", "en"), "/sch/i.html?_nkw=x"),
    Template("etsy", "shop", etsy, ("en", "fr"), "/search?q=x"),
    Template("jd", "shop", jd, ("zh", "zh"), "/Search?keyword=x"),
    Template("taobao", "shop", taobao, ("zh", "zh"), "/search?q=x"),
    Template("otto", "shop", otto, ("de", "de"), "/wohnen/"),
)
