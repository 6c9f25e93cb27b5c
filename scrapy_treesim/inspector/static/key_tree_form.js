"use strict";
/** A record as an example: all that is built like it, under a name, for pages of these addresses. */
(() => {
  const { el } = treesim;
  const HELP =
    "All that is built like this one is a record, on every page that the pattern fits.";

  const say = (text) => {
    treesim.byId("keytree-message").textContent = text;
  };

  /** What is proposed goes where nothing was typed meanwhile. */
  const propose = (id, value) => {
    const box = treesim.byId(id);
    if (box.dataset.touched === undefined) box.value = value;
  };

  const preview = async (node) => {
    try {
      const asked = { page: treesim.state.page, node };
      const result = await treesim.source.post("/api/keytree/preview", asked);
      if (!treesim.byId("keytree-form")) return;
      propose("keytree-name", result.name);
      propose("keytree-pattern", result.pattern);
      treesim.page.flag("data-ts-found", result.nodes.flat());
      const records = treesim.plural(result.records, "record");
      say(`${records}, as alike as ${treesim.percent(result.threshold)} or more.`);
      const notes = result.notes.map((note) => el("p", ...treesim.rich(note)));
      treesim.byId("keytree-notes").replaceChildren(...notes);
      const rows = result.rows.map((row) => el("li", treesim.cut(row, 160)));
      treesim.byId("keytree-rows").replaceChildren(...rows);
    } catch (error) {
      say("");
      treesim.fail(error);
    }
  };

  const save = (node) =>
    treesim.attempt(async () => {
      const [name, pattern] = ["name", "pattern"].map((id) =>
        treesim.byId(`keytree-${id}`).value.trim(),
      );
      const asked = { page: treesim.state.page, node, name, pattern };
      const result = await treesim.source.post("/api/keytree/save", asked);
      treesim.clearAlert();
      const records = treesim.plural(result.records, "record");
      await treesim.formSaved(`Saved in ${result.saved}: ${result.name}, ${records} here.`, {
        kind: "records",
        focus: "[data-stop]",
      });
    });

  const input = (id, label, properties = {}) =>
    treesim.input(id, label, {
      oninput: ({ target }) => (target.dataset.touched = ""),
      maxlength: "500",
      ...properties,
    });

  const form = (node) =>
    treesim.form(
      "keytree",
      "Make a key tree",
      () => save(node),
      el("p.quiet", HELP),
      el("p#keytree-message", { role: "status" }, "Looking for what is built alike…"),
      el(
        "div.rows",
        input("keytree-name", "Name"),
        input("keytree-pattern", "URL pattern", {
          placeholder: "shop.example/goods/",
          "aria-describedby": "keytree-hint",
        }),
      ),
      el("p.quiet#keytree-hint", "every page whose address begins so; * stands for anything"),
      el("div#keytree-notes", { role: "status" }),
      el(
        "div.actions",
        el("button.primary", { type: "submit" }, "Save"),
        treesim.button("Cancel", treesim.undock),
      ),
      el("ol#keytree-rows"),
    );

  /** Of a record's cell the record is meant. */
  const exampleOf = (spot) => {
    const mark = spot.mark === null ? null : treesim.state.view.marks[spot.mark];
    const record = mark?.role === "column" ? treesim.marks.recordOf(mark) : null;
    return record === null ? spot.nodes[0] : treesim.state.view.marks[record].nodes[0];
  };

  treesim.openKeyTree = (spot) => {
    const node = exampleOf(spot);
    treesim.dock(form(node));
    treesim.byId("keytree-name").focus();
    preview(node);
  };
})();
