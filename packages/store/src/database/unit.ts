import type { NodeId } from "@weft/cluster/ports";
import type { OpenedRoom, RoomCommit } from "@weft/room/ports";
import type { Statement, UnitOutcome } from "./engine.ts";
import type { Lock } from "./locks.ts";

/** What the writer does at once or not at all. */
export type Unit =
  | { readonly kind: "commit"; readonly commit: RoomCommit }
  | { readonly kind: "claim"; readonly project: string; readonly room: string; readonly reserve: number }
  | { readonly kind: "statements"; readonly statements: readonly Statement[]; readonly locks?: readonly Lock[] };

/** What became of a unit. Only `done` and `claimed` wrote anything. */
export type Answer =
  | UnitOutcome
  | { readonly kind: "claimed"; readonly opened: OpenedRoom | undefined }
  | { readonly kind: "stale" }
  /** The room to be claimed belongs to another node. */
  | { readonly kind: "elsewhere"; readonly node: NodeId }
  /** The database did not take it; another attempt may. */
  | { readonly kind: "unavailable"; readonly message: string }
  /** The unit itself is at fault: a broken constraint, a value that the database does not hold. */
  | { readonly kind: "failed"; readonly message: string };

/** Storage nodes written or removed by the commits that were kept. */
export function nodesIn(units: readonly Unit[], answers: readonly Answer[]): number {
  let nodes = 0;
  for (const [index, unit] of units.entries()) {
    if (unit.kind !== "commit" || answers[index]?.kind !== "done") continue;
    nodes += unit.commit.puts.length / 2 + unit.commit.drops.length;
  }
  return nodes;
}
