import type { PresenceUpdated } from "@weft/protocol";
import { isIn } from "../audience.ts";
import type { Audiences } from "../audience.ts";
import type { RoomBatch, Entry, LoneEntry, Piece, Pieces } from "../link.ts";
import { headroom } from "../link.ts";
import { mergePresence } from "../presence.ts";

/**
 * Lays out what a room sends into WebSocket frames.
 *
 *     entries:  [ presence of 3 │ event of 5 │ ops of 3 │ ack for 3 │ … ]
 *                        │ serialised once, laid out once in one buffer
 *                        ▼
 *     receivers that get every entry ─────────────────────────── the same frame, the same bytes
 *     senders, addressees, new connections, slow readers ─────── a frame of their own, copied from the same bytes
 */
export interface Frames {
  /** Sends a batch to its receivers. */
  batch(batch: RoomBatch, receivers: Iterable<Receiver>): void;
  /** Fast path: in a quiet room, a batch is one message of one sender. */
  lone(entry: LoneEntry, receivers: Iterable<Receiver>): void;
  /** A frame with this text. */
  text(text: string): Buffer;
  piece(piece: Piece): Buffer;
  /** A frame with the presence that a slow receiver missed, or an empty buffer. */
  lag(lag: ReadonlyMap<number, PresenceUpdated>): Buffer;
}

export interface Receiver {
  readonly actor: number;
  /** What it may read. */
  readonly reads: Audiences;
  /** Number of entries that were waiting when it joined, which are not for it. Each batch takes its own away. */
  joinedAfter: number;
  /** Over its soft bound of unsent bytes: it misses presence, and events are dropped. */
  readonly slow: boolean;
  /** Is called in place of `send` for presence while the receiver is slow. */
  miss(message: PresenceUpdated): void;
  send(frame: Buffer): void;
  /** Sends pieces that it asked for; the hard bound of unsent bytes does not apply to them. */
  sendPieces(pieces: Pieces): void;
  /** Sends a part of something else that it asked for. */
  sendPart(frame: Buffer, probe: number): void;
}

/** Turns a buffer with `headroom` free bytes and a payload into the frame that goes to the socket. */
export type ToFrame = (buffer: Buffer) => Buffer;

export function createFrames(toFrame: ToFrame): Frames {
  return new FrameLayout(toFrame);
}

class FrameLayout implements Frames {
  readonly #toFrame: ToFrame;

  constructor(toFrame: ToFrame) {
    this.#toFrame = toFrame;
  }

  batch({ entries, special, audiences }: RoomBatch, receivers: Iterable<Receiver>): void {
    let common: Layout | undefined;
    let shared: Buffer | undefined;
    /** For those who read a part of it alone, by what they read. */
    let parts: Map<Audiences, Buffer> | undefined;
    for (const receiver of receivers) {
      const plain = receiver.joinedAfter === 0 && !receiver.slow && !special.has(receiver.actor);
      common ??= layOut(entries);
      if (!plain) this.#own(common, receiver);
      else if ((receiver.reads & audiences) === audiences) {
        shared ??= this.#framed(common.whole());
        if (shared.length > 0) receiver.send(shared);
      } else {
        parts ??= new Map();
        const reads = receiver.reads & audiences;
        let part = parts.get(reads);
        if (part === undefined) parts.set(reads, (part = this.#frame(common, receiver, 0, entries.length)));
        if (part.length > 0) receiver.send(part);
      }
      receiver.joinedAfter = Math.max(0, receiver.joinedAfter - entries.length);
    }
  }

  lone(entry: LoneEntry, receivers: Iterable<Receiver>): void {
    let frame: Buffer | undefined;
    for (const receiver of receivers) {
      if (receiver.joinedAfter === 0 && isFor(entry, receiver)) {
        frame ??= this.text(`[${entry.kind === "event" ? entry.text : JSON.stringify(entry.message)}]`);
        receiver.send(frame);
      }
      receiver.joinedAfter = Math.max(0, receiver.joinedAfter - 1);
    }
  }

  text(text: string): Buffer {
    const buffer = Buffer.allocUnsafe(headroom + Buffer.byteLength(text));
    buffer.write(text, headroom);
    return this.#toFrame(buffer);
  }

  piece(piece: Piece): Buffer {
    return this.#toFrame(
      Buffer.isBuffer(piece) ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength),
    );
  }

  lag(lag: ReadonlyMap<number, PresenceUpdated>): Buffer {
    return lag.size === 0 ? nothing : this.text(JSON.stringify([...lag.values()]));
  }

