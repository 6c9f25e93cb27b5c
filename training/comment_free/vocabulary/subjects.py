"""English of four subjects, one of which a page is about: boards, threads, questions."""

from __future__ import annotations

from training.comment_free.vocabulary.phrases import phrases

CARS = phrases("""
site
    Estate Owners Club | MX Roadster Forums | Classic Van Talk
board
    Engine and Gearbox | Bodywork and Interior | Wheels, Tyres and Brakes | Introductions
    Meets and Shows | For Sale | Wanted | In-car Entertainment | How-to Guides | Off Topic
about
    Everything that burns oil and makes noise. | Rust, paint, carpets and seats.
    New here? Say hello first, please. | Where and when we meet next.
    Private sales only, no dealers. | Anything that is not about cars.
    Step by step instructions by members. | Speakers, radios and wiring.
topic
    {part} replacement on a {year} {car} | Strange noise from the {part} | {car} {part} wanted
    FS: {year} {car}, {miles} miles | Which {part} for track days? | My {year} {car} project
    {part} warning light keeps coming on | How hard is it to change the {part}?
    {car} won't start after {part} swap | What is a fair price for a {year} {car}?
    Anyone going to the {city} meet? | Aftermarket {part} - worth it? | Hello from {city}
question
    Why does my {year} {car} lose coolant with no visible leak at the {part}?
    How do I remove a seized {part} without special tools?
    Can I drive {miles} miles with a worn {part}?
    What torque should the {part} bolts of a {car} be tightened to?
    Is it safe to clean the {part} with brake cleaner?
    How can I tell whether the {part} or the battery is at fault?
    What does a rattling {part} mean at low revs?
part
    clutch | alternator | water pump | timing belt | exhaust | radiator | starter motor
    front wishbone | handbrake cable | head gasket | dashboard clock | heater matrix
    wheel bearing | turbo | fuel pump
car
    Volvo 240 | Golf Mk2 | MX-5 | Saab 900 | Transit | Corolla | Mini Cooper | E30
year
    1986 | 1987 | 1988 | 1989 | 1990 | 1991 | 1992 | 1993 | 1994 | 1995 | 1996 | 1997 | 1998
    1999 | 2000 | 2001 | 2002 | 2003 | 2004 | 2005 | 2006 | 2007 | 2008 | 2009 | 2010 | 2011
    2012 | 2013
miles
    48,000 | 92,000 | 120k | 300 | 150k | 61,500
opening
    I bought a {year} {car} last autumn and the {part} has been giving me trouble since.
    My {car} has done about {miles} miles on the original {part}.
    Had the {part} changed at a garage in {city} two weeks ago.
detail
    It only happens when the engine is cold and goes away after ten minutes.
    I have already swapped the {part} with one from a scrapyard.
    The garage quoted me far more than the car is worth.
    There is a thin film of oil around the {part} but no drips on the drive.
    The manual says to take out the {part} first, which seems wrong.
ask
    What should I check next? | Has anyone done this with the {part} in place?
    Is this a known problem on the {car}?
tag
    volvo | brakes | engine | diesel | cooling | electrics | tyres | mot | clutch
city
    Leeds | Portland | Bristol | Ottawa | Cork | Adelaide | Norwich | Tulsa
""")

