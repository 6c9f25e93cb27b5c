"""Rules: values of other pages, learned from labelled values.

In come labelled pages, out come rules for each field (:mod:`.learning`); in come rules and a page,
out come its values (:mod:`.rule`). A rule finds nodes by their signature
(:mod:`.signatures`) and takes a part of them (:mod:`.values`).
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
