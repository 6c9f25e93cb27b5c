"use strict";
/** Fields found without examples: looked for when asked, each accepted as a label by one click. */
(() => {
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

  const accept = async (page, proposal) => {
    try {
      const result = await treesim.source.post("/api/label/save", label(page, proposal));
      await treesim.labelSaved(result);
    } catch (error) {
      treesim.fail(error);
    }
  };

  const row = (page) => (proposal) =>
    treesim.el(
      "tr",
      {},
      treesim.el("th", { scope: "row" }, proposal.field),
      treesim.el("td", {}, treesim.cut(treesim.shown(proposal.value), VALUE_LENGTH)),
      treesim.el("td", {}, `${proposal.pages} of ${proposal.looked}`),
      treesim.el("td", { class: "sure" }, treesim.confidence(proposal.score)),
      treesim.el(
        "td",
        {},
        treesim.button("Accept", () => accept(page, proposal), {
          "aria-label": `Accept field ${proposal.field}`,
          class: "small",
        }),
      ),
    );

  const table = (page, proposals) =>
    proposals.length
      ? treesim.el(
          "table",
          { "aria-label": "Proposed fields" },
          treesim.el(
            "thead",
            {},
            treesim.el(
              "tr",
              {},
              ...["Field", "Value", "Pages", "Score", "Change"].map((name) =>
                treesim.el("th", { scope: "col" }, name),
              ),
            ),
          ),
          treesim.el("tbody", {}, ...proposals.map(row(page))),
        )
      : treesim.el("p", { class: "quiet" }, "No further field was found without examples.");

  const look = async (box) => {
    const { page } = treesim.state;
    box.replaceChildren(treesim.el("p", { class: "quiet" }, "Looking for fields…"));
    try {
      const found = await treesim.source.post("/api/label/proposed", { page });
      box.replaceChildren(table(page, found.proposals));
    } catch (error) {
      box.replaceChildren();
      treesim.fail(error);
    }
  };

  /** A part of the template's view that looks for fields once it is opened; null where none can be. */
  treesim.proposals = (view) => {
    if (!treesim.canLabel() || !view.export.template) return null;
    const box = treesim.el("div", { id: "proposals", class: "scroll", "aria-live": "polite" });
    const onToggle = (event) => {
      isOpen = event.target.open;
      if (isOpen && !box.hasChildNodes()) look(box);
    };
    return treesim.el(
      "details",
      { class: "why", open: isOpen, ontoggle: onToggle },
      treesim.el("summary", {}, "Proposed fields"),
      box,
    );
  };
})();
