import type { LiveList, LiveObject } from "@weft/client";

export type Task = { id: string; text: string };
interface Tasks extends LiveList<LiveObject<Task>> {
  clone(): Tasks;
}

declare global {
  interface Weft {
    Storage: { tasks: Tasks };
  }
}
