import type { Clock, RoomStore, Timer } from "./ports.ts";
import type { ConnectedUser } from "./connection.ts";

/** The reason with which changes are refused while the disk is full. */
export const diskFull = "The server's disk is full: the room takes no changes until it has space again.";

/** How often a full disk is checked for space. */
const lookEveryMs = 1_000;

/**
 * Users who connect while the disk is full may only read (RM29): an SDK without write permission sends no changes and no
 * initial Storage. With it, the SDK would be refused, reconnect, and be refused again. Once there is space, their
 * connections are closed so that they reconnect with all their permissions (RM30).
 */
export interface FullDisk {
  /** The user with the permissions that they have for now. */
  admit(user: ConnectedUser): ConnectedUser;
  /** Whether `admit` took away a permission. */
  isRestricted(user: ConnectedUser): boolean;
  end(): void;
}

export interface FullDiskOptions {
  readonly store: Pick<RoomStore, "full">;
  readonly clock: Clock;
  /** There is space again: restricted users have to reconnect. */
  readonly over: () => void;
}

export function createFullDisk(options: FullDiskOptions): FullDisk {
  return new ReadOnlyUsers(options);
}

class ReadOnlyUsers implements FullDisk {
  readonly #options: FullDiskOptions;
  readonly #restricted = new WeakSet<ConnectedUser>();
  #timer: Timer | undefined;

  constructor(options: FullDiskOptions) {
    this.#options = options;
  }

  admit(user: ConnectedUser): ConnectedUser {
    if (!this.#options.store.full || user.storage !== "write") return user;
    const scopes = [...user.scopes.filter((scope) => scope !== "storage:write"), "storage:read" as const];
    const reader: ConnectedUser = { ...user, scopes, storage: "read" };
    this.#restricted.add(reader);
    this.#awaitSpace();
    return reader;
  }

  isRestricted(user: ConnectedUser): boolean {
    return this.#restricted.has(user);
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
