/** The state that a chip chooses, in front of a query that was typed. */
export type StateChoice = "" | "open" | "resolved";

/** The query to send: what was typed, and the state that was chosen. */
export function threadQueryText(typed: string, state: StateChoice): string {
  const condition = state === "" ? "" : `resolved:${state === "resolved"}`;
  return [typed.trim(), condition].filter((part) => part !== "").join(" AND ");
}
