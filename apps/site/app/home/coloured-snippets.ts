import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { Plugin } from "vite";
import { highlight } from "../docs/mdx/highlight.ts";

const query = "?coloured";
const languages: Readonly<Record<string, string>> = { ".sh": "bash" };

/** Imports of a file with `?coloured`: its code, and its lines coloured as HTML. Done once, and not while pages are drawn. */
export function colouredSnippets(): Plugin {
  return {
    name: "coloured-snippets",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(query)) return undefined;
      const file = id.slice(0, -query.length);
      const code = (await readFile(file, "utf8")).trimEnd();
      const extension = extname(file);
      const html = await highlight(code, languages[extension] ?? extension.slice(1), { lines: new Set(), words: [] });
      return { code: `export default ${JSON.stringify({ code, html })}`, moduleType: "js" };
    },
  };
}
