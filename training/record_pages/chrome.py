"""Which parts stand where around the records."""

from __future__ import annotations

from collections.abc import Callable

from training.record_pages import boxes, menus, showcase
from training.record_pages.design import Design
from training.record_pages.markup import Node
from training.record_pages.words import Writer

Part = Callable[[Design, Writer], Node]

OLD_SIDE: tuple[Part, ...] = (
    menus.menu,
    boxes.categories,
    boxes.categories,
    boxes.latest,
    boxes.login_form,
    boxes.search_form,
    boxes.banner,
    boxes.long_choice,
    boxes.calendar,
    boxes.prose,
)
SIDE: tuple[Part, ...] = (
    boxes.facets,
    boxes.facets,
    boxes.filters,
    boxes.categories,
    boxes.latest,
    boxes.latest_comments,
    boxes.tag_cloud,
    boxes.calendar,
    boxes.login_form,
    boxes.newsletter,
    boxes.banner,
    boxes.related_searches,
    boxes.prose,
    menus.social_links,
    menus.language_list,
)
ABOVE: tuple[Part, ...] = (
    menus.breadcrumb,
    boxes.filters,
    boxes.toolbar,
    boxes.prose,
    menus.letters,
    boxes.search_form,
    menus.pager,
    boxes.banner,
    boxes.promises,
    showcase.category_tiles,
    showcase.chips,
)
BELOW: tuple[Part, ...] = (
    menus.pager,
    menus.pager,
    boxes.related_searches,
    boxes.prose,
    menus.letters,
    boxes.newsletter,
    boxes.toolbar,
    boxes.promises,
    showcase.logos,
    showcase.category_tiles,
)
FOOT: tuple[Part, ...] = (
    menus.footer_columns,
    menus.footer_columns,
    menus.small_print,
    menus.social_links,
    menus.language_list,
    boxes.newsletter,
    menus.site_map,
)
OLD_FOOT: tuple[Part, ...] = (
    menus.small_print,
    menus.small_print,
    menus.menu,
    menus.site_map,
    boxes.banner,
    boxes.search_form,
)
MENUS: tuple[Part, ...] = (menus.menu, menus.nested_menu, menus.mega_menu)
BIG_MENUS: tuple[Part, ...] = (menus.mega_menu, showcase.picture_menu, showcase.drawer)
SHOWCASES: tuple[Part, ...] = (
    showcase.slides,
    showcase.category_tiles,
    showcase.category_tiles,
    showcase.logos,
    showcase.chips,
    showcase.questions,
    boxes.promises,
    boxes.prose,
    boxes.related_searches,
)
"""What shops and portals put between their lists."""
DIALOGS: tuple[Part, ...] = (
    showcase.purposes,
    showcase.countries,
    showcase.sign_in,
    showcase.drawer,
    showcase.empty_basket,
)
"""What is in the page though not seen until it is asked for."""
