import type { JsonObject, WriteReceipt } from "@weft/client";
import { useCallback, useContext, useMemo, useRef, useState } from "react";
import { RenderedStorageContext } from "../contexts.ts";
import { mutate, write } from "../mutation.ts";
import type { AnyMutation } from "../mutation.ts";
import type { AnyRoom } from "../room.ts";
import { useExternal, useSelected } from "../selection.ts";
import type { ExternalValue, IsEqual } from "../selection.ts";
import { suspendUntilStorage } from "../suspend.ts";
import { valuesOf } from "../values.ts";
import type { LatestWriteStatus } from "./hook-types.ts";
import type { HookScope } from "./scope.ts";

export function storageHooks({ suspends, useRoom, useLoadedRoom }: HookScope) {
  return {
    useStorageRoot: (): [unknown] => [useExternal(valuesOf(useRoom()).root)],
    useMutableStorage: () => useExternal(valuesOf(useLoadedRoom()).root),
    useStorage(select: (root: JsonObject) => unknown, isEqual?: IsEqual<unknown>) {
      const room = useRoom();
      const value = useStorageValue(room);
      if (suspends && value.read() === null) suspendUntilStorage(room);
      const selectPart = useCallback((root: JsonObject | null) => (root === null ? null : select(root)), [select]);
      return useSelected(value, selectPart, isEqual);
    },
    useMutation(callback: AnyMutation, deps: readonly unknown[]) {
      const room = useRoom();
      return useMemo(
        () =>
          (...args: unknown[]) =>
            mutate(room, callback, args),
        // oxlint-disable-next-line react-hooks/exhaustive-deps
        [room, ...deps],
      );
    },
    useWrite(callback: AnyMutation, deps: readonly unknown[]) {
      const room = useRoom();
      const [status, setStatus] = useState<LatestWriteStatus>("idle");
      const latest = useRef(0);
      const run = useMemo(
        () =>
          (...args: unknown[]) => {
            const count = ++latest.current;
            const show = (now: LatestWriteStatus) => {
              if (count === latest.current) setStatus(now);
              // The status says so too, so that callers need not catch it.
              if (now === "refused") value.catch(() => {});
            };
            show("local");
            const started = write(room, callback, args);
            started.catch(() => show("idle"));
            const value: Promise<unknown> = started.then((receipt) => settled(receipt, show));
            return value;
          },
        // oxlint-disable-next-line react-hooks/exhaustive-deps
        [room, ...deps],
      );
      return [run, status];
    },
    useFlushed() {
      const room = useRoom();
      return useCallback(() => room.flushed(), [room]);
    },
    useHistory: () => valuesOf(useRoom()).history,
    useUndo: () => valuesOf(useRoom()).history.undo,
    useRedo: () => valuesOf(useRoom()).history.redo,
    useCanUndo: () => useExternal(valuesOf(useRoom()).canUndo),
    useCanRedo: () => useExternal(valuesOf(useRoom()).canRedo),
  };
}

/** Storage, or until it has been loaded what the server has rendered. */
function useStorageValue(room: AnyRoom): ExternalValue<JsonObject | null> {
  const { storage } = valuesOf(room);
  const rendered = useContext(RenderedStorageContext);
  const json = rendered?.roomId === room.id ? rendered.json : null;
  return useMemo(
    () => (json === null ? storage : { ...storage, read: () => storage.read() ?? json, readOnServer: () => json }),
    [storage, json],
  );
}

async function settled(receipt: WriteReceipt, show: (status: LatestWriteStatus) => void): Promise<unknown> {
  show(receipt.getStatus());
  const stop = receipt.status.subscribe(show);
  try {
    await receipt.durable();
    return receipt.value;
  } finally {
    stop();
  }
}
