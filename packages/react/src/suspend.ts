/** Components that wait for a room: they are suspended until it is ready, and fail if the room is refused. */
import type { WeftError } from "@weft/client";
import { leaseOf } from "./room-lease.ts";
import type { AnyRoom } from "./room.ts";
import { isServer } from "@weft/client/framework";

/** What a room waits for, and why it fails. */
class RoomReadiness {
  readonly #room: AnyRoom;
  readonly #pending = new Map<"presence" | "storage", Promise<void>>();
  /** The room has been refused permanently, until it is told to connect again. */
  #refusal: WeftError | undefined;
  /** The code of Storage could not be loaded. */
  #loadFailure: { readonly error: unknown } | undefined;

  constructor(room: AnyRoom) {
    this.#room = room;
    room.events.error.subscribe((error) => {
      if (error.context.type === "ROOM_CONNECTION_ERROR") this.#refusal = error;
    });
    room.events.status.subscribe((status) => {
      if (status !== "disconnected") this.#refusal = undefined;
    });
  }

  /** @throws a promise, as Suspense takes it, or the error. */
  wait(part: "presence" | "storage"): void {
    const room = this.#room;
    if (part === "presence" ? room.isPresenceReady() : room.isStorageReady()) return;
    if (isServer())
      throw new Error(
        "Servers do not connect to rooms, so this hook cannot suspend on them. Put a ClientSideSuspense around the component, " +
          "or use the hooks of @weft/react, which answer null until the room is loaded.",
      );
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#loadFailure !== undefined) {
      const { error } = this.#loadFailure;
      // React renders once more, in this task, before it gives up. Later renders try again.
      setTimeout(() => (this.#loadFailure = undefined), 0);
      throw error;
    }
    let pending = this.#pending.get(part);
    if (pending === undefined) {
      pending = this.#begin(part).finally(() => this.#pending.delete(part));
      this.#pending.set(part, pending);
      leaseOf(room)?.holdWhile(pending);
    }
    // React takes promises that are thrown.
    // oxlint-disable-next-line typescript/only-throw-error
    throw pending;
  }

  /** Resolves when it is worth another look: it is ready, was refused, or the room was left. */
  #begin(part: "presence" | "storage"): Promise<void> {
    const { events } = this.#room;
    return new Promise((resolve) => {
      const stops = [events.roomWillDestroy.subscribe(done), events.error.subscribe(() => this.#refusal && done())];
      function done(): void {
        for (const stop of stops) stop();
        resolve();
      }
      void this.#settle(part).finally(done);
    });
  }

  async #settle(part: "presence" | "storage"): Promise<void> {
    try {
      await (part === "presence" ? this.#room.waitUntilPresenceReady() : this.#room.waitUntilStorageReady());
    } catch (error) {
      this.#loadFailure = { error };
    }
  }
}

const readiness = new WeakMap<AnyRoom, RoomReadiness>();

/** Begins to look at the room, so that a refusal is known to components that are rendered later. */
export function watchReadiness(room: AnyRoom): RoomReadiness {
  let known = readiness.get(room);
  if (known === undefined) readiness.set(room, (known = new RoomReadiness(room)));
  return known;
}

export function suspendUntilPresence(room: AnyRoom): void {
  watchReadiness(room).wait("presence");
}

export function suspendUntilStorage(room: AnyRoom): void {
  watchReadiness(room).wait("storage");
}
