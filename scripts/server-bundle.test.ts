import { readFile } from "node:fs/promises";
import { globSync } from "node:fs";
import { join } from "node:path";
import type { OutputChunk } from "rolldown";
import { beforeAll, expect, test } from "vitest";
import { bundleOutput, bundleServer, escapeNonAscii, importHttpByCall, modulesLoadedWith } from "./server-bundle.ts";
import { root } from "./sources.ts";

let chunks: readonly OutputChunk[];

beforeAll(async () => {
  await using stack = new AsyncDisposableStack();
  const bundle = await bundleServer();
  stack.defer(() => bundle.close());
  const { output } = await bundle.generate(bundleOutput);
  chunks = output.filter((file) => file.type === "chunk");
}, 60_000);

/** The dependencies that a server loads before its first call. */
const atStart = new Set([
  "@fastify/proxy-addr",
  "@fastify/static",
  "content-disposition",
  "fastify",
  "jose",
  "kysely",
  "mime",
  "pino",
  "prom-client",
  "range-parser",
  "ws",
  "zod",
]);

function dependenciesIn(names: readonly string[]): Set<string> {
  const found = modulesLoadedWith(names, chunks).map(
    (id) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/u.exec(id)?.[1],
  );
  return new Set(found.filter((name) => name !== undefined));
}

test("a server loads optional libraries only when it needs them", async () => {
  const direct = new Set<string>();
  for (const manifest of globSync(
    "packages/{blob,cluster,collab,crdt,document,protocol,room,server,store}/package.json",
    { cwd: root },
  )) {
    const { dependencies = {} } = JSON.parse(await readFile(join(root, manifest), "utf8")) as {
      dependencies?: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) if (!name.startsWith("@weft/")) direct.add(name);
  }
  expect(direct.size).toBeGreaterThan(atStart.size);
  const loaded = dependenciesIn(["main", "server"]);
  expect([...direct].filter((name) => loaded.has(name)).sort()).toEqual([...atStart].sort());
});

test("a server that is alone loads no code for clusters but the host through which rooms are called, and an error", () => {
  const loaded = modulesLoadedWith(["main", "server"], chunks).map((id) => id.slice(id.indexOf("packages/")));
  const ofClusters = loaded.filter((id) => /^packages\/(?:cluster|server\/src\/cluster)\//u.test(id));
  expect(ofClusters.map((id) => id.replace("packages/cluster/src/", "")).toSorted()).toEqual([
    "cluster-host.ts",
    "in-process.ts",
    "index.ts",
    // The error of a room that another node has.
    "node-records.ts",
    "room-calls.ts",
  ]);
});

test("the database threads load neither schemas nor code of the server", () => {
  expect([...dependenciesIn(["reader"])]).toEqual([]);
  expect([...dependenciesIn(["writer"])]).toEqual(["kysely"]);
});

test("no file has a character that makes V8 store it with two bytes per character", () => {
  expect(chunks.length).toBeGreaterThan(0);
  expect(chunks.filter(({ code }) => /[^\0-\x7F]/u.test(code)).map(({ fileName }) => fileName)).toEqual([]);
});

test("escapes do not change a program", () => {
  const texts = ["“→”", "😀", "é", "\\", "\\→", "\\\\→", "`${'…'}`"];
  for (const text of texts) {
    const code = JSON.stringify(text);
    expect([text, JSON.parse(escapeNonAscii(code))]).toEqual([text, text]);
  }
  const patterns = [/^[“-”]$/, /^\p{L}→$/u, /^😀$/u, /^[😀-😂]$/u];
  for (const pattern of patterns) {
    const again = new RegExp(escapeNonAscii(pattern.source), pattern.flags);
    for (const sample of ["“", "”", "a→", "😀", "😁", "x"])
      expect([pattern, sample, again.test(sample)]).toEqual([pattern, sample, pattern.test(sample)]);
  }
  // A backslash before a character without an escape sequence.
  expect(escapeNonAscii(String.raw`\→ \\→ \\\→`)).toBe(String.raw`\u2192 \\\u2192 \\\u2192`);
});

test("no chunk imports node:http, which would load the fetch of Node.js at the start", () => {
  expect(
    importHttpByCall('import { Agent as Agent$1, request } from "node:http";\nimport http from "node:http";'),
  ).toBe(
    'const { Agent: Agent$1, request } = process.getBuiltinModule("node:http");\n' +
      'const http = process.getBuiltinModule("node:http");',
  );
  expect(
    chunks.filter(({ code }) => /^import .* from "(?:node:)?http";$/mu.test(code)).map(({ name }) => name),
  ).toEqual([]);
  expect(chunks.some(({ code }) => code.includes('process.getBuiltinModule("node:http")'))).toBe(true);
});
