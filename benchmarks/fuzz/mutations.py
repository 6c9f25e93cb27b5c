"""Damage to a page, by kinds: each takes its bytes and gives back others."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias, TypeVar

from benchmarks.fuzz.grammar import (
    AMOUNTS,
    ATTRIBUTES,
    DATES,
    DECLARED,
    TAGS,
    as_bytes,
    escaped,
    odd_attribute,
    odd_text,
)

Span: TypeAlias = "tuple[int, int]"
"""The tokens from one number up to another."""

_TOKEN: Final = re.compile(rb"<[^<>]*>|[^<]+|<")
_NAME: Final = re.compile(rb"<(/?)([a-zA-Z][^\s/<>]*)")
_ATTRIBUTE: Final = re.compile(rb"""\s+[^\s=/<>"']+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>]*))?""")
_VOID: Final = frozenset(
    b"area base br col embed hr img input link meta param source track wbr".split()
)
_OPEN_AT_ONCE: Final = 200
"""Open tags among which an end tag finds its own."""


def tokens_of(html: bytes) -> list[bytes]:
    """The tags and the texts between them; a comment is a tag, or several where tags are in it."""
    return _TOKEN.findall(html)


def name_of(token: bytes) -> bytes:
    """The name in a start tag or an end tag, lower case; empty for all else."""
    found = _NAME.match(token)
    return found[2].lower() if found else b""


def is_end(token: bytes) -> bool:
    """Tell whether the token is an end tag."""
    return token.startswith(b"</")


def attributes_of(tag: bytes) -> list[Span]:
    """The spans of a start tag's attributes, each with the white space before it."""
    found = _NAME.match(tag)
    if found is None or found[1]:
        return []
    return [one.span() for one in _ATTRIBUTE.finditer(tag, found.end())]


def elements_of(tokens: Sequence[bytes]) -> list[Span]:
    """The elements that are closed, or are void, by their tokens; inner ones first."""
    found: list[Span] = []
    names: list[bytes] = []
    starts: list[int] = []
    for number, token in enumerate(tokens):
        name = name_of(token)
        if not name:
            continue
        if not is_end(token):
            if name in _VOID:
                found.append((number, number + 1))
            else:
                names.append(name)
                starts.append(number)
        elif name in names[-_OPEN_AT_ONCE:]:
            while names.pop() != name:
                starts.pop()
            found.append((starts.pop(), number + 1))
    return found


T = TypeVar("T")


def times(draw: Random, most: int) -> int:
    """A number of times: one most often, seldom up to ``most``."""
    return 1 + int((most - 1) * draw.random() ** 4)


def place_in(draw: Random, length: int) -> int:
    """A place between so many things, the ends included."""
    return draw.randint(0, length)


def some(draw: Random, things: Sequence[T], most: int) -> list[T]:
    """One of the things or several, none where there are none."""
    return draw.sample(things, min(len(things), times(draw, most))) if things else []


_TELLING: Final = b"<>/=\"'&;#!-? \n\x00\x0c\x80\xc2\xe2\xed\xf0\xff\xfe0"


