import { countOf } from "../../formats/count.ts";

const offered = [1, 8, 24, 168, 720];

/** After how long a team requires a new sign-in. A length that was set by a call is also a choice. */
export function sessionChoices(present: number | null): { readonly value: string; readonly label: string }[] {
  const lengths = new Set(present === null ? offered : [...offered, present]);
  const hours = [...lengths].toSorted((a, b) => a - b);
  return [
    { value: "none", label: "Never" },
    ...hours.map((length) => ({ value: String(length), label: spellHours(length) })),
  ];
}

function spellHours(hours: number): string {
  return hours % 24 === 0 ? countOf(hours / 24, "day") : countOf(hours, "hour");
}
