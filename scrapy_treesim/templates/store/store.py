"""Templates of sites, and the JSON file that keeps them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, overload

from scrapy_treesim.corpus.site import MAX_SITE, site_of
from scrapy_treesim.json_file import (
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
from scrapy_treesim.whole_file import write_whole

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

FORMAT: Final = "scrapy-treesim templates"
VERSION: Final = 1

MAX_BYTES: Final = 200_000_000
"""Of a file."""


class TemplateFileError(ValueError):
    """A file that templates cannot be read from; one line says where, why and how to mend it."""


@dataclass(frozen=True, slots=True)
class Templates(Sequence[Template]):
    """Templates, each with an id of its own; never changed, but followed by others."""

    members: tuple[Template, ...] = ()
    next_numbers: Mapping[str, int] = field(default_factory=dict)
    """By site, the number of its next template: one of a template that was removed since is not
    given again."""
    _by_site: Mapping[str, Sequence[Template]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_site: dict[str, list[Template]] = {}
        for one in self.members:
            by_site.setdefault(one.site, []).append(one)
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
        """The template of this id.

        Raises:
            LookupError: there is none; the message names some that there are.
        """
        for one in self.members:
            if one.id == id:
                return one
        known = ", ".join(one.id for one in self.members[:10]) or "none"
        raise LookupError(f"there is no template {id!r}; there are {known}")

    @property
    def field_names(self) -> tuple[str, ...]:
        """The names of all fields, in the order of the templates."""
        return tuple(dict.fromkeys(name for one in self.members for name in one.fields))

    def for_url(self, url: str) -> Sequence[Template]:
        """Those that a page of this address may be of: its site's, and those of any site.

        For a page whose site is not known, a file for one, all.
        """
        site = site_of(url)
        if not site:
            return self.members
        return [*self._by_site.get(site, ()), *self._by_site.get("", ())]

    def ranked(self, page: Page, url: str | None = None) -> list[tuple[Template, float]]:
        """Those that the page may be of with its similarity to each, in [0, 1], highest first."""
        candidates = self.for_url(page.url if url is None else url)
        features = features_of(page.tree) if candidates else None
        likeness = [(one, one.signature.similarity(features)) for one in candidates if features]
        return sorted(likeness, key=lambda candidate: -candidate[1])

    def match(
        self, page: Page, url: str | None = None, min_confidence: float = 0.0
    ) -> tuple[Template, float] | None:
        """The page's template and how like its pages the page is; None where it is like none."""
        return within(self.ranked(page, url), min_confidence)

    def extract(
        self, page: Page, url: str | None = None, min_confidence: float = 0.0
    ) -> TemplateMatch | None:
        """The page's template and fields; None for a page of no template."""
        match = self.match(page, url, min_confidence)
        return extracted(*match, page) if match else None

    def joined(self, new: Iterable[Template]) -> Templates:
        """These as they are, and new ones that get the next numbers of their sites."""
        numbers = {**self.next_numbers}
        members = [*self.members]
        for one in new:
            prefix = one.site or ANY_SITE
            given = numbers.get(prefix, 1)
            numbers[prefix] = given + 1
            members.append(replace(one, id=f"{prefix}/{given}"))
        return Templates(tuple(members), numbers)

    def replaced(self, changed: Template) -> Templates:
        """These with another in place of the one of the same id, as when it was labelled.

        Raises:
            LookupError: there is none of that id.
        """
        self.by_id(changed.id)
        members = tuple(changed if one.id == changed.id else one for one in self.members)
        return Templates(members, self.next_numbers)

    def without(self, ids: Iterable[str]) -> Templates:
        """These but for those of the given ids, whose numbers are not given again."""
        gone = set(ids)
        kept = tuple(one for one in self.members if one.id not in gone)
        return Templates(kept, self.next_numbers)

    @classmethod
    def load(cls, *paths: str | Path) -> Templates:
        """The templates of one file or several, in the order given.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     Templates().save(f"{folder}/templates.json")
        ...     len(Templates.load(f"{folder}/templates.json"))
        0

        Raises:
            TemplateFileError: a file that cannot be read or holds no templates, or a template that
                two files have.
        """
        members: dict[str, Template] = {}
        home: dict[str, Path] = {}
        numbers: dict[str, int] = {}
        for path in map(Path, paths):
            one = load_json(path, MAX_BYTES, _read_templates, TemplateFileError, MEND)
            for template in one.members:
                if template.id in members:
                    raise TemplateFileError(
                        f"the template {template.id} is in both {home[template.id]} and {path}:"
                        " take it out of one of them"
                    )
                members[template.id] = template
                home[template.id] = path
            for site, following in one.next_numbers.items():
                numbers[site] = max(following, numbers.get(site, 1))
        return cls(tuple(members.values()), numbers)

    def to_json(self) -> dict[str, Any]:
        """Plain values, as they stand in a file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "next": dict(self.next_numbers),
            "templates": [*map(_as_json, self.members)],
        }

    def save(self, path: str | Path) -> None:
        """Write the file, the whole at once or not at all; equal templates give equal bytes.

        Raises:
            OSError: it cannot be written.
            TemplateFileError: it could not be read again; what was there stays.
        """
        content = json.dumps(
            self.to_json(), ensure_ascii=False, allow_nan=False, sort_keys=True, indent=1
        )
        write_whole(path, f"{content}\n".encode("utf-8", "replace"), Templates.load)


def _as_json(one: Template) -> dict[str, Any]:
    return {
        "id": one.id,
        "site": one.site,
        "pages": one.pages,
        "medoid": one.medoid,
        "signature": one.signature.to_json(),
        "outline": None if one.outline is None else one.outline.to_json(),
        "fields": {name: rules.to_json() for name, rules in one.fields.items()},
        "expected": None if one.expected is None else asdict(one.expected),
    }


MAX_TEMPLATES: Final = 20_000
"""In a file."""
MAX_FIELDS: Final = 500
"""Of a template."""
MOST: Final = 10**12
MAX_NUMBER: Final = 10**11 - 1
"""The highest next number of a site: an id has eleven digits at most."""

MEND: Final = "mend it, or make the file anew with scrapy treesim learn"

_ID_NUMBER: Final = re.compile("[1-9][0-9]{0,10}")


def _read_templates(read: Any) -> Templates:
    """The templates of one file."""
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise ValueError("holds no templates")
    version = read.get("version")
    if type(version) is int and version > VERSION:
        raise ValueError(
            f"was made by a newer scrapy-treesim (version {version!r:.40} of the format, this one"
            f" reads {VERSION}): upgrade"
        )
    if type(version) is not int or version != VERSION:
        raise FaultError("", f"there is no version {version!r:.40} of the format")
    whole = _FILE(read)
    numbers = whole["next"]
    members: dict[str, Template] = {}
    for one in whole["templates"]:
        if one.id in members:
            raise FaultError("", f"two templates have the id {one.id!r:.80}")
        members[one.id] = one
        # A site's next number is above all that it has, whatever ``next`` says.
        site, _, last = one.id.rpartition("/")
        numbers[site] = max(numbers.get(site, 1), int(last) + 1)
    return Templates(tuple(members.values()), numbers)


def _read_template(value: Any) -> Template:
    read = _TEMPLATE(value)
    site, _, last = read["id"].rpartition("/")
    is_number = _ID_NUMBER.fullmatch(last) is not None and int(last) < MAX_NUMBER
    if site != (read["site"] or ANY_SITE) or not is_number:
        raise FaultError("", f"its id is the site, a / and a number, not {read['id']!r:.80}")
    return Template(**read)


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
