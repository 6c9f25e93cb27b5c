"""Fit how much more likely than the model says threads of prose with one more sign are comments.

    python -m training.reviews [--pages 700] [--seed 5]

The signs are ratings (``scrapy_treesim/comments/reviews.py``), for which pages of shops and of
sites without comments are generated (:mod:`training.comment_pages`), and dates with addresses
(``addressed.py``): pages of forums, blogs, boards and sites without comments. Of the best threads
of each page those that have the sign are the page's comments or not; two numbers, a constant and
the worth of the model's log odds, make these odds right. They are printed. Needs numpy and scipy.
"""

import math
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.optimize import minimize

from scrapy_treesim import Page
from scrapy_treesim.comments.addressed import are_addressed
from scrapy_treesim.comments.anchored import ranked_threads
from scrapy_treesim.comments.model import MAX_LIFTED_ODDS as MAX_ODDS
from scrapy_treesim.comments.reviews import are_rated
from training.comment_pages.board_page import board_pages
from training.comment_pages.data import true_page
from training.comment_pages.site import new_site
from training.comments import Truth, members_of

KINDS = {"rated": ("shop", "none"), "addressed": ("forum", "blog", "none")}
SIGNS = {"rated": are_rated, "addressed": are_addressed}
PAGES_A_SITE = 2
RIGHT, WRONG = 0.6, 0.3
"""F1 from which a thread is the page's reviews, and up to which it is not; between counts not."""
TRUST = 10.0
"""What holds the worth of the model's odds near 1."""


def pages(sign: str, count: int, seed: int) -> Iterator[tuple[dict[str, Any], str]]:
    """As many pages of each kind of site; half as many of boards."""
    if sign == "addressed":
        yield from board_pages(count // 2, seed)
    for kind in KINDS[sign]:
        made = site = 0
        while made < count:
            name = f"rv{seed}x{site:04}"
            site += 1
            if new_site(name).kind != kind:
                continue
            for number in range(PAGES_A_SITE):
                yield true_page(name, number)
                made += 1


def with_sign(sign: str, truth: dict[str, Any], html: str) -> Iterator[tuple[float, float]]:
    """The model's log odds of each thread of prose with the sign, and its F1."""
    page = Page(html, truth["url"])
    threads, candidates = page.once(ranked_threads)
    known = Truth(page, threads.leaves, truth["comments"]) if truth["comments"] else None
    for one in candidates:
        spans = threads.spans_of(one.thread)
        if sign == "rated" and one.is_priced:
            continue
        if one.is_prose and SIGNS[sign](page.tree, threads.leaves, spans):
            hits = known.match(members_of(threads, one.thread))[0] if known else 0
            odds = math.log(one.confidence / (1 - one.confidence))
            f1 = 2 * hits / (len(spans) + known.count) if known else 0.0
            yield max(-MAX_ODDS, min(MAX_ODDS, odds)), f1


def fitted(odds: Any, right: Any) -> Any:
    """The constant and the worth of the odds."""

    def loss(weights: Any) -> Any:
        total = weights[0] + weights[1] * odds
        return (np.logaddexp(0, total) - right * total).sum() + TRUST * (weights[1] - 1) ** 2

    return minimize(loss, np.array([0.0, 1.0])).x


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=int, default=700, help="pages of each kind of site")
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    for sign in SIGNS:
        made = pages(sign, given.pages, given.seed)
        found = [one for page in made for one in with_sign(sign, *page)]
        told = [(odds, f1 >= RIGHT) for odds, f1 in found if not WRONG < f1 < RIGHT]
        odds, right = (np.array(column, float) for column in zip(*told, strict=True))
        always, worth = fitted(odds, right)
        print(f"{sign}: {len(told)} threads, {int(right.sum())} of them comments")
        print(f"ALWAYS = {always:.2f}, OF_ODDS = {worth:.2f}")


if __name__ == "__main__":
    main()
