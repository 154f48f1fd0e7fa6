import { type RemoteOp, WeftError } from "@weft/protocol";
import { applyOp, type FindUpload } from "./apply.ts";
import { fillingOps } from "./plain.ts";
import type { Stepwise } from "./stepwise.ts";
import type { Tree } from "./tree.ts";

/**
 * Fills an empty Storage with a plain-LSON document, all or nothing. Returns the number of ops. The tree must not be
 * used until the end.
 *
 * @throws WeftError `UNPROCESSABLE_ENTITY`, naming the key path of the first fault or the bound that was met.
 */
export function* fillInSteps(
  tree: Tree,
  document: unknown,
  newId: () => string,
  upload?: FindUpload,
): Stepwise<number> {
  const ops = yield* fillingOps(document, newId);
  yield* tree.transactionInSteps(applyAll(tree, ops, upload));
  return ops.length;
}

/** These ops are not sent to clients, so no answers are built. */
function* applyAll(tree: Tree, ops: readonly RemoteOp[], upload: FindUpload | undefined): Stepwise<void> {
  for (const op of ops) {
    const outcome = applyOp(tree, op, upload);
    if (outcome.kind === "refused") throw new WeftError("UNPROCESSABLE_ENTITY", { message: outcome.reason });
    yield;
  }
}
