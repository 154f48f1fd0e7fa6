import type { LiveObject } from "@liveblocks/client";

export type Task = { text: string; done: boolean };

declare global {
  interface Liveblocks {
    Storage: { task: LiveObject<Task> };
  }
}
