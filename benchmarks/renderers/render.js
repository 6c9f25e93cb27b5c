// Markdown rendered by the JavaScript renderer that is named: a line of JSON for each on stdin.
import readline from "node:readline";

import markdownIt from "markdown-it";
import { marked } from "marked";

const RENDERERS = {
  marked: (source) => marked.parse(source),
  "markdown-it.js": (source) =>
    markdownIt({ html: true, linkify: true, typographer: true }).render(source),
};
const render = RENDERERS[process.argv[1]];

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(`${JSON.stringify(render(JSON.parse(line)))}\n`);
});
