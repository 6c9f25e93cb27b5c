"""Fit the weights of links to a list's next page, and say what hosts never seen should expect.

    python -m training.next_links --data DIR [--data DIR ...] [--write]

A page's next links are those that its truth names by the selector ``next`` or, where it has none,
those declared with ``rel="next"`` that lead on in a list (:mod:`benchmarks.next_links`); such a
page is read once more with the declaration hidden. Of pages without either, what says "next" and
the number after this page's are each other's truth where they lead to one address. A list is read
once more as if its next page had no number, but another word in its query.

What is fitted is the logistic of sums of signs, over all addresses of a page and none of them. The
table holds, set by set, the share of lists whose next page is found and of other pages that get an
address: fitted on other hosts, in five folds, and without all hosts of the set. Sets with a
selector are judged as they came, others with the declaration hidden. ``--write`` then fits on all
and writes the package's weights.

Needs numpy and scipy.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urldefrag

import numpy as np
from scipy.optimize import minimize

from benchmarks.next_links import declared_page, is_list
from benchmarks.pages import data_arguments
from scrapy_treesim import Page
from scrapy_treesim.records.over_pages import next_page
from scrapy_treesim.records.over_pages.next_page import best_of, signs_of
from training.labelled_pages import FOLDS, fold_of

OF_LINKS = re.compile(r"says|is the number|is declared")
IN_PATH = "new words in its path"
BY_NUMBER = "is the number after this page's"
DECAY = 0.00003
"""Of the squares of weights, beside the mean loss of a page; judged."""


@dataclass(frozen=True)
class Case:
    """A page as it is read: the signs of its addresses, and which of these are true."""

    set: str
    host: str
    signs: dict
    true: frozenset
    """The addresses, whether a link leads there or not; none where there is no next page."""
    is_fitted: bool
    is_judged: bool


def cases(data):
    for labelled in data.pages():
        truth = labelled.truth
        host = truth.get("host") or truth.get("site") or labelled.id
        page, declared = declared_page(labelled)
        if not labelled.url and "path" in truth:
            page = Page(page.root, f"https://{host}/{truth['path']}")
        selector = truth.get("next")
        named = page.root.cssselect(selector) if selector else []
        links = declared if selector is None else named
        hrefs = [href for one in links if (href := one.get("href"))]
        true = frozenset(urldefrag(page.absolute(href) or "").url for href in hrefs)
        if selector is None:
            true = frozenset(one for one in true if is_list(page.url, one))
        found = signs_of(page)
        case = Case(data.name, host, found, true, True, selector is not None)
        if hrefs or selector == "":
            # Where no link says "next", the number may lead there all the same.
            numbered = any(BY_NUMBER in signs for signs in found.values())
            pager = selector == "" and (truth["pages"] or truth["prev"])
            case = replace(case, is_fitted=bool(true) or not (numbered or pager))
            yield case
            yield from without_number(case)
        elif selector is None:
            yield from by_number(case)
        if declared:
            for one in declared:
                one.attrib.pop("rel", None)
            found = signs_of(Page(page.root, page.url))
            yield replace(case, signs=found, is_judged=selector is None)


def by_number(case):
    """A page that declares nothing: what says so leads where the number does, and one is hidden."""
    numbered = {one: signs for one, signs in case.signs.items() if BY_NUMBER in signs}
    true = [one for one, signs in numbered.items() if any("says" in sign for sign in signs)]
    for hidden in (BY_NUMBER, "says") if len(true) == 1 else ():
        seen = {
            one: {sign for sign in signs if hidden not in sign} for one, signs in case.signs.items()
        }
        # What has no sign of a link left would not have been looked at.
        signs = {one: signs for one, signs in seen.items() if OF_LINKS.search(" ".join(signs))}
        yield replace(case, signs=signs, true=frozenset(true))


def without_number(case):
    """A list as if the next page's number were some other word of its query."""
    true = {one: signs for one, signs in case.signs.items() if one in case.true}
    says = {"says next", "says next_page"}
    if true and all(says & signs and IN_PATH not in signs for signs in true.values()):
        changed = {
            one: {"new words in its query", *(sign for sign in signs if "number" not in sign)}
            for one, signs in true.items()
        }
        yield replace(case, signs=case.signs | changed, is_judged=False)


def fitted(given):
    """The weights under which the true addresses, or none where none is there, are likeliest."""
    given = [
        one for one in given if one.is_fitted and (one.true & one.signs.keys() or not one.true)
    ]
    names = [
        "always",
        *sorted({name for one in given for signs in one.signs.values() for name in signs}),
    ]
    column = {name: at for at, name in enumerate(names)}
    cells, hits, sizes = [], [], []
    for case in given:
        # No address at all has no sign and the sum 0.
        cells += [*([0, *(column[sign] for sign in signs)] for signs in case.signs.values()), []]
        hits += [*(address in case.true for address in case.signs), not case.true]
        sizes.append(len(case.signs) + 1)
    rows = np.zeros((len(cells), len(names)))
    for row, marked in zip(rows, cells, strict=True):
        row[marked] = 1
    starts = np.cumsum([0, *sizes[:-1]])
    pages = Counter(case.host for case in given)
    share = np.array([pages[case.host] ** -0.5 for case in given])
    share /= share.sum()

    def loss(weights):
        sums = rows @ weights
        odds = np.exp(sums - np.repeat(np.maximum.reduceat(sums, starts), sizes))
        every, right = np.add.reduceat(odds, starts), np.add.reduceat(odds * hits, starts)
        wrong = odds * (np.repeat(share / every, sizes) - hits * np.repeat(share / right, sizes))
        decay = DECAY * np.append(0, weights[1:])
        return share @ np.log(every / right) + decay @ weights, rows.T @ wrong + 2 * decay

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    return {name: round(weight, 3) for name, weight in zip(names, found, strict=True)}


def judged(given, weights_of):
    """Counts of what is found by the weights for each page's host."""
    count = Counter()
    for case in given:
        answer = best_of(case.signs, weights_of(case.host))
        count["lists" if case.true else "others"] += 1
        if answer is not None:
            count["false" if not case.true else "found" if answer in case.true else "wrong"] += 1
    return count


def main():
    parser = data_arguments(__doc__)
    parser.add_argument("--write", action="store_true", help="fit on all, write what ships")
    arguments = parser.parse_args()
    every = [case for data in arguments.data for case in cases(data)]
    by_fold = [fitted(one for one in every if fold_of(one.host) != fold) for fold in range(FOLDS)]
    print(
        f"{'set':20} {'without':8} {'lists':>6} {'found':>6} {'wrong':>6} {'rest':>6} {'false':>6}"
    )
    for name in dict.fromkeys(case.set for case in every):
        own = [case for case in every if case.set == name and case.is_judged]
        hosts = {case.host for case in every if case.set == name}
        apart = fitted(one for one in every if one.host not in hosts)
        for what, weights_of in (
            ("a fold", lambda host: by_fold[fold_of(host)]),
            ("the set", lambda host, weights=apart: weights),
        ):
            count = judged(own, weights_of)
            found = count["found"] / max(1, count["lists"])
            false = count["false"] / max(1, count["others"])
            print(f"{name:20} {what:8} {count['lists']:6} {found:6.3f} {count['wrong']:6}", end="")
            print(f" {count['others']:6} {false:6.3f}")
    if arguments.write:
        weights = json.dumps(fitted(every), indent=1)
        Path(next_page.__file__).with_suffix(".json").write_text(weights + "\n", "utf-8")


if __name__ == "__main__":
    main()
