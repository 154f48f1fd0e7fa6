export type Stroke = "solid" | "dashed" | "long" | "mixed" | "dotted";

/** A line of a chart, one value per moment. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** Distinguished without color, by the stroke of the line. */
  readonly stroke?: Stroke;
  /** Lines of one number have one colour; by default each line its own. */
  readonly color?: number;
}

/** What a chart and its table are drawn from. */
export interface SeriesData {
  /** ISO 8601, oldest first. */
  readonly times: readonly string[];
  readonly series: readonly Series[];
}

/** The moments of a series that begins at `from`, one step apart. */
export function timesFrom(from: string, stepMs: number, count: number): string[] {
  const start = Date.parse(from);
  return Array.from({ length: count }, (_, index) => new Date(start + index * stepMs).toISOString());
}

/** A row per moment, as a table and a CSV file show it. */
export function rowsOfSeries({ times, series }: SeriesData): (string | number)[][] {
  return times.map((time, index) => [time, ...series.map(({ values }) => values[index] ?? 0)]);
}

/** Whether there is nothing but zeros. */
export function isFlat({ series }: SeriesData): boolean {
  return series.every(({ values }) => values.every((value) => value === 0));
}

/** As charts read it: a row for each time, with the values of series 0, 1 … as `s0`, `s1` …. */
export function rowsOf({ times, series }: SeriesData): Record<string, string | number>[] {
  return times.map((time, index) => ({
    time,
    ...Object.fromEntries(series.map(({ values }, number) => [`s${number}`, values[index] ?? 0])),
  }));
}
