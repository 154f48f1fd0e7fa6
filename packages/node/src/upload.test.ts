import { setImmediate as turnOfEventLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { newFileId, upload } from "./upload.ts";
import type { UploadCalls } from "./upload.ts";

const MiB = 1_024 * 1_024;

/** Calls that note what happens. `failing`: the part that fails. */
function open(failing?: number) {
  const log: string[] = [];
  const parts = new Map<number, number>();
  let running = 0;
  let most = 0;
  const calls: UploadCalls<string> = {
    whole: async (file) => `whole ${file.size}`,
    start: async () => ({ uploadId: "u1" }),
    part: async (uploadId, partNumber, bytes, signal) => {
      most = Math.max(most, ++running);
      await turnOfEventLoop();
      running--;
      if (partNumber === failing) throw new Error(`Part ${partNumber} failed.`);
      signal.throwIfAborted();
      parts.set(partNumber, bytes.size);
      return { partNumber, etag: `${uploadId}/${partNumber}` };
    },
    complete: async (uploadId, given) => {
      log.push(given.map(({ etag }) => etag).join(" "));
      return `complete ${uploadId}`;
    },
    abort: async (uploadId) => {
      log.push(`abort ${uploadId}`);
      throw new Error("It could not be discarded.");
    },
  };
  return { calls, log, parts, most: () => most };
}

test("[ND14] a file of up to 5 MiB is sent with one call", async () => {
  for (const size of [0, 1, 5 * MiB])
    expect(await upload(new Blob([new Uint8Array(size)]), open().calls, undefined)).toBe(`whole ${size}`);
});

test("[ND14] a larger one is sent in parts of 5 MiB, five at a time, and completed in their order", async () => {
  const { calls, log, parts, most } = open();
  expect(await upload(new Blob([new Uint8Array(32 * MiB + 1)]), calls, undefined)).toBe("complete u1");
  expect([...parts].toSorted(([a], [b]) => a - b)).toEqual([
    ...[1, 2, 3, 4, 5, 6].map((part) => [part, 5 * MiB]),
    [7, 2 * MiB + 1],
  ]);
  expect(log).toEqual(["u1/1 u1/2 u1/3 u1/4 u1/5 u1/6 u1/7"]);
  expect(most()).toBe(5);
});

test("[ND14] when a part fails or the call is aborted, the others end and the parts are discarded", async () => {
  const { calls, log, parts } = open(3);
  await expect(upload(new Blob([new Uint8Array(60 * MiB)]), calls, undefined)).rejects.toThrow("Part 3 failed.");
  expect(log).toEqual(["abort u1"]);
  expect(parts.size).toBeLessThan(6);
  const aborted = open();
  const controller = new AbortController();
  const uploading = upload(new Blob([new Uint8Array(11 * MiB)]), aborted.calls, controller.signal);
  controller.abort(new Error("Enough."));
  await expect(uploading).rejects.toThrow("Enough.");
  expect(aborted.log).toEqual(["abort u1"]);
});

test("[ND14] ids of files have the form that the server checks, and differ", () => {
  const ids = Array.from({ length: 1_000 }, () => newFileId("fl_"));
  for (const id of ids) expect(id).toMatch(/^fl_[A-Za-z0-9_-]{21}$/);
  expect(new Set(ids).size).toBe(1_000);
});
