import { LiveList, LiveObject } from "@weft/client";
import { newId } from "@weft/example-shared/core";
import { mutation } from "@weft/svelte";
import type { Task, Tasks } from "./room-types.ts";

const samples: readonly Task[] = [
  { id: "agenda", text: "Send the agenda", done: true },
  { id: "room", text: "Book a meeting room", done: false },
  { id: "slides", text: "Finish the slides", done: false },
];

/** What a new room begins with. */
export const sampleTasks = (): Tasks => new LiveList(samples.map((task) => new LiveObject(task)));

/** The valid tasks of a list. Anyone can enter a public room with any client, and store anything. */
export function readTasks(value: unknown): readonly Task[] {
  return Array.isArray(value) ? value.filter(isTask) : [];
}

function isTask(value: unknown): value is Task {
  if (typeof value !== "object" || value === null) return false;
  const { id, text, done } = value as Partial<Record<keyof Task, unknown>>;
  return typeof id === "string" && typeof text === "string" && typeof done === "boolean";
}

/**
 * The edits of the list, for the component that calls this while it is initialized. Each is one step for undo. If another
 * user has deleted the task by then, an edit does nothing.
 */
export function taskEdits() {
  return {
    add: mutation(({ storage }, text: string) => {
      storage.get("tasks").push(new LiveObject<Task>({ id: newId(), text, done: false }));
    }),
    toggle: mutation(({ storage }, id: string) => {
      const task = storage.get("tasks").find((one) => one.get("id") === id);
      task?.set("done", !task.get("done"));
    }),
    remove: mutation(({ storage }, id: string) => {
      const tasks = storage.get("tasks");
      const index = tasks.findIndex((one) => one.get("id") === id);
      if (index !== -1) tasks.delete(index);
    }),
  };
}
