/** Whether everything that a client has written, in all of its rooms, is on the server's disk. */
import { EventSource } from "./observable.ts";

/** Whether the server has everything that was written. */
export type SyncStatus = "synchronizing" | "synchronized";

export class SyncStatuses {
  readonly changed = new EventSource<void>();
  readonly #waiting = new Set<object>();

  get status(): SyncStatus {
    return this.#waiting.size === 0 ? "synchronized" : "synchronizing";
  }

  /** A part of the client tells of itself. */
  set(part: object, isSynchronized: boolean): void {
    const before = this.status;
    if (isSynchronized) this.#waiting.delete(part);
    else this.#waiting.add(part);
    if (this.status !== before) this.changed.notify();
  }
}
