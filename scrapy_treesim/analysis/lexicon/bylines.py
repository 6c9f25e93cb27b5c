"""Words of bylines: what stands before, in and after the names of those who wrote an article."""

from typing import Final

BEFORE_NAMES: Final = (
    "by", "written by", "posted by", "published by", "story by", "words by", "article by",
    "text by", "reported by", "reporting by", "report by", "contributed by", "submitted by",
    "created by", "started by", "asked by", "uploaded by", "gestartet von", "begonnen von",
    "lancé par", "iniciado por", "post author", "author", "authors", "author(s)", "writer",
    "writers", "byline",
    "von", "geschrieben von", "verfasst von", "text von", "ein artikel von", "eine analyse von",
    "ein kommentar von", "ein gastbeitrag von", "veröffentlicht von", "autor", "autorin",
    "autoren", "text", "par", "écrit par", "publié par", "rédigé par", "posté par", "auteur",
    "auteurs", "por", "escrito por", "publicado por", "autora", "autores", "redacción",
    "di", "a cura di", "scritto da", "pubblicato da", "articolo di", "autore", "door",
    "geschreven door", "tekst", "av", "skrevet av", "skriven av", "publicerad av", "skribent",
    "af", "skrevet af", "journalist", "autorka", "napisał", "napisała", "opublikował", "tekst",
    "автор", "авторы", "текст", "автор статьи", "автори", "autoři", "napsal", "szerző", "írta",
    "yazan", "yazar", "haber", "oleh", "ditulis oleh", "penulis", "reporter", "kirjoittaja",
    "teksti", "συντάκτης", "γράφει ο", "γράφει η", "γράφει", "του", "της", "tác giả", "na",
    "mwandishi",
)  # fmt: skip
"""Words before the names, each of them at the start of a line."""

MID_LINE: Final = (
    "by", "von", "par", "por", "door", "av", "af", "oleh", "przez", "от",
)  # fmt: skip
"""Those that stand within a line too, after a date."""

BEFORE_IDEOGRAPHS: Final = (
    "作者", "作　者", "文", "撰文", "撰稿", "記者", "记者", "本报记者", "本報記者", "新华社记者",
    "著者", "執筆", "執筆者", "筆者", "文責", "投稿者", "書いた人", "ライター", "글", "글쓴이",
    "작성자", "입력자", "기자",
)  # fmt: skip
"""Words before names in ideographs, kana or hangul."""

AFTER_IDEOGRAPHS: Final = ("記者", "记者", "기자", "特派員", "編集委員", "特派记者", "特派員記者")
"""Words right after such names."""

BETWEEN_NAMES: Final = "and und et y e og och en ve dan i и та a ja és và with mit na"
"""Words between the last two of several names."""

PARTICLES: Final = (
    "de del della delle dei di da das do dos du la le las los van von vom zu zum zur der den det "
    "ten ter te af av bin bint ibn al el het 't san st ben dal degli lo op"
)
"""Words in names that are not capitalised."""

AFTER_NAMES: Final = (
    "on in for at via from to with is has am um im aus für bei vom mit le à dans pour sur el en "
    "para il per su op voor om em no na às em den på för kl i dla w o для в и с staff special "
    "contributing updated published posted about illustrated photographed"
)
"""Words that may follow the last name of a byline on its line."""

HONORIFICS: Final = "dr prof mr mrs ms sir dame rev fr sr herr frau mag ing dipl dra don doña"
"""Words before a name that are no part of it."""

DEGREES: Final = (
    "md phd ph.d m.d mba msc bsc ba ma rn rd rdn ld np do dds dvm jd esq cpa cfa cfp mph ms lmft "
    "lcsw lpc psyd edd pharmd mscn cnm cscs pe facs facp faap fnp bcba jr sr ii iii iv cissp ccc"
)
"""Degrees and the like after a name."""

ROLES: Final = (
    "staff writer reporter reporters editor editors journalist correspondent contributor "
    "contributing columnist senior junior chief managing deputy associate assistant director "
    "officer manager head founder cofounder ceo cto president professor producer critic "
    "photographer photography photo photos images image illustrator video special guest "
    "freelance sponsored advertiser redakteur redakteurin redaktion reporterin korrespondent "
    "korrespondentin autor autorin rédacteur rédactrice journaliste correspondant periodista "
    "corresponsal redactor redactora redacción repórter jornalista giornalista redattore "
    "verslaggever redacteur journalisten redaktör reporter toimittaja редактор корреспондент "
    "журналист muhabiri muhabir editörü wartawan redaktur specialist analyst researcher "
    "consultant strategist expert medically fact checked reviewed reviewer"
)
"""Words of offices: what follows a name, and is none."""

