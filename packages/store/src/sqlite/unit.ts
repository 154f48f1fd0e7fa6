import type { OpenedRoom, RoomCommit } from "@weft/room/ports";
import type { Statement, UnitOutcome } from "../engine.ts";
import type { CapturedLog } from "./data-file.ts";

/** What the writer does at once or not at all. */
export type Unit =
  | { readonly kind: "commit"; readonly commit: RoomCommit }
  | { readonly kind: "claim"; readonly project: string; readonly room: string; readonly reserve: number }
  | { readonly kind: "statements"; readonly statements: readonly Statement[] };

/** What became of a unit. Only `done` and `claimed` wrote anything. */
export type Answer =
  | UnitOutcome
  | { readonly kind: "claimed"; readonly opened: OpenedRoom | undefined }
  | { readonly kind: "stale" }
  /** The disk did not take it; another attempt may. */
  | { readonly kind: "unavailable"; readonly message: string }
  /** The unit itself is at fault: a broken constraint, a value SQLite does not hold. */
  | { readonly kind: "failed"; readonly message: string };

/** A room's commits under one claim. */
export interface Claim {
  readonly key: number;
  readonly epoch: number;
}

export interface WriterSettings {
  readonly path: string;
  /** See {@link StoreOptions.check}. */
  readonly check: "auto" | "always" | "never";
  /** False in a writer that takes the place of one that died: the database was prepared already. */
  readonly prepare: boolean;
  /** Claims under which a commit was lost with the writer before this one. */
  readonly fenced: readonly Claim[];
}

export type ToWriter =
  | { readonly type: "units"; readonly units: readonly Unit[] }
  | { readonly type: "truncateLog" }
  | { readonly type: "capture" }
  | { readonly type: "close" };

export type FromWriter =
  | { readonly type: "ready" }
  | { readonly type: "refused"; readonly message: string }
  | {
      readonly type: "flushed";
      readonly answers: readonly Answer[];
      readonly nodes: number;
      readonly durationMs: number;
      readonly full: boolean;
    }
  /** The disk has space again. */
  | { readonly type: "space" }
  | { readonly type: "truncated"; readonly error: string | undefined }
  | { readonly type: "captured"; readonly captured: CapturedLog | undefined; readonly error: string | undefined }
  | { readonly type: "closed" };

/** Storage nodes written or removed by the commits that were kept. */
export function nodesIn(units: readonly Unit[], answers: readonly Answer[]): number {
  let nodes = 0;
  for (const [index, unit] of units.entries()) {
    if (unit.kind !== "commit" || answers[index]?.kind !== "done") continue;
    nodes += unit.commit.puts.length / 2 + unit.commit.drops.length;
  }
  return nodes;
}
