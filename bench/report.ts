import type { Figure, Sample, Scenario } from "./scenario.ts";
import { median } from "./measure.ts";

/** The result of a scenario: for each server, the median of its runs. */
export interface Outcome {
  readonly scenario: string;
  readonly title: string;
  readonly figures: readonly FigureOutcome[];
  /** Every run of every server, for details. */
  readonly runs: Readonly<Record<string, readonly Sample[]>>;
}

export interface FigureOutcome extends Figure {
  readonly weft: number;
  /** Our server at the revision that `--compare` names. */
  readonly base?: number;
  readonly reference?: number;
  /** Of further references, by their names. */
  readonly beside: Readonly<Record<string, number>>;
  /** Ours to the reference's. */
  readonly ratio?: number;
  readonly met?: boolean;
}

export function outcomeOf(scenario: Scenario, runs: ReadonlyMap<string, readonly Sample[]>): Outcome {
  const of = (subject: string, key: string) => {
    const values = runs.get(subject)?.flatMap((sample) => sample[key] ?? []) ?? [];
    return values.length === 0 ? undefined : median(values);
  };
  return {
    scenario: scenario.name,
    title: scenario.title,
    figures: scenario.figures.map((figure) => {
      const weft = of("weft", figure.key) ?? Number.NaN;
      const base = of("base", figure.key);
      const reference = of("reference", figure.target?.against ?? figure.key);
      const ratio = reference === undefined ? undefined : weft / reference;
      const beside = (scenario.beside ?? []).map((name) => [name, of(name, figure.key) ?? Number.NaN] as const);
      const { target } = figure;
      const judged = target?.of === "ratio" ? ratio : weft;
      return {
        ...figure,
        weft,
        beside: Object.fromEntries(beside),
        ...(base === undefined ? {} : { base }),
        ...(reference === undefined ? {} : { reference }),
        ...(ratio === undefined ? {} : { ratio }),
        ...(target === undefined || judged === undefined
          ? {}
          : { met: judged >= (target.atLeast ?? -Infinity) - 1e-9 && judged <= (target.atMost ?? Infinity) + 1e-9 }),
      };
    }),
    runs: Object.fromEntries(runs),
  };
}

/** The outcome as a table. */
export function tableOf({ scenario, title, figures }: Outcome): string {
  const compared = figures.some(({ base }) => base !== undefined);
  const referred = figures.some(({ reference }) => reference !== undefined);
  const others = Object.keys(figures[0]?.beside ?? {});
  const head = [
    "",
    "weft",
    ...(compared ? ["base", "to base"] : []),
    ...(referred ? ["reference", "ratio"] : []),
    ...others,
    "target",
    "",
  ];
  const rows = figures.map((figure) => [
    `${figure.label}${figure.unit === "" ? "" : `, ${figure.unit}`}`,
    number(figure.weft),
    ...(compared
      ? [number(figure.base), times(figure.base === undefined ? undefined : figure.weft / figure.base)]
      : []),
    ...(referred ? [number(figure.reference), times(figure.ratio)] : []),
    ...others.map((name) => number(figure.beside[name])),
    targetOf(figure),
    figure.met === undefined ? "" : figure.met ? "met" : "MISSED",
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ");
  return [`${scenario}: ${title}`, ...[head, ...rows].map((row) => `  ${line(row).trimEnd()}`), ""].join("\n");
}

function targetOf({ target }: Figure): string {
  if (target === undefined) return "";
  const bound = target.atLeast === undefined ? `≤ ${short(target.atMost!)}` : `≥ ${short(target.atLeast)}`;
  return target.of === "ratio" ? `${bound} ×` : bound;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function times(value: number | undefined): string {
  return value === undefined ? "" : `${value.toFixed(2)} ×`;
}

function number(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  const digits = Math.abs(value) >= 1_000 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
