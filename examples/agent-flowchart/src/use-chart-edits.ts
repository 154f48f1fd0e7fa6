import { LiveObject } from "@weft/client";
import { useMutation } from "@weft/react";
import { newId } from "@weft/example-shared";
import type { Place } from "@weft/example-shared";
import { useMemo } from "react";
import { placeProposal } from "./proposal.ts";
import { readSteps } from "./read-chart.ts";
import type { Proposal } from "./room-types.ts";

/** Every edit of the chart, by its users and their agents. Each is one step for undo, and does nothing to a step that is gone. */
export function useChartEdits() {
  const addStep = useMutation(({ storage }, { x, y }: Place) => {
    storage.get("steps").set(newId(), new LiveObject({ label: "New step", x, y }));
  }, []);

  const moveStep = useMutation(({ storage }, id: string, { x, y }: Place) => {
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

  /** Adds what an agent proposed to the chart as it is now. Returns what was added, with the ids of the chart. */
  const accept = useMutation(({ storage }, proposal: Proposal) => {
    const placed = placeProposal(proposal, readSteps(storage.get("steps").toJSON()));
    const ids = new Map(placed.steps.map(({ id }) => [id, newId()]));
    const steps = placed.steps.map(({ id, label, x, y }) => ({ id: ids.get(id)!, label, x, y }));
    const arrows = placed.arrows.map(({ from, to }) => ({ from: ids.get(from) ?? from, to: ids.get(to) ?? to }));
    for (const { id, ...step } of steps) storage.get("steps").set(id, new LiveObject(step));
    for (const { from, to } of arrows) storage.get("arrows").set(`${from}-${to}`, { from, to });
    return { steps: steps.map(({ id, label }) => ({ id, label })), arrows };
  }, []);

  return useMemo(
    () => ({ addStep, moveStep, renameStep, remove, connect, accept }),
    [addStep, moveStep, renameStep, remove, connect, accept],
  );
}

export type ChartEdits = ReturnType<typeof useChartEdits>;
