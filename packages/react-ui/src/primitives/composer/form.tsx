import { useRoom } from "@weft/react";
import { forwardRef, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { DraftAttachments, isUploading, maxAttachments } from "../../draft/attachments/draft-attachments.ts";
import { CommentEditor } from "../../draft/editor/comment-editor.ts";
import { useUiConfig } from "../../config.tsx";
import { useMergedRefs } from "../../ui/merged-refs.ts";
import { Slot } from "../../ui/slot.tsx";
import { ComposerPartsContext, ComposerStateContext, useAttachmentsState, useEditorState } from "./composer-context.ts";
import { useComposerActions } from "./composer-actions.ts";
import type { ComposerContext, ComposerFormProps } from "./composer-props.ts";
import type { ComposerSubmitEvent } from "./submission.ts";
import { useSubmission } from "./submission.ts";
import { useUnsavedDraft } from "./unsaved-draft.ts";

/**
 * Surrounds the parts of a composer, and sends what is written.
 *
 * @example
 * <Composer.Form onComposerSubmit={({ body }) => send(body)}>
 *   <Composer.Editor />
 *   <Composer.Submit>Send</Composer.Submit>
 * </Composer.Form>
 */
export const ComposerForm = forwardRef<HTMLFormElement, ComposerFormProps>(function ComposerForm(
  {
    onComposerSubmit,
    onSubmit,
    disabled = false,
    defaultAttachments,
    pasteFilesAsAttachments = false,
    blurOnSubmit = true,
    preventUnsavedChanges = true,
    asChild = false,
    children,
    ...props
  },
  ref,
) {
  const room = useRoom({ allowOutsideRoom: true });
  const inputId = useId();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef({ room, pastes: false });

  const [attachments] = useState(() => new DraftAttachments(() => latest.current.room, defaultAttachments));
  const [editor] = useState(
    () =>
      new CommentEditor({
        onSubmit: () => form.current?.requestSubmit(),
        onPasteFiles(files) {
          if (!latest.current.pastes || latest.current.room === null) return false;
          attachments.add(files);
          return true;
        },
      }),
  );
  const { isSubmitting, submit } = useSubmission({ editor, attachments, blurOnSubmit, onSubmit, onComposerSubmit });
  const isDisabled = disabled || isSubmitting;
  useEffect(() => {
    latest.current.room = room;
    latest.current.pastes = pasteFilesAsAttachments && !isDisabled;
  });
  const text = useEditorState(editor);
  const draft = useAttachmentsState(attachments);
  const isSettled = draft.attachments.every((attachment) => attachment.type === "attachment");
  const canSubmit = !isDisabled && isSettled && (!text.isEmpty || draft.attachments.length > 0);
  const { preventUnsavedComposerChanges = true } = useUiConfig();
  useUnsavedDraft(
    preventUnsavedChanges &&
      preventUnsavedComposerChanges &&
      (!text.isEmpty || draft.attachments.some((attachment) => isUploading(attachment))),
  );
  // Uploads end with the composer that shows them.
  useEffect(() => () => attachments.abortUploads(), [attachments]);

  const actions = useComposerActions(editor, attachments, form, input);
  const { isFocused, isEmpty, marks } = text;
  const state = useMemo<ComposerContext>(
    () => ({
      ...actions,
      isDisabled,
      canSubmit,
      isFocused,
      isEmpty,
      marks,
      attachments: [...draft.attachments],
    }),
    [actions, isDisabled, canSubmit, isFocused, isEmpty, marks, draft.attachments],
  );
  const parts = useMemo(
    () => ({ editor, attachments, isDisabled, canAttach: room !== null }),
    [editor, attachments, isDisabled, room],
  );
  const addChosen = useCallback(
    (chosen: HTMLInputElement) => {
      attachments.add([...(chosen.files ?? [])]);
      // The same file can be chosen again after it was removed.
      chosen.value = "";
    },
    [attachments],
  );
  const merged = useMergedRefs(ref, form);
  const Form = asChild ? Slot : "form";
  return (
    <ComposerPartsContext.Provider value={parts}>
      <ComposerStateContext.Provider value={state}>
        <Form {...props} onSubmit={(event: ComposerSubmitEvent) => submit(event, canSubmit)} ref={merged}>
          {children}
        </Form>
        <input
          ref={input}
          id={inputId}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          disabled={isDisabled || draft.attachments.length >= maxAttachments}
          onChange={(event) => addChosen(event.target)}
        />
      </ComposerStateContext.Provider>
    </ComposerPartsContext.Provider>
  );
});
