"""Features of what a page is made of: its text, its elements, its main area."""

from __future__ import annotations

from array import array
from math import log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.analyse import word_table
from scrapy_treesim.analysis.lexicon import reading_on, selling
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.kind import _kind_cy, constants
from scrapy_treesim.kind.feature import Feature
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

COUNTED: Final = {
    "p": ("paragraphs", constants.PARAGRAPHS),
    "li": ("items of lists", constants.ITEMS),
    "tr": ("rows", constants.ROWS),
    "dt": ("terms", constants.TERMS),
    "table": ("tables", constants.TABLES),
    "form": ("forms", constants.FORMS),
    "input": ("fields", constants.FIELDS),
    "select": ("choices", constants.SELECTS),
    "textarea": ("fields for texts", constants.TEXTAREAS),
    "button": ("buttons", constants.BUTTONS),
    "article": ("article elements", constants.ARTICLES),
    "section": ("section elements", constants.SECTIONS),
    "pre": ("code", constants.CODE),
    "time": ("time elements", constants.TIMES),
    "figure": ("figures", constants.FIGURES),
    "strong": ("bold texts", constants.STRONG),
}
"""What is counted of elements: by tag, its phrase and its place among the sums."""
_SAME: Final = {"code": "pre", "b": "strong"}
_KIND_OF_TAG: Final = array(
    "i",
    [
        COUNTED[tag][1] if (tag := _SAME.get(name, name)) in COUNTED else constants.NO_TAG
        for name in tags.KNOWN
    ],
)
_MEANINGS: Final = word_table((selling.BUY, reading_on.READ_ON))
_ROW, _INPUT = tags.NUMBER["tr"], tags.NUMBER["input"]
_IS_INPUT = bytes(number == _INPUT for number in range(len(tags.KNOWN)))
MAX_FIELDS: Final = 100
"""Fields of forms that are looked at."""

FEATURES: Final = (
    Feature("chars", "the size of its text"),
    Feature("texts", "the number of its texts"),
    Feature("chars_a_text", "the size of its texts"),
    Feature("linked", "the share of its text in links"),
    Feature("links", "its links"),
    Feature("images", "its images"),
    Feature("prices", "its prices"),
    Feature("dates", "its dates"),
    Feature("sentences", "its sentences"),
    Feature("copied", "text that it repeats"),
    *(Feature(f"elements_{tag}", f"its {phrase}") for tag, (phrase, _) in COUNTED.items()),
    Feature("main_share", "the share of text outside of menus and footers"),
    Feature("main_linked", "the share of links in its main area"),
    Feature("main_chars", "the text of its main area"),
    Feature("main_texts", "the texts of its main area"),
    Feature("main_links", "the links of its main area"),
    Feature("main_images", "the images of its main area"),
    Feature("main_prices", "the prices of its main area"),
    Feature("main_dates", "the dates of its main area"),
    Feature("main_headings", "the headings of its main area"),
    Feature("main_sentences", "the sentences of its main area"),
    Feature("labels", "its labels"),
    Feature("labels_below", "labels after the headline"),
    Feature("labels_share", "the share of labels among its texts"),
    Feature("pairs", "rows of a label and a value"),
    Feature("buys", "buttons to buy or apply"),
    Feature("mores", "links to read on"),
    Feature("passwords", "a field for a password"),
    Feature("text_fields", "fields to write into"),
)


def values(page: Page) -> list[float]:
    """Measure :data:`FEATURES`."""
    tree, analysis = page.tree, page.analysis
    headline = page.once(headline_of)
    sums = array("i", bytes(4 * constants.SUMS))
    _kind_cy.add_up(
        tree, analysis, _KIND_OF_TAG, _MEANINGS, headline.node if headline else 0, _ROW, sums
    )
    chars, texts = analysis.chars[-1], analysis.texts[-1]
    main, main_texts = sums[constants.MAIN_CHARS], sums[constants.MAIN_TEXTS]
    types = [
        (tree.get(node, "type") or "").lower()
        for node in nodes_of(tree.tag, _IS_INPUT)[:MAX_FIELDS]
    ]
    return [
        log1p(chars),
        log1p(texts),
        log1p(chars / max(1, texts)),
        analysis.linked[-1] / max(1, chars),
        log1p(analysis.links[-1]),
        log1p(analysis.images[-1]),
        log1p(analysis.prices[-1]),
        log1p(analysis.dates[-1]),
        log1p(analysis.sentences[-1]),
        analysis.copied[-1] / max(1, chars),
        *(log1p(sums[place]) for _, place in COUNTED.values()),
        main / max(1, chars),
        sums[constants.MAIN_LINKED] / max(1, main),
        log1p(main),
        log1p(main_texts),
        *(
            log1p(sums[place])
            for place in (
                constants.MAIN_LINKS, constants.MAIN_IMAGES, constants.MAIN_PRICES,
                constants.MAIN_DATES, constants.MAIN_HEADINGS, constants.MAIN_SENTENCES,
                constants.LABELS, constants.LABELS_BELOW,
            )
        ),
        sums[constants.LABELS] / max(1, texts),
        log1p(sums[constants.PAIRS] + sums[constants.TERMS]),
        log1p(sums[constants.BUYS]),
        log1p(sums[constants.MORES]),
        float("password" in types),
        log1p(sum(one in ("text", "email", "tel", "") for one in types)),
    ]  # fmt: skip
