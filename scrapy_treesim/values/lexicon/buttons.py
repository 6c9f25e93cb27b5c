"""Words of buttons and links for readers."""

from typing import Final

CONTROLS: Final = """
    reply respond quote report permalink edit delete flag vote upvote downvote like unlike dislike
    share helpful agree disagree likes thanks follow translate link antworten antwort zitieren
    melden beantworten teilen gefällt bearbeiten répondre citer signaler partager aime responder
    citar denunciar compartir compartilhar curtir rispondi cita segnala condividi antwoorden reageer
    citeer beantwoord svara citera odpowiedz cytuj zgłoś ответить цитировать цитата пожаловаться
    поделиться нравится yanıtla 回复 回覆 引用 举报 舉報 支持 反对 反對 点赞 點贊 分享 编辑 返信
    报告 楼主 收藏 投诉 通報 답글 신고 추천 hilfreich utile útil útiles utili nuttig przydatna
    pomocna полезно полезный hjälpsam hjælpsom hjelpsom faydalı 有用 도움
"""
"""What can be done with a post."""

ANSWER: Final = """
    reply respond quote antworten zitieren beantworten répondre citer responder citar rispondi cita
    antwoorden reageer citeer svara citera odpowiedz cytuj ответить цитировать yanıtla 回复 回覆
    引用 返信 답글
"""
"""Those that answer a post."""
