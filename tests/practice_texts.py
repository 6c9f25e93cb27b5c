"""What the pages of :mod:`practice_pages` say: names, titles, numbers, all made up or common
knowledge."""

from __future__ import annotations

NAMES = (
    "Ada Birkholm", "Bo Carver", "Cleo Dunmore", "Dan Eastlake", "Eva Fennick", "Finn Garrow",
    "Gwen Hartley", "Hugo Ives",
)  # fmt: skip
TOPICS = (
    "patience", "rain", "bread", "work", "friends", "rivers", "sleep", "money", "letters", "winter",
)  # fmt: skip
SAYINGS = (
    "A short road walked every day is longer than the long road that nobody takes.",
    "Rain falls on the roof of the patient and of the hurried.",
    "Whoever bakes for two will eat alone only once, and then with the better crust of the loaf, "
    "which is no small comfort on a cold morning.",
    "Lend your ladder, keep your hammer.",
    "A river asks nobody for the way; it is content to be late, and it is never lost for long.",
    "Sleep is the only debt that you can pay back lying down.",
    "A letter not sent is an argument won in the worst way there is.",
    "Winter counts the wood, spring counts the days.",
    "The work that is praised most is seldom the work that was hardest.",
    "Old friends are like old stairs: you know without looking where they creak.",
)
TITLES = (
    "The Lighthouse at the End of the Garden", "Salt", "A Short History of Buttons and Zips",
    "Nine Summers on the Inland Sea", "How to Mend a Clock (With One Hand)", "The Quiet Tram",
    "Letters to a Young Beekeeper", "Olga", "What the Tailor Saw: A Novel of the Old Town",
    "The Potato Eaters of Hill Street", "Under Seven Bridges", "Rust and Other Colours",
    "The Year Without a Postman", "A Map of All the Doors", "Small Boats, Large Water",
    "Grandmother's Arithmetic (Counting #2)", "The Winter Kitchen", "Tin Soldiers Don't Sing",
    "Every Second Tuesday", "The Museum of Lost Umbrellas",
)  # fmt: skip
GENRES = (
    "Travel", "Mystery", "Historical Fiction", "Classics", "Philosophy", "Romance", "Fiction",
    "Childrens", "Religion", "Nonfiction", "Music", "Default", "Sports and Games", "Fantasy",
    "Poetry", "New Adult", "Art", "Psychology", "Parenting", "Food and Drink", "Humor", "Horror",
    "History", "Business", "Biography", "Thriller", "Spirituality", "Health", "Politics", "Crime",
)  # fmt: skip
STARS = ("Three", "One", "Five", "Two", "Four")
LANDS = (
    ("Andorra", "Andorra la Vella", 84000, "468.0"), ("Bhutan", "Thimphu", 699847, "47000.0"),
    ("Chad", "N'Djamena", 10543464, "1284000.0"), ("Denmark", "Copenhagen", 5484000, "43094.0"),
    ("Estonia", "Tallinn", 1291170, "45226.0"), ("Fiji", "Suva", 875983, "18270.0"),
    ("Ghana", "Accra", 24339838, "239460.0"), ("Haiti", "Port-au-Prince", 9648924, "27750.0"),
    ("Iceland", "Reykjavik", 308910, "103000.0"), ("Japan", "Tokyo", 127288000, "377835.0"),
    ("Antarctica", "None", 0, "1.4E7"), ("Kenya", "Nairobi", 40046566, "582650.0"),
    ("Laos", "Vientiane", 6368162, "236800.0"), ("Malta", "Valletta", 403000, "316.0"),
    ("Nepal", "Kathmandu", 28951852, "140800.0"), ("Oman", "Muscat", 2967717, "212460.0"),
    ("Peru", "Lima", 29907003, "1285220.0"), ("Qatar", "Doha", 840926, "11437.0"),
)  # fmt: skip
CLUBS = (
    ("Aldermoor Otters", 1990, 44, 24, None), ("Brickfield Foxes", 1990, 31, 30, None),
    ("Castle Herons", 1990, 46, 26, None), ("Dunstable Rams", 1991, 49, 23, 4),
    ("Eastgate Wolves", 1991, 34, 38, 8), ("Fellside Kites", 1991, 37, 39, 4),
    ("Grantham Bears", 1992, 26, 38, 16), ("Hollow Hill Crows", 1992, 27, 36, 17),
    ("Ironbridge Hares", 1993, 31, 38, 11), ("Juniper Stags", 1993, 45, 31, 4),
)  # fmt: skip
FORUMS = (
    ("Announcements", "News about the board and the club behind it."),
    ("New members", "Say hello here. Tell us what you ride and where."),
    ("Frames and forks", "Steel, titanium, wood. Geometry, welding and repairs of all sorts."),
    ("Wheels", "Building, truing, tyres."),
    ("Brakes and gears", "Hub gears, derailleurs, cables, discs: everything that goes and stops."),
    ("Routes", "Where to go on a Sunday. Maps and reports."),
    ("Trains and ferries", "Who takes bicycles, and at what price."),
    ("For sale", "Private offers only. No dealers, please."),
    ("Wanted", "Looking for that one old part?"),
)
JOBS = (
    "Baker for the night shift", "Senior bell founder", "Tram driver", "Archivist (part-time)",
    "Teacher of Latin", "Boat builder", "Assistant gardener", "Land surveyor",
    "Piano tuner", "Weather observer on a remote island", "Typesetter", "Cheese maker",
)  # fmt: skip
FIRMS = ("Miller & Daughters", "Nordhaven Works", "The Old Foundry", "Quill Ltd", "Town of Ashby")
PLACES = ("Ashby", "Port Ellen", "Nordhaven, Coast", "Lower Marsh", "Kingsferry")
LAPTOPS = (
    ("Argon 14", 295.99, "14\", Celeron 2.2GHz, 4GB, 500GB, Linux"),
    ("Birch Pro 13 Touch", 1101.83, "13.3\" touch, Core i5, 8GB, 128GB SSD, Windows 8.1"),
    ("Cobalt X", 306.99, "15.6\", Pentium, 4GB, 500GB, no system"),
    ("Delta 15 Plus", 1178.99, "15.6\", Core i7-4712HQ, 16GB, 1TB + 8GB SSD, Windows 10 Home"),
    ("Ember S", 457.38, "Black, 12.5\", Core i3, 4GB, 500GB, DOS"),
    ("Flint 11", 364.46, "11.6\", Atom x5, 2GB, 32GB, Windows 10"),
    ("Garnet 17 Game", 1769.0, "17.3\", Core i7, 32GB, 2TB, GTX 970M, Windows 10, with a bag"),
    ("Heron Air", 1333.0, "13\", Core i5 1.8GHz, 8GB, 256GB SSD"),
    ("Iris 14", 379.95, "14\", Core i3-5005U, 4GB, 500GB, Linux"),
)  # fmt: skip
