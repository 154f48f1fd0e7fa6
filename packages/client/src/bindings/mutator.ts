/** Edits that applications make in callbacks. Before the room is ready they are queued, and do not fail. */
import type { AppPresence, AppStorage, AppUserMeta, UserMeta } from "../app-types.ts";
import type { PresentUser } from "../presence/others.ts";
import type { RoomApi } from "../room/room-api.ts";
import type { LiveObject } from "../storage/live/structures.ts";

/** Changes keys of the user's presence. With `addToHistory`, the change can be undone. */
export type PresenceSetter<P extends object = AppPresence> = (
  patch: Partial<P>,
  options?: { readonly addToHistory?: boolean },
) => void;

/** What a mutation works with, as it is when the mutation runs. */
export interface MutationScope<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
> {
  readonly storage: LiveObject<S>;
  readonly self: PresentUser<P, U>;
  readonly others: readonly PresentUser<P, U>[];
  readonly setMyPresence: PresenceSetter<P>;
}

/** What applications call: the callback without its scope. Until the room is ready, it answers a promise of the result. */
export type Mutator<A extends readonly unknown[], R> = (
  ...args: A
) => R extends void | PromiseLike<unknown> ? R : R | Promise<R>;

/** A callback has read what the room does not have yet. */
class NotReady extends Error {
  override name = "NotReady";
  readonly part: "storage" | "self";

  constructor(part: "storage" | "self") {
    super(
      `\`${part}\` is not loaded yet. Read it before the first \`await\` of the callback, which is then called again.`,
    );
    this.part = part;
  }
}

/** A function that calls the callback as one transaction, at once, or as soon as the room has what the callback reads first. */
export function mutatorOf<P extends object, S extends object, U extends UserMeta, E, A extends readonly unknown[], R>(
  room: RoomApi<P, S, U, E>,
  callback: (scope: MutationScope<P, S, U>, ...args: A) => R,
): Mutator<A, R> {
  const scope: MutationScope<P, S, U> = {
    get storage() {
      return room.getStorageSnapshot() ?? raise("storage");
    },
    get self() {
      return room.getSelf() ?? raise("self");
    },
    get others() {
      return room.getOthers();
    },
    setMyPresence: (patch, options) => room.updatePresence(patch, options),
  };
  const mutate = (...args: A): unknown => {
    const run = () => callback(scope, ...args);
    try {
      return room.batch(run);
    } catch (error) {
      if (!(error instanceof NotReady)) throw error;
      // Storage is loaded over a connection, so that `self` is known then.
      if (error.part === "storage") return room.edit(run);
      return room.waitUntilPresenceReady().then(() => mutate(...args));
    }
  };
  return mutate as Mutator<A, R>;
}

function raise(part: "storage" | "self"): never {
  throw new NotReady(part);
}
