"use strict";
/**
 * How marks look on the page. Every role has an outline style of its own, so that colour is never
 * the only cue. Tints are inset shadows: they lie over an element's background and under its text,
 * which keeps white letters on a dark button readable.
 */
(() => {
  /** Dark enough for white letters (AA), different enough in hue and lightness to be told apart. */
  const PALETTE = [
    [29, 95, 191],
    [168, 84, 0],
    [28, 122, 62],
    [125, 59, 184],
    [180, 34, 110],
    [0, 115, 125],
    [104, 103, 0],
    [86, 97, 115],
  ];

  /** role -> its colour (null: by column or group), outline, strength of tint, name of many. */
  const ROLES = {
    record: { color: null, line: "2px solid", tint: 0.03, many: "Records" },
    comment: { color: 0, line: "2px solid", tint: 0.03, many: "Comments" },
    essential: { color: 7, line: "1px solid", tint: 0, faint: true, many: "Essential" },
    optional: { color: 3, line: "1px dashed", tint: 0, faint: true, many: "Optional" },
    data: { color: 1, line: "2px dotted", tint: 0.1, many: "Data" },
    kept: { color: 2, line: "2px solid", tint: 0.08, many: "Kept" },
    dropped: { color: 7, line: "1px dotted", tint: 0.06, many: "Dropped" },
    headline: { color: 4, line: "4px double", tint: 0.08, many: "Headline" },
    column: { color: null, line: "1px dashed", tint: 0.13, many: "Columns" },
    body: { color: 2, line: "1px solid", tint: 0.08, many: "Texts" },
    author: { color: 3, line: "2px dotted", tint: 0.12, many: "Authors" },
    time: { color: 1, line: "1px dashed", tint: 0.12, many: "Times" },
    field: { color: null, line: "4px double", tint: 0.13, many: "Fields" },
    value: { color: null, line: "2px solid", tint: 0.13, many: "Values" },
  };

  /** Pictures that a missing style sheet was to make small would fill the window. */
  const BARE =
    ":where(svg:not(svg *)) { max-width: 9rem; max-height: 9rem; } :where(img) { max-width: 100%; }";

  /** Five ids' worth of weight, so that few rules of a page outweigh the marks. */
  const WEIGHT = ":not(#ts-x#ts-x#ts-x#ts-x#ts-x)";

  const rgb = (color, alpha = 1) => `rgb(${PALETTE[color].join(" ")} / ${alpha})`;

  const rule = (selector, color, { line, tint, faint }) => `${selector}${WEIGHT} {
    outline: ${line} ${rgb(color, faint ? 0.5 : 1)} !important; outline-offset: -1px !important;
    box-shadow: inset 0 0 0 9999px ${rgb(color, tint)} !important; cursor: pointer !important; }`;

  const roleRules = () =>
    Object.entries(ROLES).flatMap(([name, role]) =>
      role.color === null
        ? [...PALETTE.keys()].map((color) =>
            rule(`[data-ts-role~="${name}"][data-ts-color="${color}"]`, color, role),
          )
        : [rule(`[data-ts-role~="${name}"]`, role.color, role)],
    );

  /** What is secondary where something else is main. */
  const MUTED = `[data-ts-role][data-ts-muted]${WEIGHT} {
    outline-style: dotted !important; outline-width: 1px !important;
    box-shadow: none !important; }`;

  const passing = (attribute, line, shade, tint) => `[${attribute}]${WEIGHT}${WEIGHT} {
    outline: ${line} ${shade} !important; outline-offset: 0 !important;
    box-shadow: inset 0 0 0 9999px ${tint}, 0 0 0 5px rgb(255 255 255 / .75) !important; }`;

  treesim.roles = ROLES;

  /** A mark's colour: its role's own, else by its column, else by its group. */
  treesim.colorOf = (mark) =>
    ROLES[mark.role]?.color ?? (mark.column ?? mark.group ?? 0) % PALETTE.length;

  treesim.rgb = rgb;

  /** The style sheet for a page's document; `bare` if it is shown without its own. */
  treesim.paintRules = (bare) =>
    [
      bare ? BARE : "",
      ...roleRules(),
      MUTED,
      passing("data-ts-found", "3px dashed", "#8a1253", "rgb(138 18 83 / .12)"),
      passing("data-ts-hover", "3px solid", "#0b3d91", "rgb(11 61 145 / .14)"),
      passing("data-ts-pin", "3px solid", "#b0004e", "rgb(176 0 78 / .12)"),
    ].join("\n");
})();
