/**
 * What clients and the server compute alike: positions, ops, texts, and the nodes of a document. Without schemas, Node.js
 * and the server's tree, so that browsers import it.
 */
export { equalJson } from "./equal.ts";
export {
  createdType,
  type Creation,
  ignoredAck,
  insertion,
  lengthOf,
  mayHold,
  type OpOf,
  overwriting,
  placing,
  removal,
  single,
  withoutOpId,
} from "./ops.ts";
export { fieldUpdate, fillingRootInSteps, placementInSteps, type Sketch, sketchInSteps } from "./plain.ts";
export {
  isPosition,
  makePosition,
  normalisePosition,
  positionAfter,
  positionBefore,
  positionBetween,
  vacantPosition,
} from "./position.ts";
export { finish, type Stepwise } from "./stepwise.ts";
export { applyOperations } from "./text/draft.ts";
export { excludeOperations } from "./text/exclude.ts";
export { appendRun, type Attributes, canonicalText, equalAttributes, segment, textBytes } from "./text/segments.ts";
export { Steps } from "./text/steps.ts";
export { type Order, type Transformed, transformOperations } from "./text/transform.ts";
