"""Collections of templates, and their JSON files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, overload

from scrapy_treesim.files.json_file import (
    FaultError,
    by_name,
    load_json,
    number,
    or_none,
    parts,
    several,
    text,
    whole,
)
from scrapy_treesim.files.whole_file import write_whole
from scrapy_treesim.templates.drift import Expectation
from scrapy_treesim.templates.match.signature import TemplateSignature, features_of
from scrapy_treesim.templates.outline import TemplateOutline
from scrapy_treesim.templates.rules import FieldRules
from scrapy_treesim.templates.template import (
    ANY_SITE,
    MAX_ADDRESS,
    Template,
    TemplateMatch,
    check_field_name,
    extracted,
    within,
)
from scrapy_treesim.values.addresses import MAX_SITE, site_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

FORMAT: Final = "scrapy-treesim templates"
VERSION: Final = 1

MAX_BYTES: Final = 200_000_000
"""Most bytes of a file."""


class TemplateFileError(ValueError):
    """Unusable file of templates; the message is one line with location, reason and remedy.

    >>> try:
    ...     Templates.load("/dev/null")
    ... except TemplateFileError:
    ...     print("refused")
    refused
    """


@dataclass(frozen=True, slots=True)
class Templates(Sequence[Template]):
    """Immutable sequence of templates with unique ids.

    >>> Templates().extract(Page("<h1>Oak stool</h1>")) is None
    True
    """

    members: tuple[Template, ...] = ()
    next_numbers: Mapping[str, int] = field(default_factory=dict)
    """Number of the next template by site; numbers of removed templates are never reused."""
    _by_site: Mapping[str, Sequence[Template]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_site: dict[str, list[Template]] = {}
        for template in self.members:
            by_site.setdefault(template.site, []).append(template)
        object.__setattr__(self, "_by_site", by_site)

    def __len__(self) -> int:
        return len(self.members)

    @overload
    def __getitem__(self, index: int) -> Template: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Template]: ...
    def __getitem__(self, index: int | slice) -> Template | Sequence[Template]:
        return self.members[index]

    def __iter__(self) -> Iterator[Template]:
        return iter(self.members)

    def by_id(self, id: str) -> Template:
        """Return the template of this id.

        Raises:
            LookupError: there is none; the message has some of the existing ids.
        """
        for template in self.members:
            if template.id == id:
                return template
        ids = ", ".join(template.id for template in self.members[:10]) or "none"
        raise LookupError(f"there is no template {id!r}; there are {ids}")

    @property
    def field_names(self) -> tuple[str, ...]:
        """Names of all fields, in the order of the templates."""
        return tuple(dict.fromkeys(name for template in self.members for name in template.fields))

    def for_url(self, url: str) -> Sequence[Template]:
        """Return the candidate templates for an address: those of its site and of any site.

        All for a page of unknown site, such as a file.
        """
        site = site_of(url)
        if not site:
            return self.members
        return [*self._by_site.get(site, ()), *self._by_site.get("", ())]

    def ranked(self, page: Page, url: str | None = None) -> list[tuple[Template, float]]:
        """Return the candidate templates with the page's similarity, in [0, 1], highest first."""
        candidates = self.for_url(page.url if url is None else url)
        if not candidates:
            return []
        features = features_of(page.tree)
        similarities = [(each, each.signature.similarity(features)) for each in candidates]
        return sorted(similarities, key=lambda candidate: -candidate[1])

    def match(
        self, page: Page, url: str | None = None, min_confidence: float = 0.0
    ) -> tuple[Template, float] | None:
        """Return the page's template and the similarity, in [0, 1]; None for a page of none."""
        return within(self.ranked(page, url), min_confidence)

    def extract(
        self, page: Page, url: str | None = None, min_confidence: float = 0.0
    ) -> TemplateMatch | None:
        """Return the page's template and fields; None for a page of no template."""
        match = self.match(page, url, min_confidence)
        return extracted(*match, page) if match else None

    def joined(self, new: Iterable[Template]) -> Templates:
        """Return a copy with new templates, under the next numbers of their sites."""
        numbers = {**self.next_numbers}
        members = [*self.members]
        for template in new:
            prefix = template.site or ANY_SITE
            number = numbers.get(prefix, 1)
            numbers[prefix] = number + 1
            members.append(replace(template, id=f"{prefix}/{number}"))
        return Templates(tuple(members), numbers)

    def replaced(self, changed: Template) -> Templates:
        """Return a copy with one template replaced by another of its id, such as a labelled one.

        Raises:
            LookupError: none has this id.
        """
        self.by_id(changed.id)
        members = tuple(
            changed if template.id == changed.id else template for template in self.members
        )
        return Templates(members, self.next_numbers)

    def without(self, ids: Iterable[str]) -> Templates:
        """Return a copy without the templates of some ids; their numbers are never reused."""
        removed = set(ids)
        remaining = tuple(template for template in self.members if template.id not in removed)
        return Templates(remaining, self.next_numbers)

    @classmethod
    def load(cls, *paths: str | Path) -> Templates:
        """Load the templates of one or more files, in this order.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     Templates().save(f"{folder}/templates.json")
        ...     len(Templates.load(f"{folder}/templates.json"))
        0

        Raises:
            TemplateFileError: a file is unreadable or has no templates, or two files have the same
                template.
        """
        members: dict[str, Template] = {}
        home: dict[str, Path] = {}
        numbers: dict[str, int] = {}
        for path in map(Path, paths):
            templates = load_json(path, MAX_BYTES, _read_templates, TemplateFileError, MEND)
            for template in templates.members:
                if template.id in members:
                    raise TemplateFileError(
                        f"the template {template.id} is in both {home[template.id]} and {path}:"
                        " take it out of one of them"
                    )
                members[template.id] = template
                home[template.id] = path
            for site, following in templates.next_numbers.items():
                numbers[site] = max(following, numbers.get(site, 1))
        return cls(tuple(members.values()), numbers)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for a file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "next": dict(self.next_numbers),
            "templates": [*map(_as_json, self.members)],
        }

    def save(self, path: str | Path) -> None:
        """Write the file, completely or not at all; equal templates give equal bytes.

        Raises:
            OSError: it cannot be written.
            TemplateFileError: it could not be read again; the old file stays.
        """
        content = json.dumps(
            self.to_json(), ensure_ascii=False, allow_nan=False, sort_keys=True, indent=1
        )
        write_whole(path, f"{content}\n".encode("utf-8", "replace"), Templates.load)


