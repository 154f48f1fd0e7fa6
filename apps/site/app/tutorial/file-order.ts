import { playgroundName } from "./playground.ts";
import type { Program } from "./programs.ts";
import type { Files } from "@weft/example-tutorial-runner/messages";

const order = ["App.tsx", "Room.tsx", "*", "weft.config.ts", "*.css", playgroundName];

/** The names of a program's files as the editor lists them: what is worked on first, what the tutorial writes last. */
export function inOrder(files: Files): readonly string[] {
  return [...Object.keys(files), playgroundName].toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b, "en"));
}

function rank(file: string): number {
  const named = order.indexOf(file);
  return named >= 0 ? named : order.indexOf(file.endsWith(".css") ? "*.css" : "*");
}

/** The file in which a chapter's work begins. */
export function firstFile({ start, solution }: Program): string {
  return inOrder(start).find((file) => file !== playgroundName && start[file] !== solution[file]) ?? "App.tsx";
}
