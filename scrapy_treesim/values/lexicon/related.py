"""Words of links to more of the site."""

from typing import Final

RELATED: Final = """
    related recent popular latest similar recommended archives categories tags posts articles
    stories news trending read more newer older previous next also topics threads questions products
    views view participants members ähnliche neueste beliebte weitere articles récents similaires
    recientes populares artículos recentes relacionados artigos articoli correlati recenti 相关 推荐
    热门 最新 文章 主题 帖子 商品 浏览 查看 全文 阅读 похожие последние популярные новости статьи
"""
"""Words of headings over lists of links."""
