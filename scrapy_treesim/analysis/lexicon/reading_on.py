"""Words of links to the rest of a text."""

from typing import Final

READ_ON: Final = """
    more continue weiterlesen mehr lire suite leer más leia ler leggi tutto meer verder czytaj
    więcej devamı подробнее читать далее läs les lue 阅读全文 阅读更多 閱讀更多
    続きを読む もっと見る 더보기
"""
"""To read on."""
