/** Storage of the room, its history, and whether all of it is saved. */
import type { AppStorage, LiveObject, SyncStatus, ToJson } from "@weft/client";
import { mutatorOf, syncStatusOf, valuesOf } from "@weft/client/framework";
import type { Equality, HistoryControls, MutationScope, Mutator } from "@weft/client/framework";
import type { Accessor } from "solid-js";
import { observedAccessor } from "./observed-accessor.ts";
import { useClient, useRoom } from "./providers.ts";

/** A part of Storage as JSON; null until Storage has been loaded. What has not changed is the same object as before. */
export function useStorage<T>(
  select: (root: ToJson<AppStorage>) => T,
  isEqual?: Equality<T | null>,
): Accessor<T | null> {
  const { storage } = valuesOf(useRoom());
  return observedAccessor(
    () => storage,
    (root) => (root === null ? null : select(root)),
    isEqual,
  );
}

/** The root of Storage; null until it has been loaded. Changes in it do not change the accessor. */
// Whatever the application declares its Storage to be.
// oxlint-disable-next-line typescript/no-unnecessary-type-arguments
export function useStorageRoot(): Accessor<LiveObject<AppStorage> | null> {
  const { root } = valuesOf(useRoom());
  return observedAccessor(() => root);
}

/**
 * A function that edits Storage and presence in one transaction: it is sent and undone as one. What is called before the room is ready
 * is kept in order, and answers a promise. So callbacks read `storage` and `self` first.
 *
 * @example
 * const addTodo = useMutation(({ storage }, text: string) => storage.get("todos").push(text));
 */
export function useMutation<A extends readonly unknown[], R>(
  callback: (scope: MutationScope, ...args: A) => R,
): Mutator<A, R> {
  return mutatorOf(useRoom(), callback);
}

/** Undo and redo of the room. */
export function useHistory(): HistoryControls {
  return valuesOf(useRoom()).history;
}

/** A function that undoes the user's last edit. */
export function useUndo(): () => void {
  return useHistory().undo;
}

/** A function that redoes the edit that was undone last. */
export function useRedo(): () => void {
  return useHistory().redo;
}

/** Whether there is an edit to undo. */
export function useCanUndo(): Accessor<boolean> {
  const { canUndo } = valuesOf(useRoom());
  return observedAccessor(() => canUndo);
}

/** Whether there is an undone edit to redo. */
export function useCanRedo(): Accessor<boolean> {
  const { canRedo } = valuesOf(useRoom());
  return observedAccessor(() => canRedo);
}

/** Whether everything that was written, in all rooms of the client, is on the server's disk. */
export function useSyncStatus(): Accessor<SyncStatus> {
  const status = syncStatusOf(useClient());
  return observedAccessor(() => status);
}
