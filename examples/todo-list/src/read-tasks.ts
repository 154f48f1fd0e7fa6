import type { Task } from "./room-types.ts";

/** The valid tasks of a list. Anyone can enter a public room with any client, and store anything. */
export function readTasks(value: unknown): readonly Readonly<Task>[] {
  return Array.isArray(value) ? value.filter(isTask) : [];
}

function isTask(value: unknown): value is Task {
  if (typeof value !== "object" || value === null) return false;
  const { id, text, done } = value as Partial<Record<keyof Task, unknown>>;
  return typeof id === "string" && typeof text === "string" && typeof done === "boolean";
}
