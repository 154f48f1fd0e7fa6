import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "@weft/testkit/bundle";
import { expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../", import.meta.url));
const KiB = 1_024;

test("[ST96] what clients share with the server loads no schema, no tree, no other package and nothing of Node.js", async () => {
  const { files, imports, code } = await bundle(`export * from "@weft/crdt/shared";`, true);
  const loaded = files.map((file) => relative(packages, file));
  expect(loaded.filter((file) => !/^(crdt|protocol)\/src\//.test(file))).toEqual([]);
  expect(loaded).toContain("crdt/src/text/transform.ts");
  expect(loaded).not.toContain("crdt/src/tree.ts");
  expect(imports).toEqual([]);
  expect(code).not.toMatch(/\b(Buffer|process|require)\b[.(]/);
});

test("[ST96] nothing in the package loads a schema", async () => {
  const { files } = await bundle(`export * from "@weft/crdt";`, true);
  expect(files.filter((file) => /[\\/]node_modules[\\/]/.test(file))).toEqual([]);
});

test.each([
  ["all that clients share with the server", 9 * KiB, `export * from "@weft/crdt/shared";`],
  [
    "codes, positions, texts and errors",
    9 * KiB,
    `export { ClientMessageType, ServerMessageType, OpType, NodeType, CloseCode, errors, errorPage, WeftError } from "@weft/protocol/codes";
     export { makePosition, normalisePosition, positionAfter, positionBefore, positionBetween } from "@weft/crdt/shared";
     export { applyOperations, canonicalText, excludeOperations, Steps, transformOperations } from "@weft/crdt/shared";`,
  ],
  [
    "positions and the transformation of texts",
    2 * KiB,
    `export { makePosition, transformOperations } from "@weft/crdt/shared";`,
  ],
])("[ST97] %s: at most %i bytes with gzip", async (_, most, source) => {
  const { gzip } = await bundle(source);
  expect(gzip).toBeLessThanOrEqual(most);
});
