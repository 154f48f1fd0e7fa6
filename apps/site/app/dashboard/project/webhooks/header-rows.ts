import { webhookLimits } from "@weft/protocol/webhook-limits";

/** An additional header as it is edited. */
export interface HeaderRow {
  readonly name: string;
  readonly value: string;
}

export function rowsOfHeaders(headers: Readonly<Record<string, string>>): HeaderRow[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/** What is wrong with rows, by their place. Which headers belong to the server is for the server to say. */
export function headerFaults(rows: readonly HeaderRow[]): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const [index, { name, value }] of rows.entries()) {
    const fault = faultOf(name, value, rows.slice(0, index));
    if (fault !== undefined) faults.set(index, fault);
  }
  return faults;
}

function faultOf(name: string, value: string, before: readonly HeaderRow[]): string | undefined {
  const { webhookHeaderNameLength, webhookHeaderValueLength } = webhookLimits;
  const lowerCase = name.trim().toLowerCase();
  if (lowerCase === "") return "Enter a name.";
  if (!/^[!#$%&'*+.^_`|~\w-]+$/u.test(lowerCase)) return "Use letters, digits and hyphens.";
  if (lowerCase.length > webhookHeaderNameLength) return `Use at most ${webhookHeaderNameLength} characters.`;
  if (lowerCase.startsWith("webhook-")) return "Names that begin with webhook- are reserved.";
  if (before.some((row) => row.name.trim().toLowerCase() === lowerCase)) return "This header already exists.";
  if (!/^[\t\x20-\x7e]*$/u.test(value)) return "Values can contain printable ASCII characters only.";
  if (value.trim().length > webhookHeaderValueLength) return `Use at most ${webhookHeaderValueLength} characters.`;
  return undefined;
}

/**
 * What has to change so that the headers that were read become those of the rows; null removes one. Headers that were not
 * edited are left out, so that what others change meanwhile stays.
 */
export function headersPatch(
  before: Readonly<Record<string, string>>,
  rows: readonly HeaderRow[],
): Record<string, string | null> {
  const after = new Map(rows.map(({ name, value }) => [name.trim(), value.trim()]));
  const kept = new Set(Array.from(after.keys(), (name) => name.toLowerCase()));
  const removed = Object.keys(before).filter((name) => !kept.has(name.toLowerCase()));
  const put = [...after].filter(([name, value]) => before[name] !== value);
  return Object.fromEntries<string | null>([...removed.map((name) => [name, null] as const), ...put]);
}
