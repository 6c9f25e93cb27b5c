"""The ``TREESIM_`` settings, checked or refused in one clear line, and changes by a request."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Annotated, Any, Final, get_origin, get_type_hints

from scrapy_treesim.article import METHODS as ARTICLE_METHODS
from scrapy_treesim.comments import METHODS as COMMENTS_METHODS
from scrapy_treesim.crawl.feeds import FeedOptions, check_feeds, feeds_of
from scrapy_treesim.files.whole_file import state_of
from scrapy_treesim.findings.kinds import KINDS, FindingOptions, Similar, key_tree_of
from scrapy_treesim.findings.schemas.fields import schema_fields
from scrapy_treesim.items import CLASSES, chosen_fields
from scrapy_treesim.page import Page
from scrapy_treesim.records import METHODS as RECORDS_METHODS
from scrapy_treesim.records.over_pages.memory import SiteMemory
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.templates.by_example.key_tree import as_lookup
from scrapy_treesim.templates.by_example.key_trees import KeyTrees
from scrapy_treesim.templates.by_example.shown_values import check_values
from scrapy_treesim.templates.store.pending import PendingStore
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.values.fields import names_of
from scrapy_treesim.wording import meant

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

Check = Callable[[Any], Any]


class SettingError(ValueError):
    """A setting that cannot be used; one line names it and says how to mend it.

    >>> from scrapy.settings import Settings
    >>> try:
    ...     read_settings(Settings({"TREESIM_EMIT": "al"}))
    ... except SettingError as error:
    ...     print(error)
    TREESIM_EMIT = 'al' cannot be used: give one of main, all
    """


@contextmanager
def logged_in_one_line() -> Iterator[None]:
    """Have a crawl that a setting ends log its error without a traceback of Scrapy's inner code."""
    try:
        yield
    except SettingError:
        for name in ("asyncio", "twisted"):
            logging.getLogger(name).addFilter(_shorten)
        raise


def _shorten(record: logging.LogRecord) -> bool:
    if record.exc_info and isinstance(error := record.exc_info[1], SettingError):
        record.msg, record.args, record.exc_info = str(error), (), None
    return True


def read_settings(settings: BaseSettings) -> TreesimSettings:
    """Read and check the settings of a crawl.

    Raises:
        SettingError: a ``TREESIM_`` setting that does not exist or has an invalid value.
    """
    values: dict[str, Any] = {}
    for name in settings:
        if isinstance(name, str) and name.startswith(PREFIX):
            if name not in SETTINGS:
                raise SettingError(f"there is no setting {name}: {meant(name, [*SETTINGS])}")
            if settings[name] is not None:
                values[name] = check(name, settings[name])
    if values.get("TREESIM_KINDS") == ("template",) and not values.keys() & _FOR_TEMPLATES:
        raise SettingError(
            "TREESIM_KINDS asks for template alone, and there are no templates: give a file of them"
            " as TREESIM_TEMPLATES, or one to gather pages in as TREESIM_TEMPLATES_PENDING"
        )
    if (schemas := values.get("TREESIM_SCHEMAS")) and "TREESIM_FEEDS" in values:
        values["TREESIM_FEEDS"] = _feeds(settings["TREESIM_FEEDS"], schemas)
    try:
        check_feeds(values.get("TREESIM_FEEDS", ()), settings)
    except ValueError as error:
        raise SettingError(f"TREESIM_FEEDS cannot be used: {error}") from None
    return _assemble(values)


def check(name: str, value: Any, label: str = "") -> Any:
    """Return the checked and converted value of a setting; errors name it, or ``label`` if given.

    Raises:
        SettingError: the value is invalid.
    """
    try:
        return SETTINGS[name](value)
    except (TypeError, ValueError, OverflowError) as error:
        raise SettingError(f"{label or name} = {value!r} cannot be used: {error}") from None


def _boolean(value: Any) -> bool:
    boolean = {"true": True, "1": True, "false": False, "0": False}.get(str(value).lower())
    if boolean is None:
        raise ValueError("give True or False")
    return boolean


def _checked(message: str, read: Callable[[Any], Any], fits: Callable[[Any], bool]) -> Check:
    """A check by a function that converts values and a test of the result; refuses booleans."""

    def checked(value: Any) -> Any:
        with suppress(TypeError, ValueError, OverflowError):
            if not isinstance(value, bool) and fits(result := read(value)):
                return result
        raise ValueError(message)

    return checked


def _integer(least: int) -> Check:
    def read(value: Any) -> int:
        return least - 1 if isinstance(value, float) and value % 1 else int(value)

    return _checked(f"give a whole number, {least} or more", read, lambda number: number >= least)


