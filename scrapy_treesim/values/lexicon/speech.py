"""Words that lead to who wrote something."""

from typing import Final

VERBS: Final = """
    says said wrote writes posted commented replied answered asked reviewed submitted by sagt sagte
    schrieb schreibt meint verfasst von dit écrit posté par dijo dice escribió publicado por disse
    escreveu ha detto scrive scritto da zei schreef door skrev napisał pisze пишет написал написала
    говорит сказал 发表 發表 写道 說道 说道 于 投稿 發佈 发布
"""
"""Verbs of speech, and what stands before an author."""

ANSWERED: Final = "replying replied reply antwort respuesta réponse 回复 回覆"
"""Words that stand before whom a post answers."""
