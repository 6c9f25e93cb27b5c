"""Lists that are not of records alone: rows of threads and files, archives, shelves, registers.

Some are built just as comments are, or read like an article's sections, and are lists nevertheless.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from training.pages.articles import listed_entry
from training.pages.comments import Comment
from training.pages.discussions import Middle, hang
from training.pages.frame import ABOVE, BELOW, some_parts
from training.pages.markup import Child, Node, plain
from training.pages.offers import facts_as
from training.pages.parts import PARTS, described, made, part, read
from training.pages.regions import further_count, further_region, main_region
from training.pages.site import Site
from training.pages.things import new_thing
from training.pages.words import Page

COUNTS = (4, 5, 8, 10, 12, 15, 20, 25, 30, 50)
ARCHIVES = (1, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8, 10, 10, 12, 15, 20)
"""Numbers of entries of an archive: some hold just one."""
AS_COMMENTS = {"posts": 0.3, "results": 0.3, "threads": 0.2, "questions": 0.2}
"""The share of sites on which such rows are built as comments are."""
LISTS = {
    "shop": "records records row.products row.results shelf shelf shelf shelf",
    "portal": "records records row.jobs row.events row.firms row.results shelf shelf shelf",
    "reference": "records records figures figures alphabet directory shelf shelf",
    "directory": "records directory directory alphabet row.firms row.downloads row.members shelf",
    "news": "front front archive archive row.front posts row.videos row.results gallery",
    "magazine": "front archive archive posts row.results gallery",
    "blog": "archive archive archive archive archive posts posts months row.archive row.results",
    "manual": "site_contents site_contents help_cards row.results row.downloads row.commits"
    " alphabet",
    "encyclopedia": "alphabet site_contents row.archive row.results gallery figures",
    "firm": "archive posts row.jobs row.events row.downloads help_cards records",
    "forum": "row.threads row.threads row.threads row.forums row.members",
    "questions": "row.questions row.questions row.questions row.members row.results tagged",
    "network": "posts row.members row.threads row.videos gallery",
    "society": "archive row.events gallery mails row.archive figures shelf site_contents"
    " row.ticker",
    "none": "posts row.jobs row.events row.videos row.downloads row.commits mails gallery archive"
    " row.timeline row.ticker row.results row.products row.questions row.threads changelog"
    " row.frequent row.people press row.episodes row.firms row.quotations front figures records",
}
"""Lists of each kind of site, as often as they come up."""
REGISTERS = 0.12
"""The share of lists that are registers of documents, on sites of all trades."""


def _headed(page: Page, content: list[Child]) -> list[Child]:
    return [*described(page.at("headed"), "h1|h1|h1|h2|b{$topic}?85"), *content]


# Rows, a field after another.


def _fields_of(name: str) -> list[tuple[str, float, str]]:
    """The fields of a row: role, share of sites, and what each shows."""
    out: list[tuple[str, float, str]] = []
    for text in PARTS[name].split(";;"):
        role, _, shown = text.strip().partition(" ")
        role, _, share = role.partition("?")
        out.append((role, int(share or 100) / 100, shown))
    return out


def rows(page: Page, name: str, count: int) -> list[Child]:
    """Rows in one of the forms that sites give them."""
    own = page.at(name)
    design = own.design
    known = _fields_of(name)
    fields = [one for place, one in enumerate(known) if design.chance(f"field {place}", one[1])]
    if design.chance("other order", 0.25):
        fields = design.some("order", fields, len(fields))
    new = "li li div div div article tr a flat dl".split()
    form = design.pick("form", "tr tr tr tr table p li flat".split() if design.old else new)
    out: list[Child] = []
    for _ in range(count):
        cells = [
            (role, made(own.at(f"{place}"), read(text), {}))
            for place, (role, _, text) in enumerate(fields)
        ]
        out.extend(_row(own, cells, form))
    if form in ("flat",):
        return out
    if form == "tr" and design.chance("names", 0.5):
        names = design.some("columns", own.writer.tongue.all("threads"), len(fields))
        out.insert(0, plain("tr", *(plain("th", one) for one in names)))
    outer = {"li": "ul", "tr": "table", "dl": "dl"}.get(form, "div")
    return [design.element(outer, "records", *out)]


def _row(own: Page, cells: Sequence[tuple[str, list[Child]]], form: str) -> list[Child]:
    design = own.design
    if form == "tr":
        return [design.element("tr", "record", *(design.element("td", a, *b) for a, b in cells))]
    if form == "table":
        return [plain("table", *(plain("tr", plain("td", *b)) for _, b in cells), width="100%")]
    if form == "dl":
        (_, first), *rest = cells
        return [plain("dt", *first), *(plain("dd", *b) for _, b in rest)]
    if form == "flat":
        tag = design.pick("first flat", ("h3", "h2", "p", "h4"))
        out: list[Child] = [plain(tag if n == 0 else "p", *b) for n, (_, b) in enumerate(cells)]
        return [*out, plain("hr")] if design.chance("flat rule", 0.4) else out
    parts: list[Child] = []
    for place, (role, inner) in enumerate(cells):
        tag = design.pick(f"tag {place}", ("div", "span", "p", "div", "span", "bare"))
        if tag == "bare" or form == "p":
            parts.extend((*inner, " "))
        else:
            parts.append(design.element(tag, role, *inner))
    if form == "div" and design.chance("halves", 0.4) and len(parts) > 2:
        half = len(parts) // 2
        left, right = design.element("div", "left", *parts[:half]), parts[half:]
        parts = [left, design.element("div", "right", *right)]
    return [design.element("div" if form == "a" else form, "record", *parts)]


def as_comments(page: Page, count: int) -> list[Child]:
    """Rows built just as comments are: title, author, date, text, what to do next."""
    own, writer = page.as_kind("rows"), page.writer
    design, rows_ = own.design, list[Comment]()
    named, dated = design.chance("rows named", 0.7), design.chance("rows dated", 0.9)
    one, alone = writer.name(), design.chance("one author", 0.4)
    for place in range(count):
        row = Comment("row", place, 0, None, writer.moment())
        row.title, row.identity = writer.title(), 100 + place * 7
        row.author = (one if alone else writer.name()) if named else None
        row.date = own.date() if dated else None
        row.body = described(
            own.at("row text"), "[2:{$t1-2} / p{$t1-3} / p{$t1-2…} / p*1-4{$t1-4}]"
        )
        row.likes = writer.draw.choice((0, 0, 1, 2, 5, 12, 80))
        rows_.append(row)
    return hang(own, rows_)


# Archives, fronts, shelves, registers.


def archive(
    page: Page, trade: str, forms: str = "full full full excerpt excerpt line"
) -> list[Child]:
    """Entries built as their own pages are, one below the other, many or just one."""
    own, writer = page.design.at("archive"), page.writer
    form = own.pick("form", forms.split())
    count = writer.draw.choice(ARCHIVES)
    count = min(count, 8) if form == "full" else count
    entries: list[Child] = []
    for _ in range(count):
        entries.extend(listed_entry(replace(page, title=writer.headline()), trade, form))
        if own.chance("ruled", 0.15):
            entries.append(plain("hr"))
    if own.chance("boxed", 0.5):
        entries = [own.element("div", "records list posts", *entries)]
    pages = part(page, "pager") if count > 3 and own.chance("pages", 0.8) else []
    return [*entries, *pages]


FRONT = (
    "div.lead?75 > (a > img + h2 > a{$title} + p{$t1-3} + h3*0-4 > a{$title}) +"
    " ([section|div.section > (h2|h2|h3|div > a{$w1-2} + div.teaser*3-9 > @teaser_in)"
    " / section.section > (h2 > a{$w1-2} + ul > li*3-9 > (a{$title} + p{$t1-1}?60))]"
    " + @banner?15)*2-7"
)


def _shelf(page: Page, site: Site) -> list[Child]:
    """The site's things in tiles, rows or lines: a few, a department, or just one."""
    own, writer = page.at("shelf"), page.writer
    design, draw = own.design, writer.draw
    tag = design.pick("tag", ("li", "li", "div", "div", "article", "tr"))
    facts, named = (
        design.number("facts", 0, 4),
        design.pick("name", ("h2", "h3", "h3", "h4", "div")),
    )
    tiles: list[Node] = []
    for _ in range(draw.choice((1, 2, 3, 4, 6, 8, 9, 12, 12, 16, 20, 24, 36))):
        thing = new_thing(page, site.things)
        link = plain("a", thing.name, href=writer.address())
        inner: list[Child] = [design.element(named, "title", link)]
        if design.chance("pictured", 0.75):
            image = plain("img", src=f"{thing.pictures[0]}.jpg", alt=thing.name)
            inner.insert(0, plain("a", image, href=writer.address()))
        if facts and design.chance("labelled", 0.4):
            inner.append(facts_as(own.at("facts"), thing.facts[:facts]))
        inner.extend(plain("span", fact.value) for fact in thing.facts[: facts // 2])
        if thing.rating is not None:
            inner.append(
                design.element("span", "rating", "★" * round(thing.rating), f" ({thing.votes})")
            )
        if thing.amount is not None:
            inner.append(design.element("div", "price", thing.money.show(thing.amount)))
        inner.extend(described(own.at("told"), "p{$t1-2}?35 + button.button?45{$:more}"))
        cells = [plain("td", one) for one in inner] if tag == "tr" else inner
        tiles.append(design.element(tag, "teaser", *cells))
    outer = {"li": "ul", "tr": "table"}.get(tag, "div")
    grid = design.wrapped("grid", 2, design.element(outer, "records tiles products", *tiles))
    if design.chance("facets", 0.35) and not design.old:
        listed = design.element("div", "list", *grid)
        grid = [design.element("div", "columns", *part(own, "facets"), listed)]
    above = some_parts(own, "above", "toolbar prose toolbar category_tiles chips", 0, 2)
    return [*above, *grid, *some_parts(own, "below", "pager prose pager promises", 0, 2)]


def _records(page: Page) -> list[Child]:
    """Records of any shape, with what stands at the ends of lists."""
    own = page.at("records")
    main = main_region(own).content
    if own.design.chance("beside", 0.3) and not own.design.old:
        listed = own.design.element("div", "list", *main)
        main = [own.design.element("div", "columns", *part(own, "facets"), listed)]
    out = [*some_parts(own, "above", ABOVE, 0, 3), *main]
    for place in range(min(2, further_count(own.design))):
        out.append(plain("h2", page.writer.words(1, 3)))
        out.extend(further_region(own, place).content)
    return [*out, *some_parts(own, "below", BELOW, 0, 2)]


def _register(page: Page) -> list[Child]:
    """Documents, each with a number and a long text: they read like sections of an article, in
    markup that names nothing."""
    own, writer = page.at("register"), page.writer
    design = own.design
    series = design.pick(
        "series", ("No. {}", "{}", "24-{}", "A.{}/23", "#{}", "{} CV 11", "DOC-{}")
    )
    has_file, abstract = design.chance("file", 0.4), design.chance("abstract", 0.75)
    form = design.pick("form", ("tr", "tr", "tr", "p", "p", "section", "flat", "dl"))
    order = design.some("order", ("number", "name", "date", "person"), design.number("n", 3, 4))
    out: list[Child] = []
    for number in range(writer.draw.choice((3, 5, 8, 10, 20, 20, 25, 40))):
        if number % 12 == 0 and design.chance("by month", 0.2) and form != "tr":
            out.extend(described(own, "h3{$month}"))
        code = series.format(writer.draw.randint(1, 99_999))
        known: dict[str, list[Child]] = {
            "number": described(own.at("number"), "[a{$code} / {$code}]", code=code),
            "name": described(own.at("name"), "[a{$w1-2 v. $w1-3} / b > a{$title} / a{$title}]"),
            "date": [own.date()],
            "person": [writer.person()],
        }
        cells = [(key, known[key]) for key in order]
        if abstract:
            cells.append(("text", [writer.text(1, design.number("sentences", 1, 9))]))
        if has_file:
            cells.append(("file", described(own.at("file"), "a{PDF}")))
        if form == "p":
            apart = design.pick("apart", (", ", " - ", " | ", " "))
            line = [child for _, cell in cells for child in (*cell, apart)][:-1]
            out.append(plain(design.pick("tag", ("p", "p", "div")), *line))
        elif form == "section":
            first, *rest = (plain("div", *cell) for _, cell in cells)
            out.append(plain("div", plain("h3", *first.children), *rest))
        else:
            out.extend(_row(own, cells, form))
    lead = described(own.at("lead"), "p*0-2{$t1-3}")
    return [*lead, plain({"tr": "table", "dl": "dl"}.get(form, "div"), *out)]


def list_page(page: Page, site: Site, trade: str, *, registers: float = REGISTERS) -> Middle:
    """A list as such a site has it."""
    draw = page.writer.draw
    name = draw.choice(LISTS.get(trade, LISTS["none"]).split())
    if draw.random() < registers:
        name = "register"
    own = replace(page, design=page.design)
    makers: dict[str, Callable[[], list[Child]]] = {
        "records": lambda: _headed(own, _records(own)),
        "shelf": lambda: _headed(own, _shelf(own, site)),
        "archive": lambda: _headed(own, archive(own, trade)),
        "front": lambda: described(own.at("front"), FRONT),
        "register": lambda: _headed(own, _register(own)),
        "posts": lambda: _headed(own, as_comments(own, draw.choice(COUNTS))),
    }
    if name in makers:
        return Middle(makers[name](), [], name)
    if not name.startswith("row."):
        return Middle(part(own, name), [], name)
    count = draw.choice(COUNTS)
    share = AS_COMMENTS.get(name.removeprefix("row."), 0.0)
    if own.design.chance(f"{name} as comments", share):
        content = as_comments(own, count)
    else:
        content = rows(own, name, count)
    pages = part(own, "pager") if own.design.chance("pages", 0.5) else []
    return Middle(_headed(own, [*content, *pages]), [], name)


# Pages that are none of the rest: forms, errors, carts, firms about themselves, empty pages.

OTHERS = {
    "shop": "cart cart checkout login registration missing empty contact about cookie_wall shell",
    "firm": "landing landing landing landing about contact landing note",
    "": "landing landing landing landing landing login registration missing missing empty contact"
    " contact about cookie_wall shell note soon",
}
LANDING = (
    "features features turns turns told told plans praise counted stages enquiry logos questions"
    " latest_cards team call"
).split()


def _landing(page: Page) -> list[Child]:
    """A page that sells a service: parts of many kinds, one below the other."""
    own, draw = page.design.at("landing"), page.writer.draw
    out = part(page, "hero")
    chosen = draw.sample(LANDING, draw.randint(2, own.number("parts", 3, 9)))
    for place, name in enumerate(dict.fromkeys(chosen)):
        inner = part(page.at("landing"), name)
        if own.chance("boxed", 0.8):
            tag = own.pick("tag", ("section", "div"))
            inner = [own.element(tag, "section", *inner, id=f"part{place}")]
        out.extend(inner)
    return out


def other_page(page: Page, trade: str) -> Middle:
    """Such a page as such a site has it."""
    name = page.writer.draw.choice(OTHERS.get(trade, OTHERS[""]).split())
    return Middle(_landing(page) if name == "landing" else part(page, name), [], name)
