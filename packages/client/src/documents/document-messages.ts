/**
 * Documents of a room, as far as the client knows them: it carries their messages, and does not know Yjs. Providers, such as that of
 * `@weft/yjs`, keep the documents.
 *
 * A message belongs to its connection. Without one, nothing is sent, and what a lost connection has not sent is dropped: with each
 * connection, a provider asks for what its state vector lacks, and sends what the answer's state vector lacks. So nothing of an
 * earlier connection is applied, and nothing that the server has is sent again.
 */
import { ClientMessageType, ServerMessageType } from "@weft/protocol/codes";
import type { DocumentUpdated, FetchDocument, ServerMessage, UpdateDocument } from "@weft/protocol/types";
import { EventSource } from "../observable.ts";

export interface DocumentsRoom {
  /** Sends a message over the present connection, if there is one. */
  send(message: object): void;
  /** Told when this changes. */
  setSynchronized(isSynchronized: boolean): void;
}

export class DocumentMessages {
  readonly updated = new EventSource<DocumentUpdated>();
  readonly #room: DocumentsRoom;
  readonly #unsynchronized = new Set<object>();

  constructor(room: DocumentsRoom) {
    this.#room = room;
  }

  /** Whether every provider says so of its documents. */
  get isSynchronized(): boolean {
    return this.#unsynchronized.size === 0;
  }

  fetch(stateVector: string, guid?: string, isV2 = false): void {
    const message: FetchDocument = { type: ClientMessageType.fetchDocument, vector: stateVector, ...named(guid, isV2) };
    this.#room.send(message);
  }

  update(update: string, guid?: string, isV2 = false): void {
    const message: UpdateDocument = { type: ClientMessageType.updateDocument, update, ...named(guid, isV2) };
    this.#room.send(message);
  }

  report(part: object, isSynchronized: boolean): void {
    const before = this.isSynchronized;
    if (isSynchronized) this.#unsynchronized.delete(part);
    else this.#unsynchronized.add(part);
    if (this.isSynchronized !== before) this.#room.setSynchronized(this.isSynchronized);
  }

  /** Answers whether the message is about documents. */
  receive(message: ServerMessage): boolean {
    if (message.type !== ServerMessageType.documentUpdated) return false;
    this.updated.notify(message);
    return true;
  }
}

const named = (guid: string | undefined, v2: boolean) => ({ ...(guid === undefined ? {} : { guid }), v2 });
