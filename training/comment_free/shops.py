"""Shops on common shop systems: a category's products, some with stars, none with a review."""

from __future__ import annotations

from training.comment_free.chrome import box, choice, image, link_list, pages_of, search_form
from training.comment_free.markup import Html, document, el, lines, links, markup
from training.comment_free.money import money, stars
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def _card_shopify(w: Writer) -> Html:
    title, number = w.fresh("product"), w.id()
    media = el(
        "div.card__media",
        el(
            "div.media.media--transparent.media--hover-effect",
            image(f"/cdn/{number}.jpg", title, loading="lazy"),
        ),
    )
    heading = el(
        "h3.card__heading.h5", el("a.full-unstyled-link", title, href=f"/products/{w.slug(title)}")
    )
    rating = (
        markup(
            el("div.rating", el("span.rating-star"), role="img", aria_label="4.6 out of 5.0 stars"),
            el("p.rating-count.caption", el("span", f"({w.draw.randint(1, 90)})")),
        )
        if w.chance(0.4)
        else None
    )
    regular = el(
        "div.price__regular",
        el("span.visually-hidden", "Regular price"),
        el("span.price-item.price-item--regular", money(w)),
    )
    info = el(
        "div.card-information",
        el("div.caption-with-letter-spacing.light", w.one("brand")),
        rating,
        el("div.price", el("div.price__container", regular)),
    )
    content = el(
        "div.card__content",
        el("div.card__information", heading, info),
        el("div.card__badge", el("span.badge", "Sale") if w.chance(0.2) else None),
    )
    return el(
        "li.grid__item",
        el(
            "div.card-wrapper.product-card-wrapper",
            el("div.card.card--card", el("div.card__inner", media), content),
        ),
    )


def shopify(w: Writer) -> Html:
    """A Shopify collection."""
    shop, aisle = w.one("shop"), w.one("aisle")
    head = el(
        "div.shopify-section.section-header",
        el(
            "header.header",
            el("h1.header__heading", el("a.header__heading-link", shop)),
            el("nav.header__inline-menu", link_list("ul.list-menu", w.some("aisle", 4, 6))),
            el("a#cart-icon-bubble", "Cart"),
        ),
    )
    hero = el(
        "div.collection-hero",
        el("h1.collection-hero__title", aisle),
        el("div.collection-hero__description", w.one("aisle_about")),
    )
    facets = el(
        "div.facets-container",
        el(
            "form.facets__form",
            el(
                "details",
                el("summary", "Availability"),
                link_list("ul", ["In stock (24)", "Out of stock (3)"]),
            ),
            choice("sort_by", "Featured", "Best selling", "Price, low to high"),
            el("p.product-count", f"{w.draw.randint(30, 90)} products"),
        ),
    )
    grid = el(
        "ul.grid.product-grid#product-grid", lines(*(_card_shopify(w) for _ in w.rows(16, 32)))
    )
    foot = el(
        "footer.footer",
        el("h2", "Subscribe to our emails"),
        el("input", type="email"),
        el("small", f"© 2024, {shop} Powered by Shopify"),
    )
    return document(
        f"{aisle} – {shop}",
        el("div.announcement-bar", el("p", "Free shipping over 60")),
        head,
        el(
            "main#MainContent",
            hero,
            facets,
            el("div#ProductGridContainer", grid),
            el("nav.pagination", pages_of(w)),
        ),
        foot,
        lang=w.language,
        body_as="body.gradient",
    )


def _product_woo(w: Writer) -> Html:
    title, number = w.fresh("product"), w.id()
    rating = (
        el(
            "div.star-rating",
            el("span", "Rated ", el("strong.rating", stars(w)), " out of 5", style="width:90%"),
            role="img",
        )
        if w.chance(0.5)
        else None
    )
    price = el("span.price", el("span.woocommerce-Price-amount.amount", el("bdi", money(w))))
    link = el(
        "a.woocommerce-LoopProduct-link",
        image(
            f"/wp-content/uploads/{number}.jpg", title, class_="attachment-woocommerce_thumbnail"
        ),
        el("h2.woocommerce-loop-product__title", title),
        rating,
        price,
        href=f"/product/{w.slug(title)}/",
    )
    return el(
        f"li.product.type-product.post-{number}.status-publish.instock",
        link,
        el("a.button.product_type_simple.add_to_cart_button", w.say("cart"), rel="nofollow"),
    )


