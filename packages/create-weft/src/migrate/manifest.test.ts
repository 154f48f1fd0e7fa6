import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editManifest } from "./manifest.ts";
import { familyVersion, twins } from "./twins.ts";

const all = new Set(Object.keys(twins));
const server = "http://localhost:7070";

test("writes the version that the packages have, and depends on what they depend on", () => {
  for (const [name, { needs }] of Object.entries(twins)) {
    const file = join(import.meta.dirname, "..", "..", "..", name, "package.json");
    const { version, dependencies, exports } = JSON.parse(readFileSync(file, "utf8")) as Record<string, object>;
    expect([name, version]).toEqual([name, familyVersion]);
    const family = Object.keys(dependencies ?? {}).filter((key) => all.has(/^@weft\/(.+)$/.exec(key)?.[1] ?? ""));
    expect([name, family]).toEqual([name, needs.map((need) => `@weft/${need}`)]);
    for (const entry of twins[name]!.entries) expect(exports).toHaveProperty([`./${entry}`]);
  }
});

test("replaces dependencies in their places, and keeps the layout", () => {
  const text = `{\r\n\t"name": "@liveblocks/client",\r\n\t"dependencies": { "@liveblocks/client" :"^3.0.0", "a": "1" },\r\n\t"devDependencies": {\r\n\t\t"@liveblocks/node": "3.24.2"\r\n\t},\r\n\t"peerDependencies": {"@liveblocks/yjs": ">=3", "@liveblocks/react-flow": "*"}\r\n}\r\n`;
  expect(editManifest(text, all, undefined).text).toBe(
    `{\r\n\t"name": "@liveblocks/client",\r\n\t"dependencies": { "@weft/client" :"^0.1.0", "a": "1" },\r\n\t"devDependencies": {\r\n\t\t"@weft/node": "^0.1.0"\r\n\t},\r\n\t"peerDependencies": {"@weft/yjs": "^0.1.0", "@liveblocks/react-flow": "*"}\r\n}\r\n`,
  );
});

test("names the tarballs of a server, with the packages that they depend on", () => {
  const text = `{\n  "dependencies": {\n    "@liveblocks/react": "3",\n    "@liveblocks/yjs": "3",\n    "yjs": "13"\n  },\n  "peerDependencies": { "@liveblocks/client": "3" }\n}\n`;
  const edited = editManifest(text, all, server).text;
  expect(JSON.parse(edited)).toEqual({
    dependencies: {
      "@weft/react": `${server}/packages/react.tgz`,
      "@weft/client": `${server}/packages/client.tgz`,
      "@weft/yjs": `${server}/packages/yjs.tgz`,
      yjs: "13",
    },
    peerDependencies: { "@weft/client": "^0.1.0" },
  });
  expect(edited).toContain(`react.tgz",\n    "@weft/client"`);
  expect(editManifest(edited, all, server).edits).toEqual([]);
});

test("names the tarballs of all packages that a package needs, directly or not", () => {
  const { dependencies } = JSON.parse(
    editManifest(`{ "dependencies": { "@liveblocks/emails": "3" } }`, all, server).text,
  ) as { dependencies: object };
  expect(Object.keys(dependencies)).toEqual(["@weft/emails", "@weft/node", "@weft/client"]);
});

test("names tarballs in a manifest that has versions from an earlier run", () => {
  const text = `{ "dependencies": { "@liveblocks/node": "3", "@liveblocks/client": "3" } }`;
  const versions = editManifest(text, all, undefined).text;
  expect(JSON.parse(editManifest(versions, all, server).text)).toEqual({
    dependencies: { "@weft/node": `${server}/packages/node.tgz`, "@weft/client": `${server}/packages/client.tgz` },
  });
});

test.for([
  [`{ "dependencies": { "@liveblocks/client": "3", "@weft/client": "1" } }`, ["@weft/client"]],
  [`{ "dependencies": { "@weft/client": "1", "@liveblocks/client": "3" } }`, ["@weft/client"]],
  [
    `{ "dependencies": { "@weft/client": "1", "a": "1", "@weft/node": "1", "@liveblocks/node": "3", "@liveblocks/client": "3" } }`,
    ["@weft/client", "a", "@weft/node"],
  ],
] as const)("removes a dependency whose twin is there: %s", ([text, expected]) => {
  const { dependencies } = JSON.parse(editManifest(text, all, undefined).text) as { dependencies: object };
  expect(Object.keys(dependencies)).toEqual(expected);
});

test("leaves other objects and packages that are not migrated alone", () => {
  const text = `{ "overrides": { "@liveblocks/client": "3" }, "scripts": { "a": "echo \\"}\\"" }, "dependencies": { "@liveblocks/react": "3" } }`;
  expect(editManifest(text, new Set(["node"]), server)).toEqual({ text, edits: [] });
});