GROUPS: Final = "staff team desk newsroom editors redaktion newsdesk redaktionsteam"
"""Last words of those who sign as a group."""

AGENCIES: Final = (
    "associated press", "the associated press", "ap", "reuters", "afp", "agence france-presse",
    "agence france presse", "dpa", "upi", "united press international", "pa", "pa media",
    "press association", "canadian press", "the canadian press", "bloomberg", "xinhua", "tass",
    "interfax", "efe", "ansa", "apa", "ats", "sda", "keystone-sda", "kna", "epd", "sid", "ntb",
    "tt", "ritzau", "stt", "ctk", "čtk", "pap", "mti", "anadolu ajansı", "aa", "dha", "iha",
    "antara", "kyodo", "jiji", "yonhap", "cna", "australian associated press", "aap",
    "press trust of india", "pti", "ani", "ians", "tribune news service", "europa press",
)  # fmt: skip
"""News agencies, which stand beside the names of those who wrote for them."""

NO_NAMES: Final = (
    "share login log sign subscribe menu home comments comment more follow about read print email "
    "copy link facebook twitter whatsapp linkedin instagram youtube newsletter search contact "
    "view all posts articles article bio profile published updated posted last modified reading "
    "minutes minute min ago today yesterday category categories tags filed under source sources "
    "photo image credit courtesy getty shutterstock advertisement sponsored save listen watch "
    "play video click here edit reply quote like report abuse guest user admin administrator "
    "anonymous unknown this that these what why how when where who here our your their its it is "
    "are was were we you they he she not than here's the yes of for from "
    "at on but with written january february march july september october "
    "november december monday tuesday wednesday thursday friday saturday sunday feb mar apr "
    "jun jul aug sept oct nov dec teilen drucken kommentare kommentar mehr anmelden lesen "
    "partager imprimer commentaires compartir comentarios imprimir condividi commenti leggi "
    "ansicht newsletters opinion politics sports sport business technology health news world "
    "science culture lifestyle entertainment travel press releases release uhr redaktion "
    "member members premium moderator website "
    "veröffentlicht publicado publié mis aktualisiert stand online reviews review verified follow"
)
"""Words that stand in no one's name, or in hardly any: of menus, of dates, of sentences."""

NO_IDEOGRAPHS: Final = (
    "时间 時間 日期 关注 關注 本报 本報 本社 本刊 本网 本站 新华社 新華社 总台 央视 网友 記者 "
    "记者 编辑 編輯 来源 來源 作者 责编 登录 登錄 注册 註冊 会員登録 新規登録 更新 发布 發布 "
    "发表 發表 评论 評論 字号 分享 首页 更多 全部 推荐 訂閱 订阅 关于 未知 不详 佚名 匿名 "
    "管理员 原创 转载 综合 通讯员 로그인 회원가입 기자 입력 수정 댓글 공유 구독"
)
"""Words in ideographs or hangul that stand where names do, and are none."""

NOBODY: Final = (
    "admin administrator webmaster user guest anonymous unknown root wpadmin wp-admin author "
    "siteadmin site-admin default test"
)
"""Accounts by which sites publish, which are nobody."""

CLASSES: Final = (
    "author authors byline bylines writer writers autor autoren autorin auteur autore autori "
    "authorname authorlink reporter journalist columnist contributor contributors postedby "
    "writtenby redakteur verfasser skribent penulis yazar muhabir kirjoittaja avtor byl "
    "username poster createdby submitter postauthor entryauthor articleauthor"
)
"""Words of class names and ids of what holds the names."""

CHANGED: Final = """
    aktualisiert aktualisierung änderung änderungen actualisé actualización actualizado aggiornato
    aggiornamento atualizado atualização bijgewerkt aktualizacja zaktualizowano uppdaterad opdateret
    oppdatert обновлено оновлено güncelleme 更新 更新日 最終更新日
"""
"""Words beside the day of a change, those that comments have as well apart."""
