"""Pages with reviews, in nine layouts that nothing was fitted on, and their truth.

    python -m benchmarks.review_pages -o DIR [--seed 1]
    python -m benchmarks.comments --data DIR [--strip]

Writes five pages a layout, one a language, and eight in the same layouts without a review: every
other one says so, the others show only how many rated. The layouts (``review_layouts``) have what
sites of a kind share and are no real site's; neither they nor the words (``review_words.json``)
come from the generators of training pages. The ``kind`` of the truth is the layout, ``without``
where there is no review.

A review's text is what its writer says below the title, pros and cons in one; its block has title,
author, date, votes and controls too. What a seller answers is a comment, one deeper.

In a layout ``{#list}...{/list}`` is repeated for each of a list, ``{#times N}...{/times}`` N times,
``{word}`` is a value or a sentence, ``{word count}`` one with that number in it, and ``{css name}``
a class name that says nothing.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from html import escape
from pathlib import Path
from random import Random
from typing import Any, Final

import lxml.html

from training.data_set import TruePage, output_argument, write_set

HERE: Final = Path(__file__).parent
WORDS: Final[dict[str, dict[str, Any]]] = json.loads(
    (HERE / "review_words.json").read_text("utf-8")
)
"""By language: sentences with slots, names and labels."""
LAYOUTS: Final = {
    name: (HERE / "review_layouts" / f"{name}.html").read_text("utf-8")
    for name in (
        "marketplace hotel app restaurant course small_shop catalogue company book frame".split()
    )
}
FRAME: Final = LAYOUTS.pop("frame")
"""What stands around all of them."""
WITHOUT: Final = 8
"""Pages without reviews."""
MOST_REVIEWS: Final = 25
FIRST_DAY, LAST_DAY = date(2016, 1, 1), date(2024, 12, 31)

_SYLLABLES: Final = (
    "bel dor fen gra hol ka lum mer nov or pel quin ras sol tir ul ven wex zan".split()
)
_LETTERS: Final = "abcdefghiknoqrstuvwxyzABCDEF79"
_SECTION: Final = re.compile(r"\{#(\w+)(?: (\d+))?\}(.*?)\{/\1\}", re.DOTALL)
_SLOT: Final = re.compile(r"\{(\w+)(?: (\w+))?\}")
_MARKS: Final = re.compile(r' data-(?:review|body)="\w+"')


class Writer:
    """Fills layouts in one language."""

    def __init__(self, rng: Random, language: str) -> None:
        self.rng, self.words = rng, WORDS[language]
        self.space = "" if language == "zh" else " "
        self.css: dict[str, str] = defaultdict(lambda: "".join(rng.choices(_LETTERS, k=6)))

    def made_up(self) -> str:
        """A name that means nothing."""
        return "".join(self.rng.sample(_SYLLABLES, self.rng.randint(2, 3))).title()

    def filled(self, text: str, values: Mapping[str, Any]) -> str:
        """A sentence as HTML, its slots filled at random where ``values`` has nothing."""
        rng, month = self.rng, self.rng.choice(self.words["months"].split())
        some = {"x": self.made_up(), "n": rng.randint(2, 19), "year": rng.randint(1951, 2024)}
        return escape(text.format(**{**some, "month": month, **values}), quote=False)

    def page(self, layout: str, values: Mapping[str, Any]) -> str:
        """The layout with its sections and slots filled."""

        def section(found: re.Match[str]) -> str:
            name, times, inner = found.groups()
            if name == "times":
                rows: list[Any] = [{} for _ in range(int(times))]
            else:
                rows = values[name] if name in values else self.words[name]
            rows = [row if isinstance(row, dict) else {"it": row} for row in rows]
            return "".join(
                self.page(inner, {**values, "index": n, **row}) for n, row in enumerate(rows, 1)
            )

        def slot(found: re.Match[str]) -> str:
            name, count = found.groups()
            if name == "css":
                return self.css[count]
            if name in values:
                return str(values[name])
            if name == "made":
                return self.made_up()
            if name in ("price", "random"):
                number = self.rng.randint(2, 300)
                return f"{number},90 €" if name == "price" else str(number)
            texts = self.words[name]
            text = texts if isinstance(texts, str) else self.rng.choice(texts)
            return self.filled(text, {**values, "n": values.get(count, count)} if count else values)

        return _SLOT.sub(slot, _SECTION.sub(section, layout))

    def review(self, number: int, answered: float) -> dict[str, Any]:
        """The values of a new review, of one line or up to nine sentences."""
        rng, words = self.rng, self.words
        day = date.fromordinal(rng.randint(FIRST_DAY.toordinal(), LAST_DAY.toordinal()))
        month = words["months"].split()[day.month - 1]
        sentences = rng.sample(words["opinions"], rng.choice((1, 1, 2, 3, 4, 6, 9)))
        if rng.random() < 0.2:
            sentences = [rng.choice(words["short"])]
        sentences = [self.filled(text, {}) for text in sentences]
        step = rng.choice((2, 4, 9))
        parts = [sentences[n : n + step] for n in range(0, len(sentences), step)]
        paragraphs = [self.space.join(part) for part in parts]
        halves = [paragraphs[0], self.space.join(paragraphs[1:])]
        labels = (words["pros"], words["cons"])
        name, rating, votes = rng.choice(words["names"]), rng.choice((1, 2, 3, 4, 4, 5, 5, 5)), 0
        if rng.random() < 0.6:
            votes = rng.choice((2, 3, 12, 48))
        reply = {"text": self.filled(rng.choice(words["answers"]), {}), **marks(f"{number}a")}
        return {
            **marks(str(number)),
            "number": number,
            "name": name,
            "initials": name[:2].upper(),
            "place": rng.choice(words["places"]),
            "shown": words["date"].format(day=day.day, month=month, year=day.year),
            "iso": day.isoformat(),
            "day": f"{day:%d/%m/%Y}",
            "rating": rating,
            "percent": 20 * rating,
            "title": rng.choice(words["titles"]),
            "text": "<br><br>".join(paragraphs),
            "paragraphs": paragraphs,
            "halves": [
                {"label": label, "half": half}
                for label, half in zip(labels, halves, strict=True)
                if half
            ],
            "votes": votes,
            "voted": [{}] if votes else [],
            "bought": [{}] if rng.random() < 0.7 else [],
            "answer": [reply] if rng.random() < answered else [],
        }


def marks(number: str) -> dict[str, str]:
    """Attributes of the elements that hold a review and of those that hold its text."""
    return {"block": f' data-review="{number}"', "body": f' data-body="{number}"'}


def values_of(writer: Writer, language: str, reviews: int, rated: int) -> dict[str, Any]:
    """All that a page shows, but for what the writer makes up."""
    rng, words = writer.rng, writer.words
    answered = rng.choice((0, 0.2, 0.7))
    written = [writer.review(number, answered) for number in range(1, reviews + 1)]
    specs = zip(words["keys"], words["values"], strict=True)
    micro = rng.random() < 0.4
    name = writer.made_up()
    rating = {"@type": "AggregateRating", "ratingValue": 4.2, "reviewCount": rated}
    declared = {"@context": "https://schema.org", "@type": "Product", "name": name}
    return {
        "language": language,
        "seller": name,
        "rated": rated,
        "written": written,
        "columns": [{"written": written[n::3]} for n in range(3)],
        "none": [] if rated else [{}],
        "specs": [{"key": key, "value": writer.filled(value, {})} for key, value in specs],
        "shares": [
            {"star": n, "share": rng.randint(1, 60) if rated else 0} for n in range(5, 0, -1)
        ],
        "review_micro": ' itemprop="review" itemscope itemtype="https://schema.org/Review"' * micro,
        "author_micro": ' itemprop="author"' * micro,
        "body_micro": ' itemprop="reviewBody"' * micro,
        "declared": [{"json": json.dumps({**declared, "aggregateRating": rating})}] * (rated % 2),
    }


def comments_of(html: str) -> list[dict[str, Any]]:
    """The reviews and answers that a page's marks tell, in page order."""
    root = lxml.html.document_fromstring(html)
    texts: dict[str, list[str]] = defaultdict(list)
    blocks: dict[str, list[str]] = defaultdict(list)
    inside: Any = root.xpath("//*[@data-review]//text()[normalize-space()]")
    for text in inside:
        holder = text.getparent() if text.is_text else text.getparent().getparent()
        number = holder.xpath("ancestor-or-self::*[@data-review][1]/@data-review")[0]
        blocks[number].append(" ".join(text.split()))
        if holder.xpath("ancestor-or-self::*/@data-body"):
            texts[number].append(blocks[number][-1])
    # Where title and text lie in two elements, the last is the review's.
    marked: Any = root.xpath("//*[@data-review]")
    last = {one.get("data-review"): one for one in marked}
    return [
        {
            "text": "\n".join(texts[number]),
            "block": "\n".join(blocks[number]),
            "xpath": root.getroottree().getpath(element),
            "depth": int(number.endswith("a")),
        }
        for number, element in last.items()
    ]


