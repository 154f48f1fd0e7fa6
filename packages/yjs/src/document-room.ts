/** What a provider needs of a room. Rooms of `@weft/client` are such rooms. */
import type { DocumentUpdated, JsonObject } from "@weft/protocol/types";

interface Listenable<T> {
  subscribe(listener: (value: T) => void): () => void;
}

interface Present {
  readonly connectionId: number;
  readonly presence: object;
}

/** What a provider uses of a room. */
export interface DocumentRoom {
  readonly id: string;
  getStatus(): string;
  /** Null until the room has been connected. */
  getSelf(): { readonly canWrite: boolean } | null;
  getPresence(): object;
  getOthers(): readonly Present[];
  updatePresence(patch: JsonObject): void;
  /** Asks for what this state vector lacks. Without a connection it asks for nothing. */
  fetchYDoc(stateVector: string, guid?: string, isV2?: boolean): void;
  /** Sends an update. Without a connection, and when it is lost first, the update is dropped. */
  updateYDoc(update: string, guid?: string, isV2?: boolean): void;
  /** Told whether the server has everything that was written to a document, where the room asks. */
  reportYDoc?(part: object, isSynchronized: boolean): void;
  readonly events: {
    readonly status: Listenable<string>;
    readonly ydoc: Listenable<DocumentUpdated>;
    readonly others: Listenable<unknown>;
    readonly roomWillDestroy: Listenable<void>;
  };
}
