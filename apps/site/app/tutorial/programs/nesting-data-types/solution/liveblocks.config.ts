import type { LiveList, LiveObject } from "@liveblocks/client";

export type Task = { id: string; text: string };
interface Tasks extends LiveList<LiveObject<Task>> {
  clone(): Tasks;
}

declare global {
  interface Liveblocks {
    Storage: { tasks: Tasks };
  }
}