def woocommerce(w: Writer) -> Html:
    """A WooCommerce archive in a WordPress theme."""
    shop, aisle = w.one("shop"), w.one("aisle")
    head = el(
        "header.site-header#masthead",
        el("div.site-branding", el("a", shop)),
        search_form(w, "form.woocommerce-product-search"),
        el("nav.main-navigation", link_list("ul.menu", w.some("aisle", 4, 6), "li.menu-item")),
    )
    crumbs = el("nav.woocommerce-breadcrumb", links([w.say("home")]), " / " + aisle)
    order = el(
        "form.woocommerce-ordering",
        choice("orderby", "Default sorting", "Sort by popularity", "Sort by latest"),
    )
    items = el("ul.products.columns-4", lines(*(_product_woo(w) for _ in w.rows(12, 24))))
    pages = el(
        "nav.woocommerce-pagination",
        el("ul.page-numbers", pages_of(w, "a.page-numbers", "span.page-numbers", "li")),
    )
    top = lines(
        *(
            el(
                "li",
                el("a", el("span.product-title", w.fresh("product"))),
                el("span.amount", money(w)),
            )
            for _ in range(4)
        )
    )
    side = el(
        "div.widget-area#secondary",
        el(
            "div.widget.woocommerce.widget_products",
            el("span.widget-title", "Products"),
            el("ul.product_list_widget", top),
        ),
        box(
            "Product categories",
            link_list("ul.product-categories", w.some("aisle", 4, 7)),
            what="div.widget",
        ),
    )
    main = el(
        "div.content-area#primary",
        el(
            "main.site-main",
            el("header.woocommerce-products-header", el("h1.page-title", aisle)),
            el("p.woocommerce-result-count", "Showing 1–16 of 94 results"),
            order,
            items,
            pages,
        ),
    )
    return document(
        f"{aisle} - {shop}",
        el(
            "div.hfeed.site#page",
            head,
            el("div.site-content#content", crumbs, main, side),
            el("footer.site-footer", "Built with WooCommerce"),
        ),
        lang=w.language,
        body_as="body.archive.tax-product_cat.woocommerce",
    )


def _item_magento(w: Writer) -> Html:
    title, number = w.fresh("product"), w.id()
    photo = el(
        "a.product.photo.product-item-photo",
        el(
            "span.product-image-container",
            image(f"/media/{number}.jpg", title, class_="product-image-photo"),
        ),
    )
    rating = (
        el(
            "div.product-reviews-summary.short",
            el(
                "div.rating-summary",
                el("div.rating-result", el("span", el("span", "87%")), title="87%"),
            ),
            el(
                "div.reviews-actions",
                el("a.action.view", f"{w.draw.randint(1, 40)} ", el("span", w.say("reviews"))),
            ),
        )
        if w.chance(0.6)
        else None
    )
    price = el(
        "div.price-box.price-final_price",
        el("span.price-container", el("span.price-wrapper", el("span.price", money(w)))),
    )
    actions = el(
        "div.product-item-inner",
        el(
            "div.product.actions.product-item-actions",
            el("button.action.tocart.primary", el("span", w.say("cart"))),
            el("a.action.towishlist", el("span", "Add to Wish List")),
        ),
    )
    details = el(
        "div.product.details.product-item-details",
        el("strong.product.name.product-item-name", el("a.product-item-link", title)),
        rating,
        price,
        actions,
    )
    return el("li.item.product.product-item", el("div.product-item-info", photo, details))


def magento(w: Writer) -> Html:
    """A Magento 2 category."""
    shop, aisle = w.one("shop"), w.one("aisle")
    head = el(
        "header.page-header",
        el("div.panel.header", links(["Sign In", "Create an Account"])),
        el("div.header.content", el("a.logo", shop), search_form(w, "form.form.minisearch")),
    )
    nav = el("nav.navigation", link_list("ul", w.some("aisle", 5, 8), "li.level0"))
    tools = el(
        "div.toolbar.toolbar-products",
        el("p.toolbar-amount", "Items 1-12 of 61"),
        el("div.toolbar-sorter.sorter", choice("sorter", "Position", "Product Name", "Price")),
    )
    items = el(
        "div.products.wrapper.grid.products-grid",
        el(
            "ol.products.list.items.product-items",
            lines(*(_item_magento(w) for _ in w.rows(12, 24))),
        ),
    )
    filters = el(
        "div.block.filter",
        el("div.block-title", "Shop By"),
        el(
            "dl.filter-options",
            *(
                markup(el("dt", name), el("dd", link_list("ol.items", w.some("colour", 3, 4))))
                for name in ("Color", "Material")
            ),
        ),
    )
    side = el(
        "div.sidebar.sidebar-main",
        filters,
        el("div.block.block-compare", "You have no items to compare."),
    )
    main = el(
        "main.page-main#maincontent",
        el("div.page-title-wrapper", el("h1.page-title", aisle)),
        el(
            "div.columns",
            el(
                "div.column.main",
                tools,
                items,
                el("div.pages", el("ul.items.pages-items", pages_of(w, wrap="li.item"))),
            ),
            side,
        ),
    )
    return document(
        aisle,
        el(
            "div.page-wrapper",
            head,
            nav,
            main,
            el(
                "footer.page-footer",
                link_list("ul.footer.links", ["Privacy", "Orders and Returns", "Contact Us"]),
            ),
        ),
        lang=w.language,
        body_as="body.page-products.catalog-category-view",
    )


