/** Objects of answers, with their instants as `Date`. What else an answer holds is kept. */

/** An object as an answer holds it: JSON has no dates. */
export type WireForm<T> = T extends Date
  ? string
  : T extends readonly (infer I)[]
    ? WireForm<I>[]
    : T extends object
      ? { [K in keyof T]: WireForm<T[K]> }
      : T;

/** The object with these members as dates. A member that is absent or null stays so. */
export function dated<T>(wire: WireForm<T>, ...names: readonly (keyof T & string)[]): T {
  const object: Record<string, unknown> = { ...(wire as object) };
  for (const name of names) {
    const text = object[name];
    if (typeof text === "string") object[name] = new Date(text);
  }
  return object as T;
}
