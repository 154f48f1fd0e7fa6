/** How far some edits have come. */
import type { Observable } from "../observable.ts";
import { EventSource } from "../observable.ts";

/**
 * `local`: not sent yet, as while there is no connection. `sent`: on its way. `durable`: on the server's disk, so that it survives
 * the server's death. `refused`: the server has refused a part of it, and that part was taken back.
 */
export type WriteStatus = "local" | "sent" | "durable" | "refused";

/** What `room.write` returns: the value, and how far the edits have come. */
export interface WriteReceipt<T = unknown> {
  /** What the edits returned. */
  readonly value: T;
  getStatus(): WriteStatus;
  readonly status: Observable<WriteStatus>;
  /** Resolves when all of it is durable; rejects if a part of it is refused. */
  durable(): Promise<void>;
}

/** The edits of one receipt, as Storage follows them. */
export interface TrackedEdits {
  readStatus(): WriteStatus;
}

export class EditsReceipt<T> implements WriteReceipt<T> {
  readonly value: T;
  readonly status = new EventSource<WriteStatus>();
  readonly #edits: TrackedEdits;
  #known: WriteStatus;

  constructor(value: T, edits: TrackedEdits) {
    this.value = value;
    this.#edits = edits;
    this.#known = edits.readStatus();
  }

  getStatus(): WriteStatus {
    return this.#known;
  }

  /** Whether nothing will change any more. */
  get isSettled(): boolean {
    return this.#known === "durable" || this.#known === "refused";
  }

  /** Something was sent or answered. */
  refresh(): void {
    const status = this.#edits.readStatus();
    if (status === this.#known) return;
    this.#known = status;
    this.status.notify(status);
  }

  async durable(): Promise<void> {
    if (!this.isSettled) await this.status.waitUntil(() => this.isSettled);
    if (this.#known === "refused") throw new Error("The server has refused a part of these edits.");
  }
}
