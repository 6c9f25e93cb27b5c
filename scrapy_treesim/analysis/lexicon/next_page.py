"""What links to a next page say; all in lower case."""

from typing import Final

NEXT: Final = """
    next older nxt weiter nächste nächster nächstes ältere vorwärts suivant suivante suivants
    suivantes siguiente siguientes próximo próxima próximos próximas seguinte seguintes següent
    següents successivo successiva successivi successive avanti prossimo prossima următoarea
    următorul înainte anteriores antiguas antiguos antigas antigos volgende oudere nästa äldre næste
    neste eldre seuraava seuraavat järgmine nākamā nākošā kitas következő sonraki ileri następna
    następny następne dalej starsze další následující starší ďalšia ďalší ďalšie nasledujúca
    sljedeća sljedeće sledeća naslednja следующая следующие следующий далее дальше вперед вперёд
    след наступна наступні далі следваща напред επόμενη επόμενο επόμενα 次 次へ 다음 التالي التالية
    بعدی הבא הבאה ถัดไป tiếp berikutnya selanjutnya seterusnya अगला अगले
"""
"""Words for next."""

NEXT_PAGE: Final = """
    下一页 下一頁 下页 下頁 后一页 後一頁 次のページ 次のページへ 次ページ 次ページへ 次頁
    다음페이지 หน้าถัดไป nextpage
"""
"""Next page, as one word."""

LISTS: Final = """
    page pages seite seiten página páginas pàgina pagina pagine pagini pagină pagine's sida sidan
    side sivu lehekülg oldal sayfa strona strony stránka strana stranica stran страница страницы
    сторінка σελίδα 페이지 الصفحة صفحة صفحه דף עמוד trang halaman पृष्ठ results result résultats
    ergebnisse resultados risultati resultaten resultat wyniki результаты records items entries
    entradas einträge posts beiträge berichten inlägg articles artículos artigos articoli wpisy
    listings products stories events jobs questions threads topics matches hits records
"""
"""What a list is a list of: in the plural, for one post or product is not the list's next page."""

MORE: Final = "more mehr"
"""Words for more."""

FILLERS: Final = """
    the go to of a view show see load set zur à la al alla de na ke stronę до sayfaya the
"""
"""Words that may stand around these."""

ARROWS: Final = """
    › → > ❯ ▶ ► ⟩ ⇒ ➔ ➜ ⟶ ▸ 〉 ＞ -> => chevron_right navigate_next keyboard_arrow_right
    arrow_forward arrow_right
"""
"""Single arrows, and the names that icon fonts give them."""

DOUBLE_ARROWS: Final = "» >> ≫ 》 ›› ⟫"
"""Double arrows."""
