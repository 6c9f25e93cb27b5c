"""Sounds and little words of many languages: enough for text that looks like text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """What words are made of. ``syllables`` are joined to words, ``little`` stand between them."""

    code: str
    syllables: tuple[str, ...]
    little: tuple[str, ...]
    labels: tuple[str, ...]
    space: str = " "
    stop: str = ". "


LABELS = (
    "home about contact search login register help news products services more previous next price"
    " buy by date category filter sort all related comments share terms privacy details new sale"
    " reply available delivery newsletter results in"
).split()
"""What a label is asked for by; each language has its words in this order, or makes words up."""


def _labels(text: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in text.split())


def _language(code: str, syllables: str, little: str, labels: str = "") -> Language:
    return Language(code, tuple(syllables.split()), tuple(little.split()), _labels(labels))


def _ideographs(code: str, signs: str, little: str, labels: str = "") -> Language:
    return Language(code, tuple(signs), tuple(little), _labels(labels), space="", stop="。")


ENGLISH = _language(
    "en",
    "ab ac ad al am an ar as ath ber bel bin bo bri ca car chi"
    " cla con cor dan del der dis do ed el en"
    " er es ex fa fer fin for ga gen gra ha har hin hol im in ing"
    " is ist ja ka ken la lan ler lin lo ly"
    " ma men mer mi mor na ness no nor of on or os pa per pho"
    " pla pre qui ra ren ri ro sa sha sel sim"
    " sta ster sul ta ter tin tion tra um un va ver vi wa wes win wor ye zen",
    "the a of and to in for is on with that by this from are as at an or it was be which your",
    "Home About_us Contact Search Log_in Register Help News"
    " Products Services More Previous Next Price"
    " Add_to_cart by Date Category Filter Sort_by All Related"
    " Comments Share Terms Privacy Details New"
    " Sale Reply In_stock Free_delivery Newsletter results in",
)

LANGUAGES = (
    ENGLISH,
    ENGLISH,
    ENGLISH,
    ENGLISH,
    _language(
        "de",
        "ab an auf aus bach bar berg brück bür dorf ein er feld ge gen gut haft hand haus heim heit"
        " herr holz kauf keit kel kraft kunst land lich ling mann"
        " markt meis mit mut nach ord rad reich"
        " rück schaft schrei schul stadt stein tag teil tig tür"
        " über ung ver vor wald weg wer werk wirt"
        " zeit zeug zu",
        "der die das und in von zu mit ist für auf den ein eine im nicht auch als bei aus sich",
        "Startseite Über_uns Kontakt Suche Anmelden Registrieren"
        " Hilfe Aktuelles Produkte Leistungen"
        " Mehr Zurück Weiter Preis In_den_Warenkorb von Datum Kategorie Filter Sortieren_nach Alle"
        " Ähnliche Kommentare Teilen AGB Datenschutz Details Neu"
        " Angebot Antworten Auf_Lager Versand"
        " Newsletter Ergebnisse in",
    ),
    _language(
        "fr",
        "ac ai amb ance ar au beau ble bon bou cha chan char ci"
        " com con cou dé dou eau é em en eur ex"
        " fe fi fran ge gne gran ier in jar jeu join la lai le"
        " leur lo ma main man mé ment mi mon mou"
        " né no oi on ou pa per plai pré quet ra ré ri roi ron sé"
        " si son tai té teur ti ton tra vi voi",
        "le la les de des du et à un une pour dans sur avec est que qui par au en ce plus",
        "Accueil À_propos Contact Recherche Connexion S'inscrire"
        " Aide Actualités Produits Services Plus"
        " Précédent Suivant Prix Ajouter par Date Catégorie Filtrer"
        " Trier Tous Similaires Commentaires"
        " Partager Conditions Confidentialité Détails Nouveau Promo Répondre En_stock Livraison"
        " Infolettre résultats dans",
    ),
    _language(
        "es",
        "a al an ar ba bal bre ca car ción co con cu da de des di"
        " do e el en es fi ga gra gua ha i ja"
        " jo la le lla lo lu ma mar men mi mo na ñe no o pa per pla"
        " po qui ra re ri ro sa sal se si sol"
        " ta te ti to tra u va ver vi za",
        "el la los las de del y a en un una para con que por es se su al como más",
        "Inicio Nosotros Contacto Buscar Entrar Registro Ayuda"
        " Noticias Productos Servicios Más Anterior"
        " Siguiente Precio Añadir por Fecha Categoría Filtrar"
        " Ordenar Todos Relacionados Comentarios"
        " Compartir Términos Privacidad Detalles Nuevo Oferta Responder Disponible Envío Boletín"
        " resultados en",
    ),
    _ideographs(
        "zh",
        "的一是不了人在有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多"
        "天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但"
        "身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四"
        "第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通",
        "的了在和是与为及等对",
        "首页 关于我们 联系方式 搜索 登录 注册 帮助 新闻 产品 服务"
        " 更多 上一页 下一页 价格 加入购物车 作者"
        " 日期 分类 筛选 排序 全部 相关 评论 分享 条款 隐私 详情"
        " 新品 促销 回复 有货 包邮 订阅 结果 在",
    ),
    _ideographs(
        "zh",
        "产品价格城市酒店公司服务工程师北京上海广州深圳技术管理经理设计开发销售市场电子商务手机电脑数码家居服装美食旅游"
        "汽车房产招聘教育培训医疗健康体育娱乐音乐电影图书文化艺术历史科学研究报告数据分析系统网络安全软件硬件智能家庭",
        "的与和之及",
        "首页 关于 联系 查询 登入 注册 客服 资讯 商品 服务 查看更多"
        " 上页 下页 售价 立即购买 发布者 时间"
        " 类别 筛选 默认排序 不限 推荐 留言 转发 协议 隐私 详细 新 特价 回帖 现货 快递 订阅 条 于",
    ),
    _ideographs(
        "ja",
        "あいうえおかきくけこさしすせそたちつてとなにのはひふへほまみむめもやゆよらりるれろわをんアイウエオカキクケコ"
        "サシスセソタチツテトナニノハヒフヘホマミムメモラリルレロン日本東京大学生会社電車時間新年月火水木金土人気店",
        "のにはをがとで",
        "ホーム 会社概要 お問合せ 検索 ログイン 登録 ヘルプ ニュース"
        " 商品 サービス もっと見る 前へ 次へ 価格"
        " カートに入れる 著者 日付 カテゴリ 絞り込み 並び替え すべて"
        " 関連 コメント 共有 規約 個人情報 詳細"
        " 新着 セール 返信 在庫あり 送料無料 メルマガ 件 で",
    ),
    _language(
        "ru",
        "а бе бо ва ве во го да де до ен ер за и ка ки ко ла ле"
        " ли ло ма ме ми на не ни но об ов ост"
        " па пе по пра пре про ра ре ри ро са се ско ста сть та те"
        " ти то тра у ун хо ци че ша ще ый ять",
        "и в на с по для из от не что это как к за о при или до",
    ),
    _language(
        "pt",
        "a ão ar ba bel bra ca ção co da de des do em en es fa fi"
        " ga gra i la li lo lu ma men mi mo na"
        " nha no o pa per po qua ra re ri ro sa se ta te ti to tra u va ver vi",
        "o a os as de do da e em um uma para com que por no na se",
    ),
    _language(
        "it",
        "a al an ba bel bre ca ce chi ci co da de di do e fa fi fio"
        " ga gi gra i la le li lo ma me mi mo"
        " na ne ni no o pa pe per pi po ra re ri ro sa se si so ta te ti to tra u va ve vi zio",
        "il la i le di del e a in un una per con che da non si su",
    ),
    _language(
        "pl",
        "a bia bro cho chy cie czy da do dzie e gło gra i ja ka"
        " kie ko kra la ło ma mie mo na nie no o"
        " po pra prze przy ra ro rze sta ści ska szy ta to tra u wa wie wy za zie żo",
        "i w na z do o dla od nie się jest po za przez",
    ),
    _language(
        "ko",
        "가 강 고 공 구 국 기 김 나 남 다 대 도 동 라 로 리 마 명 모 무 문"
        " 미 민 바 방 보 부 북 사 산 상 서 선 성 소 수"
        " 시 신 아 안 양 어 연 영 오 우 원 유 은 이 인 일 자 장 전 정 제"
        " 조 주 지 진 천 청 초 통 하 한 해 현 호 화",
        "의 에 를 은 는 이 가 과 및 더",
    ),
    _language(
        "ar",
        "ال با بر تا تر جا حر خا در را رح سا سل شر صا ضر طا عر غا فا"
        " قر كا كت لا ما مد من نا نو ها وا يا ير",
        "في من على إلى عن مع أن هذا التي",
    ),
)