def _article_presta(w: Writer) -> Html:
    title, number = w.fresh("product"), w.id()
    thumb = el("a.thumbnail.product-thumbnail", image(f"/{number}-home_default/x.jpg", title))
    text = el(
        "div.product-description",
        el("h2.h3.product-title", el("a", title, href=f"/{number}.html")),
        el("div.product-price-and-shipping", el("span.price", money(w))),
    )
    flags = el(
        "ul.product-flags",
        el("li.product-flag.new", w.draw.choice(("Neu", "Nouveau", "Nuevo")))
        if w.chance(0.3)
        else None,
    )
    return el(
        "div.js-product.product.col-xs-6.col-xl-4",
        el(
            "article.product-miniature.js-product-miniature",
            el("div.thumbnail-container", thumb, text, flags),
            data_id_product=number,
        ),
    )


def prestashop(w: Writer) -> Html:
    """A PrestaShop category."""
    shop, aisle = w.one("shop"), w.one("aisle")
    head = el(
        "header#header",
        el("nav.header-nav", links([w.say("login"), w.say("help")])),
        el(
            "div.header-top",
            el("a#_desktop_logo", image("logo.jpg", shop)),
            link_list("ul.top-menu#top-menu", w.some("aisle", 4, 5)),
            search_form(w, "form#search_widget"),
        ),
    )
    crumbs = el("nav.breadcrumb", el("ol", links([w.say("home"), aisle], "a", "li")))
    top = el(
        "div.row.products-selection#js-product-list-top",
        el("p", f"{w.draw.randint(20, 80)} "),
        choice("order", "A-Z", "Z-A"),
    )
    items = el("div.products.row", lines(*(_article_presta(w) for _ in w.rows(12, 24))))
    side = el(
        "div#left-column",
        box(
            aisle,
            link_list("ul.category-sub-menu", w.some("aisle", 3, 5)),
            what="div.block-categories",
        ),
    )
    main = el(
        "section#main",
        el(
            "div.block-category.card",
            el("h1.h1", aisle),
            el("div#category-description", w.one("aisle_about")),
        ),
        el(
            "section#products",
            top,
            el(
                "div#js-product-list",
                items,
                el("nav.pagination", el("ul.page-list", pages_of(w, wrap="li"))),
            ),
        ),
    )
    return document(
        aisle,
        el(
            "main",
            head,
            el("section#wrapper", crumbs, side, el("div#content-wrapper", main)),
            el("footer#footer", "© PrestaShop™"),
        ),
        lang=w.language,
        body_as="body.layout-left-column#category",
    )


def _layout_opencart(w: Writer) -> Html:
    title, number = w.fresh("product"), w.id()
    text = f"{title}. " + w.draw.choice(("Артикул", "Код")) + f" {number}.."
    caption = el(
        "div.caption",
        el("h4", el("a", title, href=f"index.php?product_id={number}")),
        el("p", text),
        el("div.rating", *(el("span.fa.fa-stack") for _ in range(5))),
        el("p.price", money(w)),
    )
    buttons = el(
        "div.button-group", el("button", el("span", "Купить")), el("button", title="В закладки")
    )
    return el(
        "div.product-layout.product-list.col-xs-12",
        el(
            "div.product-thumb",
            el("div.image", el("a", image(f"{number}-228x228.jpg", title))),
            el("div", caption, buttons),
        ),
    )


def opencart(w: Writer) -> Html:
    """An OpenCart category."""
    shop, aisle = w.one("shop"), w.one("aisle")
    top = el(
        "nav#top",
        el("div.container", link_list("ul.list-inline", ["Личный кабинет", "Закладки", "Корзина"])),
    )
    head = el(
        "header", el("div#logo", el("h1", el("a", shop))), search_form(w, "div.input-group#search")
    )
    menu = el("nav.navbar#menu", link_list("ul.nav.navbar-nav", w.some("aisle", 4, 6)))
    side = el(
        "aside.col-sm-3#column-left",
        el(
            "div.list-group",
            links(
                [f"{name} ({w.draw.randint(2, 60)})" for name in w.some("aisle", 4, 6)],
                "a.list-group-item",
            ),
        ),
    )
    items = el("div.row", lines(*(_layout_opencart(w) for _ in w.rows(12, 20))))
    main = el(
        "div.col-sm-9#content",
        el("h2", aisle),
        el("p", el("a#compare-total", "Сравнение товаров (0)")),
        choice("sort", "По умолчанию", "По цене"),
        items,
        el(
            "div.row",
            el("div.col-sm-6", el("ul.pagination", pages_of(w, wrap="li"))),
            el("div.text-right", "Показано с 1 по 20 из 93"),
        ),
    )
    return document(
        aisle,
        top,
        head,
        menu,
        el(
            "div.container#product-category",
            el("ul.breadcrumb", links([shop, aisle], "a", "li")),
            el("div.row", side, main),
        ),
        el("footer", "OpenCart"),
        lang="ru",
    )


TEMPLATES = (
    Template("shopify", "shop", shopify, ("en", "fr"), "/collections/all"),
    Template("woocommerce", "shop", woocommerce, ("en", "es"), "/product-category/x/"),
    Template("magento", "shop", magento, ("en", "de"), "/gear/bags.html"),
    Template("prestashop", "shop", prestashop, ("fr", "es"), "/3-x"),
    Template(
        "opencart", "shop", opencart, ("ru", "ru"), "/index.php?route=product/category&path=20"
    ),
)
