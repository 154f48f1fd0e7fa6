import { LiveObject } from "@weft/client";
import { useMutation } from "@weft/react";
import { newId } from "@weft/example-shared";
import type { Pin, Position } from "./room-types.ts";

/** Every edit of the map. Each is one step for undo, and does nothing to a pin that was deleted in the meantime. */
export function usePinEdits() {
  const add = useMutation(({ storage }, pin: Pin) => {
    const id = newId();
    storage.get("pins").set(id, new LiveObject(pin));
    return id;
  }, []);

  const change = useMutation(({ storage }, id: string, fields: Partial<Omit<Pin, "lon" | "lat">>) => {
    storage.get("pins").get(id)?.update(fields);
  }, []);

  const move = useMutation(({ storage }, id: string, { lon, lat }: Position) => {
    storage.get("pins").get(id)?.update({ lon, lat });
  }, []);

  const remove = useMutation(({ storage }, id: string) => storage.get("pins").delete(id), []);

  return { add, change, move, remove };
}

export type PinEdits = ReturnType<typeof usePinEdits>;
