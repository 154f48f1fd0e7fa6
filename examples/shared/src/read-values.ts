/** Reads values that other clients have stored: any client in a public room may store anything. */

/** The keys of a stored object. None where another client has stored something else. */
export function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** A text of at most `longest` characters; empty where the value is something else. */
export function readText(value: unknown, longest: number): string {
  return typeof value === "string" ? value.slice(0, longest) : "";
}

/** A number within bounds; `otherwise` where the value is something else. */
export function readNumber(
  value: unknown,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return otherwise;
  return Math.max(least, Math.min(value, most));
}

/** One of `choices`; `otherwise` where the value is something else. */
export function readChoice<T extends string, Otherwise = T>(
  value: unknown,
  choices: readonly T[],
  otherwise: Otherwise,
): T | Otherwise {
  return choices.find((choice) => choice === value) ?? otherwise;
}

/** A place among others: any finite number. */
export function readPlaceNumber(value: unknown): number {
  return readNumber(value, { least: -1e9, most: 1e9, otherwise: 0 });
}
