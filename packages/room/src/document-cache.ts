import type { DocumentFailure, DocumentRow, Documents, OpenDocument, OpenedDocument } from "./document-ports.ts";

/**
 * The open documents of a room: at most `open` at once. At the limit, the least recently used idle document is closed
 * for the next one; when all are in use, the next one waits, and at most `waiting` of them wait.
 *
 *     waiting ──a place is free──► opening ──► open ──idle, and its place is needed──► closed
 */
export interface DocumentCache<State> {
  /** The document with this guid, opened if necessary; undefined when too many wait to be opened. */
  get(guid: string): CachedDocument<State> | undefined;
  /** The document with this guid if it is open. Does not count as a use. */
  peek(guid: string): CachedDocument<State> | undefined;
  readonly all: Iterable<CachedDocument<State>>;
  /** A document in use is not closed. */
  begin(cached: CachedDocument<State>): void;
  end(cached: CachedDocument<State>): void;
  /** It is no longer needed: it is not opened if it still waits. */
  cancel(cached: CachedDocument<State>): void;
  /** Updates became durable: documents may be idle now. */
  flushed(): void;
  close(): void;
}

export interface CachedDocument<State> {
  readonly guid: string;
  readonly opened: Promise<OpenedDocument | DocumentFailure>;
  /** Once it is open. */
  document: OpenDocument | undefined;
  /** Questions and calls in progress. */
  users: number;
  /** Decided writes that no commit has taken yet. */
  unsaved: boolean;
  /** The newest row in a commit. */
  taken: number | undefined;
  readonly state: State;
}

export interface DocumentCacheOptions<State> {
  readonly documents: Pick<Documents, "open">;
  readonly load: (guid: string) => Promise<readonly DocumentRow[]>;
  /** The state that the room keeps for each document. */
  readonly state: () => State;
  readonly open: number;
  readonly waiting: number;
  readonly opened: (guid: string, answer: OpenedDocument | DocumentFailure) => void;
}

export function createDocumentCache<State>(options: DocumentCacheOptions<State>): DocumentCache<State> {
  return new LruDocumentCache(options);
}

export const closed: DocumentFailure = { kind: "failed", cause: "closed", reason: "The room is closing." };

class CacheEntry<State> implements CachedDocument<State> {
  readonly guid: string;
  readonly state: State;
  readonly #opened = Promise.withResolvers<OpenedDocument | DocumentFailure>();
  document: OpenDocument | undefined;
  users = 0;
  unsaved = false;
  taken: number | undefined;

  constructor(guid: string, state: State) {
    this.guid = guid;
    this.state = state;
  }

  get opened() {
    return this.#opened.promise;
  }
  get idle(): boolean {
    return this.users === 0 && this.taken === undefined && !this.unsaved;
  }

  settle(answer: OpenedDocument | DocumentFailure): void {
    this.#opened.resolve(answer);
  }
}

class LruDocumentCache<State> implements DocumentCache<State> {
  readonly #options: DocumentCacheOptions<State>;
  /** Least recently used first. */
  readonly #entries = new Map<string, CacheEntry<State>>();
  readonly #waiting = new Set<CacheEntry<State>>();
  #closed = false;

  constructor(options: DocumentCacheOptions<State>) {
    this.#options = options;
  }

  get all(): Iterable<CachedDocument<State>> {
    return this.#entries.values();
  }

  peek(guid: string): CachedDocument<State> | undefined {
    return this.#entries.get(guid);
  }

  get(guid: string): CachedDocument<State> | undefined {
    const known = this.#entries.get(guid);
    if (known !== undefined) {
      this.#entries.delete(guid);
      this.#entries.set(guid, known);
      return known;
    }
    const { open, waiting, state } = this.#options;
    const placed = this.#entries.size - this.#waiting.size < open || this.#closeIdle();
    if (!placed && this.#waiting.size >= waiting) return undefined;
    const entry = new CacheEntry(guid, state());
    this.#entries.set(guid, entry);
    if (placed) this.#open(entry);
    else this.#waiting.add(entry);
    return entry;
  }

  begin(cached: CachedDocument<State>): void {
    cached.users++;
  }

  end(cached: CachedDocument<State>): void {
    if (--cached.users === 0) this.#openWaiting();
  }

  cancel(cached: CachedDocument<State>): void {
    const entry = this.#entries.get(cached.guid);
    if (entry !== cached || !this.#waiting.delete(entry)) return;
    this.#entries.delete(entry.guid);
    entry.settle(closed);
  }

  flushed(): void {
    this.#openWaiting();
  }

  close(): void {
    this.#closed = true;
    for (const entry of this.#waiting) entry.settle(closed);
    this.#waiting.clear();
    for (const { document } of this.#entries.values()) document?.close();
    this.#entries.clear();
  }

  #openWaiting(): void {
    for (const entry of this.#waiting) {
      if (this.#entries.size - this.#waiting.size >= this.#options.open && !this.#closeIdle()) return;
      this.#waiting.delete(entry);
      this.#open(entry);
    }
  }

  /** Closes the document that has been idle the longest, if any is idle. */
  #closeIdle(): boolean {
    for (const entry of this.#entries.values()) if (this.#closeIfIdle(entry)) return true;
    return false;
  }

  #closeIfIdle(entry: CacheEntry<State>): boolean {
    if (!entry.idle || this.#waiting.has(entry) || this.#entries.get(entry.guid) !== entry) return false;
    this.#entries.delete(entry.guid);
    entry.document?.close();
    return true;
  }

  #open(entry: CacheEntry<State>): void {
    const { documents, load } = this.#options;
    const source = { load: () => load(entry.guid), release: () => this.#closeIfIdle(entry) };
    documents.open(source).then(
      (answer) => this.#opened(entry, answer),
      (cause: unknown) => this.#opened(entry, { kind: "failed", cause: "broken", reason: reasonOf(cause) }),
    );
  }

  #opened(entry: CacheEntry<State>, answer: OpenedDocument | DocumentFailure): void {
    const wanted = !this.#closed && this.#entries.get(entry.guid) === entry;
    if (answer.kind === "opened") {
      if (wanted) entry.document = answer.document;
      else answer.document.close();
    } else if (wanted) this.#entries.delete(entry.guid); // The next caller tries again.
    entry.settle(wanted ? answer : closed);
    if (!wanted) return;
    this.#options.opened(entry.guid, answer);
    this.#openWaiting();
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
