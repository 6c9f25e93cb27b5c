"""Prices as shops of a country write them."""

from __future__ import annotations

from training.comment_free.writer import Writer

_FORMS = {
    "de": ("{} €", True),
    "fr": ("{} €", True),
    "es": ("{} €", True),
    "ru": ("{} ₽", True),
    "zh": ("¥{}", False),
    "ja": ("￥{}", False),
}


def money(w: Writer, low: int = 5, high: int = 180) -> str:
    """An amount between the two, in the currency of the page's language."""
    form, comma = _FORMS.get(w.language, ("${}", False))
    if w.language in ("ja", "ru"):
        return form.format(
            f"{w.draw.randint(low, high) * 100:,}".replace(",", " " if comma else ",")
        )
    text = f"{w.price(low, high):,.2f}"
    return form.format(text.translate(str.maketrans(",.", ".,")) if comma else text)


def stars(w: Writer) -> str:
    """A mean of ratings."""
    mean = f"{w.draw.uniform(3.4, 5):.1f}"
    return mean.replace(".", ",") if w.language in ("de", "fr", "es") else mean
