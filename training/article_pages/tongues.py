"""Languages of article pages, and what news sites, blogs and magazines say in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from training.comment_pages.tongue import Tongue
from training.detail_pages import full_tongue
from training.page_kinds.tongues import LANGUAGES as OTHERS
from training.record_pages.languages import Language

WORDS = Path(__file__).parent / "wording.txt"


def _language(code: str, syllables: str, little: tuple[str, ...], stop: str = ". ") -> Language:
    return Language(code, tuple(syllables.split()), little, (), stop=stop)


GREEK = _language(
    "el",
    "α αν απο βα γι γο δη δι ει εν επ η θε ια κα κο κρι λα λη λο μα με μι μο να νο ξε ου πα περ"
    " πο προ ρα ρι ρο σα ση στα στι συ τα τη τι το τρο υ φα φο χα χει χο ψη ω ων",
    tuple("και το η ο να του της με σε για από που στο στην είναι θα τα οι ένα".split()),
)
HINDI = _language(
    "hi",
    "अ आ का कि की के को ग गा चा ज जा जी ट त ता ति ती द दा दि न ना नि नी प पा ब बा भा म मा मि"
    " य या र रा रि री ल ला लो व वा वि श स सा सि ह हा हि",
    tuple("और का की के में है से को पर यह ने कि एक भी हैं था लिए".split()),
    stop="। ",
)
THAI_SOUNDS = (
    "กา การ กิ ขา ของ คน ความ งาน จะ จัด ชา ซื้อ ดี ได้ ตา ตัว ทาง ทำ ที น้ำ นา บา บ้าน ประ ปี"
    " ผล พา ฟ้า ภาพ มา เมือง ยา รา เรา โลก วัน ศา สา สูง หา ให้ อา เอา ไทย ที่ และ ใน เป็น ว่า"
).split()
THAI = Language(
    "th",
    tuple(first + second for first in THAI_SOUNDS[::3] for second in THAI_SOUNDS[1::4]),
    tuple(first + second for first in ("ที่", "และ", "เป็น", "ว่า") for second in THAI_SOUNDS[::5]),
    (),
    stop=" ",
)
"""Words run on without spaces; there are some between phrases, and no full stops."""
UKRAINIAN = _language(
    "uk",
    "а бу ва ви га го да ди до є за зі і їх ка ки ко кра ла ли ло ма ми мо на ни но об ос па пе"
    " під по при про ра ри ро са ся ськ ста ти то тра у уч хо ці че ча ша ює ять",
    tuple("і в на з що до не за у та як для це від про або й".split()),
)
INDONESIAN = _language(
    "id",
    "a ad ak an ang ba ber bi bu da di du ga gan ha hi ini ja ju ka kan ke ko la lah li lu ma me"
    " men mi na ne ngan ni nya pa pe per pu ra ri sa se si su ta te ter ti tu u wa ya",
    tuple("dan yang di ini itu dengan untuk dari pada akan tidak dalam oleh juga ke".split()),
)
CZECH = _language(
    "cs",
    "a bo by ce cho ci da de dě do e ho hra ja je ji ka ko kra la le lo ma me mě mi na ne ně ni"
    " nou o pa po pra pro při ra ro ře sa se sta ste sti ta te tě to tu u va ve vě vo vý za ze ží",
    tuple("a v na se je že to s z do o k i pro ale po jako za by".split()),
)
FURTHER = (GREEK, GREEK, HINDI, THAI, UKRAINIAN, INDONESIAN, CZECH)
LANGUAGES: tuple[Language, ...] = (*OTHERS, *FURTHER)
"""Languages of sites, as often as they are drawn."""


@cache
def _wording() -> dict[str, dict[str, tuple[str, ...]]]:
    out: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in WORDS.read_text(encoding="utf-8").splitlines():
        name, _, phrases = line.partition(" = ")
        code, _, key = name.partition(".")
        out.setdefault(code, {})[key] = tuple(phrases.split("|"))
    return out


@cache
def tongue_of(code: str) -> Tongue:
    """The phrases of a language; what it lacks is English."""
    words = _wording()
    known = full_tongue(code)
    return Tongue(code, {**known.phrases, **words["en"], **words.get(code, {})})
