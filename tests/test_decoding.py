"""Which encoding a page is in, whatever it says of itself."""

from __future__ import annotations

import encodings
import pkgutil
from encodings import aliases
from random import Random
from zlib import compress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree
from lxml.html import document_fromstring
from trees import PAGES, SITE, examples

from scrapy_treesim import Page
from scrapy_treesim.tree.parsing import decoding
from scrapy_treesim.tree.parsing.decoding import (
    MAX_ATTRIBUTES,
    decode,
    find_encoding,
    has_giant_tag,
    is_binary,
    same_encoding,
)
from scrapy_treesim.tree.parsing.doubled import may_be_doubled, undoubled

CHINESE = "这是一个网页，里面有很多中文文字，供测试使用。春天的早晨，街上人来人往。"
TRADITIONAL = "這是一個網頁，裡面有很多中文字，供測試使用。春天的早晨，街上人來人往。"
JAPANESE = "これは日本語のページです。春の朝、通りには人が行き交っていた。"
KOREAN = "이것은 한국어 페이지입니다. 봄날 아침 거리에는 사람들이 오갔다."
RUSSIAN = "Это страница на русском языке. Весенним утром по улице шли люди."
FRENCH = (
    "Où est passée la forêt ? L'élève était déjà rentré à l'école, le garçon naïf aussi, à Noël."
)
GERMAN = "Über große Straßen fährt der Bär; die Äpfel, die Öfen, die Tür: größer, süßer, böser."
SPANISH = "¿Qué pasó mañana? ¡El señor Muñoz comió jamón en el café de la estación!"


def page(text: str, encoding: str, label: str | None = None) -> bytes:
    meta = f'<meta charset="{label}">' if label else ""
    return f"<html><head>{meta}<title>x</title></head><p>{text}</p>".encode(encoding)


def reads(body: bytes, declared: str | None = None) -> str:
    return decode(body, declared)[0].partition("<p>")[2].partition("</p>")[0]


# UTF-8, whatever is declared


@pytest.mark.parametrize("label", [None, "utf-8", "gb2312", "iso-8859-1", "big5", "nonsense"])
@pytest.mark.parametrize("declared", [None, "gb2312", "latin-1", "windows-1251", "UTF-8"])
@pytest.mark.parametrize("text", [CHINESE, FRENCH, RUSSIAN, "😀"])
def test_valid_utf8_is_utf8_whatever_is_declared(
    text: str, declared: str | None, label: str | None
) -> None:
    body = page(text, "utf-8", label)

    assert find_encoding(body, declared) == "utf-8"
    assert reads(body, declared) == text


@pytest.mark.parametrize("cut", [1, 2])
@pytest.mark.parametrize("label", ["", "utf-8"])
@pytest.mark.parametrize("text", [CHINESE * 20, "春天的早晨", "a curly quote, then a cut"])
def test_a_utf8_page_cut_in_the_middle_of_a_character_is_still_utf8(
    text: str, label: str, cut: int
) -> None:
    whole = f"<meta charset={label}><p>“{text}中"
    read, encoding = decode(whole.encode()[:-cut])

    assert encoding == "utf-8"
    assert read.startswith(whole[:-1])


def test_one_broken_byte_among_a_few_utf8_characters_costs_itself_alone() -> None:
    text = "A poster of the 10th “Building Day”"
    body = page(text, "utf-8", "utf-8") + b"<a href='advisory-\xe2%2580'>"

    assert find_encoding(body) == "utf-8"
    assert reads(body) == text


def test_a_few_broken_bytes_in_declared_utf8_cost_those_alone() -> None:
    body = page(CHINESE * 20, "utf-8", "utf-8") + b"\xff\xfe and on"

    assert find_encoding(body) == "utf-8"
    assert decode(body)[0].endswith("\ufffd\ufffd and on")
    assert reads(body) == CHINESE * 20


