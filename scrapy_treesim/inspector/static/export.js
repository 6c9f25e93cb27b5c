"use strict";
/** What is shown, to take along: as JSON, and tables as CSV, by way of the clipboard. */
(() => {
  const { el } = treesim;

  /** The clipboard needs a secure context; a report opened as a file may have none. */
  const byHand = (text) => {
    const area = el("textarea.unseen", { readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("The browser did not let the text be copied.");
  };

  treesim.copy = (text, name) =>
    treesim.attempt(async () => {
      if (navigator.clipboard) await navigator.clipboard.writeText(text).catch(() => byHand(text));
      else byHand(text);
      treesim.notice(`Copied ${name}.`, true);
    });

  /** Spreadsheets take such a text for a formula; as in feeds.py, which tells of it. */
  const UNSEEN =
    /[\0-\x20"'\x7f-\xa0\xad\u034f\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufe00-\ufe0f\ufeff]*/;
  const SIGN = /[=@\uff1d\uff20\t\n\r]|[-+\uff0d\uff0b](?![0-9., ]*%?(?![\s\S]))/;
  const FORMULA = new RegExp(`^(?:${UNSEEN.source})(?:${SIGN.source})`);

  const quoted = (cell) => {
    const said = treesim.shown(cell);
    const text = typeof cell !== "number" && FORMULA.test(said) ? `'${said}` : said;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };

  const csv = ({ columns, rows }) =>
    [columns.map((column) => column.name), ...rows]
      .map((row) => row.map(quoted).join(","))
      .join("\r\n");

  const objects = ({ columns, rows }) =>
    rows.map((row) =>
      Object.fromEntries(columns.map((column, place) => [column.name, row[place]])),
    );

  const asJson = (value) =>
    treesim.button("Copy as JSON", () => treesim.copy(JSON.stringify(value(), null, 1), "as JSON"));

  treesim.exportTable = (table) => {
    const asCsv = treesim.button("Copy as CSV", () => treesim.copy(csv(table), "as CSV"));
    return el("div.export", asCsv, asJson(() => objects(table)));
  };

  treesim.exportJson = (value) => el("div.export", asJson(() => value));
})();
