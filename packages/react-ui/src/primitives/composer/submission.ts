import { useRef, useState } from "react";
import type { DraftAttachments } from "../../draft/attachments/draft-attachments.ts";
import type { CommentEditor } from "../../draft/editor/comment-editor.ts";
import type { ComposerFormProps } from "./composer-props.ts";

export type ComposerSubmitEvent = Parameters<NonNullable<ComposerFormProps["onSubmit"]>>[0];

interface SubmissionOptions extends Pick<ComposerFormProps, "onSubmit" | "onComposerSubmit" | "blurOnSubmit"> {
  readonly editor: CommentEditor;
  readonly attachments: DraftAttachments;
}

/** Sends drafts. While one is being sent, no other is. */
export function useSubmission(options: SubmissionOptions) {
  const { editor, attachments, blurOnSubmit, onSubmit, onComposerSubmit } = options;
  const [isSubmitting, setSubmitting] = useState(false);
  // Two events may come before React has rendered.
  const isSending = useRef(false);

  const sent = () => {
    editor.clear();
    attachments.clear();
    if (blurOnSubmit === true) editor.blur();
  };
  const wait = async (sending: Promise<void>) => {
    isSending.current = true;
    setSubmitting(true);
    try {
      await sending;
      sent();
    } catch (error) {
      // The draft stays, and the failure is one of the page.
      reportError(error);
    } finally {
      isSending.current = false;
      setSubmitting(false);
    }
  };
  const submit = (event: ComposerSubmitEvent, canSubmit: boolean) => {
    onSubmit?.(event);
    if (event.isDefaultPrevented()) return;
    if (!canSubmit || isSending.current) return event.preventDefault();
    const comment = { body: editor.getBody(), attachments: [...attachments.uploaded] };
    let sending: Promise<void> | void;
    try {
      // It can see whether the default was prevented before.
      sending = onComposerSubmit?.(comment, event);
    } finally {
      event.preventDefault();
    }
    if (sending === undefined) sent();
    else void wait(sending);
  };
  return { isSubmitting, submit };
}
