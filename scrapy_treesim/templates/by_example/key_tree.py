"""Key-tree record extraction (Song 2011, section 4): one example is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from cssselect import SelectorError
from lxml import etree
from parsel import Selector

from scrapy_treesim.page import Page, Source
from scrapy_treesim.records.record import Record, read_records
from scrapy_treesim.similarity import BoundedComparison, measure_over
from scrapy_treesim.templates.by_example.example_record import ExampleRecord, Home
from scrapy_treesim.templates.by_example.leaf_pairs import fields_of
from scrapy_treesim.templates.by_example.shown_values import ExampleNotFound, Values, example_of
from scrapy_treesim.templates.rules import FieldRules
from scrapy_treesim.tree import ELEMENTS
from scrapy_treesim.tree.selectors import parse_css, select
from scrapy_treesim.wording import counted, shortened

Example: TypeAlias = str | etree._Element | Selector | Values
"""An element, a selector, a CSS or XPath expression for the page at hand, a piece of HTML, or the
values of a record of the page by the names of its fields."""

THRESHOLD: Final = 0.8
"""Similarity threshold, ST in the paper."""


def as_lookup(expression: str) -> Callable[[etree._Element], Iterable[object]]:
    """Compile CSS or XPath, the latter starting with ``/``, ``./`` or ``(``.

    Raises:
        ValueError: it is neither, or CSS that is too long or unsupported.
    """
    is_xpath = expression.startswith(("/", "./", "("))
    try:
        if not is_xpath:
            selectors = parse_css(expression)
            return lambda root: select(root, selectors)
        compiled = etree.XPath(expression)
    except (etree.XPathError, SelectorError) as error:
        kind = "XPath" if is_xpath else "CSS"
        quote = repr(shortened(expression, 80))
        raise ValueError(f"{quote} is not {kind} that can be looked up: {error}") from None

    def look_up(root: etree._Element) -> Iterable[object]:
        try:
            result: object = compiled(root)
        except etree.XPathError as error:
            raise ValueError(f"{expression!r} cannot be looked up: {error}") from None
        return result if isinstance(result, list) else []

    return look_up


@dataclass(frozen=True, slots=True, repr=False)
class KeyTree:
    """One or several example records, and the likeness required of a record.

    >>> learn_key_tree("<ul><li>Apple <b>$2.50</b></ul>", "li")
    <KeyTree of 1 example, free above 0.8>
    """

    examples: tuple[ExampleRecord, ...]
    threshold: float = THRESHOLD
    """Similarity to be exceeded by a record, in [0, 1]."""
    measure: str = "free"
    home: Home | None = None
    """Findings on the page of the examples, if those were looked up."""
    fields: Mapping[str, FieldRules] = field(default_factory=dict)
    """Rules of the fields by name, if the page of the example is about one thing."""

    def __repr__(self) -> str:
        examples = counted(len(self.examples), "example")
        return f"<KeyTree of {examples}, {self.measure} above {self.threshold}>"

    @classmethod
    def of(
        cls,
        example: Example | Sequence[Example],
        page: Page | None = None,
        threshold: float = THRESHOLD,
        measure: str = "free",
    ) -> KeyTree:
        """Make a key tree from examples; of expressions, the first match in ``page`` counts.

        Raises:
            ExampleNotFound: the page has none of the elements that expressions select.
            ValueError: a broken expression, a threshold outside [0, 1], or no example.
        """
        if not 0 <= threshold <= 1:
            raise ValueError(f"a key tree's threshold lies between 0 and 1, not at {threshold}")
        single = (str, etree._Element, Selector, Mapping)
        sources: Sequence[Example] = [example] if isinstance(example, single) else example
        if not sources:
            raise ExampleNotFound("a key tree needs one example at least")
        examples: list[ExampleRecord] = []
        missing: ExampleNotFound | None = None
        for source in sources:
            try:
                examples.append(_example_of(source, page))
            except ExampleNotFound as error:
                missing = error
        if missing and not examples:
            raise missing
        return cls(tuple(examples), threshold, measure)


def similar(
    page: Page | Source,
    example: KeyTree | Example | Sequence[Example],
    *,
    threshold: float = THRESHOLD,
    measure: str = "free",
) -> list[Record]:
    """Return the subtrees of the page like the example, in page order; none of an oversized page.

    Walks depth first; a subtree like a key tree is a record and is not looked into, of any other
    the children are tried (where the paper's figure and text differ, this is the text). A key tree
    has its own ``threshold`` and ``measure``; the parameters are ignored then.

    >>> page = "<ul><li><a>Apple</a> <b>$1</b></li><li><a>Pear</a> <b>$2</b></li></ul><p>Fruit</p>"
    >>> [record.text for record in similar(page, "li")]
    ['Apple $1', 'Pear $2']
    >>> [record["cost"] for record in similar(page, {"fruit": "Pear", "cost": "$2"})]
    ['$1', '$2']

    Raises:
        ValueError: as :meth:`KeyTree.of`; there is no measure of that name.
    """
    page = Page.of(page)
    # An example that is looked up in the page may be as large as the page.
    if page.is_oversized:
        return []
    key = example
    if not isinstance(key, KeyTree):
        key = KeyTree.of(key, page, threshold, measure)
    likeness = similar_nodes(page, key)
    fields = fields_of(page, key.examples, likeness)
    return read_records(page, (([node], value) for node, value in likeness.items()), fields)


def similar_nodes(page: Page, key: KeyTree) -> dict[int, float]:
    """Return the records' nodes with their likeness to the nearest example, in page order."""
    tree, shapes = page.cleaned(ELEMENTS)
    compare = compared(page, key)
    likeness_of_shape: dict[int, float] = {}
    likeness_of_node: dict[int, float] = {}
    node = 0
    while node < len(tree):
        shape = shapes[node]
        value = likeness_of_shape.get(shape)
        if value is None:
            value = likeness_of_shape[shape] = compare(shape)
        if value > key.threshold:
            likeness_of_node[tree.origin[node]] = value
            node += tree.size[node]
        else:
            node += 1
    return likeness_of_node


def compared(page: Page, key: KeyTree) -> Callable[[int], float]:
    """Return a comparison of shapes with the nearest example, by the key tree's measure."""
    tree, _ = page.cleaned(ELEMENTS)
    table = page.shape_table
    compare = BoundedComparison(measure_over(table, key.measure), table, len(tree))
    example_shapes = {table.intern(example_shape.tree)[0] for example_shape in key.examples}
    return lambda shape: max(compare(shape, example_shape) for example_shape in example_shapes)


def _example_of(example: Example, page: Page | None) -> ExampleRecord:
    if not isinstance(example, (str, Mapping)):
        return ExampleRecord.of(Page(example))
    if isinstance(example, str) and example.lstrip().startswith("<"):
        return ExampleRecord.of(Page.of_snippet(example.strip()))
    if page is None:
        what = "values" if isinstance(example, Mapping) else "an expression"
        raise ValueError(f"the example {example!r:.200} is {what}: it needs a page to look in")
    if isinstance(example, Mapping):
        return example_of(page, example)
    expression = example.strip()
    for match in as_lookup(expression)(page.root):
        if isinstance(match, etree._Element) and isinstance(match.tag, str):
            return ExampleRecord.of(Page(match))
    raise ExampleNotFound(
        f"the example {expression!r} finds no element in {page.url or 'the page'}"
    )
