/**
 * What is known of a collection that the server keeps, and the lists that are shown of it: newest first, read in pages, and kept up to
 * date by announcements.
 *
 * A list shows every known item that matches its query and is not older than the pages that it has read. So an announced item appears
 * where it belongs, and one of the part that was not read does not. Where a page and an announcement differ, the announcement counts
 * if it came after the page was asked for.
 */

/** Stable until something changes, as `useSyncExternalStore` wants it. */
export type ListSnapshot<T> =
  | { readonly isLoading: true }
  | { readonly isLoading: false; readonly error: Error }
  | {
      readonly isLoading: false;
      readonly error?: undefined;
      readonly items: readonly T[];
      readonly hasFetchedAll: boolean;
      readonly isFetchingMore: boolean;
      readonly fetchMoreError?: Error;
    };

/** A list that components show. It is read when it is subscribed to for the first time. */
export interface PagedList<T> {
  getSnapshot(): ListSnapshot<T>;
  subscribe(listener: () => void): () => void;
  /** Reads the first page, or after a failure tries again. Resolves in any case: errors are in the snapshot. */
  load(): Promise<void>;
  /** Reads the next page, if there is one. Resolves in any case: errors are in the snapshot. */
  fetchMore(): Promise<void>;
}

export interface ItemPage<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string | undefined;
}

export interface ListSource<T> {
  readonly matches: (item: T) => boolean;
  readonly fetch: (cursor: string | undefined) => Promise<ItemPage<T>>;
}

export class PagedCollection<T> {
  readonly idOf: (item: T) => string;
  /** The instant by which lists are ordered. */
  readonly timeOf: (item: T) => number;
  readonly items = new Map<string, T>();
  readonly #lists = new Map<string, KnownList<T>>();
  /** When each id was announced, deletions included: counted, not timed. */
  readonly #announced = new Map<string, number>();
  #announcements = 0;

  constructor(of: { readonly id: (item: T) => string; readonly time: (item: T) => number }) {
    this.idOf = of.id;
    this.timeOf = of.time;
  }

  get now(): number {
    return this.#announcements;
  }

