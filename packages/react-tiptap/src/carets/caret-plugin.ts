/**
 * The carets and selections of others in the text. A caret is kept by Yjs as a relative position, so it stays between its letters
 * whatever others write.
 *
 * A key of this user moves what is shown with the text, without looking at anyone's state. When another user writes, the document is
 * replaced as a whole, and what is shown is found again by the relative positions.
 */
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { EditorView } from "@tiptap/pm/view";
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from "@tiptap/y-tiptap";
import { checkedColor, colorFor, readableOn } from "@weft/react-ui/text-editor";
import type { Awareness } from "@weft/yjs";
import * as Y from "yjs";

type ProsemirrorMapping = Parameters<typeof absolutePositionToRelativePosition>[2];

const key = new PluginKey<DecorationSet>("weftCarets");

/** What `y-tiptap` knows of the document that it has bound. */
interface Binding {
  readonly type: Y.XmlFragment;
  readonly doc: Y.Doc;
  readonly snapshot: unknown;
  readonly prevSnapshot: unknown;
  readonly isChangeOrigin: boolean;
  readonly binding: { readonly mapping: ProsemirrorMapping } | undefined;
}

/** Where the document that an editor shows is bound to Yjs, if it is. */
export function boundTo(state: EditorState): Binding | undefined {
  return ySyncPluginKey.getState(state) as Binding | undefined;
}

/** A position of the text that moves with it, as JSON of Yjs. */
export function relativePosition(state: EditorState, position: number): object | undefined {
  const bound = boundTo(state);
  if (bound?.binding === undefined) return undefined;
  const found = absolutePositionToRelativePosition(position, bound.type, bound.binding.mapping) as Y.RelativePosition;
  return Y.relativePositionToJSON(found) as object;
}

/** Where a relative position is now; undefined if it is in no text of this editor, or is none. */
export function absolutePosition(state: EditorState, position: unknown): number | undefined {
  const bound = boundTo(state);
  if (bound?.binding === undefined || typeof position !== "object" || position === null) return undefined;
  // What other clients send may be anything.
  try {
    const { doc, type, binding } = bound;
    const relative = Y.createRelativePositionFromJSON(position);
    const found = relativePositionToAbsolutePosition(doc, type, relative, binding.mapping);
    return found === null ? undefined : Math.min(Math.max(found, 0), state.doc.content.size);
  } catch {
    return undefined;
  }
}

/** Shows carets of others by awareness, and tells others where this user's is while the editor has the focus. */
export function caretPlugin(awareness: Awareness): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, shown, _, state) {
        if (isOfOthers(transaction, state)) return decorations(state, awareness);
        return transaction.docChanged ? shown.map(transaction.mapping, transaction.doc) : shown;
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => new CaretView(view, awareness),
  });
}

function isOfOthers(transaction: Transaction, state: EditorState): boolean {
  return transaction.getMeta(key) !== undefined || (transaction.docChanged && boundTo(state)?.isChangeOrigin === true);
}

/** Publishes this user's caret, and has the others' shown when they move. */
class CaretView {
  readonly #awareness: Awareness;
  readonly #view: EditorView;
  #published = "null";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, awareness: Awareness) {
    this.#view = view;
    this.#awareness = awareness;
    awareness.on("change", this.#moved);
    view.dom.addEventListener("focusin", this.#publish);
    view.dom.addEventListener("focusout", this.#publish);
    this.#showSoon();
    this.#publish();
  }

  update(view: EditorView, before: EditorState): void {
    if (!view.state.selection.eq(before.selection) || view.state.doc !== before.doc) this.#publish();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#awareness.off("change", this.#moved);
    this.#view.dom.removeEventListener("focusin", this.#publish);
    this.#view.dom.removeEventListener("focusout", this.#publish);
    this.#set(null);
  }

  readonly #publish = (): void => {
    const { state } = this.#view;
    if (!this.#view.hasFocus()) return this.#set(null);
    const { anchor, head } = state.selection;
    const position = relativePosition(state, anchor);
    if (position === undefined) return;
    this.#set({ anchor: position, head: head === anchor ? position : relativePosition(state, head) });
  };

  /** Only what changes is sent. A caret of another editor of this page is left alone. */
  #set(caret: object | null): void {
    const text = JSON.stringify(caret);
    if (text === this.#published) return;
    this.#published = text;
    this.#awareness.setLocalStateField("cursor", JSON.parse(text));
  }

  readonly #moved = (_: unknown, origin: "local" | "presence"): void => {
    if (origin === "presence") this.#showSoon();
  };

  /** Not at once: changes arrive while the view is being updated, and many together. */
  #showSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!this.#view.isDestroyed) this.#view.dispatch(this.#view.state.tr.setMeta(key, "moved"));
    }, 0);
  }
}

function decorations(state: EditorState, awareness: Awareness): DecorationSet {
  const bound = boundTo(state);
  // While an earlier version is shown, positions mean nothing.
  if (bound === undefined || (bound.snapshot ?? bound.prevSnapshot ?? null) !== null) return DecorationSet.empty;
  const shown: Decoration[] = [];
  for (const [clientId, { cursor, user }] of awareness.getStates()) {
    if (clientId === awareness.clientID || typeof cursor !== "object" || cursor === null) continue;
    const { anchor, head } = cursor as { readonly anchor?: unknown; readonly head?: unknown };
    const [from, to] = [absolutePosition(state, anchor), absolutePosition(state, head)];
    if (from === undefined || to === undefined) continue;
    const { name, color } = shownUser(user, clientId);
    shown.push(
      // The key is new where a caret would look different: others are moved, and not made again.
      Decoration.widget(to, () => caretElement(name, color), { key: `${clientId} ${color} ${name}`, side: 10 }),
    );
    if (from !== to)
      shown.push(
        Decoration.inline(Math.min(from, to), Math.max(from, to), {
          class: "lb-root lb-tiptap-caret-selection",
          style: `--lb-caret-color: ${color}`,
        }),
      );
  }
  return DecorationSet.create(state.doc, shown);
}

function shownUser(user: unknown, clientId: number): { readonly name: string; readonly color: string } {
  const { name, color } = (typeof user === "object" && user !== null ? user : {}) as Readonly<Record<string, unknown>>;
  return {
    name: typeof name === "string" ? name.slice(0, 80) : "",
    color: checkedColor(color) ?? colorFor(String(clientId)),
  };
}

function caretElement(name: string, color: string): HTMLElement {
  const caret = document.createElement("span");
  caret.className = "lb-root lb-tiptap-caret collaboration-carets__caret";
  caret.style.setProperty("--lb-caret-color", color);
  // Of colors by name, the style sheet decides.
  if (color.startsWith("#")) caret.style.setProperty("--lb-caret-foreground", readableOn(color));
  if (name === "") return caret;
  const label = document.createElement("span");
  label.className = "lb-tiptap-caret-label collaboration-carets__label";
  label.dir = "auto";
  label.textContent = name;
  caret.append(label);
  return caret;
}
