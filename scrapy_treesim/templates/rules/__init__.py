"""Rules: from labelled values to the values of other pages.

In come labelled pages, out come rules for each field (:mod:`.learning`); in come rules and a page,
out come its values (:mod:`.rule`). A rule names a place by a signature of nodes
(:mod:`.signatures`) and says which part of the node it takes (:mod:`.values`).
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
