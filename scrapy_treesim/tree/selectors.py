"""CSS selectors, looked up in time that grows with the page and with the expression.

libxml2 merges sets of nodes by comparing each with each, so that CSS translated to XPath takes the
square of some pages. Here elements are met once, in document order. Each part of an expression,
which is one of ``ul``, ``.a`` and ``b`` in ``ul .a > b``, has a bit. Of every open element it is
remembered which parts it, those around it and those before it match; that says whether the next
part may match what comes. What looks ahead, such as ``:has()``, is collected for the whole page
when it is first asked for.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final, TypeAlias

from cssselect import SelectorError
from cssselect.parser import (
    Attrib,
    Class,
    CombinedSelector,
    Element,
    Function,
    Hash,
    Matching,
    Negation,
    Pseudo,
    Relation,
    Selector,
    SpecificityAdjustment,
    parse,
    parse_series,
)
from lxml import etree
from parsel.csstranslator import HTMLTranslator

Test: TypeAlias = Callable[[etree._Element], bool]
Step: TypeAlias = Callable[[etree._Element], "etree._Element | None"]

MAX_SIGNS: Final = 200
"""Characters of an expression that are in no name; a part has one at least."""

NEVER: Final = frozenset("visited hover active focus target".split())
"""Pseudo-classes of what a page becomes where it is used."""

_RELATIONS: Final = " >~+"
_FIRST: Final = len(_RELATIONS)
_SIGN: Final = re.compile(r"[^\w-]")
_WHITE: Final = re.compile("[ \t\r\n]+")
_SMALL: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_LINKS: Final = ("a", "link", "area")
_FIXED: Final = {
    "first-child": "nth-child",
    "last-child": "nth-last-child",
    "first-of-type": "nth-of-type",
    "last-of-type": "nth-last-of-type",
}


@lru_cache(maxsize=64)
def parse_css(expression: str) -> tuple[Selector, ...]:
    """Parse CSS as cssselect understands it.

    Raises:
        SelectorError: it is no CSS, too long, or has what is not looked for here.
    """
    if (signs := len(_SIGN.findall(expression))) > MAX_SIGNS:
        raise SelectorError(
            f"it has {signs} signs (such as . # > and blanks), and {MAX_SIGNS} are looked at:"
            " leave out parts that it does not need"
        )
    # What the translator refuses is refused here too, with its words.
    HTMLTranslator().css_to_xpath(expression)
    selectors = tuple(parse(expression))
    for selector in selectors:
        _parts_of(selector.parsed_tree, etree.Element("html"))
    return selectors


def select(root: etree._Element, selectors: Sequence[Selector]) -> Iterator[etree._Element]:
    """The elements that match, ``root`` or below it, in document order.

    ``::text`` and ``::attr()`` are of no elements and match none.
    """
    parts: list[_Part] = []
    wanted = 0
    for selector in selectors:
        further = _parts_of(selector.parsed_tree, root, len(parts))
        # To see that a page has nothing of the kind is quicker than to relate what it has.
        if not selector.pseudo_element and all(_occurs(root, part) for part in further):
            parts += further
            wanted |= further[-1].bit
    return _matches(root, parts, wanted) if parts else iter(())


@dataclass(frozen=True, slots=True)
class _Part:
    """The tests of an element, and what must be around it: a part that so-related ones match."""

    bit: int
    relation: int
    related: int
    name: str
    """Of its elements, or ``*``."""
    tests: tuple[Test, ...]


@dataclass(slots=True)
class _Open:
    """An element whose children are being met, and the parts that are matched."""

    element: etree._Element | None
    own: int = 0
    around: int = 0
    """Of itself or elements around it."""
    before: int = 0
    """Of children so far."""
    last: int = 0
    """Of the last of these."""


def _parts_of(tree: Any, root: etree._Element, number: int = 0) -> list[_Part]:
    """The parts of one selector, the first of them with the bit of a number."""
    compounds = [(_FIRST, tree)]
    while isinstance(tree, CombinedSelector):
        compounds[-1] = (_RELATIONS.index(tree.combinator), tree.subselector)
        tree = tree.selector
        compounds.append((_FIRST, tree))
    parts: list[_Part] = []
    for bit, (relation, compound) in enumerate(reversed(compounds), number):
        tests = tuple(_tests_of(compound, root))
        parts.append(_Part(1 << bit, relation, 1 << bit >> 1 or 1, _name_of(compound), tests))
    return parts


def _name_of(tree: Any) -> str:
    while not isinstance(tree, Element):
        tree = tree.selector
    name = (tree.element or "*").lower()
    return "*" if _SIGN.search(name) else name


def _occurs(root: etree._Element, part: _Part) -> bool:
    return any(all(test(e) for test in part.tests) for e in root.iter(part.name))


def _matches(root: etree._Element, parts: list[_Part], wanted: int) -> Iterator[etree._Element]:
    opened = [_Open(None)]
    for element in root.iter("*"):
        parent = element.getparent()
        while len(opened) > 1 and opened[-1].element is not parent:
            opened.pop()
        above = opened[-1]
        related = (above.around, above.own, above.before, above.last, -1)
        own = 0
        for part in parts:
            if related[part.relation] & part.related:
                for test in part.tests:
                    if not test(element):
                        break
                else:
                    own |= part.bit
        if own & wanted:
            yield element
        above.last = own
        above.before |= own
        if len(element):
            opened.append(_Open(element, own, above.around | own))


def _tests_of(tree: Any, root: etree._Element) -> Iterator[Test]:
    """What an element must be to match a compound selector, such as ``a.b:first-child``."""
    if getattr(tree, "namespace", None):
        raise SelectorError("namespaces are not looked for: svg|rect is rect here")
    if not isinstance(tree, Element):
        yield from _tests_of(tree.selector, root)
        yield _test(tree, root)
    elif tree.element is not None:
        name = tree.element.lower()
        yield lambda element: element.tag == name


def _test(tree: Any, root: etree._Element) -> Test:
    match tree:
        case Hash():
            return lambda element: element.get("id") == tree.id
        case Class():
            return lambda element: _has_word(element.get("class", ""), tree.class_name)
        case Attrib():
            return _attribute(tree)
        case Negation():
            unwanted = _test_of(tree.subselector, root)
            return lambda element: not unwanted(element)
        case Matching() | SpecificityAdjustment():
            choices = [_test_of(choice, root) for choice in tree.selector_list]
            return lambda element: any(choice(element) for choice in choices)
        case Relation():
            return _having(tree, root)
        case Function(name="contains"):
            return _containing(str(tree.arguments[0].value), root)
        case Function(name="nth-child" | "nth-last-child" | "nth-of-type" | "nth-last-of-type"):
            return _at(tree.name, *parse_series(tree.arguments))
        case Pseudo(ident="only-child" | "only-of-type"):
            nth = tree.ident.replace("only", "nth")
            first, last = _at(nth, 0, 1), _at(nth.replace("nth", "nth-last"), 0, 1)
            return lambda element: first(element) and last(element)
        case Pseudo() if tree.ident in _FIXED:
            return _at(_FIXED[tree.ident], 0, 1)
        case Pseudo(ident="root"):
            return lambda element: element.getparent() is None
        case Pseudo(ident="scope"):
            return lambda element: element is root
        case Pseudo(ident="empty"):
            return lambda element: (
                not (element.text or any(isinstance(e.tag, str) or e.tail for e in element))
            )
        case Pseudo(ident="link"):
            return lambda element: element.get("href") is not None and element.tag in _LINKS
        case Pseudo() if tree.ident in NEVER:
            return lambda element: False
    name = tree.ident if isinstance(tree, Pseudo) else tree.name
    raise SelectorError(f":{name} is not looked for: leave it out")


def _test_of(tree: Any, root: etree._Element) -> Test:
    """The test of a whole selector; one with relations is looked up once, in the whole page."""
    if isinstance(tree, CombinedSelector):
        parts = _parts_of(tree, root)
        matching = cache(lambda: set(_matches(root, parts, parts[-1].bit)))
        return lambda element: element in matching()
    tests = tuple(_tests_of(tree, root))
    return lambda element: all(test(element) for test in tests)


def _has_word(text: str, word: str) -> bool:
    return word in text and word != "" and word in _WHITE.split(text)


_OPERATORS: Final[dict[str, Callable[[str, str], bool]]] = {
    "exists": lambda text, value: True,
    "=": str.__eq__,
    "!=": str.__ne__,
    "~=": _has_word,
    "|=": lambda text, value: text == value or text.startswith(f"{value}-"),
    "^=": lambda text, value: value != "" and text.startswith(value),
    "$=": lambda text, value: value != "" and text.endswith(value),
    "*=": lambda text, value: value != "" and value in text,
}


def _attribute(tree: Attrib) -> Test:
    name, compare = tree.attrib.lower(), _OPERATORS[tree.operator]
    value = str(tree.value.value) if tree.value else ""
    # Of cssselect before 1.5 there is no flag.
    fold = getattr(tree, "flag", None) == "i"
    value = value.translate(_SMALL) if fold else value
    otherwise = tree.operator == "!=" and value != ""

    def test(element: etree._Element) -> bool:
        text = element.get(name)
        if text is None:
            return otherwise
        return compare(text.translate(_SMALL) if fold else text, value)

    return test


def _at(kind: str, every: int, first: int) -> Test:
    """A position among siblings: ``first``, or further by a multiple of ``every``."""
    is_last, is_of_type = "last" in kind, kind.endswith("type")
    positions: dict[etree._Element, int] = {}

    def test(element: etree._Element) -> bool:
        if element not in positions:
            before = [*element.itersiblings("*", preceding=True)]
            siblings = [*reversed(before), element, *element.itersiblings("*")]
            counts: Counter[object] = Counter()
            for sibling in reversed(siblings) if is_last else siblings:
                counts[of := is_of_type and sibling.tag] += 1
                positions[sibling] = counts[of]
        further = positions[element] - first
        return further % every == 0 and further // every >= 0 if every else further == 0

    return test


def _having(tree: Relation, root: etree._Element) -> Test:
    # Before cssselect 1.4 there is one argument only.
    arguments: Any = getattr(tree, "arguments", None) or [
        (getattr(tree, "combinator", None), getattr(tree, "subselector", None))
    ]
    choices = [_leading(*argument, root) for argument in arguments]
    return lambda element: any(element in choice() for choice in choices)


def _leading(combinator: Any, selector: Any, root: etree._Element) -> Callable[[], Any]:
    """The elements from which the combinator leads to a match of the selector."""
    compounds, tree = [], selector.parsed_tree
    while isinstance(tree, CombinedSelector):
        compounds.append((tree.combinator, tuple(_tests_of(tree.subselector, root))))
        tree = tree.selector
    compounds.append((combinator.value, tuple(_tests_of(tree, root))))

    @cache
    def marked() -> set[etree._Element]:
        goals: set[etree._Element] | None = None
        for sign, tests in compounds:
            marks: set[etree._Element] = set()
            for element in root.iter("*"):
                if (goals is None or element in goals) and all(test(element) for test in tests):
                    _mark(element, sign, root, marks)
            goals = marks
        return goals or set()

    return marked


def _mark(
    element: etree._Element, sign: str, root: etree._Element, marks: set[etree._Element]
) -> None:
    """Add the elements from which a combinator leads to this one, up to those that are there."""
    here: etree._Element | None = element
    while here is not None and here is not root:
        here = (
            here.getparent() if sign in " >" else next(here.itersiblings("*", preceding=True), None)
        )
        if here is None or here in marks:
            return
        marks.add(here)
        if sign in ">+":
            return


def _containing(words: str, root: etree._Element) -> Test:
    @cache
    def read() -> tuple[dict[etree._Element, int], dict[etree._Element, int], list[int]]:
        pieces: list[str] = []
        starts: dict[etree._Element, int] = {}
        ends: dict[etree._Element, int] = {}
        length = 0
        for event, node in etree.iterwalk(root, ("start", "end", "comment", "pi")):
            if event == "start":
                starts[node] = length
            elif event == "end":
                ends[node] = length
            piece = (node.text if event == "start" else node.tail) or ""
            pieces.append(piece)
            length += len(piece)
        text = "".join(pieces)
        occurrences = [text.find(words)]
        while occurrences[-1] >= 0:
            occurrences.append(text.find(words, occurrences[-1] + 1))
        return starts, ends, occurrences[:-1]

    def test(element: etree._Element) -> bool:
        starts, ends, occurrences = read()
        nearest = bisect_left(occurrences, starts[element])
        if nearest == len(occurrences):
            return False
        return occurrences[nearest] + len(words) <= ends[element]

    return test
