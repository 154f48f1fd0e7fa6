/**
 * Writes a WebM file with one silent VP9 track (RFC 8794, RFC 9559). The index of key frames comes before the frames, so that a
 * player can seek with what it has read first.
 */
export interface WebmTrack {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** In order of time; the first is a key frame. */
  readonly frames: readonly WebmFrame[];
}

export interface WebmFrame {
  readonly atMs: number;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

const ids = {
  header: 0x1a45dfa3,
  version: 0x4286,
  readVersion: 0x42f7,
  maxIdLength: 0x42f2,
  maxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  lacing: 0x9c,
  codec: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/** What the timestamps of a cluster's blocks, 16 signed bits, can reach. */
const longestClusterMs = 32_000;

export function webmOf({ width, height, durationMs, frames }: WebmTrack): Buffer {
  if (frames[0]?.isKey !== true) throw new Error("A film begins with a key frame.");
  const info = element(
    ids.info,
    integer(ids.timestampScale, 1_000_000),
    float(ids.duration, durationMs),
    text(ids.muxingApp, "weft"),
    text(ids.writingApp, "weft"),
  );
  const video = element(ids.video, integer(ids.pixelWidth, width), integer(ids.pixelHeight, height));
  const track = element(
    ids.trackEntry,
    integer(ids.trackNumber, 1),
    integer(ids.trackUid, 1),
    integer(ids.lacing, 0),
    text(ids.codec, "V_VP9"),
    integer(ids.trackType, 1),
    video,
  );
  const tracks = element(ids.tracks, track);
  const clusters = clustersOf(frames);
  // Positions have a fixed length, so the index is as long with any numbers in it.
  const lengths = { info: info.length, tracks: tracks.length, cues: cuesOf(clusters, 0).length };
  const seekLength = seekHeadOf(lengths).length;
  const head = seekHeadOf(lengths, seekLength);
  const cues = cuesOf(clusters, seekLength + lengths.info + lengths.tracks + lengths.cues);
  const header = element(
    ids.header,
    integer(ids.version, 1),
    integer(ids.readVersion, 1),
    integer(ids.maxIdLength, 4),
    integer(ids.maxSizeLength, 8),
    text(ids.docType, "webm"),
    integer(ids.docTypeVersion, 4),
    integer(ids.docTypeReadVersion, 2),
  );
  return Buffer.concat([header, element(ids.segment, head, info, tracks, cues, ...clusters.map(({ bytes }) => bytes))]);
}

interface Cluster {
  readonly atMs: number;
  readonly bytes: Buffer;
}

/** A cluster for each key frame, which is where a player can begin. */
function clustersOf(frames: readonly WebmFrame[]): Cluster[] {
  const groups: [WebmFrame, ...WebmFrame[]][] = [];
  for (const frame of frames) {
    const last = groups.at(-1);
    if (frame.isKey || last === undefined) groups.push([frame]);
    else last.push(frame);
  }
  return groups.map(([first, ...others]) => {
    const blocks = [first, ...others].map(({ atMs, isKey, data }) => {
      const offset = atMs - first.atMs;
      if (offset > longestClusterMs) throw new Error("There are more than 32 seconds between two key frames.");
      const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
      head.writeInt16BE(offset, 1);
      return element(ids.simpleBlock, head, data);
    });
    return { atMs: first.atMs, bytes: element(ids.cluster, integer(ids.timestamp, first.atMs), ...blocks) };
  });
}

function cuesOf(clusters: readonly Cluster[], from: number): Buffer {
  let position = from;
  const points = clusters.map(({ atMs, bytes }) => {
    const at = integer(ids.cueClusterPosition, position, 4);
    position += bytes.length;
    return element(
      ids.cuePoint,
      integer(ids.cueTime, atMs, 4),
      element(ids.cueTrackPositions, integer(ids.cueTrack, 1), at),
    );
  });
  return element(ids.cues, ...points);
}

/** Where the other parts begin, counted from the first byte of the segment's content. */
function seekHeadOf(
  lengths: { readonly info: number; readonly tracks: number; readonly cues: number },
  own = 0,
): Buffer {
  let position = own;
  const seeks = (["info", "tracks", "cues"] as const).map((name) => {
    const seek = element(ids.seek, element(ids.seekId, idBytes(ids[name])), integer(ids.seekPosition, position, 4));
    position += lengths[name];
    return seek;
  });
  return element(ids.seekHead, ...seeks);
}

function element(id: number, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([idBytes(id), sizeBytes(length), ...content]);
}

function idBytes(id: number): Buffer {
  return bytesOf(id);
}

/** A length with its own width in the first bits: always four bytes, which is enough for 256 MB. */
function sizeBytes(length: number): Buffer {
  if (length >= 2 ** 28 - 1) throw new Error("A part of the film is longer than 256 MB.");
  return bytesOf(0x10000000 + length);
}

function integer(id: number, value: number, width?: number): Buffer {
  return element(id, bytesOf(value, width));
}

function float(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

function text(id: number, value: string): Buffer {
  return element(id, Buffer.from(value, "latin1"));
}

/** A number in as many bytes as it needs, or in this many. */
function bytesOf(value: number, width = Math.max(1, Math.ceil(Math.log2(value + 1) / 8))): Buffer {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntBE(value, 0, width);
  return bytes;
}