def _choice(choices: Iterable[str]) -> Check:
    names = [*choices]
    return _checked(f"give one of {', '.join(names)}", lambda value: value, names.__contains__)


def _workers(value: Any) -> int:
    number: int = _integer(0)(value)
    if number and os.name != "posix":
        raise ValueError("workers need Linux, macOS or another POSIX system: leave it out")
    if number > MAX_WORKERS:
        raise ValueError(f"give a whole number up to {MAX_WORKERS}: one a core is enough")
    return number


def _object(value: Any, message: str) -> dict[str, Any]:
    """A dict, or a JSON object as text, as a dict."""
    if isinstance(value, str):
        with suppress(ValueError):
            value = json.loads(value)
    if not isinstance(value, Mapping):
        raise ValueError(message)
    return dict(value)


def _feeds(value: Any, schemas: Iterable[type] = ()) -> tuple[FeedOptions, ...]:
    feeds = _object(value, "give a dict as FEEDS is: the address of a feed, then its options")
    return tuple(feed for uri, options in feeds.items() for feed in feeds_of(uri, options, schemas))


def _options(value: Any) -> dict[Any, Any]:
    """Check the options of a method; unknown ones are refused in :func:`_method`."""
    options = _object(value, "give a dict of the method's options, or the same as JSON")
    checked = {}
    for name, option in options.items():
        try:
            checked[name] = _OPTIONS[name](option) if name in _OPTIONS else option
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"{name}: {error}") from None
    return checked


def _similar(value: Any) -> Similar:
    is_object = isinstance(value, Mapping) or str(value).lstrip().startswith("{")
    options = _object(value, "the text is no JSON") if is_object else {"examples": value}
    checks = {
        "examples": _examples,
        "values": _values,
        "page": _page,
        "threshold": _share,
        "measure": _choice(MEASURES),
    }
    if unknown := [name for name in options if name not in checks]:
        raise ValueError(f"there is no key {unknown[0]!r}; there are {', '.join(checks)}")
    if ("examples" in options) == ("values" in options):
        raise ValueError("give either examples or values")
    if "page" in options and "values" not in options:
        raise ValueError("a page is of values: give these too")
    checked = {name: checks[name](option) for name, option in options.items()}
    saved = checked.pop("page", None)
    return _on_page(Similar(**checked), *saved) if saved else Similar(**checked)


# Each component reads the settings, and a request may name them again.
@lru_cache(maxsize=16)
def _on_page(like: Similar, file: Path, _: tuple[int, ...]) -> Similar:
    return replace(like, key=key_tree_of(Page(file), like))


def _page(value: Any) -> tuple[Path, tuple[int, ...]]:
    file = Path(_texts([value], "give the path of a saved page", (str, Path))[0])
    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    return file, state_of(file)


def _values(value: Any) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]:
    examples = value if isinstance(value, (list, tuple)) and value else [value]
    return tuple(tuple(check_values(example).items()) for example in examples)


_share = _checked("give a number between 0 and 1", float, lambda number: 0 <= number <= 1)


def _listed(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return list(value)
    raise ValueError("give a list")


def files_in(value: Any) -> list[str]:
    """The files named in a setting: a path, several with commas, or a list; else none."""
    try:
        return [str(value)] if isinstance(value, Path) else [str(path) for path in _listed(value)]
    except ValueError:
        return []


def _kinds(value: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(_choice(KINDS), _listed(value))))


_weights = _checked(
    "give three numbers, none below 0 and not all 0",
    lambda value: tuple(map(float, _listed(value))),
    lambda weights: len(weights) == 3 and min(weights) >= 0 and 0 < sum(weights) < float("inf"),
)


def _memory(value: Any) -> Path | None:
    if value in (None, False, "", "False", "false", "0"):
        return None
    path = _writable(value, "give the path of a file, or False: pages of one crawl teach nothing")
    if path.exists():
        SiteMemory.load(path)
    return path


def _writable(value: Any, message: str) -> Path:
    """The path of a writable file."""
    words = ("", "true", "false", "yes", "no", "on", "off", "none", "0", "1")
    if not isinstance(value, (str, Path)) or str(value).strip().lower() in words:
        raise ValueError(message)
    path = Path(value)
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}")
    if not os.access(path.resolve().parent, os.W_OK | os.X_OK):
        raise ValueError(f"the folder {path.parent} cannot be written to: name another file")
    return path


def _examples(value: Any) -> tuple[str, ...]:
    message = "give a CSS or XPath expression or a piece of HTML, or a list of them"
    examples = _texts([value] if isinstance(value, str) else _listed(value), message)
    for example in examples:
        if not example.lstrip().startswith("<"):
            as_lookup(example.strip())
    return tuple(examples)


