import { LiveObject } from "@liveblocks/client";
import { useMutation } from "@liveblocks/react";
import { newId } from "@weft/example-shared";

/** Every edit of the chart. Each does nothing to a step that was deleted in the meantime. */
export function useChartEdits() {
  const addStep = useMutation(({ storage }, at: { readonly x: number; readonly y: number }) => {
    storage.get("steps").set(newId(), new LiveObject({ label: "New step", x: at.x, y: at.y }));
  }, []);

  const moveStep = useMutation(({ storage }, id: string, { x, y }: { readonly x: number; readonly y: number }) => {
    storage.get("steps").get(id)?.update({ x, y });
  }, []);

  const renameStep = useMutation(({ storage }, id: string, label: string) => {
    storage.get("steps").get(id)?.set("label", label);
  }, []);

  /** A step takes its arrows with it. */
  const remove = useMutation(({ storage }, ids: ReadonlySet<string>) => {
    const arrows = storage.get("arrows");
    for (const id of ids) storage.get("steps").delete(id);
    for (const [id, { from, to }] of arrows) if (ids.has(id) || ids.has(from) || ids.has(to)) arrows.delete(id);
  }, []);

  const connect = useMutation(({ storage }, from: string, to: string) => {
    // Named after its ends: two people who draw the same arrow draw one.
    if (from !== to) storage.get("arrows").set(`${from}-${to}`, { from, to });
  }, []);

  return { addStep, moveStep, renameStep, remove, connect };
}
