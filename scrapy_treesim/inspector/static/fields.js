"use strict";
/**
 * A page's template: which one, its fields with their values, what could be a field, and fields
 * found without examples: looked for when asked, each accepted as a label by one click.
 */
(() => {
  const { el } = treesim;
  const VALUE_LENGTH = 300;
  const CANDIDATES_SHOWN = 50;
  let isOpen = false; // the proposals, also after the view was shown anew with what was accepted

  const match = ({ template, confidence }) =>
    treesim.facts(
      [
        ["template", template ?? "none"],
        template && ["confidence", treesim.confidence(confidence)],
      ],
      { id: "template-match" },
    );

  const remove = (name) =>
    treesim.button("Remove", () => treesim.removeField(name), {
      "aria-label": `Remove field ${name}`,
      class: "small",
    });

  const values = ({ values: all }) => {
    if (!all.length) return el("span.missing", "not found");
    const texts = all.map((value) => treesim.cut(treesim.shown(value), VALUE_LENGTH));
    return texts.length === 1 ? texts[0] : el("ol", texts.map((text) => el("li", text)));
  };

  const field = (view) => (row) => {
    const mark = view.marks.findIndex((it) => it.role === "field" && it.label === row.name);
    const data = { stop: "", field: row.name, nodes: row.nodes.join(","), label: row.name };
    return el(
      "tr",
      { tabindex: "-1", data: { ...data, ...treesim.marked(mark) } },
      el("th", { scope: "row" }, row.name),
      el("td", values(row)),
      el("td", treesim.confidence(row.confidence)),
      treesim.canLabel() ? el("td", remove(row.name)) : null,
    );
  };

  const fields = (view) => {
    const { rows } = view.export;
    if (!rows.length) return null;
    const names = ["Field", "Value", "Confidence", ...(treesim.canLabel() ? ["Change"] : [])];
    const grid = treesim.grid("Fields", treesim.tableHead(...names), rows, field(view));
    const plain = Object.fromEntries(rows.map((row) => [row.name, row.values]));
    const under = el("div.under", grid.more, treesim.exportJson(plain));
    return el("section.group", el("h3", "Fields"), grid.element, under);
  };

  const candidates = (all) => {
    if (!all.length) return null;
    const label = "Nearest templates";
    const rows = all
      .slice(0, CANDIDATES_SHOWN)
      .map((it) => el("tr", el("td", it.id), el("td", treesim.confidence(it.confidence))));
    const head = treesim.tableHead("Template", "Confidence");
    const table = el("table", { "aria-label": label }, head, el("tbody", rows));
    return el("details.why", el("summary", label), table);
  };

  /** Values that differ from page to page and have no name yet, for keyboard and eye. */
  const unlabelled = ({ marks }) => {
    const named = new Set(marks.filter(({ role }) => role === "field").flatMap((it) => it.nodes));
    const items = [...marks.entries()]
      .filter(([, { role, nodes }]) => role === "data" && !named.has(nodes[0]))
      .map(([mark, { value, nodes }]) => ({ mark, said: value || treesim.page.text(nodes[0]) }));
    if (!items.length) return null;
    const list = treesim.listbox("Not yet labelled", "places", items, ({ mark, said }) =>
      treesim.option("", { data: { mark } }, treesim.cut(said, 160)),
    );
    const places = treesim.placesOf(items);
    const more = treesim.canLabel() ? " Choose one and give it a name." : "";
    const section = el(
      "section.group",
      el("h3", "Not yet labelled"),
      el("p.quiet", `What differs from page to page.${more}`),
      list.element,
      list.more,
    );
    return { section, reach: (place) => list.reach(places.get(place) ?? 0) };
  };

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

  const proposed = (page) => (proposal) => {
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

  const table = (page, all) =>
    all.length
      ? el(
          "table",
          { "aria-label": "Proposed fields" },
          treesim.tableHead("Field", "Value", "Pages", "Score", "Change"),
          el("tbody", all.map(proposed(page))),
        )
      : el("p.quiet", "No further field was found without examples.");

  const look = async (box) => {
    const { page } = treesim.state;
    box.replaceChildren(el("p.quiet", "Looking for fields…"));
    const found = await treesim.attempt(() => treesim.source.post("/api/label/proposed", { page }));
    box.replaceChildren(...(found ? [table(page, found.proposals)] : []));
  };

  /** A part of the template's view that looks for fields once it is opened; null where none can be. */
  const proposals = (view) => {
    if (!treesim.canLabel() || !view.export.template) return null;
    const box = el("div.scroll#proposals", { "aria-live": "polite" });
    const ontoggle = (event) => {
      isOpen = event.target.open;
      if (isOpen && !box.hasChildNodes()) look(box);
    };
    return el("details.why", { open: isOpen, ontoggle }, el("summary", "Proposed fields"), box);
  };

  treesim.showFields = (view) => {
    const rest = unlabelled(view);
    return {
      elements: [
        match(view.export),
        candidates(view.export.candidates),
        fields(view),
        proposals(view),
        rest?.section,
      ],
      reach: (mark, place) => mark.role === "data" && rest?.reach(place),
    };
  };

  /** Takes a field out of the template's file, and its examples from theirs. */
  treesim.removeField = async (field) => {
    const { templates, examples } = treesim.config;
    const lost = `Its rules go from ${templates}, its examples from ${examples}.`;
    if (!window.confirm(`Remove ${field}? ${lost}`)) return;
    await treesim.attempt(async () => {
      const asked = { field, page: treesim.state.page };
      const { saved } = await treesim.source.post("/api/label/remove", asked);
      treesim.source.forget();
      await treesim.show({ focus: "[data-stop]" });
      treesim.notice(`Removed ${field} from ${saved} and its examples from ${examples}.`);
    });
  };
})();
