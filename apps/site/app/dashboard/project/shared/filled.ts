/** Of a query, what is not empty. */
export function filled(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}
