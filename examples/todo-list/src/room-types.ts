import type { LiveList, LiveObject } from "@weft/client";
import type { Visitor } from "@weft/example-shared";

export type Task = {
  /** Names the task in presence and in the page; its place in the list may change under it. */
  id: string;
  text: string;
  done: boolean;
};

/**
 * The list of tasks. Simply `LiveList<LiveObject<Task>>`, but TypeScript 7.0 (unlike 5.9) then takes the SDK's `LiveList`
 * to be invariant and refuses it as Storage; an interface of its own is compared member by member, and accepted.
 */
export interface Tasks extends LiveList<LiveObject<Task>> {
  clone(): Tasks;
}

/** What a visitor's hands are on. */
export type Activity =
  | { readonly kind: "none" }
  | { readonly kind: "adding" }
  | { readonly kind: "renaming"; readonly taskId: string };

export const longestText = 200;

declare global {
  interface Weft {
    Presence: { visitor: Visitor; activity: Activity };
    Storage: { tasks: Tasks };
  }
}
