"""``scrapy treesim eject``: the fields of templates as a plain spider or page object."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrapy_treesim.commands.pages import open_pages, parsed, refused, refusing
from scrapy_treesim.files.whole_file import write_whole
from scrapy_treesim.templates.labels.labelling import pages_of_templates
from scrapy_treesim.templates.rules.ejecting import EjectedTemplate, eject_fields
from scrapy_treesim.templates.rules.module_code import FIRST_LINE, module_of
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from scrapy_treesim.templates.template import Template

CHECKED: Final = 100
"""Largest number of a template's pages to check selectors on."""


def run_eject(arguments: list[str], opts: Namespace) -> int:
    """Write the code; return the exit code, 1 where a field has no selectors."""
    if len(arguments) != 1:
        raise refused("eject wants one file of templates")
    if not opts.pages:
        raise refused("eject wants --pages, saved pages on which selectors are checked")
    output = Path(opts.output) if opts.output else None
    with refusing():
        templates = Templates.load(arguments[0])
        chosen = _chosen(templates, opts.template)
        with ExitStack() as stack:
            saved = parsed(open_pages(opts.pages, stack)())
            pages = pages_of_templates(
                templates, (template.id for template in chosen), saved, CHECKED
            )
        # Reading a pipe would never end.
        if (
            output
            and output.exists()
            and not (output.is_file() and output.read_bytes().startswith(FIRST_LINE.encode()))
        ):
            raise FileExistsError(f"{output} was not written by eject: give another --output")
        ejected = [
            EjectedTemplate(template, eject_fields(template.fields, pages[template.id]))
            for template in chosen
        ]
        source = module_of(ejected, opts.what)
        if output:
            write_whole(output, source.encode())
        else:
            if isinstance(sys.stdout, TextIOWrapper):
                # Source is UTF-8 wherever it goes.
                sys.stdout.reconfigure(encoding="utf-8")
            print(source, end="")
    lacking = [*map(_report, ejected)]
    if output:
        print(f"written to {output}", file=sys.stderr)
    return int(any(lacking))


def _chosen(templates: Templates, ids: Sequence[str] | None) -> list[Template]:
    """Return the templates to eject, each once."""
    if not ids:
        labelled = [template for template in templates if template.fields]
        if not labelled:
            raise LookupError("no template has fields yet: label gives them some")
        return labelled
    named = [templates.by_id(id) for id in dict.fromkeys(ids)]
    for template in named:
        if not template.fields:
            raise LookupError(f"the template {template.id} has no fields yet: label gives it some")
    return named


def _report(ejected: EjectedTemplate) -> bool:
    """Print on how many pages code and template agree; True if a field has no selectors."""
    id = ejected.template.id
    right = [field.name for field in ejected.fields if 0 < field.asked == field.right]
    asked = max((field.asked for field in ejected.fields), default=0)
    if right:
        on = "1 page" if asked == 1 else f"all of {asked} pages"
        print(f"{id}: {', '.join(right)} as the template on {on}", file=sys.stderr)
    for field in ejected.fields:
        if not field.chains:
            print(f"{id}: no selector was found for {field.name}", file=sys.stderr)
        elif field.right < field.asked:
            agreement = f"as the template on {field.right} of {counted(field.asked, 'page')}"
            where = f", not on {field.unlike}" if field.unlike else ""
            print(f"{id}: {field.name} {agreement}{where}", file=sys.stderr)
    return any(not field.chains for field in ejected.fields)
