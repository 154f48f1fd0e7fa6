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
  /** The newest full presence with every change since. */
  data: JsonObject;
  /** Whether `data` is a copy of our own: a message may still be on its way to others. */
  merged: boolean;
  /** Size of the changes that were merged since `data` was last weighed. */
  weight: number;
}

class NewestPresence implements ShownPresence {
  readonly #bytes: number;
  readonly #shown = new Map<number, Shown>();

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /**
   * Merges each change at once: most are of cursors, and one that waits to be merged lives long enough that only a
   * major garbage collection frees it.
   */
  take({ actor, data, targetActor }: PresenceUpdated): void {
    const shown = this.#shown.get(actor);
    if (shown === undefined || targetActor !== undefined) {
      this.#shown.set(actor, { data, merged: false, weight: 0 });
      return;
    }
    if (!shown.merged) shown.data = Object.assign(emptied(), shown.data);
    shown.merged = true;
    Object.assign(shown.data, data);
    shown.weight += weightOf(data);
    if (shown.weight > 2 * this.#bytes) this.#weigh(shown, data);
  }

  of(actor: number): JsonObject {
    return Object.assign(emptied(), this.#shown.get(actor)?.data);
  }

  left(actor: number): void {
    this.#shown.delete(actor);
  }

  #weigh(shown: Shown, newest: JsonObject): void {
    shown.weight = 0;
    if (weightOf(shown.data) <= 2 * this.#bytes) return;
    shown.data = newest;
    shown.merged = false;
  }
}

/** Without a prototype, because clients choose the keys. */
function emptied(): JsonObject {
  return Object.create(null) as JsonObject;
}

/** Approximate size of a JSON value in bytes. Cheap for small values such as cursors. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length + 8;
  if (typeof value !== "object" || value === null) return 8;
  let weight = 16;
  if (Array.isArray(value)) for (const item of value) weight += weightOf(item);
  else for (const key in value) weight += key.length + weightOf((value as JsonObject)[key]);
  return weight;
}
