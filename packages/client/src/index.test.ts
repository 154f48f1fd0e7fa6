import { basename, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "@weft/testkit/bundle";
import { expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../", import.meta.url));
const KiB = 1_024;

test("[CS40] the client loads no schema, no tree of the server, no other package and nothing of Node.js", async () => {
  const { later, ...atOnce } = await bundle(`export * from "@weft/client";`, true);
  const loaded = [...atOnce.files, ...later.files].map((file) => relative(packages, file));
  expect(loaded.filter((file) => !/^(client|crdt|protocol)\/src\//.test(file))).toEqual([]);
  expect(loaded).toContain("client/src/storage/room-storage.ts");
  expect(loaded).not.toContain("crdt/src/tree.ts");
  expect([...atOnce.imports, ...later.imports]).toEqual([]);
  expect(atOnce.code + later.code).not.toMatch(/\b(Buffer|process|require)\b[.(]/);
});

test("[CS41] presence, events and the connection alone: at most 12 KiB with gzip, and none of Storage and comments", async () => {
  const { gzip, files } = await bundle(`export { createClient } from "@weft/client";`);
  expect(gzip).toBeLessThanOrEqual(12 * KiB);
  expect(files.filter((file) => /\/src\/(storage|http)\//.test(file))).toEqual([]);
  const ofComments = files.filter((file) => file.includes("/src/comments/")).map((file) => basename(file));
  expect(ofComments.toSorted()).toEqual(["comments-port.ts", "local-attachment.ts"]);
});

test("[CS41] with all structures: at most 23 KiB with gzip, 27 with Storage, 40 with comments, 50 with all of it", async () => {
  const { gzip, later, laterParts } = await bundle(
    `export { createClient, LiveObject, LiveList, LiveMap, LiveText, LiveFile } from "@weft/client";`,
  );
  const partOf = (file: string) => {
    const found = laterParts.filter(({ files }) => files.some((each) => each.endsWith(file)));
    expect(found, file).toHaveLength(1);
    return found[0]!;
  };
  const storage = partOf("/storage/storage-sync.ts");
  const comments = partOf("/comments/client-comments.ts");
  expect(gzip).toBeLessThanOrEqual(23 * KiB);
  expect(gzip + storage.gzip).toBeLessThanOrEqual(27 * KiB);
  expect(gzip + storage.gzip + comments.gzip).toBeLessThanOrEqual(40 * KiB);
  expect(gzip + later.gzip).toBeLessThanOrEqual(50 * KiB);
  // Code that few uses of comments need is loaded with them.
  for (const file of ["/comments/uploads.ts", "/comments/version-storage.ts"])
    expect(comments.files).not.toContain(partOf(file).files.find((each) => each.endsWith(file)));
});
