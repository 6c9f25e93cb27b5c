"use strict";
/** Giving a value on the page a field name: try it on other pages of the template, then save. */
(() => {
  const VALUE_LENGTH = 200;
  const ATTRIBUTES_SHOWN = 30;

  const fieldNames = () => (treesim.state.view?.export?.rows ?? []).map((row) => row.name);

  const body = (node) => ({
    page: treesim.state.page,
    node,
    field: treesim.byId("label-field").value.trim(),
    all: treesim.byId("label-all").checked,
    take: treesim.byId("label-take").value || undefined, // else the server takes what is likeliest
    value: treesim.byId("label-part").value.trim() || undefined,
  });

  const say = (text) => {
    treesim.byId("label-message").textContent = text;
  };

  const takes = (attributes, take) => [
    treesim.el("option", { value: "" }, "what is likeliest"),
    treesim.el("option", { value: "text", selected: take === "text" }, "its text"),
    ...Object.entries(attributes)
      .slice(0, ATTRIBUTES_SHOWN)
      .map(([name, value]) =>
        treesim.el(
          "option",
          { value: name, selected: name === take },
          `${name}: ${treesim.cut(treesim.shown(value), 40)}`,
        ),
      ),
  ];

  /** The element's attributes come a little later; until then its text can be taken. */
  const offerAttributes = async (node, take) => {
    const { attributes } = await treesim.source.node(treesim.state.page, node);
    treesim.byId("label-take")?.replaceChildren(...takes(attributes ?? {}, take));
  };

  const values = (list) =>
    list.length
      ? treesim.el(
          "ul",
          {},
          ...list
            .slice(0, 20)
            .map((value) => treesim.el("li", {}, treesim.cut(treesim.shown(value), VALUE_LENGTH))),
        )
      : treesim.el("span", { class: "missing" }, "not found");

  /** Where the server shows a page: one that is open by its number, another by its name. */
  const addressOf = ({ name, number }) =>
    Number.isInteger(number)
      ? `/?page=${number}#page=${number}&kind=template`
      : `/open/${encodeURIComponent(name)}`;

  /** A page that the server has open, or can open, leads to itself, in a tab of its own. */
  const otherName = (page) => {
    return treesim.el("a", { href: addressOf(page), target: "_blank" }, page.name || "page");
  };

  const elsewhere = (pages) =>
    pages.length
      ? pages.map((page) =>
          treesim.el(
            "div",
            { class: "other-page", title: page.url ?? null },
            treesim.el(
              "div",
              { class: "other-name" },
              otherName(page),
              typeof page.confidence === "number" ? treesim.confidence(page.confidence) : null,
            ),
            values(page.values ?? []),
          ),
        )
      : [treesim.el("p", { class: "quiet" }, "No other page of this template is at hand.")];

  const preview = (result) => {
    treesim.page.flag(
      "data-ts-found",
      result.here.flatMap((it) => it.nodes ?? []),
    );
    treesim.byId("label-preview").hidden = false;
    treesim.byId("label-here").replaceChildren(values(result.here.map((it) => it.value)));
    treesim.byId("label-elsewhere").replaceChildren(...elsewhere(result.elsewhere ?? []));
    treesim
      .byId("label-notes")
      .replaceChildren(
        ...(result.notes ?? []).map((note) => treesim.el("li", {}, ...treesim.rich(note))),
      );
    const found = (result.elsewhere ?? []).filter((page) => page.values?.length).length;
    say(
      `${treesim.plural(result.here.length, "value")} here; found on ${found} of ${treesim.plural((result.elsewhere ?? []).length, "other page")}.`,
    );
  };

  const ask = async (step, node) => {
    if (!treesim.byId("label-field").reportValidity()) return null;
    say(step === "save" ? "Saving…" : "Looking at other pages…");
    try {
      const result = await treesim.source.post(`/api/label/${step}`, body(node));
      treesim.clearAlert();
      return result;
    } catch (error) {
      say("");
      treesim.fail(error);
      return null;
    }
  };

  const tryOut = async (node) => {
    const result = await ask("preview", node);
    if (result && treesim.byId("label-form")) preview(result);
  };

  const save = async (node) => {
    const result = await ask("save", node);
    if (result) await treesim.labelSaved(result);
  };

  /** Shows what a saved label has changed. */
  treesim.labelSaved = async (result) => {
    treesim.page.flag("data-ts-found", []);
    treesim.unpin();
    treesim.notice(`Saved in ${result.saved}: ${result.field}.`);
    treesim.source.forget();
    await treesim.show({ kind: "template", focus: `[data-field="${CSS.escape(result.field)}"]` });
  };

  const form = (node, spot, take) => {
    const click = (step) => (event) => {
      event.preventDefault();
      step(node);
    };
    return treesim.el(
      "form",
      { id: "label-form", class: "card", "aria-label": "Label a value", onsubmit: click(tryOut) },
      treesim.el("div", { class: "card-head" }, treesim.el("h3", {}, "Label a value")),
      treesim.el(
        "p",
        { class: "sample" },
        treesim.cut(treesim.page.text(node) || spot.label, VALUE_LENGTH),
      ),
      treesim.el(
        "div",
        { class: "rows" },
        treesim.el("label", { for: "label-field" }, "Field name"),
        treesim.el("input", {
          id: "label-field",
          list: "label-fields",
          required: true,
          maxlength: "60",
          autocomplete: "off",
          spellcheck: "false",
        }),
        treesim.el("label", { for: "label-take" }, "Take"),
        treesim.el("select", { id: "label-take" }, ...takes({}, take)),
        treesim.el("label", { for: "label-part" }, "Only this part"),
        treesim.el("input", {
          id: "label-part",
          placeholder: "all of it",
          autocomplete: "off",
          spellcheck: "false",
        }),
      ),
      treesim.el(
        "datalist",
        { id: "label-fields" },
        ...fieldNames().map((name) => treesim.el("option", { value: name })),
      ),
      treesim.el(
        "label",
        { class: "check" },
        treesim.el("input", { type: "checkbox", id: "label-all" }),
        " All of these: the field repeats",
      ),
      treesim.el(
        "div",
        { class: "actions" },
        treesim.el("button", { type: "submit" }, "Preview"),
        treesim.button("Save", click(save), { class: "primary" }),
        treesim.button("Cancel", () => treesim.undock()),
      ),
      treesim.el("p", { id: "label-message", role: "status" }),
      treesim.el(
        "section",
        { id: "label-preview", "aria-label": "Preview", hidden: true },
        treesim.el("h4", {}, "On this page"),
        treesim.el("div", { id: "label-here" }),
        treesim.el("h4", {}, "On other pages of the template"),
        treesim.el("div", { id: "label-elsewhere" }),
        treesim.el("ul", { id: "label-notes" }),
      ),
    );
  };

  /** Opens the form for a spot; `take` is what to take of the element, if known. */
  treesim.openLabel = (spot, take = "") => {
    const node = spot.nodes[0];
    treesim.dock(form(node, spot, take));
    const mark = spot.mark === null ? null : treesim.state.view.marks[spot.mark];
    if (mark && ["field", "column", "value"].includes(mark.role))
      treesim.byId("label-field").value = mark.label ?? "";
    treesim.byId("label-field").focus();
    offerAttributes(node, take).catch(treesim.fail);
  };
})();
