"use strict";
/** A page's template: which one, its fields with their values, and what could be a field. */
(() => {
  const VALUE_LENGTH = 300;

  const fact = (name, value) => [treesim.el("dt", {}, name), treesim.el("dd", {}, value)];

  const match = ({ template, confidence }) =>
    treesim.el(
      "dl",
      { id: "template-match", class: "facts" },
      ...fact("template", template ?? "none"),
      ...(template ? fact("confidence", treesim.confidence(confidence)) : []),
    );

  const head = (...names) =>
    treesim.el(
      "thead",
      {},
      treesim.el("tr", {}, ...names.map((name) => treesim.el("th", { scope: "col" }, name))),
    );

  const remove = (name) =>
    treesim.button("Remove", () => treesim.removeField(name), {
      "aria-label": `Remove field ${name}`,
      class: "small",
    });

  const values = (row) => {
    if (!row.values?.length) return treesim.el("span", { class: "missing" }, "not found");
    const texts = row.values.map((value) => treesim.cut(treesim.shown(value), VALUE_LENGTH));
    return texts.length === 1
      ? texts[0]
      : treesim.el("ol", {}, ...texts.map((text) => treesim.el("li", {}, text)));
  };

  const field = (view) => (row) => {
    const mark = view.marks.findIndex((it) => it.role === "field" && it.label === row.name);
    const data = { stop: "", field: row.name, nodes: (row.nodes ?? []).join(","), label: row.name };
    if (mark >= 0) data.mark = mark;
    return treesim.el(
      "tr",
      { tabindex: "-1", data },
      treesim.el("th", { scope: "row" }, row.name),
      treesim.el("td", {}, values(row)),
      treesim.el("td", { class: "sure" }, treesim.confidence(row.confidence)),
      treesim.canLabel() ? treesim.el("td", {}, remove(row.name)) : null,
    );
  };

  const fields = (view) => {
    const rows = view.export.rows ?? [];
    if (!rows.length) return null;
    const body = treesim.el("tbody");
    const list = treesim.longList(body, rows, field(view));
    const names = ["Field", "Value", "Confidence", ...(treesim.canLabel() ? ["Change"] : [])];
    const plain = Object.fromEntries(rows.map((row) => [row.name, row.values]));
    return treesim.el(
      "section",
      { class: "group" },
      treesim.el("h3", {}, "Fields"),
      treesim.el(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": "Fields, table" },
        treesim.roving(
          treesim.el("table", { role: "grid", "aria-label": "Fields" }, head(...names), body),
        ),
      ),
      treesim.el("div", { class: "under" }, list.more, treesim.exportJson(plain)),
    );
  };

  const candidates = (all) =>
    all?.length
      ? treesim.el(
          "details",
          { class: "why" },
          treesim.el("summary", {}, "Nearest templates"),
          treesim.el(
            "table",
            { "aria-label": "Nearest templates" },
            head("Template", "Confidence"),
            treesim.el(
              "tbody",
              {},
              ...all
                .slice(0, 50)
                .map((it) =>
                  treesim.el(
                    "tr",
                    {},
                    treesim.el("td", {}, it.id),
                    treesim.el("td", {}, treesim.confidence(it.confidence)),
                  ),
                ),
            ),
          ),
        )
      : null;

  /** Values that differ from page to page and have no name yet, for keyboard and eye. */
  const unlabelled = (view) => {
    const named = new Set(
      view.marks.filter((mark) => mark.role === "field").flatMap((mark) => mark.nodes),
    );
    const places = [...view.marks.keys()].filter((place) => {
      const { role, nodes } = view.marks[place];
      return role === "data" && !named.has(nodes[0]);
    });
    if (!places.length) return null;
    const box = treesim.el("div", {
      role: "listbox",
      "aria-label": "Not yet labelled",
      class: "places",
    });
    const list = treesim.longList(box, places, (place) =>
      treesim.el(
        "div",
        {
          role: "option",
          "aria-selected": "false",
          tabindex: "-1",
          data: { stop: "", mark: place },
        },
        treesim.cut(
          treesim.shown(view.marks[place].value) || treesim.page.text(view.marks[place].nodes[0]),
          160,
        ),
      ),
    );
    const order = new Map(places.map((place, at) => [place, at]));
    const help = treesim.canLabel()
      ? "What differs from page to page. Choose one and give it a name."
      : "What differs from page to page.";
    return {
      element: treesim.el(
        "section",
        { class: "group" },
        treesim.el("h3", {}, "Not yet labelled"),
        treesim.el("p", { class: "quiet" }, help),
        treesim.roving(box),
        list.more,
      ),
      reach: (place) => list.reach(order.get(place) ?? 0),
    };
  };

  treesim.showFields = (view) => {
    const rest = unlabelled(view);
    return {
      elements: [
        match(view.export),
        candidates(view.export.candidates),
        fields(view),
        treesim.proposals(view),
        rest?.element,
      ].filter(Boolean),
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
    try {
      const { saved } = await treesim.source.post("/api/label/remove", {
        field,
        page: treesim.state.page,
      });
      const { examples } = treesim.config;
      treesim.notice(`Removed ${field} from ${saved} and its examples from ${examples}.`);
      treesim.source.forget();
      await treesim.show({ focus: "[data-stop]" });
    } catch (error) {
      treesim.fail(error);
    }
  };
})();
