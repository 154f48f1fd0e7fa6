import type { Clock, RoomStore, Timer } from "./ports.ts";
import type { Visitor } from "./session.ts";

/** Why nothing is changed while the disk is full, as told to whoever asks for it. */
export const diskFull = "The server's disk is full: the room takes no changes until it has space again.";

/** How often it is looked whether a full disk has space again. */
const lookEveryMs = 1_000;

/**
 * Visitors that come while the disk is full may only read (RM29): an SDK that knows it may not write offers no changes,
 * and does not fill in initial Storage. Otherwise it would be refused, come back, and be refused again. Once there is
 * space they have to come back for the rest of their permissions (RM30).
 */
export interface FullDisk {
  /** As whom a visitor is let in now. */
  admit(visitor: Visitor): Visitor;
  /** Whether it was let in with less than it may. */
  isRestricted(visitor: Visitor): boolean;
  end(): void;
}

export interface FullDiskOptions {
  readonly store: Pick<RoomStore, "full">;
  readonly clock: Clock;
  /** There is space again, and restricted visitors are to come back. */
  readonly over: () => void;
}

export function createFullDisk(options: FullDiskOptions): FullDisk {
  return new RestrictedVisitors(options);
}

class RestrictedVisitors implements FullDisk {
  readonly #options: FullDiskOptions;
  readonly #restricted = new WeakSet<Visitor>();
  #timer: Timer | undefined;

  constructor(options: FullDiskOptions) {
    this.#options = options;
  }

  admit(visitor: Visitor): Visitor {
    if (!this.#options.store.full || visitor.storage !== "write") return visitor;
    const scopes = [...visitor.scopes.filter((scope) => scope !== "storage:write"), "storage:read" as const];
    const reader: Visitor = { ...visitor, scopes, storage: "read" };
    this.#restricted.add(reader);
    this.#awaitSpace();
    return reader;
  }

  isRestricted(visitor: Visitor): boolean {
    return this.#restricted.has(visitor);
  }

  end(): void {
    this.#timer?.cancel();
  }

  #awaitSpace(): void {
    const { store, clock, over } = this.#options;
    this.#timer ??= clock.setTimer(lookEveryMs, () => {
      this.#timer = undefined;
      if (store.full) this.#awaitSpace();
      else over();
    });
  }
}