def _as_json(template: Template) -> dict[str, Any]:
    return {
        "id": template.id,
        "site": template.site,
        "pages": template.pages,
        "medoid": template.medoid,
        "signature": template.signature.to_json(),
        "outline": None if template.outline is None else template.outline.to_json(),
        "fields": {name: rules.to_json() for name, rules in template.fields.items()},
        "expected": None if template.expected is None else asdict(template.expected),
    }


MAX_TEMPLATES: Final = 20_000
"""Most templates in a file."""
MAX_FIELDS: Final = 500
"""Most fields of a template."""
MOST: Final = 10**12
MAX_NUMBER: Final = 10**11 - 1
"""Largest next number of a site: an id has at most eleven digits."""

MEND: Final = "mend it, or make the file anew with scrapy treesim learn"

_ID_NUMBER: Final = re.compile("[1-9][0-9]{0,10}")


def _read_templates(content: Any) -> Templates:
    """Check the content of one file and return its templates."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError("holds no templates")
    version = content.get("version")
    if type(version) is int and version > VERSION:
        raise ValueError(
            f"was made by a newer scrapy-treesim (version {version!r:.40} of the format, this one"
            f" reads {VERSION}): upgrade"
        )
    if type(version) is not int or version != VERSION:
        raise FaultError("", f"there is no version {version!r:.40} of the format")
    checked = _FILE(content)
    numbers = checked["next"]
    members: dict[str, Template] = {}
    for template in checked["templates"]:
        if template.id in members:
            raise FaultError("", f"two templates have the id {template.id!r:.80}")
        members[template.id] = template
        # A site's next number is above all existing ones, whatever ``next`` has.
        site, _, last = template.id.rpartition("/")
        numbers[site] = max(numbers.get(site, 1), int(last) + 1)
    return Templates(tuple(members.values()), numbers)


def _read_template(value: Any) -> Template:
    checked = _TEMPLATE(value)
    site, _, last = checked["id"].rpartition("/")
    is_number = _ID_NUMBER.fullmatch(last) is not None and int(last) < MAX_NUMBER
    if site != (checked["site"] or ANY_SITE) or not is_number:
        raise FaultError("", f"its id is the site, a / and a number, not {checked['id']!r:.80}")
    return Template(**checked)


_ADDRESS: Final = text(MAX_ADDRESS)


def _site(site: Any) -> Any:
    if _ADDRESS(site) and (site_of(f"http://{site}/") != site != ANY_SITE or len(site) > MAX_SITE):
        raise ValueError(f"{site!r:.80} is no host as pages are matched by: small, without www.")
    return site


_SHARE: Final = number(0, 1)
_EXPECTED: Final = parts({
    "pages": whole(0, MOST), "matched": _SHARE, "confidence": _SHARE, "low": _SHARE,
    "looked": whole(0, MOST), "fields": by_name(check_field_name, _SHARE, MAX_FIELDS),
})  # fmt: skip
_TEMPLATE: Final = parts(
    {
        "id": _ADDRESS,
        "site": _site,
        "pages": whole(0, MOST),
        "medoid": _ADDRESS,
        "signature": TemplateSignature.from_json,
        "outline": or_none(TemplateOutline.from_json),
        "fields": by_name(check_field_name, FieldRules.from_json, MAX_FIELDS),
        "expected": or_none(lambda value: Expectation(**_EXPECTED(value))),
    }
)
_FILE: Final = parts(
    {
        "format": str,
        "version": int,
        "next": by_name(_site, whole(1, MAX_NUMBER)),
        "templates": several(_read_template, MAX_TEMPLATES),
    }
)
