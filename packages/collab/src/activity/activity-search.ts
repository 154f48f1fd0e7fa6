/** Names that a search lists, separated by commas, each once; undefined when there is none. */
export function namesIn(text: string | undefined): readonly string[] | undefined {
  const names = new Set((text ?? "").split(",").filter((name) => name !== ""));
  return names.size === 0 ? undefined : [...names];
}

/** An instant as ISO 8601. */
export function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}
