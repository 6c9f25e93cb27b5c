"use strict";
/** How findings are made: method, measure, threshold ..., applied while they are changed. */
(() => {
  const PAUSE_MS = 250;
  const form = treesim.byId("choices");
  let timer = 0;

  /** Another method has choices of its own, so that it starts with its own values. */
  const change = (name, value, wait) => {
    const { state } = treesim;
    const before = name === "method" ? {} : (state.choices[state.kind] ?? {});
    state.choices[state.kind] = { ...before, [name]: value };
    clearTimeout(timer);
    timer = setTimeout(() => treesim.show({}), wait);
  };

  const select = (choice, id) =>
    treesim.el(
      "select",
      { id, onchange: (event) => change(choice.name, event.target.value, 0) },
      ...choice.options.map(({ value, label }) =>
        treesim.el("option", { value, selected: String(value) === String(choice.value) }, label),
      ),
    );

  const range = (choice, id) => {
    const bounds = { min: choice.min, max: choice.max, step: choice.step, value: choice.value };
    const slide = treesim.el("input", {
      id,
      type: "range",
      ...bounds,
      "aria-describedby": `${id}-help`,
    });
    const number = treesim.el("input", {
      id: `${id}-number`,
      type: "number",
      ...bounds,
      "aria-label": `${choice.label}, as a number`,
    });
    const both = (from, to) =>
      from.addEventListener("input", () => {
        if (!from.validity.valid || from.value === "") return;
        to.value = from.value;
        change(choice.name, from.value, PAUSE_MS);
      });
    both(slide, number);
    both(number, slide);
    return treesim.el("span", { class: "pair" }, slide, number);
  };

  const text = (choice, id) =>
    treesim.el("input", {
      id,
      type: "text",
      value: choice.value ?? "",
      spellcheck: "false",
      placeholder: choice.help ?? null,
      oninput: (event) => change(choice.name, event.target.value, PAUSE_MS * 2),
    });

  const control = (choice) => {
    const id = `choice-${choice.name}`;
    const make = { select, range, text }[choice.type] ?? text;
    return treesim.el(
      "div",
      { class: `choice choice-${choice.type}`, title: choice.help ?? null },
      treesim.el("label", { for: id }, choice.label ?? choice.name),
      make(choice, id),
      choice.help ? treesim.el("span", { id: `${id}-help`, class: "unseen" }, choice.help) : null,
    );
  };

  const words = (choice) => {
    const option = choice.options?.find(({ value }) => String(value) === String(choice.value));
    return option?.label ?? (choice.value === "" ? "none" : treesim.shown(choice.value));
  };

  const asText = (choices) =>
    treesim.el(
      "dl",
      {},
      ...choices.flatMap((choice) => [
        treesim.el("dt", {}, choice.label ?? choice.name),
        treesim.el("dd", {}, words(choice)),
      ]),
    );

  /** The same controls with the same values need no new elements, and keep focus and caret. */
  const same = (choices) => {
    const shape = JSON.stringify(choices.map(({ value, ...rest }) => rest));
    const kept = form.dataset.shape === shape;
    form.dataset.shape = shape;
    return kept;
  };

  const update = (choice) => {
    for (const id of [`choice-${choice.name}`, `choice-${choice.name}-number`]) {
      const input = treesim.byId(id);
      if (input && input !== document.activeElement) input.value = choice.value ?? "";
    }
  };

  treesim.on("view", (view) => {
    const choices = view.choices ?? [];
    form.hidden = !choices.length;
    if (!treesim.config.live) form.replaceChildren(...(choices.length ? [asText(choices)] : []));
    else if (same(choices)) choices.forEach(update);
    else {
      const focused = document.activeElement?.id;
      form.replaceChildren(...choices.map(control));
      if (focused?.startsWith("choice-")) treesim.byId(focused)?.focus();
    }
  });

  form.addEventListener("submit", (event) => event.preventDefault());
})();
