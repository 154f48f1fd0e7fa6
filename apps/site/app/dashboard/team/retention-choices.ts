import { countOf } from "../../formats/count.ts";

const offered = [1, 3, 7, 14, 30, 60, 90, 180, 365];

/** Days to choose from, up to the most that the plan allows; null: no limit. A number that was set by a call is also a choice. */
export function retentionChoices(
  present: number | null,
  most: number | null,
): { readonly value: string; readonly label: string }[] {
  const days = new Set(offered.filter((count) => most === null || count < most));
  if (most !== null) days.add(most);
  if (present !== null) days.add(present);
  return [
    ...[...days].toSorted((a, b) => a - b).map((count) => ({ value: String(count), label: countOf(count, "day") })),
    ...(most === null ? [{ value: "none", label: "Until deleted" }] : []),
  ];
}
