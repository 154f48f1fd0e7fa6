import reference from "../../../content/reference.json" with { type: "json" };

/** A bound of the server, ready to be read. */
export interface ReadableLimit {
  /** As `WEFT_LIMITS` takes it, unless it is fixed. */
  readonly name: string;
  /** What it bounds: `Connections per room`. */
  readonly label: string;
  /** The value with its unit: `16 kB`, `1 hour`, `100`. */
  readonly text: string;
  /** Part of the API: the same on every server. */
  readonly fixed: boolean;
}

const byName = new Map(reference.limits.map((limit) => [limit.name, limit]));

/** The limit of this name; a page that names one that does not exist is not built. */
export function readableLimit(name: string): ReadableLimit {
  const limit = byName.get(name);
  if (limit === undefined) throw new Error(`There is no limit named ${name}.`);
  return { name, label: labelOf(name), text: textOf(limit.value, limit.unit), fixed: limit.fixed };
}

/** The attempts of a webhook delivery: the number of each, and the delay before it. */
export const webhookAttempts: readonly { readonly attempt: string; readonly delay: string }[] =
  reference.webhookAttempts.map(({ attempt, delayMs }) => ({
    attempt: String(attempt),
    delay: delayMs === 0 ? "none" : durationOf(delayMs),
  }));

function labelOf(name: string): string {
  const words = name
    .replace(/Ms$/, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .replace(/\b(rest|ttl)\b/g, (word) => word.toUpperCase())
    .replace(/\bid\b/g, "id")
    .replace(/^live (object|value|text)/, (_, kind: string) => `Live${kind.charAt(0).toUpperCase()}${kind.slice(1)}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: number, unit: string): string {
  if (unit === "bytes") return sizeOf(value);
  if (unit === "milliseconds") return durationOf(value);
  if (unit === "seconds") return durationOf(value * 1_000);
  const number = value.toLocaleString("en");
  return unit === "" ? number : `${number} ${unit}`;
}

/** In the unit in which the bound was chosen: the largest that leaves a short number. */
function sizeOf(bytes: number): string {
  const units = [
    ["GiB", 1_024 ** 3],
    ["MiB", 1_024 ** 2],
    ["MB", 1_000 ** 2],
    ["KiB", 1_024],
    ["kB", 1_000],
  ] as const;
  const unit = units.find(([, size]) => bytes >= size && bytes % size === 0);
  return unit === undefined
    ? `${bytes.toLocaleString("en")} bytes`
    : `${(bytes / unit[1]).toLocaleString("en")} ${unit[0]}`;
}

/** In the largest unit that divides it: `5 minutes`, `90 seconds`. */
function durationOf(milliseconds: number): string {
  const units = [
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
    ["second", 1_000],
    ["millisecond", 1],
  ] as const;
  const [name, size] = units.find(([, one]) => milliseconds >= one && milliseconds % one === 0) ?? units[4];
  const count = milliseconds / size;
  return `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
}