# What is declared


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("big5", "big5", TRADITIONAL),
        ("gbk", "gbk", CHINESE),
        ("gb18030", "gb18030", CHINESE + "㐀𠀀"),
        ("shift_jis", "shift_jis", JAPANESE),
        ("Shift-JIS", "cp932", JAPANESE + "①"),
        ("euc-jp", "euc_jp", JAPANESE),
        ("euc-kr", "euc_kr", KOREAN),
        ("windows-1251", "cp1251", RUSSIAN),
        ("koi8-r", "koi8_r", RUSSIAN),
        ("iso-8859-1", "latin-1", FRENCH),
        ("iso-8859-1", "cp1252", FRENCH + " “cœur” – 5 €"),
        ("windows-1252", "cp1252", GERMAN + " „5 €“"),
        ("iso-8859-2", "iso8859_2", "Zażółć gęślą jaźń, příliš žluťoučký kůň"),
        ("windows-1254", "cp1254", "Pijamalı hasta yağız şoföre çabucak güvendi"),
    ],
)
def test_a_declared_encoding_that_fits_is_taken(label: str, codec: str, text: str) -> None:
    assert reads(page(text, codec, label)) == text
    assert reads(page(text, codec), label) == text
    http_equiv = f'<meta http-equiv="Content-Type" content="text/html; charset={label}"><p>'
    assert reads(http_equiv.encode() + text.encode(codec)) == text


def test_gb2312_is_read_as_what_it_mostly_is() -> None:
    text = CHINESE + "朱镕基与喆囧堃"
    body = page(text, "gbk", "gb2312")
    with pytest.raises(UnicodeDecodeError):
        body.decode("gb2312")

    assert find_encoding(body) == "gb18030"
    assert reads(body) == text


def test_the_header_beats_the_page_where_it_fits() -> None:
    body = page(RUSSIAN, "cp1251", "iso-8859-1")

    assert reads(body, "windows-1251") == RUSSIAN
    assert reads(body) != RUSSIAN


def test_a_declaration_that_does_not_fit_is_not_believed() -> None:
    assert reads(page(CHINESE, "gbk", "utf-8")) == CHINESE
    assert reads(page(CHINESE, "gbk"), "utf-8") == CHINESE
    assert reads(page(FRENCH, "latin-1", "utf-8")) == FRENCH


@pytest.mark.parametrize("label", ["utf-16", "utf-16-le", "utf-32", "ucs-2", "unicode"])
def test_a_page_whose_declaration_can_be_read_is_not_in_utf_16(label: str) -> None:
    for body in (page(CHINESE, "gbk", label), page(CHINESE + "x", "gbk", label)):
        assert reads(body).removesuffix("x") == CHINESE


LABELS = sorted(
    {module.name for module in pkgutil.iter_modules(encodings.__path__)} | set(aliases.aliases)
)


def test_whatever_codec_of_pythons_a_page_names_it_is_read() -> None:
    failed = {}
    for label in LABELS:
        body = page(CHINESE, "gb18030", label)
        for declared in (None, label):
            try:
                text, encoding = decode(body, declared)
            except Exception as error:
                failed[label] = repr(error)[:80]
            else:
                assert text == body.decode(encoding, "replace")
    assert failed == {}


# Nothing declared


def test_undeclared_gbk_is_found_among_much_markup() -> None:
    body = ("<div class=nav><a href=x>Home</a></div>" * 500 + f"<p>{CHINESE}</p>").encode("gbk")

    assert reads(body) == CHINESE


@pytest.mark.parametrize("text", [FRENCH, GERMAN, SPANISH, FRENCH * 50, "Größe: süß", "café"])
def test_undeclared_western_text_is_not_taken_for_chinese(text: str) -> None:
    body = page(text, "latin-1")

    assert find_encoding(body) == "cp1252"
    assert reads(body) == text


@pytest.mark.parametrize("declared", [None, "iso-8859-1"])
@pytest.mark.parametrize("text", ["plain words and one café", "à"])
def test_one_accent_at_the_very_end_is_no_utf8_cut_short(text: str, declared: str | None) -> None:
    assert decode(text.encode("latin-1"), declared) == (text, "cp1252")


# Byte order marks


@pytest.mark.parametrize("declared", [None, "gbk", "latin-1"])
@pytest.mark.parametrize(
    ("codec", "mark"),
    [
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("utf-32-le", b"\xff\xfe\x00\x00"),
        ("utf-32-be", b"\x00\x00\xfe\xff"),
    ],
)
def test_a_byte_order_mark_decides_and_goes(codec: str, mark: bytes, declared: str | None) -> None:
    text = f"<meta charset=gb2312><p>{FRENCH} {CHINESE}"
    body = mark + text.encode(codec)

    assert decode(body, declared) == (text, codec)
    assert decode(mark, declared) == ("", codec)
    assert Page(body).text() == f"{FRENCH} {CHINESE}"


# Any bytes at all


