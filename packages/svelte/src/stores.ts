import { isServer } from "@weft/client/framework";
import type { ObservedValue } from "@weft/client/framework";

/** A store of Svelte that is read: `$store` in components, and `fromStore(store)` for runes. */
export interface ReadableStore<T> {
  subscribe(this: void, run: (value: T) => void): () => void;
}

/** A store of Svelte that is read and set. */
export interface WritableStore<T> extends ReadableStore<T> {
  set(this: void, value: T): void;
  update(this: void, change: (value: T) => T): void;
}

/** The value as a store. Subscribers are called when it has changed. On servers they are called once, and nothing is loaded. */
export function storeOf<T>(value: ObservedValue<T>): ReadableStore<T> {
  return {
    subscribe(run) {
      let shown = value.get();
      run(shown);
      if (isServer()) return () => {};
      const tell = () => {
        const now = value.get();
        if (Object.is(now, shown)) return;
        shown = now;
        run(now);
      };
      const stop = value.subscribe(tell);
      // To listen may load it at once.
      tell();
      return stop;
    },
  };
}
