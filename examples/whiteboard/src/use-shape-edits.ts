import { LiveObject } from "@weft/client";
import { useMutation } from "@weft/react";
import { newId } from "@weft/example-shared";
import type { Kind, Shape } from "./room-types.ts";

const sizes: Readonly<Record<Kind, { width: number; height: number }>> = {
  note: { width: 150, height: 120 },
  rectangle: { width: 220, height: 140 },
  ellipse: { width: 200, height: 130 },
};

/** Every edit of the board. Each does nothing to a shape that was deleted in the meantime. */
export function useShapeEdits() {
  const add = useMutation(({ storage, setMyPresence }, kind: Kind) => {
    const shapes = storage.get("shapes");
    const id = newId();
    // Each new shape a little further down, so that no two cover each other.
    const shift = (shapes.size % 8) * 24;
    const fill = kind === "note" ? "amber" : "blue";
    const text = kind === "note" ? "New note" : "";
    shapes.set(id, new LiveObject({ kind, ...sizes[kind], x: 400 + shift, y: 220 + shift, fill, text }));
    setMyPresence({ selected: id }, { addToHistory: true });
  }, []);

  const change = useMutation(({ storage }, id: string, changes: Partial<Shape>) => {
    storage.get("shapes").get(id)?.update(changes);
  }, []);

  const remove = useMutation(({ storage, setMyPresence }, id: string) => {
    storage.get("shapes").delete(id);
    setMyPresence({ selected: null }, { addToHistory: true });
  }, []);

  return { add, change, remove };
}

export type ShapeEdits = ReturnType<typeof useShapeEdits>;
