"""CSS selectors, matched in time proportional to the page and to the expression.

libxml2 merges sets of nodes by comparing each with each, so CSS translated to XPath takes quadratic
time on some pages. Here elements are visited once, in document order. Each part of an expression
(``ul``, ``.a`` and ``b`` in ``ul .a > b``) has a bit. The state of an open element is the bits of
the parts matched by itself, by its ancestors and by its children so far: they decide which parts
the next element can match. Tests that look ahead (``:has()``, ``:last-child``) are computed once,
at their first use.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final, TypeAlias

from cssselect import SelectorError, parser
from lxml import etree
from parsel.csstranslator import HTMLTranslator

Test: TypeAlias = Callable[[etree._Element, int], bool]
"""Test of an element and its number in document order."""

MAX_SIGNS: Final = 200
"""Largest number of characters outside names in an expression; each part has at least one."""

_SIGN: Final = re.compile(r"[^\w-]")
_WHITE: Final = re.compile("[ \t\r\n]+")
_SMALL: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_COMBINATORS: Final = " >~+"
_FIRST: Final = len(_COMBINATORS)
"""Combinator of the first part, a stand-in."""


@lru_cache(maxsize=64)
def parse_css(expression: str) -> tuple[parser.Selector, ...]:
    """Return the selectors of an expression, as cssselect reads it.

    Raises:
        SelectorError: it is not CSS, too long, or not supported here.
    """
    if (signs := len(_SIGN.findall(expression))) > MAX_SIGNS:
        raise SelectorError(
            f"it has {signs} dots, blanks and other signs, {MAX_SIGNS} at most are read: shorten it"
        )
    # The translator's own errors come first.
    HTMLTranslator().css_to_xpath(expression)
    selectors = tuple(parser.parse(expression))
    for selector in selectors:
        _parts_of(selector.parsed_tree, etree.Element("html"))
    return selectors


def select(root: etree._Element, selectors: Sequence[parser.Selector]) -> Iterator[etree._Element]:
    """Yield the matching elements, ``root`` or below it, in document order.

    ``::text`` and ``::attr()`` select no elements and match none.
    """
    parts: list[_Part] = []
    last_bits = 0
    for selector in selectors:
        selector_parts = _parts_of(selector.parsed_tree, root, len(parts))
        # Finding that a page has no candidates is quicker than relating its elements.
        if not selector.pseudo_element and all(_may_occur(root, part) for part in selector_parts):
            parts += selector_parts
            last_bits |= selector_parts[-1].bit
    return (element for element, _ in _matches(root, parts, last_bits))


@dataclass(frozen=True, slots=True)
class _Part:
    """Tests of a part's elements, and the bit of the part required before its combinator."""

    bit: int
    combinator: int
    before: int
    name: str
    """Tag name for lxml; ``*`` is any."""
    tests: list[Test]
    quick: int
    """Number of tests, the first ones, that read the element's own name and attributes alone."""


@dataclass(slots=True)
class _Open:
    """An open element, with the parts matched in and around it as sums of bits."""

    element: etree._Element | None = None
    matched: int = 0
    around: int = 0
    """Parts matched by itself and its ancestors."""
    children: int = 0
    last_child: int = 0


def _parts_of(tree: Any, root: etree._Element, number: int = 0) -> list[_Part]:
    """Return the parts of one selector, with bits from ``1 << number`` on."""
    compounds: list[tuple[int, Any]] = []
    while isinstance(tree, parser.CombinedSelector):
        compounds.append((_COMBINATORS.index(tree.combinator), tree.subselector))
        tree = tree.selector
    parts: list[_Part] = []
    for combinator, compound in ((_FIRST, tree), *reversed(compounds)):
        bit, before = 1 << number + len(parts), parts[-1].bit if parts else 1
        parts.append(_Part(bit, combinator, before, *_compound(compound, root)))
    return parts


def _may_occur(root: etree._Element, part: _Part) -> bool:
    quick = part.tests[: part.quick]
    return any(all(test(element, 0) for test in quick) for element in root.iter(part.name))


