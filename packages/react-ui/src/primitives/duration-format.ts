/** Lengths of time as texts. */
import { numberFormat, unitListFormat } from "./intl-formats.ts";

const units = [
  { unit: "day", inSeconds: 86_400 },
  { unit: "hour", inSeconds: 3600 },
  { unit: "minute", inSeconds: 60 },
  { unit: "second", inSeconds: 1 },
] as const;

/**
 * Milliseconds in the two largest units that they fill, down to whole seconds. Less than none is none.
 *
 * @example
 * formatDuration(200_000, "en"); // "3m 20s"
 * formatDuration(200_000, "en", "long"); // "3 minutes 20 seconds"
 */
export function formatDuration(durationMs: number, locale?: string, style: "narrow" | "long" = "narrow"): string {
  if (!Number.isFinite(durationMs)) return "";
  let rest = Math.max(0, Math.floor(durationMs / 1000));
  const first = units.findIndex(({ inSeconds }) => rest >= inSeconds);
  const at = first < 0 ? units.length - 1 : first;
  const parts: string[] = [];
  for (const { unit, inSeconds } of units.slice(at, at + 2)) {
    const count = Math.floor(rest / inSeconds);
    rest -= count * inSeconds;
    if (count > 0 || parts.length === 0)
      parts.push(numberFormat(locale, { style: "unit", unit, unitDisplay: style }).format(count));
  }
  return unitListFormat(locale).format(parts);
}

/** As the `dateTime` of a `time` element: "PT200S". */
export function isoDuration(durationMs: number): string | undefined {
  return Number.isFinite(durationMs) ? `PT${Math.max(0, Math.floor(durationMs / 1000))}S` : undefined;
}
