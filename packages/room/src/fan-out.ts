import type { PresenceUpdated } from "@weft/protocol";
import { everyone } from "./audience.ts";
import type { Audiences } from "./audience.ts";
import type { Collected, Entry, LoneEntry, Piece, RoomBatch } from "./link.ts";
import { piecesFor } from "./link.ts";
import { mergePresence } from "./presence.ts";

/**
 * Collects the messages of a room between two flushes.
 *
 *     entries:  [ presence of 3 │ event of 5 │ ops of 3 │ ack for 3 │ … ] ──► the nodes that have connections
 *
 * A batch is one write per connection, because one kernel write costs about 4 µs in any runtime. How nodes lay it out is in
 * `edge/frames.ts`. Only the newest presence of each actor is kept, unless an event of the same actor is in between (order
 * per sender, G8); the same holds for the presence that an actor addresses to one connection.
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
  /** A snapshot of Storage, for one connection. */
  snapshot(to: number, pieces: readonly Piece[]): void;
  /** A frame of its own for one connection, with a part of something large that it asked for. */
  part(to: number, text: string, probe: number): void;
  /** The entries, of which there are some. Starts a new batch. */
  take(): Collected;
}

/** Another text for some receivers. */
export interface Substitute {
  readonly to: ReadonlySet<number>;
  readonly text: string;
}

/** In place of an entry that a later one has replaced, or that is not for a node: positions stay the same. */
export const voidEntry: Entry = { kind: "void" };

export function createFanOut(): FanOut {
  return new Collector();
}

class Collector implements FanOut {
  #entries: Entry[] = [];
  /** Actor → index of its newest presence entry that later presence may replace. */
  readonly #latest = new Map<number, number>();
  /** Actor → the connections that its full presence is for → index of the entry that a later one replaces. */
  readonly #addressed = new Map<number, Map<number, number>>();
  /** Actors that need a frame of their own. */
  #special = new Set<number>();
  /** Of all entries. */
  #audiences: Audiences = everyone;
  #owesAcks = false;
  /** The only entry is presence that is in no index yet: in a quiet room, it is flushed before another one comes. */
  #isLone = false;

  get waiting(): number {
    return this.#entries.length;
  }
  get owesAcks(): boolean {
    return this.#owesAcks;
  }

  presence(message: PresenceUpdated): void {
    const { actor } = message;
    const entry: LoneEntry = { kind: "presence", from: actor, message, text: undefined };
    if (this.#entries.length === 0) {
      this.#entries.push(entry);
      this.#isLone = true;
      return;
    }
    this.#indexLone();
    const previous = this.#latest.get(actor);
    if (previous !== undefined) {
      const older = this.#entries[previous]!;
      if (older.kind === "presence") {
        entry.message = mergePresence(older.message, message);
        this.#entries[previous] = voidEntry;
      }
    }
    this.#latest.set(actor, this.#entries.push(entry) - 1);
    this.#special.add(actor);
  }

  presenceFor(to: number, message: PresenceUpdated): void {
    this.#indexLone();
    const { actor } = message;
    // Later presence is not merged with what came before this one: it would pass it.
    this.#latest.delete(actor);
    let addressed = this.#addressed.get(actor);
    if (addressed === undefined) this.#addressed.set(actor, (addressed = new Map()));
    const previous = addressed.get(to);
    if (previous !== undefined) this.#entries[previous] = voidEntry;
    addressed.set(to, this.#entries.push({ kind: "presenceFor", to, message }) - 1);
    this.#special.add(to);
  }

  event(from: number, text: string): void {
    this.#indexLone();
    this.#latest.delete(from);
    this.#addressed.delete(from);
    this.#entries.push({ kind: "event", from, text });
    if (from >= 0) this.#special.add(from);
  }

  others(from: number, text: string, audience: Audiences, instead?: Substitute): void {
    this.#indexLone();
    this.#entries.push({ kind: "others", from, text, audience, except: instead?.to });
    if (instead !== undefined) {
      this.#entries.push({ kind: "some", ...instead });
      for (const actor of instead.to) this.#special.add(actor);
    }
    if (from >= 0) this.#special.add(from);
    this.#audiences |= audience;
  }

  one(to: number, text: string): void {
    this.#addTo(to, { kind: "one", to, text });
  }

  snapshot(to: number, pieces: readonly Piece[]): void {
    this.#addTo(to, piecesFor(to, pieces));
  }

  part(to: number, text: string, probe: number): void {
    this.#addTo(to, { kind: "part", to, text, probe });
  }

  take(): Collected {
    const entries = this.#entries;
    if (this.#isLone) {
      this.#isLone = false;
      return { kind: "lone", entry: entries.pop() as LoneEntry };
    }
    const batch: RoomBatch = { kind: "batch", entries, special: this.#special, audiences: this.#audiences };
    this.#entries = [];
    // An empty one would be given new memory, too.
    if (this.#latest.size > 0) this.#latest.clear();
    if (this.#addressed.size > 0) this.#addressed.clear();
    this.#special = new Set();
    this.#audiences = everyone;
    this.#owesAcks = false;
    const [only] = entries;
    if (entries.length === 1 && only!.kind === "event") return { kind: "lone", entry: only! };
    return batch;
  }

  #addTo(to: number, entry: Entry): void {
    this.#indexLone();
    this.#entries.push(entry);
    this.#special.add(to);
    this.#owesAcks = true;
  }

  #indexLone(): void {
    if (!this.#isLone) return;
    this.#isLone = false;
    const { from } = this.#entries[0] as LoneEntry;
    this.#latest.set(from, 0);
    this.#special.add(from);
  }
}
