import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { BlobStore, ByteRange } from "../src/uploads/blob-store.ts";

const MiB = 1_024 * 1_024;

/** What every BlobStore promises. An adapter's test file is one call to this. */
export function blobStoreSuite(open: () => Promise<{ readonly blobs: BlobStore } & AsyncDisposable>): void {
  describe("BlobStore", () => {
    test("what was put is read as it was, whole and by range", async () => {
      await using under = await open();
      const { blobs } = under;
      await blobs.check();
      const bytes = randomBytes(300_000);
      await blobs.put("p/a", bytes);
      expect(await read(blobs, "p/a")).toEqual(bytes);
      for (const [start, end] of [
        [1, 1],
        [0, 9],
        [70_000, 200_000],
        [299_999, 299_999],
        [0, 299_999],
      ] as const)
        expect(await read(blobs, "p/a", { start, end })).toEqual(bytes.subarray(start, end + 1));
    });

    test("putting the same again changes nothing, and names do not meet", async () => {
      await using under = await open();
      const { blobs } = under;
      for (const name of ["p/a", "p/b", "q/a", "../p/a", "p/a%2F", "p/ä 😀"]) {
        await blobs.put(name, Buffer.from(name));
        await blobs.put(name, Buffer.from(name));
      }
      for (const name of ["p/a", "p/b", "q/a", "../p/a", "p/a%2F", "p/ä 😀"])
        expect((await read(blobs, name))?.toString()).toBe(name);
    });

    test("what is not there is undefined, and is deleted all the same", async () => {
      await using under = await open();
      const { blobs } = under;
      expect(await blobs.read("p/a")).toBeUndefined();
      expect(await blobs.read("p/a", { start: 0, end: 3 })).toBeUndefined();
      await blobs.delete("p/a");
      await blobs.put("p/a", Buffer.from("x"));
      await blobs.delete("p/a");
      await blobs.delete("p/a");
      expect(await blobs.read("p/a")).toBeUndefined();
    });

    test("parts are joined in the order asked for, whenever and however often they came", async () => {
      await using under = await open();
      const { blobs } = under;
      const pieces = [randomBytes(5 * MiB), randomBytes(5 * MiB), randomBytes(7)];
      const session = await blobs.startParts("p/joined");
      const tags = new Map<number, string>();
      const put = async (index: number) =>
        tags.set(index, await blobs.putPart("p/joined", session, index + 1, pieces[index]!));
      await Promise.all([put(2), put(0)]);
      await put(1);
      await put(0);
      expect(await blobs.read("p/joined")).toBeUndefined();
      const parts = pieces.map((_, index) => ({ number: index + 1, tag: tags.get(index)! }));
      await blobs.joinParts("p/joined", session, parts);
      // The answer may have been lost.
      await blobs.joinParts("p/joined", session, parts);
      expect((await read(blobs, "p/joined"))?.equals(Buffer.concat(pieces))).toBe(true);
      await blobs.dropParts("p/joined", session);
      await blobs.dropParts("p/joined", session);
      await blobs.joinParts("p/joined", session, parts);
      expect(
        (await read(blobs, "p/joined", { start: 5 * MiB - 2, end: 5 * MiB + 1 }))?.equals(
          Buffer.concat([pieces[0]!.subarray(-2), pieces[1]!.subarray(0, 2)]),
        ),
      ).toBe(true);
    });

    test("parts that were dropped make no blob, and their session is over", async () => {
      await using under = await open();
      const { blobs } = under;
      const session = await blobs.startParts("p/a");
      const tag = await blobs.putPart("p/a", session, 1, Buffer.from("one"));
      await blobs.dropParts("p/a", session);
      await expect(blobs.joinParts("p/a", session, [{ number: 1, tag }])).rejects.toThrow();
      expect(await blobs.read("p/a")).toBeUndefined();
    });

    test("two sessions of one name do not mix", async () => {
      await using under = await open();
      const { blobs } = under;
      const [one, two] = [await blobs.startParts("p/a"), await blobs.startParts("p/a")];
      expect(one).not.toBe(two);
      const tag = await blobs.putPart("p/a", one, 1, Buffer.from("one"));
      await blobs.putPart("p/a", two, 1, Buffer.from("two"));
      await blobs.joinParts("p/a", one, [{ number: 1, tag }]);
      expect((await read(blobs, "p/a"))?.toString()).toBe("one");
    });
  });
}

async function read(blobs: BlobStore, name: string, range?: ByteRange): Promise<Buffer | undefined> {
  const bytes = await blobs.read(name, range);
  return bytes && (await buffer(bytes));
}