  #framed(buffer: Buffer): Buffer {
    return buffer.length === 0 ? buffer : this.#toFrame(buffer);
  }

  /** The frames of a receiver that needs its own, split at snapshots. */
  #own(layout: Layout, receiver: Receiver): void {
    const { entries } = layout;
    let from = receiver.joinedAfter;
    for (let index = from; index < entries.length; index++) {
      const entry = entries[index]!;
      if ((entry.kind !== "pieces" && entry.kind !== "part") || entry.to !== receiver.actor) continue;
      const before = this.#frame(layout, receiver, from, index);
      if (before.length > 0) receiver.send(before);
      if (entry.kind === "pieces") receiver.sendPieces(entry);
      else receiver.sendPart(this.text(entry.text), entry.probe);
      from = index + 1;
    }
    const rest = this.#frame(layout, receiver, from, entries.length);
    if (rest.length > 0) receiver.send(rest);
  }

  /** One frame with the entries of a range that are for this receiver; empty when there are none. */
  #frame(layout: Layout, receiver: Receiver, from: number, to: number): Buffer {
    const { entries, bytes, starts, ends } = layout;
    let size = 0;
    const wanted: number[] = [];
    for (let index = from; index < to; index++) {
      if (!isFor(entries[index]!, receiver)) continue;
      wanted.push(index);
      size += ends[index]! - starts[index]! + 1;
    }
    if (wanted.length === 0) return nothing;
    const buffer = Buffer.allocUnsafe(headroom + size + 1);
    let at = headroom;
    buffer[at++] = openBracket;
    for (let i = 0; i < wanted.length; i++) {
      const start = starts[wanted[i]!]!;
      // Neighbours are adjacent in the layout, with their comma: copy a run of them at once.
      let last = i;
      while (last + 1 < wanted.length && starts[wanted[last + 1]!] === ends[wanted[last]!]! + 1) last++;
      const end = ends[wanted[last]!]!;
      if (i > 0) buffer[at++] = comma;
      at += bytes.copy(buffer, at, start, end);
      i = last;
    }
    buffer[at] = closeBracket;
    return this.#toFrame(buffer);
  }
}

const nothing = Buffer.alloc(0);

const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/** Whether an entry is for a receiver. A slow one misses presence. */
function isFor(entry: Entry, receiver: Receiver): boolean {
  switch (entry.kind) {
    case "void":
    case "pieces":
    case "part":
      return false;
    case "presence":
      if (entry.from === receiver.actor) return false;
      if (!receiver.slow) return true;
      receiver.miss(entry.message);
      return false;
    case "presenceFor":
      if (entry.to !== receiver.actor) return false;
      if (!receiver.slow) return true;
      receiver.miss(entry.message);
      return false;
    case "event":
      return entry.from !== receiver.actor && !receiver.slow;
    case "others":
      if (entry.except?.has(receiver.actor) === true) return false;
      return entry.from !== receiver.actor && isIn(entry.audience, receiver.reads);
    case "one":
      return entry.to === receiver.actor;
    case "some":
      return entry.to.has(receiver.actor);
  }
}

/** Adds presence that a slow receiver missed: the newest of each actor is kept. */
export function addMissed(lag: Map<number, PresenceUpdated>, message: PresenceUpdated): void {
  const older = lag.get(message.actor);
  lag.set(message.actor, older === undefined ? message : mergePresence(older, message));
}

/** The bytes of all entries, separated by commas. `starts` and `ends` are offsets into `bytes`. */
interface Layout {
  readonly entries: readonly Entry[];
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The buffer of one frame with all entries that are not for single connections; empty when there are none. */
  whole(): Buffer;
}

function layOut(entries: readonly Entry[]): Layout {
  const starts = new Int32Array(entries.length);
  const ends = new Int32Array(entries.length);
  const texts: string[] = [];
  let length = 0;
  // Entries for single connections are placed last, so that the common part is contiguous.
  let commonEnd = 0;
  const directed: number[] = [];
  const place = (index: number, text: string) => {
    texts.push(text);
    starts[index] = length;
    length += Buffer.byteLength(text);
    ends[index] = length;
    length += 1;
  };
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!;
    if (entry.kind === "one" || entry.kind === "some" || entry.kind === "presenceFor") directed.push(index);
    else if (entry.kind === "presence") place(index, (entry.text ??= JSON.stringify(entry.message)));
    else if (entry.kind === "event" || entry.kind === "others") place(index, entry.text);
    else starts[index] = ends[index] = -2;
  }
  commonEnd = Math.max(0, length - 1);
  for (const index of directed) {
    const entry = entries[index]!;
    if (entry.kind === "one" || entry.kind === "some") place(index, entry.text);
    else if (entry.kind === "presenceFor") place(index, JSON.stringify(entry.message));
  }
  // Headroom and an opening bracket in front let the common frame get its header in place.
  const buffer = Buffer.allocUnsafe(headroom + 1 + length + 1);
  const bytes = buffer.subarray(headroom + 1);
  bytes.write(texts.join(","), 0);
  return {
    entries,
    bytes,
    starts,
    ends,
    whole() {
      if (commonEnd === 0) return nothing;
      const frame = Buffer.allocUnsafe(headroom + 1 + commonEnd + 1);
      frame[headroom] = openBracket;
      bytes.copy(frame, headroom + 1, 0, commonEnd);
      frame[headroom + 1 + commonEnd] = closeBracket;
      return frame;
    },
  };
}
