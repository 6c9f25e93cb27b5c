"""Rules: values of other pages, learned from labelled values.

In come labelled pages, out come rules for each field (:mod:`.learning`); in come rules and a page,
out come its values (:mod:`.rule`). A rule is a selection (:mod:`.selection`) of nodes by their
signature (:mod:`.signatures`), with the part taken of them (:mod:`.values`).

Ejected code has selections of nodes by CSS: proposed from rules and checked on pages
(:mod:`.selectors`), chosen (:mod:`.ejecting`), and written as the source of a spider or of page
objects (:mod:`.module_code`).
"""

from scrapy_treesim.templates.rules.learning import learn_rules
from scrapy_treesim.templates.rules.rule import (
    CompiledRules,
    FieldRules,
    FieldValue,
    Part,
    Rule,
    apply_rules,
)
from scrapy_treesim.templates.rules.values import Example, LabelError

__all__ = [
    "CompiledRules",
    "Example",
    "FieldRules",
    "FieldValue",
    "LabelError",
    "Part",
    "Rule",
    "apply_rules",
    "learn_rules",
]
