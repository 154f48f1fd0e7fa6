import type { JsonObject, PresenceUpdated } from "@weft/protocol";

/**
 * What each member shows now: their newest full presence and every change since. Clients tell newcomers themselves; only
 * who watches without being in the room has to be told from here.
 */
export interface ShownPresence {
  take(message: PresenceUpdated): void;
  of(actor: number): JsonObject;
  left(actor: number): void;
}

/** `bytes` is the most that one member may show: who shows more by many changes is known by the last of them. */
export function createShownPresence(bytes: number): ShownPresence {
  return new NewestPresence(bytes);
}

interface Shown {
  /** As it was when it was last told whole, or put together. */
  data: JsonObject;
  /** What came since, oldest first: put together when somebody asks, or when there is much of it. */
  readonly changes: JsonObject[];
  /** What those weigh. */
  weight: number;
}

/** So many changes are kept as they came: most are of a cursor, and nobody watches. */
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

/** Its keys are anybody's. */
function emptied(): JsonObject {
  return Object.create(null) as JsonObject;
}

/** About how many bytes a value takes: of a cursor it is known after a few steps. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length + 8;
  if (typeof value !== "object" || value === null) return 8;
  let weight = 16;
  if (Array.isArray(value)) for (const item of value) weight += weightOf(item);
  else for (const [key, member] of Object.entries(value)) weight += key.length + weightOf(member);
  return weight;
}
