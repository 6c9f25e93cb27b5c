"""The file of templates, checked against a model of it; what is wrong is told in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails

from scrapy_treesim.corpus.site import MAX_SITE, site_of
from scrapy_treesim.json_file import read_json
from scrapy_treesim.templates.drift import Expectation
from scrapy_treesim.templates.match.signature import TemplateSignature
from scrapy_treesim.templates.outline.template_outline import TemplateOutline
from scrapy_treesim.templates.rules import FieldRules
from scrapy_treesim.templates.store.store import (
    FORMAT,
    MAX_BYTES,
    VERSION,
    TemplateFileError,
    Templates,
)
from scrapy_treesim.templates.template import ANY_SITE, MAX_ADDRESS, Template, check_field_name

T = TypeVar("T")

MAX_TEMPLATES: Final = 20_000
"""In a file."""
MAX_FIELDS: Final = 500
"""Of a template."""

MEND: Final = "mend it, or make the file anew with scrapy treesim learn"


def _as_site(site: str) -> str:
    if site and site not in (site_of(f"http://{site}/"), ANY_SITE):
        raise ValueError(f"{site!r:.80} is no host as pages are matched by: small, without www.")
    return site


_ID_NUMBER = re.compile("[1-9][0-9]{0,10}")

Share = Annotated[float, Field(ge=0, le=1)]
Number = Annotated[int, Field(ge=1, le=10**12)]
Count = Annotated[int, Field(ge=0, le=10**12)]
Site = Annotated[str, Field(max_length=MAX_SITE), AfterValidator(_as_site)]
FieldName = Annotated[str, BeforeValidator(check_field_name)]


def _read_by(reader: Callable[[Any], T]) -> PlainValidator:
    """Makes a part of the file with what made it for the file; its refusals get their place."""

    def read(value: Any) -> T:
        try:
            return reader(value)
        except (TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
            raise ValueError(f"it cannot be read ({type(error).__name__}: {error})") from None

    return PlainValidator(read, json_schema_input_type=dict[str, Any])


def _outline(value: Any) -> TemplateOutline | None:
    return None if value is None else TemplateOutline.from_json(value)


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class ExpectationEntry(_Strict):
    """A template's rates on the pages that it was learned from, as they stand in a file."""

    pages: Count
    matched: Share
    confidence: Share
    low: Share
    looked: Count
    fields: Annotated[dict[FieldName, Share], Field(max_length=MAX_FIELDS)]


class TemplateEntry(_Strict):
    """One template."""

    id: str
    site: Site
    pages: Count
    medoid: Annotated[str, Field(max_length=MAX_ADDRESS)]
    signature: Annotated[Any, _read_by(TemplateSignature.from_json)]
    outline: Annotated[Any, _read_by(_outline)]
    fields: Annotated[
        dict[FieldName, Annotated[Any, _read_by(FieldRules.from_json)]],
        Field(max_length=MAX_FIELDS),
    ]
    expected: ExpectationEntry | None

    @model_validator(mode="after")
    def _id_is_of_the_site(self) -> TemplateEntry:
        site, _, number = self.id.rpartition("/")
        if site != (self.site or ANY_SITE) or not _ID_NUMBER.fullmatch(number):
            raise ValueError(f"its id is the site, a / and a number, not {self.id!r:.80}")
        return self

    def template(self) -> Template:
        """The template that it says."""
        expected = self.expected
        return Template(
            self.signature,
            self.site,
            self.id,
            self.pages,
            self.medoid,
            self.outline,
            self.fields,
            None if expected is None else Expectation(**dict(expected)),
        )


class TemplateFile(_Strict):
    """The whole file."""

    format: str
    version: int
    next: dict[Site, Number]
    templates: Annotated[list[TemplateEntry], Field(max_length=MAX_TEMPLATES)]

    @model_validator(mode="after")
    def _ids_are_given_once(self) -> TemplateFile:
        seen: set[str] = set()
        for one in self.templates:
            if one.id in seen:
                raise ValueError(f"two templates have the id {one.id!r:.80}")
            seen.add(one.id)
        return self

    def all(self) -> Templates:
        """The templates; a site's next number is above all that it has, whatever ``next`` says."""
        numbers = dict(self.next)
        for one in self.templates:
            site, _, number = one.id.rpartition("/")
            numbers[site] = max(numbers.get(site, 1), int(number) + 1)
        return Templates(tuple(one.template() for one in self.templates), numbers)


def read_file(path: Path) -> Templates:
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
    try:
        return _templates(path, read)
    except RecursionError:
        raise TemplateFileError(f"{path}: it is nested too deeply: {MEND}") from None


def _templates(path: Path, read: Any) -> Templates:
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise TemplateFileError(f"{path} holds no templates: write it with scrapy treesim learn")
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
    try:
        return TemplateFile.model_validate(read).all()
    except ValidationError as error:
        raise TemplateFileError(f"{path}: {_told(error)}: {MEND}") from None


def _told(error: ValidationError) -> str:
    first, *others = error.errors(include_url=False)
    more = f" (and {len(others)} more faults)" if others else ""
    where, what = [*first["loc"]], _fault(first)
    if inner := _INNER.fullmatch(what):
        # A part that is read by its own reader says where in it the fault is: parts.0.rules.1.take.
        where += [int(step) if step.isdecimal() else step for step in inner[1].split(".")[:-1]]
        what = inner[2]
    return ": ".join(filter(None, (_place(where), what.removeprefix(": ")))) + more


_INNER = re.compile(r"((?:[a-z]+\.\d+\.)+)(.+)", re.DOTALL)


def _fault(error: ErrorDetails) -> str:
    """The fault of an entry, in a few words."""
    what = error["type"]
    if what == "extra_forbidden":
        return "there is nothing of this name"
    if what == "missing":
        return "this is missing"
    message = error["msg"].removeprefix("Value error, ")
    message = " ".join(message.replace("Input should", "it should").split())
    if what == "value_error":
        return message
    return f"{message}, not {error['input']!r:.60}".replace("\n", " ")


def _place(parts: Sequence[int | str]) -> str:
    """``templates[3].fields.title``."""
    said = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return said.removeprefix(".").replace("\n", " ")[:200]