  /** The same list for the same key. */
  list(key: string, source: ListSource<T>): PagedList<T> {
    let list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, (list = new KnownList(this, source)));
    return list;
  }

  put(items: readonly T[]): void {
    this.#announcements++;
    for (const item of items) {
      this.items.set(this.idOf(item), item);
      this.#announced.set(this.idOf(item), this.#announcements);
    }
    this.changed();
  }

  remove(ids: readonly string[]): void {
    this.#announcements++;
    for (const id of ids) {
      this.items.delete(id);
      this.#announced.set(id, this.#announcements);
    }
    this.changed();
  }

  clear(): void {
    this.remove(Array.from(this.items.keys()));
  }

  /** Takes in what was read, and drops those of `before` that were not in it. */
  read(items: readonly T[], askedAt: number, before: readonly T[] = []): void {
    const isOld = (id: string) => (this.#announced.get(id) ?? 0) <= askedAt;
    const ids = new Set(items.map(this.idOf));
    for (const item of before)
      if (!ids.has(this.idOf(item)) && isOld(this.idOf(item))) this.items.delete(this.idOf(item));
    for (const item of items) if (isOld(this.idOf(item))) this.items.set(this.idOf(item), item);
    this.changed();
  }

  changed(): void {
    for (const list of this.#lists.values()) list.changed();
  }

  /** Announcements may have been missed. */
  reconnected(): void {
    for (const list of this.#lists.values()) list.doubt();
  }
}

class KnownList<T> implements PagedList<T> {
  readonly #collection: PagedCollection<T>;
  readonly #source: ListSource<T>;
  readonly #listeners = new Set<() => void>();
  #snapshot: ListSnapshot<T> = { isLoading: true };
  /** The oldest item that was read; undefined if everything was. */
  #oldest: T | undefined;
  #cursor: string | undefined;
  #pages = 0;
  #loading: Promise<void> | undefined;
  #fetchingMore: Promise<void> | undefined;
  #isInDoubt = false;

  constructor(collection: PagedCollection<T>, source: ListSource<T>) {
    this.#collection = collection;
    this.#source = source;
  }

  getSnapshot(): ListSnapshot<T> {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    if (this.#pages === 0 || this.#isInDoubt) void this.load();
    return () => void this.#listeners.delete(own);
  }

  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  fetchMore(): Promise<void> {
    if (this.#pages === 0 || this.#cursor === undefined) return Promise.resolve();
    this.#fetchingMore ??= this.#fetchMore().finally(() => (this.#fetchingMore = undefined));
    return this.#fetchingMore;
  }

  changed(): void {
    if (this.#pages > 0) this.#show({});
  }

  doubt(): void {
    this.#isInDoubt = true;
    if (this.#listeners.size > 0 && this.#pages > 0) void this.load();
  }

  /** Reads as many pages as were read before. */
  async #load(): Promise<void> {
    const isAgain = this.#pages > 0;
    if (!isAgain && !this.#snapshot.isLoading) this.#set({ isLoading: true });
    const askedAt = this.#collection.now;
    try {
      if (this.#fetchingMore !== undefined) await this.#fetchingMore;
      this.#isInDoubt = false;
      const items: T[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await this.#source.fetch(cursor);
        items.push(...page.items);
        cursor = page.nextCursor;
        pages++;
      } while (cursor !== undefined && pages < this.#pages);
      const before = this.#shown();
      this.#pages = pages;
      this.#cursor = cursor;
      this.#oldest = cursor === undefined ? undefined : items.at(-1);
      // Those older than what was read this time are not known to be gone.
      this.#collection.read(
        items,
        askedAt,
        before.filter((item) => this.#isRead(item)),
      );
    } catch (error) {
      // What is shown stays until it can be read again.
      if (isAgain) this.#isInDoubt = true;
      else this.#set({ isLoading: false, error: errorOf(error) });
    }
  }

  async #fetchMore(): Promise<void> {
    this.#show({ isFetchingMore: true });
    const askedAt = this.#collection.now;
    try {
      const { items, nextCursor } = await this.#source.fetch(this.#cursor);
      this.#pages++;
      this.#cursor = nextCursor;
      this.#oldest = nextCursor === undefined ? undefined : (items.at(-1) ?? this.#oldest);
      this.#collection.read(items, askedAt);
      this.#show({ isFetchingMore: false });
    } catch (error) {
      this.#show({ isFetchingMore: false, fetchMoreError: errorOf(error) });
    }
  }

  #isRead(item: T): boolean {
    return this.#oldest === undefined || this.#compare(item, this.#oldest) <= 0;
  }

  /** Newest first, and by id among those of one instant, as the server has it. */
  #compare(a: T, b: T): number {
    const later = this.#collection.timeOf(b) - this.#collection.timeOf(a);
    if (later !== 0) return later;
    const [x, y] = [this.#collection.idOf(a), this.#collection.idOf(b)];
    return x === y ? 0 : x < y ? 1 : -1;
  }

  #shown(): readonly T[] {
    if (this.#pages === 0) return [];
    return Array.from(this.#collection.items.values())
      .filter((item) => this.#isRead(item) && this.#source.matches(item))
      .toSorted((a, b) => this.#compare(a, b));
  }

  #show({
    isFetchingMore,
    fetchMoreError,
  }: {
    readonly isFetchingMore?: boolean;
    readonly fetchMoreError?: Error;
  }): void {
    const before = this.#snapshot;
    const shown = "items" in before ? before : undefined;
    const items = this.#shown();
    const isSame = shown?.items.length === items.length && items.every((item, at) => item === shown.items[at]);
    const error = fetchMoreError ?? (isFetchingMore === undefined ? shown?.fetchMoreError : undefined);
    const next = {
      isLoading: false,
      items: isSame ? shown.items : items,
      hasFetchedAll: this.#cursor === undefined,
      isFetchingMore: isFetchingMore ?? shown?.isFetchingMore ?? false,
      ...(error === undefined ? {} : { fetchMoreError: error }),
    } as const;
    if (
      isSame &&
      next.hasFetchedAll === shown.hasFetchedAll &&
      next.isFetchingMore === shown.isFetchingMore &&
      error === shown.fetchMoreError
    )
      return;
    this.#set(next);
  }

  #set(snapshot: ListSnapshot<T>): void {
    this.#snapshot = snapshot;
    for (const listener of Array.from(this.#listeners)) listener();
  }
}

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
