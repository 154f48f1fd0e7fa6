import { z } from "zod";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type Unit = "minute" | "hour" | "hours" | "day" | "year";

/** How a number of each unit is written: `1h`, `1hour`, `1 hour`. */
const spellings: { readonly [U in Unit]: readonly string[] } = {
  minute: ["m", "min", " min", "minutes", " minutes"],
  hour: ["h", "hour", " hour"],
  hours: ["hrs", "hours", " hours"],
  day: ["d", "days", " days"],
  year: ["y", "year", " year"],
};
const unitMs: { readonly [U in Unit]: number } = {
  minute: minuteMs,
  hour: hourMs,
  hours: hourMs,
  day: dayMs,
  year: 365 * dayMs,
};

const oldKeyLifetimes = new Map([
  ["now", 0],
  ...spelled(1, "hour"),
  ...spelled(24, "hours"),
  ...[3, 7].flatMap(inDays),
]);
const newKeyLifetimes = new Map([
  ["now", 0],
  ...[3, 5].flatMap((count) => spelled(count, "minute")),
  ...spelled(1, "hour"),
  ...[24, 48].flatMap((count) => spelled(count, "hours")),
  ...[3, 7, 21, 30].flatMap(inDays),
  ...spelled(1, "year"),
]);

/** How long a key that is rolled works beside the new one, read as milliseconds: at once unless said otherwise. */
export const OldKeyLifetime = lifetime(oldKeyLifetimes)
  .prefault("now")
  .meta({ description: "How long the old key keeps working." });

/** How long a new key works, read as milliseconds: without end unless said otherwise. */
export const NewKeyLifetime = lifetime(newKeyLifetimes)
  .optional()
  .meta({ description: "How long the new key works. It doesn't expire by default." });

function inDays(count: number): [string, number][] {
  return spelled(count, "day");
}

function spelled(count: number, unit: Unit): [string, number][] {
  return spellings[unit].map((spelling) => [`${count}${spelling}`, count * unitMs[unit]]);
}

function lifetime(lifetimes: ReadonlyMap<string, number>) {
  return z.enum([...lifetimes.keys()]).transform((text) => lifetimes.get(text)!);
}
