"""Labels of nodes and rules as CSS, as near as it comes to them without a page at hand.

Names are quoted, digits that differ from page to page left open.
Labels and ids that name the place are written as they are, but that elements may have more classes
than the rule knows. Of words CSS knows only that an element contains them, not which one: ``dt``
and ``dd``, ``th`` and ``td`` tell by themselves, elsewhere it is any element beside or around.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from cssselect import SelectorError
from lxml import etree
from parsel import Selector, SelectorList

from scrapy_treesim.templates.eject import reading
from scrapy_treesim.templates.rules.rule import Rule
from scrapy_treesim.templates.rules.signatures import ANCHORED, NAMING, TEXT_STEP, WORDED, plain
from scrapy_treesim.templates.rules.values import ABSOLUTE, TEXT

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


NEXT_RUN: Final = "following-sibling::text()[normalize-space()][1]"
"""The text after an element, for which CSS has no words."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A selector of ejected code for a field, and the part of what it selects that is taken."""

    css: str
    """With ``::text`` or ``::attr()`` at its end where not an element's text is taken."""
    xpath: str = ""
    """A step from there for which CSS has no words."""
    index: int | None = None
    """Which of those that say anything, as in a list; None for all."""
    after: str = ""
    """What stands before the value, and is left out; without it there is no value."""
    before: str = ""
    """What stands after it."""
    absolute: bool = False
    """Whether it is an address to be made absolute."""
    least: int = 1
    """Of how many that say anything it is one at least, where an index is given."""

    def picked(self, said: list[str]) -> tuple[str, ...]:
        """The values, of the texts that are selected: all, each once, or the one of the index."""
        if self.after or self.before:
            said = [*filter(None, reading.between(said, self.after, self.before))]
        if self.index is None:
            return tuple(dict.fromkeys(said))
        found = reading.text(said, self.index, self.least)
        return (found,) if found else ()


def selected(page: Selector, css: str, xpath: str) -> SelectorList[Selector]:
    """The nodes selected on a page, in page order.

    Raises:
        ValueError: the selector is none.
    """
    if not is_portable(css):
        raise ValueError(f"{css!r} is not said the same by every cssselect")
    try:
        found = page.css(css)
    except SelectorError as error:
        raise ValueError(f"{css!r} is not CSS: {error}") from None
    return found.xpath(xpath) if xpath else found


def run_of_text(number: int) -> str:
    """The XPath step to one of an element's runs of text, from 1."""
    return f"text()[normalize-space()][{number}]"


_STRING: Final = re.compile(r'"(?:[^"\\]|\\[\s\S])*(?:"|\\?\Z)')
PSEUDO: Final = frozenset(
    ("attr", "contains", "is", "not", "nth-of-type", "nth-last-of-type", "text")
)
"""Pseudo-classes and pseudo-elements that each cssselect from 1.2 on translates, whatever they
hold; ``:has()`` with a quoted text in it only some do."""
_PSEUDO: Final = re.compile(r"::?([A-Za-z-]{1,30})")


def is_portable(css: str) -> bool:
    """Tell whether a selector has nothing that only some versions of cssselect understand."""
    return PSEUDO.issuperset(_PSEUDO.findall(_STRING.sub('""', css)))


_BARE: Final = re.compile(r"(?:^|[ >+~])(?:[a-z]+|\*)(?:::|$)")
_SAYING: Final = re.compile(r"[.\[#]|:contains|\bh1\b|\btitle\b")
_COSTS: Final = [
    (re.compile(cause), cost)
    for cause, cost in (
        (r"[ >+~](?=[^ >+~])", 0.5), (r":nth-of-type", 1.2), (r"[*^]=", 0.6), (r":contains", 1.5),
        (r":not", 0.5), (r"[.\[#]", 0.2), (r",", 0.5), (r"::text", 0.5),
        (r"(?:^|[ >+~]):contains", 0.7),
    )
]  # fmt: skip


