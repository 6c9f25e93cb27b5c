"use strict";
/** How findings are made: method, measure, threshold ..., applied while they are changed. */
(() => {
  const { el } = treesim;
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

  const select = (choice, id) => {
    const options = choice.options.map(({ value, label }) =>
      el("option", { value, selected: value === choice.value }, label),
    );
    const onchange = ({ target }) => change(choice.name, target.value, 0);
    return el(`select#${id}`, { onchange }, options);
  };

  const range = (choice, id) => {
    const { min, max, step, value, label, name } = choice;
    const bounds = { min, max, step, value };
    const slide = el(`input#${id}`, { type: "range", ...bounds, "aria-describedby": `${id}-help` });
    const about = { type: "number", ...bounds, "aria-label": `${label}, as a number` };
    const number = el(`input#${id}-number`, about);
    const both = (from, to) =>
      from.addEventListener("input", () => {
        if (!from.validity.valid || from.value === "") return;
        to.value = from.value;
        change(name, from.value, PAUSE_MS);
      });
    both(slide, number);
    both(number, slide);
    return el("span.pair", slide, number);
  };

  const text = ({ name, value, help: placeholder }, id) => {
    const oninput = ({ target }) => change(name, target.value, PAUSE_MS * 2);
    return el(`input#${id}`, { type: "text", value, spellcheck: "false", placeholder, oninput });
  };

  const control = (choice) => {
    const { name, label, type, help } = choice;
    const id = `choice-${name}`;
    const make = { select, range, text }[type];
    return el(
      `div.choice.choice-${type}`,
      { title: help },
      el("label", { for: id }, label),
      make(choice, id),
      el(`span.unseen#${id}-help`, help),
    );
  };

  const words = ({ options = [], value }) =>
    options.find((option) => option.value === value)?.label ?? (String(value) || "none");

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
      if (input && input !== document.activeElement) input.value = choice.value;
    }
  };

  treesim.on("view", (view) => {
    const choices = view.choices ?? [];
    form.hidden = !choices.length;
    if (!treesim.config.live)
      form.replaceChildren(el("dl", treesim.pairs(choices.map((it) => [it.label, words(it)]))));
    else if (same(choices)) choices.forEach(update);
    else {
      const focused = document.activeElement?.id;
      form.replaceChildren(...choices.map(control));
      if (focused?.startsWith("choice-")) treesim.byId(focused)?.focus();
    }
  });

  form.addEventListener("submit", (event) => event.preventDefault());
})();
