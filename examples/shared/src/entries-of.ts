/** The entries of a stored map, which the SDK shows as an object. None where another client has stored something else. */
export function entriesOf(value: unknown): [key: string, value: unknown][] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