def cost_of(one: Selection) -> float:
    """The cost of a selection: how unlike it is to what a person writes; the lowest is taken."""
    said = len(one.css) / 100
    css = _STRING.sub('""', one.css)
    said += sum(cost * len(cause.findall(css)) for cause, cost in _COSTS)
    if not _SAYING.search(css):
        # Tags alone are everywhere.
        said += 2.5
    elif _BARE.search(css):
        said += 0.6
    if one.xpath:
        said += 1.5
    return (
        said
        + 0.4 * (bool(one.after) + bool(one.before))
        + (0.5 if one.index else 0.0)
        + 0.3 * (one.least > 1)
    )


MAX_SELECTED: Final = 300
"""Elements that a selector may select; one that selects more is none of a field."""
MAX_DEPTH_SUM: Final = 2_000_000
"""The sum over a page's nodes of how deep they lie: what ``a b c`` costs."""
MAX_NESTED_TEXT: Final = 20_000_000
"""The same of its bytes of text, each counted once for each element it is in: ``:contains()``."""
MAX_SIBLING_PAIRS: Final = 1_000_000
"""Pairs of siblings: ``:nth-of-type()`` and ``a ~ b``."""


class CheckedPage:
    """One page, and what each selector says on it, read once."""

    def __init__(self, page: Page, wanted: Mapping[str, tuple[str, ...]]) -> None:
        self.page = page
        self.wanted = wanted
        """The values of each field as the template finds them."""
        self._selector = Selector(root=page.root, type="html")
        self._said: dict[tuple[str, str, bool], list[str] | None] = {}
        self._texts: dict[etree._Element, str] = {}

    def values(self, one: Selection) -> tuple[str, ...] | None:
        """The values of a selection; None where it selects too much, or is none."""
        key = one.css, one.xpath, one.absolute
        if key not in self._said:
            self._said[key] = self._read(one)
        said = self._said[key]
        return None if said is None else one.picked(said)

    def count(self, one: Selection) -> int:
        """Count what is selected and says anything."""
        self.values(one)
        said = self._said[one.css, one.xpath, one.absolute] or []
        if one.after or one.before:
            said = [*filter(None, reading.between(said, one.after, one.before))]
        return len(said)

    def _read(self, one: Selection) -> list[str] | None:
        try:
            found = selected(self._selector, one.css, one.xpath)
        except (ValueError, RecursionError):
            return None
        if len(found) > MAX_SELECTED:
            return None
        if one.absolute:
            return [*reading.absolute(self, found)]
        return [*filter(None, map(self._text, found))]

    def _text(self, found: Selector) -> str:
        if isinstance(found.root, str):
            return reading.text_of(found)
        known = self._texts.get(found.root)
        if known is None:
            known = self._texts[found.root] = reading.text_of(found)
        return known

    @property
    def url(self) -> str:
        """The page's own address, as a response has it."""
        return self.page.url

    def urljoin(self, address: str) -> str:
        """An address made absolute, as a response does it."""
        return urljoin(self.page.base_url, address)


def is_checkable(tree: PageTree) -> bool:
    """Tell whether selectors cost little enough on a page, which may be made to cost much."""
    text = sum(
        depth * (stop - start)
        for depth, (start, stop) in zip(tree.depth, pairwise(tree.start), strict=True)
    )
    siblings = Counter(tree.parent)
    pairs = sum(count * count for count in siblings.values())
    return (
        sum(tree.depth) <= MAX_DEPTH_SUM and text <= MAX_NESTED_TEXT and pairs <= MAX_SIBLING_PAIRS
    )


def of_pages(
    pages: Sequence[Page], wanted: Sequence[Mapping[str, tuple[str, ...]]]
) -> list[CheckedPage]:
    """The pages that can be checked on."""
    both = zip(pages, wanted, strict=True)
    return [CheckedPage(page, values) for page, values in both if is_checkable(page.tree)]


