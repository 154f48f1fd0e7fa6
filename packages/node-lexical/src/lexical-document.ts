import { $convertToMarkdownString, TRANSFORMERS } from "@lexical/markdown";
import type { Transformer } from "@lexical/markdown";
import type { Weft } from "@weft/node";
import { $getRoot } from "lexical";
import type { EditorState, LexicalEditor, SerializedEditorState } from "lexical";
import { mergeUpdates } from "yjs";
import { LexicalCopy } from "./lexical-copy.ts";
import type { EditorNodes } from "./lexical-copy.ts";
import { htmlOfEditor } from "./lexical-html.ts";

/** The calls of `@weft/node` that read and change documents. */
export type LexicalClient = Pick<Weft, "getYjsDocumentAsBinaryUpdate" | "sendYjsBinaryUpdate">;

/** Which document is read and changed. */
export interface LexicalDocumentOptions {
  readonly roomId: string;
  readonly client: LexicalClient;
  /** The nodes of the editor, beyond those of Lexical itself and those of comments and mentions. */
  readonly nodes?: EditorNodes;
}

/** Reads and changes a document. Reading functions show the copy that was last loaded or changed. */
export interface LexicalDocumentApi {
  /** Loads what others have changed meanwhile. */
  readonly refresh: () => Promise<void>;
  /**
   * Runs a function with Lexical's functions whose names begin with `$`, and resolves when the server has kept what it changed. It
   * rejects if the server did not acknowledge it; the document is then as it was before, in another editor.
   */
  readonly update: (modifyFn: () => void) => Promise<void>;
  /** The text of the document. Mentions are ids behind an `@`. */
  readonly getTextContent: () => string;
  readonly getEditorState: () => EditorState;
  /** The editor, which has no page. What you change by it is sent with the next `update`. */
  readonly getLexicalEditor: () => LexicalEditor;
  /** The document as JSON of Lexical. */
  readonly toJSON: () => SerializedEditorState;
  /** The document as Markdown, by Lexical's transformers unless you give others. */
  readonly toMarkdown: (transformers?: Transformer[]) => string;
  /** The document as HTML, as its nodes write it. */
  readonly toHTML: () => string;
}

/**
 * Loads the document of a room, calls your function with it, and answers what the function answers. Changes are merged with those that
 * users make at the same time.
 *
 * @example
 * const client = new Weft({ secret: process.env.WEFT_SECRET_KEY, baseUrl: "https://weft.example.com" });
 * await withLexicalDocument({ client, roomId: "notes" }, async (document) => {
 *   await document.update(() => $getRoot().append($createParagraphNode().append($createTextNode("Agenda"))));
 *   return document.toMarkdown();
 * });
 */
export async function withLexicalDocument<T>(
  options: LexicalDocumentOptions,
  callback: (api: LexicalDocumentApi) => Promise<T> | T,
): Promise<T> {
  const document = new LexicalRoomDocument(options);
  await document.refresh();
  return await callback(document.api());
}

class LexicalRoomDocument {
  readonly #client: LexicalClient;
  readonly #roomId: string;
  readonly #nodes: EditorNodes;
  #copy: LexicalCopy;
  /** What the server had last, and what it has kept since. */
  #kept: Uint8Array | undefined;
  #last: Promise<unknown> | undefined;

  constructor({ client, roomId, nodes = [] }: LexicalDocumentOptions) {
    this.#client = client;
    this.#roomId = roomId;
    this.#nodes = nodes;
    this.#copy = new LexicalCopy(nodes);
  }

  api(): LexicalDocumentApi {
    const state = () => this.#copy.editor.getEditorState();
    return {
      refresh: () => this.refresh(),
      update: (modify) => this.#update(modify),
      getTextContent: () => state().read(() => $getRoot().getTextContent()),
      getEditorState: state,
      getLexicalEditor: () => this.#copy.editor,
      toJSON: () => state().toJSON(),
      toMarkdown: (transformers = TRANSFORMERS) => state().read(() => $convertToMarkdownString(transformers)),
      toHTML: () => htmlOfEditor(this.#copy.editor),
    };
  }

  refresh(): Promise<void> {
    return this.#inOrder(async () => {
      const update = new Uint8Array(await this.#client.getYjsDocumentAsBinaryUpdate(this.#roomId));
      this.#copy.receive(update);
      this.#kept = update;
    });
  }

  #update(modify: () => void): Promise<void> {
    return this.#inOrder(async () => {
      try {
        this.#copy.change(modify);
        const update = this.#copy.unsent();
        if (update === undefined) return;
        await this.#client.sendYjsBinaryUpdate(this.#roomId, update);
        this.#copy.sent();
        this.#kept = this.#kept === undefined ? update : mergeUpdates([this.#kept, update]);
      } catch (error) {
        this.#copy = new LexicalCopy(this.#nodes);
        if (this.#kept !== undefined) this.#copy.receive(this.#kept);
        throw error;
      }
    });
  }

  /** Runs at once if nothing else runs, so that a change can be read before it is kept. */
  async #inOrder(task: () => Promise<void>): Promise<void> {
    const previous = this.#last;
    const mine = previous === undefined ? task() : previous.then(task, task);
    this.#last = mine;
    try {
      await mine;
    } finally {
      if (this.#last === mine) this.#last = undefined;
    }
  }
}
