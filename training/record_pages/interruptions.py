"""What stands between records without being one: advertisements, rules, hidden templates."""

from __future__ import annotations

from collections.abc import Sequence

from training.record_pages.design import Design
from training.record_pages.fields import link, svg
from training.record_pages.list_edges import lines_at, sponsored
from training.record_pages.markup import Child, Node, plain
from training.record_pages.showcase import questions
from training.record_pages.words import Writer


def advert(design: Design, writer: Writer) -> list[Child]:
    """The inside of an advertisement."""
    form = design.pick("advert", ("image", "text", "frame", "script", "paid", "paid", "slot"))
    picture = plain("img", src=f"{writer.address()}.gif", width="468", height="60")
    if form == "image":
        return [link(writer, picture)]
    if form == "paid":
        return sponsored(design, writer)
    if form == "slot":
        return [plain("div", plain("div", id=f"slot-{writer.draw.randrange(999)}"))]
    if form == "frame":
        return [plain("iframe", src=writer.address(), width="300", height="250")]
    if form == "script":
        return [plain("div", id="slot"), plain("script", "var slot = 1;")]
    return [plain("small", "Ad"), link(writer, writer.title()), plain("span", writer.text(1, 1))]


def _blank(tag: str) -> Node:
    """A separator that may stand where ``tag`` does."""
    if tag == "tr":
        inner = plain("img", src="/spacer.gif", width="1", height="4")
        return plain("tr", plain("td", inner, colspan="6"))
    return plain("li", class_="divider") if tag == "li" else plain("hr")


def _advert_as(design: Design, writer: Writer, tag: str) -> Node:
    inner = advert(design, writer)
    if tag == "tr":
        return plain("tr", plain("td", *inner, colspan="6"))
    if tag == "table":
        return plain("table", plain("tr", plain("td", *inner)), width="100%")
    own = tag if tag in ("li", "dd") else design.pick("advert tag", (tag, tag, "div"))
    role = design.pick("advert role", ("advert", "advert", "record"))
    return design.element(own if own not in ("td", "dt", "a", "font") else "div", role, *inner)


def _template(design: Design, tag: str) -> Node:
    inner: list[Child] = [plain("a", "{{ name }}", href="#"), plain("span", "{{ text }}")]
    if tag == "tr":
        inner = [plain("td", *inner)]
    hidden = design.element(tag, "record", *inner)
    hidden.attributes["style"] = "display:none"
    return hidden


def interrupted(
    design: Design, writer: Writer, records: Sequence[list[Node]], tag: str
) -> list[Child]:
    """The records' elements in a row, with what this site puts between; ``tag`` is theirs."""
    every = design.number("adverts every", 3, 9) if design.chance("adverts", 0.28) else 0
    ruled = tag not in ("td", "a", "dt", "dd", "tbody", "font") and design.chance("ruled", 0.15)
    width = max(2, len(records[0][-1].children)) if records else 2
    share = 0.55 if design.old else 0.28
    out: list[Child] = []
    if tag != "tbody":
        out.extend(lines_at(design, writer, "start", tag, width, share))
    if tag in ("li", "div", "tr") and design.chance("hidden template", 0.05):
        out.append(_template(design, tag))
    for number, record in enumerate(records):
        if every and number and number % every == 0:
            out.append(_advert_as(design, writer, tag))
        elif ruled and number:
            out.append(_blank(tag))
        out.extend(record)
    if tag in ("li", "div") and design.chance("also asked", 0.08):
        role = design.pick("asked role", ("asked", "record"))
        after = min(design.number("asked after", 1, 4), len(records))
        asked = design.element(tag, role, questions(design.at("also asked"), writer))
        out.insert(out.index(records[after - 1][-1]) + 1, asked)
    if tag in ("li", "div") and design.chance("more at the end", 0.08):
        icon: Child = svg(design) if design.era == "app" else ""
        more = link(writer, writer.label("more"), icon)
        out.append(design.element(tag, "last", more))
    if tag != "tbody":
        out.extend(lines_at(design, writer, "end", tag, width, share))
    return out