_DIGITS: Final = re.compile("[0-9]+")
_NUMBER: Final = "N"
"""What stands for a run of digits in a label."""
_WORD: Final = re.compile(r"-?[A-Za-z_\u00a0-\ud7ff][\w-]*")
_TAG: Final = re.compile(r"[a-z][a-z0-9-]*")
_LINE_END: Final = re.compile(r"[\n\r\f\0]")
# An N that is a letter of a word, as far as can be told: PANEL, firstName.
_LETTER_N: Final = re.compile("(?<=[A-Z])N|(?<![_-])N(?=[A-Za-z])")
_SEEN: Final = 20
"""Pages whose names are read."""
_SHORTEST: Final = 2
"""Characters of a name's piece that says anything."""
MAX_NAME_CHARS: Final = 80
"""Characters of a name that anyone would write."""

Name = tuple[str, str]
"""An attribute, and a name in it as labels have it."""


@dataclass(frozen=True, slots=True)
class Label:
    """A tag and the names of an element."""

    tag: str
    names: tuple[Name, ...] = ()

    @classmethod
    def of(cls, written: str) -> Label:
        """The label as a place has it: ``div post-N itemprop=offer``, ``h1[2]``."""
        tag, *names = written.partition("[")[0].split(" ")
        found = []
        for name in names:
            attribute, given, said = name.rpartition("=")
            found.append((attribute if given else "class", plain(said)))
        return cls(plain(tag), tuple(found))


@dataclass(frozen=True, slots=True)
class Names:
    """The names of labels as the pages have them, if there are any."""

    known: dict[Name, set[str]] = field(default_factory=dict)

    @classmethod
    def on(cls, pages: Sequence[Page]) -> Names:
        """All names with digits of some pages; O(their attributes)."""
        known: dict[Name, set[str]] = {}
        for page in pages[:_SEEN]:
            tree = page.tree
            for node in range(len(tree)):
                if tree.first_attribute[node] == tree.first_attribute[node + 1]:
                    continue
                for attribute, said in tree.attributes(node).items():
                    if attribute in _NAMED and len(said) < 1000:
                        for name in said.split():
                            key = attribute, _DIGITS.sub(_NUMBER, name)
                            if _NUMBER in key[1]:
                                known.setdefault(key, set()).add(name)
        return cls(known)

    def css(self, label: Label, only: Iterable[Name] | None = None) -> str:
        """An element of this label; with ``only`` these of its names, if they are given."""
        names = label.names if only is None else only
        # One of several names in an attribute is written in another way than the only one.
        held = [attribute for attribute, _ in label.names]
        said = "".join(self._name(one, held.count(one[0]) > 1) for one in names)
        return (label.tag if _TAG.fullmatch(label.tag) else "" if said else "*") + said

    def _name(self, name: Name, is_one_of: bool) -> str:
        attribute, said = name
        if len(said) > MAX_NAME_CHARS:
            return ""
        if _NUMBER in said:
            known = self.known.get(name, ())
            if len(known) == 1:
                (said,) = known
            elif known or not _is_word(said):
                return _open(attribute, said)
        if attribute == "class":
            return f".{said}" if _WORD.fullmatch(said) else f"[class~={quoted(said)}]"
        if attribute == "id":
            return f"#{said}" if _WORD.fullmatch(said) else f"[id={quoted(said)}]"
        return f"[{attribute}{'~' if is_one_of else ''}={quoted(said)}]"


_NAMED: Final = frozenset(("id", *NAMING))


def _is_word(name: str) -> bool:
    """Tell whether each N of a name is a letter and no number, as far as can be told."""
    return _NUMBER not in _LETTER_N.sub("", name)


def _open(attribute: str, name: str) -> str:
    """A name with numbers in it that may be any."""
    start, *rest = name.split(_NUMBER)
    said = [f"[{attribute}*={quoted(piece)}]" for piece in rest if len(piece) >= _SHORTEST]
    if len(start) >= _SHORTEST:
        how = "*" if attribute == "class" else "^"
        said.insert(0, f"[{attribute}{how}={quoted(start)}]")
    return "".join(said)


