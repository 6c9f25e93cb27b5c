"""Writes the body of an article as Markdown, in the dialect of a generator."""

from __future__ import annotations

from dataclasses import dataclass

from training.sites.content import Block, Span

INLINE = {"strong": "**{}**", "em": "*{}*", "code": "`{}`", "a": "[{}]({})"}


@dataclass(frozen=True)
class Dialect:
    """How a generator writes what Markdown lacks: each a name that ``lines`` knows."""

    note: str = "html"
    """``bang`` (``!!! note``), ``fence`` (MyST), ``colons`` (``:::``), ``html``, ``quote``."""
    terms: str = "html"
    """``colon`` or ``html``."""
    picture: str = "html"
    """``fence`` (MyST) or ``html``."""
    footnotes: bool = True
    images: str = "/"
    """What goes before the addresses of pictures."""


def inline(spans: tuple[Span, ...]) -> str:
    """A line's Markdown."""
    out = ""
    for span in spans:
        if span.form == "foot":
            out += "[^1]"
        else:
            form = INLINE.get(span.form, "{}")
            text = span.text
            prefix = ""
            if form != "{}" and "\ueff0" in text:  # a mark stands before all signs
                prefix, _, text = text.rpartition("\ueff0")
                prefix += "\ueff0"
            out += prefix + form.format(text, span.link or f"https://{hash_of(text)}.example/")
    return out


def hash_of(text: str) -> int:
    """A number for a text, the same in every process."""
    return sum(place * ord(sign) for place, sign in enumerate(text, 1)) % 9973


def tagged(spans: tuple[Span, ...]) -> str:
    """A line's HTML."""
    out = ""
    for span in spans:
        if span.form in ("strong", "em", "code"):
            out += f"<{span.form}>{span.text}</{span.form}>"
        elif span.form == "a":
            link = span.link or f"https://{hash_of(span.text)}.example/"
            out += f'<a href="{link}">{span.text}</a>'
        elif span.form != "foot":
            out += span.text
    return out


def indented(text: str, by: str) -> str:
    """Lines further in."""
    return "\n".join(by + line if line else line for line in text.split("\n"))


def block(one: Block, dialect: Dialect) -> str:
    """The Markdown of a block, without a blank line at its end."""
    form = one.form
    if form == "p":
        return inline(one.spans)
    if form in ("h2", "h3"):
        return "#" * int(form[1]) + " " + inline(one.spans)
    if form in ("ul", "ol"):
        out = []
        for place, item in enumerate(one.children, 1):
            sign = f"{place}. " if form == "ol" else "- "
            out.append(sign + inline(item.spans))
            out += [indented(block(inner, dialect), "    ") for inner in item.children]
        return "\n".join(out)
    if form == "quote":
        return "\n>\n".join("> " + inline(inner.spans) for inner in one.children)
    if form == "table":
        rows = [
            "| " + " | ".join(inline((span,)) for span in row.spans) + " |" for row in one.children
        ]
        return "\n".join([rows[0], "|" + " --- |" * len(one.children[0].spans), *rows[1:]])
    if form == "pre":
        return f"```python\n{one.text}\n```"
    if form == "dl":
        if dialect.terms == "colon":
            return "\n".join(
                ("\n" if inner.form == "dt" else ":   ") + inline(inner.spans)
                for inner in one.children
            ).strip("\n")
        items = "".join(f"<{i.form}>{tagged(i.spans)}</{i.form}>\n" for i in one.children)
        return f"<dl>\n{items}</dl>"
    if form == "note":
        title, text = inline(one.spans), inline(one.children[0].spans)
        if dialect.note == "bang":
            return f'!!! note "{title}"\n\n    {text}'
        if dialect.note == "fence":
            return f"```{{admonition}} {title}\n{text}\n```"
        if dialect.note == "colons":
            return f"::: tip {title}\n{text}\n:::"
        if dialect.note == "quote":
            return f"> {title}\n>\n> {text}"
        inside = f"<p><b>{tagged(one.spans)}</b></p>\n<p>{tagged(one.children[0].spans)}</p>"
        return f'<div class="note">\n{inside}\n</div>'
    if form == "picture":
        source = dialect.images + one.children[0].form
        if dialect.picture == "fence":
            return f"```{{figure}} {source}\n\n{inline(one.spans)}\n```"
        caption = f"<figcaption>{tagged(one.spans)}</figcaption>"
        return f'<figure>\n<img src="{source}" alt="">\n{caption}\n</figure>'
    if form == "foot":
        return f"[^1]: {inline(one.spans)}"
    raise ValueError(form)


def markdown(body: tuple[Block, ...], dialect: Dialect) -> str:
    """The Markdown of a body; footnotes are paragraphs where the dialect has none."""
    out = []
    for one in body:
        spans = tuple(span for span in one.spans if dialect.footnotes or span.form != "foot")
        form = "p" if one.form == "foot" and not dialect.footnotes else one.form
        out.append(block(Block(form, spans, one.children), dialect))
    return "\n\n".join(out) + "\n"
