import type { LoaderFunctionArgs } from "react-router";
import { highlight } from "../docs/mdx/highlight.ts";
import type { SourceFile } from "./source-file.ts";

const files = import.meta.glob<string>(
  [
    "../../../../examples/*/src/**/*.{ts,tsx,vue,svelte,css}",
    "../../../../examples/*/{index.html,package.json,vite.config.ts}",
  ],
  { query: "?raw", import: "default" },
);

/** The very files of an example, coloured for both themes at build time. */
export async function loader({ params }: LoaderFunctionArgs) {
  const folder = `/examples/${params.name}/`;
  const sources: SourceFile[] = [];
  for (const [path, load] of Object.entries(files)) {
    const at = path.indexOf(folder);
    if (at === -1 || /\.test\.tsx?$/.test(path)) continue;
    const name = path.slice(at + folder.length);
    const text = await load();
    const language = name.slice(name.lastIndexOf(".") + 1);
    const html = await highlight(text.trimEnd(), language, { lines: new Set(), words: [] });
    sources.push({ name, text, html });
  }
  return Response.json(sources.sort(bySource));
}

/** What runs first, what surrounds it last. */
function bySource(a: SourceFile, b: SourceFile) {
  const inner = (file: SourceFile) => Number(!file.name.startsWith("src/"));
  return inner(a) - inner(b) || (a.name < b.name ? -1 : 1);
}
