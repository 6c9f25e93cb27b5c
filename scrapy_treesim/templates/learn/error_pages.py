"""Error pages, told from others (Qiu 2013, section 2.2.1 and table 6.2).

An error page has little text and says that something was not found. The thesis names documents of
up to 6,000 characters, which nowadays the menus alone have; so text in links does not count, and
1,500 characters are the most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

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


MAX_ERROR_TEXT: Final = 1_500
"""Characters outside links that an error page has at most."""
MAX_HEADINGS: Final = 20
"""Headings of a page that are looked at."""
MAX_LINE: Final = 300
"""Characters of a title or heading that are looked at."""
MAX_SHORT_TEXT: Final = 300
"""Characters outside links up to which all of a page's text is looked at, as a heading is."""


def is_error_page(page: Page, status: int | None = None) -> bool:
    """Tell whether a page is an error page, or has no text but its title.

    ``status`` is its HTTP status, if that is known. Costs little: sums that the walk has made.
    """
    if status is not None and status >= 400:
        return True
    tree = page.tree
    heads = (node for node in tree.children(0) if tree.tag[node] == _HEAD)
    if tree.text_chars(0) == sum(map(tree.text_chars, heads)):
        return True
    own = tree.text_chars(0) - tree.linked_chars(0)
    return own <= MAX_ERROR_TEXT and any(map(tells_of_error, _telling_lines(page, own)))


_HEAD: Final = tags.NUMBER["head"]


def _telling_lines(page: Page, own: int) -> Iterator[str]:
    yield (page.title or "")[:MAX_LINE]
    tree = page.tree
    for node in page.headings()[:MAX_HEADINGS]:
        # Headings that are longer tell of other things, and long ones may nest.
        if tree.text_chars(node) <= MAX_LINE:
            yield tree.plain_text(node)
    if own <= MAX_SHORT_TEXT and tree.text_chars(0) <= 2 * MAX_SHORT_TEXT:
        yield tree.plain_text(0)
