import type { PresenceUpdated } from "@weft/protocol";
import { mergePresence } from "./presence.ts";

/**
 * What leaves a room between two flushes, and how it reaches everyone.
 *
 *     entries:  [ presence of 3 │ event of 5 │ ops of 3 │ ack for 3 │ … ]
 *                        │ serialised once, laid out once in one buffer
 *                        ▼
 *     everyone who neither sent nor is addressed by an entry ── the same frame, the same bytes
 *     a sender, somebody addressed, a newcomer, a slow reader ── a frame of their own, copied from the same bytes
 *
 * One kernel write costs about 4 µs whatever the runtime, so a batch is one write for each receiver. Presence keeps
 * only the newest state of each actor, unless an event of the same actor lies between (order per sender, G8).
 */
export interface FanOut {
  /** Entries waiting for the next flush. */
  readonly waiting: number;
  /** Somebody waits for what a single connection is to be told: an ack, a refusal, a snapshot. */
  readonly owesAcks: boolean;
  /** Everybody but the actor it belongs to. */
  presence(message: PresenceUpdated): void;
  /** Everybody but `from`; droppable when a reader is slow. */
  event(from: number, text: string): void;
  /** Everybody but `from` (-1: everybody); `storage`: only connections that may read Storage. */
  others(from: number, text: string, storage: boolean, instead?: Instead): void;
  /** One connection. */
  one(to: number, text: string): void;
  /** Frames made beforehand, for one connection: a Storage snapshot. */
  frames(to: number, frames: readonly Buffer[]): void;
  /** Hands every receiver what is its, and starts anew. */
  flush(receivers: Iterable<Receiver>): void;
}

/** What some receivers are told instead of what all others are. */
export interface Instead {
  readonly to: ReadonlySet<number>;
  readonly text: string;
}

export interface Receiver {
  readonly actor: number;
  readonly readsStorage: boolean;
  /** How many entries were waiting when it joined: those are not for it. Reset to 0 by a flush. */
  joinedAfter: number;
  /** Over its soft bound: presence waits in `lag`, events are dropped. */
  readonly slow: boolean;
  /** Newest presence of each actor, held back while the receiver is slow. */
  readonly lag: Map<number, PresenceUpdated>;
  send(frame: Buffer): void;
  /** The frames of a snapshot that it asked for, which may be larger than what it may owe otherwise. */
  sendSnapshot(frames: readonly Buffer[]): void;
}

/** Bytes left free in front of a payload for the header of a WebSocket frame; `seal` fills them. */
export const headroom = 10;
/** Turns a buffer with `headroom` free bytes and a payload into the frame that goes to the socket. */
export type Seal = (buffer: Buffer) => Buffer;

type Entry =
  | { kind: "presence"; from: number; message: PresenceUpdated; text: string | undefined }
  | { kind: "event"; from: number; text: string }
  | { kind: "others"; from: number; text: string; storage: boolean; except: ReadonlySet<number> | undefined }
  | { kind: "one"; to: number; text: string }
  | { kind: "some"; to: ReadonlySet<number>; text: string }
  | { kind: "frames"; to: number; frames: readonly Buffer[] }
  | { kind: "void" };

const superseded: Entry = { kind: "void" };

export function createFanOut(seal: Seal): FanOut {
  return new Batch(seal);
}

