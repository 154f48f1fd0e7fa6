/** What an update of an editor has touched. All of it runs in a read of the editor. */
import type { EditorState, ElementNode, LexicalNode, NodeKey } from "lexical";
import { $getNodeByKey, $isElementNode } from "lexical";

/** A node as it was before the update. */
export type Previous = (key: NodeKey) => LexicalNode | undefined;

/** Elements whose children may have changed. Lexical says of the root that it has with every key, and the root may have many children. */
export function touchedElements(
  elements: ReadonlyMap<NodeKey, boolean>,
  leaves: ReadonlySet<NodeKey>,
  previous: Previous,
): Set<NodeKey> {
  const touched = new Set<NodeKey>();
  for (const key of [...elements.keys(), ...leaves]) {
    const [node, before] = [$getNodeByKey(key), previous(key)];
    if (node === null) continue;
    // Beside a child that was added, moved or removed there are others that have another sibling now, or the parent has another end.
    const isMoved =
      before?.__parent !== node.__parent || before.__prev !== node.__prev || before.__next !== node.__next;
    if ((isMoved || leaves.has(key)) && node.__parent !== null) touched.add(node.__parent);
    if (!$isElementNode(node) || elements.get(key) !== true) continue;
    const isSame =
      key === "root" &&
      $isElementNode(before) &&
      before.__first === node.__first &&
      before.__last === node.__last &&
      before.__size === node.__size;
    if (!isSame) touched.add(key);
  }
  return touched;
}

/** Nodes that are not what they were. */
export function changedKeys(state: EditorState, before: EditorState): NodeKey[] {
  return [...state._nodeMap].flatMap(([key, node]) => (before._nodeMap.get(key) === node ? [] : [key]));
}

/** An element and all elements in it. */
export function allElements(element: ElementNode, found = new Set<NodeKey>()): Set<NodeKey> {
  found.add(element.getKey());
  for (const child of element.getChildren()) if ($isElementNode(child)) allElements(child, found);
  return found;
}
