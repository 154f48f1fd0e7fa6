const grouped = new Intl.NumberFormat("en-US");

/** A number with its thousands apart: `1,000`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** A number that may be larger: `12+` where not everything was counted. */
export function formatPartialCount(count: number, isPartial: boolean): string {
  return isPartial ? `${formatCount(count)}+` : formatCount(count);
}

/** A number with its noun: `1 room`, `1,204 rooms`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
