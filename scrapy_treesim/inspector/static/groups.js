"use strict";
/** Groups of findings, main or secondary: their heads and sections. As roles.py decides of them. */
(() => {
  const { el } = treesim;
  const SECONDARY = "secondary";

  const isSecondary = (group) => group?.role === SECONDARY;

  /** The places of the groups that are secondary in a view that has main ones too. */
  treesim.besideMain = ({ groups = [] }) => {
    const places = [...groups.keys()].filter((place) => isSecondary(groups[place]));
    return new Set(places.length < groups.length ? places : []);
  };

  /** Main ones first; else in the order they come in. */
  treesim.mainFirst = (tables, groups) => {
    const last = (table) => Number(isSecondary(groups[table.group]));
    return [...tables].sort((a, b) => last(a) - last(b));
  };

  /** The role in a word, and for who points at it or listens to it why it is so. */
  const badge = ({ role, role_why: why }) =>
    role
      ? el(`span.page-role.${role}`, { title: why }, role, el("span.unseen", `: ${why}`))
      : null;

  const why = (group) => {
    const role = group.role ? [`${group.role}: ${group.role_why}`] : [];
    const reasons = [...role, ...group.why];
    return reasons.length
      ? el("details.why", el("summary", "Why"), treesim.lines(reasons), el("code", group.xpath))
      : null;
  };

  /** A title with how sure it is and why; clicking the title shows the whole group on the page. */
  treesim.groupHead = (group, title) => {
    const data = { nodes: group.node, label: title };
    return el(
      "div.group-head",
      el("h3", el("button.plain", { type: "button", data }, title)),
      badge(group),
      treesim.confidence(group.confidence),
      why(group),
    );
  };

  treesim.groupSection = (group, properties, ...children) =>
    el(isSecondary(group) ? "section.group.secondary" : "section.group", properties, ...children);
})();
