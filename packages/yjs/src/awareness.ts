/**
 * Who edits where: what editor bindings call awareness, kept in the presence of the room. The state of a user is under `__yjs`, and
 * the id under which their document writes is under `__yjs_clientid`, as clients of the official SDK have it, so that all see each
 * other's cursors.
 */
import type { JsonObject } from "@weft/protocol/types";
import type * as Y from "yjs";
import type { DocumentRoom } from "./document-room.ts";
import { Emitter } from "./emitter.ts";

/** The client ids whose states were added, changed or removed. */
export interface AwarenessChange {
  /** Ids of documents. */
  readonly added: number[];
  readonly updated: number[];
  readonly removed: number[];
}

type AwarenessEvents = {
  /** States differ from what they were. */
  readonly change: readonly [AwarenessChange, "local" | "presence"];
  /** States were set, to something else or again. */
  readonly update: readonly [AwarenessChange, "local" | "presence"];
  readonly destroy: readonly [Awareness];
};

interface AwarenessPresence {
  readonly __yjs?: JsonObject | null;
  readonly __yjs_clientid?: number;
}

/** What users share beside a document, such as carets, by client id. It has the interface of `y-protocols/awareness`. */
export class Awareness extends Emitter<AwarenessEvents> {
  readonly doc: Y.Doc;
  readonly clientID: number;
  /** When the state of each document was last seen to change, as bindings read it. */
  readonly meta = new Map<number, { readonly clock: number; readonly lastUpdated: number }>();
  readonly #room: DocumentRoom;
  readonly #stop: () => void;
  #states: Map<number, JsonObject>;

  constructor(doc: Y.Doc, room: DocumentRoom) {
    super();
    this.doc = doc;
    this.clientID = doc.clientID;
    this.#room = room;
    room.updatePresence({ __yjs_clientid: doc.clientID });
    this.#states = this.#read();
    this.#stop = room.events.others.subscribe(() => this.#changed("presence"));
  }

  get states(): Map<number, JsonObject> {
    return this.#states;
  }

  /** The states of all who are in the room, of this user too, by the ids of their documents. */
  getStates(): Map<number, JsonObject> {
    return this.#states;
  }

  getLocalState(): JsonObject | null {
    return (this.#room.getPresence() as AwarenessPresence).__yjs ?? null;
  }

  /** Null hides this user. */
  setLocalState(state: JsonObject | null): void {
    this.#room.updatePresence({ __yjs: state });
    this.#changed("local");
  }

  setLocalStateField(field: string, value: JsonObject[string]): void {
    this.setLocalState({ ...this.getLocalState(), [field]: value });
  }

  destroy(): void {
    this.emit("destroy", this);
    this.setLocalState(null);
    this.#stop();
    this.removeAllListeners();
  }

  #changed(origin: "local" | "presence"): void {
    const before = this.#states;
    const after = this.#read();
    this.#states = after;
    const change: AwarenessChange = { added: [], updated: [], removed: [] };
    for (const [id, state] of after) {
      const known = before.get(id);
      if (known === undefined) change.added.push(id);
      else if (known !== state) change.updated.push(id);
    }
    for (const id of before.keys()) if (!after.has(id)) change.removed.push(id);
    const isSetAgain = (id: number) => JSON.stringify(before.get(id)) === JSON.stringify(after.get(id));
    const updated = change.updated.filter((id) => !isSetAgain(id));
    for (const id of [...change.added, ...updated])
      this.meta.set(id, { clock: (this.meta.get(id)?.clock ?? 0) + 1, lastUpdated: Date.now() });
    for (const id of change.removed) this.meta.delete(id);
    const isEmpty = (each: AwarenessChange) => each.added.length + each.updated.length + each.removed.length === 0;
    const different = { ...change, updated };
    if (!isEmpty(different)) this.emit("change", different, origin);
    if (!isEmpty(change)) this.emit("update", change, origin);
  }

  #read(): Map<number, JsonObject> {
    const states = new Map<number, JsonObject>();
    for (const { presence } of this.#room.getOthers()) {
      const { __yjs: state, __yjs_clientid: id } = presence as AwarenessPresence;
      // An earlier connection of this very document may still be there for a while.
      if (id !== undefined && id !== this.clientID && state !== undefined && state !== null) states.set(id, state);
    }
    const own = this.getLocalState();
    if (own !== null) states.set(this.clientID, own);
    return states;
  }
}
