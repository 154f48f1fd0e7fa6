import type { DocumentSync } from "./document-sync.ts";
import { Emitter } from "./emitter.ts";

type SubdocumentEvents = {
  /** Whether the server's document has arrived over this connection. */
  readonly sync: readonly [isSynced: boolean];
  readonly synced: readonly [isSynced: boolean];
};

/** A loaded subdocument, as applications see it. */
export class Subdocument extends Emitter<SubdocumentEvents> {
  readonly sync: DocumentSync;
  #isSynced = false;

  constructor(sync: DocumentSync) {
    super();
    this.sync = sync;
  }

  get synced(): boolean {
    return this.#isSynced;
  }

  /** Tells listeners what has changed. */
  report(): void {
    const { isLive } = this.sync;
    if (isLive === this.#isSynced) return;
    this.#isSynced = isLive;
    this.emit("sync", isLive);
    this.emit("synced", isLive);
  }

  destroy(): void {
    this.sync.destroy();
    this.report();
    this.removeAllListeners();
  }
}
