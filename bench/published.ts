/** The figures that the site quotes: what `npm run bench -- --publish` measured, committed as `published.json`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Outcome } from "./report.ts";
import type { Pace } from "./scenario.ts";

/** One scenario of `published.json`. */
export interface PublishedScenario {
  readonly title: string;
  /** The date of the measurement, as `2026-01-31`. */
  readonly day: string;
  readonly processor: string;
  readonly node: string;
  readonly pace: Pace;
  readonly runs: number;
  readonly figures: Readonly<Record<string, PublishedFigure>>;
}

export interface PublishedFigure {
  readonly label: string;
  readonly unit: string;
  /** The median of our server's runs. */
  readonly value: number;
  /** The median of the runs of the server that it is compared with. */
  readonly reference?: number;
}

const file = join(import.meta.dirname, "published.json");

/** Replaces the published figures of this scenario. */
export function publish(outcome: Outcome, how: { readonly runs: number; readonly pace: Pace }): void {
  const published = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, PublishedScenario>)
    : {};
  published[outcome.scenario] = publishedOf(outcome, {
    ...how,
    day: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model ?? "unknown",
    node: process.version,
  });
  const sorted = Object.fromEntries(Object.entries(published).toSorted(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(file, `${JSON.stringify(sorted, undefined, 2)}\n`);
}

function publishedOf(outcome: Outcome, how: Omit<PublishedScenario, "title" | "figures">): PublishedScenario {
  return {
    title: outcome.title,
    ...how,
    figures: Object.fromEntries(
      outcome.figures.map(({ key, label, unit, weft, reference }) => [
        key,
        { label, unit, value: rounded(weft), ...(reference === undefined ? {} : { reference: rounded(reference) }) },
      ]),
    ),
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
