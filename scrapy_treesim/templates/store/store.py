"""Templates of sites, and the JSON file that keeps them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, overload

from scrapy_treesim.corpus.site import MAX_SITE, site_of
from scrapy_treesim.json_file import read_json
from scrapy_treesim.templates.drift import Expectation
from scrapy_treesim.templates.match.signature import TemplateSignature
from scrapy_treesim.templates.outline import TemplateOutline
from scrapy_treesim.templates.rules import FieldRules
from scrapy_treesim.templates.template import (
    ANY_SITE,
    MAX_ADDRESS,
    Template,
    TemplateMatch,
    check_field_name,
    extracted,
    ranked,
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
        return ranked(self.for_url(page.url if url is None else url), page)

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
            number = numbers.get(prefix, 1)
            numbers[prefix] = number + 1
            members.append(replace(one, id=f"{prefix}/{number}"))
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
        text = laid_out(self.to_json())
        write_whole(path, (text + "\n").encode("utf-8", "replace"), load_templates)


def load_templates(paths: str | Path | Iterable[str | Path]) -> Templates:
    """The templates of one file, or of several in the order given.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     Templates().save(f"{folder}/templates.json")
    ...     len(load_templates(f"{folder}/templates.json"))
    0

    Raises:
        TemplateFileError: a file that cannot be read or holds no templates, or a template that two
            files have.
    """
    files = [paths] if isinstance(paths, (str, Path)) else [*paths]
    members: dict[str, Template] = {}
    home: dict[str, Path] = {}
    numbers: dict[str, int] = {}
    for path in map(Path, files):
        one = _read_file(path)
        for template in one.members:
            if template.id in members:
                raise TemplateFileError(
                    f"the template {template.id} is in both {home[template.id]} and {path}: take it"
                    " out of one of them"
                )
            members[template.id] = template
            home[template.id] = path
        for site, number in one.next_numbers.items():
            numbers[site] = max(number, numbers.get(site, 1))
    return Templates(tuple(members.values()), numbers)


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


WIDTH: Final = 100
"""Characters of a line, as long as a single text or number is not longer."""


def laid_out(value: Any, indent: int = 0, before: int = 0) -> str:
    """Lists and dicts of plain values as JSON, keys in order; ``before`` is what the line has.

    Recurses as deep as the value is. Floats that are no numbers are refused.

    Raises:
        ValueError: NaN or an infinity.
    """
    short = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True)
    if indent + before + len(short) < WIDTH or not isinstance(value, (Mapping, list)) or not value:
        return short
    deeper = indent + 1
    if isinstance(value, Mapping):
        keys = {key: f"{json.dumps(key, ensure_ascii=False)}: " for key in sorted(value)}
        parts = [key + laid_out(value[name], deeper, len(key)) for name, key in keys.items()]
        opening, closing = "{", "}"
    else:
        parts = [laid_out(one, deeper) for one in value]
        opening, closing = "[", "]"
    lines = ",\n".join(" " * deeper + part for part in parts)
    return f"{opening}\n{lines}\n{' ' * indent}{closing}"


MAX_TEMPLATES: Final = 20_000
"""In a file."""
MAX_FIELDS: Final = 500
"""Of a template."""
MOST: Final = 10**12
MAX_NUMBER: Final = 10**11 - 1
"""The highest next number of a site: an id has eleven digits at most."""

MEND: Final = "mend it, or make the file anew with scrapy treesim learn"

_ID_NUMBER: Final = re.compile("[1-9][0-9]{0,10}")


def _read_file(path: Path) -> Templates:
    """The templates of one file.

    Raises:
        TemplateFileError: it cannot be read, or is no file of templates.
    """
    try:
        read = read_json(path, MAX_BYTES)
    except OSError as error:
        raise TemplateFileError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise TemplateFileError(f"{path} {error}: {MEND}") from None
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise TemplateFileError(f"{path} holds no templates: write it with scrapy treesim learn")
    try:
        version = read.get("version")
        if type(version) is int and version > VERSION:
            raise TemplateFileError(
                f"{path} was made by a newer scrapy-treesim (version {version!r:.40} of the format,"
                f" this one reads {VERSION}): upgrade, or make the file anew"
            )
        if type(version) is not int or version != VERSION:
            raise TemplateFileError(
                f"{path}: there is no version {version!r:.40} of the format: {MEND}"
            )
        return _read_templates(read)
    except _FaultError as error:
        raise TemplateFileError(f"{path}: {error}: {MEND}") from None
    except RecursionError:
        raise TemplateFileError(f"{path}: it is nested too deeply: {MEND}") from None


class _FaultError(ValueError):
    """A fault of a file, and the part of the file that has it."""

    def __init__(self, part: str, what: str) -> None:
        self.part = part
        self.what = what
        where = part.removeprefix(".").replace("\n", " ")[:200]
        super().__init__(f"{where}: {what}" if where else what)


_Reader: TypeAlias = Callable[[Any], Any]


def _read_part(part: str, reader: _Reader, value: Any) -> Any:
    """The part of a file that a reader makes of a value."""
    try:
        return reader(value)
    except _FaultError as error:
        raise _FaultError(part + error.part, error.what) from None
    except ValueError as error:
        raise _FaultError(part, str(error)) from None
    except (TypeError, LookupError, AttributeError, ArithmeticError) as error:
        what = f"it cannot be read ({type(error).__name__}: {error})"
        raise _FaultError(part, what) from None


def _members(readers: Mapping[str, _Reader]) -> _Reader:
    """A reader of an object that has these parts and no others."""

    def read(value: Any) -> dict[str, Any]:
        given = _OBJECT(value)
        for name in given:
            if name not in readers:
                raise _FaultError(f".{name}", "there is nothing of this name")
        for name in readers:
            if name not in given:
                raise _FaultError(f".{name}", "this is missing")
        return {
            name: _read_part(f".{name}", reader, given[name]) for name, reader in readers.items()
        }

    return read


def _each(key: _Reader, reader: _Reader) -> _Reader:
    """A reader of an object of any names, names and values checked."""
    return lambda value: {
        _read_part(f".{name}", key, name): _read_part(f".{name}", reader, one)
        for name, one in _OBJECT(value).items()
    }


def _fields(reader: _Reader) -> _Reader:
    """A reader of an object of fields."""
    read = _each(check_field_name, reader)
    return lambda value: read(_FIELDS(value))


def _read_templates(read: Any) -> Templates:
    whole = _members(_FILE)(read)
    numbers = whole["next"]
    members: dict[str, Template] = {}
    for one in whole["templates"]:
        if one.id in members:
            raise _FaultError("", f"two templates have the id {one.id!r:.80}")
        members[one.id] = one
        # A site's next number is above all that it has, whatever ``next`` says.
        site, _, last = one.id.rpartition("/")
        numbers[site] = max(numbers.get(site, 1), int(last) + 1)
    return Templates(tuple(members.values()), numbers)


def _read_template(value: Any) -> Template:
    read = _members(_TEMPLATE)(value)
    site, _, number = read["id"].rpartition("/")
    is_number = _ID_NUMBER.fullmatch(number) is not None and int(number) < MAX_NUMBER
    if site != (read["site"] or ANY_SITE) or not is_number:
        raise _FaultError("", f"its id is the site, a / and a number, not {read['id']!r:.80}")
    return Template(**read)


def _that_fits(what: str, fits: Callable[[Any], bool]) -> _Reader:
    """A reader of values that are used as they are."""

    def read(value: Any) -> Any:
        if fits(value):
            return value
        raise ValueError(f"it should be {what}, not {value!r:.60}")

    return read


def _number_from(least: int, most: int = MOST) -> _Reader:
    whole = _that_fits("a valid integer", lambda one: type(one) is int)
    within = _that_fits(f"from {least} to {most:,}", lambda one: least <= one <= most)
    return lambda value: within(whole(value))


def _or_none(reader: _Reader) -> _Reader:
    return lambda value: None if value is None else reader(value)


def _site(site: Any) -> Any:
    if _ADDRESS(site) and (site_of(f"http://{site}/") != site != ANY_SITE or len(site) > MAX_SITE):
        raise ValueError(f"{site!r:.80} is no host as pages are matched by: small, without www.")
    return site


_SHARE: Final = _that_fits(
    "a number from 0 to 1", lambda one: type(one) in (int, float) and 0 <= one <= 1
)
_ADDRESS: Final = _that_fits("a text", lambda one: isinstance(one, str) and len(one) <= MAX_ADDRESS)
_OBJECT: Final = _that_fits("a valid dictionary", lambda one: isinstance(one, dict))
_FIELDS: Final = _that_fits(
    f"a valid dictionary of at most {MAX_FIELDS}",
    lambda one: isinstance(one, dict) and len(one) <= MAX_FIELDS,
)
_LIST: Final = _that_fits(
    f"a valid list of at most {MAX_TEMPLATES:,}",
    lambda one: isinstance(one, list) and len(one) <= MAX_TEMPLATES,
)
_EXPECTED: Final = _members({
    "pages": _number_from(0), "matched": _SHARE, "confidence": _SHARE, "low": _SHARE,
    "looked": _number_from(0), "fields": _fields(_SHARE),
})  # fmt: skip
_TEMPLATE: Final[Mapping[str, _Reader]] = {
    "id": _ADDRESS,
    "site": _site,
    "pages": _number_from(0),
    "medoid": _ADDRESS,
    "signature": TemplateSignature.from_json,
    "outline": _or_none(TemplateOutline.from_json),
    "fields": _fields(FieldRules.from_json),
    "expected": _or_none(lambda value: Expectation(**_EXPECTED(value))),
}
_FILE: Final[Mapping[str, _Reader]] = {
    "format": str,
    "version": int,
    "next": _each(_site, _number_from(1, MAX_NUMBER)),
    "templates": lambda value: [
        _read_part(f"[{number}]", _read_template, one) for number, one in enumerate(_LIST(value))
    ],
}