@examples(150)
@given(
    body=st.one_of(
        st.binary(max_size=300),
        st.binary(max_size=60).map(lambda body: b"<meta charset=utf-16><p>" + body),
        st.text(max_size=60).map(lambda text: text.encode("utf-16")),
        st.lists(st.sampled_from([b"\xd6\xd0", b"\xff", b"\xe9", b"<p>", b"\x81", b"\0"])).map(
            b"".join
        ),
    ),
    declared=st.none() | st.sampled_from(LABELS[::7]) | st.text(max_size=12),
)
@example(b"\x00", None)
@example(b"\xff\xfe\x00", "utf-16")
def test_no_bytes_raise(body: bytes, declared: str | None) -> None:
    text, encoding = decode(body, declared)

    assert encoding == find_encoding(body, declared)
    assert text.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass") == text
    assert Page(body).root.tag is not None
    assert is_binary(body) in (True, False)


CONTROLS = "".join(map(chr, range(0x80, 0xA0)))


@examples(60)
@given(
    text=st.text(st.characters(codec="utf-8", exclude_characters="\ufeff" + CONTROLS), max_size=80)
)
def test_any_text_in_utf8_comes_back(text: str) -> None:
    if not text.encode().startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        assert decode(text.encode()) == (text, "utf-8")


# What is no text


def test_text_is_no_binary() -> None:
    for path in PAGES:
        assert not is_binary(path.read_bytes()), path.name
    for text, codec in ((CHINESE, "gbk"), (JAPANESE, "shift_jis"), (FRENCH, "latin-1")):
        assert not is_binary(page(text, codec))
    assert not is_binary(b"")
    assert not is_binary(b"\t\r\n\x0c one\ttwo\r\n")
    assert not is_binary(b"<p>an odd \x00 and \x01 among the words of a much longer text " * 4)


def test_pictures_and_zeros_are_binary() -> None:
    assert is_binary((SITE / "odd" / "image.html").read_bytes())
    assert is_binary(bytes(100))
    assert is_binary(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\x3e\x00\x01\x00\x00\x00")


@pytest.mark.parametrize("seed", range(20))
def test_compressed_bytes_are_binary(seed: int) -> None:
    words = Random(seed).choices([str(number) for number in range(5000)], k=5000)

    assert is_binary(compress(" ".join(words).encode()))


def test_two_names_may_mean_one_codec() -> None:
    assert same_encoding("utf8", "UTF-8")
    assert same_encoding("latin-1", "iso-8859-1")
    assert not same_encoding("utf-8", "latin-1")
    assert not same_encoding("utf-8", "nonsense")


# Encoded twice


def double(text: str, by: str = "latin-1") -> str:
    """The text as it comes out where its UTF-8 is read in another encoding."""
    if by == "latin-1":
        return text.encode().decode("latin-1")
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in text.encode())


def is_sure(text: str) -> bool:
    """Tell whether its UTF-8 has bytes that no one means where they are read as Latin-1."""
    sure = set(CONTROLS) - set("\x81\x8d\x8f\x90\x9d")
    return any(sure & set(double(one)) for one in text if one not in CONTROLS)


@pytest.mark.parametrize("text", [f"€ 88,00 – {FRENCH}", CHINESE, JAPANESE, KOREAN, RUSSIAN, "😀"])
def test_a_page_that_was_encoded_twice_is_read(text: str) -> None:
    body = page(double(text), "utf-8")

    assert reads(body) == text
    assert Page(body).text() == text
    assert find_encoding(body) == "utf-8"


@pytest.mark.parametrize("text", [f"€ 88,00 – {FRENCH}", CHINESE, GERMAN + " “5 €”"])
def test_a_page_that_lxml_read_as_latin_1_and_wrote_is_read(text: str) -> None:
    root = document_fromstring(f"<html><head><title>t</title></head><p>{text}</p>".encode())
    body = etree.tostring(root, method="html", encoding="utf-8")

    assert text not in body.decode()
    assert Page(body).text() == text
    entities = body.replace(b"</p>", b" &copy;&nbsp;2 &rsquo;</p>")
    assert Page(entities).text() == f"{text} © 2 ’"


@pytest.mark.parametrize("text", [f"€ 88,00 – {FRENCH}", CHINESE, JAPANESE, RUSSIAN])
def test_many_characters_encoded_twice_by_way_of_windows_are_read(text: str) -> None:
    assert reads(page(double(text, "cp1252"), "utf-8")) == text


