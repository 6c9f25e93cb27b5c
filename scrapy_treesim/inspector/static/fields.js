"use strict";
/** A page's template: which one, its fields with their values, and what could be a field. */
(() => {
  const { el } = treesim;
  const VALUE_LENGTH = 300;
  const CANDIDATES_SHOWN = 50;

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

  treesim.showFields = (view) => {
    const rest = unlabelled(view);
    return {
      elements: [
        match(view.export),
        candidates(view.export.candidates),
        fields(view),
        treesim.proposals(view),
        rest?.section,
      ],
      reach: (mark, place) => mark.role === "data" && rest?.reach(place),
    };
  };

  const sure = (field) => {
    const { templates, examples } = treesim.config;
    return treesim.ask({
      question: `Remove ${field}?`,
      consequence: `Its rules go from ${templates}, its examples from ${examples}.`,
      yes: "Remove",
      no: "Keep",
    });
  };

  /** Takes a field out of the template's file, and its examples from theirs. */
  treesim.removeField = async (field) => {
    if (!(await sure(field))) return;
    await treesim.attempt(async () => {
      const asked = { field, page: treesim.state.page };
      const { saved } = await treesim.source.post("/api/label/remove", asked);
      const { examples } = treesim.config;
      treesim.notice(`Removed ${field} from ${saved} and its examples from ${examples}.`);
      treesim.source.forget();
      await treesim.show({ focus: "[data-stop]" });
    });
  };
})();
