"""Words of what stands around main text."""

from typing import Final

BOILERPLATE: Final = """
    share shares facebook twitter whatsapp pinterest linkedin reddit telegram tumblr subscribe
    subscription newsletter newsletters follow followers instagram youtube print email mail teilen
    drucken compartir partager condividi imprimir bookmark favorite rss 分享 微信 微博 关注 扫码
    订阅 收藏 公众 众号 朋友 打印 二维 维码 related recommended recommend popular latest trending
    more next previous prev read see also continue reading older newer top most viewed stories
    articles posts mehr weiter vorherige leer siguiente anterior artículos relacionados lire suite
    suivant précédent leggi anche leia mais 相关 推荐 阅读 更多 上一 下一 热门 延伸 关键 猜你 喜欢
    往期 精彩 排行 by author authors published posted updated date written reporter editor staff
    contributor tags tag categories category filed min mins minutes ago views views january february
    march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec von por autor auteur veröffentlicht publicado publié pubblicato am pm est
    gmt 来源 作者 编辑 发布 时间 责任 责编 浏览 记者 日期 点击 次数 字体 字号 年前 小时 分钟 comment
    comments reply replies login register registered sign log password username account vote votes
    upvote likes like dislike report member members joined join quote respond leave answer answers
    kommentar kommentare antworten comentario comentarios responder commentaires répondre 评论 回复
    登录 注册 点赞 举报 楼主 发表 楼层 用户 advertisement advertisements sponsored ad ads price cart
    checkout buy shop shipping order sale discount coupon promo wishlist stock quantity sku review
    reviews rating ratings affiliate commission anzeige werbung publicidad publicité warenkorb 广告
    购买 价格 购物 加入 优惠 商品 立即 home menu search skip content navigation toggle close open
    contact about us help faq sitemap careers jobs language english back go click here download
    learn get started try free demo support team press blog news startseite suche kontakt inicio
    buscar contacto accueil recherche 首页 导航 搜索 联系 我们 关于 网站 地图 返回 顶部 点击 下载
    客服
"""
"""Words of sharing, teasers, bylines, comment forms, shops and menus."""