def _matches(
    root: etree._Element, parts: list[_Part], last_bits: int
) -> Iterator[tuple[etree._Element, int]]:
    # Closed entries are reused: new objects would make Python's collector traverse all of them.
    opened = [_Open()]
    depth = 0
    for number, element in enumerate(root.iter("*") if parts else ()):
        parent = element.getparent()
        while depth and opened[depth].element is not parent:
            # From the innermost outwards, as lxml looks up the ancestors of an element it frees.
            opened[depth].element = None
            depth -= 1
        above = opened[depth]
        related = (above.around, above.matched, above.children, above.last_child, -1)
        matched = 0
        for part in parts:
            if related[part.combinator] & part.before:
                for test in part.tests:
                    if not test(element, number):
                        break
                else:
                    matched |= part.bit
        if matched & last_bits:
            yield element, number
        above.last_child = matched
        above.children |= matched
        if len(element):
            depth += 1
            if depth == len(opened):
                opened.append(_Open())
            inner = opened[depth]
            inner.element, inner.matched, inner.around = element, matched, above.around | matched
            inner.children = inner.last_child = 0


def _compound(tree: Any, root: etree._Element) -> tuple[str, list[Test], int]:
    """Return name, tests and number of quick tests of a compound like ``a.b:first-child``."""
    quick: list[Test] = []
    slow: list[Test] = []
    while not isinstance(tree, parser.Element):
        is_quick = isinstance(tree, (parser.Hash, parser.Class, parser.Attrib))
        (quick if is_quick else slow).append(_test(tree, root))
        tree = tree.selector
    _refuse_namespace(tree)
    name = (tree.element or "*").lower()
    if tree.element:
        quick.insert(0, lambda element, _: element.tag == name)
    return "*" if _SIGN.search(name) else name, [*quick, *slow], len(quick)


def _refuse_namespace(tree: parser.Element | parser.Attrib) -> None:
    if tree.namespace:
        raise SelectorError("namespaces are not supported: write rect for svg|rect")


def _test(tree: Any, root: etree._Element) -> Test:
    """Return the last of a compound selector's tests."""
    match tree:
        case parser.Hash():
            return lambda element, _: element.get("id") == tree.id
        case parser.Class():
            return lambda element, _: _has_word(element.get("class", ""), tree.class_name)
        case parser.Attrib():
            return _attribute(tree)
        case parser.Negation():
            unwanted = _matching(tree.subselector, root)
            return lambda element, number: not unwanted(element, number)
        case parser.Matching() | parser.SpecificityAdjustment():
            choices = [_matching(choice, root) for choice in tree.selector_list]
            return lambda element, number: any(choice(element, number) for choice in choices)
        case parser.Relation():
            return _having(tree, root)
        case parser.Function() if tree.name.startswith("nth-"):
            return _numbered(tree.name, *parser.parse_series(tree.arguments))
        case parser.Pseudo() if tree.ident.startswith(("first-", "last-")):
            return _numbered(tree.ident, 0, 1)
        case parser.Pseudo() if tree.ident.startswith("only-"):
            first, last = (_numbered(f"{end} {tree.ident}", 0, 1) for end in ("first", "last"))
            return lambda element, _: first(element, _) and last(element, _)
        case parser.Pseudo(ident="root"):
            return lambda element, _: element.getparent() is None
        case parser.Pseudo(ident="scope"):
            return lambda element, _: element is root
        case parser.Pseudo(ident="empty"):
            return lambda element, _: (
                not element.text
                and not any(isinstance(child.tag, str) or child.tail for child in element)
            )
    name = tree.ident if isinstance(tree, parser.Pseudo) else f"{tree.name}()"
    raise SelectorError(f":{name} is not supported: leave it out")


def _matching(tree: Any, root: etree._Element) -> Test:
    """Return the test of a selector inside another; one with combinators reads the whole page."""
    if not isinstance(tree, parser.CombinedSelector):
        _, tests, _ = _compound(tree, root)
        return lambda element, number: all(test(element, number) for test in tests)
    parts = _parts_of(tree, root)
    numbers = cache(lambda: {number for _, number in _matches(root, parts, parts[-1].bit)})
    return lambda element, number: number in numbers()


