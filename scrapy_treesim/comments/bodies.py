"""From a thread's posts to what each says."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.analyse import BYTE_KINDS, word_table
from scrapy_treesim.analysis.class_cues import NameReader
from scrapy_treesim.comments import _posts_cy
from scrapy_treesim.comments._bodies_cy import Bodies
from scrapy_treesim.comments._bylines_cy import Bylines
from scrapy_treesim.comments._posts_cy import Posts
from scrapy_treesim.comments.widening import widened
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.page import Page

CUES: Final = {
    "author": "author user nick poster byline reviewer commenter -fn- -by- vcard profile "
    "screenname displayname member",
    "time": "date time when- -when stamp posted publish -ago-",
    "body": "content body text message -msg- entry description",
    "quoted": "quote citat",
    "signed": "signature -sig- -siggy",
    "rated": "rating star rate-",
    "scored": "score vote karma points helpful -likes -like-",
    "aside": "avatar role rank badge location -stats joined reputation signature title group "
    "postcount usertitle",
    "edited": "edited modified lastedit",
    "indented": "depth- level- indent margin padding",
    "asked": "question original-post -op- topicstarter threadstarter firstpost first-post",
    "called": "-name-",
}
"""What class, id and the like may say of a part of a post."""

WORDS: Final = {
    "since": """joined registered join member since registriert dabei inscrit inscription registrado
        desde iscritto geregistreerd зарегистрирован регистрация 注册 注冊 加入 lid dołączył""",
    "edited": """edited modified updated editiert bearbeitet geändert modifié edité editado
        modificado modificato bewerkt отредактировано изменено 编辑 編輯 修改 zuletzt""",
    "label": """posts post location messages topics threads points reputation karma rank from
        beiträge ort wohnort herkunft messages localisation ubicación mensajes messaggi berichten
        帖子 积分 精华 威望 来自 金币 等级 在线 阅读 主题 好友 贡献 сообщений сообщения откуда
        репутация status offline online gender country karma level thanks thanked likes
        received""",
    "voted": """likes like votes vote points point helpful score useful upvotes 赞 顶 支持 有用
        gefällt mentions curtidas""",
    "role": """member senior junior moderator administrator admin newbie guest premium veteran staff
        contributor registered expert novice regular mitglied gast membre invité miembro 会员 版主
        管理员 游客 楼主 网友 guru addict team op verified buyer purchase""",
    "answered": """replying replied reply antwort respuesta réponse 回复 回覆""",
    "moment": """posted date on time written added published created submitted datum erstellt am
        publié le fecha publicado data inserito geplaatst дата добавлено 发表 發表 发布 发表于 时间
        日期 投稿 回复 留言""",
    "stars": "stars star sterne sternen étoiles étoile estrellas estrelas stelle sterren 星",
}
"""Words of short texts beside a comment and what they mean; in Chinese, any one or two signs."""

_READ: Final = {"class": 1, "id": 1, "itemprop": 2, "rel": 2, "datetime": 4, "title": 4,
    "content": 8,
    "style": 16, "alt": 32, "width": 64, "height": 128}  # fmt: skip
_USE_OF_ATTRIBUTE: Final = array("i", [_READ.get(name, 0) for name in tags.ATTRIBUTES])
_BIT: Final = _posts_cy.TAG_BITS
_TAGS: Final = {
    "blockquote": _BIT["quote"],
    "time": _BIT["time"],
    **dict.fromkeys(("b", "strong", "cite", "address"), _BIT["strong"]),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "dt"), _BIT["head"]),
}
_OF_TAG: Final = array("i", [_TAGS.get(name, 0) for name in tags.KNOWN])
_SHUT: Final = array(
    "i", [int(n in INLINE or name in ("p", "br", "blockquote", "pre", "ul", "ol", "h1", "h2", "h3",
     "h4", "h5", "h6")) for n, name in enumerate(tags.KNOWN)]
)  # fmt: skip
_CUES_READ: Final = NameReader(CUES)


_WORDS: Final = word_table(WORDS.values())


def read_bodies(page: Page, leaves: Leaves, spans: Sequence[tuple[int, int]]) -> Bylines:
    """The bodies, authors and times of a thread's posts, as places in the page."""
    tree = page.tree
    wide = widened(leaves, spans)
    posts = Posts(leaves, array("i", [s[0] for s in wide]), array("i", [s[1] for s in wide]))
    strange = array("i", bytes(4 * (len(tree.names) - len(tags.KNOWN))))
    posts.take_texts()
    posts.read_names(
        tree.first_attribute, tree.attribute, tree.value_start, tree.values, _USE_OF_ATTRIBUTE,
        _OF_TAG + strange, _CUES_READ.symbols, _CUES_READ.following, _CUES_READ.meaning,
    )  # fmt: skip
    posts.find_nodes()
    posts.read_texts(tree.text, tree.start, BYTE_KINDS, _WORDS)
    posts.count_same()
    posts.number_columns()
    bodies = Bodies(posts, array("i", [s[0] for s in spans]), array("i", [s[1] for s in spans]))
    bodies.mark()
    bylines = Bylines(bodies)
    bylines.choose()
    bodies.take(bylines.time)
    bodies.take(bylines.author)
    bodies.find(_SHUT + strange)
    bylines.place()
    bodies.mark()
    bylines.choose()
    bodies.take(bylines.time)
    bodies.take(bylines.author)
    bylines.trim()
    bylines.choose_scores()
    return bylines
