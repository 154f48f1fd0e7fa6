import type { UpdateDocument } from "@weft/protocol";
import type { AppliedUpdates, DocumentFailure, OpenDocument, ReceivedUpdate, UpdateOutcome } from "./document-ports.ts";
import { diskFull } from "./full-disk.ts";

/** An update of a document that waits to be applied, together with those that wait beside it. */
export interface WaitingUpdate extends ReceivedUpdate {
  readonly asked: UpdateDocument | undefined;
  readonly settle: ((outcome: UpdateOutcome | DocumentFailure) => void) | undefined;
  /** Its sender may write, but is treated as a reader. */
  readonly onFullDisk?: boolean;
}

/** While the disk is full, writers are treated as readers, and REST calls are refused at once. */
export function refuseChanges(received: readonly WaitingUpdate[]): readonly WaitingUpdate[] {
  const batch: WaitingUpdate[] = [];
  for (const waiting of received) {
    const { from, settle } = waiting;
    if (from === undefined) settle?.({ kind: "failed", cause: "busy", reason: diskFull });
    else if (from.readOnly) batch.push(waiting);
    else batch.push({ ...waiting, from: { ...from, readOnly: true }, onFullDisk: true });
  }
  return batch;
}

export type Hashes = { readonly v1?: string; readonly v2?: string };

/**
 * Applies updates and asks for hashes in every encoding that a connection compares; `apply` returns only those of the
 * encodings of the updates. Both are asked for at once, so that no later question is answered before these updates are
 * decided.
 */
export async function applyAll(
  document: OpenDocument,
  updates: readonly ReceivedUpdate[],
  readers: ReadonlyMap<number, boolean>,
): Promise<AppliedUpdates | DocumentFailure> {
  const wanted = new Set(readers.values());
  for (const { v2 } of updates) wanted.delete(v2);
  const applying = document.apply(updates);
  const [applied, ...answers] = await Promise.all([
    applying,
    ...Array.from(wanted, async (v2) => ({ v2, answer: await document.hash(v2) })),
  ]);
  if (applied.kind === "failed") return applied;
  let { hashes } = applied;
  for (const { v2, answer } of answers)
    if (answer.kind === "hash") hashes = { ...hashes, [v2 ? "v2" : "v1"]: answer.hash };
  return { ...applied, hashes };
}

export function hashIn({ v1, v2 }: Hashes, asV2: boolean): string {
  return (asV2 ? v2 : v1) ?? "";
}
