import { expect, test } from "vitest";
import { webmOf } from "./webm.ts";
import type { WebmFrame } from "./webm.ts";

const frame = (atMs: number, isKey = false): WebmFrame => ({ atMs, isKey, data: Buffer.from(`frame at ${atMs}`) });
const film = (...frames: WebmFrame[]) => webmOf({ width: 1440, height: 810, durationMs: 400, frames });

test("a film has a header, its size and duration, and frames with their times", () => {
  const [header, segment] = elementsIn(film(frame(0, true), frame(100), frame(200, true), frame(300)));
  expect(header?.id).toBe("1a45dfa3");
  expect(header?.content.includes("webm")).toBe(true);
  const parts = elementsIn(segment!.content);
  expect(parts.map(({ id }) => id)).toEqual(["114d9b74", "1549a966", "1654ae6b", "1c53bb6b", "1f43b675", "1f43b675"]);
  const duration = find(parts[1]!, "4489").content;
  expect(duration.readDoubleBE()).toBe(400);
  const video = find(find(parts[2]!, "ae"), "e0");
  expect([find(video, "b0"), find(video, "ba")].map(({ content }) => content.readUInt16BE())).toEqual([1440, 810]);
  const blocks = parts.slice(4).map((cluster) => {
    const [at, ...rest] = elementsIn(cluster.content);
    return rest.map(({ content }) => ({
      atMs: at!.content.readUIntBE(0, at!.content.length) + content.readInt16BE(1),
      isKey: content[3] === 0x80,
      data: content.subarray(4),
    }));
  });
  expect(blocks.flat()).toEqual([frame(0, true), frame(100), frame(200, true), frame(300)]);
});

test("the index leads to the clusters of key frames, and the list of parts to the index", () => {
  const [, segment] = elementsIn(film(frame(0, true), frame(100), frame(40_000, true)));
  const { content } = segment!;
  const at = (position: number) => elementsIn(content.subarray(position))[0]!;
  const parts = elementsIn(content);
  const seeks = elementsIn(parts[0]!.content).map((seek) => ({
    id: find(seek, "53ab").content.toString("hex"),
    found: at(find(seek, "53ac").content.readUInt32BE()).id,
  }));
  expect(seeks.map(({ found }) => found)).toEqual(seeks.map(({ id }) => id));
  const points = elementsIn(parts[3]!.content).map((point) => {
    const cluster = at(find(find(point, "b7"), "f1").content.readUInt32BE());
    const time = find(cluster, "e7").content;
    return { cue: find(point, "b3").content.readUInt32BE(), cluster: time.readUIntBE(0, time.length) };
  });
  expect(points).toEqual([
    { cue: 0, cluster: 0 },
    { cue: 40_000, cluster: 40_000 },
  ]);
});

test("a film that does not begin with a key frame, or has too few of them, is refused", () => {
  expect(() => film()).toThrow("begins with a key frame");
  expect(() => film(frame(0))).toThrow("begins with a key frame");
  expect(() => film(frame(0, true), frame(33_000))).toThrow("more than 32 seconds");
});

interface Element {
  readonly id: string;
  readonly content: Buffer;
}

/** The elements in these bytes, one after the other. */
function elementsIn(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const idWidth = Math.clz32(bytes[at]!) - 23;
    const sizeAt = at + idWidth;
    const sizeWidth = Math.clz32(bytes[sizeAt]!) - 23;
    const size = bytes.readUIntBE(sizeAt, sizeWidth) - 2 ** (7 * sizeWidth);
    const from = sizeAt + sizeWidth;
    elements.push({ id: bytes.subarray(at, sizeAt).toString("hex"), content: bytes.subarray(from, from + size) });
    at = from + size;
  }
  return elements;
}

function find({ content }: Element, id: string): Element {
  const found = elementsIn(content).find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
}
