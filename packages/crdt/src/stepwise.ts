/** Work that pauses between its steps, so that the event loop can be given back. It ends with its result. */
export type Stepwise<T> = Generator<undefined, T, undefined>;

/** Does all of it at once. */
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
