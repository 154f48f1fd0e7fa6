import { expect, test } from "vitest";
import { shallow } from "../shallow.ts";
import { observed, selected } from "./observed-value.ts";

/** A value that a test sets, and how many listen to it. */
function createSource<T>(first: T) {
  const listeners = new Set<() => void>();
  const source = {
    value: first,
    listeners,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(value: T) {
      source.value = value;
      for (const listener of listeners) listener();
    },
  };
  return source;
}

test("[CS187] listeners are called when a value has changed, and not for events that leave it as it is", () => {
  const source = createSource(1);
  const value = observed([source], () => source.value);
  const seen: number[] = [];
  const stop = value.subscribe(() => seen.push(value.get()));
  for (const next of [1, 2, 2, 3]) source.tell(next);
  stop();
  source.tell(4);
  expect([seen, source.listeners.size]).toEqual([[2, 3], 0]);
});

test("[CS187] a part that is equal stays the same object, and its selector is called once for each value", () => {
  const source = createSource({ a: [1, 2], b: 0 });
  let calls = 0;
  const part = selected(
    observed([source], () => source.value),
    ({ a }) => {
      calls++;
      return a.filter((each) => each > 1);
    },
    shallow,
  );
  let changes = 0;
  part.subscribe(() => changes++);
  const first = part.get();
  expect([part.get() === first, calls]).toEqual([true, 1]);
  source.tell({ a: [2], b: 1 });
  expect([part.get() === first, calls, changes]).toEqual([true, 2, 0]);
  source.tell({ a: [2, 3], b: 1 });
  expect([part.get(), calls, changes]).toEqual([[2, 3], 3, 1]);
});
