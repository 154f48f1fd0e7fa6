/**
 * Writes a WebM file with one video track: https://www.webmproject.org/docs/container/. Its cues come first, so that browsers
 * can seek before they have loaded the file.
 */
export interface Frame {
  readonly atMs: number;
  /** Whether it can be decoded alone. The first frame has to be one of these. */
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

export interface Video {
  /** The ID of its codec in Matroska, such as `V_VP9`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly frames: readonly Frame[];
}

export function writeWebm(video: Video): Uint8Array {
  const header = element(0x1a45dfa3, [
    uint(0x4286, 1),
    uint(0x42f7, 1),
    uint(0x42f2, 4),
    uint(0x42f3, 8),
    text(0x4282, "webm"),
    uint(0x4287, 2),
    uint(0x4285, 2),
  ]);
  const info = element(0x1549a966, [
    // Times are in milliseconds.
    uint(0x2ad7b1, 1_000_000),
    element(0x4489, [float64(video.durationMs)]),
    text(0x4d80, "weft"),
    text(0x5741, "weft"),
  ]);
  const tracks = element(0x1654ae6b, [
    element(0xae, [
      uint(0xd7, 1),
      uint(0x73c5, 1),
      uint(0x83, 1),
      text(0x86, video.codec),
      element(0xe0, [uint(0xb0, video.width), uint(0xba, video.height)]),
    ]),
  ]);
  const groups = groupFrames(video.frames);
  const clusters = groups.map(cluster);
  const cuesAt = info.length + tracks.length;
  // Positions have a fixed length, so the length of the cues does not depend on them.
  const cuesLength = cues(groups, clusters, 0).length;
  const found = cues(groups, clusters, cuesAt + cuesLength);
  return concat([header, element(0x18538067, [info, tracks, found, ...clusters])]);
}

/** Each group begins with a key frame. */
function groupFrames(frames: readonly Frame[]): readonly (readonly Frame[])[] {
  const groups: Frame[][] = [];
  for (const frame of frames) {
    if (frame.isKey) groups.push([]);
    const group = groups.at(-1);
    if (group === undefined) throw new Error("The first frame is not a key frame.");
    group.push(frame);
  }
  return groups;
}

function cluster(frames: readonly Frame[]): Uint8Array {
  const start = frames[0]!.atMs;
  return element(0x1f43b675, [
    uint(0xe7, start),
    ...frames.map(({ atMs, isKey, data }) => {
      const offset = atMs - start;
      return element(0xa3, [Uint8Array.of(0x81, offset >> 8, offset & 0xff, isKey ? 0x80 : 0), data]);
    }),
  ]);
}

function cues(groups: readonly (readonly Frame[])[], clusters: readonly Uint8Array[], firstAt: number): Uint8Array {
  let at = firstAt;
  return element(
    0x1c53bb6b,
    groups.map((frames, index) => {
      const position = element(0xb7, [uint(0xf7, 1), element(0xf1, [bytesOf(at, 4)])]);
      at += clusters[index]!.length;
      return element(0xbb, [uint(0xb3, frames[0]!.atMs), position]);
    }),
  );
}

function element(id: number, content: readonly Uint8Array[]): Uint8Array {
  const body = concat(content);
  // The first bit of a length of four bytes is its fourth.
  return concat([bytesOf(id, byteLengthOf(id)), bytesOf(body.length + 0x1000_0000, 4), body]);
}

function uint(id: number, value: number): Uint8Array {
  return element(id, [bytesOf(value, byteLengthOf(value))]);
}

function text(id: number, value: string): Uint8Array {
  return element(id, [new TextEncoder().encode(value)]);
}

function float64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

function byteLengthOf(value: number): number {
  return Math.max(1, Math.ceil(Math.log2(value + 1) / 8));
}

function bytesOf(value: number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
