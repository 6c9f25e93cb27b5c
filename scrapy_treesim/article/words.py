"""What a page's blocks say: words, ideographs, sentences and known words, counted.

Known words come in groups: those of the page's title and declared description, and those of the
furniture that pages have around their text, in many languages. Sizes are counted in units, half
words: a word is two, an ideograph one.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article import _words_cy
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

LEGAL: Final = """
    copyright rights reserved privacy terms policy cookie cookies disclaimer imprint
    impressum datenschutz agb confidentialité mentions privacidad derechos reservados
    diritti riservati alle rechte inc ltd llc trademark trademarks gdpr consent accept 版权
    所有 备案 许可 声明 转载 免责 著作 権
"""
"""Words of copyright lines, imprints and consent dialogs."""

BOILERPLATE: Final = """
    share shares facebook twitter whatsapp pinterest linkedin reddit telegram tumblr
    subscribe subscription newsletter newsletters follow followers instagram youtube print
    email mail teilen drucken compartir partager condividi imprimir bookmark favorite rss
    分享 微信 微博 关注 扫码 订阅 收藏 公众 众号 朋友 打印 二维 维码 related recommended
    recommend popular latest trending more next previous prev read see also continue reading
    older newer top most viewed stories articles posts mehr weiter vorherige leer siguiente
    anterior artículos relacionados lire suite suivant précédent leggi anche leia mais 相关
    推荐 阅读 更多 上一 下一 热门 延伸 关键 猜你 喜欢 往期 精彩 排行 by author authors
    published posted updated date written reporter editor staff contributor tags tag
    categories category filed min mins minutes ago views views january february march april
    may june july august september october november december jan feb mar apr jun jul aug sep
    sept oct nov dec von por autor auteur veröffentlicht publicado publié pubblicato am pm
    est gmt 来源 作者 编辑 发布 时间 责任 责编 浏览 记者 日期 点击 次数 字体 字号 年前 小时
    分钟 comment comments reply replies login register registered sign log password username
    account vote votes upvote likes like dislike report member members joined join quote
    respond leave answer answers kommentar kommentare antworten comentario comentarios
    responder commentaires répondre 评论 回复 登录 注册 点赞 举报 楼主 发表 楼层 用户
    advertisement advertisements sponsored ad ads price cart checkout buy shop shipping
    order sale discount coupon promo wishlist stock quantity sku review reviews rating
    ratings affiliate commission anzeige werbung publicidad publicité warenkorb 广告 购买
    价格 购物 加入 优惠 商品 立即 home menu search skip content navigation toggle close open
    contact about us help faq sitemap careers jobs language english back go click here
    download learn get started try free demo support team press blog news startseite suche
    kontakt inicio buscar contacto accueil recherche 首页 导航 搜索 联系 我们 关于 网站 地图
    返回 顶部 点击 下载 客服
"""
"""Words of sharing, teasers, bylines, comment forms, shops and menus."""

GROUPS: Final = ("title", "description", "legal", "boilerplate")
"""The groups of known words, as their bits are numbered."""

COUNTS: Final = ("units", "ideographs", "ends", "ends_sentence", "linked", "links", *GROUPS)
"""What is counted of a block: its units, ideographs and ends of sentences, whether it ends with
one, units inside links, links, and the units of each group."""

_KIND: Final = {name: number for number, name in enumerate(_words_cy.KINDS)}


class Words(NamedTuple):
    """What the blocks say."""

    counts: array[int]
    """A row of :data:`COUNTS` for each block."""
    hashes: array[int]
    """A hash of each block's letters."""
    texts: array[int]
    """A hash of each block's letters and digits."""
    title_units: int
    """Units of the title."""
    description_units: int
    """Units of the description."""

    @property
    def units(self) -> array[int]:
        """The size of each block."""
        return self.counts[COUNTS.index("units") :: len(COUNTS)]


def _kinds_of_bytes() -> bytes:
    kinds = [_KIND["other"]] * 256
    for kind, first, last in (
        ("lower", ord("a"), ord("z")),
        ("upper", ord("A"), ord("Z")),
        ("digit", ord("0"), ord("9")),
        ("continuation", 0x80, 0xBF),
        ("lead", 0xC3, 0xE1),
        ("wide", 0xE2, 0xE3),
        ("ideograph", 0xE4, 0xE9),
        ("lead", 0xEA, 0xED),
        ("wide", 0xEF, 0xEF),
    ):
        kinds[first : last + 1] = [_KIND[kind]] * (last + 1 - first)
    for byte in b".!?":
        kinds[byte] = _KIND["end"]
    return bytes(kinds)


_KIND_OF_BYTE: Final = _kinds_of_bytes()


def _known_words() -> bytearray:
    table = bytearray(_words_cy.HASHES)
    for group, words in (("legal", LEGAL), ("boilerplate", BOILERPLATE)):
        for word in words.split():
            _words_cy.mark(word.encode(), _KIND_OF_BYTE, table, 1 << GROUPS.index(group), 1)
    return table


_KNOWN: Final = _known_words()


def read_words(
    tree: PageTree, block: array[int], blocks: int, title: str, description: str
) -> Words:
    """Read the text of all blocks; ``block`` holds the block of every node."""
    known = _KNOWN[:]
    title_units, description_units = (
        _words_cy.mark(text.encode("utf-8", "replace"), _KIND_OF_BYTE, known, 1 << bit, 2)
        for bit, text in enumerate((title, description))
    )
    counts = array("i", bytes(4 * blocks * _words_cy.ROW_SIZE))
    hashes, texts = (array("I", bytes(4 * blocks)) for _ in range(2))
    _words_cy.count(
        tree.text, tree.tag, tree.start, tree.linked, block, _KIND_OF_BYTE, known,
        tags.NUMBER["a"], counts, hashes, texts,
    )  # fmt: skip
    return Words(counts, hashes, texts, title_units, description_units)