def quoted(text: str) -> str:
    """A text as a string of CSS."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _LINE_END.sub(" ", text) + '"'


MAX_SELECTOR_CHARS: Final = 400
"""Characters of a selector."""
_NAMED_BY: Final = {"dd": ("dt",), "td": ("th", "td")}
_RUN: Final = re.compile(re.escape(TEXT_STEP) + r"(?:\[([0-9]{1,9})\])?")
_NUMBERED: Final = re.compile(r"\[([0-9]{1,9})\]$")
_HEADINGS: Final = ":is(h1, h2, h3, h4, h5, h6)"


def of_rule(rule: Rule, names: Names) -> Iterator[Selection]:
    """The selections that say what a rule says, the nearest first; none for some kinds."""
    kind = rule.signature.kind
    near, _, way = rule.signature.place.partition("//")
    steps = near.split("/")
    run = _run_of((way or near).rpartition("/")[2])
    if _run_of(steps[-1]) is not None:
        steps.pop()
    labels = [Label.of(step) for step in steps]
    if not labels:
        return
    if kind in WORDED:
        own = names.css(labels[-1])
        for css, xpath in _by_words(kind, own, rule.signature.words, run is not None):
            if len(css) <= MAX_SELECTOR_CHARS:
                yield from (
                    replace(one, xpath=xpath) for one in taking(rule, css, None if xpath else run)
                )
        return
    if kind in ANCHORED:
        css = _anchored(labels, way.split("/"), names)
    else:
        css = " > ".join(map(names.css, labels))
        if not labels[-1].names:
            css += ":not([class])"
    if css and len(css) <= MAX_SELECTOR_CHARS:
        yield from taking(rule, css, run)


def taking(rule: Rule, css: str, run: int | None) -> Iterator[Selection]:
    """The parts of elements that a rule takes: their text, one of its runs, an attribute."""
    index = None if not rule.pick else rule.pick - (rule.pick > 0)
    one = Selection(css, "", index, rule.prefix, rule.suffix, least=max(1, rule.among))
    if rule.take != TEXT:
        is_absolute = rule.take.startswith(ABSOLUTE)
        name = rule.take.removeprefix(ABSOLUTE)
        yield replace(one, css=f"{css}::attr({name})", absolute=is_absolute)
    elif run is None:
        yield one
    else:
        if run < 2:
            yield replace(one, css=f"{css}::text")
        if run:
            yield replace(one, xpath=run_of_text(run))


def _run_of(step: str) -> int | None:
    """The number of the run of text that a step is, 0 for any; None where it is an element."""
    match = _RUN.fullmatch(step)
    return int(match[1] or 0) if match else None


def _anchored(near: Sequence[Label], way: Sequence[str], names: Names) -> str:
    """From an element with an id or names down, step by step; the last two with their names.

    Empty where CSS has no words for a step: elements are counted by their tags, and a tag may be
    none of CSS, as in ``<a.b>``.
    """
    steps = [step for step in way if _run_of(step) is None]
    if not steps:
        return names.css(near[-1])
    said = [names.css(Label.of(steps[0]))]
    for place, step in enumerate(steps[1:], 1 - len(steps)):
        label = near[place] if -place <= len(near) else Label.of(step)
        # A mark that stands between is no label.
        label = label if label.tag == Label.of(step).tag else Label.of(step)
        if not _TAG.fullmatch(label.tag):
            return ""
        number = _NUMBERED.search(step)
        said.append(names.css(label) + (f":nth-of-type({int(number[1])})" if number else ""))
    return " > ".join(said)


def _by_words(kind: str, own: str, words: str, is_run: bool) -> Iterator[tuple[str, str]]:
    """Elements that stand where the words say, or steps to the text after the words."""
    holds = f":contains({quoted(words)})"
    match = _TAG.match(own)
    tag = match[0] if match else ""
    beside = ", ".join(f"{one}{holds} + {own}" for one in _NAMED_BY.get(tag, ("",)))
    around = f"{holds} > {own}:not({holds})"
    if kind == "heading":
        yield f"{_HEADINGS}{holds} ~ {own}, {_HEADINGS}{holds} ~ * {own}", ""
    elif is_run and kind != "beside" and kind != "tag_beside":
        # A run of text and the words before it are mostly in one element.
        yield f"{own} > {holds}", NEXT_RUN
    if kind in ("first", "tag_first", "before") and tag not in _NAMED_BY:
        yield around, ""
    if kind not in ("heading", "second"):
        yield beside, ""
