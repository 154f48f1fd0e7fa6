/**
 * The document of a room as its editors share it: one provider, however many editors there are, and whether the document has been
 * loaded. The last editor that is closed takes this user's caret with it.
 */
import { getYjsProviderForRoom } from "@weft/yjs";
import type { ProviderOptions, WeftYjsProvider } from "@weft/yjs";
import type { EditorRoom } from "./editor-room.ts";

const documents = new WeakMap<EditorRoom, RoomDocument>();

/** The document of a room. It is loaded from the first `open` on. */
export function documentOf(room: EditorRoom): RoomDocument {
  let known = documents.get(room);
  if (known === undefined) documents.set(room, (known = new RoomDocument(room)));
  return known;
}

/** The document of one room. */
export class RoomDocument {
  readonly #room: EditorRoom;
  readonly #listeners = new Set<() => void>();
  #provider: WeftYjsProvider | undefined;
  #editors = 0;

  constructor(room: EditorRoom) {
    this.#room = room;
  }

  /** Whether the server's document has arrived. */
  get isLoaded(): boolean {
    return this.#provider !== undefined && this.#provider.getStatus() !== "loading";
  }

  /** The provider of the document. The options count for the first editor. */
  open(options: ProviderOptions = {}): WeftYjsProvider {
    if (this.#provider === undefined || this.#provider.isDestroyed) {
      this.#provider = getYjsProviderForRoom(this.#room, options);
      this.#provider.on("status", () => this.#changed());
      this.#changed();
    }
    return this.#provider;
  }

  /** Calls back when `isLoaded` may have changed, until the answered function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Runs once, as soon as the document has been loaded, unless the answered function is called first. */
  whenLoaded(run: () => void): () => void {
    if (this.isLoaded) {
      run();
      return () => {};
    }
    const stop = this.subscribe(() => {
      if (!this.isLoaded) return;
      stop();
      run();
    });
    return stop;
  }

  /** An editor shows the document, until the answered function is called. */
  enter(): () => void {
    this.#editors++;
    return () => {
      this.#editors--;
      if (this.#editors === 0 && this.#provider?.isDestroyed === false) this.#provider.awareness.setLocalState(null);
    };
  }

  #changed(): void {
    for (const listener of Array.from(this.#listeners)) listener();
  }
}
