import type { PresenceUpdated } from "@weft/protocol";
import { everyone, isIn } from "./audience.ts";
import type { Audiences } from "./audience.ts";
import { mergePresence } from "./presence.ts";

/**
 * Collects the messages of a room between two flushes, and encodes them for its connections.
 *
 *     entries:  [ presence of 3 │ event of 5 │ ops of 3 │ ack for 3 │ … ]
 *                        │ serialised once, laid out once in one buffer
 *                        ▼
 *     receivers that get every entry ─────────────────────────── the same frame, the same bytes
 *     senders, addressees, new connections, slow readers ─────── a frame of their own, copied from the same bytes
 *
 * One kernel write costs about 4 µs in any runtime, so a batch is one write per receiver. Only the newest presence of
 * each actor is kept, unless an event of the same actor lies in between (order per sender, G8); the same holds for the
 * presence that an actor addresses to one connection.
 */
export interface FanOut {
  /** Number of entries that wait for the next flush. */
  readonly waiting: number;
  /** Whether an entry for a single connection waits: an ack, a refusal, a snapshot. */
  readonly owesAcks: boolean;
  /** For all connections but the actor's own. */
  presence(message: PresenceUpdated): void;
  /** For one connection: a full presence, which replaces an older one. */
  presenceFor(to: number, message: PresenceUpdated): void;
  /** For all connections but `from`; dropped for slow readers. */
  event(from: number, text: string): void;
  /** For all connections but `from` (-1: for all), as far as they belong to the audience. */
  others(from: number, text: string, audience: Audiences, instead?: Substitute): void;
  /** For one connection. */
  one(to: number, text: string): void;
  /** Encoded frames of a Storage snapshot, for one connection. */
  frames(to: number, frames: readonly Buffer[]): void;
  /** A frame of its own for one connection, with a part of something large that it asked for. */
  part(to: number, text: string, taken: () => void): void;
  /** Sends the entries to their receivers, and starts a new batch. */
  flush(receivers: Iterable<Receiver>): void;
}

/** Another text for some receivers. */
export interface Substitute {
  readonly to: ReadonlySet<number>;
  readonly text: string;
}

export interface Receiver {
  readonly actor: number;
  /** What it may read. */
  readonly reads: Audiences;
  /** Number of entries that were waiting when it joined, which are not for it. Reset to 0 by a flush. */
  joinedAfter: number;
  /** Over its soft bound of unsent bytes: presence is kept in `lag`, events are dropped. */
  readonly slow: boolean;
  /** Newest presence of each actor, held back while the receiver is slow. */
  readonly lag: Map<number, PresenceUpdated>;
  send(frame: Buffer): void;
  /** Sends the frames of a snapshot that it asked for; the hard bound of unsent bytes does not apply to them. */
  sendSnapshot(frames: readonly Buffer[]): void;
  /** Sends a part of something else that it asked for; `taken` is called when the client has received it. */
  sendPart(frame: Buffer, taken: () => void): void;
}

/** Bytes left free in front of a payload for the header of a WebSocket frame; `toFrame` fills them. */
export const headroom = 10;
/** Turns a buffer with `headroom` free bytes and a payload into the frame that goes to the socket. */
export type ToFrame = (buffer: Buffer) => Buffer;

type QueuedSend =
  | { kind: "presence"; from: number; message: PresenceUpdated; text: string | undefined }
  | { kind: "presenceFor"; to: number; message: PresenceUpdated }
  | { kind: "event"; from: number; text: string }
  | { kind: "others"; from: number; text: string; audience: Audiences; except: ReadonlySet<number> | undefined }
  | { kind: "one"; to: number; text: string }
  | { kind: "some"; to: ReadonlySet<number>; text: string }
  | { kind: "frames"; to: number; frames: readonly Buffer[] }
  | { kind: "part"; to: number; text: string; taken: () => void }
  | { kind: "void" };

const superseded: QueuedSend = { kind: "void" };

export function createFanOut(toFrame: ToFrame): FanOut {
  return new Batch(toFrame);
}

class Batch implements FanOut {
  readonly #toFrame: ToFrame;
  #entries: QueuedSend[] = [];
  /** Actor → index of its newest presence entry that later presence may replace. */
  readonly #latest = new Map<number, number>();
  /** Actor → the connections that its full presence is for → index of the entry that a later one replaces. */
  readonly #addressed = new Map<number, Map<number, number>>();
  /** Actors that need a frame of their own. */
  #special = new Set<number>();
  /** Of all entries. */
  #audiences: Audiences = everyone;
  #owesAcks = false;

