/** Work that pauses between its steps, so that its caller can yield to the event loop. It ends with its result. */
export type Stepwise<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function finish<T>(work: Stepwise<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Work that is a single step. */
// oxlint-disable-next-line require-yield
export function* atOnce<T>(work: () => T): Stepwise<T> {
  return work();
}
