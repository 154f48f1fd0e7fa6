/** Values that change outside of React, and the parts of them that components select. */
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";

/** A value outside of React. Both readers answer the same object until it changes. */
export interface ExternalValue<T> {
  readonly subscribe: (changed: () => void) => () => void;
  readonly read: () => T;
  /** What servers render, and so what is there while their HTML is hydrated. */
  readonly readOnServer: () => T;
}

export type IsEqual<T> = (before: T, now: T) => boolean;

export function useExternal<T>({ subscribe, read, readOnServer }: ExternalValue<T>): T {
  return useSyncExternalStore(subscribe, read, readOnServer);
}

/** The selected part; the component is rendered again when it is no longer equal to what is shown. */
export function useSelected<T, R>(
  value: ExternalValue<T>,
  select: (whole: T) => R,
  isEqual: IsEqual<R> = Object.is,
): R {
  return useMerged(value, select, (before, now) => (isEqual(before, now) ? before : now));
}

/**
 * The same with a function that answers what replaces `before`: `before` itself, if nothing has changed.
 *
 * Selectors are new functions with each render, as they are written inline. Each is called once for each whole, and what it answers
 * is merged with what the component shows, so that equal parts stay the same objects.
 */
export function useMerged<T, R>(value: ExternalValue<T>, select: (whole: T) => R, merge: (before: R, now: R) => R): R {
  const shown = useRef<{ readonly part: R } | null>(null);
  const { subscribe, read, readOnServer } = value;
  const [readPart, readPartOnServer] = useMemo(() => {
    let last: { readonly whole: T; readonly part: R } | undefined;
    const partOf = (whole: T): R => {
      if (last !== undefined && Object.is(last.whole, whole)) return last.part;
      const before = last ?? shown.current;
      const now = select(whole);
      const part = before === null ? now : merge(before.part, now);
      last = { whole, part };
      return part;
    };
    return [() => partOf(read()), () => partOf(readOnServer())];
    // `merge` is made from `isEqual`, which is looked at together with its selector.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [read, readOnServer, select]);
  const part = useSyncExternalStore(subscribe, readPart, readPartOnServer);
  useEffect(() => {
    shown.current = { part };
  }, [part]);
  return part;
}
