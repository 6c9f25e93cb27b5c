"""English of no subject: names, news, software issues, mailing lists."""

from __future__ import annotations

from training.comment_free.vocabulary.phrases import phrases

COMMON = phrases("""
user
    mudguard | Rick_T | jen.w | oldtimer57 | KevinM | blue_heron | tarmac | Sparky | nils
    PaulaG | quietstorm | hk47 | gonzo | Marty McFly | tomtom | Lizzie | redbrick | Steve B
    wanderer | dan_the_man | crankcase | Beth | oakley | zed | pixelpusher | Jay-Jay | mrbenn
    Tony1964 | frostbite | kestrel | Annie K | two_sheds | drifter | Baz | northern_lad | sal
    cyberduck | Gareth | lowtide | the_professor | Moira | Ted | bigfoot | half_pint | JohnnyC
    sandpiper | xander | dusty | Ivan | Marge | stumpy | greenfinger | rsmith | Colin H | Ursula
    pjk
first
    Alice | Daniel | Priya | Thomas | Maria | Kenji | Olga | Peter | Samuel | Ingrid | Hassan
    Laura | Michael | Chen | Rebecca | Jonas | Fatima | David | Elena | Mark
last
    Walker | Okafor | Lindqvist | Meyer | Sharma | Novak | Rossi | Tanaka | Baker | Fernandez
    O'Brien | Kowalski | Jensen | Haddad | Dubois | Price | Wagner | Lee
person
    {first} {last}
headline
    Show HN: {a_thing} that {does} | Ask HN: What do you use for {work}?
    Why we moved from {tech} to {tech} | The hidden cost of {work} | {tech} 3.{digit} released
    How {company} handles {work} | {company} to acquire startup behind {tech}
    A brief history of {old} | Understanding {work} by building {a_thing}
    {country} bans {banned} in public buildings | Researchers find {found} in {place}
    {company} outage traced to {cause} | Judge dismisses lawsuit over {banned}
    I spent {digit} years on {work}. Here is what I learned | {old}: what went wrong
    Writing {a_thing} in {tech} | The case against {work} | {tech} considered harmful
    {place} could hold {found}, study says | Reverse engineering {old} (2019) | Notes on {work}
    You might not need {tech} | {company} will stop selling {banned} next year
a_thing
    a tiny spreadsheet | a text editor | a map of every lighthouse | a search engine
    a weather station | a regex debugger | a mail server | a toy database | a ray tracer
    a chess clock | a static site generator | a voice recorder | a Forth | a DNS server
does
    runs in the browser | fits in 4 KB | works offline | needs no account
    learns from your calendar | prints on receipts | speaks plain SQL
work
    code review | on-call rotations | type inference | incremental backups | hiring
    garbage collection | time zones | keeping a changelog | full-text search | caching
    remote pair programming | password resets | floating point | technical writing
tech
    PostgreSQL | Kubernetes | Rust | Elixir | Redis | WebAssembly | Vim | SQLite | Terraform
    Haskell | nginx | React | FreeBSD | Zig | Perl | Fortran | systemd
company
    Northwind | Contoso | Globex | Initech | Umbrella Air | Acme Cloud | Hooli | Vandelay
    Stark Telecom | Wonka Foods
old
    the Amiga | the fax machine | Usenet | the floppy disk | Concorde | the pager | the Minitel
    HyperCard | the slide rule | the Dreamcast | COBOL | Winamp
country
    Norway | Brazil | Japan | Canada | Portugal | Kenya | France | New Zealand
banned
    facial recognition | single-use batteries | leaf blowers | loot boxes | e-scooters
    targeted ads | plastic cutlery | hand-held scanners
found
    liquid water | a new species of squid | traces of lead | microplastics | rare earths
    a Roman harbour | an unknown manuscript | signs of an ancient lake
place
    the Baltic Sea | Antarctic ice | a Welsh quarry | the Gobi desert | a museum basement
    the Moon's south pole | Lake Tanganyika | an abandoned mine
cause
    an expired certificate | a single backhoe | a bad regular expression | a leap second
    a full disk | a typo in a config file | a misplaced DNS record
digit
    2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 12
domain
    nytimes.example | blog.harbour.example | arxiv.example | github.example
    theguardian.example | lwn.example | quietcode.example | bbc.example | nature.example
    rachelwrites.example | medium.example | youtube.example | wired.example
summary
    A report published on Tuesday says that {found} turned up in {place} for the first time.
    The company confirmed that the outage was caused by {cause} and lasted six hours.
    Engineers at {company} have described how they replaced {tech} with {tech} over a weekend.
    The regulator in {country} wants to restrict {banned} from next spring.
    According to the paper, the effect was measured in {digit} of eleven sites.
    The author argues that {work} is mostly a matter of habit.
    A spokesman for {company} declined to say how many customers were affected.
    It is the first change to the rules since the days of {old}.
    Critics point out that {banned} were never tested outside {country}.
    The source code was released under a permissive licence on Friday.
dept
    back-to-the-drawing-board | better-late-than-never | who-could-have-known | mind-the-gap
    works-on-my-machine | read-the-manual | here-we-go-again | follow-the-money | cut-the-cord
    up-in-smoke | under-the-hood | do-not-pass-go
issue
    {crash} when {doing} | Add support for {feature} | {crash} on {system} | Document {feature}
    {feature} does not work with {system} | Regression in 2.{digit}: {crash}
    Allow {feature} to be disabled | Memory usage grows while {doing} | Tests fail on {system}
    Drop support for {system} | [Feature request] {feature}
    Confusing error message when {doing} | {feature}: wrong result for empty input
merge
    Fix {crash} when {doing} | Draft: Support {feature} | Refactor {feature}
    Resolve "{crash} on {system}" | Bump dependencies for {system} | Remove dead code
    Add tests for {feature} | Improve docs of {feature} | Speed up {feature}
    Translate {feature} settings | Do not retry when {doing} | Run CI on {system}
crash
    segfault | infinite loop | stack overflow | broken layout | wrong exit code | deadlock
    UnicodeDecodeError | blank page | double free | permission error
doing
    opening files larger than 2 GB | resizing the window | parsing nested lists
    the network goes down | importing from CSV | switching themes | saving as PDF
    two sessions share a socket | the cache directory is missing | using a proxy
feature
    dark mode | IPv6 literals | keyboard shortcuts | streaming responses | symlinks
    right-to-left text | HTTP/2 | named captures | incremental builds | async iterators
    custom date formats | OAuth login | the --quiet flag | tab completion
system
    Windows 11 | macOS 14 | Alpine Linux | Python 3.13 | ARM64 | Node 20 | Firefox ESR
    big-endian machines | OpenBSD | Ubuntu 18.04
label
    bug | enhancement | documentation | good first issue | help wanted | question | needs triage
    regression | ui | performance | wontfix | security
component
    Layout | Networking | Editor | Installer | Printing | Build Config | General
subject
    [PATCH] {feature}: handle the case when {doing} | {feature} and {system}
    Proposal: {feature} | {crash} when {doing} | [ANN] Release 1.{digit}.0
    Minutes of the meeting on {system} support | Vote on {feature} | Question about {feature}
    Planning for {work} | [RFC] {feature} by default | Build broken on {system}
mail
    Hi all, I have been looking into {feature} and would like to propose a small change.
    Since the last release we see a {crash} when {doing}.
    The attached series adds {feature}; it was tested on {system} only.
    Hello list, does anybody know whether {feature} is meant to work on {system}?
    As discussed in the meeting, here is the summary of what we decided on {work}.
    This is to announce that the new version is out, with {feature} and many fixes.
    I am packaging the project for {system} and ran into a {crash}.
""")
