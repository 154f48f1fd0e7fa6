import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Code } from "mdast";
import { visit } from "unist-util-visit";
import { expect, test } from "vitest";
import { parseCodeMeta } from "../mdx/code-meta.ts";
import { parseMdx } from "../mdx/parse.ts";
import { readPages } from "./read-pages.ts";

const kit = fileURLToPath(new URL("../../../../../examples/starter-kit/", import.meta.url));
const { body } = readPages().get("/docs/tools/nextjs-starter-kit")!;

test("the page of the starter kit has a section for each of its parts", () => {
  expect([...body.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
    "What is inside",
    "Install",
    "Document browser",
    "Sharing and permissions",
    "Whiteboard",
    "Text editor",
    "Inbox",
    "Deploy",
  ]);
});

test("the code on the page of the starter kit is in the kit", () => {
  const excerpts: { readonly file: string; readonly code: string }[] = [];
  visit(parseMdx(body), "code", ({ meta, value }: Code) => {
    const { file } = parseCodeMeta(meta ?? "");
    if (file?.startsWith("src/")) excerpts.push({ file, code: withoutIndent(value) });
  });
  expect(excerpts.length).toBeGreaterThanOrEqual(7);
  const absent = excerpts.filter(({ file, code }) => !withoutIndent(readFileSync(kit + file, "utf8")).includes(code));
  expect(absent).toEqual([]);
});

/** A part of a function is shown without the indentation that it has in its file. */
function withoutIndent(code: string): string {
  return code.replaceAll(/^[ \t]+/gm, "");
}
