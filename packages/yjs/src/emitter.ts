type Listener = (...values: readonly unknown[]) => void;

/** Events by name, as Yjs and its editor bindings expect them of providers and of awareness. */
export class Emitter<Events extends { readonly [name: string]: readonly unknown[] }> {
  readonly #listeners = new Map<keyof Events, Set<Listener>>();

  on<K extends keyof Events>(name: K, listener: (...values: Events[K]) => void): void {
    let listeners = this.#listeners.get(name);
    if (listeners === undefined) this.#listeners.set(name, (listeners = new Set()));
    listeners.add(listener as unknown as Listener);
  }

  once<K extends keyof Events>(name: K, listener: (...values: Events[K]) => void): void {
    const own = (...values: Events[K]) => {
      this.off(name, own);
      listener(...values);
    };
    this.on(name, own);
  }

  off<K extends keyof Events>(name: K, listener: (...values: Events[K]) => void): void {
    this.#listeners.get(name)?.delete(listener as unknown as Listener);
  }

  /** Answers whether anything listens. */
  protected emit<K extends keyof Events>(name: K, ...values: Events[K]): boolean {
    // Those that are added meanwhile hear the next one.
    const listeners = Array.from(this.#listeners.get(name) ?? []);
    for (const listener of listeners) listener(...values);
    return listeners.length > 0;
  }

  protected removeAllListeners(): void {
    this.#listeners.clear();
  }
}
