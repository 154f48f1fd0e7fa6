import type { RoomRecord } from "@weft/collab";

/**
 * Records of rooms as they were last read. Every write of this store comes through this process, so a record is right
 * until a write that concerns its room is answered: whoever writes forgets it then, whatever the answer.
 */
export interface RememberedRooms {
  get(project: string, id: string): RoomRecord | undefined;
  remember(project: string, key: number, record: RoomRecord): void;
  forget(project: string, id: string): void;
  /** As `forget`, for writers that know a room by its number. */
  forgetKey(key: number): void;
  clear(): void;
}

export function createRememberedRooms(capacity = 2_000): RememberedRooms {
  return new NamedRooms(capacity);
}

class NamedRooms implements RememberedRooms {
  readonly #capacity: number;
  readonly #byName = new Map<string, { readonly key: number; readonly record: RoomRecord }>();
  readonly #names = new Map<number, string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(project: string, id: string): RoomRecord | undefined {
    return this.#byName.get(nameOf(project, id))?.record;
  }

  remember(project: string, key: number, record: RoomRecord): void {
    if (this.#names.size >= this.#capacity) {
      // What was read first goes first: a room in use costs one more read for each time that all others were read.
      const oldest = this.#names.keys().next();
      if (!oldest.done) this.forgetKey(oldest.value);
    }
    const name = nameOf(project, record.id);
    this.#byName.set(name, { key, record });
    this.#names.set(key, name);
  }

  forget(project: string, id: string): void {
    const known = this.#byName.get(nameOf(project, id));
    if (known !== undefined) this.forgetKey(known.key);
  }

  forgetKey(key: number): void {
    const name = this.#names.get(key);
    if (name === undefined) return;
    this.#names.delete(key);
    this.#byName.delete(name);
  }

  clear(): void {
    this.#byName.clear();
    this.#names.clear();
  }
}

/** Project ids are ours and hold no line break, so the first one ends the project. */
function nameOf(project: string, id: string): string {
  return `${project}\n${id}`;
}