def _has_word(text: str, word: str) -> bool:
    return word != "" and word in text and word in _WHITE.split(text)


_OPERATORS: Final[dict[str, Callable[[str, str], bool]]] = {
    "exists": lambda text, value: True,
    "=": str.__eq__,
    "!=": str.__ne__,
    "~=": _has_word,
    "|=": lambda text, value: f"{text}-".startswith(f"{value}-"),
    "^=": lambda text, value: value != "" and text.startswith(value),
    "$=": lambda text, value: value != "" and text.endswith(value),
    "*=": lambda text, value: value != "" and value in text,
}


def _attribute(tree: Any) -> Test:
    _refuse_namespace(tree)
    name, compare = tree.attrib.lower(), _OPERATORS[tree.operator]
    # Older versions of cssselect have no flag.
    ignores_case = getattr(tree, "flag", None) == "i"
    value = tree.value.value if tree.value else ""
    value = value.translate(_SMALL) if ignores_case else value
    otherwise = tree.operator == "!=" and value != ""

    def test(element: etree._Element, _: int) -> bool:
        text = element.get(name)
        if text is None:
            return otherwise
        return compare(text.translate(_SMALL) if ignores_case else text, value)

    return test


def _numbered(kind: str, every: int, first: int) -> Test:
    """Return the test of a position among siblings: ``first`` plus multiples of ``every``."""
    is_last, is_of_type = "last" in kind, "type" in kind
    numbers: dict[etree._Element, int] = {}

    def test(element: etree._Element, _: int) -> bool:
        if element not in numbers:
            siblings = [*reversed([*element.itersiblings("*", preceding=True)])]
            siblings += [element, *element.itersiblings("*")]
            counts: Counter[object] = Counter()
            for sibling in reversed(siblings) if is_last else siblings:
                name = sibling.tag if is_of_type else "*"
                counts[name] += 1
                numbers[sibling] = counts[name]
        further = numbers[element] - first
        return further % every == 0 and further // every >= 0 if every else further == 0

    return test


def _having(tree: Any, root: etree._Element) -> Test:
    # Before cssselect 1.4 there was one argument.
    arguments = getattr(tree, "arguments", None) or [(tree.combinator, tree.subselector)]
    choices = []
    for combinator, selector in arguments:
        goal: list[Test] = []
        below = selector.parsed_tree
        while isinstance(below, parser.CombinedSelector):
            _, tests, _ = _compound(below.subselector, root)
            goal = [_leading(below.combinator, [*tests, *goal], root)]
            below = below.selector
        _, tests, _ = _compound(below, root)
        choices.append(_leading(combinator.value, [*tests, *goal], root))
    return lambda element, number: any(choice(element, number) for choice in choices)


def _leading(combinator: str, goal: list[Test], root: etree._Element) -> Test:
    """Return the test of elements with a combinator leading to one that passes all tests."""

    @cache
    def marks() -> bytearray:
        behind = _behind(root, combinator in " >")
        # The last entry, at index -1, is for no element.
        marks = bytearray(len(behind) + 1)
        for number, element in enumerate(root.iter("*")):
            i = number if all(test(element, number) for test in goal) else -1
            while i >= 0 and not marks[i := behind[i]]:
                marks[i] = 1
                if combinator in ">+":
                    break
        return marks

    return lambda element, number: marks()[number] == 1


def _behind(root: etree._Element, is_up: bool) -> array[int]:
    """Return for each element the number of its parent, or of the sibling before it; or -1."""
    behind = array("i")
    opened: list[etree._Element] = []
    numbers, last = [-1], [-1]
    for number, element in enumerate(root.iter("*")):
        parent = element.getparent()
        while opened and opened[-1] is not parent:
            del opened[-1], numbers[-1], last[-1]
        behind.append(numbers[-1] if is_up else last[-1])
        last[-1] = number
        opened.append(element)
        numbers.append(number)
        last.append(-1)
    return behind
