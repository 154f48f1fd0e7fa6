import { BoundedCache } from "./bounded-cache.ts";

/** How well a cache does, for metrics. */
export interface CacheFigures {
  /** Reads that were answered from memory, since the start. */
  readonly hits: number;
  readonly misses: number;
  readonly size: number;
}

/** Receives the figures of a cache under its name. */
export type WatchCache = (cache: string, figures: () => CacheFigures) => void;

export interface FreshCacheOptions<K, V> {
  readonly capacity: number;
  /** How long a value is fresh, in milliseconds from when its read began; or that, from how long its read took. */
  readonly freshForMs: number | ((tookMs: number) => number);
  /** In milliseconds. Values of a clock that was set back are read again. */
  readonly now: () => number;
  /** Whether a value is kept, for caches that are bounded in bytes. */
  readonly keeps?: (value: V, key: K) => boolean;
  /** Called when a value is kept, after the value that it replaces was dropped. */
  readonly kept?: (value: V, key: K) => void;
  /** Called when a value is no longer kept. */
  readonly dropped?: (value: V, key: K) => void;
}

/** A load in progress. */
interface Loading<V> {
  value: Promise<V | undefined>;
  readonly readAt: number;
}

interface Entry<V> {
  readonly value: V;
  readonly readAt: number;
  readonly freshForMs: number;
}

/**
 * Values that are stored elsewhere, in memory for as long as they are fresh.
 *
 *     read ─► fresh? ─► its value
 *              └ no ──► load, once for all who ask meanwhile ─► kept, unless it was dropped since the load began
 *
 * - A value is at most `freshForMs` old, wherever it was changed; `drop` makes changes visible that are known here.
 * - A load that began before a `drop` answers the calls that waited for it, and no later ones.
 * - Beyond `capacity`, the value that was not used for longest goes.
 */
export class FreshCache<K, V> {
  readonly #options: FreshCacheOptions<K, V>;
  readonly #entries: BoundedCache<K, Entry<V>>;
  readonly #loads = new Map<K, Loading<V>>();
  #hits = 0;
  #misses = 0;

  constructor(options: FreshCacheOptions<K, V>) {
    const { capacity, dropped } = options;
    this.#options = options;
    this.#entries = new BoundedCache(capacity, dropped && (({ value }, key) => dropped(value, key)));
  }

  get figures(): CacheFigures {
    return { hits: this.#hits, misses: this.#misses, size: this.#entries.size };
  }

  /** The value, if it is fresh. Nothing is loaded. `maxAgeMs` asks for one that is younger. */
  get(key: K, { now = this.#options.now(), maxAgeMs = Infinity }: ReadOptions = {}): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const age = now - entry.readAt;
    if (age < 0 || age >= Math.min(entry.freshForMs, maxAgeMs)) return undefined;
    this.#hits++;
    return entry.value;
  }

  /** The value as it was read last, however old it is. */
  last(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** The value, loaded if it is not fresh. Undefined is never kept. */
  read<R extends V | undefined>(key: K, load: () => Promise<R>, options: ReadOptions = {}): Promise<V | R> {
    const fresh = this.get(key, options);
    if (fresh !== undefined) return Promise.resolve(fresh);
    return this.reload(key, load, options);
  }

  /** Loads the value whether or not one is kept, or joins those who are loading it. */
  reload<R extends V | undefined>(
    key: K,
    load: () => Promise<R>,
    { now = this.#options.now() }: Pick<ReadOptions, "now"> = {},
  ): Promise<V | R> {
    this.#misses++;
    const { freshForMs } = this.#options;
    let loading = this.#loads.get(key);
    // The result of a load that began too long ago is not fresh.
    if (loading === undefined || (typeof freshForMs === "number" && now - loading.readAt >= freshForMs)) {
      loading = { value: load(), readAt: now };
      this.#loads.set(key, loading);
      loading.value = this.#keep(key, loading);
    }
    return loading.value as Promise<V | R>;
  }

  /** Drops what was read of a key until now. */
  drop(key: K): void {
    this.#entries.delete(key);
    this.#loads.delete(key);
  }

  /** Drops all values that meet a condition. Values that are being loaded cannot be checked, so none is kept. */
  dropWhere(predicate: (value: V, key: K) => boolean): void {
    this.#entries.deleteWhere((entry, key) => predicate(entry.value, key));
    this.#loads.clear();
  }

  /** Loads in progress are neither kept nor shared with later calls. */
  dropLoads(): void {
    this.#loads.clear();
  }

  clear(): void {
    this.dropWhere(() => true);
  }

  async #keep(key: K, loading: Loading<V>): Promise<V | undefined> {
    const { freshForMs, keeps, kept, now } = this.#options;
    const startedAt = now();
    const isCurrent = () => this.#loads.get(key) === loading;
    try {
      const value = await loading.value;
      if (value === undefined || !isCurrent() || keeps?.(value, key) === false) return value;
      this.#entries.set(key, {
        value,
        readAt: loading.readAt,
        freshForMs: typeof freshForMs === "number" ? freshForMs : freshForMs(now() - startedAt),
      });
      kept?.(value, key);
      return value;
    } finally {
      if (isCurrent()) this.#loads.delete(key);
    }
  }
}

interface ReadOptions {
  /** The present instant, if the caller knows it. */
  readonly now?: number;
  readonly maxAgeMs?: number;
}
