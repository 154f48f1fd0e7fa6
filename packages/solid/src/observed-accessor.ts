import type { Equality, ObservedValue } from "@weft/client/framework";
import { createEffect, createMemo, createSignal, onCleanup } from "solid-js";
import type { Accessor } from "solid-js";

/** A value, or an accessor of it. */
export type MaybeAccessor<T> = T | Accessor<T>;

export function access<T>(value: MaybeAccessor<T>): T {
  return typeof value === "function" ? (value as Accessor<T>)() : value;
}

const same = (whole: unknown) => whole;

/**
 * The selected part of a value that changes outside of Solid. Whatever is reactive in `source` and `select` is followed. Subscriptions
 * are effects, which servers never run.
 */
export function observedAccessor<T, R = T>(
  source: () => ObservedValue<T>,
  select: (whole: T) => R = same as (whole: T) => R,
  isEqual: Equality<R> = Object.is,
): Accessor<R> {
  const value = createMemo(source);
  const [version, setVersion] = createSignal(0);
  const changed = () => void setVersion((count) => count + 1);
  createEffect(() => {
    onCleanup(value().subscribe(changed));
    // It may have changed since it was read first.
    changed();
  });
  return createMemo(
    () => {
      version();
      return select(value().get());
    },
    undefined,
    { equals: isEqual },
  );
}
