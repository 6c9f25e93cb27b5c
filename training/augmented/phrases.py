"""Words of read-also lines and of notes on cookies, by language."""

from __future__ import annotations

from typing import Final

READ_ALSO: Final[dict[str, tuple[str, ...]]] = {
    "en": ("Read also:", "READ MORE:", "See also:", "Read next:", "More on this:", "Don't miss:"),
    "de": ("Lesen Sie auch:", "Mehr zum Thema:", "Auch interessant:", "LESEN SIE MEHR:"),
    "fr": ("Lire aussi :", "À lire aussi :", "Voir aussi :", "Pour aller plus loin :"),
    "es": ("Lea también:", "Leer más:", "Te puede interesar:", "Ver también:"),
    "it": ("Leggi anche:", "Vedi anche:", "Per approfondire:"),
    "pt": ("Leia também:", "Leia mais:", "Veja também:"),
    "nl": ("Lees ook:", "Lees meer:", "Zie ook:"),
    "pl": ("Czytaj też:", "Zobacz też:", "Przeczytaj także:"),
    "ru": ("Читайте также:", "Читать далее:", "По теме:"),
    "uk": ("Читайте також:", "Дивіться також:"),
    "tr": ("Ayrıca okuyun:", "İlgili haber:"),
    "sv": ("Läs även:", "Läs mer:", "Läs också:"),
    "da": ("Læs også:", "Læs mere:"),
    "nb": ("Les også:", "Les mer:"),
    "no": ("Les også:", "Les mer:"),
    "fi": ("Lue myös:", "Lue lisää:"),
    "el": ("Διαβάστε επίσης:", "Δείτε επίσης:"),
    "zh": ("相关阅读：", "延伸阅读：", "更多阅读：", "推荐阅读："),
    "ja": ("関連記事：", "あわせて読みたい：", "こちらもどうぞ："),
    "ko": ("관련 기사:", "함께 읽기:", "더 보기:"),
    "ar": ("اقرأ أيضا:", "شاهد أيضا:"),
}
"""What stands before a link to another page."""

CONSENT: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        "We and our partners keep small files on your device and read information from it.",
        "This site uses cookies to make it work, to measure visits and to show fitting adverts.",
        "You can agree to all purposes, refuse them, or choose each of them in the settings.",
        "Your choice is kept for twelve months and can be changed at the foot of every page.",
        "Some partners process your data because of a legitimate interest; you may object to it.",
        "Necessary cookies are always on, for without them the pages cannot be delivered safely.",
        "Statistics help us understand how visitors move through the site, without their names.",
        "Read our privacy policy to learn which data is kept, for how long and by whom.",
    ),
    "de": (
        "Wir und unsere Partner speichern Informationen auf Ihrem Gerät und rufen sie dort ab.",
        "Diese Seite verwendet Cookies, um Besuche zu messen und passende Werbung zu zeigen.",
        "Sie können allem zustimmen, alles ablehnen oder jeden Zweck einzeln auswählen.",
        "Ihre Auswahl gilt zwölf Monate lang und lässt sich jederzeit unten auf der Seite ändern.",
        "Notwendige Cookies sind immer an, denn ohne sie funktioniert diese Seite nicht.",
        "Mehr darüber, welche Daten wir wie lange behalten, steht in unserer Erklärung dazu.",
    ),
    "fr": (
        "Nous et nos partenaires enregistrons des informations sur votre appareil et y accédons.",
        "Ce site utilise des cookies pour mesurer son audience et adapter les annonces.",
        "Vous pouvez tout accepter, tout refuser ou choisir chaque finalité dans les réglages.",
        "Votre choix est conservé douze mois et peut être modifié en bas de chaque page.",
        "Les cookies nécessaires restent actifs, car le site ne fonctionne pas sans eux.",
    ),
    "es": (
        "Nosotros y nuestros socios guardamos información en su dispositivo y accedemos a ella.",
        "Este sitio usa cookies para medir las visitas y mostrar anuncios adecuados.",
        "Puede aceptarlo todo, rechazarlo todo o elegir cada finalidad en los ajustes.",
        "Su elección se conserva doce meses y se puede cambiar al pie de cada página.",
        "Las cookies necesarias siempre están activas, pues sin ellas el sitio no funciona.",
    ),
    "ru": (
        "Мы и наши партнёры сохраняем данные на вашем устройстве и читаем их оттуда.",
        "Этот сайт использует файлы cookie, чтобы считать посещения и показывать рекламу.",
        "Вы можете принять всё, отказаться от всего или выбрать каждую цель в настройках.",
        "Ваш выбор хранится двенадцать месяцев, его можно изменить внизу любой страницы.",
    ),
    "zh": (
        "我们和合作伙伴会在您的设备上保存少量信息并读取这些信息。",
        "本网站使用 Cookie 来统计访问情况，并显示合适的广告。",
        "您可以全部同意、全部拒绝，或者在设置中逐项选择。",
        "您的选择会保存十二个月，可以随时在页面底部更改。",
    ),
    "ja": (
        "当社と提携先は、お使いの端末に情報を保存し、それを読み取ります。",
        "このサイトは、訪問の計測と広告の表示のためにクッキーを使います。",
        "すべてに同意することも、拒否することも、設定で一つずつ選ぶこともできます。",
        "選択は十二か月保存され、ページの下からいつでも変更できます。",
    ),
}
"""Sentences on cookies."""

CONSENT_BUTTONS: Final[dict[str, tuple[str, ...]]] = {
    "en": ("Accept all", "Reject all", "Settings"),
    "de": ("Alle akzeptieren", "Ablehnen", "Einstellungen"),
    "fr": ("Tout accepter", "Tout refuser", "Réglages"),
    "es": ("Aceptar todo", "Rechazar todo", "Ajustes"),
    "ru": ("Принять всё", "Отказаться", "Настройки"),
    "zh": ("全部接受", "拒绝", "设置"),
    "ja": ("すべて許可", "拒否する", "設定"),
}
"""What the buttons of such a note say."""
