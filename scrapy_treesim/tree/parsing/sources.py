"""Sources of pages: bytes, text, files, trees, responses; the tree and address of each."""

from __future__ import annotations

import codecs
import json
import re
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, TypeGuard

from lxml import etree
from parsel import Selector
from w3lib.encoding import http_content_type_encoding

from scrapy_treesim.tree.parsing import decoding
from scrapy_treesim.tree.parsing.doubled import may_be_doubled
from scrapy_treesim.tree.parsing.json_text import JsonText, json_of_text
from scrapy_treesim.wording import quoted


class Download(Protocol):
    """Interface of a response of httpx, requests or web-poet, beside ``content`` or ``body``."""

    @property
    def url(self) -> Any:
        """The address; may be an object with the address as text."""

    @property
    def headers(self) -> Any:
        """The headers by name, in whatever case."""


class ResponseLike(Protocol):
    """Interface of a Scrapy text response."""

    @property
    def url(self) -> str:
        """The address."""

    @property
    def body(self) -> bytes:
        """The bytes."""

    @property
    def encoding(self) -> str:
        """The encoding by Scrapy."""

    @property
    def selector(self) -> Selector:
        """The response's parsed tree."""


Source: TypeAlias = (
    bytes | str | Path | dict[str, Any] | etree._Element | etree._ElementTree | Selector
    | ResponseLike | Download
)  # fmt: skip

_OTHER_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
"""Byte order marks of other encodings, of highest priority in Scrapy."""
_FILE_NAME = re.compile(r"[^<>\n]{1,300}\.x?html?", re.IGNORECASE)
_ADDRESS = re.compile(r"\s*https?://[^\s<>]+\s*", re.IGNORECASE)


def root_of(source: Any) -> etree._Element:
    """The root of a source's own tree, or of its parsed HTML.

    Raises:
        TypeError: a page cannot be made of it, or it has no HTML.
        ValueError: a tag has too many attributes.
    """
    if isinstance(source, etree._ElementTree):
        source = source.getroot()
    if is_element(source):
        return source
    readable = _selector_of(source) if _is_response(source) else source
    if isinstance(readable, Selector):
        if not is_element(readable.root):
            raise TypeError(f"a page is made of HTML, not of {readable.type}")
        if readable is source or not _is_misread(source):
            return readable.root
    utf8 = utf8_of(source)
    if utf8 is None:
        raise TypeError(
            f"a page is made of bytes, str, a Path, an lxml element, a Selector or a response with"
            f" HTML in it, not of {type(source).__name__}{_advice(source)}"
        )
    return parsed(utf8)


def _selector_of(response: ResponseLike) -> Selector | None:
    """The tree of a response; None if Scrapy cannot read it, or not in time."""
    try:
        # Scrapy believes a page that declares base64 or punycode; decoding it raises, or takes
        # time quadratic in its length.
        return response.selector if decoding.is_of_the_web(response.encoding) else None
    except ValueError:
        # Scrapy reads <base> and the page's address, and raises if one is broken.
        return None


def url_of(source: Any) -> str:
    """The address of a source; empty if it has none."""
    if isinstance(source, Path):
        return source.absolute().as_uri()
    if not isinstance(source, bytes) and body_of(source) is not None:
        return str(source.url)
    return ""


def utf8_of(source: Any) -> bytes | None:
    """The HTML of a source in UTF-8; None for a tree, used as it is."""
    if isinstance(source, str):
        return source.encode("utf-8", "replace")
    if not _is_response(source):
        body = body_of(source)
        return None if body is None else _as_utf8(body, _charset_of(source))
    if not decoding.is_of_the_web(source.encoding) or _is_misread(source):
        return _as_utf8(source.body)
    return decoding.decode_as(source.body, source.encoding).encode("utf-8", "replace")


def json_of(source: Any) -> JsonText:
    """The object or list of a source that is JSON, or that its headers say is."""
    if isinstance(source, dict):
        try:
            return json_of_text(json.dumps(source))
        except (TypeError, ValueError, RecursionError) as error:
            raise TypeError(f"this dict is not of JSON: {error}") from None
    body = source.encode("utf-8", "replace") if isinstance(source, str) else body_of(source)
    if body is None or not (
        decoding.is_json(body) or (_declares_json(source) and body.lstrip()[:1] not in (b"", b"<"))
    ):
        return JsonText(None)
    text = (utf8_of(source) or b"").decode("utf-8", "replace").lstrip("\ufeff")
    return json_of_text(text)


def parsed(utf8: bytes) -> etree._Element:
    """The tree of HTML in UTF-8."""
    if decoding.has_giant_tag(utf8):
        raise ValueError(f"a tag has more than {decoding.MAX_ATTRIBUTES:,} attributes")
    # The parser is given the encoding, so that no declaration in the page can overrule it.
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, recover=True)
    root = etree.fromstring(utf8.replace(b"\x00", b"").strip() or b"<html/>", parser)
    return root if root is not None else etree.fromstring(b"<html/>", parser)


