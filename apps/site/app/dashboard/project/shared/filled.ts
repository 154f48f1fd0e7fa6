/** Of a query, what is not empty. */
export function filled<Q extends Readonly<Record<string, string>>>(query: Q) {
  const entries = Object.entries(query).filter(([, value]) => value !== "");
  return Object.fromEntries(entries) as { [Name in keyof Q]?: Exclude<Q[Name], ""> };
}
