"""Words for the usual fields of records."""

from typing import Final

FIELDS: Final = {
    "old_price": "oldprice wasprice listprice regularprice originalprice strikeprice msrp uvp rrp "
    "原价 was del",
    "price": "price prices preis preise prix precio prezzo preço preco prijs cost 价格 售价 "
    "現價 価格 цена pricing saleprice",
    "rating": "rating ratings ratingvalue rate rated score scores stars star bewertung note "
    "valoración valutazione 评分 評価 рейтинг",
    "reviews": "reviews reviewcount ratingcount 评价 レビュー",
    "date": "date datetime datepublished datecreated datemodified pubdate published time "
    "timestamp posted created updated when datum fecha uhrzeit 日期 时间 發佈 发布 "
    "日時 дата",
    "author": "author authors byline by creator writer username user poster owner autor auteur "
    "autore von par por 作者 投稿者 автор fullname nickname nick vcard profile",
    "title": "title titles name headline heading subject productname itemname entrytitle titel "
    "titre título titolo 标题 标题名 名称 商品名 название ttl hdg",
    "description": "description desc summary excerpt snippet abstract teaser intro blurb synopsis "
    "beschreibung descripción 描述 简介 摘要 内容 概要 описание",
    "availability": "availability instock outofstock stockstatus verfügbarkeit lieferbarkeit "
    "disponibilité disponibilidad disponibilità disponibilidade 库存 在庫 наличие",
    "tags": "tags tag keywords labels 标签",
    "image": "image img photo picture thumb thumbnail bild foto 图片 画像",
    "url": "url link permalink href",
}
"""Words for each field: of class names, ``itemprop`` and labels."""
