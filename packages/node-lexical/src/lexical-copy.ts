/**
 * A Yjs document that is bound to an editor without a page. What the server sends goes to the editor, and what the editor changes is
 * kept until the server has it.
 */
import { createHeadlessEditor } from "@lexical/headless";
import { createBinding, syncLexicalUpdateToYjs, syncYjsChangesToLexical } from "@lexical/yjs";
import type { Provider } from "@lexical/yjs";
import { LineBreakNode, ParagraphNode, RootNode, TabNode, TextNode } from "lexical";
import type { Klass, LexicalEditor, LexicalNode, LexicalNodeReplacement } from "lexical";
import * as Y from "yjs";
import { GroupMentionNode, MentionNode, ThreadMarkNode } from "./editor-nodes.ts";

/** Node types of an editor, or what is used in place of others. */
export type EditorNodes = readonly (Klass<LexicalNode> | LexicalNodeReplacement)[];

const withMembers: readonly Klass<LexicalNode>[] = [ThreadMarkNode, MentionNode, GroupMentionNode];
const ofLexical: readonly Klass<LexicalNode>[] = [RootNode, TextNode, LineBreakNode, TabNode, ParagraphNode];

const nothing = () => {};
/** There are no carets here. */
const provider: Provider = {
  awareness: {
    getLocalState: () => null,
    getStates: () => new Map(),
    on: nothing,
    off: nothing,
    setLocalState: nothing,
    setLocalStateField: nothing,
  },
  connect: nothing,
  disconnect: nothing,
  on: nothing,
  off: nothing,
};

const fromServer = Symbol("from the server");

/** The copy of a document with its editor. */
export class LexicalCopy {
  readonly editor: LexicalEditor;
  readonly #document = new Y.Doc();
  readonly #types: ReadonlySet<string>;
  /** What the editor has changed and the server does not have. */
  #unsent: Uint8Array[] = [];
  #error: Error | undefined;

  constructor(nodes: EditorNodes) {
    const given = nodes.map((node) => (typeof node === "function" ? node : (node.withKlass ?? node.replace)));
    const givenTypes = new Set(given.map((node) => node.getType()));
    const ours = withMembers.filter((node) => !givenTypes.has(node.getType()));
    this.#types = new Set([...givenTypes, ...[...ours, ...ofLexical].map((node) => node.getType())]);
    this.editor = createHeadlessEditor({
      namespace: "weft",
      nodes: [...nodes, ...ours],
      onError: (error) => void (this.#error ??= error),
    });
    const binding = createBinding(this.editor, provider, "root", this.#document, new Map([["root", this.#document]]));
    this.#root().observeDeep((events, transaction) => {
      if (transaction.origin === binding) return;
      syncYjsChangesToLexical(binding, provider, events as never, false, nothing);
    });
    this.editor.registerUpdateListener(
      ({ prevEditorState, editorState, dirtyElements, dirtyLeaves, normalizedNodes, tags }) => {
        if (tags.has("skip-collab")) return;
        const changed = [dirtyElements, dirtyLeaves, normalizedNodes, tags] as const;
        syncLexicalUpdateToYjs(binding, provider, prevEditorState, editorState, ...changed);
      },
    );
    this.#document.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== fromServer) this.#unsent.push(update);
    });
  }

  #root(): Y.XmlText {
    return this.#document.get("root", Y.XmlText);
  }

  /** Merges what the server has. A document with nodes that the editor does not know is refused. */
  receive(update: Uint8Array): void {
    const received = new Y.Doc();
    Y.applyUpdate(received, update);
    const unknown = new Set([...typesOf(received.get("root", Y.XmlText))].filter((type) => !this.#types.has(type)));
    if (unknown.size > 0)
      throw new Error(
        `The document has nodes of the types ${[...unknown].toSorted().join(", ")}. Pass the nodes of your editor as \`nodes\`: nothing was changed.`,
      );
    Y.applyUpdate(this.#document, update, fromServer);
    this.#settle();
  }

  /** Runs a function of Lexical's. Throws what it throws. */
  change(modify: () => void): void {
    this.editor.update(modify, { discrete: true });
    this.#settle();
  }

  /** What the server does not have; undefined if it has everything. */
  unsent(): Uint8Array | undefined {
    return this.#unsent.length === 0 ? undefined : Y.mergeUpdates(this.#unsent);
  }

  /** The server has everything. */
  sent(): void {
    this.#unsent = [];
  }

  /** Everything that is pending in the editor is done at once. */
  #settle(): void {
    this.editor.update(nothing, { discrete: true });
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
  }
}

/** The types of all nodes in a document. */
function* typesOf(parent: Y.XmlText): Generator<string> {
  for (const { insert } of parent.toDelta() as readonly { readonly insert?: unknown }[]) {
    const type: unknown =
      insert instanceof Y.Map
        ? insert.get("__type")
        : insert instanceof Y.XmlText || insert instanceof Y.XmlElement
          ? (insert.getAttribute("__type") as unknown)
          : undefined;
    if (typeof type === "string") yield type;
    if (insert instanceof Y.XmlText) yield* typesOf(insert);
  }
}
