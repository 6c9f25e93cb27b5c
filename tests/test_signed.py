"""The signed comments of talk pages, in the forms of several languages; none in other lists."""

from __future__ import annotations

import pytest

from scrapy_treesim import Page, comments, roles
from scrapy_treesim.comments.signed import signed_posts

ASKED = "The article says two sisters, but the book that it names has three. Which one is it?"
ANSWER = "The third joined two years later, as page 14 tells. I would leave it as it is."
THANKS = "Thank you, so be it. I have put it into the article, with the page."
SIGNED = (
    "<a href='/wiki/{user}:{name}'>{name}</a> (<a href='/wiki/{talk}:{name}'>{word}</a>) {time}"
)
FORMS = {
    "en": ("User", "User_talk", "talk", "14:02, 3 March 2024 (UTC)"),
    "de": ("Benutzer", "Benutzer_Diskussion", "Diskussion", "14:02, 3. Mär. 2024 (CET)"),
    "fr": ("Utilisateur", "Discussion_utilisateur", "discuter", "3 mars 2024 à 14:02 (CET)"),
    "es": ("Usuario", "Usuario_discusión", "discusión", "14:02 3 mar 2024 (UTC)"),
    "ru": ("Участник", "Обсуждение_участника", "обс.", "14:02, 3 марта 2024 (UTC)"),
    "ja": ("利用者", "利用者‐会話", "会話", "2024年3月3日 (日) 14:02 (UTC)"),
}


def talk_page(language: str, first: str, second: str = "Tidewise") -> Page:
    user, talk, word, time = FORMS[language]
    sign = [
        SIGNED.format(user=user, talk=talk, word=word, time=time, name=name)
        for name in (first, second)
    ]
    return Page(
        f"<html lang={language}><title>Marl Pumps</title><body><h1>Marl Pumps</h1>"
        f"<div><h2>Founders</h2><p>{ASKED} {sign[0]}</p>"
        f"<dl><dd>{ANSWER} {sign[1]}<dl><dd>{THANKS} {sign[0]}</dd></dl></dd></dl>"
        "</div>",
        url="https://wiki.example/wiki/Talk:Marl_Pumps",
    )


@pytest.mark.parametrize("language", FORMS)
def test_comments_end_with_their_author_and_time(language: str) -> None:
    first, second, third = comments(talk_page(language, "Brightrope"))

    assert [post.author for post in (first, second, third)] == [
        "Brightrope",
        "Tidewise",
        "Brightrope",
    ]
    assert all((post.date or "").startswith("2024-03-03T14:02") for post in (first, second, third))
    assert [post.text for post in (first, second, third)] == [ASKED, ANSWER, THANKS]
    assert (first.parent, second.parent, third.parent) == (None, 0, 1)


def test_the_text_of_a_talk_page_is_no_article() -> None:
    assert not roles(talk_page("en", "Brightrope")).article.is_main


@pytest.mark.parametrize("language", FORMS)
def test_signed_comments_are_no_article(language: str) -> None:
    found = roles(talk_page(language, "Brightrope"))

    assert (found.article.role, found.comments.role) == ("secondary", "main")


def test_lines_of_a_list_with_a_time_are_not_signed() -> None:
    items = "".join(
        f"<li>{ASKED} <a href=/stories/{number}>Pumps</a> 14:02, {number} March 2024 (UTC)</li>"
        for number in range(3, 9)
    )
    assert signed_posts(Page(f"<h1>Marl Pumps</h1><ul>{items}</ul>")) == []
