"""Fields by example: labelled pages of a template, rules learnt of them, values of other pages."""

from scrapy_treesim.templates.rules.applying import CompiledRules, FieldValue, apply_rules
from scrapy_treesim.templates.rules.example import Example, LabelError
from scrapy_treesim.templates.rules.learning import learn_rules
from scrapy_treesim.templates.rules.rule import FieldRules, Part, Rule

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
