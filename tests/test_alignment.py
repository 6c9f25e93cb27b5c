from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from trees import examples

from scrapy_treesim.records.table import alignment
from scrapy_treesim.records.table.alignment import THRESHOLD, align

SIZES = st.integers(1, 6)
SEQUENCES = st.lists(st.lists(st.integers(0, 6), max_size=7).map(tuple), min_size=1, max_size=8)


def equal(one: int, other: int) -> float:
    return float(one == other)


def near(one: int, other: int) -> float:
    return 1 - abs(one - other) / 7


@examples(60)
@given(SEQUENCES)
def test_every_item_has_a_slot_of_its_own(sequences: list[tuple[int, ...]]) -> None:
    for similarity in (equal, near):
        found = align(sequences, similarity)
        assert sorted(found.order) == sorted(found.tokens)
        assert set(found.slots) == set(sequences)
        for sequence, slots in found.slots.items():
            assert len(slots) == len(sequence) == len(set(slots))
            assert set(slots) <= set(found.order)


@examples(60)
@given(SEQUENCES)
def test_unlike_items_never_share_a_slot(sequences: list[tuple[int, ...]]) -> None:
    found = align(sequences, near)
    first = {slot: tokens[0] for slot, tokens in found.tokens.items()}
    for sequence, slots in found.slots.items():
        for token, slot in zip(sequence, slots, strict=True):
            known = found.tokens[slot]
            assert token in known or any(near(token, one) >= THRESHOLD for one in known)
    assert len(first) == len(found.order)


@examples(60)
@given(SEQUENCES)
def test_the_answer_is_the_same_whatever_order_the_records_come_in(
    sequences: list[tuple[int, ...]],
) -> None:
    assert align(sequences, near).slots == align(sequences[::-1], near).slots


@examples(60)
@given(st.lists(st.integers(0, 20), min_size=1, max_size=8, unique=True), st.data())
def test_optional_items_never_shift_their_neighbours(items: list[int], data: st.DataObject) -> None:
    records = [
        tuple(item for item in items if data.draw(st.booleans())) for _ in range(data.draw(SIZES))
    ]
    records.append(tuple(items))
    found = align(records, equal)
    slot_of = dict(zip(items, found.slots[tuple(items)], strict=True))
    for record in records:
        assert found.slots[record] == [slot_of[item] for item in record]
    assert [slot_of[item] for item in items] == found.order


def test_an_item_is_inserted_between_its_neighbours() -> None:
    # Zhai and Liu's figure: b and c of one sequence are between neighbours of the seed.
    found = align([(1, 5, 6, 9), (1, 2, 5), (6, 7, 9)], equal)
    tokens = [found.tokens[slot][0] for slot in found.order]
    assert tokens == [1, 2, 5, 6, 7, 9]


def test_sequences_of_any_length_stay_within_bounds() -> None:
    long = tuple(range(3 * alignment.MAX_SLOTS))
    found = align([long, long[::2], long[::-1]], equal)
    assert len(found.order) == alignment.MAX_SLOTS
    for sequence, slots in found.slots.items():
        given_slots = [slot for slot in slots if slot >= 0]
        assert len(slots) == len(sequence)
        assert len(set(given_slots)) == len(given_slots)
