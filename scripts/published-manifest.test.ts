import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { published } from "./published-packages.ts";
import { faultsOfManifest, publishedManifest } from "./published-manifest.ts";
import type { SourceManifest } from "./published-manifest.ts";
import { root } from "./sources.ts";

const names = published.map((name) => `@weft/${name}`);
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as SourceManifest;
const files = ["README.md", "LICENSE", "package.json", "dist/index.js", "dist/index.d.ts"];
const around = { published: names, files, isRelease: true };

test.each(published)("the manifest of @weft/%s can be published", (name) => {
  const source = read(`packages/${name}/package.json`);
  const { version } = source;
  const manifest = publishedManifest(source, name === "client" ? {} : { "@weft/client": version }, "owner/name");
  const built = Object.values(manifest.exports).flatMap((paths) =>
    [paths.types, paths.default].map((path) => path.slice(2)),
  );
  expect(faultsOfManifest({ ...manifest }, { ...around, files: [...files, ...built] })).toEqual([]);
});

test("style sheets have an effect, and types that say that they export nothing", () => {
  const manifest = publishedManifest(read("packages/react-ui/package.json"), {}, "owner/name");
  expect(manifest.exports["./styles.css"]).toEqual({
    types: "./dist/styles.css.d.ts",
    default: "./dist/styles.css",
  });
  expect(manifest.sideEffects).toEqual(["**/*.css"]);
  expect(faultsOfManifest({ ...manifest, sideEffects: false }, { ...around, files: [] })).toContain(
    "It does not say which of its files have side effects.",
  );
});

test("the packages have one version, and name each other with it", () => {
  expect(new Set(published.map((name) => read(`packages/${name}/package.json`).version)).size).toBe(1);
});

const good = {
  ...publishedManifest(
    { ...read("packages/client/package.json"), name: "@weft/client", exports: { ".": "./src/index.ts" } },
    { "@weft/react": read("packages/client/package.json").version, lib0: "^0.2.0" },
    "owner/name",
  ),
};

test("what may not be published is told", () => {
  expect(faultsOfManifest(good, around)).toEqual([]);
  const faults = (changes: Readonly<Record<string, unknown>>, less: Partial<typeof around> = {}) =>
    faultsOfManifest({ ...good, ...changes }, { ...around, ...less });
  expect(faults({ private: true })).toEqual(["It is private."]);
  expect(faults({ name: "@weft/room" })).toEqual(["Its name is @weft/room."]);
  expect(faults({ description: "", license: undefined })).toEqual(["It has no description.", "It has no license."]);
  expect(faults({ repository: undefined })).toEqual(["It names no repository."]);
  expect(faults({ repository: undefined }, { isRelease: false })).toEqual([]);
  expect(faults({ engines: {} })).toEqual(["It says no version of Node.js."]);
  expect(faults({ sideEffects: undefined })).toHaveLength(1);
  expect(faults({ sideEffects: ["**/*.css"] })).toHaveLength(1);
  expect(faults({ scripts: {} })).toHaveLength(1);
  expect(faults({ exports: undefined })).toEqual(["It exports nothing."]);
  expect(faults({}, { files: files.slice(0, -1) })).toEqual([". has no file for types."]);
  expect(faults({}, { files: files.slice(1) })).toEqual(["It has no README.md."]);
  expect(faults({ dependencies: { "@weft/crdt": good.version } })).toEqual(["@weft/crdt is not published."]);
  expect(faults({ dependencies: { "@weft/react": "0.0.1" } })).toEqual([
    "It depends on another version of @weft/react: 0.0.1.",
  ]);
  for (const range of ["workspace:*", "file:../yjs", "*", "https://example.com/yjs.tgz"])
    expect(faults({ peerDependencies: { yjs: range } })).toEqual([`yjs is ${range}.`]);
});
