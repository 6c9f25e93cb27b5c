"""The names of months."""

from typing import Final

NAMES: Final = (
    """jan january januar janvier enero ene januari janeiro gennaio gen jän jänner январь января
    янв січня stycznia styczeń sty ledna leden ocak tammikuu ιανουαρίου ιανουάριος ιαν""",
    """feb february februar février fév févr febrero februari fevereiro fev febbraio pebruari
    февраль февраля фев февр лютого lutego luty lut února únor şubat helmikuu φεβρουαρίου
    φεβρουάριος φεβ""",
    """mar march märz mär mars marzo maart mrt março marts maret март марта мар березня marca
    marzec března březen mart maaliskuu μαρτίου μάρτιος μαρ""",
    """apr april avril avr abril abr aprile апрель апреля апр квітня kwietnia kwiecień kwi dubna
    duben nisan huhtikuu απριλίου απρίλιος απρ""",
    """may mai mayo mei maio maggio mag maj май мая травня maja května květen mayıs toukokuu μαΐου
    μάιος""",
    """jun june juni juin junio junho giugno giu июнь июня июн червня czerwca czerwiec cze června
    červen haziran kesäkuu ιουνίου ιούνιος""",
    """jul july juli juillet juil julio julho luglio lug июль июля июл липня lipca lipiec lip
    července červenec temmuz heinäkuu ιουλίου ιούλιος""",
    """aug august août aout agosto ago augustus augusti agustus август августа авг серпня sierpnia
    sierpień sie srpna srpen ağustos elokuu αυγούστου αύγουστος αυγ""",
    """sep sept september septembre septiembre setembro set settembre сентябрь сентября сен сент
    вересня września wrzesień wrz září eylül syyskuu σεπτεμβρίου σεπτέμβριος σεπ""",
    """oct october oktober okt octobre octubre outubro out ottobre ott октябрь октября окт жовтня
    października październik paź října říjen ekim lokakuu οκτωβρίου οκτώβριος οκτ""",
    """nov november novembre noviembre novembro ноябрь ноября ноя нояб листопада listopada listopad
    listopadu kasım marraskuu νοεμβρίου νοέμβριος νοε""",
    """dec december dezember dez décembre déc diciembre dic dezembro dicembre desember des декабрь
    декабря дек грудня grudnia grudzień gru prosince prosinec aralık joulukuu δεκεμβρίου
    δεκέμβριος δεκ""",
)
"""The names of each month, January first: whole, inflected and short."""

ENGLISH: Final = (
    "january february march april may june july august september october november december"
).split()
"""The names in full, as declared dates have them."""

NUMBER_OF: Final = {word: number for number, names in enumerate(NAMES, 1) for word in names.split()}
"""The number of each name."""
