"""Text of the page that nobody sees, and formulas that are written twice."""

from __future__ import annotations

import pytest

import scrapy_treesim as treesim
from scrapy_treesim.reading.blocks import MAX_UNSEEN, blocks_of

SAID = "The ferry is back, after a winter in the yard and a spring of waiting for parts."
REST = 5 * f"<p>{SAID}</p>"


def blocks_in(html: str) -> list[str]:
    """The texts of the blocks, in page order."""
    tree = treesim.Page(f"<body>{html}{REST}").tree
    found: dict[int, str] = {}
    for node, block in enumerate(blocks_of(tree).block):
        if block >= 0:
            found[block] = found.get(block, "") + tree.raw_text(node)
    return [text for text in found.values() if text != SAID]


@pytest.mark.parametrize(
    "attributes",
    [
        "hidden",
        "hidden=''",
        "hidden=hidden",
        "style='display:none'",
        "style='color: red; display : none !important'",
        "style='visibility: hidden'",
    ],
)
def test_hidden_words_in_a_line_are_left_out(attributes: str) -> None:
    assert blocks_in(f"<p>It leaves <span {attributes}>not <b>seen</b></span>at noon.") == [
        "It leaves at noon."
    ]


@pytest.mark.parametrize(
    "attributes",
    [
        "hidden=until-found",
        "hidden id=S:1f",
        "style='overflow:hidden'",
        "style='display:block'",
        "style='--display: none; backface-visibility: hidden'",
        "aria-hidden=true",
    ],
)
def test_what_is_shown_is_read(attributes: str) -> None:
    assert blocks_in(f"<p>It leaves <span {attributes}>from here </span>at noon.") == [
        "It leaves from here at noon."
    ]


def test_hidden_blocks_are_read_for_they_may_unfold() -> None:
    assert blocks_in("<div hidden>One</div><div style='display:none'>Two</div>") == ["One", "Two"]
    assert blocks_in("<details><summary>More</summary>Said</details>") == ["More", "Said"]


def test_what_holds_most_of_the_text_is_read_though_hidden() -> None:
    shown, hidden = "<p>A few words.</p>", f"<span hidden>{SAID}</span>"
    for html in (shown + hidden, f"{shown}<dialog>{SAID}</dialog>"):
        tree = treesim.Page(f"<body>{html}").tree
        assert len(blocks_of(tree)) == 2
    assert 0 < MAX_UNSEEN < 1


def test_icons_and_scripts_end_no_block() -> None:
    for tag in ("svg", "script", "style", "template"):
        assert blocks_in(f"<p>It leaves <{tag}>x</{tag}>at noon.") == ["It leaves at noon."]
        assert blocks_in(f"<p>One<br><{tag}>x</{tag}><br>Two") == ["One", "Two"]
    assert blocks_in("<p>It leaves <iframe></iframe>at noon.") == ["It leaves ", "at noon."]


MATHML = "<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow>{}</semantics></math>"
TEX = r"<annotation encoding='application/x-tex'>E = m\,c</annotation>"
PRESENTED = "<annotation-xml><mi>E</mi></annotation-xml>"


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (MATHML.format(""), "E=m"),
        (MATHML.format(TEX), r"E = m\,c"),
        (MATHML.format(PRESENTED + TEX), r"E = m\,c"),
        (MATHML.format("<annotation encoding=MathType-MTEF>%MathType!MTEF!2</annotation>"), None),
        (f"<span class=katex><span>{MATHML.format(TEX)}</span>"
         "<span aria-hidden=true><span>E</span><span>=m</span></span></span>", r"E = m\,c"),
        (f"<span><nobr aria-hidden=true>E=m</nobr><span>{MATHML.format('')}</span></span>", "E=m"),
        (f"<span><span style='display: none;'>{MATHML.format(TEX)}</span><img alt=E></span>",
         r"E = m\,c"),
    ],
)  # fmt: skip
def test_formulas_are_said_once(formula: str, said: str | None) -> None:
    if said is None:
        assert blocks_in(f"<p>So {formula} holds.")[0].startswith("So E=m")
    else:
        assert blocks_in(f"<p>So {formula} holds.") == [f"So {said} holds."]


@pytest.mark.parametrize("opening", ["<span hidden>x", "<dialog>x", "<math>x", "<b style=display"])
def test_deep_nests_are_read(opening: str) -> None:
    page = treesim.Page("<body>" + 10_000 * opening + REST)
    assert len(blocks_of(page.tree)) > 0
    treesim.article(page)


def test_very_many_formulas_are_read() -> None:
    page = treesim.Page(f"<body>{12_000 * ('<math>' + TEX + '</math>')}{REST}")
    assert len(blocks_of(page.tree)) == 6
