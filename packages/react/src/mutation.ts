/** Edits that applications make in callbacks. Before the room is ready they are queued, and do not fail. */
import type { UserMeta, JsonObject, LsonObject, WriteReceipt } from "@weft/client";
import type { MutationContext } from "./hooks/hook-types.ts";
import type { AnyRoom } from "./room.ts";

export type AnyMutation = (context: MutationContext<JsonObject, LsonObject, UserMeta>, ...args: unknown[]) => unknown;

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

/** Calls the callback as one transaction, at once, or again as soon as the room has what it reads. */
export function mutate(room: AnyRoom, callback: AnyMutation, args: readonly unknown[]): unknown {
  const run = () => callback(contextOf(room), ...args);
  try {
    return room.batch(run);
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    // Storage is loaded over a connection, so that `self` is known then.
    if (error.part === "storage") return room.edit(run);
    return room.waitUntilPresenceReady().then(() => mutate(room, callback, args));
  }
}

/** Calls the callback once Storage has been loaded, with a receipt for its edits. */
export async function write(room: AnyRoom, callback: AnyMutation, args: readonly unknown[]): Promise<WriteReceipt> {
  if (!room.isStorageReady()) await room.waitUntilStorageReady();
  return room.write(() => callback(contextOf(room), ...args));
}

function contextOf(room: AnyRoom): MutationContext<JsonObject, LsonObject, UserMeta> {
  return {
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
}

function raise(part: "storage" | "self"): never {
  throw new NotReady(part);
}
