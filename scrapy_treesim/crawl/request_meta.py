"""``meta["treesim"]``: what one request asks for, over what the settings say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scrapy_treesim.crawl.settings import PREFIX, SettingError, check
from scrapy_treesim.findings import Wanted
from scrapy_treesim.records import KeyTrees

_KEYS = ("kinds", "emit", "similar", "key_tree")
"""All but the last are those of settings, ``TREESIM_KINDS`` and so on."""


def wanted_of(meta: Any, wanted: Wanted) -> Wanted | None:
    """The settings as a request's ``meta["treesim"]`` changes them; None where it wants nothing.

    ``None`` and ``True`` leave the settings as they are, ``False`` asks for nothing, a string or
    list names kinds, a dict may hold ``kinds``, ``emit``, ``similar`` and ``key_tree``, the name of
    one of the key trees; there ``None`` means the default, whatever the settings say.

    Raises:
        SettingError: anything else, or values that the settings of these names would not take.
    """
    if meta is None or meta is True:
        return wanted
    if meta is False:
        return None
    given = meta if isinstance(meta, dict) else {"kinds": meta}
    if strange := set(given).difference(_KEYS):
        raise SettingError(
            f"meta['treesim'] has no key {strange.pop()!r}; there are {', '.join(_KEYS)}"
        )
    plain = Wanted()
    checked = {
        key: getattr(plain, key) if value is None else check(f"{PREFIX}{key.upper()}", value)
        for key, value in given.items()
        if key != "key_tree"
    }
    checked |= _key_tree(given, wanted.key_trees)
    if checked.get("kinds") and "emit" not in checked:
        # Who names what a page holds knows what the page is.
        checked["emit"] = "all"
    changed = replace(wanted, **checked)
    return changed if changed.kinds else None


def _key_tree(given: dict[str, Any], known: KeyTrees) -> dict[str, Any]:
    """The changes by a request's ``key_tree``; its ``similar``, and None, put key trees aside."""
    if "key_tree" not in given:
        return {"key_trees": KeyTrees(), "key_tree": ""} if given.get("similar") else {}
    name = given["key_tree"]
    if name is None:
        return {"key_trees": KeyTrees(), "key_tree": ""}
    try:
        return {"key_tree": known.by_name(name).name}
    except LookupError as error:
        raise SettingError(f"meta['treesim']['key_tree']: {error.args[0]}") from None