class Batch implements FanOut {
  readonly #seal: Seal;
  #entries: Entry[] = [];
  /** Actor → index of its newest presence entry that later presence may replace. */
  readonly #latest = new Map<number, number>();
  /** Actors for which the common frame will not do. */
  #special = new Set<number>();
  #hasStorage = false;
  #owesAcks = false;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  get waiting(): number {
    return this.#entries.length;
  }
  get owesAcks(): boolean {
    return this.#owesAcks;
  }

  presence(message: PresenceUpdated): void {
    const { actor } = message;
    const previous = this.#latest.get(actor);
    const entry: Entry = { kind: "presence", from: actor, message, text: undefined };
    if (previous !== undefined) {
      const older = this.#entries[previous]!;
      if (older.kind === "presence") {
        entry.message = mergePresence(older.message, message);
        this.#entries[previous] = superseded;
      }
    }
    this.#latest.set(actor, this.#entries.push(entry) - 1);
    this.#special.add(actor);
  }

  event(from: number, text: string): void {
    this.#latest.delete(from);
    this.#entries.push({ kind: "event", from, text });
    if (from >= 0) this.#special.add(from);
  }

  others(from: number, text: string, storage: boolean, instead?: Instead): void {
    this.#entries.push({ kind: "others", from, text, storage, except: instead?.to });
    if (instead !== undefined) {
      this.#entries.push({ kind: "some", ...instead });
      for (const actor of instead.to) this.#special.add(actor);
    }
    if (from >= 0) this.#special.add(from);
    if (storage) this.#hasStorage = true;
  }

  one(to: number, text: string): void {
    this.#entries.push({ kind: "one", to, text });
    this.#special.add(to);
    this.#owesAcks = true;
  }

  frames(to: number, frames: readonly Buffer[]): void {
    this.#entries.push({ kind: "frames", to, frames });
    this.#special.add(to);
    this.#owesAcks = true;
  }

  flush(receivers: Iterable<Receiver>): void {
    const entries = this.#entries;
    if (entries.length === 0) return;
    const special = this.#special;
    const hasStorage = this.#hasStorage;
    // A receiver that cannot take its frame is closed by it, and leaves the room: what that says is for the next flush.
    this.#entries = [];
    this.#latest.clear();
    this.#special = new Set();
    this.#hasStorage = false;
    this.#owesAcks = false;
    const [only] = entries;
    if (entries.length === 1 && (only!.kind === "presence" || only!.kind === "event"))
      return this.#alone(only!, receivers);
    let common: Layout | undefined;
    let shared: Buffer | undefined;
    let sharedWithoutStorage: Buffer | undefined;
    for (const receiver of receivers) {
      const plain = receiver.joinedAfter === 0 && !receiver.slow && !special.has(receiver.actor);
      if (!plain) {
        common ??= layOut(entries);
        this.#own(common, receiver);
      } else if (receiver.readsStorage || !hasStorage) {
        common ??= layOut(entries);
        shared ??= sealed(common.whole(), this.#seal);
        if (shared.length > 0) receiver.send(shared);
      } else {
        common ??= layOut(entries);
        sharedWithoutStorage ??= this.#frame(common, receiver, 0, entries.length);
        if (sharedWithoutStorage.length > 0) receiver.send(sharedWithoutStorage);
      }
      receiver.joinedAfter = 0;
    }
  }

  /** In a quiet room a flush is one message of one sender: nothing has to be laid out. */
  #alone(entry: Extract<Entry, { kind: "presence" | "event" }>, receivers: Iterable<Receiver>): void {
    let frame: Buffer | undefined;
    for (const receiver of receivers) {
      if (receiver.joinedAfter === 0 && isFor(entry, receiver)) {
        if (frame === undefined) {
          const text = `[${entry.kind === "event" ? entry.text : JSON.stringify(entry.message)}]`;
          const buffer = Buffer.allocUnsafe(headroom + Buffer.byteLength(text));
          buffer.write(text, headroom);
          frame = this.#seal(buffer);
        }
        receiver.send(frame);
      }
      receiver.joinedAfter = 0;
    }
  }

  /** The frames of a receiver that the common frame does not fit: cut where frames made beforehand lie. */
  #own(layout: Layout, receiver: Receiver): void {
    const { entries } = layout;
    let from = receiver.joinedAfter;
    for (let index = from; index < entries.length; index++) {
      const entry = entries[index]!;
      if (entry.kind !== "frames" || entry.to !== receiver.actor) continue;
      const before = this.#frame(layout, receiver, from, index);
      if (before.length > 0) receiver.send(before);
      receiver.sendSnapshot(entry.frames);
      from = index + 1;
    }
    const rest = this.#frame(layout, receiver, from, entries.length);
    if (rest.length > 0) receiver.send(rest);
  }

  /** One frame with the entries of a range that are for this receiver; empty when none is. */
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
      // Neighbours lie side by side in the layout with their comma: copy a run of them at once.
      let last = i;
      while (last + 1 < wanted.length && starts[wanted[last + 1]!] === ends[wanted[last]!]! + 1) last++;
      const end = ends[wanted[last]!]!;
      if (i > 0) buffer[at++] = comma;
      at += bytes.copy(buffer, at, start, end);
      i = last;
    }
    buffer[at] = closeBracket;
    return this.#seal(buffer);
  }
}

const nothing = Buffer.alloc(0);

function sealed(buffer: Buffer, seal: Seal): Buffer {
  return buffer.length === 0 ? buffer : seal(buffer);
}

const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/** Whether an entry is for a receiver. A slow one has its presence put aside here. */
function isFor(entry: Entry, receiver: Receiver): boolean {
  switch (entry.kind) {
    case "void":
    case "frames":
      return false;
    case "presence":
      if (entry.from === receiver.actor) return false;
      if (!receiver.slow) return true;
      putAside(receiver.lag, entry.message);
      return false;
    case "event":
      return entry.from !== receiver.actor && !receiver.slow;
    case "others":
      if (entry.except?.has(receiver.actor) === true) return false;
      return entry.from !== receiver.actor && (receiver.readsStorage || !entry.storage);
    case "one":
      return entry.to === receiver.actor;
    case "some":
      return entry.to.has(receiver.actor);
  }
}

function putAside(lag: Map<number, PresenceUpdated>, message: PresenceUpdated): void {
  const older = lag.get(message.actor);
  lag.set(message.actor, older === undefined ? message : mergePresence(older, message));
}

/** Every entry's bytes, side by side with a comma between: `starts` and `ends` are offsets into `bytes`. */
interface Layout {
  readonly entries: readonly Entry[];
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** One frame's buffer with every entry that everybody may see; empty when there is none. */
  whole(): Buffer;
}

function layOut(entries: readonly Entry[]): Layout {
  const starts = new Int32Array(entries.length);
  const ends = new Int32Array(entries.length);
  const texts: string[] = [];
  let length = 0;
  // Entries for single connections go behind the others, so that what everybody gets is one piece.
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
    if (entry.kind === "one" || entry.kind === "some") directed.push(index);
    else if (entry.kind === "presence") place(index, (entry.text ??= JSON.stringify(entry.message)));
    else if (entry.kind === "event" || entry.kind === "others") place(index, entry.text);
    else starts[index] = ends[index] = -2;
  }
  commonEnd = Math.max(0, length - 1);
  for (const index of directed) {
    const entry = entries[index]!;
    if (entry.kind === "one" || entry.kind === "some") place(index, entry.text);
  }
  // Headroom and an opening bracket in front let the common frame be sealed in place.
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

/** A frame with the presence that a slow receiver missed, or an empty buffer. */
export function lagFrame(lag: ReadonlyMap<number, PresenceUpdated>, seal: Seal): Buffer {
  if (lag.size === 0) return nothing;
  const text = JSON.stringify([...lag.values()]);
  const buffer = Buffer.allocUnsafe(headroom + Buffer.byteLength(text));
  buffer.write(text, headroom);
  return seal(buffer);
}
