/** A query that continues with another one, once the code for that is loaded. */
export interface DeferredSource<S> {
  /** The same object until something of it changes. */
  get(): S;
  /** Loads it, and keeps it up to date until the answered function is called. */
  subscribe(listener: () => void): () => void;
  /** Settles when it has been loaded, or could not be. */
  load?(): Promise<unknown>;
  /** Loads the next page. Lists alone have pages. */
  fetchMore?(): Promise<unknown>;
}

type Unloaded = { readonly isLoading: true } | { readonly isLoading: false; readonly error: Error };

const loading = { isLoading: true } as const;

/** A query of a part of the client that is loaded when it is used for the first time. `S` is what the query there answers. */
export class DeferredQuery<S> {
  readonly #open: () => Promise<DeferredSource<S>>;
  #opening: Promise<DeferredSource<S>> | undefined;
  #source: DeferredSource<S> | undefined;
  #failure: Unloaded | undefined;

  constructor(open: () => Promise<DeferredSource<S>>) {
    this.#open = open;
  }

  get(): S | Unloaded {
    return this.#failure ?? this.#source?.get() ?? loading;
  }

  subscribe(listener: () => void): () => void {
    if (this.#source !== undefined) return this.#source.subscribe(listener);
    let isOver = false;
    let stop: (() => void) | undefined;
    void this.#opened().then((source) => {
      if (isOver) return;
      stop = source?.subscribe(listener);
      listener();
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }

  async load(): Promise<void> {
    await (await this.#opened())?.load?.();
  }

  async fetchMore(): Promise<void> {
    await this.#source?.fetchMore?.();
  }

  /** Undefined if it could not be loaded, such as from a page of an older release. The next use tries again. */
  async #opened(): Promise<DeferredSource<S> | undefined> {
    try {
      this.#opening ??= this.#open();
      this.#source = await this.#opening;
      this.#failure = undefined;
    } catch (error) {
      this.#opening = undefined;
      this.#failure = { isLoading: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
    return this.#source;
  }
}
