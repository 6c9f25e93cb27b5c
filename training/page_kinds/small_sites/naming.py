"""How themes name their elements: by the role, in a few words for all, by hashes, or not at all."""

from __future__ import annotations

from random import Random

from training.record_pages.naming import class_name

PARTS = (
    "page header main content side widget widget-title post title meta body foot more nav"
    " archive-head tiles tile price facts thumb"
).split()
WORDS = {
    "entry": "site site-header site-main content-area widget-area widget widget-title post+hentry"
    " entry-title entry-meta entry-content entry-footer more-link navigation page-header"
    " products+columns-3 product price entry-facts post-thumbnail",
    "post": "wrapper masthead content main sidebar sidebar-box box-title post post-title postmeta"
    " post-body post-footer readmore pagenav page-title grid post+item amount details featured",
    "node": "page header region+region-content main region+region-sidebar block block-title node"
    " node-title submitted content+clearfix links node-readmore pager title view-content views-row"
    " field+field-price field field-image",
    "generic": "wrapper top main content sidebar box title item title info text bottom more nav"
    " heading items item price info image",
    "blog": "blog-page blog-header blog-main blog-content blog-sidebar sidebar-module module-head"
    " blog-post blog-post-title blog-post-meta blog-post-content tags btn blog-pagination lead row"
    " col-sm-4 cost list-group img-responsive",
    "item": "container navbar item-page inner aside moduletable module-title item item-title"
    " article-info item-body item-info readmore pagenavigation page-header items-row item-col"
    " item-price item-fields item-image",
    "layout": "l-wrap l-head l-main l-body l-side c-box c-box__title c-card c-card__title"
    " c-card__meta c-card__text c-card__foot c-link c-nav c-head c-grid c-card c-card__price c-list"
    " c-media",
    "board": "page-body headerbar wrap inner navbar panel panel-title post topic-title author"
    " content post-foot more pagination forum-title topiclist row price details avatar",
    "short": "w h m c s b bt p t d tx f r n ah g i pr fa th",
    "date": "outer head middle center left-col sb sb-title date-posts post-title date-header"
    " post-outer post-foot jump-link blog-pager status-msg posts post-outer price post-labels"
    " snippet-thumbnail",
}
MANNERS = (
    *("entry",) * 4,
    *("post",) * 2,
    *("node",) * 2,
    *("generic",) * 3,
    "blog",
    "item",
    "layout",
    "short",
    "date",
    *("hashed",) * 3,
    *("builder",) * 3,
    *("none",) * 3,
    *("sparse",) * 2,
)
"""Ways of naming, as often as they come up."""
TALKING = ("entry", "post", "post", "date", "board", "board", "board")
"""Ways of naming that many boards have: what members write is a post."""
BLOCKS = (
    "row column block inner section module wrap container element text-box fusion group".split()
)


def _numbered(role: str, seed: str) -> str:
    """A name by a page builder: the same words for whatever is inside."""
    draw = Random(f"{seed} built {role}")
    word = draw.choice(BLOCKS)
    more = f" {draw.choice(BLOCKS)}_{draw.randint(1, 40)}" if draw.random() < 0.6 else ""
    return f"pb-{word}{more}"


def name_of(manner: str, role: str, seed: str) -> str:
    """What a theme of this manner calls the role; empty for nothing."""
    if manner == "none":
        return ""
    if manner == "builder":
        return _numbered(role, seed)
    if manner == "hashed":
        return class_name("hashed", role, seed)
    if manner == "sparse" and Random(f"{seed} named {role}").random() < 0.6:
        return ""
    words = dict(zip(PARTS, WORDS.get(manner, WORDS["entry"]).split(), strict=True))
    return words.get(role, role).replace("+", " ")
