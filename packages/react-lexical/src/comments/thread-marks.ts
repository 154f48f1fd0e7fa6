/** Which text of an editor has which threads, kept up to date by what changes, and which of them the user is at. */
import type { LexicalEditor, NodeKey } from "lexical";
import { $getNodeByKey, $getSelection, $isRangeSelection } from "lexical";
import { $isThreadMarkNode, $threadIdsAt, EditorThreadMarkNode } from "../nodes/thread-mark-node.ts";

const none: readonly string[] = [];

/** The marks of threads in an editor. */
export class MarkedThreads {
  readonly #editor: LexicalEditor;
  readonly #keysOf = new Map<string, Set<NodeKey>>();
  readonly #idsOf = new Map<NodeKey, readonly string[]>();
  readonly #listeners = new Set<() => void>();
  #atCaret: readonly string[] = none;
  #chosen: string | undefined;
  #active: readonly string[] = none;
  #hovered: string | undefined;
  /** Threads that are open. Marks of others are as plain as text. Undefined until it is known. */
  #open: ReadonlySet<string> | undefined;
  #version = 0;

  constructor(editor: LexicalEditor) {
    this.#editor = editor;
  }

  /** Follows the editor until the returned function is called. */
  attach(): () => void {
    const editor = this.#editor;
    const stops = [
      editor.registerMutationListener(EditorThreadMarkNode, (mutations) => this.#mutated(mutations), {
        skipInitialization: false,
      }),
      editor.registerUpdateListener(({ editorState, prevEditorState }) => {
        const before = prevEditorState._selection;
        const after = editorState._selection;
        const isMoved = before === null || after === null ? before !== after : !after.is(before);
        editorState.read(() => this.#selected(isMoved));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#keysOf.clear();
      this.#idsOf.clear();
      this.#changed();
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Threads that the user is at, that of the innermost mark first: by the caret, or because one was chosen. */
  get active(): readonly string[] {
    return this.#active;
  }

  /** Counts changes of marks. */
  get version(): number {
    return this.#version;
  }

  /** Whether the text has any marks. */
  get isEmpty(): boolean {
    return this.#idsOf.size === 0;
  }

  /** The elements that show the text of a thread, in the order of the document. */
  elementsOf(threadId: string): HTMLElement[] {
    const elements = [...(this.#keysOf.get(threadId) ?? [])].flatMap((key) => this.#editor.getElementByKey(key) ?? []);
    return elements.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  }

  /** Makes a thread active until the caret moves, for example when it is clicked in a list. */
  choose(threadId: string | undefined): void {
    this.#chosen = threadId;
    this.#updateActive();
  }

  /** Shows the text of a thread as if the pointer were on it. */
  hover(threadId: string | undefined): void {
    const changed = [this.#hovered, threadId];
    this.#hovered = threadId;
    this.#paintThreads(changed);
  }

  /** Says which threads are open: neither resolved nor deleted. */
  setOpen(ids: ReadonlySet<string> | undefined): void {
    this.#open = ids;
    for (const key of this.#idsOf.keys()) this.#paint(key);
  }

  #mutated(mutations: ReadonlyMap<NodeKey, "created" | "updated" | "destroyed">): void {
    this.#editor.getEditorState().read(() => {
      for (const [key, mutation] of mutations) {
        for (const id of this.#idsOf.get(key) ?? none) {
          const keys = this.#keysOf.get(id);
          keys?.delete(key);
          if (keys?.size === 0) this.#keysOf.delete(id);
        }
        this.#idsOf.delete(key);
        const node = mutation === "destroyed" ? null : $getNodeByKey(key);
        if (!$isThreadMarkNode(node)) continue;
        const ids = node.getIds();
        this.#idsOf.set(key, ids);
        for (const id of ids) this.#keysOf.set(id, (this.#keysOf.get(id) ?? new Set()).add(key));
        this.#paint(key);
      }
    });
    this.#changed();
  }

  #selected(isMoved: boolean): void {
    const selection = $getSelection();
    const node = $isRangeSelection(selection) ? selection.anchor.getNode() : null;
    const ids = $threadIdsAt(node);
    this.#atCaret = ids.length === 0 ? none : ids;
    if (isMoved) this.#chosen = undefined;
    this.#updateActive();
  }

  #updateActive(): void {
    const next = this.#chosen === undefined ? this.#atCaret : [this.#chosen];
    const before = this.#active;
    if (next.length === before.length && next.every((id, at) => id === before[at])) return;
    this.#active = next;
    this.#paintThreads([...before, ...next]);
    this.#changed();
  }

  #paintThreads(ids: readonly (string | undefined)[]): void {
    for (const id of new Set(ids)) if (id !== undefined) for (const key of this.#keysOf.get(id) ?? []) this.#paint(key);
  }

  #paint(key: NodeKey): void {
    const element = this.#editor.getElementByKey(key);
    const ids = this.#idsOf.get(key) ?? none;
    if (element === null) return;
    const isActive = ids.some((id) => this.#active.includes(id));
    element.classList.toggle("lb-lexical-thread-mark-selected", isActive);
    element.dataset["state"] = isActive ? "active" : "inactive";
    element.toggleAttribute("data-hovered", this.#hovered !== undefined && ids.includes(this.#hovered));
    element.toggleAttribute("data-resolved", this.#open !== undefined && !ids.some((id) => this.#open?.has(id)));
  }

  #changed(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}
