import { createContext, useContext, useSyncExternalStore } from "react";
import type { DraftAttachments, DraftAttachmentsState } from "../../draft/attachments/draft-attachments.ts";
import type { CommentEditor, EditorState } from "../../draft/editor/comment-editor.ts";
import type { ComposerContext } from "./composer-props.ts";

/** What a form shares with its parts. */
export interface ComposerParts {
  readonly editor: CommentEditor;
  readonly attachments: DraftAttachments;
  readonly isDisabled: boolean;
  /** Whether files can be attached: there is a room to upload them to. */
  readonly canAttach: boolean;
}

export const ComposerPartsContext = createContext<ComposerParts | null>(null);
export const ComposerStateContext = createContext<ComposerContext | null>(null);

export function useComposerParts(): ComposerParts {
  const parts = useContext(ComposerPartsContext);
  if (parts === null) throw new Error("This component is a part of a composer: put a Composer.Form around it.");
  return parts;
}

/**
 * The state of the composer around a component, and what can be done to it.
 *
 * @example
 * const { isEmpty, submit } = useComposer();
 */
export function useComposer(): ComposerContext {
  const state = useContext(ComposerStateContext);
  if (state === null)
    throw new Error("useComposer is of the components in a Composer.Form: put one around this component.");
  return state;
}

export function useEditorState(editor: CommentEditor): EditorState {
  return useSyncExternalStore(
    (listener) => editor.subscribe(listener),
    () => editor.state,
    () => editor.state,
  );
}

export function useAttachmentsState(attachments: DraftAttachments): DraftAttachmentsState {
  return useSyncExternalStore(
    (listener) => attachments.subscribe(listener),
    () => attachments.state,
    () => attachments.state,
  );
}