def once(text: str) -> str:
    """The text as a page of it is read."""
    return undoubled(text) if may_be_doubled(text.encode()) else text


@pytest.mark.parametrize(
    "text",
    [
        "Instead of an apostrophe it shows <code>â€™</code>, instead of é <code>Ã©</code>.",
        "Ã© is é, Ã¨ is è, Ã¼ is ü, Ã¶ is ö, Ã± is ñ, Ã§ is ç, â€™ is ’, â€œ is “: " * 5,
        "Le café\xa0» et l’été\xa0– à\xa0«\xa0la plage\xa0», la forêt\xa0: " * 20,
        "Café\xa0– " * 20,
        "NESCAFÉ® “CAFÉ” ROSÉ™ " * 20,
        "«IRMû, «MAÇû, NÃO, AMANHÃ " * 20,
        "It\x92s a stray \x93control\x94, the \x93CAFÉ\x94 too",
        "â\x82 is cut short, Ã\x28 broken",
        "\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80",
        "<a href='/search?q=Ã©'>",
    ],
)
def test_what_may_be_meant_stays(text: str) -> None:
    assert once(text) == text


@examples(200)
@given(text=st.text().filter(is_sure))
@example(text="é\U0010ffff\u0100\u0120")
@example(text="–" * 3000)
def test_encoding_twice_is_undone(text: str) -> None:
    assert undoubled(double(text)) == text
    assert may_be_doubled(double(text).encode())


@examples(200)
@given(text=st.text(st.characters(exclude_categories=["Cc", "Cs"])))
@example(text=CHINESE)
@example(text=FRENCH * 50)
def test_ordinary_text_stays(text: str) -> None:
    assert once(text) == text


@examples(200)
@given(
    st.lists(
        st.sampled_from([b"a", "é".encode(), "可".encode(), "😀".encode(), b"\xe2\x82", b"\xff"])
    ),
    st.integers(4, 9),
)
def test_utf8_is_told_piece_by_piece_as_in_one(parts: list[bytes], piece: int) -> None:
    body = b"".join(parts)
    whole = find_encoding(body)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "DECODED_AT_ONCE", piece)
        assert find_encoding(body) == whole


# Giant tags

REST = '<p>It\'s a <b class=c>word</b> a < b > c, and "more".</p>\n' * 400


def tag(count: int, apart: str = " ", value: str = "") -> str:
    """A tag with so many attributes of different names."""
    return f"<div {apart.join(f'attribute{n}{value}' for n in range(count))}>x</div>"


BEFORE = (
    "",
    "<!-- ' --><script>a<b && '</script>",
    "<p title=it's>",
    "<!-- x --!>",
    "<!-- never closed >",
    '</p "<!--">',
    "</p <script >",
    "<!x <!-- >",
    "<?x <!-- >",
    '<!DOCTYPE html "<!--">',
    "<script/>",
)


@pytest.mark.parametrize("value", ["", "=0", "='>'", '="<a b>"', " = 'x y'"])
@pytest.mark.parametrize("apart", [" ", "\n", "\t "])
def test_a_tag_with_many_attributes_is_giant(apart: str, value: str) -> None:
    for before in BEFORE:
        few, many = (tag(MAX_ATTRIBUTES + more, apart, value) for more in (0, 1))
        assert has_giant_tag((before + many + REST).encode())
        assert not has_giant_tag((before + few + REST).encode())
        assert has_giant_tag((before + many + REST).encode("utf-16"))


@pytest.mark.parametrize(
    "source",
    [
        f"<!-- {tag(5_000)} -->",
        f"<script>{tag(5_000)}</script>",
        f"<STYLE>{tag(5_000)}</style>",
        f"<p title='{tag(5_000)}'>",
        "<b style=display" * 10_000,
        f"<img src='data:image/png;base64,{'abc/=+' * 50_000}'>",
        f"<img src=data:image/png;base64,{'abc/+' * 50_000}>",
        f"<p class='{' '.join(f'c{n}' for n in range(9_000))}'>",
        "a < b " * 10_000,
        "<a" * 50_000,
        "<!--" * 50_000,
        "<script>" * 50_000,
    ],
    ids=["comment", "script", "style", "title", "unclosed", "data", "bare data", "classes", "less",
         "open", "comments", "scripts"],
)  # fmt: skip
def test_what_is_no_giant_tag(source: str) -> None:
    assert not has_giant_tag((source + REST).encode())
