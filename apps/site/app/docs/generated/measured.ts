import measured from "../../../content/measured.json" with { type: "json" };
import { formatCount } from "../../formats/count.ts";

/** A scenario of the bench, ready to be read. */
export interface MeasuredRow {
  readonly scenario: string;
  readonly result: string;
  /** Of the one core that the server had. */
  readonly load: string;
  readonly p99: string;
}

const count = (value: number) => formatCount(Math.round(value));
const presence = measured["presence-100x10"];
const storage = measured["storage-crowd"];

/** What the bench measured of busy rooms. */
export const measuredRows: readonly MeasuredRow[] = [
  {
    scenario: presence.title,
    result: `${count(presence.figures.perSecond.value)} updates delivered per second`,
    load: `${count(presence.figures.load.value)}%`,
    p99: `${count(presence.figures.p99.value)} ms`,
  },
  {
    scenario: storage.title,
    result: `${count(storage.figures.perSecond.value)} changes stored per second`,
    load: `${count(storage.figures.load.value)}%`,
    p99: `${count(storage.figures.p99.value)} ms`,
  },
];

/** The processor and the day of the measurement. */
export const measuredOn = { processor: presence.processor, day: presence.day } as const;
