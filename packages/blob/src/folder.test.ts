import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BlobsRefused } from "@weft/collab";
import { blobStoreSuite } from "@weft/collab/suites/blob-store.suite.ts";
import { expect, test } from "vitest";
import { createFolderBlobs } from "./folder.ts";

async function openTemporary() {
  const folder = mkdtempSync(join(tmpdir(), "weft-blob-"));
  const blobs = createFolderBlobs(folder);
  await blobs.check();
  return { blobs, folder, [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }) };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

blobStoreSuite(openTemporary);

test("[BL2] no name reaches a path, and names of any length and characters are kept", async () => {
  await using under = await openTemporary();
  const { blobs, folder } = under;
  for (const name of ["../../outside", "/etc/passwd", "a\0b", "n".repeat(5_000), ".."]) {
    await blobs.put(name, Buffer.from("x"));
    expect(await blobs.read(name)).toBeDefined();
  }
  expect(filesIn(folder).every((name) => /^[0-9a-f]{62}$/.test(name))).toBe(true);
  expect(filesIn(folder)).toHaveLength(5);
});

test("[BL2] a session that was not issued here is refused before it reaches a path", async () => {
  await using under = await openTemporary();
  const { blobs } = under;
  for (const session of ["../incoming", "", "x".repeat(32)]) {
    await expect(blobs.dropParts("p/a", session)).rejects.toThrow("not one of this store");
    await expect(blobs.putPart("p/a", session, 1, Buffer.from("x"))).rejects.toThrow("not one of this store");
  }
});

test("[BL1] files that were half written when the server ended are deleted, and nothing else", async () => {
  await using under = await openTemporary();
  const { blobs, folder } = under;
  await blobs.put("p/a", Buffer.from("x"));
  writeFileSync(join(folder, "incoming", "half"), "ha");
  await createFolderBlobs(folder).check();
  expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  expect(await blobs.read("p/a")).toBeDefined();
});

test("[BL1] a write that fails leaves nothing behind", async () => {
  await using under = await openTemporary();
  const { blobs, folder } = under;
  const session = await blobs.startParts("p/a");
  const tag = await blobs.putPart("p/a", session, 1, Buffer.from("one"));
  const parts = [
    { number: 1, tag },
    { number: 2, tag },
  ];
  await expect(blobs.joinParts("p/a", session, parts)).rejects.toThrow(
    expect.objectContaining({ code: "SERVICE_UNAVAILABLE" }),
  );
  expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  expect(await blobs.read("p/a")).toBeUndefined();
  rmSync(join(folder, "incoming"), { recursive: true });
  await expect(blobs.put("p/b", Buffer.from("x"))).rejects.toThrow(
    expect.objectContaining({ code: "SERVICE_UNAVAILABLE" }),
  );
});

test("[BL3] a folder that cannot be written is refused at start, in one sentence", async () => {
  await using under = await openTemporary();
  const file = join(under.folder, "file");
  writeFileSync(file, "");
  await expect(createFolderBlobs(join(file, "below")).check()).rejects.toThrow(BlobsRefused);
  await expect(createFolderBlobs(join(file, "below")).check()).rejects.toThrow("cannot be written (ENOTDIR).");
});
