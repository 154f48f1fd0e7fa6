import type { LiveList, LiveObject } from "@weft/client";
import type { Visitor } from "@weft/example-shared/core";

export type Task = {
  id: string;
  text: string;
  done: boolean;
};

export type Presence = { visitor: Visitor; typing: boolean };

/**
 * The list of tasks. Simply `LiveList<LiveObject<Task>>`, but TypeScript 7.0 (unlike 5.9) then takes `LiveList` to be
 * invariant and refuses it as Storage; an interface of its own is compared member by member, and accepted.
 */
export interface Tasks extends LiveList<LiveObject<Task>> {
  clone(): Tasks;
}

export type Storage = { tasks: Tasks };

export const longestText = 200;

declare global {
  interface Weft {
    Presence: Presence;
    Storage: Storage;
  }
}
