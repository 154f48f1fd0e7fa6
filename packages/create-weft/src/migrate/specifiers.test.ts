import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { expect, test } from "vitest";
import { specifiersIn } from "./specifiers.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..");
const found = (file: string, text: string) => specifiersIn(file, text).map(({ value }) => value);

test.for([
  ["a side effect", `import "x";`],
  ["names", `import a, { type B, from, as as c } from "x";`],
  ["everything", `import * as from from 'x'`],
  ["types", `import type { A } from "x";`],
  ["a default that is named type", `import type from "x";`],
  ["a line break in between", `import {\n  a, // from "y"\n} /* from "z" */\n  from\n  "x"`],
  ["an export", `export { a } from "x"; export const b = "y";`],
  ["an export of everything", `export type * from "x"`],
  ["a dynamic import", `const a = await import(/* webpackChunkName: "y" */ "x");`],
  ["a template without expressions", "const a = import(`x`);"],
  ["an import type", `let a: Map<string, import("x").Room<"y">>;`],
  ["require", `const { a } = require("x"); obj.require("y");`],
  ["import = require", `import a = require("x");`],
  ["resolve", `require.resolve("x");`],
  ["import.meta.resolve", `import.meta.resolve("x"); path.resolve("y");`],
  ["declare module", `declare module "x" { interface A {} }`],
  ["a mock of Jest", `jest.mock("x", () => ({ a: "y" }));`],
  ["a mock of Vitest", `vi.doMock("x"); server.mock("y");`],
  ["an actual module", `const a = await vi.importActual<typeof import("x")>("x");`, ["x", "x"]],
  ["arguments with arrows", `jest.requireActual<{ a: (b: C<D>) => E }>("x");`],
  ["attributes", `import a from "x" with { type: "json" };`],
] as [string, string, string[]?][])("finds the specifier of %s", ([, text, expected = ["x"]]) => {
  for (const file of ["a.ts", "a.tsx"]) expect([file, ...found(file, text)]).toEqual([file, ...expected]);
});

test.for([
  ["a line comment", `// import a from "y"\nimport "x";`],
  ["a block comment", `/* require("y") \n import "y" */ import "x";`],
  ["a string", `const a = 'import b from "y"', c = "it's \\" from 'y'"; import "x";`],
  ["a template", 'const a = `import b from "y" ${c} require(\'y\') \\` ${`from "y"`}`; import "x";'],
  ["a regular expression", `const a = /"import 'y'[/"]/g, b = c / d; const e = f! / g; import "x";`],
  ["a regular expression after a condition", `if (a) /['"]/.test(b);\nimport "x"`],
  ["a division", `const a = (b + c) / d; const e = "f / g"; import "x";`],
  ["a property", `const a = { from: "y", import: "y", require: "y" }; a.from; import "x";`],
  ["a method", `a.import("y"); Array.from("y"); this.require("y"); import "x";`],
  ["an unfinished string", `const a = "y\nimport "x";`],
])("does not take %s for a specifier", ([, text]) => {
  expect(found("a.ts", text!)).toEqual(["x"]);
});

test.for([
  ["text", `const a = <p>Don't import b from "y" or require("y") \`</p>; import("x");`],
  ["nested elements", `const a = <><A.B c="import 'y'" {...d}>it's {e ? <b>{"f"}</b> : null} "</A.B></>; import("x")`],
  ["code in an element", `const a = <p>'{list.map((b) => <i key={b}>it's {import("x")}</i>)}'</p>;`],
  ["a comment in an element", `const a = <p>{/* it's import("y") */}'</p>; import("x");`],
  ["an attribute with a mark", `const a = <p title="a > b" c='d"' {/* ' */ ...e} />; import("x");`],
  ["type arguments of an element", `const a = <Table<Row> rows={[]}>it's</Table>; import("x");`],
  ["a generic arrow function", `const a = <T,>(b: T) => b; const c = <T extends D>(b: T) => { import("x"); };`],
  ["a generic type", `type A = <T>(b: T) => T; interface C { <T>(b: T): "it's" } import("x");`],
  ["a comparison", `const a = b < c && d > e; const f = g<H>("it's"); import("x");`],
  ["a return", `function A() { return <p>it's</p>; } import("x");`],
])("reads JSX with %s", ([, text]) => {
  expect(found("a.tsx", text!)).toEqual(["x"]);
});

