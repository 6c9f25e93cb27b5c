"""The network: its weights, its answers, and what they come from."""

from __future__ import annotations

import json
from array import array
from base64 import b64encode
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from trees import SITE

from scrapy_treesim import Page
from scrapy_treesim.network import _layers_cy, forward
from scrapy_treesim.network.constants import WIDTH
from scrapy_treesim.network.effects import before_others, effects
from scrapy_treesim.network.weights import Weights, shipped
from scrapy_treesim.reading.inputs import GROUPS
from scrapy_treesim.reading.read import reading_of


def held() -> dict[str, Any]:
    text = files("scrapy_treesim.network").joinpath("weights.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def page() -> Page:
    return Page((SITE / "index.html").read_bytes())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 99}, "version 99"),
        ({"block inputs": []}, "other inputs of a block"),
        ({"element inputs": ["a"]}, "other inputs of a element"),
        ({"layers": {}}, "no weights of a network"),
        ({"scales": {}}, "no weights of a network"),
    ],
)
def test_other_weights_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Weights.read(held() | change)


def test_weights_that_are_too_few_or_no_numbers_are_refused() -> None:
    few = held()
    few["layers"]["kind"]["weights"] = b64encode(b"\1" * 3).decode()
    with pytest.raises(ValueError, match="weights, got 3"):
        Weights.read(few)
    none = held()
    none["layers"]["kind"]["bias"][0] = float("nan")
    with pytest.raises(ValueError, match="not all finite"):
        Weights.read(none)


@pytest.mark.parametrize("place", [-1, 2, 10**6])
def test_rows_that_there_are_not_are_refused(place: int) -> None:
    rows, weights, out = (array("f", bytes(4 * WIDTH * count)) for count in (2, 8, 1))
    with pytest.raises(IndexError):
        _layers_cy.add_product(rows, WIDTH, 8, array("i", [place]), weights, 0, WIDTH, out)
    with pytest.raises((IndexError, ValueError)):
        _layers_cy.add_pieces(
            rows, WIDTH, array("i", [place]), array("i", [1]), False, out
        )  # fmt: skip
    with pytest.raises((IndexError, ValueError)):
        _layers_cy.span_means(rows, array("i", [place]), array("i", [place + 1]), out)
    path, groups = array("i", [0, 0]), array("i", [0, 0])
    with pytest.raises((IndexError, ValueError)):
        _layers_cy.group_means(rows, array("i", [place, place]), path, groups, out)
    with pytest.raises(ValueError, match="cannot come after"):
        _layers_cy.descend(out, out[:], out[:], array("i", [abs(place)]))


@pytest.mark.parametrize(
    ("stride", "width", "offset", "outputs", "index", "message"),
    [
        (0, 0, 0, WIDTH, [], "are no inputs"),
        (WIDTH, 65, 0, WIDTH, [], "are no inputs"),
        (WIDTH, WIDTH, 0, WIDTH + 1, [], "outputs are not"),
        (WIDTH, WIDTH, WIDTH + 1, WIDTH, [], "no weights"),
        (WIDTH, WIDTH, 0, WIDTH, [0] * 7, "rows are none for 8"),
        (WIDTH, WIDTH, 0, WIDTH, [0] * 24, "no weights"),
    ],
)
def test_products_of_other_sizes_are_refused(
    stride: int, width: int, offset: int, outputs: int, index: list[int], message: str
) -> None:
    rows, out = (array("f", bytes(4 * WIDTH * 8)) for _ in range(2))
    weights = array("f", bytes(4 * WIDTH * 2 * WIDTH))
    with pytest.raises(ValueError, match=message):
        _layers_cy.add_product(
            rows, stride, width, array("i", index), weights, offset, outputs, out
        )


@pytest.mark.parametrize("width", [1, 61, 62, 63, 64])
def test_products_of_several_columns_are_those_of_each(width: int) -> None:
    numbers = [((7 * place) % 13 - 6) / 8 for place in range(2 * 64 * WIDTH)]
    rows, weights = array("f", numbers[: 3 * 64]), array("f", numbers[: 2 * width * WIDTH])
    index = array("i", [0, 2, 1, 1, 2, 0])
    found = array("f", bytes(4 * WIDTH * 3))
    _layers_cy.add_product(rows, 64, width, index, weights, 0, WIDTH, found)
    of_rows = np.array(rows).reshape(3, 64)[np.array(index).reshape(3, 2), :width].reshape(3, -1)
    expected = (of_rows @ np.array(weights).reshape(-1, WIDTH)).ravel()
    assert [*found] == pytest.approx([*expected], abs=1e-3)


def test_an_effect_is_what_is_lost_without_the_group() -> None:
    read = page()
    reading = read.once(reading_of)

    def article(answers: forward.Answers) -> float:
        return before_others([*answers.kinds], 0)

    found = effects(read, article)
    assert {one.name for one in found} <= set(GROUPS)
    assert [abs(one.change) for one in found] == sorted(
        (abs(one.change) for one in found), reverse=True
    )
    known = article(forward.forward(reading, shipped()))
    for one in found:
        without = article(forward.forward(reading, shipped(), one.name))
        assert one.change == pytest.approx(known - without)
        assert one.phrase == GROUPS[one.name]


def test_a_page_without_text_has_no_answers_and_no_effects() -> None:
    empty = Page("<img src=a.png>")
    assert forward.answers_of(empty) is None
    assert effects(empty, lambda answers: 0.0) == ()


def test_a_page_of_too_many_elements_is_not_answered_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_treesim.reading.read.MAX_ELEMENTS", 20)
    nested = Page(30 * "<div>" + "x")
    assert forward.answers_of(nested) is None
    assert effects(nested, lambda answers: 0.0) == ()
    assert forward.answers_of(Page(15 * "<div>" + "x")) is not None


def test_the_network_that_is_fitted_gives_the_same_answers() -> None:
    torch = pytest.importorskip("torch")
    from training.corpus import arrays_of
    from training.fit import written
    from training.network import Network, Options, Scale, predict

    torch.manual_seed(3)
    reading = page().once(reading_of)
    table = arrays_of(reading)
    network = Network(Scale.of([table]), Options()).eval()
    labels, roles, elements, kinds = next(iter(predict(network, [table])))
    weights = Weights.read(written(network))
    found = forward.forward(reading, weights)
    of_elements = forward.element_answers(reading, found, weights)
    for one, other in (
        (labels, found.labels), (roles, found.roles), (elements, of_elements),
        (kinds, found.kinds),
    ):  # fmt: skip
        assert [*other] == pytest.approx([*one.ravel()], abs=0.1)
