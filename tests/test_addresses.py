"""Addresses made absolute are those of ``urljoin``, however they are put together."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import examples

from scrapy_treesim.tree.addresses import MAX_CACHED, SAFE_SCHEMES, Addresses

_PIECES = (
    "a", "b.html", ".", "..", "/", "//", "?", "#", ";", ":", "=", "&", "%20", "é", "中", " ", "\n",
    "\t", "\x00", "\x1f", "\x7f", "\xa0", "\u2028", "[", "]", "@", "\\", "|", "http", "https",
    "HTTP", "http:", "http://", "https://", "HTTPS://", "h.x", "h.x:80", ":8080", "1.2.3.4", "-",
    "_", "~", "+", ",", "!", "(", "mailto:", "tel:", "javascript:", "file:", "file://", "data:",
    "ftp://", "\u2100", "x?y=1", "p/q/", "?d=2", "#f",
)  # fmt: skip
_addresses = st.lists(st.sampled_from(_PIECES), max_size=7).map("".join)
_BASES = (
    "http://e.x", "http://e.x/", "https://e.x/a/b?c=1", "http://e.x/a/b#f", "https://e.x:81/a//b/",
    "http://e.x/a;p/b;q", "http://e.x/a/../b/./c", "http://u:p@e.x/a/b", "HTTP://E.x/A", "",
    "ftp://e.x/a/b", "file:///home/a/b", "a/b", "//e.x/a", "http://[broken", "http://[::1]/a/b",
    "mailto:a@b.c", "data:text/html,x", " http://e.x/a ", "http:a/b", "http://e.x?c=1", "http:///a",
)  # fmt: skip


def joined(base: str, address: str, with_files: bool) -> str | None:
    """The same by the rule itself."""
    address = address.strip()
    try:
        scheme = urlsplit(address).scheme
        found = urljoin(base, address).strip()
    except ValueError:
        return None
    safe = scheme in SAFE_SCHEMES or (with_files and scheme == "file")
    return found if address and safe else None


@pytest.mark.parametrize("base", _BASES)
@examples(300)
@given(address=_addresses)
def test_any_address_is_joined_to_a_base(base: str, address: str) -> None:
    for with_files in (False, True):
        assert Addresses(base, with_files).absolute(address) == joined(base, address, with_files)


@examples(500)
@given(base=_addresses, address=_addresses)
def test_any_address_is_joined_to_any_base(base: str, address: str) -> None:
    found = Addresses(base, False)
    assert found.absolute(address) == found.absolute(address) == joined(base, address, False)


def test_no_more_addresses_are_remembered_than_is_said() -> None:
    found = Addresses("http://e.x/", False)
    for number in range(MAX_CACHED + 10):
        assert found.absolute(str(number)) == f"http://e.x/{number}"
    assert len(found._resolved) == MAX_CACHED
