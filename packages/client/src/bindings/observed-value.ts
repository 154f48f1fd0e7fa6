/** Values that change outside of a user interface, and parts of them. */

/** A value that changes. `get` answers the same object until it does. */
export interface ObservedValue<T> {
  get(): T;
  /** Calls back after each change, until the answered function is called. */
  subscribe(changed: () => void): () => void;
}

/** Whether two selections are the same to a user interface. */
export type Equality<T> = (before: T, now: T) => boolean;

/** The value of these sources of events. Events that leave it as it is are not passed on. */
export function observed<T>(
  sources: readonly { subscribe(listener: () => void): () => void }[],
  get: () => T,
): ObservedValue<T> {
  return {
    get,
    subscribe(changed) {
      let told = get();
      const tell = () => {
        const now = get();
        if (Object.is(told, now)) return;
        told = now;
        changed();
      };
      const stops = sources.map((source) => source.subscribe(tell));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** A part of a value. Parts that are equal stay the same object. The selector is called once for each value. */
export function selected<T, R>(
  value: ObservedValue<T>,
  select: (whole: T) => R,
  isEqual: Equality<R> = Object.is,
): ObservedValue<R> {
  let last: { readonly whole: T; readonly part: R } | undefined;
  const get = (): R => {
    const whole = value.get();
    if (last === undefined || !Object.is(last.whole, whole)) {
      const now = select(whole);
      last = { whole, part: last !== undefined && isEqual(last.part, now) ? last.part : now };
    }
    return last.part;
  };
  return observed([value], get);
}
