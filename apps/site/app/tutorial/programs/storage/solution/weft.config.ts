import type { LiveObject } from "@weft/client";

export type Task = { text: string; done: boolean };

declare global {
  interface Weft {
    Storage: { task: LiveObject<Task> };
  }
}
