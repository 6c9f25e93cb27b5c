"""Part of a page as Markdown."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from trees import PAGES, examples, pages

from scrapy_treesim import Page
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.tree.markdown import markdown_of


def flags(tree: PageTree, *names: str) -> bytearray:
    """A flag for each node inside one of the tags; for all nodes where none is named."""
    keep = bytearray(len(tree))
    for node in range(len(tree)):
        if tree.name(node) in names or not names:
            keep[node : node + tree.size[node]] = b"\1" * tree.size[node]
            if not names:
                break
    return keep


def markdown(source: str, *names: str) -> str:
    page = Page(source, "http://e.x/a/")
    return markdown_of(page.tree, flags(page.tree, *names), absolute=page.absolute)


def lines(*written: str) -> str:
    return "\n".join(written)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", ""),
        ("<p> </p>", ""),
        ("<p>&#127;</p>", ""),
        ("<p>one\n two", "one two"),
        ("<h1>one</h1><h6>two</h6>", "# one\n\n###### two"),
        ("<h2><div>one</div><div>two</div><br>three</h2>", "## one two three"),
        ("<p>one<hr>two", "one\n\n***\n\ntwo"),
        ("<p>one<br>two", "one\\\ntwo"),
        ("<p>one<br> <br>two<br></p>", "one\n\ntwo"),
        ("<a href=../b>one</a>", "[one](http://e.x/b)"),
        ("<a href=javascript:x()>one</a>", "one"),
        ("<a name=x>one</a>", "one"),
        ("<a href=b></a>", ""),
        ("<a href=b>one<a href=c>two</a></a>", "[one](http://e.x/a/b)[two](http://e.x/a/c)"),
        ("<img src=i.png alt='a [tin]'>", r"![a \[tin\]](http://e.x/a/i.png)"),
        ("<img src='data:image/gif,x' data-src=i.png>", "![](http://e.x/a/i.png)"),
        ("<p>one<img alt=two></p>", "one"),
        ("<a href=b><img src=i></a>", "[![](http://e.x/a/i)](http://e.x/a/b)"),
        ("<b>one</b> <i>two</i>", "**one** *two*"),
        ("<code>f(x)</code> <kbd>*</kbd>", "`f(x)` `*`"),
        ("<blockquote>one<p>two</blockquote>three", "> one\n>\n> two\n\nthree"),
        ("<ul><li>one<li>two</ul>", "- one\n- two"),
        ("<ol><li>one<li>two</ol>", "1. one\n2. two"),
        ("<dl><dt>one<dd>two<dd>three</dl>", "**one**\n\ntwo\n\nthree"),
        ("<pre>one\n  two</pre>", "```\none\n  two\n```"),
        ("<p>one<script>x</script><select><option>y</select><noscript>z</noscript> two", "one two"),
        ("<ruby>中<rp>(</rp><rt>zhong</rt><rp>)</rp></ruby>", "中"),
        ("<p>one<x-card>two</x-card>three", "one\n\ntwo\n\nthree"),
        ("<main><div>one<h2>two</h2><div><p>three</div></div></main>", "one\n\n## two\n\nthree"),
        ("<p>one</p><h2> <b> </b><br></h2><p>two</p>", "one\n\ntwo"),
        ("<h1><img src=i alt=one></h1>", "![one](http://e.x/a/i)"),
        ("<h1>C#</h1><h1>C #</h1><h1>##</h1>", "# C#\n\n# C \\#\n\n# \\##"),
        ("<ol><li>one</li><p>two</p><li>three</li></ol>", "1. one\n\ntwo\n\n2. three"),
        ("<div><li>one</li><li></li><li>two</li></div>", "- one\n- two"),
        ("<ul><li>one<br>two</ul>", "- one\\\n  two"),
        ("<ol><li>1<ul><li>a<ol><li>b</ol></ul></ol>", "1. 1\n   - a\n     1. b"),
        ("<blockquote>1<blockquote>2<p>3</blockquote>", "> 1\n>\n> > 2\n> >\n> > 3"),
        ("<blockquote>one</blockquote><blockquote>one</blockquote>", "> one\n\n> one"),
        (
            "<blockquote>one<ul><li>two<p>three<li>four</ul></blockquote>",
            "> one\n>\n> - two\n>\n>   three\n>\n> - four",
        ),
        (
            "<a href=b><h3>one</h3><p>two <b>three</b></p></a>four",
            "### [one](http://e.x/a/b)\n\n[two **three**](http://e.x/a/b)\n\nfour",
        ),
        ("<p>one!<a href=b>two</a>!", r"one\![two](http://e.x/a/b)!"),
        ("<p>one<code> (x)</code>two<code>y! </code>", "one `(x)`two`y!`"),
        (
            "<table><caption><p>one</caption><tr><td>a<td>b<tr><th>c<td># d</table>",
            "one\n\n| a | b |\n| --- | --- |\n| c | # d |",
        ),
        ("<table><tr><td><img><td><img><tr><td><img><td><img></table>", ""),
        (
            "<table><tr><td>a<td><code>x\\|y</code><tr><td>c<td>d</table>",
            "| a | x\\\\\\|y |\n| --- | --- |\n| c | d |",
        ),
        (
            "<table><tr><td>x<td><table><tr><th>a<th>b<tr><td>c<td>d</table></table>",
            "x\n\n| a | b |\n| --- | --- |\n| c | d |",
        ),
    ],
)
def test_what_is_written(source: str, expected: str) -> None:
    assert markdown(source) == expected


# What is flagged


def test_only_what_is_flagged_is_written() -> None:
    source = "<div><h1>one</h1><p>two</p><ol><li>three<li>four</ol><blockquote>five</blockquote>"

    assert markdown(source, "h1", "ol") == "# one\n\n1. three\n2. four"
    assert markdown(source, "x-none") == ""


def test_what_is_left_out_keeps_apart_what_it_stands_between() -> None:
    source = "<p><b>one</b><u>x</u> <b>two</b><br><b>three</b><div>y</div><b>four</b>"

    assert markdown(source, "b") == "**one two three**\n\n**four**"


def test_markdown_of_a_node_is_that_nodes_alone() -> None:
    tree = Page("<div><p>one</p><ul><li>two</ul><p>three</div>").tree
    node = next(node for node in range(len(tree)) if tree.name(node) == "ul")

    assert markdown_of(tree, flags(tree), node) == "- two"


def test_images_and_breaks_are_written_where_they_are_flagged() -> None:
    tree = Page("<p>one<br>two<img src=i></p>").tree
    keep = bytearray(tag == tags.TEXT for tag in tree.tag)

    assert markdown_of(tree, keep) == "one two"


# Headings


def test_a_heading_that_was_never_closed_dissolves() -> None:
    source = f"<h1>one<div>{'text ' * 200}</div><ul><li>two</ul>"

    assert markdown(source) == f"one\n\n{('text ' * 200).strip()}\n\n- two"


# Lists and quotations


def test_items_hold_blocks() -> None:
    source = (
        "<ul><li><p>one<p>two<pre>a\n\nb</pre><li><h3>three</h3><blockquote>four</blockquote>"
        "<li><ul><li>five</ul></ul>"
    )

    assert markdown(source) == lines(
        "- one", "", "  two", "", "  ```", "  a", "", "  b", "  ```", "",
        "- ### three", "", "  > four", "",
        "- - five",
    )  # fmt: skip


# Links and marks


def test_an_address_is_written_so_that_it_ends_where_it_ends() -> None:
    page = Page("<a href='/a (b)?c=`&amp;lt;'>one</a>")

    assert markdown_of(page.tree, flags(page.tree)) == "[one](/a%20%28b%29?c=%60&amp;lt;)"


def test_marks_around_blocks_are_marks_in_each() -> None:
    root = etree.fromstring("<b><p>one</p><ul><li><i>two</i></li></ul></b>")
    tree = Page(root).tree

    assert markdown_of(tree, flags(tree)) == "**one**\n\n- ***two***"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("one<b> two </b>three", "one **two** three"),
        ("<b>one <strong>two</strong></b>", "**one two**"),
        ("<b>one <i>two</i></b>", "**one *two***"),
        ("<i>one <b>two</b> three</i>", "*one **two** three*"),
        ("<b>one<br>two</b>", "**one\\\ntwo**"),
        ("one<b>two</b>three", "one**two**three"),
        # These would be read as asterisks, or as something else.
        ("<b>Note:</b>one", "**Note**:one"),
        ("<b>Note:</b> one", "**Note:** one"),
        ("one<b>(two)</b>three", "one(two)three"),
        ("<b>one<code>f</code></b>two", "one`f`two"),
        ("<b>one</b><b><code>f</code></b>two", "one`f`two"),
        ("one<b>!</b>two", "one!two"),
        ("one<b><a href=b>two</a></b>", "one[two](http://e.x/a/b)"),
        ("<b>one</b><i>two</i>", "**one**two"),
        ("<i>one<b>two</b>three</i>", "*onetwothree*"),
    ],
)
def test_a_stress_is_written_where_it_is_read_as_one(source: str, expected: str) -> None:
    assert markdown(f"<p>{source}</p>") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a`b", "``a`b``"),
        ("`", "`` ` ``"),
        ("a```", "```` a``` ````"),
        ("*a_ [b] \\ &lt;c>", "`*a_ [b] \\ <c>`"),
        ("a <b>b</b>", "`a b`"),
        ("a<br>b", "`a`\\\n`b`"),
        ("a</code><code>b", "`ab`"),
        ("a<code>b</code>", "`ab`"),
        ("a</code><b><code>b</code></b>c<code>d", "`a` `b`c`d`"),
        ("f(<a href=b>x</a>)", "`f(`[`x`](http://e.x/a/b)`)`"),
    ],
)
def test_code_in_a_line(source: str, expected: str) -> None:
    assert markdown(f"<p><code>{source}</code></p>") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("http://x.y/<code>`a b`</code>", "http://x.y/\\`a b\\`"),
        ("http:<u>//x.y/</u><code>a &lt;b></code>", "http://x.y/a &lt;b>"),
        ("http://x.y/<a href=/b>a</a><code>b</code>", "http://x.y/ [a](http://e.x/b)b"),
        ("<a href=/b>http://x.y/ c</a><code>b</code>", "[http://x.y/ c](http://e.x/b)b"),
        ("http://x.y/<img src=/b>", "http://x.y/ ![](http://e.x/b)"),
        ("http://x.y/ <code>b</code>", "http://x.y/ `b`"),
        ("http://x.y/<br><code>b</code>", "http://x.y/\\\n`b`"),
        ("<img src=/b alt=www.c><code>d</code>", "![www.c](http://e.x/b)d"),
        ("<img src=/b alt=$><code>&lt;b></code>", "![$](http://e.x/b)&lt;b>"),
        ("$a <code>&lt;b></code>$ <code>c</code>", "$a &lt;b>$ `c`"),
        ("<script type=math/tex>http://a</script><code>b</code>", "$http://a$b"),
        ("<script type=math/tex>a</script>1 <code>&lt;b></code>", "$a$1 &lt;b>"),
        ("<script type=math/tex>a</script> <code>b</code>", "$a$ `b`"),
        ("<a href=/b><img src='/c]'></a><code>d</code>", "[![](http://e.x/c])](http://e.x/b)d"),
        (
            "<a href=/b><img src=/c alt='['></a><code>d</code>",
            "[![\\[](http://e.x/c)](http://e.x/b)d",
        ),
        ("<a href=/b><script type=math/tex>]</script></a><code>d</code>", "[$]$](http://e.x/b)d"),
        ("<a href=/b><code>`[</code></a>", "[\\`\\[](http://e.x/b)"),
    ],
)
def test_code_that_would_be_part_of_an_address_or_a_formula_is_text(
    source: str, expected: str
) -> None:
    assert markdown(f"<p>{source}</p>") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("&amp;#", "&amp;#"),
        ("&amp;#x;", "&amp;#x;"),
        ("&amp;#1;", "&amp;#1;"),
        ("&amp; #", "& #"),
        ("<code>&amp;#1;</code>", "`&#1;`"),
        ("<code>&amp;#x;</code>", "&amp;#x;"),
        ("<a href=/b>a]: c</a>", "[a\\]&#58; c](http://e.x/b)"),
        ("a]: <a href=/b>c</a>", "a\\]: [c](http://e.x/b)"),
    ],
)
def test_what_python_markdown_would_take_for_a_reference_is_text(
    source: str, expected: str
) -> None:
    assert markdown(f"<p>{source}</p>") == expected


def test_code_in_a_table_is_text_after_a_formula_in_another_cell() -> None:
    rows = "<tr><td>{}<td>b<tr><td>c<td><code>&lt;d></code>"
    after = markdown(f"<table>{rows.format('$a')}</table><table>{rows.format('a')}</table>")
    assert after.count("| c | &lt;d> |") == after.count("| c | `<d>` |") == 1


# Code


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"),
        ("<pre><code class='x language-c++'>a</code></pre>", "```c++\na\n```"),
        ("<pre class=language-py><code>a<br>b</code></pre>", "```py\na\nb\n```"),
        ("<pre class='language-`'>a</pre>", "```\na\n```"),
        ("<pre>\n\n  a  \n\n</pre>", "```\n  a  \n```"),
        ("<pre>*a* [b] # &lt;c></pre>", "```\n*a* [b] # <c>\n```"),
        ("<pre> \n </pre>", ""),
        ("<h2>a <pre>b  c</pre></h2>", "## a b c"),
        ("<blockquote><pre>a\n\nb</pre></blockquote>", "> ```\n> a\n>\n> b\n> ```"),
        ("<pre>a&#13;b&#13;</pre>", "```\na\nb\n```"),
        ("<ul><li><pre> \n a [b]\n\t\n </pre></ul>", "- ```\n   a [b]\n  ```"),
        ("<blockquote><pre>a &lt;b>&#13; </pre></blockquote>", "> ```\n> a <b>\n> ```"),
        ("<ul><li><pre>a\n\nb</pre><li>c</ul>", "- ```\n  a\n\n  b\n  ```\n\n- c"),
        ("<ul><li><pre>a\nb</pre><li>c</ul>", "- ```\n  a\n  b\n  ```\n- c"),
    ],
)
def test_fenced_code(source: str, expected: str) -> None:
    assert markdown(source) == expected


@pytest.mark.parametrize("code", ["a\n&lt;b>", "[a]\n\nb", "# {a}", "a &amp;#x", "[a]\n \nb"])
def test_code_that_would_be_markup_inside_a_list_stands_outside(code: str) -> None:
    source = f"<ol><li>one<pre>{code}</pre>two<p>three<ul><li>four</ul><li>five</ol>"
    fence = f"```\n{unescape(code)}\n```"

    assert markdown(source) == f"1. one\n\n{fence}\n\ntwo\n\nthree\n\n- four\n\n2. five"
    assert markdown(f"<blockquote>one<pre>{code}</pre>two</blockquote>") == (
        f"> one\n\n{fence}\n\n> two"
    )


@pytest.mark.parametrize("item", ["{}", "<blockquote>{}</blockquote>"])
def test_code_that_would_be_markup_right_below_the_text_of_another_item_stands_outside(
    item: str,
) -> None:
    code = item.format("<pre>a &lt;b></pre>")
    first = "> " if "quote" in item else ""
    assert markdown(f"<ul><li>c<li>{code}</ul>") == (
        f"- c\n- {first}```\n  {first}a <b>\n  {first}```"
    )
    assert markdown(f"<ul><li>c<ul><li>d<p>e</ul><li>f<li>{code}</ul>") == (
        "- c\n  - d\n\n    e\n- f\n\n```\na <b>\n```"
    )
    plain = code.replace("&lt;b>", "b")
    assert markdown(f"<ul><li>c<ul><li>d<p>e</ul><li>{plain}<li>f</ul>") == (
        f"- c\n  - d\n\n    e\n- {first}```\n  {first}a b\n  {first}```\n\n- f"
    )


# Tables


def table(*rows: str) -> str:
    return markdown(f"<p>one</p><table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>two")


def test_a_table() -> None:
    written = table("<th>a<th><b>b</b>", "<td>c|d<br>e<td><a href='x|y'>f</a> <code>g|h</code>")

    assert written == lines(
        "one", "",
        "| a | **b** |",
        "| --- | --- |",
        r"| c\|d e | [f](http://e.x/a/x\|y) `g\|h` |",
        "",
        "two",
    )  # fmt: skip


def test_empty_cells_and_spans_keep_the_columns_in_place_and_empty_rows_go() -> None:
    written = table(
        "<td><td colspan=2>a",
        "<td rowspan=2>b<td>c<td>d",
        "<td><td>e",
        "<td><td>",
        "<td>f<td>g<td>h",
    )

    assert written.splitlines()[2:-2] == [
        "|  | a |  |", "| --- | --- | --- |", "| b | c | d |", "|  |  | e |", "| f | g | h |",
    ]  # fmt: skip


def test_cells_and_rows_with_nothing_flagged_keep_the_columns_in_place() -> None:
    rows = (
        "<td>a<td>b<td>c",
        "<td rowspan=3>d<td><i>x</i><td>e",
        "<td><i>x</i>",
        "<td><i>x</i><td>f",
    )
    tree = Page(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>").tree
    keep = bytearray(tag == tags.TEXT for tag in tree.tag)
    for node, flag in enumerate(flags(tree, "i")):
        keep[node] &= not flag

    assert markdown_of(tree, keep) == lines(
        "| a | b | c |", "| --- | --- | --- |", "| d |  | e |", "|  |  | f |"
    )


@pytest.mark.parametrize("span", ["0", "-1", "x", "", "²", "1.5", "9" * 5_000])
def test_spans_that_make_no_sense_do_no_harm(span: str) -> None:
    written = table(f"<td rowspan='{span}' colspan='{span}'>a<td>b", "<td>c<td>d")

    assert [letter for letter in written if letter in "abcd"] == list("abcd")
    assert len(written) < 500


@pytest.mark.parametrize(
    "rows",
    [
        ["<td><p>a</p><td>b", "<td>c<td>d"],
        ["<td><div>a</div><td>b", "<td>c<td>d"],
        ["<td>a<td><table><tr><td>b</table>", "<td>c<td>d"],
        ["<td>a<td>b<td>c<td>d"],
        ["<td>a", "<td>b", "<td>c", "<td>d"],
        ["<td>a<td>", "<td>b<td> ", "<td>c", "<td>d"],
        ["<td>a<td>b", "<td>c<td><pre>d</pre>"],
    ],
)
def test_a_table_that_lays_out_dissolves(rows: list[str]) -> None:
    written = table(*rows).replace("```\nd\n```", "d")

    assert written == "one\n\na\n\nb\n\nc\n\nd\n\ntwo"


def test_a_table_with_text_beside_its_cells_dissolves() -> None:
    root = etree.fromstring(
        "<table><tr><td>a</td><td>b</td></tr>x<tr><td>c</td><td>d</td></tr></table>"
    )
    tree = Page(root).tree

    assert markdown_of(tree, flags(tree)) == "a\n\nb\n\nx\n\nc\n\nd"


# Escapes


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("*a* 2 * 3", r"\*a\* 2 \* 3"),
        ("_a_ a_b __c", r"\_a\_ a_b \_\_c"),
        ("a`b", r"a\`b"),
        ("[a](b) ![c] (d)", r"\[a\]\(b) !\[c\] (d)"),
        ("&lt;a> 1 &lt; 2 &lt;!-- &lt;/b>", "&lt;a> 1 < 2 &lt;!-- &lt;/b>"),
        ("&amp;amp; a &amp; b &amp;#60;", "&amp;amp; a & b &amp;#60;"),
        (r"C:\dir \* \\ \ ", r"C:\dir \\\* \\\ \\"),
        ("#a", "#a"),
        ("> a > b", r"\> a > b"),
        ("- a - b", r"\- a - b"),
        ("+", r"\+"),
        ("1. a 2. b", r"1\. a 2. b"),
        ("1986) a", r"1986\) a"),
        ("1.5", "1.5"),
        ("1234567890. a", "1234567890. a"),
        ("---", r"\---"),
        ("===", r"\==="),
        (":-: | :-:", r"\:-: | :-:"),
        ("~~~ ~a~ ~~b~~", r"\~\~\~ ~a~ \~\~b\~\~"),
        ("___", r"\_\_\_"),
        ("$$", r"\$$"),
        ("{a=b} {c} d{e}", r"\{a=b} \{c} d{e}"),
    ],
)
def test_what_would_be_read_as_markup_is_escaped(text: str, written: str) -> None:
    assert markdown(f"<p>{text}</p>") == written
    assert markdown(f"<p>x<br>{text}</p>") == f"x\\\n{written}"


@examples(150)
@given(text=st.text(st.sampled_from("ab1 .,*_`[]()<>#-+=|~!\\&:;\"'lt\u3000é。中😀"), max_size=30))
def test_any_text_is_what_it_was_without_the_backslashes(text: str) -> None:
    element = etree.Element("p")
    element.text = text
    tree = Page(element).tree
    written = markdown_of(tree, flags(tree))

    plain = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", written)
    assert plain.replace("&lt;", "<").replace("&amp;", "&") == " ".join(text.split())
    assert not re.search(r"(?<!\\)(\\\\)*[*`\[\]]", written)
    assert not re.match(r"#{1,6}( |$)|>|[-+]( |$)|\d+[.)]( |$)|=+$|-+$|~~~", written)
    assert not re.search(r"<[a-zA-Z/!?]", written)


# Whatever the page


def letters(text: str) -> str:
    while text != (fewer := re.sub("&(?:lt|amp);", "&", text)):
        text = fewer
    return "".join(filter(str.isalpha, text))


def check(page: Page, choice: Random | None = None) -> None:
    """Hold the Markdown of a page, or of some of its text, to say what that does, in order."""
    tree = page.tree
    keep = bytearray(tag == tags.TEXT for tag in tree.tag) if choice else flags(tree)
    if choice:
        keep = bytearray(flag and choice.random() < 0.7 for flag in keep)
    spoken = bytearray(keep)
    for name in "head template select option textarea noscript iframe object rp rt rtc".split():
        for node, flag in enumerate(flags(tree, name)):
            spoken[node] &= not flag
    words = "".join(
        tree.raw_text(node)
        for node, flag in enumerate(spoken)
        if flag and tree.tag[node] == tags.TEXT
    )
    written = markdown_of(tree, keep, absolute=lambda _: None)
    assert letters(written) == letters(words)
    # No white space at the ends of lines, no more than a blank line between blocks.
    outside = re.sub(r"(?sm)(`{3,}).*?\1$", "x", written)
    assert not re.search(r"\n{3,}| \n|\A\s|\s\Z", outside)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_letter_of_the_example_pages_is_lost_or_made_up(path: Path) -> None:
    check(Page(path.read_bytes()))


_MARKED = st.recursive(
    st.text(st.sampled_from("ab .*_`[](!)中：\\|"), max_size=6),
    lambda inner: st.builds(
        lambda name, held: f"<{name}>{''.join(held)}</{name}>",
        st.sampled_from(
            "b i code p ul li ol blockquote table tr td th h2 br dl dt div x-y".split()
        ),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@examples(200)
@given(
    source=st.one_of(pages(), _MARKED),
    choice=st.none() | st.randoms(use_true_random=False),
)
def test_no_letter_of_any_page_or_of_what_is_flagged_is_lost_or_made_up(
    source: str, choice: Random | None
) -> None:
    check(Page(source), choice)


def nested(*names: str, depth: int) -> PageTree:
    """Elements inside each other, deeper than a parser would go, a word in each."""
    root = innermost = etree.Element("div")
    for level in range(depth):
        innermost = etree.SubElement(innermost, names[level % len(names)])
        innermost.text = f"word{level}"
    return Page(root).tree


@pytest.mark.parametrize(
    "names",
    [
        ("blockquote",), ("ul", "li"), ("ol", "li", "blockquote"), ("li",), ("dl", "dt"), ("h2",),
        ("b", "i", "code", "a"), ("p",), ("table", "tr", "td"), ("table", "caption"), ("pre",),
        ("x-a", "div"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_depth_does_no_harm(names: tuple[str, ...]) -> None:
    tree = nested(*names, depth=5_000)
    written = markdown_of(tree, flags(tree))

    assert re.findall(r"word\d+", written) == [f"word{level}" for level in range(5_000)]
    # Prefixes of twenty levels at most, on the line and on the one before it.
    assert len(written) < 5_000 * 200


@pytest.mark.parametrize(
    "source",
    [
        f"<a href='{'x' * 20_000}'>{'<p>a</p>' * 2_000}</a>",
        f"<table><tr>{'<td rowspan=9999>a' * 500}{'<tr><td>b<td colspan=999>c' * 500}</table>",
        f"<table><tr>{'<td>a' * 2_000}{'<tr><td>b' * 2_000}</table>",
        f"{'<ul><li>' * 200}{'<pre>a' + chr(10) * 2_000 + 'b</pre>'}",
        f"<p>{'`' * 20_000}<code>{'`' * 20_000}</code>",
    ],
    ids=["address", "spans", "columns", "prefixes", "backticks"],
)
def test_what_is_written_is_in_proportion_to_the_page(source: str) -> None:
    assert len(markdown(source)) < 40 * len(source)


@pytest.mark.parametrize(
    "source",
    [
        "<pre><code class='language-rust'>x</code></pre>",
        "<pre class='lang-rust prettyprint'>x</pre>",
        "<pre class='brush: rust; gutter: false'>x</pre>",
        "<pre class='src src-rust'>x</pre>",
        "<div class='highlight-rust notranslate'><div class='highlight'><pre>x</pre></div></div>",
        "<div class='language-rust highlight'><pre><span></span><code>x</code></pre></div>",
        "<div class='highlight highlight-source-rust'><pre>x</pre></div>",
        "<figure class='highlight rust'><table><tr><td class='code'><pre>x</pre></table></figure>",
        "<pre><code class='hljs rust'>x</code></pre>",
        "<div class='sourceCode' id='a'><pre class='sourceCode rust'><code>x</code></pre></div>",
        "<div class='language-rust'><button>Copy</button><pre class='shiki'>x</pre></div>",
    ],
)
def test_the_language_of_code_is_kept_however_it_is_marked(source: str) -> None:
    assert markdown(source, "pre") == "```rust\nx\n```"


@pytest.mark.parametrize(
    "source",
    [
        "<pre class='highlight active'>x</pre>",
        "<div class='highlight-default'><pre>x</pre></div>",
        "<pre class='language-none'>x</pre>",
        f"<div class='language-rust'>{'<p>A text beside it. </p>' * 9}<pre>x</pre></div>",
    ],
)
def test_code_of_no_language_has_none(source: str) -> None:
    assert markdown(source, "pre") == "```\nx\n```"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("of $a_1*b_2*c$ and", "of $a_1*b_2*c$ and"),
        ("\\(a_{1}\\) and \\[b_{2}\\]", "$a_{1}$ and $$b_{2}$$"),
        ("$$ \\{a_1\\} $$", "$$\\{a_1\\}$$"),
        ("\\begin{align}a_1 &= b\\\\[4pt] c\\end{align}",
         "$$\\begin{align}a_1 &= b\\\\[4pt] c\\end{align}$$"),
        ("は$N_1$個", "は$N_1$個"),
        ("between $5 and $6_", "between $5 and $6\\_"),
        ("$a`b$", "$a\\`b$"),
        ("\\(a&lt;b>\\)", "\\\\(a&lt;b>\\\\)"),
        ("\\(a[b](c)\\)", "\\\\(a\\[b\\]\\(c)\\\\)"),
        ("$\\sum_{i=1}^{n} x_{ij}$", "$\\sum_{i=1}^{n} x_{ij}$"),
        ("$*a*{onclick=b}$", "$*a*{{}onclick=b}$"),
        ("$a_{: .b #c}$", "$a_{{}: .b #c}$"),
        ("$a {$ onclick=b}", "$a {{}$ onclick=b}"),
        ("$a_{b\\}$ onclick=b}", "$a_{{}b\\}$ onclick=b}"),
        ("$[0,1]: a$", "$[0,1] : a$"),
        ("$a&amp;#b$", "$a&amp;#b$"),
    ],
)  # fmt: skip
def test_formulas_are_left_as_they_are_where_a_page_sets_them(text: str, expected: str) -> None:
    assert markdown(f"<script src=/MathJax.js></script><p>{text}") == expected


def test_without_what_sets_them_dollars_are_text() -> None:
    assert markdown("<p>of $a*b*c$ and") == "of $a\\*b\\*c$ and"


def test_a_formula_in_a_script_is_written_once() -> None:
    script = "<script type='math/tex{}'>a_1\n+ b</script>"
    assert markdown(f"<p>of {script.format('')} and") == "of $a_1 + b$ and"
    assert markdown(f"<p>of {script.format('; mode=display')} and") == "of $$a_1 + b$$ and"
    assert markdown(f"<p>of <span class=MathJax>a1</span>{script.format('')}") == "of a1"
    assert markdown("<p>of <script type=math/tex><img src=x onerror=y></script>and") == "of and"


def test_the_anchor_of_a_heading_is_no_link() -> None:
    assert markdown("<h2 id=a><a href=#a>One</a> <a href=/b>two</a></h2>") == (
        "## One [two](http://e.x/b)"
    )


@pytest.mark.parametrize("sign", ["$", "\\(", "\\[", "\\begin{align}", "$$a", "\\(\\["])
def test_formulas_that_never_end_take_no_longer(sign: str) -> None:
    written = markdown(f"<script src=/katex.js></script><p>{sign * 50_000}")
    assert len(written) < 40 * 50_000
