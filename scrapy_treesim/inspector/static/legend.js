"use strict";
/** Which roles there are on the page, how each looks, and whether it is shown. */
(() => {
  const ORDER = Object.keys(treesim.roles);
  const box = treesim.byId("legend");

  const toggle = (role) => (event) => {
    treesim.state.hidden[event.target.checked ? "delete" : "add"](role);
    treesim.emit("roles");
  };

  const swatch = (role) => {
    const { color, line } = treesim.roles[role];
    const element = treesim.el("span", { class: "swatch", "aria-hidden": "true" });
    element.style.outline = `${line} ${treesim.rgb(color ?? 0)}`;
    element.style.boxShadow = `inset 0 0 0 9px ${treesim.rgb(color ?? 0, 0.15)}`;
    return element;
  };

  const check = (name, text) =>
    treesim.el(
      "label",
      { class: "check" },
      treesim.el("input", {
        type: "checkbox",
        id: `role-${name}`,
        checked: !treesim.state.hidden.has(name),
        onchange: toggle(name),
      }),
      text,
    );

  /** Menus and other lists beside the main one; little labels may stand in the way of reading. */
  const more = () => [
    ...(treesim.marks.beside().size ? [check("secondary", "Secondary lists")] : []),
    check("labels", "Labels"),
  ];

  const entry = (role, count) =>
    treesim.el(
      "label",
      { class: "check" },
      treesim.el("input", {
        type: "checkbox",
        id: `role-${role}`,
        checked: !treesim.state.hidden.has(role),
        onchange: toggle(role),
        "aria-label": treesim.roles[role].many,
      }),
      swatch(role),
      treesim.roles[role].many,
      treesim.el("span", { class: "count" }, count.toLocaleString("en")),
    );

  treesim.on("view", () => {
    const roles = [...treesim.marks.roles()]
      .filter(([role]) => ORDER.includes(role))
      .sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
    box.hidden = !roles.length;
    box.replaceChildren(
      box.querySelector("legend"),
      ...roles.map(([role, count]) => entry(role, count)),
      ...more(),
    );
  });
})();
