import { Fragment } from "prosemirror-model";
import type { Node, Schema } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import type { Transaction } from "prosemirror-state";
import type { MarkdownSerializer } from "prosemirror-markdown";
import type { Doc } from "yjs";
import { initProseMirrorDoc, updateYFragment } from "y-prosemirror";
import { defaultSchema } from "./default-schema.ts";
import { documentOfHtml, htmlOfDocument } from "./document-html.ts";
import { documentMarkdown } from "./document-markdown.ts";
import { textOfDocument } from "./document-text.ts";
import type { TextOptions } from "./document-text.ts";
import { ProsemirrorReplica } from "./prosemirror-replica.ts";
import type { ProsemirrorClient } from "./prosemirror-replica.ts";
import { checkSchema } from "./schema-fit.ts";

/** Which document is read and changed. */
export interface ProsemirrorDocumentOptions {
  readonly roomId: string;
  readonly client: ProsemirrorClient;
  /** The schema of the editor. Unless given, that of Tiptap's StarterKit with mentions and comments. */
  readonly schema?: Schema;
  /** The root of the document in the room; `default` unless given, as editors have it. */
  readonly field?: string;
}

/** Reads and changes a document. Reading functions show the copy that was last loaded or changed. */
export interface ProsemirrorDocumentApi {
  /** Loads what others have changed meanwhile. */
  readonly refresh: () => Promise<void>;
  /**
   * Applies a transaction, and resolves when the server has kept it. It rejects if the server did not acknowledge it; the document
   * is then as it was before.
   */
  readonly update: (modifyFn: (doc: Node, tr: Transaction) => Transaction) => Promise<void>;
  /**
   * Replaces the document by JSON of a document or of a block, by HTML, or by text. Null clears it. Parts that stay the same are not
   * written again.
   */
  readonly setContent: (content: null | object | string) => Promise<void>;
  /** Removes everything from the document. */
  readonly clearContent: () => Promise<void>;
  /** The text of the document. Mentions are no text unless you give a serializer for them. */
  readonly getText: (options?: TextOptions) => string;
  /** The state of ProseMirror. What you apply to it stays with you: `update` changes the document. */
  readonly getEditorState: () => EditorState;
  /** The document as JSON of ProseMirror. */
  readonly toJSON: () => any;
  /** The document as Markdown; of nodes and marks that the serializer does not know, the content. */
  readonly toMarkdown: (serializer?: MarkdownSerializer) => string;
  /** The document as HTML, as the schema writes it. */
  readonly toHTML: () => string;
}

/**
 * Loads the document of a room, calls your function with it, and answers what the function answers. Changes are merged with those that
 * users make at the same time.
 *
 * @example
 * const client = new Weft({ secret: process.env.WEFT_SECRET_KEY, baseUrl: "https://weft.example.com" });
 * await withProsemirrorDocument({ client, roomId: "notes" }, async (document) => {
 *   await document.update((_doc, transaction) => transaction.insertText("Draft: ", 1));
 *   return document.toMarkdown();
 * });
 */
export async function withProsemirrorDocument<T>(
  options: ProsemirrorDocumentOptions,
  callback: (api: ProsemirrorDocumentApi) => Promise<T> | T,
): Promise<T> {
  const document = new RoomDocument(options);
  await document.refresh();
  return await callback(document.api());
}

class RoomDocument {
  readonly #schema: Schema;
  readonly #field: string;
  readonly #replica: ProsemirrorReplica;
  #state: EditorState;

  constructor({ client, roomId, schema = defaultSchema, field = "default" }: ProsemirrorDocumentOptions) {
    this.#schema = schema;
    this.#field = field;
    this.#replica = new ProsemirrorReplica(client, roomId);
    this.#state = this.#stateOf(schema.topNodeType.create());
  }

  api(): ProsemirrorDocumentApi {
    return {
      refresh: () => this.refresh(),
      update: (modify) => this.#change((state) => state.apply(modify(state.doc, state.tr)).doc),
      setContent: (content) => this.#change(() => this.#documentOf(content)),
      clearContent: () => this.#change(() => this.#empty()),
      getText: (options) => textOfDocument(this.#state.doc, options),
      getEditorState: () => this.#state,
      toJSON: () => this.#state.doc.toJSON() as unknown,
      toMarkdown: (serializer = documentMarkdown) => serializer.serialize(this.#state.doc),
      toHTML: () => htmlOfDocument(this.#state.doc),
    };
  }

  async refresh(): Promise<void> {
    await this.#replica.refresh();
    this.#read();
  }

  /** What the binding deletes from a copy because the schema does not admit it stays on the server: this copy is thrown away. */
  #read(): void {
    this.#state = this.#stateOf(this.#open(this.#replica.copy()).doc);
  }

  #open(document: Doc) {
    const fragment = document.getXmlFragment(this.#field);
    checkSchema(fragment, this.#schema);
    return { fragment, ...initProseMirrorDoc(fragment, this.#schema) };
  }

  #stateOf(doc: Node): EditorState {
    return EditorState.create({ schema: this.#schema, doc });
  }

  async #change(next: (state: EditorState) => Node): Promise<void> {
    let before: EditorState | undefined;
    try {
      await this.#replica.change((document) => {
        const { fragment, doc, meta } = this.#open(document);
        const changed = next(this.#stateOf(doc));
        changed.check();
        updateYFragment(document, fragment, changed, meta);
        before = this.#state;
        this.#state = this.#stateOf(changed);
      });
    } catch (error) {
      if (before !== undefined) this.#state = before;
      throw error;
    }
  }

  #documentOf(content: null | object | string): Node {
    if (content === null || content === "") return this.#empty();
    if (typeof content === "string") return documentOfHtml(this.#schema, content);
    const node = this.#nodeOf(content);
    if (node.type === this.#schema.topNodeType) return node;
    return this.#schema.topNodeType.createChecked(null, Fragment.from(node));
  }

  #nodeOf(content: object): Node {
    try {
      return this.#schema.nodeFromJSON(content);
    } catch (error) {
      throw new Error("The content is not JSON of a document of this schema.", { cause: error });
    }
  }

  /** A document without blocks is what a room has before anyone writes. Schemas that need a block get one that is empty. */
  #empty(): Node {
    return this.#schema.topNodeType.createAndFill() ?? this.#schema.topNodeType.create();
  }
}
