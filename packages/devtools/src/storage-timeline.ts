/** How Storage was, one state after another. States share what did not change between them. */

/** Storage at one moment. */
export interface StorageMoment {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** As `toJSON` answers it: the same object for what did not change. */
  readonly state: unknown;
}

export const momentsKept = 200;

/** The latest states of Storage. */
export class StorageTimeline {
  readonly #now: () => number;
  #moments: StorageMoment[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The oldest first. */
  get moments(): readonly StorageMoment[] {
    return this.#moments;
  }

  /** The same state again is no moment of its own. */
  add(state: unknown): void {
    const last = this.#moments.at(-1);
    if (last !== undefined && changedPaths(last.state, state).length === 0) return;
    this.#moments = [...this.#moments.slice(1 - momentsKept), { at: this.#now(), state }];
  }
}

/** Paths below which two states differ, as keys that are joined by `/`; `""` is the state itself. */
export function changedPaths(before: unknown, after: unknown, path = ""): readonly string[] {
  if (Object.is(before, after)) return [];
  if (!isBranch(before) || !isBranch(after)) return [path];
  const keys = new Set([...keysOf(before), ...keysOf(after)]);
  return Array.from(keys).flatMap((key) =>
    changedPaths(childOf(before, key), childOf(after, key), path === "" ? key : `${path}/${key}`),
  );
}

export const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

/** What an object or a list contains, by key. */
export const keysOf = (branch: object): readonly string[] => Object.keys(branch);

export const childOf = (branch: object, key: string): unknown => (branch as Readonly<Record<string, unknown>>)[key];
