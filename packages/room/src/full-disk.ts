import type { Clock, RoomStore, Timer } from "./ports.ts";
import type { ConnectedUser, LiveConnection } from "./connection.ts";
import type { RoomOwner } from "./room-owner.ts";

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
  end(): void;
}

export interface FullDiskOptions {
  readonly store: Pick<RoomStore, "full">;
  readonly clock: Clock;
  readonly connections: ReadonlyMap<number, LiveConnection>;
  readonly owner: Pick<RoomOwner, "expel">;
}

export function createFullDisk(options: FullDiskOptions): FullDisk {
  return new ReadOnlyUsers(options);
}

class ReadOnlyUsers implements FullDisk {
  readonly #options: FullDiskOptions;
  /** Users from whom `admit` took a permission. */
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

  end(): void {
    this.#timer?.cancel();
  }

  #awaitSpace(): void {
    const { store, clock } = this.#options;
    this.#timer ??= clock.setTimer(lookEveryMs, () => {
      this.#timer = undefined;
      if (store.full) this.#awaitSpace();
      else this.#disconnect();
    });
  }

  #disconnect(): void {
    const { connections, owner } = this.#options;
    for (const connection of connections.values())
      if (this.#restricted.has(connection.user))
        owner.expel(connection, "ACCESS_CHANGED", "The server's disk has space again.");
  }
}
