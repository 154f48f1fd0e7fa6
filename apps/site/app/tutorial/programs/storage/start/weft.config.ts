export type Task = { text: string; done: boolean };

declare global {
  interface Weft {
    // 1. What the room keeps: a task.
    Storage: {};
  }
}
