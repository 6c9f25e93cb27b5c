"""Error and directory pages, told from others (Qiu 2013, section 2.2.1 and table 6.2).

The rules of a site for its addresses come first, and where a site has rules of a kind they alone
decide on it. Then, for other sites, what the page holds: an error page has little text and says
that something was not found; of a directory, most is links in list items.

The thesis takes out both, to learn templates of articles only. Here listings may be wanted as much
as articles, so that directories are taken out on demand (``directories=True``). It names no share
of links from which a page is a directory; and its error pages are documents of up to 6,000
characters, which nowadays the menus alone have. Additions: text in links does not count against
an error page, and links in a page's navigation, header, footer and asides not as its list. Many of
today's listings have more text than links, or menus of more links than text: a rule for addresses
tells them more surely than the share does.

    {"blog.example": {"directory": [r".*(?<!\\.html?)$"], "error": ["/404"], "page": []}}

are rules of a site. It is a host, with its subdomains, or a host and the beginning of a path; ``*``
stands for any characters. A rule is a regular expression that is searched for in the whole address;
that of the table, which looks behind by a varying length, is one that ``regex`` takes and ``re``
does not.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import regex

from scrapy_treesim.page import Page
from scrapy_treesim.records.by_example.url_pattern import check_pattern, literal_length, matches
from scrapy_treesim.tree import PageTree, tags

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


_PHRASES = """
404 not found | error 404 | 404 error | page not found | file not found | not found on this server
page cannot be found | page can't be found | page could not be found | page couldn't be found
page is not found | page does not exist | page doesn't exist | page no longer exists
page you requested | page you are looking for | page you were looking for | that page can't be found
nothing was found at this location | internal server error | server error | bad gateway
gateway timeout | gateway time-out | service unavailable | temporarily unavailable | bad request
403 forbidden | 410 gone | access denied | permission denied | application error | fatal error
seite nicht gefunden | seite wurde nicht gefunden | seite konnte nicht gefunden
seite existiert nicht | interner serverfehler | zugriff verweigert
page introuvable | page non trouvée | page n'existe pas | page est introuvable | erreur 404
erreur du serveur | accès refusé
página no encontrada | página no existe | no encontramos esta página | error del servidor
acceso denegado | no se ha encontrado la página | no se encontró la página
pagina non trovata | pagina non esiste | errore 404 | errore del server | accesso negato
página não encontrada | página não existe | erro 404 | erro interno | acesso negado
pagina niet gevonden | pagina bestaat niet | pagina is niet gevonden | interne serverfout
sidan hittades inte | sidan kunde inte hittas | sidan finns inte
siden blev ikke fundet | siden findes ikke | siden ble ikke funnet | siden finnes ikke
sivua ei löytynyt | sivua ei löydy
strona nie została znaleziona | nie znaleziono strony | strona nie istnieje | błąd serwera
stránka nenalezena | stránka nebyla nalezena | stránka neexistuje | stránka sa nenašla
az oldal nem található | a keresett oldal nem található
pagina nu a fost găsită | pagina nu există
страница не найдена | страница не существует | ошибка 404 | ошибка сервера | доступ запрещён
доступ запрещен | сторінку не знайдено | сторінка не знайдена | страницата не е намерена
η σελίδα δεν βρέθηκε | η σελίδα δεν υπάρχει
sayfa bulunamadı | sunucu hatası | erişim engellendi
halaman tidak ditemukan | trang không tồn tại | không tìm thấy trang | không tìm thấy trang này
الصفحة غير موجودة | لم يتم العثور على الصفحة | صفحه مورد نظر یافت نشد | صفحه یافت نشد
הדף לא נמצא | העמוד לא נמצא
पृष्ठ नहीं मिला | पेज नहीं मिला | ไม่พบหน้า
页面不存在 | 页面未找到 | 找不到页面 | 未找到页面 | 无法找到该页 | 页面没有找到
访问的页面 | 页面已被删除 | 服务器错误 | 内部错误 | 拒绝访问 | 禁止访问 | 找不到网页 | 頁面不存在
找不到頁面 | 找不到網頁 | 伺服器錯誤
ページが見つかりません | ページは見つかりません
ページが存在しません | ページは存在しません
サーバーエラー | サーバエラー | アクセスできません
페이지를 찾을 수 없습니다 | 존재하지 않는 페이지 | 서버 오류
"""

PHRASES: Final = tuple(
    phrase.strip() for line in _PHRASES.splitlines() for phrase in line.split("|") if phrase.strip()
)
"""In lower case, with one space between words."""

_PHRASE = re.compile("|".join(re.escape(one) for one in PHRASES))
# The number says it only where it stands alone, as in "404" or "404 | Example".
_NUMBER = re.compile(r"(?:404|403|410|500|502|503)(?:\s*[-–—|:·!.]\s.*)?", re.DOTALL)


def tells_of_error(line: str) -> bool:
    """Tell whether a title, a heading or a short text is an error message; O(characters)."""
    line = " ".join(line.lower().replace("’", "'").split())
    return _NUMBER.fullmatch(line) is not None or _PHRASE.search(line) is not None


Unwanted: TypeAlias = Literal["error", "directory"]

MAX_HEADINGS: Final = 20
"""Headings of a page that are looked at."""
MAX_LINE: Final = 300
"""Characters of a title or heading that are looked at."""
MAX_SHORT_TEXT: Final = 300
"""Characters outside links up to which all of a page's text is looked at, as a heading is."""