  constructor(toFrame: ToFrame) {
    this.#toFrame = toFrame;
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
    const entry: QueuedSend = { kind: "presence", from: actor, message, text: undefined };
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

  presenceFor(to: number, message: PresenceUpdated): void {
    const { actor } = message;
    // Later presence is not merged with what came before this one: it would pass it.
    this.#latest.delete(actor);
    let addressed = this.#addressed.get(actor);
    if (addressed === undefined) this.#addressed.set(actor, (addressed = new Map()));
    const previous = addressed.get(to);
    if (previous !== undefined) this.#entries[previous] = superseded;
    addressed.set(to, this.#entries.push({ kind: "presenceFor", to, message }) - 1);
    this.#special.add(to);
  }

  event(from: number, text: string): void {
    this.#latest.delete(from);
    this.#addressed.delete(from);
    this.#entries.push({ kind: "event", from, text });
    if (from >= 0) this.#special.add(from);
  }

  others(from: number, text: string, audience: Audiences, instead?: Substitute): void {
    this.#entries.push({ kind: "others", from, text, audience, except: instead?.to });
    if (instead !== undefined) {
      this.#entries.push({ kind: "some", ...instead });
      for (const actor of instead.to) this.#special.add(actor);
    }
    if (from >= 0) this.#special.add(from);
    this.#audiences |= audience;
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

  part(to: number, text: string, taken: () => void): void {
    this.#entries.push({ kind: "part", to, text, taken });
    this.#special.add(to);
    this.#owesAcks = true;
  }

  flush(receivers: Iterable<Receiver>): void {
    const entries = this.#entries;
    if (entries.length === 0) return;
    const special = this.#special;
    const audiences = this.#audiences;
    // A receiver over its hard bound is closed while it is sent to, and leaves the room: that message is for the next
    // flush.
    this.#entries = [];
    this.#latest.clear();
    this.#addressed.clear();
    this.#special = new Set();
    this.#audiences = everyone;
    this.#owesAcks = false;
    const [only] = entries;
    if (entries.length === 1 && (only!.kind === "presence" || only!.kind === "event"))
      return this.#alone(only!, receivers);
    let common: Layout | undefined;
    let shared: Buffer | undefined;
    /** For those who read a part of it alone, by what they read. */
    let parts: Map<Audiences, Buffer> | undefined;
    for (const receiver of receivers) {
      const plain = receiver.joinedAfter === 0 && !receiver.slow && !special.has(receiver.actor);
      if (!plain) {
        common ??= layOut(entries);
        this.#own(common, receiver);
      } else if ((receiver.reads & audiences) === audiences) {
        common ??= layOut(entries);
        shared ??= framed(common.whole(), this.#toFrame);
        if (shared.length > 0) receiver.send(shared);
      } else {
        common ??= layOut(entries);
        parts ??= new Map();
        const reads = receiver.reads & audiences;
        let part = parts.get(reads);
        if (part === undefined) parts.set(reads, (part = this.#frame(common, receiver, 0, entries.length)));
        if (part.length > 0) receiver.send(part);
      }
      receiver.joinedAfter = 0;
    }
  }

  /** Fast path: in a quiet room, a flush is one message of one sender. */
  #alone(entry: Extract<QueuedSend, { kind: "presence" | "event" }>, receivers: Iterable<Receiver>): void {
    let frame: Buffer | undefined;
    for (const receiver of receivers) {
      if (receiver.joinedAfter === 0 && isFor(entry, receiver)) {
        if (frame === undefined) {
          frame = textFrame(`[${entry.kind === "event" ? entry.text : JSON.stringify(entry.message)}]`, this.#toFrame);
        }
        receiver.send(frame);
      }
      receiver.joinedAfter = 0;
    }
  }

  /** The frames of a receiver that needs its own, split at snapshots. */
  #own(layout: Layout, receiver: Receiver): void {
    const { entries } = layout;
    let from = receiver.joinedAfter;
    for (let index = from; index < entries.length; index++) {
      const entry = entries[index]!;
      if ((entry.kind !== "frames" && entry.kind !== "part") || entry.to !== receiver.actor) continue;
      const before = this.#frame(layout, receiver, from, index);
      if (before.length > 0) receiver.send(before);
      if (entry.kind === "frames") receiver.sendSnapshot(entry.frames);
      else receiver.sendPart(textFrame(entry.text, this.#toFrame), entry.taken);
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

function framed(buffer: Buffer, toFrame: ToFrame): Buffer {
  return buffer.length === 0 ? buffer : toFrame(buffer);
}

const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/** Whether an entry is for a receiver. Keeps presence for a slow receiver in its `lag`. */
function isFor(entry: QueuedSend, receiver: Receiver): boolean {
  switch (entry.kind) {
    case "void":
    case "frames":
    case "part":
      return false;
    case "presence":
      if (entry.from === receiver.actor) return false;
      if (!receiver.slow) return true;
      putAside(receiver.lag, entry.message);
      return false;
    case "presenceFor":
      if (entry.to !== receiver.actor) return false;
      if (!receiver.slow) return true;
      putAside(receiver.lag, entry.message);
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

function putAside(lag: Map<number, PresenceUpdated>, message: PresenceUpdated): void {
  const older = lag.get(message.actor);
  lag.set(message.actor, older === undefined ? message : mergePresence(older, message));
}

/** The bytes of all entries, separated by commas. `starts` and `ends` are offsets into `bytes`. */
interface Layout {
  readonly entries: readonly QueuedSend[];
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The buffer of one frame with all entries that are not for single connections; empty when there are none. */
  whole(): Buffer;
}

function layOut(entries: readonly QueuedSend[]): Layout {
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

/** A frame with the presence that a slow receiver missed, or an empty buffer. */
export function lagFrame(lag: ReadonlyMap<number, PresenceUpdated>, toFrame: ToFrame): Buffer {
  if (lag.size === 0) return nothing;
  return textFrame(JSON.stringify([...lag.values()]), toFrame);
}

/** A frame of its own with this text. */
export function textFrame(text: string, toFrame: ToFrame): Buffer {
  const buffer = Buffer.allocUnsafe(headroom + Buffer.byteLength(text));
  buffer.write(text, headroom);
  return toFrame(buffer);
}
