"use strict";
/** Which roles there are on the page, how each looks, and whether it is shown. */
(() => {
  const { el } = treesim;
  const ORDER = Object.keys(treesim.roles);
  const box = treesim.byId("legend");

  const swatch = (role) => {
    const { color, line } = treesim.roles[role];
    const element = el("span.swatch", { "aria-hidden": "true" });
    element.style.outline = `${line} ${treesim.rgb(color ?? 0)}`;
    element.style.boxShadow = `inset 0 0 0 9px ${treesim.rgb(color ?? 0, 0.15)}`;
    return element;
  };

  const check = (role, text, before = null, after = null) => {
    const { hidden } = treesim.state;
    const onchange = (event) => {
      hidden[event.target.checked ? "delete" : "add"](role);
      treesim.emit("roles");
    };
    const state = { type: "checkbox", checked: !hidden.has(role), "aria-label": text, onchange };
    return el("label.check", el(`input#role-${role}`, state), before, text, after);
  };

  const entry = ([role, number]) => {
    const count = el("span.count", number.toLocaleString("en"));
    return check(role, treesim.roles[role].many, swatch(role), count);
  };

  /** Menus and other lists beside the main one; little labels may stand in the way of reading. */
  const more = () => [
    ...(treesim.marks.beside().size ? [check("secondary", "Secondary lists")] : []),
    check("labels", "Labels"),
  ];

  treesim.on("view", () => {
    const counts = treesim.marks.roles();
    const roles = ORDER.filter((role) => counts.has(role)).map((role) => [role, counts.get(role)]);
    box.hidden = !roles.length;
    box.replaceChildren(box.querySelector("legend"), ...roles.map(entry), ...more());
  });
})();