def change_bytes(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage without regard to what the bytes mean."""
    held = bytearray(html)
    for _ in range(times(draw, 40)):
        at = place_in(draw, len(held))
        length = times(draw, 200)
        match draw.randrange(6):
            case 0 if held:
                held[at % len(held)] ^= 1 << draw.randrange(8)
            case 1:
                held.insert(at, draw.choice(_TELLING))
            case 2:
                held[at:at] = draw.randbytes(times(draw, 30))
            case 3:
                del held[at : at + length]
            case 4:
                held[at:at] = held[at : at + length] * times(draw, 8)
            case _:
                there = place_in(draw, len(held))
                held[there:there] = held[at : at + length]
    return bytes(held)


def change_tags(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to some of the tags; now and then to all of one name."""
    tokens = tokens_of(html)
    tags = [number for number, token in enumerate(tokens) if name_of(token)]
    if not tags:
        return b"<" + as_bytes(draw.choice(TAGS)) + b">" + html
    if draw.random() < 0.2:
        return _tags_of_a_name(draw, tokens, tags)
    for _ in range(times(draw, 20)):
        one, two = draw.choice(tags), draw.choice(tags)
        match draw.randrange(6):
            case 0:
                tokens[one] = _renamed(tokens[one], as_bytes(draw.choice(TAGS)))
            case 1:
                tokens[one] = b""
            case 2:
                tokens[one] *= 2
            case 3:
                tokens[one], tokens[two] = tokens[two], tokens[one]
            case 4:
                end = b"</" + name_of(tokens[one]) + b">"
                tokens[two] = end + tokens[two] if draw.random() < 0.5 else tokens[two] + end
            case _:
                at = place_in(draw, len(tokens) - 1)
                tokens[at] += b"<" + as_bytes(draw.choice(TAGS)) + b">"
    return b"".join(tokens)


def _tags_of_a_name(draw: Random, tokens: list[bytes], tags: list[int]) -> bytes:
    """All tags of a name are renamed, or lose their end tags or start tags."""
    name = name_of(tokens[draw.choice(tags)])
    new = as_bytes(draw.choice(TAGS))
    how = draw.randrange(3)
    for number in tags:
        if name_of(tokens[number]) == name:
            if how == 0:
                tokens[number] = _renamed(tokens[number], new)
            elif is_end(tokens[number]) == (how == 1):
                tokens[number] = b""
    return b"".join(tokens)


def _renamed(tag: bytes, name: bytes) -> bytes:
    start = 2 if is_end(tag) else 1
    return tag[:start] + name + tag[start + len(name_of(tag)) :]


def change_attributes(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to attributes of some of the start tags; now and then to all of one name."""
    tokens = tokens_of(html)
    tags = [n for n, token in enumerate(tokens) if name_of(token) and not is_end(token)]
    if not tags:
        return html + b"<p " + as_bytes(odd_attribute(draw)) + b">x</p>"
    if draw.random() < 0.2:
        return _attributes_of_a_name(draw, html)
    if draw.random() < 0.15:
        # The same on many elements, as pages have it.
        name, added = name_of(tokens[draw.choice(tags)]), as_bytes(odd_attribute(draw))
        chosen = [number for number in tags if name_of(tokens[number]) == name]
        for number in chosen[:300]:
            tokens[number] = _with(tokens[number], added)
        return b"".join(tokens)
    for number in some(draw, tags, 20):
        tokens[number] = _attribute_changed(draw, tokens[number])
    return b"".join(tokens)


def _attribute_changed(draw: Random, tag: bytes) -> bytes:
    there = attributes_of(tag)
    if not there or draw.random() < 0.3:
        return _with(tag, as_bytes(odd_attribute(draw)))
    start, stop = draw.choice(there)
    one = tag[start:stop]
    name = one.strip().partition(b"=")[0].strip()
    match draw.randrange(6):
        case 0:
            return tag[:start] + tag[stop:]
        case 1:
            return tag[:stop] + one * times(draw, 300) + tag[stop:]
        case 2:
            known = ATTRIBUTES.get(name.decode("ascii", "replace").lower())
            value = draw.choice(known) if known else odd_text(draw)
            return b'%s %s="%s"%s' % (tag[:start], name, as_bytes(escaped(value)), tag[stop:])
        case 3:
            piece = as_bytes(escaped(odd_text(draw) or " "))
            piece *= min(times(draw, 3_000), 1 + 40_000 // len(piece))
            return b'%s %s="%s"%s' % (tag[:start], name, piece, tag[stop:])
        case 4:
            return tag[:start] + b" " + name + tag[stop:]
        case _:
            # A quote that is never closed, a stray sign.
            return (
                tag[:start]
                + draw.choice((b' x="', b" '", b" =", b' "', b"/", b" /x"))
                + tag[start:]
            )


def _with(tag: bytes, attribute: bytes) -> bytes:
    at = 1 + len(name_of(tag))
    return tag[:at] + b" " + attribute + tag[at:]


def _attributes_of_a_name(draw: Random, html: bytes) -> bytes:
    """All attributes of a name are dropped or get another name."""
    name = as_bytes(draw.choice(("class", "id", "href", "src", "datetime", "title", "itemprop")))
    new = as_bytes(draw.choice((*ATTRIBUTES, "x")))
    return html.replace(b" " + name + b"=", b" " + new + b"=")


MOST_REPEATED = 40_000
"""Bytes that come of repeating one subtree."""
MOST_WRAPPED = 3_000
"""Elements around one another."""


def change_nesting(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to where elements stand."""
    tokens = tokens_of(html)
    for _ in range(times(draw, 6)):
        elements = elements_of(tokens)
        if not elements:
            break
        tokens = _elements_changed(draw, tokens, elements)
    return b"".join(tokens)


def _elements_changed(draw: Random, tokens: list[bytes], elements: list[Span]) -> list[bytes]:
    start, stop = draw.choice(elements)
    inside = tokens[start:stop]
    match draw.randrange(8):
        case 0:
            return [*tokens[:start], *_wrapped(draw, inside), *tokens[stop:]]
        case 1:
            # Siblings of its name at depths of their own.
            name = name_of(inside[0])
            alike = [span for span in elements if name_of(tokens[span[0]]) == name][:40]
            changed = [*tokens]
            for first, last in alike:
                before, after = _wrapper(draw, draw.randrange(5))
                changed[first] = before + changed[first]
                changed[last - 1] += after
            return changed
        case 2:
            return [*tokens[: stop - 1], *tokens[stop:]]
        case 3:
            return [*tokens[:start], *inside[1:-1], *tokens[stop:]]
        case 4:
            rest = [*tokens[:start], *tokens[stop:]]
            at = place_in(draw, len(rest))
            return [*rest[:at], *inside, *rest[at:]]
        case 5:
            size = 1 + sum(map(len, inside))
            count = min(times(draw, 2_000), 1 + MOST_REPEATED // size)
            return [*tokens[:stop], b"".join(inside) * count, *tokens[stop:]]
        case 6:
            # A sibling that only one of those alike has.
            added = tokens_of(b"<dd><span>x</span></dd>" if draw.random() < 0.5 else b"<i></i>")
            return [*tokens[:start], *added * times(draw, 9), *tokens[start:]]
        case _:
            first, last = draw.choice(elements)
            if stop <= first:
                start, stop, first, last = first, last, start, stop
            if last > start:
                return [*tokens[:start], *tokens[stop:]]
            between = tokens[last:start]
            return [
                *tokens[:first], *tokens[start:stop], *between, *tokens[first:last], *tokens[stop:]
            ]  # fmt: skip


def _wrapped(draw: Random, inside: list[bytes]) -> list[bytes]:
    depth = times(draw, MOST_WRAPPED)
    before, after = _wrapper(draw, depth)
    # Left open, at times.
    return [before, *inside, after if draw.random() < 0.8 else b""]


def _wrapper(draw: Random, depth: int) -> tuple[bytes, bytes]:
    if depth > 20:
        name = as_bytes(draw.choice(TAGS))
        attribute = b" " + as_bytes(odd_attribute(draw))[:60] if draw.random() < 0.2 else b""
        if b'"' in attribute and attribute.count(b'"') != 2:
            attribute = b""
        return (b"<" + name + attribute + b">") * depth, (b"</" + name + b">") * depth
    names = [as_bytes(draw.choice(TAGS)) for _ in range(depth)]
    before = b"".join(b"<" + name + b">" for name in names)
    return before, b"".join(b"</" + name + b">" for name in reversed(names))


_DIGITS: Final = ("٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９", "⁰¹²³⁴⁵⁶⁷⁸⁹", "⓪①②③④⑤⑥⑦⑧⑨")
_DIGIT: Final = re.compile(rb"[0-9]")


def change_texts(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to what a page says."""
    tokens = tokens_of(html)
    texts = [n for n, token in enumerate(tokens) if not token.startswith(b"<") and token.strip()]
    if draw.random() < 0.1:
        declared = draw.choice(DECLARED).encode()
        return b'<script type="application/ld+json">' + declared + b"</script>" + html
    if not texts:
        return html + as_bytes(odd_text(draw))
    if draw.random() < 0.2:
        digits = draw.choice(_DIGITS)
        for number in some(draw, texts, 200):
            tokens[number] = _DIGIT.sub(lambda one: digits[int(one[0])].encode(), tokens[number])
        return b"".join(tokens)
    kind = draw.choice((DATES, AMOUNTS, None))
    for number in some(draw, texts, 60):
        new = as_bytes(draw.choice(kind) if kind else odd_text(draw))
        match draw.randrange(4):
            case 0:
                tokens[number] = new
            case 1:
                tokens[number] += b" " + new
            case 2:
                tokens[number] = new + b" " + tokens[number]
            case _:
                tokens[number] = (new or b"x") * min(times(draw, 200), 1 + 4_000 // (1 + len(new)))
    return b"".join(tokens)


def splice(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """A page with a part of another."""
    ours, theirs = tokens_of(html), tokens_of(other())
    at = place_in(draw, len(ours))
    if draw.random() < 0.4:
        return b"".join(ours[:at] + theirs[place_in(draw, len(theirs)) :])
    elements = elements_of(theirs)
    if not elements:
        return b"".join(ours[:at] + theirs + ours[at:])
    start, stop = draw.choice(elements)
    return b"".join(ours[:at] + theirs[start:stop] + ours[at:])


def truncate(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """A page of which a part is missing."""
    one, two = sorted((place_in(draw, len(html)), place_in(draw, len(html))))
    match draw.randrange(4):
        case 0:
            return html[:two]
        case 1:
            return html[one:]
        case 2:
            return html[one:two]
        case _:
            return html[:one] + html[two:]


_ENCODINGS: Final = (
    "utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp1252", "latin-1", "gb18030",
    "gbk", "big5", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "koi8-r", "cp1251", "iso-8859-6",
)  # fmt: skip
_DECLARED_ENCODINGS: Final = (
    *_ENCODINGS, "utf8", "utf-9", "unicode", "none", "", "x-user-defined", "undefined", "idna",
    "punycode", "base64", "hex", "rot13", "mbcs", "u" * 300,
)  # fmt: skip
_MARKS: Final = (
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff",
)  # fmt: skip
_PIECES: Final = (
    b"\x00", b"\x00" * 50, b"\xed\xa0\x80", b"\xed\xbf\xbf\xed\xa0\x80", b"\xc0\x80",
    b"\xf8\x88\x80\x80",
    b"\xff", b"\xfe\xff", b"\x80" * 20, b"\xe4\xb8", b"\xf0\x9f\x98", b"\x1b$B", b"+ADw-",
    b"\xa1\xa1",
    b"\xef\xbf\xbe", b"\x0e\x0f", b"\x85\xa0", b"&#xd800;&#xdfff;", b"\xef\xbb\xbf",
)  # fmt: skip


def change_encoding(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to how bytes are to be read."""
    match draw.randrange(5):
        case 0:
            return draw.choice(_MARKS) + html
        case 1:
            name = draw.choice(_DECLARED_ENCODINGS).encode()
            return b'<meta charset="' + name + b'">' + html
        case 2:
            declared = draw.choice(_DECLARED_ENCODINGS)
            head = f'<meta http-equiv="content-type" content="text/html; charset={declared}">'
            text = head + html.decode("utf-8", "replace")
            return text.encode(draw.choice(_ENCODINGS), "replace")
        case 3:
            text = html.decode("utf-8", "replace")
            return text.encode(
                draw.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32")), "replace"
            )
        case _:
            held = bytearray(html)
            for _ in range(times(draw, 60)):
                at = place_in(draw, len(held))
                held[at:at] = draw.choice(_PIECES)
            return bytes(held)


Other: TypeAlias = "Callable[[], bytes]"
"""Another page, if one is wanted."""
Mutation: TypeAlias = "Callable[[Random, bytes, Other], bytes]"

MUTATIONS: Final[dict[str, Mutation]] = {
    "bytes": change_bytes,
    "tags": change_tags,
    "attributes": change_attributes,
    "nesting": change_nesting,
    "texts": change_texts,
    "splicing": splice,
    "truncation": truncate,
    "encoding": change_encoding,
}
"""The kinds of damage. Encoding is the last of several: the others read ASCII."""

MORE: Final = 0.45
"""The probability that a page is damaged once more."""
MOST_ADDED: Final = 60_000
"""Bytes that damage adds to a page at most."""


def mutated(draw: Random, html: bytes, other: Other) -> tuple[bytes, tuple[str, ...]]:
    """A page damaged once or several times, and the kinds of damage in their order."""
    kinds = [draw.choice((*MUTATIONS,))]
    while draw.random() < MORE:
        kinds.append(draw.choice((*MUTATIONS,)))
    kinds.sort(key=[*MUTATIONS].index)
    most = len(html) + MOST_ADDED
    for kind in kinds:
        html = MUTATIONS[kind](draw, html, other)[:most]
    return html, tuple(kinds)
