/**
 * Recent removals, moves and plain writes. A client with an op in flight may still have in its own tree what the room has
 * already removed; the room remembers what it needs to correct such a client (`corrections.ts`). Bounded, in memory only,
 * and allowed to forget: entries matter only while ops are in flight.
 */
export interface Removal {
  readonly parentId: string;
  /** Names of the fields that an object had. */
  readonly fields: readonly string[];
}

/**
 * Entries kept of each kind, the field names of removed objects included. The oldest are evicted in batches, once there
 * are twice as many: iterating a Map steps over every entry that was deleted at its beginning.
 */
const kept = 8_192;

export class RecentChanges {
  readonly #removed = new Map<string, Removal>();
  /** Removed nodes by what was their parent. */
  readonly #orphans = new Map<string, Set<string>>();
  readonly #written = new Set<string>();
  readonly #moved = new Map<string, Set<string>>();
  #weight = 0;

  /** A node was removed. */
  removed(id: string, parentId: string, fields: readonly string[]): void {
    this.returned(id);
    this.#removed.set(id, { parentId, fields });
    this.#weight += 1 + fields.length;
    let orphans = this.#orphans.get(parentId);
    if (!orphans) this.#orphans.set(parentId, (orphans = new Set()));
    orphans.add(id);
    if (this.#weight <= 2 * kept) return;
    for (const oldest of this.#removed.keys()) {
      this.returned(oldest);
      if (this.#weight <= kept) return;
    }
  }

  /** A node was created again, or its entry is evicted. */
  returned(id: string): void {
    if (this.#removed.size === 0) return;
    const removal = this.#removed.get(id);
    if (!removal) return;
    this.#removed.delete(id);
    this.#weight -= 1 + removal.fields.length;
    const orphans = this.#orphans.get(removal.parentId)!;
    orphans.delete(id);
    if (orphans.size === 0) this.#orphans.delete(removal.parentId);
  }

  removal(id: string): Removal | undefined {
    return this.#removed.get(id);
  }

  /** Recently removed children of a node. */
  orphans(parentId: string): Iterable<string> {
    return this.#orphans.get(parentId) ?? none;
  }

  /** A plain value was written to a key of an object. */
  wrote(id: string, key: string): void {
    const place = placeOf(id, key);
    this.#written.delete(place);
    this.#written.add(place);
    forgetOldest(this.#written);
  }

  hasWritten(id: string, key: string): boolean {
    return this.#written.has(placeOf(id, key));
  }

  /** An item left a position of a list for another one. */
  moved(listId: string, position: string, id: string): void {
    const place = placeOf(listId, position);
    const ids = this.#moved.get(place) ?? new Set<string>();
    this.#moved.delete(place);
    this.#moved.set(place, ids.add(id));
    forgetOldest(this.#moved);
  }

  /** Items that were at a position and have moved. */
  movedFrom(listId: string, position: string): Iterable<string> {
    return this.#moved.get(placeOf(listId, position)) ?? none;
  }

  clear(): void {
    this.#removed.clear();
    this.#orphans.clear();
    this.#written.clear();
    this.#moved.clear();
    this.#weight = 0;
  }
}

const none: readonly string[] = [];

function forgetOldest(entries: Set<string> | Map<string, unknown>): void {
  if (entries.size <= 2 * kept) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    if (entries.size <= kept) return;
  }
}

function placeOf(id: string, key: string): string {
  return `${id.length}:${id}${key}`;
}
