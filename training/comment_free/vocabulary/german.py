"""German: boards, questions, shops."""

from __future__ import annotations

from training.comment_free.vocabulary.phrases import phrases

WORDS = phrases("""
site
    Modellbahn-Treff | Heimwerker-Forum | Radfahrer-Stammtisch
board
    Werkstatt | Anfängerfragen | Elektrik und Licht | Marktplatz | Treffen | Touren | Technik
    Plauderecke | Vorstellungen | Neuigkeiten
about
    Alles rund ums Schrauben. | Hier darf jeder fragen. | Biete und suche, nur privat.
    Wer trifft sich wann und wo? | Alles, was sonst nirgends passt. | Bitte zuerst lesen.
topic
    {teil} austauschen, aber wie? | Welche {teil} für den Winter? | Suche {teil}, gebraucht
    {teil} quietscht bei Nässe | Erfahrungen mit {marke}? | Treffen in {city} am Wochenende
    Biete: {marke} mit {teil} | {marke} von 19{jahr} restaurieren
    Neuer aus {city} stellt sich vor | {teil} von {marke} lieferbar?
    Kaufberatung: {teil} bis 200 Euro | Problem mit {teil} nach Umbau
question
    Wie bekomme ich eine festsitzende {teil} los? | Darf man die {teil} selbst anschließen?
    Was kostet eine neue {teil} ungefähr? | Warum wird die {teil} so heiß?
    Lohnt sich eine Reparatur bei {marke} noch? | Welche {teil} passt zu einer {marke}?
teil
    Kette | Bremse | Lampe | Schaltung | Pumpe | Steckdose | Kupplung | Weiche | Felge
    Dichtung | Bohrmaschine | Heizung
marke
    Märklin | Diamant | Hercules | Bosch | Metabo | Fleischmann | Miele | Kettler
jahr
    62 | 71 | 78 | 84 | 89 | 93 | 97
opening
    Ich habe vor zwei Wochen eine gebrauchte {marke} gekauft.
    Bei meiner {marke} macht seit gestern die {teil} Ärger.
    Wir renovieren gerade ein Haus in der Nähe von {city}.
detail
    Die {teil} sieht noch gut aus, lässt sich aber kaum bewegen.
    Im Handbuch steht dazu leider nichts. | Der Händler in {city} meint, das sei normal.
    Mit einer anderen {teil} tritt der Fehler nicht auf.
ask
    Hat jemand eine Idee? | Woran kann das liegen? | Welche {teil} würdet ihr nehmen?
tag
    werkzeug | fahrrad | strom | heizung | garten | recht | auto | miete
user
    Schrauber62 | Heidi | bernd_k | Waldläufer | Kalle | Micha | Tante Erna | radlrob | Uwe S.
    moorhuhn | Jutta | Opa Heinz | kupferdraht | Sepp | nordlicht | Anke | fuchsbau | Rüdiger
    Steffi79 | Pit
city
    Kassel | Leipzig | Bremen | Ulm | Rostock | Graz | Bern | Erfurt
first
    Sabine | Jürgen | Petra | Stefan | Katrin | Wolfgang | Anja | Dieter
last
    Schneider | Krause | Vogel | Lehmann | Köhler | Brandt | Schuster
shop
    Wohnwelt Nord | Schöner Schenken | Hofladen Meier
aisle_about
    Praktisches für jeden Tag, sorgfältig ausgewählt.
    Gut gemacht und lange haltbar, Versand in zwei Tagen.
aisle
    Damen | Herren | Wohnen | Küche | Garten | Technik | Sport | Sale % | Marken
product
    {brand} {goods} »{modell}« | {brand} {goods}, {extra} | {goods} {modell}, {material}
long_product
    {brand} {goods} {modell}, {material}, {colour}, mit {extra} und {extra} [Energieklasse A]
    {brand} {goods} »{modell}« für Haushalt und Büro, {colour}, {digit}er-Pack, {extra}
brand
    Nordwerk | Lindner | Hausfein | Albers | Tchori | Kranz | Sonnental
goods
    Stehlampe | Winterjacke | Kommode | Kaffeemaschine | Bettwäsche | Gartenstuhl | Wasserkocher
    Sneaker | Teppich | Staubsauger
modell
    Malmö | Comfort Plus | Oslo II | Classic 300 | Vienna | Pure | Trend
material
    Eiche | Edelstahl | Baumwolle | Leder | Kunststoff | Glas
colour
    schwarz | weiß | grau | dunkelblau | natur | anthrazit
extra
    mit Kapuze | Höhe 160 cm | Timer | Fernbedienung | waschbar bis 60 Grad | stapelbar
    Netzteil
""")
