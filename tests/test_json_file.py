"""JSON of files: what would surprise is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import examples

from scrapy_treesim.files.json_file import parse_json, read_json


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is no JSON: Expecting value"),
        (b"{}}", "is no JSON: Extra data"),
        (b'{"a": 1, "b": 2, "a": 1}', "is no JSON: an object has 'a' twice"),
        (b"[NaN]", "is no JSON: NaN is no number"),
        (b"[-Infinity]", "is no JSON: -Infinity is no number"),
        (b"[1e999]", "is no JSON: 1e999 is too large a number"),
        (b"[-1e999]", "is no JSON: -1e999 is too large a number"),
        (b'"\xff"', "is no JSON: 'utf-8' codec can't decode"),
        (b'"\xed\xa0\x80"', "is no JSON: 'utf-8' codec can't decode"),
        (b'["\\ud800"]', "is no JSON: '\\ud800' is half a character"),
        (b'{"\\uDC00": 1}', "is no JSON: '\\udc00' is half a character"),
        (b"[" * 100_000, "is no JSON: it is nested too deeply"),
        (b'{"a":' * 100_000, "is no JSON: it is nested too deeply"),
        (b"1" * 5_000, "is no JSON: Exceeds the limit"),
        (b" " * 20_001, "is larger than 20,000 bytes"),
    ],
)
def test_what_would_surprise_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"^is ") as refused:
        read_json(path, max(20_000, len(content) if content[:1] != b" " else 0))
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


class Compared(str):
    """A name that counts how often names are compared."""

    compared = 0
    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Compared.compared += 1
        return str.__eq__(self, other)


def test_a_name_given_twice_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: Callable[..., Any] = json.loads

    def with_names_that_count(text: str, object_pairs_hook: Any, **options: Any) -> Any:
        return loads(
            text,
            object_pairs_hook=lambda pairs: object_pairs_hook(
                [(Compared(name), value) for name, value in pairs]
            ),
            **options,
        )

    monkeypatch.setattr(json, "loads", with_names_that_count)
    names = [f'"{number}": 0' for number in range(2_000)]
    with pytest.raises(ValueError, match="'1999' twice"):
        parse_json(f"{{{', '.join([*names, names[-1]])}}}")
    # Each once or twice; one by one with all others it would be millions.
    assert Compared.compared < 20_000


@examples(100)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=9),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=9), inner),
        max_leaves=9,
    ),
    st.booleans(),
)  # fmt: skip
def test_all_else_is_read_as_it_is(value: Any, escaped: bool) -> None:
    assert parse_json(json.dumps(value, ensure_ascii=escaped)) == value
