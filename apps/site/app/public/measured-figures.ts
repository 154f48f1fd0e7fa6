import measured from "../../content/measured.json" with { type: "json" };
import { formatCount } from "../formats/count.ts";

interface MeasuredFigure {
  readonly unit: string;
  readonly value: number;
  /** The same of the plain server next to which it was measured. */
  readonly reference?: number;
}

export interface MeasuredScenario {
  readonly title: string;
  readonly day: string;
  readonly processor: string;
  readonly figures: Readonly<Record<string, MeasuredFigure>>;
}

const scenarios: Readonly<Record<string, MeasuredScenario>> = measured;

/** A scenario of the bench whose figures are committed. */
export function measuredScenario(name: string): MeasuredScenario {
  const scenario = scenarios[name];
  if (scenario === undefined) throw new Error(`The bench has no committed figures of a scenario ${name}.`);
  return scenario;
}

/** Puts figures of the bench into a text: `{start.resident}`, and `{start.resident.reference}` for the plain server's. */
export function withFigures(text: string): string {
  return text.replaceAll(/\{([\w-]+)\.(\w+)(\.reference)?\}/g, (_, scenario: string, name: string, other?: string) => {
    const figure = measuredScenario(scenario).figures[name];
    const value = other === undefined ? figure?.value : figure?.reference;
    if (figure === undefined || value === undefined) throw new Error(`The bench has no figure ${scenario}.${name}.`);
    return figureText(value, figure.unit);
  });
}

function figureText(value: number, unit: string): string {
  if (unit === "%") return `${formatCount(Math.round(value))}%`;
  if (unit === "ms") return value < 1_000 ? `${formatCount(value)} ms` : `${(value / 1_000).toFixed(1)} seconds`;
  if (unit === "MB") return `${formatCount(Math.round(value))} MB`;
  return formatCount(Math.round(value));
}
