import type { JsonObject, PresenceUpdated } from "@weft/protocol";

/**
 * The current presence of each member: the newest full presence and every change since. Clients send theirs to new
 * connections themselves; only observers need it from here.
 */
export interface ShownPresence {
  take(message: PresenceUpdated): void;
  of(actor: number): JsonObject;
  left(actor: number): void;
}

/** `bytes`: limit per member. Of a member that exceeds it by many changes, only the last ones are kept. */
export function createShownPresence(bytes: number): ShownPresence {
  return new NewestPresence(bytes);
}

interface Shown {
  /** The newest full presence, or the last merged state. */
  data: JsonObject;
  /** Changes since, oldest first. Merged when they are read, or when there are many. */
  readonly changes: JsonObject[];
  /** Size of those changes. */
  weight: number;
}

/** Number of changes that are kept unmerged: most are of cursors, and rooms are rarely observed. */
const mostChanges = 32;

class NewestPresence implements ShownPresence {
  readonly #bytes: number;
  readonly #shown = new Map<number, Shown>();

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  take({ actor, data, targetActor }: PresenceUpdated): void {
    const shown = this.#shown.get(actor);
    if (shown === undefined || targetActor !== undefined) this.#shown.set(actor, { data, changes: [], weight: 0 });
    else {
      shown.weight += weightOf(data);
      if (shown.changes.push(data) >= mostChanges || shown.weight > 2 * this.#bytes) this.#fold(shown);
    }
  }

  of(actor: number): JsonObject {
    const shown = this.#shown.get(actor);
    if (shown !== undefined && shown.changes.length > 0) this.#fold(shown);
    return Object.assign(emptied(), shown?.data);
  }

  left(actor: number): void {
    this.#shown.delete(actor);
  }

  #fold(shown: Shown): void {
    const whole: JsonObject = Object.assign(emptied(), shown.data, ...shown.changes);
    shown.data = weightOf(whole) > 2 * this.#bytes ? shown.changes.at(-1)! : whole;
    shown.changes.length = 0;
    shown.weight = 0;
  }
}

/** Without a prototype, because clients choose the keys. */
function emptied(): JsonObject {
  return Object.create(null) as JsonObject;
}

/** Approximate size of a value in bytes. Cheap for small values such as cursors. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length + 8;
  if (typeof value !== "object" || value === null) return 8;
  let weight = 16;
  if (Array.isArray(value)) for (const item of value) weight += weightOf(item);
  else for (const [key, member] of Object.entries(value)) weight += key.length + weightOf(member);
  return weight;
}