def _texts(texts: list[Any], message: str, types: type | tuple[type, ...] = str) -> list[Any]:
    """The list, if it is not empty and all members are of a type and not blank."""
    if not texts or not all(isinstance(text, types) and str(text).strip() for text in texts):
        raise ValueError(message)
    return texts


def _paths(value: Any, contents: str) -> list[Any]:
    message = f"give the path of a file of {contents}, or a list of them"
    return _texts([value] if isinstance(value, Path) else _listed(value), message, (str, Path))


def _key_trees(value: Any) -> KeyTrees:
    return KeyTrees.load(*_paths(value, "key trees"))


def _templates(value: Any) -> Templates:
    # Each component reads the settings, and a file may be large.
    return _loaded(tuple((str(path), state_of(Path(path))) for path in _paths(value, "templates")))


@lru_cache(maxsize=1)
def _loaded(files: tuple[tuple[str, tuple[int, ...]], ...]) -> Templates:
    return Templates.load(*(path for path, _ in files))


def _pending(value: Any) -> Path:
    path = _writable(value, "give the path of a file to keep pages in")
    if path.exists():
        PendingStore(path).close()
    return path


def _fields_of(kind: str) -> Check:
    return lambda value: chosen_fields(CLASSES[kind], _listed(value))


def _schemas(value: Any) -> tuple[type, ...]:
    schemas = []
    for named in _listed(value):
        try:
            schema = resolve_name(named) if isinstance(named, str) else named
            schema_fields(schema)
        except (ImportError, AttributeError, NameError) as error:
            raise ValueError(f"{named} cannot be imported: {error}") from None
        schemas.append(schema)
    if len({schema.__name__ for schema in schemas}) < len(schemas):
        raise ValueError("give classes of different names: their feeds and stats have these")
    return tuple(schemas)


def _fields(value: Any) -> tuple[tuple[str, str], ...]:
    pairs = list(value.items()) if isinstance(value, dict) else [(n, n) for n in _listed(value)]
    if not all(isinstance(name, str) and name for pair in pairs for name in pair):
        raise ValueError("give a list of field names, or a dict from field to target field")
    if ("default", "default") in pairs:
        raise ValueError("give fields of your own items; those with _FIELDS take default")
    return tuple(pairs)


MAX_WORKERS: Final = 256
"""Largest number of workers."""

PREFIX: Final = "TREESIM_"

METHODS_BY_KIND: Final[dict[str, Mapping[str, Any]]] = {
    "article": ARTICLE_METHODS,
    "records": RECORDS_METHODS,
    "comments": COMMENTS_METHODS,
}
"""Methods by kind and name, the default first."""

_FOR_TEMPLATES: Final = frozenset(("TREESIM_TEMPLATES", "TREESIM_TEMPLATES_PENDING"))

_OPTIONS: Final[dict[str, Check]] = {
    "min_confidence": _share,
    "min_text": _integer(0),
    "chars_per_link": _integer(0),
    "title_similarity": _share,
    "max_regions": _integer(1),
    "min_records": _integer(2),
    "max_distance": _share,
    "measure": _choice(MEASURES),
    "weights": _weights,
    "min_similarity": _share,
    "min_comments": _integer(1),
    "min_height": _integer(0),
    "require_time": _boolean,
}
"""Checks of the methods' options, by name."""


@dataclass(frozen=True, slots=True)
class TreesimSettings:
    """All settings, each with its check; those of findings are in the options."""

    enabled: Annotated[bool, _boolean] = True
    feeds: Annotated[tuple[FeedOptions, ...] | None, _feeds] = None
    """Feeds of findings; None for the default feeds."""
    mix: Annotated[bool, _boolean] = False
    """True if findings are yielded with the spider's own items."""
    items: Annotated[str, _choice(("items", "rows", "dict"))] = "items"
    """Form of findings: ``items`` of our classes, ``rows`` or ``dict``."""
    options: FindingOptions = field(default_factory=FindingOptions)
    max_bytes: Annotated[int, _integer(1)] = 10_000_000
    html5: Annotated[bool, _boolean] = True
    """True if pages misread by libxml2 are reread, with the extra ``html5``."""
    json: Annotated[bool, _boolean] = False
    """True if responses of JSON are read too."""
    main_text_from: Annotated[tuple[tuple[str, str], ...], _fields] = ()
    """Pairs of fields of the spider's own items: the HTML, and the target of its main text."""
    comments_from: Annotated[tuple[tuple[str, str], ...], _fields] = ()
    """Pairs of fields of the spider's own items: the HTML, and the target of its comments."""
    drop_duplicates: Annotated[bool, _boolean] = False
    site_memory: Annotated[Path | None, _memory] = None
    follow_next: Annotated[int, _integer(0)] = 0
    workers: Annotated[int, _workers] = 0
    templates_pending: Annotated[Path | None, _pending] = None
    templates_pending_max_mb: Annotated[int, _integer(1)] = 1_000


