/**
 * A copy of a document in the browser's database, under the id of its room: what was written offline outlives the page, and a
 * document is there before its room is connected. The library for it is loaded by those who ask for a copy.
 */
import type { IndexeddbPersistence } from "y-indexeddb";
import type * as Y from "yjs";

/** A database that does not answer by then is not waited for. */
const readWithinMs = 5_000;

export class OfflineCopy {
  /** Resolves when the document has what was kept, or when that cannot be read. */
  readonly read: Promise<void>;
  readonly #persistence: Promise<IndexeddbPersistence | undefined>;
  #isClosed = false;

  constructor(name: string, doc: Y.Doc) {
    this.#persistence = this.#open(name, doc);
    this.read = this.#persistence.then(async (persistence) => {
      if (persistence === undefined) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, readWithinMs)));
      await Promise.race([persistence.whenSynced, late]);
      clearTimeout(timer);
    });
  }

  /** Deletes the copy. Edits from now on are not kept. */
  async clear(): Promise<void> {
    await (await this.#persistence)?.clearData();
  }

  /** Leaves the copy as it is, and keeps no more edits. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#persistence)?.destroy();
  }

  async #open(name: string, doc: Y.Doc): Promise<IndexeddbPersistence | undefined> {
    if (!(await isDatabaseThere())) return undefined;
    const { IndexeddbPersistence } = await import("y-indexeddb");
    return this.#isClosed ? undefined : new IndexeddbPersistence(name, doc);
  }
}

/** Whether there is a database, and pages may use it: with some settings of a browser's privacy they may not. */
async function isDatabaseThere(): Promise<boolean> {
  const { indexedDB } = globalThis as { readonly indexedDB?: { databases(): Promise<unknown> } };
  if (indexedDB === undefined) return false;
  try {
    await indexedDB.databases();
    return true;
  } catch {
    return false;
  }
}
