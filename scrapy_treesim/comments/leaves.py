"""The leaves of a page: which of its texts are dates, controls, names, and which are said."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.analyse import BYTE_KINDS, word_table
from scrapy_treesim.analysis.class_cues import NameReader
from scrapy_treesim.comments._leaves_cy import Leaves
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.tree import PageTree

WORDS: Final = {
    # Beside a number they make a time that has passed.
    "unit": """
        ago sec secs second seconds min mins minute minutes hour hours hr hrs day days week weeks
        month months year years yr yrs sekunden minuten stunde stunden tag tage tagen woche wochen
        monat monate monaten jahr jahre jahren heure heures jour jours semaine semaines mois ans
        segundos minutos hora horas día días dia dias semana semanas mes meses mês año años ano anos
        secondi minuti minuto ora ore giorno giorni settimana settimane mese mesi anno anni uur uren
        dag dagen weken maanden jaar timmar dagar veckor månader godzin godziny godzinę dni tygodni
        miesięcy lat temu часов часа час минут минуты минуту дней дня день недель недели месяцев
        месяца лет года назад saat gün hafta önce 前 秒 分钟 小时 天前 时间 時間 日前 년 전
    """,
    "day": """
        today yesterday gestern heute hier aujourd ayer hoy ontem hoje ieri oggi gisteren
        vandaag wczoraj dzisiaj dziś вчера сегодня dün bugün 昨天 前天 今天 刚刚 昨日 今日
    """,
    "pressed": """
        reply respond quote report permalink edit delete flag vote upvote downvote like unlike
        dislike share helpful agree disagree likes thanks follow translate link
        antworten antwort zitieren melden beantworten teilen gefällt bearbeiten
        répondre citer signaler partager aime responder citar denunciar compartir compartilhar
        curtir rispondi cita segnala condividi antwoorden reageer citeer beantwoord svara citera
        odpowiedz cytuj zgłoś ответить цитировать цитата пожаловаться поделиться нравится yanıtla
        回复 回覆 引用 举报 舉報 支持 反对 反對 点赞 點贊 分享 编辑 返信 报告 楼主 收藏 投诉 通報
        답글 신고 추천
    """,
    "says": """
        says said wrote writes posted commented replied answered asked reviewed submitted by
        sagt sagte schrieb schreibt meint verfasst von dit écrit posté par dijo dice escribió
        publicado por disse escreveu ha detto scrive scritto da zei schreef door skrev napisał
        pisze пишет написал написала говорит сказал 发表 發表 写道 說道 说道 于 投稿 發佈 发布
    """,
    "talk": """
        comment comments response responses reply replies review reviews thoughts discussion answer
        answers reactions trackbacks pingbacks feedback opinions testimonials
        kommentar kommentare antworten bewertungen rezensionen meinungen beiträge
        commentaire commentaires avis réponses réactions comentario comentarios opiniones respuestas
        comentário comentários avaliações respostas commenti commento recensioni risposte reacties
        beoordelingen kommentarer komentarze komentarz opinie комментарий комментарии комментариев
        комментария отзывы отзывов ответы ответов yorum yorumlar
        评论 評論 留言 网友 回复 回覆 评价 評價 楼层 讨论 回答 跟帖 点评 コメ メン レビ 댓글 리뷰
    """,
    "more": """
        related recent popular latest similar recommended archives categories tags posts articles
        stories news trending read more newer older previous next also topics threads questions
        products views view participants members ähnliche neueste beliebte weitere articles récents
        similaires recientes populares
        artículos recentes relacionados artigos articoli correlati recenti 相关 推荐 热门 最新 文章
        主题 帖子 商品 浏览 查看 全文 阅读 похожие последние популярные новости статьи
    """,
    "answer": """
        reply respond quote antworten zitieren beantworten répondre citer responder citar rispondi
        cita antwoorden reageer citeer svara citera odpowiedz cytuj ответить цитировать yanıtla
        回复 回覆 引用 返信 답글
    """,
}  # fmt: skip
"""Words of short texts and what they mean; in Chinese and Japanese, any two signs."""

NAMES: Final = {
    "talk": "comment komment review reply replies respon answer discuss disqus feedback opinion "
    "coment reaction testimon guestbook",
    "post": "post message thread topic forum",
    "person": "author user avatar nick poster member byline vcard profile gravatar reviewer -fn-",
    "teaser": "teaser excerpt product item- card story headline related recent popular -nav menu "
    "widget sidebar footer header listing result -row",
}
"""What class, id and the like may say of an element."""

_USES: Final = {
    "textarea": 4 | 32, "input": 32, "select": 32,
    "blockquote": 8, "q": 8,
    "button": 16, "label": 16, "summary": 16,
}  # fmt: skip
_READ: Final = {"href": 1, "id": 2, "class": 2, "itemprop": 2, "itemtype": 2}
_USE_OF_ATTRIBUTE: Final = array("i", [_READ.get(name, 0) for name in tags.ATTRIBUTES])
_USE_OF_TAG: Final = array("i", [_USES.get(name, 0) for name in tags.KNOWN])


_WORDS: Final = word_table(WORDS.values())
_NAMES_READ: Final = NameReader(NAMES)


def leaves_of(tree: PageTree, analysis: Analysis) -> Leaves:
    """The page's leaves; O(nodes + bytes of short texts and names)."""
    leaves = Leaves(analysis)
    strange = array("i", bytes(4 * (len(tree.names) - len(tags.KNOWN))))
    leaves.read_names(
        tree.first_attribute, tree.attribute, tree.value_start, tree.values, _USE_OF_ATTRIBUTE,
        _NAMES_READ.symbols, _NAMES_READ.following, _NAMES_READ.meaning,
    )  # fmt: skip
    leaves.read_texts(tree.text, tree.start, _USE_OF_TAG + strange, BYTE_KINDS, _WORDS)
    return leaves
