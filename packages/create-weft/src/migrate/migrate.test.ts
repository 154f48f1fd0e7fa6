import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseSync } from "rolldown/utils";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrateApplication, migrateCommand } from "./migrate.ts";
import { isSource, planMigration } from "./plan.ts";
import { specifiersIn } from "./specifiers.ts";
import { officialPackage, twinOf, twins } from "./twins.ts";

const examples = join(import.meta.dirname, "..", "..", "..", "..", "examples");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-migrate-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const read = (path: string) => readFile(join(folder, path), "utf8");

test("changes imports and dependencies, and says what it did and what is left to do", async () => {
  await write({
    "package.json": `{ "dependencies": { "@liveblocks/client": "3.24.2", "@liveblocks/react": "3.24.2" } }`,
    "src/app.tsx": `import { RoomProvider } from "@liveblocks/react/suspense";\r\n// of @liveblocks/react\r\nconst p = <A baseUrl="/" />;\r\n`,
    "src/main.mjs": `\ufeffconst { createClient } = await import('@liveblocks/client');`,
  });
  const output = await migrateCommand([folder, "--server", "http://localhost:7070/"]);
  expect(JSON.parse(await read("package.json"))).toEqual({
    dependencies: {
      "@weft/client": "http://localhost:7070/packages/client.tgz",
      "@weft/react": "http://localhost:7070/packages/react.tgz",
    },
  });
  expect(await read("src/app.tsx")).toBe(
    `import { RoomProvider } from "@weft/react/suspense";\r\n// of @liveblocks/react\r\nconst p = <A baseUrl="/" />;\r\n`,
  );
  expect(await read("src/main.mjs")).toBe(`\ufeffconst { createClient } = await import('@weft/client');`);
  expect(output).toContain("Changed 4 lines in 3 files.");
  expect(output).toContain("baseUrl in src/app.tsx");
  expect(output).toContain("Other mentions of migrated packages: src/app.tsx:2.");
});

test("shows changes without making them", async () => {
  const files = {
    "package.json": `{ "dependencies": { "@liveblocks/node": "3.24.2" } }`,
    "server.ts": `\nimport { Liveblocks } from "@liveblocks/node";\n`,
  };
  await write(files);
  const output = await migrateCommand([folder, "--dry-run"]);
  for (const [path, text] of Object.entries(files)) expect(await read(path)).toBe(text);
  expect(output).toContain("Would change 2 lines in 2 files.");
  expect(output).toContain("server.ts\n     2 - @liveblocks/node\n       + @weft/node\n");
  expect(output).toContain(`     1 - "@liveblocks/node": "3.24.2"\n       + "@weft/node": "^0.1.0"\n`);
  expect(output).toContain("WEFT_BASE_URL");
  expect(output).toContain("Do not install yet");
});

test("changes nothing when it runs again", async () => {
  await write({
    "package.json": `{ "dependencies": { "@liveblocks/yjs": "3" } }`,
    "a.vue": `<script>import "@liveblocks/yjs"</script>`,
  });
  const server = "https://weft.example.com";
  expect((await migrateApplication({ folder, dryRun: false, server })).changes).toHaveLength(2);
  expect((await migrateApplication({ folder, dryRun: false, server })).changes).toEqual([]);
  expect(await migrateCommand([folder])).toBe("Nothing to migrate.\n");
});

test("leaves installed packages, repositories, builds, lock files and text that is not UTF-8 alone", async () => {
  const text = `import "@liveblocks/client";`;
  const paths = ["node_modules/a/a.js", ".git/a.js", "dist/a.js", ".next/a.js", "app/build/a.js", "package-lock.json"];
  await write(Object.fromEntries(paths.map((path) => [path, text])));
  await writeFile(join(folder, "latin.js"), Buffer.concat([Buffer.from(text), Buffer.from([0xe9])]));
  const { changes, remaining } = await migrateApplication({ folder, dryRun: false });
  expect(changes).toEqual([]);
  expect(remaining).toEqual(["Not read, because not UTF-8 text: latin.js."]);
  for (const path of paths) expect(await read(path)).toBe(text);
});

const changed = (texts: Readonly<Record<string, string>>, force = false) => {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const { changes, kept } = planMigration(files, { force });
  return { changed: changes.map(({ path }) => path), kept: kept.map(({ name }) => name), reasons: kept };
};

test("keeps the packages of the browser where a package without a twin shares objects with them", () => {
  const files = {
    "a.tsx": `import "@liveblocks/react"; import "@liveblocks/client";`,
    "b.tsx": `import "@liveblocks/react-flow"; import "@liveblocks/react-ui/styles.css";`,
    "server.ts": `import "@liveblocks/node";`,
  };
  const { reasons, ...plan } = changed(files);
  expect(plan).toEqual({
    changed: ["server.ts"],
    kept: ["@liveblocks/client", "@liveblocks/react", "@liveblocks/react-flow", "@liveblocks/react-ui"],
  });
  expect(reasons[1]!.reason).toContain("@liveblocks/react-flow has no twin yet, and its hooks read the React context");
  expect(changed(files, true)).toMatchObject({
    changed: ["a.tsx", "b.tsx", "server.ts"],
    kept: ["@liveblocks/react-flow"],
  });
});

