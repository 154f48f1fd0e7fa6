import { useRoom } from "@weft/react";
import { forwardRef, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { DraftAttachments, isUploading, maxAttachments } from "../../composer/attachments/draft-attachments.ts";
import { CommentEditor } from "../../composer/editor/comment-editor.ts";
import { useUiConfig } from "../../config.tsx";
import { useMergedRefs } from "../../ui/merged-refs.ts";
import { Slot } from "../../ui/slot.tsx";
import { ComposerPartsContext, ComposerStateContext, useAttachmentsState, useEditorState } from "./composer-context.ts";
import type { ComposerContext, ComposerFormProps } from "./composer-props.ts";
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
  const [isSubmitting, setSubmitting] = useState(false);
  const isDisabled = disabled || isSubmitting;
  const latest = useRef({ room, pastes: false, isSubmitting: false });
  useEffect(() => {
    latest.current.room = room;
    latest.current.pastes = pasteFilesAsAttachments && !isDisabled;
  });

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
  // Uploads that nobody waits for any more.
  useEffect(() => () => attachments.abortUploads(), [attachments]);

  const submit = (event: Parameters<NonNullable<typeof onSubmit>>[0]) => {
    onSubmit?.(event);
    if (event.isDefaultPrevented()) return;
    if (!canSubmit || latest.current.isSubmitting) return event.preventDefault();
    const comment = { body: editor.getBody(), attachments: [...attachments.uploaded] };
    let sent: Promise<void> | void;
    try {
      sent = onComposerSubmit?.(comment, event);
    } finally {
      event.preventDefault();
    }
    const done = () => {
      editor.clear();
      attachments.clear();
      if (blurOnSubmit) editor.blur();
    };
    if (sent === undefined) return done();
    const settle = () => {
      latest.current.isSubmitting = false;
      setSubmitting(false);
    };
    latest.current.isSubmitting = true;
    setSubmitting(true);
    // After a failure, which is reported as an error of the page, the draft stays.
    void sent.then(done, (error: unknown) => reportError(error)).finally(settle);
  };

  const [actions] = useState(() => ({
    submit: () => form.current?.requestSubmit(),
    clear() {
      editor.clear();
      attachments.clear();
    },
    select: () => editor.selectAll(),
    focus: () => editor.focus(),
    blur: () => editor.blur(),
    toggleMark: (mark: Parameters<ComposerContext["toggleMark"]>[0]) => editor.toggleMark(mark),
    createMention: () => editor.beginMention(),
    insertText: (inserted: string) => editor.insertText(inserted),
    attachFiles: () => input.current?.click(),
    removeAttachment: (id: string) => attachments.remove(id),
  }));
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
        <Form {...props} onSubmit={submit} ref={merged}>
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
