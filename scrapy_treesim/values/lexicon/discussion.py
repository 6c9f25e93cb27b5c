"""Words of discussions: headings, members, votes."""

from typing import Final

HEADINGS: Final = """
    comment comments response responses reply replies review reviews thoughts discussion answer
    answers reactions trackbacks pingbacks feedback opinions testimonials kommentar kommentare
    antworten bewertungen rezensionen meinungen beiträge commentaire commentaires avis réponses
    réactions comentario comentarios opiniones respuestas comentário comentários avaliações
    respostas commenti commento recensioni risposte reacties beoordelingen kommentarer komentarze
    komentarz opinie комментарий комментарии комментариев комментария отзывы отзывов ответы ответов
    yorum yorumlar 评论 評論 留言 网友 回复 回覆 评价 評價 楼层 讨论 回答 跟帖 点评 コメ メン レビ
    댓글 리뷰
"""
"""What discussions, comments and reviews are called."""

PROFILE: Final = """
    posts post location messages topics threads points reputation karma rank from beiträge ort
    wohnort herkunft messages localisation ubicación mensajes messaggi berichten 帖子 积分 精华 威望
    来自 金币 等级 在线 阅读 主题 好友 贡献 сообщений сообщения откуда репутация status offline
    online gender country karma level thanks thanked likes received
"""
"""Labels of what is told of a member."""

VOTES: Final = """
    likes like votes vote points point helpful score useful upvotes 赞 顶 支持 有用 gefällt mentions
    curtidas
"""
"""Words beside the number of votes."""

ROLES: Final = """
    member senior junior moderator administrator admin newbie guest premium veteran staff
    contributor registered expert novice regular mitglied gast membre invité miembro 会员 版主
    管理员 游客 楼主 网友 guru addict team op verified buyer purchase
"""
"""What members are called."""
