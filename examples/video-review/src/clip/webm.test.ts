import { expect, test } from "vitest";
import { writeWebm } from "./webm.ts";

const frame = (atMs: number, isKey: boolean) => ({ atMs, isKey, data: Uint8Array.of(7, 7, 7) });
const video = { codec: "V_VP9", width: 640, height: 360, durationMs: 3000 } as const;

/** The elements of a file as `id: content`, without the content of the ones inside others. */
function elementsOf(bytes: Uint8Array, from = 0, to = bytes.length): [id: string, start: number, end: number][] {
  const found: [string, number, number][] = [];
  for (let at = from; at < to;) {
    const idLength = Math.clz32(bytes[at]!) - 23;
    const id = Array.from(bytes.subarray(at, at + idLength), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const start = at + idLength + 4;
    const length = new DataView(bytes.buffer).getUint32(start - 4) - 0x1000_0000;
    found.push([id, start, start + length]);
    at = start + length;
  }
  return found;
}

test("each cue leads to the cluster of its key frame", () => {
  const bytes = writeWebm({ ...video, frames: [frame(0, true), frame(40, false), frame(2000, true)] });
  const [header, segment] = elementsOf(bytes);
  expect([header![0], segment![0], segment![2]]).toEqual(["1a45dfa3", "18538067", bytes.length]);
  const parts = elementsOf(bytes, segment![1], segment![2]);
  expect(parts.map(([id]) => id)).toEqual(["1549a966", "1654ae6b", "1c53bb6b", "1f43b675", "1f43b675"]);
  const clusterStarts = parts.slice(3).map(([, start]) => start - 8 - segment![1]);
  const cueStarts = elementsOf(bytes, parts[2]![1], parts[2]![2]).map(([, start, end]) => {
    const position = elementsOf(bytes, start, end).find(([id]) => id === "b7")!;
    const [, at] = elementsOf(bytes, position[1], position[2]).find(([id]) => id === "f1")!;
    return new DataView(bytes.buffer).getUint32(at);
  });
  expect(cueStarts).toEqual(clusterStarts);
  expect(elementsOf(bytes, parts[3]![1], parts[3]![2]).map(([id]) => id)).toEqual(["e7", "a3", "a3"]);
});

test("a video begins with a key frame", () => {
  expect(() => writeWebm({ ...video, frames: [frame(0, false)] })).toThrow("key frame");
});