test("migrates components with their styles, text editors, documents and emails", () => {
  const files = {
    "a.tsx": `import "@liveblocks/react"; import "@liveblocks/react-ui/primitives"; import "@liveblocks/react-lexical";
import "@liveblocks/react-tiptap"; import "@liveblocks/react-tiptap/styles.css"; import "@liveblocks/react-blocknote";`,
    "b.css": `@import "@liveblocks/react-ui/styles.css"; @import "~@liveblocks/react-ui/styles/dark/attributes.css";`,
    "server.ts": `import "@liveblocks/emails"; import "@liveblocks/node-lexical"; import "@liveblocks/node-prosemirror";`,
  };
  expect(changed(files)).toMatchObject({ changed: ["a.tsx", "b.css", "server.ts"], kept: [] });
  const { changes } = planMigration(Object.entries(files).map(([path, text]) => ({ path, text })));
  expect(changes[1]!.text).toBe(
    `@import "@weft/react-ui/styles.css"; @import "~@weft/react-ui/styles/dark/attributes.css";`,
  );
});

test("keeps both sides where a file uses both, and one of them stays", () => {
  const files = {
    "package.json": `{"dependencies":{"@liveblocks/prosemirror":"3"}}`,
    "a.ts": `import "@liveblocks/client";`,
  };
  expect(changed({ ...files, "b.ts": `import "@liveblocks/node";` }).changed).toEqual(["b.ts"]);
  const both = `import type { A } from "@liveblocks/client"; import { B } from "@liveblocks/node";`;
  expect(changed({ ...files, "b.ts": both }).changed).toEqual(["b.ts"]);
  expect(changed({ ...files, "b.ts": both.replace("import type", "import") }).changed).toEqual([]);
});

test("keeps the packages of a side that imports an entry point without a twin", () => {
  const text = `import "@liveblocks/react/_private"; import "@liveblocks/react";`;
  const { reasons, ...plan } = changed({ "a.tsx": text });
  expect(plan).toEqual({ changed: [], kept: ["@liveblocks/react"] });
  expect(reasons[0]!.reason).toContain("a.tsx imports @liveblocks/react/_private");
  expect(changed({ "a.tsx": text }, true)).toMatchObject({ changed: ["a.tsx"], kept: ["@liveblocks/react/_private"] });
});

test("keeps the packages of the browser where values of the official core are used, and not for its types", () => {
  const text = `import { A } from "@liveblocks/core"; import "@liveblocks/client";`;
  expect(changed({ "a.ts": text })).toMatchObject({ changed: [], kept: ["@liveblocks/client", "@liveblocks/core"] });
  expect(changed({ "a.ts": text.replace("import {", "import type {") }).changed).toEqual(["a.ts"]);
});

test("says of a manifest that is not JSON that it was left alone", () => {
  const { remaining } = planMigration([{ path: "app/package.json", text: "{" }]);
  expect(remaining).toEqual(["app/package.json is not valid JSON. Replace its dependencies by hand."]);
});

test.for([
  [["a", "b"], "Give one folder"],
  [["--server", "localhost:7070"], "localhost:7070 is not an address"],
  [["no-such-folder"], "no-such-folder is not a folder"],
] as const)("refuses %j", async ([args, message]) => {
  await expect(migrateCommand(args)).rejects.toThrow(message);
});

const withTwins = ["flowchart", "notification-centre", "shared"];

test("the examples below are those that use packages with a twin alone", async () => {
  const names = (await readdir(examples, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found: string[] = [];
  for (const { name } of names) {
    const { changes, kept } = await migrateApplication({ folder: join(examples, name), dryRun: true });
    const stays = kept.some((each) => each.name !== "@liveblocks/core");
    if (changes.length > 0 && !stays) found.push(name);
  }
  expect(found.filter((name) => name !== "catalogue").toSorted()).toEqual(withTwins.toSorted());
});

test.for(withTwins)("migrates the example %s", async (name) => {
  const skipped = /node_modules|[\\/](?:dist|build|\.next)$/;
  await cp(join(examples, name), folder, {
    recursive: true,
    filter: (path) => !skipped.test(path.slice(examples.length)),
  });
  const { changes } = await migrateApplication({ folder, dryRun: false });
  expect(changes.length).toBeGreaterThan(1);
  const paths = (await readdir(folder, { recursive: true })).filter(isSource);
  for (const path of paths) {
    const text = await read(path);
    const left = specifiersIn(path, text).filter(({ value }) =>
      Object.hasOwn(twins, officialPackage(value)?.name ?? ""),
    );
    expect([path, left]).toEqual([path, []]);
    if (/[jt]sx?$/.test(path)) expect([path, parseSync(path, text).errors]).toEqual([path, []]);
  }
  expect(paths.some((path) => changes.some((change) => join(change.path) === path))).toBe(true);
  const { dependencies } = JSON.parse(await read("package.json")) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies).filter((key) => twinOf(key) !== undefined)).toEqual([]);
  expect((await migrateApplication({ folder, dryRun: false })).changes).toEqual([]);
});
