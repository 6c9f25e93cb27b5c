"""Words of ratings."""

from typing import Final

STARS: Final = """
    stars star sterne sternen stern étoiles étoile estrellas estrella estrelas stelle sterren звезд
    звезды звезда звёзд 星
"""
"""Units of a rating."""

RATED: Final = "rating rated"
"""Words before a rating."""

OF: Final = "of von sur de di av van из su del do"
"""Words between a rating and the best there is, or a day and its month."""

OUT_OF: Final = "out of|of|von|sur|de|di|av|van|из|su|sobre|af|z|ze|/"
"""The same between a rating and the best there is, with ``|`` between."""

REVIEW: Final = "review rating opinion bewertung rezension avis recensione opinión"
"""What one buyer says."""

REVIEWS: Final = """
    reviews ratings opinions bewertungen rezensionen kundenbewertungen kundenmeinungen avis
    évaluations notes opiniones reseñas valoraciones calificaciones recensioni valutazioni
    avaliações opiniões beoordelingen recensies opinii opinie ocen recenzí hodnocení hodnotenie
    hodnotení értékelés vélemény recenzii recenzie evaluări отзывов отзыва оценок оценки відгуків
    omdömen recensioner anmeldelser omtaler arvostelua arvostelut arviota yorum değerlendirme
    κριτικές αξιολογήσεις レビュー 件のレビュー 件の評価 件のカスタマーレビュー 评价 评论 条评价
    条评论 人评价 評價 則評價 리뷰 개의 후기 đánh ulasan รีวิว ביקורות تقييم تقييمات مراجعة
"""
"""What buyers say, in numbers."""

VOTES: Final = "votes stimmen votos voti votants голосов"
"""The same where a rating stands beside it: questions have votes too."""

OF_WHOM: Final = """
    customer customers user users verified global total product guest client traveler traveller
    buyer shopper community google kunden clients avis de
"""
"""Words between a number and what buyers say."""

SAID: Final = """
    score note nota punteggio bewertet noté valorado valutato avaliado beoordeeld ocena ocena: betyg
    hodnocení оценка рейтинг 评分 評価 평점 average durchschnitt moyenne
"""
"""More words beside a rating."""

AVERAGE: Final = """
    rating ratings score bewertung nota punteggio betyg hodnocení оценка рейтинг 评分 評価 평점
"""
"""Words beside a rating that is a fraction."""

OF_CLASSES: Final = """
    star stars rating ratings rated review reviews score bewertung bewertungen sterne avis
    valoracion recensioni beoordeling stern rate
"""
"""Words of class names around a rating or the number of those who gave it."""

PASSED_OVER: Final = "st nd rd th out"
"""Words between a number and what it is a number of: the 1st of May, 4 out of 5."""

DRAWN: Final = "star stars rating ratings rate rated"
"""Words of class names around a rating that is drawn."""

NUMBERS: Final = "one two three four five"
"""Ratings as class names spell them, from 1."""

EMPTY: Final = """
    empty off o outline outlined blank gray grey inactive disabled regular far none no unfilled
    border light hollow
"""
"""Words of class names of a star that is not given."""

FILLED: Final = """
    fill filled full on active checked selected gold golden yellow solid fas current
"""
"""Words of class names of a star that is given."""

HALF: Final = "half"
"""A word of class names of half a star."""
