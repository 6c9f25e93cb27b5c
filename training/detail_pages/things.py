"""Kinds of things that pages are about, and the facts that are told of each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of thing."""

    name: str
    schema: str
    """Its type at schema.org."""
    nouns: tuple[str, ...]
    """What addresses call it."""
    facts: tuple[tuple[str, str], ...]
    """Names of facts, each with the kind of its value."""
    priced: float
    """The share of pages with a price."""
    sold: bool
    """Whether it is put into a cart."""
    named: str
    """What its name is made like: a title, a person, a company, words."""
    calls: str
    """The key of the words on its button."""


def _kind(line: str, facts: str) -> Kind:
    name, schema, nouns, priced, named, calls = line.split()
    pairs = tuple((fact.partition(":")[0], fact.partition(":")[2]) for fact in facts.split())
    return Kind(
        name=name,
        schema=schema,
        nouns=tuple(nouns.split("/")),
        facts=pairs,
        priced=int(priced) / 100,
        sold=calls == "buy",
        named=named,
        calls=calls,
    )


KINDS = (
    _kind(
        "gadget Product product/p/dp/item/products/artikel/produit 97 model buy",
        "brand:maker model:code sku:code gtin:ean mpn:code weight:weight size:size colour:colours"
        " material:materials guarantee:years origin:countries power:watts capacity:litres"
        " category:words delivered:days condition:conditions consumption:class",
    ),
    _kind(
        "clothing Product product/p/shop/products/item/style 97 title buy",
        "brand:maker sku:code colour:colours material:materials size:sizes origin:countries"
        " category:words gtin:ean delivered:days sex:sexes season:season tags:listed",
    ),
    _kind(
        "part Product part/product/catalog/parts/artikel/i 95 model buy",
        "brand:maker mpn:code sku:code weight:grams size:size material:materials origin:countries"
        " gtin:ean category:words capacity:count power:watts guarantee:years delivered:days",
    ),
    _kind(
        "food Product product/shop/p/wine/produkt 96 title buy",
        "brand:maker sku:code capacity:litres weight:grams origin:countries ingredient:listed"
        " category:words year:year gtin:ean delivered:days tags:listed",
    ),
    _kind(
        "used Product item/listing/ad/itm/annonce/anzeige 95 title ask",
        "condition:conditions brand:maker colour:colours seller:person location:city"
        " posted:date category:words reference:number delivered:days size:size",
    ),
    _kind(
        "book Book book/books/title/isbn/buch/livre 75 title buy",
        "author:person publisher:maker isbn:isbn pages:pages language:language published:date"
        " edition:ordinal binding:word series:words weight:grams size:size category:words"
        " rating:stars",
    ),
    _kind(
        "film Movie movie/film/title/movies/movie-review 8 title follow",
        "director:person cast:persons genre:genres year:year runtime:minutes country:countries"
        " language:language ages:age studio:company published:date rating:tenths",
    ),
    _kind(
        "album MusicAlbum album/release/music/cd 45 title buy",
        "author:person publisher:company published:date genre:genres runtime:minutes year:year"
        " country:countries sku:code tags:listed",
    ),
    _kind(
        "game VideoGame game/games/app/boardgame 70 title buy",
        "studio:company publisher:company published:date genre:genres players:span ages:age"
        " system:systems runtime:minutes language:language rating:tenths tags:listed",
    ),
    _kind(
        "car Car car/cars/vehicle/used-cars/auto/fahrzeug/inventory 88 model ask",
        "brand:maker model:code year:year mileage:km fuel:fuels gearbox:gearboxes power:horses"
        " engine:cc colour:colours doors:few seats:few consumption:consumption"
        " condition:conditions reference:code location:city guarantee:years seller:company",
    ),
    _kind(
        "house House property/listing/homes/immobilie/expose/house/rent 93 place ask",
        "area:area plot:area rooms:few bedrooms:few bathrooms:few year:year heating:heatings"
        " fees:money location:city reference:code consumption:class category:words"
        " address:address posted:date price:money",
    ),
    _kind(
        "job JobPosting job/jobs/vacancy/stellenangebot/careers/viewjob/offre 0 role apply",
        "company:company location:city salary:salary contract:contracts posted:date deadline:date"
        " experience:levels reference:code industry:words education:words category:words"
        " phone:phone",
    ),
    _kind(
        "player Person player/players/profile/athlete/spieler/squad 0 person follow",
        "position:positions team:team number:few born:birthday birthplace:city country:countries"
        " height:height weight:kilos value:millions school:words age:years season:season",
    ),
    _kind(
        "person Person people/staff/person/profile/member/team/faculty/name 0 person follow",
        "position:words company:company born:birthday birthplace:city country:countries phone:phone"
        " mail:mail website:site school:words language:language address:address team:words",
    ),
    _kind(
        "member Person member/user/profile/u/users/people 0 handle follow",
        "posts:thousands joined:date seen:moment points:count location:city website:site"
        " born:birthday sex:sexes age:years industry:words tags:listed",
    ),
    _kind(
        "restaurant Restaurant restaurant/biz/venue/place/restaurants/r 0 place book",
        "address:address phone:phone cuisine:cuisines pricerange:span payment:cards website:site"
        " rating:stars location:city seats:count mail:mail",
    ),
    _kind(
        "hotel Hotel hotel/hotels/rooms/stay/unterkunft 55 place book",
        "address:address phone:phone checkin:clock checkout:clock rooms:count rating:stars"
        " website:site payment:cards location:city price:money",
    ),
    _kind(
        "university CollegeOrUniversity university/school/college/schools 0 place follow",
        "founded:year category:words students:thousands staff:count president:person"
        " address:address phone:phone website:site tuition:money location:city rating:stars"
        " language:language",
    ),
    _kind(
        "company Organization company/companies/firm/org/business/profile 0 company ask",
        "founded:year industry:words staff:thousands president:person location:city"
        " website:site revenue:millions phone:phone registry:code address:address mail:mail",
    ),
    _kind(
        "event Event event/events/veranstaltung/concert/e/calendar 50 title book",
        "when:moment until:clock venue:place address:address organizer:company price:money"
        " ages:age category:words phone:phone website:site tags:listed",
    ),
    _kind(
        "course Course course/courses/kurs/class/training/program 70 title enrol",
        "teacher:person level:levels duration:weeks lessons:few language:language when:date"
        " location:city price:money category:words students:thousands rating:tenths",
    ),
    _kind(
        "software SoftwareApplication software/app/package/project/download/plugins/details 18"
        " model follow",
        "version:version licence:licences filesize:bytes published:date author:company"
        " system:systems downloads:thousands category:words language:language tags:listed"
        " website:site rating:tenths",
    ),
    _kind(
        "plant Product plant/plants/species/garden/pflanze 45 title buy",
        "botanical:latin family:latin height:span flowering:months sun:suns soil:soils"
        " hardiness:degrees colour:colours origin:countries sku:code category:words",
    ),
    _kind(
        "animal Thing pet/dog/adopt/animal/tiere 20 word ask",
        "breed:words sex:sexes age:years weight:kilos colour:colours location:city reference:code"
        " posted:date price:money",
    ),
    _kind(
        "drug Drug drug/medicine/remedy/product 40 model buy",
        "ingredient:latin brand:company sku:code capacity:count category:words origin:countries"
        " ages:age delivered:days",
    ),
)
"""All kinds."""
