"""Words of the interface, by language; what is not said here is said in English."""

from __future__ import annotations

_KEYS = (
    "topics replies views last author forum posts login register search help next prev by"
    " new statistics online members moderator page pinned password username home answers today"
    " cart reviews"
).split()

_WORDS = {
    "en": """
        Topics Replies Views Last_post Author Forum Posts Log_in Register Search FAQ Next
        Previous by New_topic Statistics Who_is_online Members Moderator Page Pinned Password
        Username Home answers Today Add_to_cart Reviews
    """,
    "de": """
        Themen Antworten Zugriffe Letzter_Beitrag Autor Forum Beiträge Anmelden Registrieren
        Suche FAQ Nächste Vorherige von Neues_Thema Statistik Wer_ist_online? Mitglieder
        Moderator Seite Angepinnt Passwort Benutzername Startseite Antworten Heute
        In_den_Warenkorb Bewertungen
    """,
    "fr": """
        Sujets Réponses Vus Dernier_message Auteur Forum Messages Connexion Inscription
        Rechercher FAQ Suivante Précédente par Nouveau_sujet Statistiques Qui_est_en_ligne
        Membres Modérateur Page Épinglé Mot_de_passe Identifiant Accueil réponses Aujourd'hui
        Ajouter_au_panier avis
    """,
    "es": """
        Temas Respuestas Vistas Último_mensaje Autor Foro Mensajes Identificarse Registrarse
        Buscar Ayuda Siguiente Anterior por Nuevo_tema Estadísticas ¿Quién_está_conectado?
        Miembros Moderador Página Fijado Contraseña Usuario Inicio respuestas Hoy
        Añadir_al_carrito opiniones
    """,
    "ru": """
        Темы Ответы Просмотры Последнее_сообщение Автор Форум Сообщения Вход Регистрация Поиск
        FAQ След. Пред. от Новая_тема Статистика Кто_сейчас_на_форуме Участники Модератор
        Страница Закреплено Пароль Имя Главная ответов Сегодня В_корзину отзывов
    """,
    "zh": """
        主题 回复 查看 最后发表 作者 论坛 帖数 登录 注册 搜索 帮助 下一页 上一页 by
        发新帖 统计 在线会员 会员 版主 页 置顶 密码 用户名 首页 个回答 今日 加入购物车
        条评价
    """,
    "ja": """
        トピック 返信 閲覧 最新の投稿 投稿者 フォーラム 投稿 ログイン 登録 検索 ヘルプ
        次へ 前へ by 新規投稿 統計 オンライン メンバー モデレーター ページ 固定
        パスワード ユーザー名 ホーム 件の回答 今日 カートに入れる レビュー
    """,
}


def label(language: str, key: str) -> str:
    """A word or two of the interface."""
    written = _WORDS.get(language, _WORDS["en"]).split()
    return written[_KEYS.index(key)].replace("_", " ")
