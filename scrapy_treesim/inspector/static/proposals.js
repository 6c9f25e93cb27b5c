"use strict";
/** Fields found without examples: looked for when asked, each accepted as a label by one click. */
(() => {
  const { el } = treesim;
  const VALUE_LENGTH = 200;
  let isOpen = false; // also after the view was shown anew with what was accepted

  /** What the form would post for it. */
  const label = (page, { field, node, take, part }) => ({
    page,
    node,
    field,
    all: false,
    take,
    value: part ?? undefined,
  });

  const accept = (page, proposal) =>
    treesim.attempt(async () => {
      const result = await treesim.source.post("/api/label/save", label(page, proposal));
      await treesim.labelSaved(result);
    });

  const row = (page) => (proposal) => {
    const about = { "aria-label": `Accept field ${proposal.field}`, class: "small" };
    return el(
      "tr",
      el("th", { scope: "row" }, proposal.field),
      el("td", treesim.cut(proposal.value, VALUE_LENGTH)),
      el("td", `${proposal.pages} of ${proposal.looked}`),
      el("td", treesim.confidence(proposal.score)),
      el("td", treesim.button("Accept", () => accept(page, proposal), about)),
    );
  };

  const table = (page, proposals) =>
    proposals.length
      ? el(
          "table",
          { "aria-label": "Proposed fields" },
          treesim.tableHead("Field", "Value", "Pages", "Score", "Change"),
          el("tbody", proposals.map(row(page))),
        )
      : el("p.quiet", "No further field was found without examples.");

  const look = async (box) => {
    const { page } = treesim.state;
    box.replaceChildren(el("p.quiet", "Looking for fields…"));
    const found = await treesim.attempt(() => treesim.source.post("/api/label/proposed", { page }));
    box.replaceChildren(...(found ? [table(page, found.proposals)] : []));
  };

  /** A part of the template's view that looks for fields once it is opened; null where none can be. */
  treesim.proposals = (view) => {
    if (!treesim.canLabel() || !view.export.template) return null;
    const box = el("div.scroll#proposals", { "aria-live": "polite" });
    const ontoggle = (event) => {
      isOpen = event.target.open;
      if (isOpen && !box.hasChildNodes()) look(box);
    };
    return el("details.why", { open: isOpen, ontoggle }, el("summary", "Proposed fields"), box);
  };
})();
