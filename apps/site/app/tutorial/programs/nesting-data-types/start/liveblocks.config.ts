import type { LiveObject } from "@liveblocks/client";

export type Task = { id: string; text: string };

declare global {
  interface Liveblocks {
    // 1. A list of tasks.
    Storage: { task: LiveObject<Task> };
  }
}
