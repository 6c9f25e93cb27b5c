"""A template: what the pages made by one program of a site have in common, and their fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.drift import Expectation

if TYPE_CHECKING:
    from scrapy_treesim.templates.match.signature import TemplateSignature
    from scrapy_treesim.templates.outline.template_outline import TemplateOutline
    from scrapy_treesim.templates.rules import FieldRules

ANY_SITE: Final = "any"
"""What stands for the site in the id of a template of no site in particular."""

MAX_ADDRESS: Final = 10_000
"""Characters of a medoid's address that are kept."""
MAX_NAME: Final = 60
"""Characters of a field's name."""

_LETTERS = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
FIELD_NAME: Final = rf"^[{_LETTERS}][{_LETTERS}\-.0-9\u00b7\u0300-\u036f\u203f-\u2040]*$"
"""Names of XML without the colon: what can be an element in a feed and a column's heading."""

_field_name = re.compile(FIELD_NAME)


def check_field_name(name: object) -> str:
    """The name of a field.

    Raises:
        ValueError: it would not do as an element of an XML feed.
    """
    if isinstance(name, str) and len(name) <= MAX_NAME and _field_name.fullmatch(name):
        return name
    raise ValueError(
        f"{name!r:.80} is no name for a field: give at most {MAX_NAME} letters, digits, _, - and .,"
        " a letter or _ first"
    )


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of page of a site."""

    signature: TemplateSignature
    """What a page is matched by."""
    site: str = ""
    """See :func:`scrapy_treesim.corpus.site.site_of`; empty where any will do."""
    id: str = ""
    """``shop.example/3``; empty until it is one of a site's templates. Never given twice."""
    pages: int = 0
    """How many it was learned from."""
    medoid: str = ""
    """The address of the page that is nearest to all others."""
    outline: TemplateOutline | None = None
    """Its essential and optional nodes."""
    fields: Mapping[str, FieldRules] = field(default_factory=dict)
    """How to find each labelled field, by name; none until it is labelled."""
    expected: Expectation | None = None
    """How it does on the pages it was learned from; without it drift is not noticed."""

    def __repr__(self) -> str:
        fields = f" with {', '.join(self.fields)}" if self.fields else ""
        return f"<Template {self.id or 'without id'} of {self.pages} pages{fields}>"
