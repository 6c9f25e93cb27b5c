"""Pages as sequences of tags and depths."""

from __future__ import annotations

from hypothesis import given
from reference.sequences import SymbolTable, part_of, sequence_of, tree_sequence, written
from trees import examples, pages

from scrapy_treesim import Page
from scrapy_treesim.templates.clustering.qiu import simplify
from scrapy_treesim.tree import Profile, clean

EVERYTHING = Profile(frozenset())


def written_of(html: str) -> str:
    symbols = SymbolTable()
    return written(sequence_of(Page(html).tree, symbols), symbols)


def test_the_page_of_the_thesis() -> None:
    page = Page("<html><body><div><a></a><p></p></div><div></div></body></html>")
    symbols = SymbolTable()

    sequence = tree_sequence(clean(page.tree, EVERYTHING), symbols)

    assert written(sequence, symbols) == "<html0><body1><div2><a3><p3><div2>"


def test_what_says_nothing_of_the_template_is_dropped() -> None:
    html = "<body><script>x</script><div><img><br><input><style>a{}</style></div><a>b</a>"

    assert written_of(html) == "<html0><body1><div2><a2>"


def test_what_an_unwrapped_tag_holds_moves_up() -> None:
    html = "<body><ul><li><a>one</a><li><b><span>two</span></b></ul><table><tr><td><div>"

    assert written_of(html) == "<html0><body1><a2><span2><div2>"


def test_elements_know_where_they_come_from() -> None:
    page = Page("<body>text<p><a>one</a></p><div>two</div>")
    sequence = sequence_of(page.tree, SymbolTable())

    assert [page.tree.name(node) for node in sequence.node] == ["html", "body", "a", "div"]


def test_pages_share_the_numbers_of_symbols() -> None:
    symbols = SymbolTable()
    one = sequence_of(Page("<body><div><x-y></x-y></div>").tree, symbols)
    other = sequence_of(Page("<body><z-z></z-z><div><x-y></x-y></div>").tree, symbols)

    assert one.symbol.tolist() == [0, 1, 2, 3]
    assert other.symbol.tolist() == [0, 1, 4, 2, 3]
    assert [symbols.name(number) for number in (3, 4)] == ["<x-y3>", "<z-z2>"]
    assert symbols.depth.tolist() == [0, 1, 2, 3, 2]


@examples(80)
@given(html=pages())
def test_sequences_hold_the_whole_simplified_tree(html: str) -> None:
    tree = simplify(Page(html).tree)
    symbols = SymbolTable()
    sequence = tree_sequence(tree, symbols)

    above: list[int] = []
    for i, depth in enumerate(sequence.depth):
        assert symbols.name(sequence.symbol[i]) == f"<{tree.names[tree.tag[i]]}{depth}>"
        del above[depth:]
        assert tree.parent[i] == (above[-1] if above else -1)
        above.append(i)


@examples(80)
@given(html=pages())
def test_parts_put_together_are_the_sequence(html: str) -> None:
    sequence = sequence_of(Page(html).tree, SymbolTable())
    middle = len(sequence) // 2
    one, other = part_of(sequence, 0, middle), part_of(sequence, middle, len(sequence))

    assert one.symbol + other.symbol == sequence.symbol
    assert one.node + other.node == sequence.node