COMPUTING = phrases("""
site
    Byte Yard Forums | The Terminal Board | Home Lab Community
board
    Hardware | Networking and Wi-Fi | Linux and BSD | Web Development | Python | Mobile Devices
    Backups and Storage | Site Feedback | General Discussion | Show and Tell
about
    Processors, boards, memory and noise. | Routers, switches and why the Wi-Fi is slow.
    From first install to kernel panics. | HTML, CSS and everything on the server.
    Tell us what you think about this site. | What have you built lately?
    All other things about computers. | Where to put your bytes and how to get them back.
topic
    {lib}: {err} after upgrade | Best way to {task} in {lang}?
    New {device} build, please check | {device} not detected after reboot
    [SOLVED] {err} with {lib} | {lang} or {lang} for {task2}? | Moving from {lib} to {lib}
    Is my {device} dying? | Cheap {device} recommendations | {lib} tutorial for beginners
    Slow transfers between {device} and {device} | Weekly thread: what are you working on?
    Feature freeze for {lib}, call for testers
question
    How to {task} in {lang} without loading everything into memory?
    Why do I get {err} when I use {lib} inside a thread? | {lib} raises {err} only in production
    What is the difference between {lib} and {lib} when I want to {task}?
    How do I {task} with {lib} and keep the order? | Can {lang} {task} at compile time?
    {lang}: {err} although the value is set
    How can I make {lib} talk to a {device} over a slow line?
lib
    Django | pandas | nginx | SQLAlchemy | Docker Compose | OpenSSL | Spring Boot | jQuery
    NumPy | systemd | Ansible | Express | Celery | FFmpeg
err
    a segmentation fault | KeyError | NullPointerException | 502 Bad Gateway
    'undefined is not a function' | a permission denied error | ConnectionResetError
    IndexOutOfBoundsException | a CORS error | UnicodeDecodeError
task
    merge two sorted lists | read a large CSV file | parse ISO dates | sort a map by value
    compare two directories | round to two decimals | remove duplicates from a list
    validate an e-mail address | cancel a running query | split a string on white space
    debounce an input | schedule a nightly job
task2
    scripting | a small web shop | teaching kids | embedded work | data analysis
lang
    Python | Java | C++ | Go | JavaScript | Rust | Kotlin | C# | PHP | Bash
device
    NAS | mini PC | SSD | mesh router | GPU | docking station | USB hub | laser printer
    Raspberry Pi | KVM switch
opening
    I am trying to {task} and the obvious solution in {lang} is far too slow.
    We upgraded {lib} last week and since then I see {err} about once an hour.
    I have a {device} behind a {device} and want to {task} every night.
    Given the following function, I expected {lang} to {task}.
detail
    The documentation of {lib} mentions a flag for this, but it has no effect here.
    It works on my machine, in the container I get {err}.
    The input has about two million rows and does not fit into memory.
    I have tried to {task} first, which changes nothing.
    The log shows {err} right before the process ends.
ask
    What am I missing? | Is there a way to {task} in one pass?
    How can I find out what {lib} is waiting for?
tag
    python | java | javascript | c++ | sql | regex | docker | pandas | nginx | linux | arrays
    multithreading | datetime | android
city
    Berlin | Austin | Dublin | Toronto | Tallinn | Bangalore | Lisbon | Boston
""")

