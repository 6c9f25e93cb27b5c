"use strict";
/** Main or secondary: what the page is for, and what else it holds. As roles.py decides of groups. */
(() => {
  const SECONDARY = "secondary";

  treesim.isSecondary = (group) => group?.role === SECONDARY;

  /** The places of the groups that are secondary in a view that has main ones too. */
  treesim.besideMain = ({ groups = [] }) => {
    const places = [...groups.keys()].filter((place) => treesim.isSecondary(groups[place]));
    return new Set(places.length < groups.length ? places : []);
  };

  /** The role in a word, and for who points at it or listens to it why it is so. */
  treesim.roleBadge = (group) =>
    group?.role
      ? treesim.el(
          "span",
          { class: `page-role ${group.role}`, title: group.role_why },
          group.role,
          treesim.el("span", { class: "unseen" }, `: ${group.role_why}`),
        )
      : null;

  /** What a group gives as reasons, first that of its role. */
  treesim.groupWhy = (group) => [
    ...(group?.role ? [`${group.role}: ${group.role_why}`] : []),
    ...(group?.why ?? []),
  ];

  treesim.groupClass = (group) => (treesim.isSecondary(group) ? "group secondary" : "group");

  /** Main ones first; else in the order they come in. */
  treesim.mainFirst = (tables, groups) => {
    const last = (table) => Number(treesim.isSecondary(groups?.[table.group]));
    return [...tables].sort((a, b) => last(a) - last(b));
  };
})();
