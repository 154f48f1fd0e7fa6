/** Points of a selection. */
import type { NodeKey, PointType } from "lexical";
import { $getNodeByKey, $isElementNode } from "lexical";

/** A place in the editor, as points of a selection have it. */
export interface EditorPoint {
  readonly key: NodeKey;
  readonly offset: number;
  readonly type: "text" | "element";
}

/** Moves a point, unless it is there or has nowhere to go. */
export function movePoint(point: PointType, to: EditorPoint | undefined): void {
  if (to !== undefined && (to.key !== point.key || to.offset !== point.offset || to.type !== point.type))
    point.set(to.key, to.offset, to.type);
}

/** Whether the editor still has the place of a point. */
export function isInPlace(point: PointType): boolean {
  const node = $getNodeByKey(point.key);
  if (node === null || !node.isAttached()) return false;
  return point.offset <= ($isElementNode(node) ? node.getChildrenSize() : node.getTextContentSize());
}
