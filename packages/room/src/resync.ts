import type { UpdateStorage } from "@weft/protocol";
import { parseOpId } from "./clocks.ts";
import type { Clock, Timer } from "./ports.ts";

/**
 * Keeps the ops of a reconnecting client in order. The client asks for Storage and keeps sending its user's edits; once it
 * has read the snapshot, it resends every op that was never acknowledged, oldest first. An op decided before that would
 * be decided out of order, and its ack would reach a client that is about to discard it. So updates wait until the
 * client has shown that it read the snapshot.
 *
 * An update that arrives before `reading` is sent again, and waits for its repetition. In `reading`, an update may still
 * be an edit from before the client read the snapshot, since a browser answers probes while its page is busy. Unless it is
 * a new client's first, it waits for the repetition, or for an echo: an answer that the page itself gives (`echo.ts`) and
 * that follows the repetition. From `read` on, an update waits only behind updates that already wait. Op ids identify the
 * repetition: it contains ops of an earlier connection, or ops of an update that waits. The initial keys that a client adds
 * to the snapshot come before the repetition and are not part of it, so they are decided first. A new client's first update
 * follows the snapshot and does not wait.
 *
 * These are the cells of the second table in `storage-states.ts`.
 */
export type ResyncState =
  /** The client has asked for Storage. */
  | "asked"
  /** The end of the snapshot is on its way, behind a probe. */
  | "underway"
  /** Its browser has the snapshot; its page may not have read it. */
  | "reading"
  | "read"
  /** It has resent everything. */
  | "settled";

/** What a resync asks of its room, for a client of type `C`. */
export interface ResyncPorts<C> {
  readonly clock: Pick<Clock, "setTimer">;
  /** Calls back when the client has answered a ping, after everything that it sent before. */
  probe(client: C, answered: () => void): void;
  /** The client has read the snapshot, or its browser has. */
  read(client: C): void;
  /** Asks the page for an echo. */
  askEcho(client: C): void;
  /** How long after it has read the snapshot the client may still resend ops. */
  graceMs(): number;
  /** The client has no unacknowledged ops from before. */
  settled(client: C): void;
  /** There was no repetition: these updates are to be decided now, in order. */
  release(client: C, waiting: Updates): void;
}

export interface Resyncing {
  readonly client: { readonly actor: number };
  readonly ports: ResyncPorts<{ readonly actor: number }>;
  state: ResyncState;
  /** Updates that will or may be resent, and those that arrived after them. */
  early: UpdateStorage[];
  late: UpdateStorage[];
  /** Whether the early ones are certain to be resent. */
  sure: boolean;
  /** The smallest clock among the early ones. */
  oldest: number;
  grace: Timer | undefined;
  answered(): void;
  graceOver(): void;
}

export type Updates = readonly UpdateStorage[];

/** A new client's first op has one of the first two clocks: some edits reserve one that they do not use. */
const newClientsClock = 1;

export function sendProbe(at: Resyncing): void {
  at.state = "underway";
  at.ports.probe(at.client, () => at.answered());
}

export function beginReading(at: Resyncing): void {
  at.state = "reading";
  at.sure = at.early.length > 0;
  at.ports.read(at.client);
  startGrace(at);
}

export function decide(_: Resyncing, update: UpdateStorage): Updates {
  return [update];
}

/** Each of these takes an update whose first op has this clock, and returns the updates to decide now. */
export function keep(at: Resyncing, update: UpdateStorage, clock: number): Updates {
  at.early.push(update);
  at.oldest = Math.min(at.oldest, clock);
  return [];
}

export function keepUnlessFirst(at: Resyncing, update: UpdateStorage, clock: number): Updates {
  // The first op that a client makes: there are no older ones to resend.
  return at.early.length === 0 && clock === 0 ? [update] : keep(at, update, clock);
}

export function keepUnlessRead(at: Resyncing, update: UpdateStorage, clock: number): Updates {
  if (at.early.length > 0) return keepBehind(at, update);
  if (clock <= newClientsClock || namesAnother(at, update)) {
    at.state = "read";
    return [update];
  }
  const waits = keep(at, update, clock);
  at.ports.askEcho(at.client);
  startGrace(at);
  return waits;
}

/** Behind updates that wait: either their repetition, or one more that waits for it. */
export function keepBehind(at: Resyncing, update: UpdateStorage): Updates {
  if (at.early.length === 0) return [update];
  if (!isRepetition(at, update)) {
    at.late.push(update);
    return [];
  }
  const ids = new Set(update.ops.map(({ opId }) => opId));
  const added = [...(at.sure ? [] : at.early), ...at.late]
    .map((waiting) => ({ ...waiting, ops: waiting.ops.filter(({ opId }) => !ids.has(opId)) }))
    .filter(({ ops }) => ops.length > 0);
  at.early = [];
  at.late = [];
  at.state = "read";
  return [...added, update];
}

/** The page has read the snapshot, and resent what it had to. */
export function takeEcho(at: Resyncing): Updates {
  at.state = "read";
  return at.sure ? [] : takeWaiting(at);
}

/** There was no repetition in time. */
export function release(at: Resyncing): void {
  const waiting = takeWaiting(at);
  settle(at);
  at.ports.settled(at.client);
  at.ports.release(at.client, waiting);
}

/** Drops updates that wait: they were not acknowledged, so the client will resend them. */
export function settle(at: Resyncing): void {
  at.state = "settled";
  at.grace?.cancel();
  at.early = [];
  at.late = [];
}

function takeWaiting(at: Resyncing): Updates {
  const waiting = [...at.early, ...at.late];
  at.early = [];
  at.late = [];
  return waiting;
}

function startGrace(at: Resyncing): void {
  at.grace?.cancel();
  at.grace = at.ports.clock.setTimer(at.ports.graceMs(), () => at.graceOver());
}

function isRepetition(at: Resyncing, update: UpdateStorage): boolean {
  if (parseOpId(update.ops[0]!.opId)!.clock <= at.oldest) return true;
  const waiting = new Set(at.early.flatMap(({ ops }) => ops.map(({ opId }) => opId)));
  return namesAnother(at, update) || update.ops.some(({ opId }) => waiting.has(opId));
}

/** Whether an op belongs to an earlier connection. */
function namesAnother(at: Resyncing, { ops }: UpdateStorage): boolean {
  return ops.some(({ opId }) => parseOpId(opId)?.actor !== at.client.actor);
}
