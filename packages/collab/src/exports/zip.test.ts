import { expect, test } from "vitest";
import { unzip } from "../../suites/unzip.ts";
import { zip } from "./zip.ts";
import type { ZipFile } from "./zip.ts";

const at = Date.UTC(2026, 10, 22, 13, 14, 16);

async function* each(files: Iterable<ZipFile>) {
  yield* files;
}

const read = async (archive: AsyncIterable<Uint8Array>) => unzip(Buffer.concat(await Array.fromAsync(archive)));

test("an archive holds its files as they were, whatever their names and sizes", async () => {
  const pieces = [Buffer.from("warp and "), Buffer.alloc(100_000, "w"), Buffer.alloc(0)];
  const files = await read(
    zip(
      each([
        { name: "a/long.txt", pieces },
        { name: "räume/织物.json", pieces: [Buffer.from("{}")] },
        { name: "empty", pieces: [] },
      ]),
      at,
    ),
  );
  expect([...files.keys()]).toEqual(["a/long.txt", "räume/织物.json", "empty"]);
  expect(files.get("a/long.txt")).toEqual(Buffer.concat(pieces));
  expect(files.get("räume/织物.json")?.toString()).toBe("{}");
  expect(files.get("empty")).toHaveLength(0);
});

test("an archive without files is valid", async () => {
  expect((await read(zip(each([]), at))).size).toBe(0);
});

test("repetitive content is compressed", async () => {
  const archive = await Array.fromAsync(zip(each([{ name: "n", pieces: [Buffer.alloc(1_000_000)] }]), at));
  expect(Buffer.concat(archive).length).toBeLessThan(2_000);
});

test("a file that fails to load fails the reader, and a reader that stops takes no more files", async () => {
  const failing = async function* () {
    yield { name: "first", pieces: [Buffer.from("1")] };
    throw new Error("no second");
  };
  await expect(Array.fromAsync(zip(failing(), at))).rejects.toThrow("no second");

  let asked = 0;
  const endless = async function* () {
    for (;;) yield { name: String(asked++), pieces: [Buffer.from("x")] };
  };
  for await (const bytes of zip(endless(), at)) if (bytes.length > 0) break;
  const then = asked;
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked - then).toBeLessThan(3);
});
