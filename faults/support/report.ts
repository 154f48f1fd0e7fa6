/** Prints what a test measured as one line of a table. */
export function report(id: string, figures: Readonly<Record<string, string | number>>): void {
  const cells = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === "number" ? short(value) : value}`,
  );
  process.stdout.write(`| ${id.padEnd(5)} | ${cells.join(" | ")} |\n`);
}

function short(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** The value that `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
