/** Changes a count; one that falls to zero is forgotten. */
export function count<K>(counts: Map<K, number>, key: K, by: number): void {
  const value = (counts.get(key) ?? 0) + by;
  if (value === 0) counts.delete(key);
  else counts.set(key, value);
}
