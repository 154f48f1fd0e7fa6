/** A room as editors use it, whatever an application declares its types to be. */
import type { UserMeta } from "@weft/client";
import type { DocumentRoom } from "@weft/yjs";

interface Listenable<T> {
  subscribe(listener: (value: T) => void): () => void;
}

/** What editors use of a room. Rooms of `@weft/client` are such rooms. */
export interface EditorRoom extends DocumentRoom {
  getSelf(): (Pick<UserMeta, "id" | "info"> & { readonly canWrite: boolean; readonly connectionId: number }) | null;
  readonly events: DocumentRoom["events"] & { readonly self: Listenable<unknown> };
}
