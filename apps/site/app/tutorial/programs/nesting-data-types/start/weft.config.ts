import type { LiveObject } from "@weft/client";

export type Task = { id: string; text: string };

declare global {
  interface Weft {
    // 1. A list of tasks.
    Storage: { task: LiveObject<Task> };
  }
}
