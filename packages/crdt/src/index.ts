export { type Allowances, type Applied, applyMessage, applyOp, type FindUpload, type Reply } from "./apply.ts";
export { applyPatch } from "./patch.ts";
export { opsFromPlainLson, toPlainJson, toPlainLson, type TypeSpelling } from "./plain.ts";
export { makePosition, normalisePosition, positionAfter, positionBefore, positionBetween } from "./position.ts";
export { replay } from "./replay.ts";
export { BrokenTree, createTree, treeBounds, type Tree, type TreeBounds, type TreeChanges } from "./tree.ts";
export { applyOperations } from "./text/draft.ts";
export { canonicalText } from "./text/segments.ts";
export { transformOperations } from "./text/transform.ts";
