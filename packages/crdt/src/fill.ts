import { WeftError } from "@weft/protocol/codes";
import type { RemoteOp } from "@weft/protocol/types";
import { applyOp, type FindUpload } from "./apply.ts";
import { fillingOps } from "./plain.ts";
import type { Stepwise } from "./stepwise.ts";
import { editable, type Tree } from "./tree.ts";

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
  return yield* editable(tree).fillingInSteps(applyAll(tree, fillingOps(document, newId), upload));
}

/** These ops are not sent to clients, so no answers are built. */
function* applyAll(tree: Tree, ops: Iterable<RemoteOp | undefined>, upload: FindUpload | undefined): Stepwise<number> {
  let count = 0;
  for (const op of ops) {
    if (op !== undefined) {
      const outcome = applyOp(tree, op, upload);
      if (outcome.kind === "refused") throw new WeftError("UNPROCESSABLE_ENTITY", { message: outcome.reason });
      count++;
    }
    yield;
  }
  return count;
}
