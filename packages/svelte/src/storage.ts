/** Storage of the room, its history, and whether all of it is saved. Call these functions while a component is initialized. */
import type { AppStorage, LiveObject, SyncStatus, ToJson } from "@weft/client";
import { mutatorOf, selected, syncStatusOf, valuesOf } from "@weft/client/framework";
import type { Equality, HistoryControls, MutationScope, Mutator } from "@weft/client/framework";
import { getClient, getRoom } from "./contexts.ts";
import { storeOf } from "./stores.ts";
import type { ReadableStore } from "./stores.ts";

/** A part of Storage as JSON; null until Storage has been loaded. What has not changed is the same object as before. */
export function storage<T>(
  select: (root: ToJson<AppStorage>) => T,
  isEqual?: Equality<T | null>,
): ReadableStore<T | null> {
  const part = (root: ToJson<AppStorage> | null) => (root === null ? null : select(root));
  return storeOf(selected<ToJson<AppStorage> | null, T | null>(valuesOf(getRoom()).storage, part, isEqual));
}

/** The root of Storage; null until it has been loaded. Changes in it do not change the store. */
// Whatever the application declares its Storage to be.
// oxlint-disable-next-line typescript/no-unnecessary-type-arguments
export function storageRoot(): ReadableStore<LiveObject<AppStorage> | null> {
  return storeOf(valuesOf(getRoom()).root);
}

/**
 * A function that edits Storage and presence in one transaction: it is sent and undone as one. What is called before the room is ready
 * is kept in order, and answers a promise. So callbacks read `storage` and `self` first.
 *
 * @example
 * const addTodo = mutation(({ storage }, text: string) => storage.get("todos").push(text));
 */
export function mutation<A extends readonly unknown[], R>(
  callback: (scope: MutationScope, ...args: A) => R,
): Mutator<A, R> {
  return mutatorOf(getRoom(), callback);
}

/** Undo and redo of the room. */
export function history(): HistoryControls {
  return valuesOf(getRoom()).history;
}

/** Whether there is an edit to undo. */
export function canUndo(): ReadableStore<boolean> {
  return storeOf(valuesOf(getRoom()).canUndo);
}

/** Whether there is an undone edit to redo. */
export function canRedo(): ReadableStore<boolean> {
  return storeOf(valuesOf(getRoom()).canRedo);
}

/** Whether everything that was written, in all rooms of the client, is on the server's disk. */
export function syncStatus(): ReadableStore<SyncStatus> {
  return storeOf(syncStatusOf(getClient()));
}
