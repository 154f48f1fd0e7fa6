import { roomLimits } from "@weft/protocol/room-limits";
import type { ThreadMetadata } from "./thread-bodies.ts";

/** An entry of metadata while it is edited. */
export interface ValueRow {
  readonly key: string;
  readonly type: "text" | "number" | "boolean";
  readonly value: string;
}

export function rowsOfValues(metadata: ThreadMetadata): ValueRow[] {
  return Object.entries(metadata).map(([key, value]) => ({
    key,
    type: typeof value === "string" ? "text" : (typeof value as "number" | "boolean"),
    value: String(value),
  }));
}

function valueOf({ type, value }: ValueRow): ThreadMetadata[string] {
  return type === "text" ? value : type === "number" ? Number(value) : value === "true";
}

/** Why a row cannot be saved, by its number. */
export function valueFaults(rows: readonly ValueRow[]): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  const seen = new Set<string>();
  for (const [number, { key, type, value }] of rows.entries()) {
    const name = key.trim();
    if (name === "") faults.set(number, "Enter a key");
    else if (name.length > roomLimits.metadataKeyLength)
      faults.set(number, `Use at most ${roomLimits.metadataKeyLength} characters for the key`);
    else if (seen.has(name)) faults.set(number, "This key exists already");
    else if (type === "number" && (value.trim() === "" || !Number.isFinite(Number(value))))
      faults.set(number, "Enter a number");
    else if (type === "boolean" && value !== "true" && value !== "false") faults.set(number, "Enter true or false");
    seen.add(name);
  }
  return faults;
}

/** What to send so that the stored metadata becomes the edited one: null removes an entry. */
export function valuePatch(
  before: ThreadMetadata,
  rows: readonly ValueRow[],
): Record<string, ThreadMetadata[string] | null> {
  const after = new Map(rows.map((row) => [row.key.trim(), valueOf(row)]));
  const patch = new Map<string, ThreadMetadata[string] | null>();
  for (const key of Object.keys(before)) if (!after.has(key)) patch.set(key, null);
  for (const [key, value] of after) if (!Object.hasOwn(before, key) || before[key] !== value) patch.set(key, value);
  return Object.fromEntries(patch);
}