test("reads casts in .ts files as casts", () => {
  expect(found("a.ts", `const a = <B>c; const d = "it's"; import("x");`)).toEqual(["x"]);
});

test("reads the scripts of Vue and Svelte files, and nothing else in them", () => {
  const text = `<!-- <script>import "y"</script> -->
<script lang="ts" generic="T extends Record<string, U>">\r\nimport a from "x1";\r\n</script>
<script setup>import b from 'x2'; const c = "<template>";</script>
<template><p>import d from "y" {{ it's }}</p></template>
<style>@import "y";</style>`;
  expect(found("a.vue", text)).toEqual(["x1", "x2"]);
  expect(found("a.svelte", text)).toEqual(["x1", "x2"]);
});

test("reads the imports of style sheets, and no comments", () => {
  const text = `/* @import "y"; */ @import 'x1' layer(base);\n@import url( "~x2/styles.css" );\n.a { content: "y"; }\n@use "x3";`;
  expect(found("a.css", text)).toEqual(["x1", "x2/styles.css", "x3"]);
  const places = specifiersIn("a.scss", text).map(({ start, end }) => text.slice(start, end));
  expect(places).toEqual(["x1", "x2/styles.css", "x3"]);
});

test("answers where a specifier is, and whether it is imported for its types alone", () => {
  const text = `import type { A } from "x";\r\nimport { type B } from "x";\nexport type { C } from 'x';`;
  const specifiers = specifiersIn("a.ts", text);
  expect(specifiers.map(({ start, end }) => text.slice(start - 1, end + 1))).toEqual([`"x"`, `"x"`, `'x'`]);
  expect(specifiers.map(({ typeOnly }) => typeOnly)).toEqual([true, false, true]);
});

test("reads deeply nested comparisons without trying each of them again", () => {
  const text = `const a = ${"<b>{".repeat(400)}; import("x");`;
  expect(found("a.tsx", text)).toEqual(["x"]);
});

test("finds in all sources of this repository what a parser finds", { timeout: 300_000 }, () => {
  const files = globSync("{packages,apps,examples,conformance,scripts,e2e}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: (path) => /node_modules|dist$|build$|\.react-router$|\.next$/.test(path),
  });
  const differing: object[] = [];
  let specifiers = 0;
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const expected = parsed(file, text);
    const actual = found(file, text);
    specifiers += expected.length;
    if (JSON.stringify(actual.toSorted()) !== JSON.stringify(expected.toSorted()))
      differing.push({ file, missing: expected.filter((one) => !actual.includes(one)), actual, expected });
  }
  expect(differing).toEqual([]);
  expect(specifiers).toBeGreaterThan(5_000);
});

interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}

/** The module specifiers of a source, from its syntax tree. */
function parsed(file: string, text: string): string[] {
  const values: unknown[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    values.push(...specifiersOfNode(node));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  return values.filter((value) => typeof value === "string");
}

function specifiersOfNode(node: Node): unknown[] {
  const text = (value: unknown) => {
    const { value: string, quasis } = (value ?? {}) as { value?: unknown; quasis?: { value: { cooked: string } }[] };
    return quasis?.length === 1 ? quasis[0]!.value.cooked : string;
  };
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return [text(node["source"])];
    case "TSModuleDeclaration":
      return [text(node["id"])];
    case "TSExternalModuleReference":
      return [text(node["expression"])];
    case "CallExpression":
      return isCalled(node) ? [text((node["arguments"] as unknown[])[0])] : [];
    default:
      return [];
  }
}

function isCalled({ callee }: Node): boolean {
  const { type, name, object, property } = callee as Record<"type" | "name", string> & Record<string, Node>;
  if (type === "Identifier") return name === "require";
  if (type !== "MemberExpression") return false;
  const [of, method] = [object?.["name"], String(property?.["name"])];
  if (method === "resolve") return of === "require" || object?.type === "MetaProperty";
  return (of === "vi" || of === "jest") && /mock$|Mock$|Actual$/.test(method);
}