PHOTOGRAPHY = phrases("""
site
    Shutter Friends | Analog Corner | Wide Open Photography Board
board
    Bodies | Lenses | Landscape | People and Portraits | Birds and Wildlife | Darkroom
    Post-processing | Weekly Challenge | Buy and Sell | Beginners
about
    Digital and film, old and new. | Glass, mounts and adapters.
    Mountains, coasts and early mornings. | Long lenses and long waits.
    Developer, paper and red light. | One theme a week, one picture each.
    No question is too simple here. | Classifieds for members of three months or more.
topic
    {lens} vs {lens} for {genre} | First roll of {film} | {camera}: firmware 2.{digit} is out
    Dust on the sensor of my {camera} | Where to shoot {genre} near {city}? | {genre} in {city}
    Scanning {film} at home | Is the {camera} still worth it? | FS: {lens}, mint condition
    Tripod for {genre} | Weekly challenge {digit}: reflections
    Lost all pictures of my trip to {city} | {film} expired in 1998, how to expose?
question
    Which aperture should I use for {genre} with a {lens}?
    Why are my pictures of {genre} soft although the {camera} confirmed focus?
    How long can an exposed roll of {film} be kept before it is developed?
    Does a {lens} fit on a {camera} with an adapter?
    How do I meter for {genre} without a grey card? | Is it worth having a {camera} serviced?
lens
    50mm f/1.8 | 70-200 f/4 | 24mm pancake | 105 macro | 35mm f/2 | 14mm f/2.8 | 600mm mirror
film
    HP5 | Portra 400 | Ektachrome | Tri-X | Velvia 50 | Gold 200 | Fomapan
camera
    D700 | X100V | AE-1 | OM-1 | EOS 6D | Leica M3 | K-70 | A7 III | Rolleiflex
genre
    night skies | street scenes | birds in flight | weddings | fog | concerts | macro | ruins
opening
    I took my {camera} to {city} last weekend to try {genre}.
    After years of digital I have gone back to {film} and a {camera}.
    I was given a {lens} by my grandfather, in good shape apart from a little haze.
detail
    Most frames are fine, but every third one shows a bright line at the left edge.
    At f/8 it is sharp, wide open it looks as if there were a veil over it.
    The shop in {city} says that nothing can be done about it.
    I metered for the shadows and developed for nine minutes.
    The {camera} focuses well on everything except {genre}.
ask
    Is that the lens or me? | Would a {lens} be a better choice? | How do you go about {genre}?
tag
    film | exposure | lens | nikon | canon | portrait | macro | tripod | lightroom
city
    Reykjavik | Glasgow | Vancouver | Porto | Bath | Savannah | Hobart | Bergen
""")

GARDENING = phrases("""
site
    Allotment Talk | The Potting Bench | Grow Your Own Community
board
    Vegetables | Fruit Trees | Roses | Ponds and Wildlife | Greenhouses | Tools and Sheds
    Pests and Diseases | Seed Swap | Kitchen Table | News and Rules
about
    From asparagus to turnips. | Pruning, grafting and picking. | Frogs, newts and pumps.
    Glass, polytunnels and heating. | What is eating my cabbages?
    Swap what you have too much of. | Recipes and a chat over tea. | Please read before posting.
topic
    {plant} leaves turning yellow | When to sow {plant} in {city}? | {pest} on my {plant}
    Best compost for {plant}? | My {plant} this year (pictures) | Saving {plant} seed
    Too many {plant}, what now? | Moving an old {plant} | {pest} - nothing helps
    Growing {plant} in containers | Wanted: heritage {plant} | First frost in {city}
    How deep should a bed for {plant} be?
question
    Why do my {plant} flower but set no fruit?
    How do I keep {pest} off {plant} without spraying?
    Can I plant {plant} where {plant} grew last year?
    How often should {plant} in pots be watered? | Is it too late to prune {plant} in {city}?
    What causes brown spots on the leaves of {plant}?
plant
    tomatoes | runner beans | gooseberries | dahlias | garlic | courgettes | apple trees
    sweet peas | rhubarb | chillies | leeks | raspberries | pumpkins | hostas
pest
    slugs | blackfly | pigeons | vine weevils | rust | blight | carrot fly | mealybugs
opening
    I have grown {plant} against a south wall for four years.
    This spring I took on half a plot near {city}, mostly couch grass and old {plant}.
    My {plant} looked healthy until the middle of June.
detail
    Now the lower leaves curl and drop although the soil is moist.
    There were {pest} last year, but I have seen none so far.
    The neighbour's {plant} a few yards away are fine.
    I feed them every fortnight with seaweed and mulch with grass.
    A soil test from the garden centre said the pH is 6.8.
ask
    Should I pull them out? | Could it be {pest}?
    Is there anything I can still do this season?
tag
    tomatoes | pruning | compost | pests | greenhouse | seeds | lawn | roses | soil
city
    Kent | Fife | Oregon | Tasmania | Devon | Ontario | Cumbria | Vermont
""")

SUBJECTS = (CARS, COMPUTING, PHOTOGRAPHY, GARDENING)
