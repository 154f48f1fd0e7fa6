/** The node of commented text. Its type and properties are those in the documents of editors with comments. */
import type { EditorConfig, LexicalNode, NodeKey, RangeSelection, SerializedElementNode, Spread } from "lexical";
import { $isElementNode, $isTextNode, ElementNode } from "lexical";
import type { TextNode } from "lexical";

/** JSON of commented text. */
export type SerializedEditorThreadMark = Spread<{ ids: string[] }, SerializedElementNode>;

/** Text with comments: the ids of their threads. Marks of threads that overlap are within each other. */
export class EditorThreadMarkNode extends ElementNode {
  __ids: string[];

  constructor(ids: readonly string[] = [], key?: NodeKey) {
    super(key);
    this.__ids = [...ids];
  }

  static override getType(): string {
    return "lb-thread-mark";
  }

  static override clone(node: EditorThreadMarkNode): EditorThreadMarkNode {
    return new EditorThreadMarkNode(node.__ids, node.__key);
  }

  static override importJSON(json: SerializedEditorThreadMark): EditorThreadMarkNode {
    return new EditorThreadMarkNode(json.ids.filter((id) => typeof id === "string")).updateFromJSON(json);
  }

  override exportJSON(): SerializedEditorThreadMark {
    return { ...super.exportJSON(), ids: [...this.getIds()] };
  }

  /** The ids of the threads. */
  getIds(): readonly string[] {
    return this.getLatest().__ids.filter((id) => typeof id === "string");
  }

  /** Adds a thread. */
  addId(id: string): void {
    if (!this.getIds().includes(id)) this.getWritable().__ids = [...this.getIds(), id];
  }

  override createDOM({ theme }: EditorConfig): HTMLElement {
    const element = document.createElement("mark");
    const { lbThreadMark } = theme as { readonly lbThreadMark?: unknown };
    element.className = `lb-root lb-lexical-thread-mark${typeof lbThreadMark === "string" ? ` ${lbThreadMark}` : ""}`;
    showIds(element, this.getIds());
    return element;
  }

  override updateDOM(_previous: this, element: HTMLElement): boolean {
    showIds(element, this.getIds());
    return false;
  }

  override isInline(): boolean {
    return true;
  }

  override canBeEmpty(): boolean {
    return false;
  }

  override canInsertTextBefore(): boolean {
    return false;
  }

  override canInsertTextAfter(): boolean {
    return false;
  }

  /** Copied text is a copy without the comments, because a thread is at one place. */
  override excludeFromCopy(destination?: "clone" | "html"): boolean {
    return destination === "clone";
  }
}

function showIds(element: HTMLElement, ids: readonly string[]): void {
  element.dataset["lbThreadId"] = ids.join(" ");
}

/** Whether a node is text with comments. */
export function $isThreadMarkNode(node: LexicalNode | null | undefined): node is EditorThreadMarkNode {
  return node instanceof EditorThreadMarkNode;
}

/** The ids of the threads at a node, those of the innermost mark first. */
export function $threadIdsAt(node: LexicalNode | null): string[] {
  const ids: string[] = [];
  for (let at = node; at !== null; at = at.getParent()) if ($isThreadMarkNode(at)) ids.push(...at.getIds());
  return [...new Set(ids)];
}

/** Marks the selected text with a thread. Text that has other threads has both. Returns whether there was any. */
export function $markSelection(selection: RangeSelection, threadId: string): boolean {
  const selected = slices(selection);
  let current: EditorThreadMarkNode | undefined;
  for (const slice of selected) {
    const parent = slice.getParent();
    if ($isThreadMarkNode(parent) && parent !== current && isCovered(parent, selected)) {
      parent.addId(threadId);
      continue;
    }
    if ($isThreadMarkNode(parent) && parent.getIds().includes(threadId)) continue;
    if (current === undefined || current.getNextSibling() !== slice) {
      current = new EditorThreadMarkNode([threadId]);
      slice.insertBefore(current, false);
    }
    current.append(slice);
  }
  return selected.length > 0;
}

const isCovered = (mark: EditorThreadMarkNode, selected: readonly TextNode[]): boolean =>
  mark.getChildren().every((child) => $isTextNode(child) && selected.some((each) => each.is(child)));

/** The text nodes that are selected, divided where the selection begins and ends. */
function slices(selection: RangeSelection): TextNode[] {
  const [start, end] = selection.isBackward()
    ? [selection.focus, selection.anchor]
    : [selection.anchor, selection.focus];
  const [first, last] = [start, end].map(({ key, offset, type }) => ({ key, offset, type }));
  const found: TextNode[] = [];
  for (const node of selection.getNodes()) {
    if (!$isTextNode(node) || node.getTextContentSize() === 0) continue;
    const size = node.getTextContentSize();
    const from = node.getKey() === first?.key && first.type === "text" ? first.offset : 0;
    const to = node.getKey() === last?.key && last.type === "text" ? last.offset : size;
    if (from >= to) continue;
    const parts = node.splitText(...[from, to].filter((at) => at > 0 && at < size));
    const part = from > 0 ? parts[1] : parts[0];
    if (part !== undefined) found.push(part);
  }
  return found;
}

/** Removes threads from all marks that have them, and marks that have none left. */
export function $removeThread(marks: Iterable<LexicalNode | null>, threadId: string): void {
  for (const mark of marks) {
    if (!$isThreadMarkNode(mark)) continue;
    const rest = mark.getIds().filter((id) => id !== threadId);
    if (rest.length > 0) mark.getWritable().__ids = rest;
    else {
      for (const child of mark.getChildren()) mark.insertBefore(child, false);
      if ($isElementNode(mark)) mark.remove(true);
    }
  }
}
