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
    return sum(number * ord(sign) for number, sign in enumerate(text, 1)) % 9973


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


def block(whole: Block, dialect: Dialect) -> str:
    """The Markdown of a block, without a blank line at its end."""
    form = whole.form
    if form == "p":
        return inline(whole.spans)
    if form in ("h2", "h3"):
        return "#" * int(form[1]) + " " + inline(whole.spans)
    if form in ("ul", "ol"):
        out = []
        for number, item in enumerate(whole.children, 1):
            sign = f"{number}. " if form == "ol" else "- "
            out.append(sign + inline(item.spans))
            out += [indented(block(inner, dialect), "    ") for inner in item.children]
        return "\n".join(out)
    if form == "quote":
        return "\n>\n".join("> " + inline(inner.spans) for inner in whole.children)
    if form == "table":
        rows = [
            "| " + " | ".join(inline((span,)) for span in row.spans) + " |"
            for row in whole.children
        ]
        return "\n".join([rows[0], "|" + " --- |" * len(whole.children[0].spans), *rows[1:]])
    if form == "pre":
        return f"```python\n{whole.text}\n```"
    if form == "dl":
        if dialect.terms == "colon":
            return "\n".join(
                ("\n" if inner.form == "dt" else ":   ") + inline(inner.spans)
                for inner in whole.children
            ).strip("\n")
        items = "".join(f"<{i.form}>{tagged(i.spans)}</{i.form}>\n" for i in whole.children)
        return f"<dl>\n{items}</dl>"
    if form == "note":
        title, text = inline(whole.spans), inline(whole.children[0].spans)
        if dialect.note == "bang":
            return f'!!! note "{title}"\n\n    {text}'
        if dialect.note == "fence":
            return f"```{{admonition}} {title}\n{text}\n```"
        if dialect.note == "colons":
            return f"::: tip {title}\n{text}\n:::"
        if dialect.note == "quote":
            return f"> {title}\n>\n> {text}"
        inside = f"<p><b>{tagged(whole.spans)}</b></p>\n<p>{tagged(whole.children[0].spans)}</p>"
        return f'<div class="note">\n{inside}\n</div>'
    if form == "picture":
        source = dialect.images + whole.children[0].form
        if dialect.picture == "fence":
            return f"```{{figure}} {source}\n\n{inline(whole.spans)}\n```"
        caption = f"<figcaption>{tagged(whole.spans)}</figcaption>"
        return f'<figure>\n<img src="{source}" alt="">\n{caption}\n</figure>'
    if form == "foot":
        return f"[^1]: {inline(whole.spans)}"
    raise ValueError(form)


def markdown(body: tuple[Block, ...], dialect: Dialect) -> str:
    """The Markdown of a body; footnotes are paragraphs where the dialect has none."""
    out = []
    for whole in body:
        spans = tuple(span for span in whole.spans if dialect.footnotes or span.form != "foot")
        form = "p" if whole.form == "foot" and not dialect.footnotes else whole.form
        out.append(block(Block(form, spans, whole.children), dialect))
    return "\n\n".join(out) + "\n"
