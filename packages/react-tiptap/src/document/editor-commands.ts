/**
 * The commands and the storage that the extension adds to an editor. They are beside a type that applications import, as bundlers of
 * declarations leave out modules of which nothing is exported.
 */
import type { WeftYjsProvider } from "@weft/yjs";
import type { AiStorage } from "../ai/ai-extension.ts";
import type { CommentsStorage } from "../comments/comments-extension.ts";

/** What an editor shares of its user with others. */
export interface CaretUser {
  readonly name?: string;
  readonly color?: string;
  readonly [field: string]: unknown;
}

/** What an editor knows of its document, in `editor.storage.weft`. */
export interface WeftStorage {
  readonly field: string;
  readonly provider: WeftYjsProvider;
}

declare module "@tiptap/core" {
  interface Storage {
    weft: WeftStorage;
    weftComments: CommentsStorage;
    weftAi: AiStorage;
  }
  interface Commands<ReturnType> {
    weft: {
      /** Changes what others see at this user's caret, such as `{ name: "Ada", color: "#305500" }`. */
      updateUser: (attributes: CaretUser) => ReturnType;
      /** @deprecated The name of `updateUser` in earlier versions of TipTap. */
      user: (attributes: CaretUser) => ReturnType;
    };
    weftComments: {
      /** Marks the selected text as that of a thread. */
      addComment: (id: string) => ReturnType;
      /** Selects a thread, or none. */
      selectThread: (id: string | null) => ReturnType;
      /** Asks for a comment on the selected text: `FloatingComposer` opens. */
      addPendingComment: () => ReturnType;
    };
    weftAi: {
      /** Opens the AI toolbar, and asks at once if there is a prompt. */
      askAi: (prompt?: string) => ReturnType;
      /** Closes the AI toolbar. The text stays as it is. */
      closeAi: () => ReturnType;
    };
  }
}
