"use strict";
/** A record as an example: all that is built like it, under a name, for pages of these addresses. */
(() => {
  const ROWS_SHOWN = 50;

  const say = (text) => {
    treesim.byId("keytree-message").textContent = text;
  };

  /** What is proposed goes where nothing was typed meanwhile. */
  const propose = (id, value) => {
    const box = treesim.byId(id);
    if (box.dataset.touched === undefined) box.value = value ?? "";
  };

  const preview = async (node) => {
    try {
      const result = await treesim.source.post("/api/keytree/preview", {
        page: treesim.state.page,
        node,
      });
      if (!treesim.byId("keytree-form")) return;
      propose("keytree-name", result.name);
      propose("keytree-pattern", result.pattern);
      treesim.page.flag("data-ts-found", result.nodes.flat());
      say(
        `${treesim.plural(result.records, "record")}, as alike as ${treesim.percent(result.threshold)} or more.`,
      );
      treesim
        .byId("keytree-notes")
        .replaceChildren(
          ...(result.notes ?? []).map((note) => treesim.el("p", {}, ...treesim.rich(note))),
        );
      treesim
        .byId("keytree-rows")
        .replaceChildren(
          ...result.rows
            .slice(0, ROWS_SHOWN)
            .map((row) => treesim.el("li", {}, treesim.cut(row, 160))),
        );
    } catch (error) {
      say("");
      treesim.fail(error);
    }
  };

  const save = async (node) => {
    const body = {
      page: treesim.state.page,
      node,
      name: treesim.byId("keytree-name").value.trim(),
      pattern: treesim.byId("keytree-pattern").value.trim(),
    };
    try {
      const result = await treesim.source.post("/api/keytree/save", body);
      treesim.clearAlert();
      treesim.page.flag("data-ts-found", []);
      treesim.unpin();
      treesim.notice(
        `Saved in ${result.saved}: ${result.name}, ${treesim.plural(result.records, "record")} here.`,
      );
      treesim.source.forget();
      await treesim.show({ kind: "records", focus: "[data-stop]" });
    } catch (error) {
      treesim.fail(error);
    }
  };

  const input = (id, properties = {}) =>
    treesim.el("input", {
      id,
      oninput: (event) => {
        event.target.dataset.touched = "";
      },
      required: true,
      maxlength: "500",
      autocomplete: "off",
      spellcheck: "false",
      ...properties,
    });

  const form = (node) => {
    const submit = (event) => {
      event.preventDefault();
      save(node);
    };
    return treesim.el(
      "form",
      { id: "keytree-form", class: "card", "aria-label": "Make a key tree", onsubmit: submit },
      treesim.el("div", { class: "card-head" }, treesim.el("h3", {}, "Make a key tree")),
      treesim.el(
        "p",
        { class: "quiet" },
        "All that is built like this one is a record, on every page that the pattern fits.",
      ),
      treesim.el(
        "p",
        { id: "keytree-message", role: "status" },
        "Looking for what is built alike…",
      ),
      treesim.el(
        "div",
        { class: "rows" },
        treesim.el("label", { for: "keytree-name" }, "Name"),
        input("keytree-name"),
        treesim.el("label", { for: "keytree-pattern" }, "URL pattern"),
        input("keytree-pattern", {
          placeholder: "shop.example/goods/",
          "aria-describedby": "keytree-hint",
        }),
      ),
      treesim.el(
        "p",
        { id: "keytree-hint", class: "quiet" },
        "every page whose address begins so; * stands for anything",
      ),
      treesim.el("div", { id: "keytree-notes", role: "status" }),
      treesim.el(
        "div",
        { class: "actions" },
        treesim.el("button", { type: "submit", class: "primary" }, "Save"),
        treesim.button("Cancel", () => treesim.undock()),
      ),
      treesim.el("ol", { id: "keytree-rows" }),
    );
  };

  /** Of a record's cell the record is meant. */
  const exampleOf = (spot) => {
    const mark = spot.mark === null ? null : treesim.state.view.marks[spot.mark];
    const record =
      mark?.role === "column" ? treesim.marks.cell("record", mark.group, mark.row, null) : null;
    return record === null ? spot.nodes[0] : treesim.state.view.marks[record].nodes[0];
  };

  treesim.openKeyTree = (spot) => {
    const node = exampleOf(spot);
    treesim.dock(form(node));
    treesim.byId("keytree-name").focus();
    preview(node);
  };
})();
