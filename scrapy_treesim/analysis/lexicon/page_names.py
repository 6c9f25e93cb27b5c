"""Words by which programs and addresses name kinds of pages."""

from typing import Final

THINGS: Final = """
    product item goods sku event events webinar evento job jobs vacancy listing property
    course curso venue location place organizer profile user member team player athlete person
    people staff employee speaker session movie film book album song game app restaurant hotel
    doctor school university company business store vehicle car tour room sponsor
"""
"""One thing with its facts, when a page is named after it."""

LISTS: Final = """
    archive archives category categories tag tags tax taxonomy term author search results
    searchresults collection collections list listing listings index forumdisplay viewforum
    forums board boards memberlist home front frontpage homepage blog vocabulary brand manufacturer
    directory overview questions newest
"""
"""What lists other pages."""

ARCHIVES: Final = "archive taxonomy tax search forumdisplay viewforum"
"""What does so whatever else it is named after."""

THREADS: Final = "topic thread viewtopic showthread question discussion viewthread threadview"
"""One thread."""

ARTICLES: Final = "post article story news blogpost entry"
"""One article."""

SINGLE: Final = "single singular"
"""A page of one entry of whatever is listed elsewhere."""

NAMING: Final = "single type template view section detail details page show id body"
"""Words that stand before or after what a page is named after."""

ERRORS: Final = "error404 notfound"
"""A page that is not there."""

LOGIN: Final = "login signin"
"""A page to log in."""

ADDRESS_THINGS: Final = """
    product products p dp item items gp pd prod sku produit producto produkt artikel job jobs
    vacancy vacancies stelle stellen career profile profiles player players team teams person people
    user users member members movie film title book books isbn restaurant biz place venue location
    hotel hotels property car cars vehicle course courses event events university school company
    detail details kaufen offer offers
"""
"""Folders of addresses of one thing."""

ADDRESS_LISTS: Final = """
    category categories cat tag tags archive archives search results author authors browse list
    index collection collections catalog catalogue topics section page sitemap c s shop store
    kategorie rubrik categoria forumdisplay viewforum forums board boards label genre all directory
"""
"""Folders of addresses of lists."""

ADDRESS_THREADS: Final = """
    forum forums thread threads topic topics viewtopic showthread t discussion discussions question
    questions q comments board boards community message messages ask answers
"""
"""Folders of addresses of threads."""

ADDRESS_ARTICLES: Final = """
    blog blogs news article articles story stories post posts archives press wiki docs doc
    documentation guide guides tutorial tutorials learn help support kb opinion review reviews read
    artikel
"""
"""Folders of addresses of articles."""

ADDRESS_OTHERS: Final = """
    login signin sign register account cart checkout contact about pricing services service
    solutions terms privacy 404 error home features platform demo signup impressum imprint
    enterprise industries
"""
"""Folders of addresses of pages for visitors rather than readers."""

TITLE_LISTS: Final = """
    archives archive category categories tag search results list all page index best top browse
    directory latest resources blog news forum shop collection products
"""
"""Words of titles of lists."""

TITLE_OTHERS: Final = """
    login log sign in register contact about 404 not found error pricing home welcome services
    solutions software platform
"""
"""Words of titles of pages for visitors."""
