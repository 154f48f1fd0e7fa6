import type { AddressedType, Origin, Signal, SignalListener, Signals, SignalType } from "./signals.ts";

type Listeners = Set<SignalListener<SignalType>>;

/** The listeners of one process. */
export class SignalListeners implements Omit<Signals, "publish"> {
  readonly #byType = new Map<SignalType, Listeners>();
  readonly #byAddress = new Map<SignalType, Map<string, Listeners>>();
  readonly #ofMissed = new Set<() => void>();

  /** Calls those who listen for a signal. */
  tell(signal: Signal, from: Origin): void {
    const listeners =
      "address" in signal ? this.#byAddress.get(signal.type)?.get(signal.address) : this.#byType.get(signal.type);
    if (listeners !== undefined) for (const listener of listeners) listener(signal, from);
  }

  /** Calls those who listen for lost signals. */
  tellMissed(): void {
    for (const listener of this.#ofMissed) listener();
  }

  subscribe<T extends Exclude<SignalType, AddressedType>>(type: T, listener: SignalListener<T>): Disposable {
    return added(this.#byType, type, listener as SignalListener<SignalType>);
  }

  subscribeTo<T extends AddressedType>(type: T, address: string, listener: SignalListener<T>): Disposable {
    const ofType = this.#byAddress.get(type) ?? new Map<string, Listeners>();
    this.#byAddress.set(type, ofType);
    return added(ofType, address, listener as SignalListener<SignalType>);
  }

  onMissed(listener: () => void): Disposable {
    this.#ofMissed.add(listener);
    return { [Symbol.dispose]: () => void this.#ofMissed.delete(listener) };
  }
}

function added<K>(all: Map<K, Listeners>, key: K, listener: SignalListener<SignalType>): Disposable {
  const listeners = all.get(key) ?? new Set();
  all.set(key, listeners.add(listener));
  return {
    [Symbol.dispose]() {
      listeners.delete(listener);
      if (listeners.size === 0 && all.get(key) === listeners) all.delete(key);
    },
  };
}
