"""The names of months."""

from typing import Final

NAMES: Final = (
    "jan january januar janvier enero ene januari janeiro gennaio gen jän jänner",
    "feb february februar février fév févr febrero februari fevereiro fev febbraio",
    "mar march märz mär mars marzo maart mrt março",
    "apr april avril avr abril abr aprile",
    "may mai mayo mei maio maggio mag maj",
    "jun june juni juin junio junho giugno giu",
    "jul july juli juillet juil julio julho luglio lug",
    "aug august août aout agosto ago augustus augusti",
    "sep sept september septembre septiembre setembro set settembre",
    "oct october oktober okt octobre octubre outubro out ottobre ott",
    "nov november novembre noviembre novembro",
    "dec december dezember dez décembre déc diciembre dic dezembro dicembre",
)
"""The names of each month, January first: the English one in full is among them."""

MENTIONED: Final = """
    jan january janvier januar enero janeiro gennaio feb february février februar febrero fevereiro
    febbraio mar march mars märz marzo março apr april avril abril aprile may mai mayo maio maggio
    jun june juin juni junio junho giugno jul july juillet juli julio julho luglio aug august août
    agosto sep sept september septembre septiembre setembro settembre oct okt october octobre
    oktober octubre outubro ottobre nov november novembre noviembre novembro dec dez déc december
    décembre dezember diciembre dezembro dicembre
"""
"""Names that make a date of a number in the same text."""

ENGLISH: Final = (
    "january february march april may june july august september october november december"
).split()
"""The names in full, as declared dates have them."""

NUMBER_OF: Final = {word: number for number, names in enumerate(NAMES, 1) for word in names.split()}
"""The number of each name."""
