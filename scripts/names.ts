/**
 * `npm run check:names`: no page, message, README or text of the UI has a command that installs or runs a package whose name is
 * neither Weft's nor that of a published package which is listed here. Anyone may register such a name, and then runs code on
 * readers' machines. Before a name is added to the list: is it in the registry, and by the authors that are meant?
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createWeft } from "@weft/example-catalogue/create-weft";
import { published as family } from "./published-packages.ts";
import { installedNames } from "./installed-names.ts";
import { root } from "./sources.ts";

const published = new Set<string>([
  "@blocknote/core",
  "@blocknote/mantine",
  "@blocknote/react",
  "@changesets/cli",
  "@codemirror/commands",
  "@codemirror/lang-javascript",
  "@codemirror/language",
  "@codemirror/state",
  "@codemirror/view",
  "@lexical/react",
  "@lexical/rich-text",
  "@lexical/selection",
  "@lexical/utils",
  "@lexical/yjs",
  "@liveblocks/client",
  "@liveblocks/emails",
  "@liveblocks/node",
  "@liveblocks/node-lexical",
  "@liveblocks/node-prosemirror",
  "@liveblocks/react",
  "@liveblocks/react-blocknote",
  "@liveblocks/react-lexical",
  "@liveblocks/react-tiptap",
  "@liveblocks/react-ui",
  "@liveblocks/redux",
  "@liveblocks/yjs",
  "@liveblocks/zustand",
  "@monaco-editor/react",
  "@reduxjs/toolkit",
  "@slate-yjs/core",
  "@slate-yjs/react",
  "@tiptap/core",
  "@tiptap/extension-collaboration",
  "@tiptap/extension-collaboration-caret",
  "@tiptap/pm",
  "@tiptap/react",
  "@tiptap/starter-kit",
  "@tiptap/suggestion",
  "@tiptap/y-tiptap",
  "@types/express",
  "@types/nodemailer",
  "create-vite",
  "express",
  "firebase-admin",
  "firebase-functions",
  "lexical",
  "monaco-editor",
  "node",
  "nodemailer",
  "playwright-core",
  "quill",
  "quill-cursors",
  "react-redux",
  "slate",
  "slate-react",
  "vite",
  "vitest",
  "y-codemirror.next",
  "y-monaco",
  "y-quill",
  "yjs",
  "zustand",
]);

/** Packages that a Weft server serves. */
const servedPaths = [createWeft.path, ...family.map((name) => `/packages/${name}.tgz`)];
const served = new RegExp(
  String.raw`^(?:\{\{CREATE_WEFT\}\}|(?:\{\{SERVER_URL\}\}|https?://[\w.:-]+)(?:${servedPaths.map((path) => path.replaceAll(".", String.raw`\.`)).join("|")}))$`,
  "u",
);

const files = globSync(
  [
    "*.md",
    "docs/**/*.md",
    "apps/site/{app,content}/**/*.{ts,tsx,md,mdx}",
    "{packages,examples}/**/*.{md,html,ts,tsx,mjs,vue,svelte}",
    "{bench,conformance,e2e,faults,scripts}/**/*.md",
  ],
  {
    cwd: root,
    exclude: (path) => /(?:^|[/\\])(?:node_modules|dist|build|\.next|\.react-router)(?:$|[/\\])/u.test(path),
  },
).filter((file) => !/\.(?:test|fixture)\.tsx?$/u.test(file));

const faults: string[] = [];
let commands = 0;
for (const file of files) {
  const text = readFileSync(resolve(root, file), "utf8");
  for (const { name, at } of installedNames(text)) {
    commands += 1;
    if (published.has(name) || served.test(name)) continue;
    faults.push(`${file}:${text.slice(0, at).split("\n").length}: ${name}`);
  }
}

for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? `${commands} installed packages in ${files.length} files, all of them published or served by Weft.`
    : `${faults.length} commands install or run a package that is neither published nor served by Weft; see scripts/names.ts.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
