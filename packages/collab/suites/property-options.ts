/** How often a property runs. `WEFT_RUNS` multiplies it for a long soak, `WEFT_SEED` replays a failure. */
export function propertyOptions(runs: number): { readonly numRuns: number; readonly seed?: number } {
  const { WEFT_RUNS, WEFT_SEED } = process.env;
  return { numRuns: runs * Number(WEFT_RUNS ?? 1), ...(WEFT_SEED !== undefined && { seed: Number(WEFT_SEED) }) };
}