_HEAD = tags.NUMBER["head"]
_ITEM = tags.NUMBER["li"]
_BOILERPLATE = tags.numbers("nav header footer aside")


@dataclass(frozen=True, slots=True)
class PageFilter:
    """The choice of pages to leave out; rules for addresses count whatever is switched off."""

    errors: bool = True
    """Leave out error pages, and pages with hardly any text."""
    directories: bool = False
    """Leave out pages that are lists of links."""
    min_text: int = 1
    """Characters of text that a page must have, its title not counted."""
    max_error_text: int = 1_500
    """Characters outside links that an error page has at most."""
    directory_share: float = 0.5
    """Of a page's text, the least part in links of list items that makes a directory, 0 to 1."""
    rules: tuple[SiteRules, ...] = ()
    """From :func:`url_rules`."""


DEFAULT: Final = PageFilter()


def unwanted(
    page: Page, url: str | None = None, status: int | None = None, chosen: PageFilter = DEFAULT
) -> Unwanted | None:
    """The reason to leave a page out; None where there is none.

    ``url``: the page's own, if not given. ``status``: its HTTP status, if that is known; from 400
    on it is an error page. Costs little more than the rules: sums that the walk has made.
    """
    said, decided = category(chosen.rules, page.url if url is None else url)
    if said is not None:
        return None if said == "page" else said
    if chosen.errors and "error" not in decided and _is_error(page, status, chosen):
        return "error"
    if chosen.directories and "directory" not in decided and _is_directory(page.tree, chosen):
        return "directory"
    return None


def _is_error(page: Page, status: int | None, chosen: PageFilter) -> bool:
    if status is not None and status >= 400:
        return True
    tree = page.tree
    if tree.text_chars(0) - sum(map(tree.text_chars, _nodes(tree, _HEAD))) < chosen.min_text:
        return True
    own = tree.text_chars(0) - tree.linked_chars(0)
    if own > chosen.max_error_text:
        return False
    return any(map(tells_of_error, _telling_lines(page, own)))


def _telling_lines(page: Page, own: int) -> Iterator[str]:
    yield (page.title or "")[:MAX_LINE]
    tree = page.tree
    for node in page.headings()[:MAX_HEADINGS]:
        # Headings that are longer tell of other things, and long ones may nest.
        if tree.text_chars(node) <= MAX_LINE:
            yield tree.plain_text(node)
    if own <= MAX_SHORT_TEXT and tree.text_chars(0) <= 2 * MAX_SHORT_TEXT:
        yield tree.plain_text(0)


def _is_directory(tree: PageTree, chosen: PageFilter) -> bool:
    """Tell whether most text, but for the site's boilerplate, is in the links of list items."""
    text, listed = tree.text_chars(0), 0
    for node in _outermost(tree, _BOILERPLATE | {_ITEM}):
        if tree.tag[node] == _ITEM:
            listed += tree.linked_chars(node)
        else:
            text -= tree.text_chars(node)
    return text > 0 and listed >= chosen.directory_share * text


def _outermost(tree: PageTree, wanted: frozenset[int]) -> list[int]:
    """The nodes of the wanted tags that are in no other such node, in order."""
    found: list[int] = []
    stop = 0
    for node in sorted(node for tag in wanted for node in _nodes(tree, tag)):
        if node >= stop:
            found.append(node)
            stop = node + tree.size[node]
    return found


def _nodes(tree: PageTree, tag: int) -> Iterator[int]:
    """The nodes of a tag, but for those inside others of it, found at the speed of C."""
    node, nodes = 0, len(tree)
    while node < nodes:
        try:
            node = tree.tag.index(tag, node, nodes)
        except ValueError:
            return
        yield node
        node += tree.size[node]
