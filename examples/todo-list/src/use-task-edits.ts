import { LiveObject } from "@weft/client";
import { useMutation } from "@weft/react";
import { newId } from "@weft/example-shared";
import type { Task, Tasks } from "./room-types.ts";

/**
 * Every edit of the list. Each is one step for undo, shows at once, and is sent when there is a connection. Tasks are
 * found by id. If another user has deleted a task by the time an edit runs, the edit does nothing.
 */
export function useTaskEdits() {
  const add = useMutation(({ storage }, texts: readonly string[]) => {
    const tasks = storage.get("tasks");
    for (const text of texts) tasks.push(new LiveObject<Task>({ id: newId(), text, done: false }));
  }, []);

  const toggle = useMutation(({ storage }, id: string) => {
    const task = find(storage.get("tasks"), id);
    task?.set("done", !task.get("done"));
  }, []);

  const rename = useMutation(({ storage }, id: string, text: string) => {
    find(storage.get("tasks"), id)?.set("text", text);
  }, []);

  const move = useMutation(({ storage }, id: string, to: number) => {
    const tasks = storage.get("tasks");
    const from = indexOf(tasks, id);
    const target = Math.min(Math.max(to, 0), tasks.length - 1);
    if (from !== -1 && from !== target) tasks.move(from, target);
  }, []);

  const remove = useMutation(({ storage }, id: string) => {
    const tasks = storage.get("tasks");
    const index = indexOf(tasks, id);
    if (index !== -1) tasks.delete(index);
  }, []);

  const clearDone = useMutation(({ storage }) => {
    const tasks = storage.get("tasks");
    // From the end, so that deleting does not shift the remaining tasks.
    for (let index = tasks.length - 1; index >= 0; index--) if (tasks.get(index)?.get("done")) tasks.delete(index);
  }, []);

  return { add, toggle, rename, move, remove, clearDone };
}

export type TaskEdits = ReturnType<typeof useTaskEdits>;

function indexOf(tasks: Tasks, id: string): number {
  return tasks.findIndex((task) => task.get("id") === id);
}

function find(tasks: Tasks, id: string): LiveObject<Task> | undefined {
  return tasks.find((task) => task.get("id") === id);
}
