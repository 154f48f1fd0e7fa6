/**
 * A copy of a room's Yjs document, read and changed through the REST API.
 *
 *     load ──► copy of the document ──change──► update of that change alone ──► server ──kept──► resolved
 *                      ▲                                                          │
 *                      └──────────────── as it was before ◄──────── not acknowledged
 */
import type { Weft } from "@weft/node";
import * as Y from "yjs";

/** The calls of `@weft/node` that read and change documents. */
export type ProsemirrorClient = Pick<Weft, "getYjsDocumentAsBinaryUpdate" | "sendYjsBinaryUpdate">;

/** The copy of one document. Its calls run one after the other. */
export class ProsemirrorReplica {
  readonly #client: ProsemirrorClient;
  readonly #roomId: string;
  #document = new Y.Doc();
  #last: Promise<unknown> | undefined;

  constructor(client: ProsemirrorClient, roomId: string) {
    this.#client = client;
    this.#roomId = roomId;
  }

  /** A copy of the copy: what is changed in it stays in it. */
  copy(): Y.Doc {
    const document = new Y.Doc();
    Y.applyUpdate(document, Y.encodeStateAsUpdate(this.#document));
    return document;
  }

  /** Merges what the server has now into the copy. */
  refresh(): Promise<void> {
    return this.#inOrder(async () => {
      const update = await this.#client.getYjsDocumentAsBinaryUpdate(this.#roomId);
      Y.applyUpdate(this.#document, new Uint8Array(update));
    });
  }

  /**
   * Changes the copy, and resolves when the server has kept the change. If the server does not acknowledge it, the copy is as it
   * was before.
   */
  change(edit: (document: Y.Doc) => void): Promise<void> {
    return this.#inOrder(async () => {
      const before = Y.encodeStateAsUpdate(this.#document);
      try {
        const updates: Uint8Array[] = [];
        const collect = (update: Uint8Array) => updates.push(update);
        this.#document.on("update", collect);
        try {
          this.#document.transact(() => edit(this.#document));
        } finally {
          this.#document.off("update", collect);
        }
        if (updates.length > 0) await this.#client.sendYjsBinaryUpdate(this.#roomId, Y.mergeUpdates(updates));
      } catch (error) {
        this.#document = new Y.Doc();
        Y.applyUpdate(this.#document, before);
        throw error;
      }
    });
  }

  /** Runs at once if nothing else runs, so that a change can be read before it is kept. */
  async #inOrder(task: () => Promise<void>): Promise<void> {
    const previous = this.#last;
    const mine = previous === undefined ? task() : previous.then(task, task);
    this.#last = mine;
    try {
      await mine;
    } finally {
      if (this.#last === mine) this.#last = undefined;
    }
  }
}
