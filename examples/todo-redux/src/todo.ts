import { newId } from "@weft/example-shared/core";

export type Todo = {
  id: string;
  text: string;
  done: boolean;
};

export const longestText = 200;

export function newTodo(text: string): Todo {
  return { id: newId(), text, done: false };
}

/** What a new room begins with. */
export const sampleTodos: Todo[] = [
  { id: "agenda", text: "Send the agenda", done: true },
  { id: "room", text: "Book a meeting room", done: false },
  { id: "slides", text: "Finish the slides", done: false },
];

/** The tasks among what a list holds: any client may store anything in a public room. */
export function readTodos(value: unknown): Todo[] {
  return Array.isArray(value) ? value.filter(isTodo) : [];
}

function isTodo(value: unknown): value is Todo {
  if (typeof value !== "object" || value === null) return false;
  const { id, text, done } = value as Partial<Record<keyof Todo, unknown>>;
  return typeof id === "string" && typeof text === "string" && typeof done === "boolean";
}