_OF_FINDINGS: Final[dict[str, Check]] = {
    "kinds": _kinds,
    "emit": _choice(("main", "all")),
    "similar": _similar,
    "schemas": _schemas,
    "key_trees": _key_trees,
    "templates": _templates,
    "template_min_confidence": _share,
    **{f"{kind}_fields": _fields_of(kind) for kind in CLASSES if kind != "template"},
    **{f"{kind}_method": _choice(methods) for kind, methods in METHODS_BY_KIND.items()},
    **{f"{kind}_method_options": _options for kind in METHODS_BY_KIND},
}
"""Checks of the settings that are options of findings."""

_OF_CRAWL: Final[dict[str, Check]] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(TreesimSettings, include_extras=True).items()
    if get_origin(hint) is Annotated
}
SETTINGS: Final[dict[str, Check]] = {
    f"{PREFIX}{name}".upper(): check for name, check in {**_OF_CRAWL, **_OF_FINDINGS}.items()
}
"""Checks of all settings, by name. Their meanings are in docs/reference/settings.md."""


def _assemble(values: Mapping[str, Any]) -> TreesimSettings:
    """Make the settings of checked values."""

    def named(cls: Any) -> dict[str, Any]:
        names = {f"{PREFIX}{name}".upper(): name for name in names_of(cls)}
        return {names[name]: value for name, value in values.items() if name in names}

    options = {**named(FindingOptions), **{kind: _method(kind, values) for kind in METHODS_BY_KIND}}
    options["rows"] = values.get("TREESIM_ITEMS") == "rows"
    return TreesimSettings(**{**named(TreesimSettings), "options": FindingOptions(**options)})


def _method(kind: str, values: Mapping[str, Any]) -> Any:
    """The method of a kind with its options."""
    setting = f"{PREFIX}{kind}_METHOD".upper()
    name = values.get(setting, next(iter(METHODS_BY_KIND[kind])))
    method, options = METHODS_BY_KIND[kind][name], values.get(f"{setting}_OPTIONS", {})
    for option in options:
        if option not in names_of(method):
            raise SettingError(
                f"{setting}_OPTIONS = {options!r} cannot be used: the method {name} has no option"
                f" {option!r}; there are {', '.join(names_of(method))}"
            ) from None
    return method(**options)


META_KEYS: Final = ("kinds", "emit", "similar", "key_tree")
"""Keys of ``meta["treesim"]``; all but the last are also settings."""


def request_options(meta: Any, options: FindingOptions) -> FindingOptions | None:
    """The options changed by a request's ``meta["treesim"]``; None to find nothing.

    ``None`` and ``True`` leave the options as they are, ``False`` means to find nothing, a string
    or list names kinds, a dict may have ``kinds``, ``emit``, ``similar`` and ``key_tree``, the name
    of one of the key trees; there ``None`` means the default, whatever the settings are.

    Raises:
        SettingError: anything else, or values that the settings of these names would refuse.
    """
    if meta is None or meta is True:
        return options
    if meta is False:
        return None
    changes = meta if isinstance(meta, dict) else {"kinds": meta}
    if unknown := [key for key in changes if key not in META_KEYS]:
        raise SettingError(
            f"meta['treesim'] has no key {unknown[0]!r}; there are {', '.join(META_KEYS)}"
        )
    defaults = FindingOptions()
    label = "meta['treesim'][{!r}]" if changes is meta else "meta['treesim']"
    checked = {
        key: getattr(defaults, key)
        if value is None
        else check(f"{PREFIX}{key.upper()}", value, label.format(key))
        for key, value in changes.items()
        if key != "key_tree"
    }
    checked |= _key_tree(changes, options.key_trees)
    if checked.get("kinds") and "emit" not in checked:
        # A request that names kinds knows what its page is.
        checked["emit"] = "all"
    changed = replace(options, **checked)
    return changed if changed.kinds else None


def _key_tree(changes: dict[str, Any], key_trees: KeyTrees) -> dict[str, Any]:
    """The changes by a request's ``key_tree``; its ``similar``, and None, disable key trees."""
    name = changes.get("key_tree")
    if name is None:
        is_off = "key_tree" in changes or changes.get("similar")
        return {"key_trees": KeyTrees(), "key_tree": ""} if is_off else {}
    try:
        return {"key_tree": key_trees.by_name(name).name}
    except LookupError as error:
        raise SettingError(f"meta['treesim']['key_tree']: {error.args[0]}") from None
