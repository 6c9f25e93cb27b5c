"""English of shops and search results: goods, hotels, restaurants, books, homes, cars, jobs."""

from __future__ import annotations

from training.comment_free.vocabulary.phrases import phrases

LISTS = phrases("""
shop
    Harbour & Pine | Fieldmouse Supply Co. | The Tidy Kitchen | Northway Outdoors
town
    Bristol | Norwich | Cork | Leeds | Bath | Glasgow | Cardiff | Whitby | Stirling
aisle_about
    Made to last, packed with care and shipped within two days.
    Everyday things for the house, chosen by our team.
    Small batches from workshops we know.
aisle
    Kitchen | Lighting | Bags | Outdoor | Stationery | Bath | Gifts | Sale | New In
product
    {quality} {material} {goods} | {brand} {goods}, {colour} | {material} {goods} {size}
    {brand} {quality} {goods} - {colour} | {quality} {goods} (set of {digit})
long_product
    {brand} {quality} {material} {goods}, {size}, {colour}, with {extra} and {extra}
    {quality} {goods} for home and travel, {material}, {colour} ({size})
    {brand} {goods} {size} - {quality}, {material}, {extra}, pack of {digit}
brand
    Norvik | Hestia | Bramble | Osko | Tallow & Co | Kamino | Fjordy | Lumen | Pelago
quality
    Folding | Handmade | Insulated | Classic | Stackable | Compact | Waterproof | Everyday
material
    Oak | Linen | Stainless Steel | Ceramic | Wool | Leather | Bamboo | Enamel | Cotton
goods
    Water Bottle | Tote Bag | Desk Lamp | Chopping Board | Blanket | Coffee Dripper
    Storage Box | Notebook | Candle Holder | Laundry Basket | Apron | Teapot | Wall Hook
    Picture Frame | Backpack | Soap Dish
colour
    Forest Green | Natural | Black | Off White | Rust | Navy | Sand | Mustard
size
    Small | Medium | Large | 500 ml | 30 x 40 cm | 12 oz | 1.5 L | Queen
extra
    lid | carry strap | gift box | spare filter | wall mount | cleaning brush | USB cable
condition
    Brand New | Pre-Owned | Open Box | Refurbished | Parts Only
seller
    attic-finds | retro_radio_repair | bluebarnstudio | jw_parts | mossandmoon | tinylathe
app
    {appword} Tracker | Pocket {appword} | {appword} - {appword} Helper | My {appword} Diary
    {appword} Pro: Scan & Share | Super {appword} Run | {appword} Widgets
appword
    Budget | Sleep | Recipe | Garden | Weather | Habit | Train | Puzzle | Chess | Water
appline
    Plan less, do more | Your day at a glance | Relax with hundreds of levels
    Track, share, improve | The simple way to save | Works offline, no ads
appkind
    Productivity | Health & Fitness | Games | Finance | Food & Drink | Travel
hotel
    Hotel {hotelname} | The {hotelname} Inn | {hotelname} Apartments
    {hotelname} Boutique Hotel | Residence {hotelname} | {hotelname} Guest House
    Grand Hotel {hotelname} | {hotelname} Suites
hotelname
    Bellavista | Riverside | Aurora | Old Mill | Central | Miramar | Castle | Orchard | Linden
    Station
quarter
    City Centre | Old Town | Harbour | Station Quarter | University | Riverside | Airport
room
    Standard Double Room | Twin Room with Balcony | Studio with Kitchenette | Superior King Room
    One-Bedroom Apartment | Bed in 6-Bed Dormitory | Family Room with Garden View
beds
    1 full bed | 2 twin beds | 1 king bed | Multiple bed types | 1 sofa bed and 1 double bed
perk
    Free cancellation | No prepayment needed - pay at the property | Breakfast included
    Only 2 rooms left at this price on our site
grade
    Good | Very Good | Fabulous | Superb
restaurant
    {owner}'s Kitchen | Trattoria {owner} | The {animal} & {animal} | Cafe {animal}
    {owner} Sushi Bar | Little {animal} | Taqueria {owner} | Bistro {owner}
owner
    Maria | Luigi | Anton | Hana | Pablo | Sofia | Bruno | Mei | Omar | Ines
animal
    Fox | Heron | Goat | Lantern | Whale | Hound | Plough | Owl | Anchor | Pear
cuisine
    Italian | Japanese | Mexican | Indian | Vegan options | Seafood | Cafe | Thai | British
taste
    Wood-fired pizza and natural wine by the canal | Small plates, open late
    Family-run noodle bar near the market | Seasonal set menu, terrace in summer
    Charcoal grill with a long list of beers | Breakfast all day and strong coffee
book
    The {bookadj} {booknoun} | A {bookadj} {booknoun} | {booknoun} and {booknoun}
    The {booknoun}'s Daughter | Letters from the {booknoun} | The Last {booknoun}
    How to Read a {booknoun} | {booknoun} of {place}
bookadj
    Silent | Borrowed | Long | Hidden | Glass | Winter | Second | Unfinished
booknoun
    River | Cartographer | House | Orchard | Clockmaker | Island | Map | Lighthouse | Season
blurb
    A family returns to the coast to settle what the war left open.
    The story of three sisters, a bakery and a letter that came too late.
    A clear and generous introduction for readers with no background.
    Winner of the Harbour Prize, now in paperback.
    An island, a storm, and a guest who is not on the list.
    The second volume of the trilogy takes us to the capital.
format
    Paperback | Hardcover | Kindle Edition | Audiobook | Mass Market Paperback
street
    Maple Avenue | Church Lane | Station Road | Mill Street | Hillcrest Drive | Park View
    Quay Street
estate
    {digit} bedroom detached house for sale | {digit} bedroom apartment for sale
    {digit} bed terraced house for sale | {digit} bedroom bungalow for sale
    Land for sale with planning for {digit} dwellings
estateline
    A well presented family home with a south-facing garden and off-street parking.
    Situated within walking distance of the station, offered with no onward chain.
    Period property with open fireplaces, a cellar and views over the valley.
    Recently renovated throughout, with an open plan kitchen and underfloor heating.
    Top floor flat with lift, balcony and allocated parking space.
agent
    Hart & Sons | Bluebell Estates | Keystone Residential | Pryor Homes | Castle Lettings
usedcar
    {makemodel} 1.6 TDI {trim} | {makemodel} 2.0 {trim} Automatic | {makemodel} 1.2 {trim}
    {makemodel} Hybrid {trim} | {makemodel} Electric 58 kWh {trim}
makemodel
    Volkswagen Golf | Ford Focus | Toyota Yaris | Skoda Octavia | BMW 320 | Kia Niro | Fiat 500
trim
    Comfortline | SE | Titanium | Sport | Style | Lounge | Business
job
    {level} {role} | {role} (m/f/d) | {role} - {field} | {level} {role}, {field}
    {role} (Remote)
level
    Senior | Junior | Lead | Part-time | Interim | Graduate
role
    Accountant | Data Engineer | Nurse | Warehouse Operative | Product Manager | Teacher
    Electrician | UX Designer | Truck Driver | Legal Assistant | Chef de Partie
field
    Payments | Public Sector | Logistics | Energy | Retail | Research | Insurance
employer
    Brightwell Group | Tern Logistics | Oakhill Hospital | Vantage Bank | Pico Labs
    Meridian Foods
jobline
    You will join a team of eight and report to the head of operations.
    We offer flexible hours, a pension plan and 28 days of holiday.
    At least three years of experience in a similar position are required.
    You keep our customers informed and find solutions where others see problems.
    Knowledge of common office software and a driving licence are an advantage.
""")
