"use strict";
/** Giving a value on the page a field name: try it on other pages of the template, then save. */
(() => {
  const { el } = treesim;
  const VALUE_LENGTH = 200;
  const VALUES_SHOWN = 20;

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
    el("option", { value: "" }, "what is likeliest"),
    ...Object.entries({ text: "", ...attributes }).map(([name, value]) => {
      const said = name === "text" ? "its text" : `${name}: ${treesim.cut(value, 40)}`;
      return el("option", { value: name, selected: name === take }, said);
    }),
  ];

  /** The element's attributes come a little later; until then its text can be taken. */
  const offerAttributes = async (node, take) => {
    const { attributes } = await treesim.source.node(treesim.state.page, node);
    treesim.byId("label-take")?.replaceChildren(...takes(attributes, take));
  };

  const values = (list) => {
    if (!list.length) return el("span.missing", "not found");
    const shown = list.slice(0, VALUES_SHOWN).map((value) => treesim.cut(value, VALUE_LENGTH));
    return el("ul", shown.map((value) => el("li", value)));
  };

  /** Where the server shows a page: one that is open by its number, another by its name. */
  const addressOf = ({ name, number }) =>
    Number.isInteger(number)
      ? `/?page=${number}#page=${number}&kind=template`
      : `/open/${encodeURIComponent(name)}`;

  /** Another page leads to itself, in a tab of its own. */
  const otherPage = (page) =>
    el(
      "div.other-page",
      { title: page.url },
      el(
        "div.other-name",
        el("a", { href: addressOf(page), target: "_blank" }, page.name || "page"),
        page.confidence === null ? null : treesim.confidence(page.confidence),
      ),
      values(page.values),
    );

  const preview = ({ here, elsewhere, notes }) => {
    treesim.page.flag("data-ts-found", here.flatMap((it) => it.nodes));
    treesim.byId("label-preview").hidden = false;
    treesim.byId("label-here").replaceChildren(values(here.map((it) => it.value)));
    const none = el("p.quiet", "No other page of this template is at hand.");
    const others = elsewhere.length ? elsewhere.map(otherPage) : [none];
    treesim.byId("label-elsewhere").replaceChildren(...others);
    treesim.byId("label-notes").replaceChildren(...treesim.lines(notes).children);
    const found = elsewhere.filter((page) => page.values.length).length;
    const pages = treesim.plural(elsewhere.length, "other page");
    say(`${treesim.plural(here.length, "value")} here; found on ${found} of ${pages}.`);
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
      return treesim.fail(error);
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
  treesim.labelSaved = ({ saved, field }) =>
    treesim.formSaved(`Saved in ${saved}: ${field}.`, {
      kind: "template",
      focus: `[data-field="${CSS.escape(field)}"]`,
    });

  const form = (node, spot, take) => {
    const sample = treesim.cut(treesim.page.text(node) || spot.label, VALUE_LENGTH);
    const part = { required: false, placeholder: "all of it" };
    const { rows = [] } = treesim.state.view.export;
    const names = rows.map(({ name }) => el("option", { value: name }));
    const saveNow = (event) => {
      event.preventDefault();
      save(node);
    };
    return treesim.form(
      "label",
      "Label a value",
      () => tryOut(node),
      el("p.sample", sample),
      el(
        "div.rows",
        treesim.input("label-field", "Field name", { list: "label-fields", maxlength: "60" }),
        el("label", { for: "label-take" }, "Take"),
        el("select#label-take", takes({}, take)),
        treesim.input("label-part", "Only this part", part),
      ),
      el("datalist#label-fields", names),
      el(
        "label.check",
        el("input#label-all", { type: "checkbox" }),
        " All of these: the field repeats",
      ),
      el(
        "div.actions",
        el("button", { type: "submit" }, "Preview"),
        treesim.button("Save", saveNow, { class: "primary" }),
        treesim.button("Cancel", treesim.undock),
      ),
      el("p#label-message", { role: "status" }),
      el(
        "section#label-preview",
        { "aria-label": "Preview", hidden: true },
        el("h4", "On this page"),
        el("div#label-here"),
        el("h4", "On other pages of the template"),
        el("div#label-elsewhere"),
        el("ul#label-notes"),
      ),
    );
  };

  /** Opens the form for a spot; `take` is what to take of the element, if known. */
  treesim.openLabel = (spot, take = "") => {
    const node = spot.nodes[0];
    treesim.dock(form(node, spot, take));
    const mark = spot.mark === null ? null : treesim.state.view.marks[spot.mark];
    if (["field", "column", "value"].includes(mark?.role))
      treesim.byId("label-field").value = mark.label;
    treesim.byId("label-field").focus();
    treesim.attempt(() => offerAttributes(node, take));
  };
})();
