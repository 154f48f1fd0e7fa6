import type { RoomRecord } from "@weft/collab";

/**
 * Records of rooms as they were last read. Every write of this store comes through this process, so a record is right
 * until a write that concerns its room is answered: the writer forgets it then, whatever the answer.
 */
export interface RememberedRooms {
  get(project: string, id: string): RoomRecord | undefined;
  /** How often records were forgotten so far. */
  readonly forgotten: number;
  /**
   * `asOf` is what `forgotten` was before the record was read: a write that was answered while the read was on its way may
   * have changed the room, and then the record is not kept.
   */
  remember(project: string, key: number, record: RoomRecord, asOf: number): void;
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
  #forgotten = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(project: string, id: string): RoomRecord | undefined {
    return this.#byName.get(nameOf(project, id))?.record;
  }

  get forgotten(): number {
    return this.#forgotten;
  }

  remember(project: string, key: number, record: RoomRecord, asOf: number): void {
    if (asOf !== this.#forgotten) return;
    if (this.#names.size >= this.#capacity) {
      // What was read first goes first: a room in use costs one more read for each time that all others were read.
      const oldest = this.#names.keys().next();
      if (!oldest.done) this.#drop(oldest.value);
    }
    const name = nameOf(project, record.id);
    this.#byName.set(name, { key, record });
    this.#names.set(key, name);
  }

  forget(project: string, id: string): void {
    this.#forgotten += 1;
    const known = this.#byName.get(nameOf(project, id));
    if (known !== undefined) this.#drop(known.key);
  }

  forgetKey(key: number): void {
    this.#forgotten += 1;
    this.#drop(key);
  }

  #drop(key: number): void {
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
