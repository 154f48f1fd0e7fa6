import type { Level } from "@weft/protocol";
import type { Clock, Timer } from "./ports.ts";

/**
 * The first keys of a room's Storage. A client that reads an empty Storage writes its `initialStorage` one throttle interval
 * later, key by key. A second client that reads Storage before that would write its own, and overwrite what the first one
 * has written and its user has changed since. So an empty Storage is given to one writing client at a time; the others wait
 * until that one has written its keys, is silent, or is gone.
 *
 * A client does not say when it has written all keys, so this relies on how clients behave: when a throttle interval ends
 * while a client writes its keys, it sends the ones that it has so far, often just the first, and the rest one interval
 * later.
 *
 * These are the cells of the table in `storage-states.ts`.
 */
export type FirstKeysState =
  /** In memory, and given to every client that asks. */
  | "shared"
  /** Empty, and given to one client, which is about to write the first keys. */
  | "given"
  /** That client has written some of them. */
  | "begun"
  /** That client is gone and wrote none. Its place is kept for the next connection of its user. */
  | "abandoned"
  /** That client is gone and wrote some. */
  | "interrupted";

/** What a client that asks for Storage gets. */
export type StorageAnswer =
  /** Storage has to be loaded first. */
  | "load"
  /** It gets the stream once Storage is known to hold something, and else its turn comes after loading. */
  | "pending"
  /** It gets what was read so far, and the rest as it is read. */
  | "stream"
  | "now"
  /** It is admitted later. */
  | "later";

/** A connection that asks for Storage. */
export interface StorageReader extends FirstClient {
  readonly user: { readonly storage: Level };
}

/** The client that writes the first keys. */
export interface FirstClient {
  readonly actor: number;
  readonly userKey: string;
}

export interface FirstKeysPorts {
  readonly clock: Pick<Clock, "setTimer">;
  /** Number of keys of the root of Storage. */
  keys(): number;
  /** Calls back when the connection has read everything that was sent to it. */
  probe(actor: number, answered: () => void): void;
  /** Gives Storage to a connection that waited. */
  admit(actor: number): void;
}

export interface FirstKeys {
  readonly ports: FirstKeysPorts;
  first: FirstClient | undefined;
  /** Ends its time. */
  timer: Timer | undefined;
  /** Clients that wait for it, in the order in which they asked, each with the timer that ends its wait. */
  readonly waiting: Map<number, { readonly reader: StorageReader; readonly timer: Timer }>;
  become(state: FirstKeysState): void;
  asked(reader: StorageReader): StorageAnswer;
  /** The client has read everything up to the ack of its first keys. */
  acknowledged(first: FirstClient): void;
  /** Its time is up. */
  timeUp(): void;
  /** A client has waited for another one's keys for too long. */
  waited(actor: number): void;
}

/** How long a client may be silent after it has read an empty Storage, and after its first keys. A loading page is busy. */
const silentMs = 300;
/** How long the place of a disconnected client is kept for the next connection of its user. */
const absentMs = 1_000;
/** No connection waits longer than this in total, or for a client that has been silent for this long. */
const atMostMs = 2_000;

/** Shares Storage; an empty one is given to a writer alone. */
export function share(at: FirstKeys, reader: StorageReader): StorageAnswer {
  if (reader.user.storage === "write" && at.ports.keys() === 0) give(at, reader);
  return "now";
}

export function awaitFirst(at: FirstKeys, reader: StorageReader): StorageAnswer {
  if (reader.user.storage !== "write" || at.first?.actor === reader.actor) return "now";
  if (at.waiting.has(reader.actor)) return "later";
  const timer = at.ports.clock.setTimer(atMostMs, () => at.waited(reader.actor));
  at.waiting.set(reader.actor, { reader, timer });
  return "later";
}

/** The next connection of the user takes the place of the one that is gone. */
export function succeed(at: FirstKeys, reader: StorageReader): StorageAnswer {
  if (reader.user.storage !== "write" || at.first?.userKey !== reader.userKey) return awaitFirst(at, reader);
  give(at, reader);
  return "now";
}

/** Like `succeed`, unless Storage was filled over REST, which closes every connection. */
export function succeedOrShare(at: FirstKeys, reader: StorageReader): StorageAnswer {
  if (reader.user.storage !== "write" || at.ports.keys() === 0) return succeed(at, reader);
  finish(at);
  return at.asked(reader);
}

export function awaitFirstKeys(at: FirstKeys, actor: number): void {
  if (at.first?.actor === actor) finishAfter(at, silentMs);
}

export function writeFirst(state: FirstKeysState): (at: FirstKeys, actor: number) => void {
  return (at, actor) => {
    const { first } = at;
    if (first?.actor !== actor) return;
    at.become(state);
    finishAfter(at, atMostMs);
    at.ports.probe(actor, () => at.acknowledged(first));
  };
}

export function writeRest(at: FirstKeys, actor: number): void {
  if (at.first?.actor === actor) finish(at);
}

export function awaitSilence(at: FirstKeys, first: FirstClient): void {
  if (at.first === first) finishAfter(at, silentMs);
}

export function stopWaiting(at: FirstKeys, actor: number): void {
  at.waiting.get(actor)?.timer.cancel();
  at.waiting.delete(actor);
}

export function leave(state: FirstKeysState): (at: FirstKeys, actor: number) => void {
  return (at, actor) => {
    stopWaiting(at, actor);
    if (at.first?.actor !== actor) return;
    at.become(state);
    finishAfter(at, absentMs);
  };
}

export function admit(at: FirstKeys, actor: number): void {
  stopWaiting(at, actor);
  at.ports.admit(actor);
}

/** Admits all that wait; while Storage is still empty, only the next of them. */
export function finish(at: FirstKeys): void {
  at.timer?.cancel();
  at.first = undefined;
  at.become("shared");
  for (const [actor, { reader, timer }] of at.waiting) {
    timer.cancel();
    at.waiting.delete(actor);
    if (at.ports.keys() === 0) {
      give(at, reader);
      return at.ports.admit(actor);
    }
    at.ports.admit(actor);
  }
}

export function forget(at: FirstKeys): void {
  at.timer?.cancel();
  at.first = undefined;
  for (const { timer } of at.waiting.values()) timer.cancel();
  at.waiting.clear();
}

function give(at: FirstKeys, { actor, userKey }: StorageReader): void {
  at.become("given");
  at.first = { actor, userKey };
  finishAfter(at, atMostMs);
}

function finishAfter(at: FirstKeys, ms: number): void {
  at.timer?.cancel();
  at.timer = at.ports.clock.setTimer(ms, () => at.timeUp());
}
