"""The pictures of goods: large and small ones, to zoom, loaded late, with others beside them."""

from __future__ import annotations

from dataclasses import dataclass

from training.comment_pages.comment import Talk
from training.detail_pages.marks import marked
from training.detail_pages.shops.goods import Goods
from training.record_pages.markup import Child, Node, plain

EMPTY = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


@dataclass(frozen=True)
class Gallery:
    """The element with the pictures, and all addresses of the main one."""

    node: Node
    addresses: tuple[str, ...]


def _sizes(talk: Talk, stem: str) -> tuple[str, str, str]:
    """Addresses of a small, a usual and a large picture."""
    own = talk.design.at("sizes")
    end = own.pick("ending", ("jpg", "jpg", "jpg", "webp", "png", "jpeg"))
    form = own.pick("form", ("same", "suffix", "folder", "query"))
    known = {
        "same": (f"{stem}.{end}",) * 3,
        "suffix": (f"{stem}_80x80.{end}", f"{stem}_600x600.{end}", f"{stem}_1500x1500.{end}"),
        "folder": (f"/s{stem}.{end}", f"/m{stem}.{end}", f"/l{stem}.{end}"),
        "query": (f"{stem}.{end}?w=80", f"{stem}.{end}?w=640", f"{stem}.{end}?w=1600"),
    }
    small, usual, large = known[form]
    return small, usual, large


def gallery(talk: Talk, goods: Goods) -> Gallery:
    """The pictures of the goods."""
    own = talk.design.at("gallery")
    small, usual, large = _sizes(talk, goods.pictures[0])
    alt = goods.thing.name if own.chance("alt", 0.75) else ""
    picture = plain("img", src=usual, alt=alt)
    known = [usual]
    form = own.pick("form", ("plain",) * 6 + ("lazy", "lazy", "srcset", "zoom data"))
    if form == "lazy" and not own.old:
        source = own.pick("placeholder", (EMPTY, "/i/blank.gif", "/i/loading.svg"))
        picture = plain("img", src=source, data_src=usual, alt=alt)
    elif form == "srcset" and not own.old:
        picture.attributes["srcset"] = f"{usual} 1x, {large} 2x"
    elif form == "zoom data":
        picture.attributes["data-zoom-image"] = large
    if own.chance("sized", 0.4):
        picture.attributes.update(width="500", height="500")
    if own.chance("named", 0.3):
        picture.attributes["id"] = own.pick("id", ("main-image", "mainImage", "zoom", "img01"))
    main: Node = marked(picture, "image")
    if form != "plain" or own.chance("linked", 0.5):
        if large not in known:
            known.append(large)
        main = plain("a", main, href=large) if own.chance("linked", 0.5) else main
    if not own.old and own.chance("figure", 0.3):
        main = plain("figure", main)
    thumbs: list[Child] = []
    first = 0 if own.chance("main again", 0.6) else 1
    if len(goods.pictures) > 1:
        for stem in goods.pictures[first:]:
            tiny, _, big = _sizes(talk, stem)
            image = plain("img", src=tiny, alt="", width="80")
            thumbs.append(plain("a", image, href=big) if own.chance("links", 0.6) else image)
        if first == 0 and small not in known:
            known.append(small)
    box: list[Child] = [own.element("div", "image", main)]
    if thumbs and own.chance("listed", 0.6) and not own.old:
        box.append(own.element("ul", "thumbs", *(plain("li", one) for one in thumbs)))
    elif thumbs:
        place = 0 if own.chance("thumbs first", 0.25) else 1
        box.insert(place, own.element("div", "thumbs", *thumbs))
    if own.chance("badge", 0.15):
        sticker = plain("img", src="/i/badge-new.png", alt=talk.writer.words(1, 2))
        box.insert(0, own.element("span", "badge", sticker))
    return Gallery(own.element("div", "gallery", *box), tuple(known))
