"""Languages of sites: those of discussions, and further ones."""

from __future__ import annotations

from training.comment_pages.tongue import SPOKEN
from training.record_pages.languages import Language

TURKISH = Language(
    "tr",
    tuple(
        "a ak al an ar ay ba bak bil bir bu can ci çi çok da de den di doğ du el er et ev ge gel gi"
        " gö gün ha ka kal kar ki ku la lar le ler li lü ma me mi mu na ni nu o ol on ör öz ra ri"
        " sa se si son su şe şı ta te tı tü u ü ver ya yan ye yı yo yü za".split()
    ),
    tuple("ve bir bu da de için ile çok daha en gibi olarak ne o ki var".split()),
    (),
)
SWEDISH = Language(
    "sv",
    tuple(
        "al an ar be berg bo bok da dag de del en er et fal för ga gen gå gör ha hem het hus in jag"
        " ka kan kom la land le lig ling lä ma man med mot må na ner ning nu när om or på ra re ri"
        " rik rum sam se sig ska skap sol stad sten så ta ten till tid un ut va var ver väg än år"
        " över".split()
    ),
    tuple("och i att det som en på är av för med till den har inte om ett".split()),
    (),
)
LANGUAGES: tuple[Language, ...] = (*SPOKEN, *SPOKEN[:4], TURKISH, TURKISH, SWEDISH, SWEDISH)
"""Languages of sites, as often as they are drawn."""
