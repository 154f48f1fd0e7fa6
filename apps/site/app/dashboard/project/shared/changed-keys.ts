import type { Json } from "@weft/protocol";

/** The keys whose value is another than before, new ones included. */
export function changedKeys(
  before: Readonly<Record<string, Json | undefined>>,
  after: Readonly<Record<string, Json | undefined>>,
): Set<string> {
  return new Set(
    Object.keys(after).filter(
      (key) => before[key] !== after[key] && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
    ),
  );
}
