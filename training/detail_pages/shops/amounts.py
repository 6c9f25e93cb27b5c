"""Amounts as shops write them: where the currency stands, how cents and thousands look."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages.naming import SiteDesign
from training.comment_pages.speaker import Speaker
from training.detail_pages.marks import marked
from training.detail_pages.money import MoneyForm, money_form
from training.record_pages.markup import Child, Node, plain

BARE = "{amount}"
"""The form of amounts that do not name their currency."""


def shop_money(design: SiteDesign, writer: Speaker) -> MoneyForm:
    """How this shop writes amounts."""
    own, money = design.at("shop money"), money_form(design, writer)
    if money.currency == "CHF":
        money = replace(money, group="'", point=".")
    form = own.pick("form", ("usual",) * 17 + ("bare", "code before", "code after", "code after"))
    known = {"bare": BARE, "code before": "{code} {amount}", "code after": "{amount} {code}"}
    return replace(money, form=known.get(form, money.form))


def _cut(money: MoneyForm, digits: str) -> tuple[str, str]:
    """The digits before the cents, and the cents."""
    if money.cents == "never" or len(digits) < 4 or digits[-3] != money.point:
        return digits, ""
    return digits[:-3], digits[-2:]


def amount_of(own: SiteDesign, money: MoneyForm, value: float, name: str = "") -> Node:
    """An element that shows an amount: whole, or in parts; marked as a field if it has a name."""
    digits = money.amount(value)
    text = money.show(value)
    before, _, after = text.partition(digits)
    whole, cents = _cut(money, digits)
    form = own.pick("form", ("whole",) * 9 + ("apart", "apart", "sup", "spans", "dash", "hidden"))
    inner: list[Child] = [text]
    if form == "apart":
        inner = [
            plain("span", one) if one.strip() and one != digits else one
            for one in (before, digits, after)
            if one
        ]
    elif form in ("sup", "spans") and cents:
        tag = "sup" if form == "sup" else "span"
        pointed = [money.point] if own.chance("pointed", 0.3) else []
        part = own.element(tag, "cents fraction decimal", cents)
        inner = [before, own.element("span", "whole integer int", whole), *pointed, part, after]
    elif form == "dash" and not cents and money.cents != "never":
        inner = [before, f"{whole},-", after]
    elif form == "hidden" and name == "price":
        spoken = own.element("span", "offscreen sr-only visually-hidden", text)
        seen = plain("span", before, whole, money.point if cents else "", cents, after)
        seen.attributes["aria-hidden"] = "true"
        inner = [seen] if own.chance("spoken alone", 0.3) else [spoken, seen]
    if own.chance("held twice", 0.25):
        inner = [plain(own.pick("inner tag", ("bdi", "span")), *inner)]
    tag = own.pick("tag", ("span", "span", "span", "b", "div", "strong", "ins"))
    role = "price amount money value" if own.chance("classed", 0.6) else ""
    node = own.element(tag, role, *inner) if role else plain(tag, *inner)
    if own.chance("data", 0.08):
        node.attributes["data-price"] = money.exact(value)
    return marked(node, name) if name else node
