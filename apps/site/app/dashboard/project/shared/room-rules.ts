import { roomLimits } from "@weft/protocol/room-limits";

/** An entry of metadata while it is edited; commas separate the values of a list. */
export interface MetadataRow {
  readonly key: string;
  readonly value: string;
  readonly list: boolean;
}

export function rowsOfMetadata(metadata: Readonly<Record<string, string | readonly string[]>>): MetadataRow[] {
  return Object.entries(metadata).map(([key, value]) =>
    typeof value === "string" ? { key, value, list: false } : { key, value: value.join(", "), list: true },
  );
}

export function metadataOfRows(rows: readonly MetadataRow[]): Record<string, string | string[]> {
  const filled = rows.filter((row) => row.key.trim() !== "");
  return Object.fromEntries(filled.map((row) => [row.key.trim(), row.list ? listOf(row.value) : row.value]));
}

/** Texts between commas, without the empty ones. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** What is wrong with the rows, by their number; `all` is about all of them together. */
export function metadataFaults(rows: readonly MetadataRow[]): { all?: string; rows: Map<number, string> } {
  const faults = new Map<number, string>();
  const seen = new Set<string>();
  for (const [number, row] of rows.entries()) {
    const key = row.key.trim();
    if (key === "") {
      if (row.value.trim() !== "") faults.set(number, "Key is required");
      continue;
    }
    if (key.length > roomLimits.metadataKeyLength)
      faults.set(number, `Key must be at most ${roomLimits.metadataKeyLength} characters`);
    else if (seen.has(key)) faults.set(number, "This key already exists");
    else if ((row.list ? listOf(row.value) : [row.value]).some((part) => part.length > roomLimits.metadataValueLength))
      faults.set(number, `Value must be at most ${roomLimits.metadataValueLength} characters`);
    seen.add(key);
  }
  return {
    rows: faults,
    ...(seen.size > roomLimits.metadataEntries && { all: `Use at most ${roomLimits.metadataEntries} entries` }),
  };
}

/** What to send so that the stored metadata becomes the edited one: absent keys are taken away by null. */
export function metadataPatch(
  before: Readonly<Record<string, string | readonly string[]>>,
  rows: readonly MetadataRow[],
): Record<string, string | string[] | null> {
  const after = metadataOfRows(rows);
  const patch: Record<string, string | string[] | null> = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  for (const [key, value] of Object.entries(after))
    if (JSON.stringify(before[key]) !== JSON.stringify(value)) patch[key] = value;
  return patch;
}

/** Why a room may not have this id; undefined when it may. */
export function roomIdFault(id: string): string | undefined {
  if (id.trim() === "") return "Room ID is required";
  if (id.length > roomLimits.roomIdLength) return `Room ID must be at most ${roomLimits.roomIdLength} characters`;
  return undefined;
}
