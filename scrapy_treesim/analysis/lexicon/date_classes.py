"""Words of class names and ids of what holds the date of a page."""

from typing import Final

DATED: Final = (
    "date dates datetime dateline time timestamp published publish pubdate publication posted "
    "created datum fecha"
)
"""Those of the day that it was published."""

CHANGED: Final = "updated update modified edited lastmod"
"""Those of the day that it was changed."""

NOT_PAGE: Final = "event events calendar"
"""Those of what has a day of its own."""

OF_ARTICLES: Final = "article post entry story"
"""Those of what is an article, whose foot may tell when it was published."""

NOT_PUBLISHED: Final = "copyright generated retrieved accessed printed"
"""Words beside a day on which something else was done than the page published or changed."""

CHANGED_BESIDE: Final = """
    aktualisiert aktualisierung änderung änderungen actualisé actualización actualizado aggiornato
    aggiornamento atualizado atualização bijgewerkt aktualizacja zaktualizowano uppdaterad opdateret
    oppdatert обновлено оновлено güncelleme 更新 更新日 最終更新日
"""
"""Words beside a day on which the text was changed, those that comments have as well apart."""
