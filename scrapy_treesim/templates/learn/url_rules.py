"""Rules by which a site's addresses tell its pages apart (Qiu 2013, section 2.2.1, table 6.2).

    {"blog.example": {"directory": [r".*(?<!\\.html?)$"], "error": ["/404"], "page": []}}

A site is a host, with its subdomains, or a host and the beginning of a path; ``*`` stands for any
characters. A rule is a regular expression that is searched for in the whole address; that of the
table, which looks behind by a varying length, is one that ``regex`` takes and ``re`` does not.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import regex

from scrapy_treesim.records.by_example.url_pattern import check_pattern, literal_length, matches

logger = logging.getLogger(__name__)

Category: TypeAlias = Literal["page", "error", "directory"]

Rules: TypeAlias = "tuple[tuple[Category, tuple[regex.Pattern[str], ...]], ...]"

CATEGORIES: Final[tuple[Category, ...]] = ("page", "error", "directory")
"""In the order in which rules are asked: the first that fits decides."""

MAX_SITES: Final = 1_000
MAX_RULES: Final = 100
"""Rules of a site for one category."""
MAX_RULE: Final = 1_000
"""Characters of a rule."""
MAX_URL: Final = 2_000
"""Characters of an address that rules see."""
SECONDS: Final = 0.1
"""That a rule may take for one address: one that goes astray there does not fit."""


class RuleError(ValueError):
    """A rule that cannot be used; one line names it."""


@dataclass(frozen=True, slots=True)
class SiteRules:
    """The rules of one site; made by :func:`url_rules`."""

    site: str
    """A pattern of addresses."""
    rules: Rules
    """By category, in the order in which they are asked."""


def url_rules(sites: Mapping[str, Mapping[str, Any]]) -> tuple[SiteRules, ...]:
    """The rules, checked; of sites that both fit an address the more specific comes first.

    Raises:
        RuleError: a site, a category or a rule that cannot be used.
    """
    if not isinstance(sites, Mapping) or len(sites) > MAX_SITES:
        raise RuleError(f"give a dict from site to rules, of at most {MAX_SITES} sites")
    checked = [_site_rules(site, held) for site, held in sites.items()]
    return tuple(sorted(checked, key=lambda one: -literal_length(one.site)))


def category(sites: tuple[SiteRules, ...], url: str) -> tuple[Category | None, frozenset[Category]]:
    """The category of an address by the rules, and the categories that its site has rules for."""
    address = url[:MAX_URL]
    for one in sites:
        if matches(one.site, address):
            decided = frozenset(name for name, rules in one.rules if rules)
            return _first(one.rules, address), decided
    return None, frozenset()


def _first(rules: Rules, address: str) -> Category | None:
    for name, patterns in rules:
        if any(_fits(pattern, address) for pattern in patterns):
            return name
    return None


def _fits(rule: regex.Pattern[str], address: str) -> bool:
    try:
        return rule.search(address, timeout=SECONDS) is not None
    except TimeoutError:
        logger.debug("treesim gave up the rule %s on %s", rule.pattern, address)
        return False


def _site_rules(site: str, held: Mapping[str, Any]) -> SiteRules:
    try:
        pattern = check_pattern(site)
    except ValueError as error:
        raise RuleError(f"rules of the site {site!r}: {error}") from None
    if not isinstance(held, Mapping) or not set(held) <= set(CATEGORIES):
        raise RuleError(f"rules of the site {site}: give a dict with {', '.join(CATEGORIES)}")
    return SiteRules(
        pattern, tuple((name, _compiled(site, name, held.get(name, ()))) for name in CATEGORIES)
    )


def _compiled(site: str, name: str, rules: Any) -> tuple[regex.Pattern[str], ...]:
    where = f"rules of the site {site} for {name}"
    rules = [rules] if isinstance(rules, str) else rules
    if not isinstance(rules, (list, tuple)) or len(rules) > MAX_RULES:
        raise RuleError(f"{where}: give a list of at most {MAX_RULES} regular expressions")
    compiled = []
    for rule in rules:
        if not isinstance(rule, str) or not rule or len(rule) > MAX_RULE:
            raise RuleError(f"{where}: {rule!r:.80} is none of 1 to {MAX_RULE:,} characters")
        try:
            compiled.append(regex.compile(rule))
        except (regex.error, RecursionError, OverflowError) as error:
            raise RuleError(f"{where}: {rule!r:.80} is no regular expression: {error}") from None
    return tuple(compiled)