def body_of(source: Any) -> bytes | None:
    """The bytes of a source, unchanged; None for text, files and trees."""
    if isinstance(source, bytes):
        return source
    if _is_response(source):
        return source.body
    if not hasattr(source, "headers"):
        return None
    body = getattr(source, "content", None)
    if body is None and hasattr(source, "text"):
        # Scrapy's responses other than text have no text attribute.
        body = getattr(source, "body", None)
    return bytes(body) if isinstance(body, bytes) else None


def refuse_without_html(source: Any) -> None:
    """Refuse addresses, file names, and text and bytes other than HTML."""
    if isinstance(source, str):
        if _ADDRESS.fullmatch(source):
            raise ValueError(
                f"{quoted(source)} is an address, and nothing is fetched here: give the page's HTML"
                " or a response, or call scrapy treesim extract with it"
            )
        if _FILE_NAME.fullmatch(source):
            raise ValueError(
                f"{quoted(source)} is the name of a file, and not its content: give a Path"
            )
        source = source[:5000].encode("utf-8", "replace")
    body = body_of(source)
    if body is None:
        return
    if body.startswith(b"\x1f\x8b"):
        raise ValueError("a page is made of HTML, and this is gzip: unpack it first")
    if decoding.is_json(body):
        return
    declared = str(getattr(source, "encoding", None) or "").lower()
    if decoding.is_binary(body) and not declared.startswith(("utf-16", "utf-32")):
        raise ValueError("a page is made of HTML, and not of a PDF, a picture or the like")


def _advice(source: Any) -> str:
    """Advice for the error about a source of another type."""
    cls = type(source)
    if cls.__module__.partition(".")[0] == "bs4" and not isinstance(source, list):
        return ": give str() of it"
    if isinstance(source, list) and source and all(isinstance(item, dict) for item in source):
        return ": give json.dumps() of it, or the text that it is from"
    if isinstance(source, (list, tuple, set, frozenset)):
        return ": give one page at a time"
    if hasattr(cls, "read"):
        return ": give what its read() returns"
    if isinstance(getattr(source, "body", None), bytes):
        return ", which is no text: give its body if that is HTML"
    return ""


def _charset_of(source: Any) -> str | None:
    """The encoding in a download's headers; None for bytes."""
    headers = getattr(source, "headers", {})
    declared = headers.get("Content-Type") or headers.get("content-type")
    return http_content_type_encoding(declared) if isinstance(declared, str) else None


def _declares_json(source: Any) -> bool:
    """Tell whether the headers of a download are for JSON."""
    headers = getattr(source, "headers", {})
    declared = headers.get("Content-Type") or headers.get("content-type") or b""
    return b"json" in (declared if isinstance(declared, bytes) else str(declared).encode()).lower()


def _as_utf8(body: bytes, declared: str | None = None) -> bytes:
    encoding = decoding.find_encoding(body, declared)
    if encoding == "utf-8" and not may_be_doubled(body):
        # Parsed as it is, without decoding and encoding.
        return body
    return decoding.decode_as(body, encoding).encode("utf-8", "replace")


def is_element(source: Any) -> TypeGuard[etree._Element]:
    """Tell whether a source is an lxml element."""
    # A comment is an _Element too, but its tag is no name.
    return isinstance(source, etree._Element) and isinstance(source.tag, str)


def _is_response(source: Any) -> TypeGuard[ResponseLike]:
    # Checked on the class: an attribute of the response would parse it.
    return all(hasattr(type(source), name) for name in ("url", "body", "encoding", "selector"))


def _is_misread(response: ResponseLike) -> bool:
    """Tell whether Scrapy's decoding is plainly wrong: another encoding, or text encoded twice."""
    if response.body.isascii():
        return False
    if _is_whole_utf8(response):
        return decoding.is_doubled(response.body)
    # Code pages decode any bytes, and Scrapy guesses them too: no evidence of a declaration.
    declared = None if decoding.is_single_byte(response.encoding) else response.encoding
    encoding = decoding.find_encoding(response.body, declared)
    if encoding == "utf-8" and decoding.is_doubled(response.body):
        return True
    # cp1252 is the fallback, no evidence.
    return encoding != "cp1252" and not decoding.same_encoding(encoding, response.encoding)


def _is_whole_utf8(response: ResponseLike) -> bool:
    """Tell whether a response is UTF-8 without errors: no U+FFFD in its already decoded text."""
    text = getattr(response, "text", None)
    return (
        isinstance(text, str)
        and "\ufffd" not in text
        and decoding.same_encoding(response.encoding, "utf-8")
        and not response.body.startswith(_OTHER_MARKS)
    )