def true_page(layout: str, number: int, seed: int, *, reviewed: bool) -> TruePage:
    """A page of a layout, with its truth; the number says in which language."""
    kind = layout if reviewed else "without"
    rng = Random(f"{seed} {kind} {number}")
    language = list(WORDS)[number % len(WORDS)]
    writer = Writer(rng, language)
    reviews = rng.randint(3, MOST_REVIEWS) if reviewed else 0
    rated = rng.randint(MOST_REVIEWS, 900) if reviewed or number % 2 else 0
    values = values_of(writer, language, reviews, rated)
    marked = writer.page(FRAME, {**values, "content": writer.page(LAYOUTS[layout], values)})
    comments = comments_of(marked)
    host = f"www.{writer.made_up().lower()}.example"
    truth = {
        "id": f"{kind}-{number}",
        "url": f"https://{host}/{values['seller'].lower()}/{number}",
        "host": host,
        "lang": language,
        "kind": kind,
        "has_comments": reviewed,
        "comments": comments,
        "comments_text": "\n".join(one["text"] for one in comments),
    }
    return truth, _MARKS.sub("", marked)


def review_pages(seed: int) -> Iterator[TruePage]:
    """All pages: of each layout one a language, then those without reviews."""
    for layout in LAYOUTS:
        for number in range(len(WORDS)):
            yield true_page(layout, number, seed, reviewed=True)
    for number, layout in enumerate(list(LAYOUTS)[:WITHOUT]):
        yield true_page(layout, number, seed, reviewed=False)


def main() -> None:
    parser = output_argument((__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="other pages for another")
    arguments = parser.parse_args()
    write_set(arguments.output, review_pages(arguments.seed))


if __name__ == "__main__":
    main()
