import type { RequestEntry } from "@weft/protocol";

/** Classes of statuses as the log names and draws them: distinguished by word and pattern, not only by color. */
export const statusClasses = [
  { name: "2xx", label: "2xx Success", color: "var(--success-solid)", pattern: "plain" },
  { name: "3xx", label: "3xx Redirect", color: "var(--accent-solid)", pattern: "dots" },
  { name: "4xx", label: "4xx Client error", color: "var(--warning-solid)", pattern: "stripes" },
  { name: "5xx", label: "5xx Server error", color: "var(--danger-solid)", pattern: "grid" },
] as const;

export type StatusClassName = (typeof statusClasses)[number]["name"];
export type FillPattern = (typeof statusClasses)[number]["pattern"];

export function classOf({ status }: Pick<RequestEntry, "status">): StatusClassName {
  return `${Math.min(5, Math.max(2, Math.floor(status / 100)))}xx` as StatusClassName;
}
