"use client";
import type { CommentAttachment, CommentBody, ThreadVisibility } from "@weft/client";
import { useCreateComment, useCreateThread, useEditComment } from "@weft/react";
import type {
  ComponentPropsWithoutRef,
  FocusEvent,
  FormEvent,
  MouseEvent,
  ReactElement,
  ReactNode,
  RefAttributes,
} from "react";
import { forwardRef, useState } from "react";
import { useOverrides } from "../config.tsx";
import { EmojiPickerOnDemand } from "../emoji/emoji-picker-on-demand.tsx";
import { Attachment, Emoji, Mention, Send } from "../icon.tsx";
import type { ComposerOverrides, GlobalOverrides } from "../overrides/overrides.ts";
import { useComposer } from "../primitives/composer/composer-context.ts";
import type { ComposerSubmitComment } from "../primitives/composer/composer-props.ts";
import { ComposerAttachFiles, ComposerSubmit, keepFocus } from "../primitives/composer/controls.tsx";
import { ComposerAttachmentsDropArea } from "../primitives/composer/drop-area.tsx";
import { ComposerEditor } from "../primitives/composer/editor.tsx";
import { ComposerForm } from "../primitives/composer/form.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { useControllable } from "../ui/controllable.ts";
import { Popover } from "../ui/popover.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { AttachmentList } from "./attachment-list.tsx";
import { EditorFloatingToolbar, EditorMention, EditorMentionSuggestions } from "./editor-components.tsx";

type NewThread = Parameters<ReturnType<typeof useCreateThread>>[0];
type NewComment = Parameters<ReturnType<typeof useCreateComment>>[0];
type CommentEdit = Parameters<ReturnType<typeof useEditComment>>[0];

/** Begins a thread. */
interface ThreadComposerProps<TM, CM> {
  readonly threadId?: never;
  readonly commentId?: never;
  readonly metadata?: TM;
  readonly visibility?: ThreadVisibility;
  readonly commentMetadata?: CM;
}

/** Adds a comment to a thread. */
interface ReplyComposerProps<CM> {
  readonly threadId: string;
  readonly commentId?: never;
  readonly metadata?: never;
  readonly visibility?: never;
  readonly commentMetadata?: CM;
}

/** Edits a comment. */
interface EditComposerProps {
  readonly threadId: string;
  readonly commentId: string;
  readonly metadata?: never;
  readonly visibility?: never;
  readonly commentMetadata?: CommentEdit["metadata"];
}

export interface ComposerOwnProps {
  /** Called with what is sent. `event.preventDefault()` keeps the composer from sending it itself. */
  readonly onComposerSubmit?: (
    comment: ComposerSubmitComment,
    event: FormEvent<HTMLFormElement>,
  ) => Promise<void> | void;
  readonly defaultValue?: CommentBody;
  readonly defaultAttachments?: readonly CommentAttachment[];
  /** Whether the composer is one line, without controls. */
  readonly collapsed?: boolean;
  readonly onCollapsedChange?: (isCollapsed: boolean) => void;
  /** Whether the composer is one line until it is focused. */
  readonly defaultCollapsed?: boolean;
  /** Whether attachments are shown and can be added. They are by default. */
  readonly showAttachments?: boolean;
  /** Whether a toolbar with marks is shown beside text that is selected. It is by default. */
  readonly showFormattingControls?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  /** Whether the focus leaves the composer when the comment is sent. It does by default. */
  readonly blurOnSubmit?: boolean;
  readonly overrides?: Partial<GlobalOverrides & ComposerOverrides>;
  /** Buttons in front of the one that sends. */
  readonly actions?: ReactNode;
}

/** Props of `Composer`: those of a form, and what its comment begins, answers or edits. */
export type ComposerProps<TM = NewThread["metadata"], CM = NewComment["metadata"]> = Omit<
  ComponentPropsWithoutRef<"form">,
  "defaultValue"
> &
  (ThreadComposerProps<TM, CM> | ReplyComposerProps<CM> | EditComposerProps) &
  ComposerOwnProps;

/**
 * Writes a comment: of a new thread, of the thread `threadId`, or `commentId` anew.
 *
 * @example
 * <Composer threadId={thread.id} />
 */
export const Composer = forwardRef<HTMLFormElement, ComposerProps>(function Composer(
  {
    threadId,
    commentId,
    metadata,
    visibility,
    commentMetadata,
    onComposerSubmit,
    collapsed,
    onCollapsedChange,
    defaultCollapsed,
    overrides,
    className,
    onFocus,
    onBlur,
    defaultValue,
    autoFocus,
    showAttachments = true,
    showFormattingControls = true,
    actions,
    ...props
  },
  ref,
) {
  const $ = useOverrides(overrides);
  const createThread = useCreateThread();
  const createComment = useCreateComment();
  const editComment = useEditComment();
  const isCollapsible = (collapsed ?? defaultCollapsed) !== undefined;
  // Kept by composers that cannot be collapsed, too: they may be able to later.
  const [isFolded, setFolded] = useControllable(
    collapsed,
    defaultCollapsed ?? true,
    isCollapsible ? onCollapsedChange : undefined,
  );
  const isCollapsed = isCollapsible && isFolded;

  const submit = (comment: ComposerSubmitComment, event: FormEvent<HTMLFormElement>) => {
    const handled = onComposerSubmit?.(comment, event);
    if (event.isDefaultPrevented()) return handled;
    if (commentId !== undefined) editComment({ threadId, commentId, ...comment, metadata: commentMetadata });
    else if (threadId !== undefined) createComment({ threadId, ...comment, metadata: commentMetadata });
    else
      // Necessary where an application requires metadata of threads, which is optional here.
      // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
      createThread({
        ...comment,
        ...(visibility === undefined ? {} : { visibility }),
        metadata,
        commentMetadata,
      } as NewThread);
  };
  const content = { defaultValue, autoFocus, showAttachments, showFormattingControls, isCollapsed, actions, overrides };
  return (
    <ComposerForm
      {...props}
      pasteFilesAsAttachments={showAttachments}
      onComposerSubmit={submit}
      className={classNames("lb-root lb-composer lb-composer-form", className)}
      dir={props.dir ?? $.dir}
      data-collapsed={isCollapsed ? "" : undefined}
      onFocus={(event: FocusEvent<HTMLFormElement>) => {
        onFocus?.(event);
        if (isFolded && !event.isDefaultPrevented()) setFolded(false);
      }}
      onBlur={onBlur}
      ref={ref}
    >
      <ComposerContent {...content} collapse={isFolded ? undefined : () => setFolded(true)} />
    </ComposerForm>
  );
}) as <TM = NewThread["metadata"], CM = NewComment["metadata"]>(
  props: ComposerProps<TM, CM> & RefAttributes<HTMLFormElement>,
) => ReactElement;

interface ComposerContentProps extends Pick<
  ComposerOwnProps,
  "defaultValue" | "autoFocus" | "showAttachments" | "showFormattingControls" | "actions" | "overrides"
> {
  readonly isCollapsed: boolean;
  /** Undefined if it cannot be collapsed. */
  readonly collapse: (() => void) | undefined;
}

function ComposerContent({
  defaultValue,
  autoFocus,
  showAttachments = true,
  showFormattingControls = true,
  isCollapsed,
  collapse,
  actions,
  overrides,
}: ComposerContentProps) {
  const $ = useOverrides(overrides);
  const { isEmpty, isDisabled, attachments, focus } = useComposer();
  const [isPicking, setPicking] = useState(false);
  /** An empty composer that is left is one line again. */
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (collapse === undefined || !isEmpty || attachments.length > 0 || isPicking) return;
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) collapse();
  };
  const focusEditor = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // A press beside the text, which is none of a control.
    if (target === currentTarget) focus();
  };
  return (
    <ComposerAttachmentsDropArea
      className="lb-composer-editor-container"
      disabled={!showAttachments}
      onBlur={leave}
      onClick={focusEditor}
    >
      <ComposerEditor
        className="lb-composer-editor"
        dir={$.dir}
        placeholder={$.COMPOSER_PLACEHOLDER}
        defaultValue={defaultValue}
        autoFocus={autoFocus}
        components={{
          Mention: EditorMention,
          MentionSuggestions: EditorMentionSuggestions,
          FloatingToolbar: showFormattingControls ? EditorFloatingToolbar : undefined,
        }}
      />
      {showAttachments && <AttachmentList overrides={overrides} />}
      {!isCollapsed && (
        <div className="lb-composer-footer" onClick={focusEditor}>
          <div className="lb-composer-editor-actions">
            <MentionButton label={$.COMPOSER_INSERT_MENTION} />
            <EmojiButton
              isOpen={isPicking}
              onOpenChange={setPicking}
              label={$.COMPOSER_INSERT_EMOJI}
              overrides={overrides}
              isDisabled={isDisabled}
            />
            {showAttachments && (
              <Tooltip content={$.COMPOSER_ATTACH_FILES}>
                <ComposerAttachFiles asChild>
                  <Button icon={<Attachment />} aria-label={$.COMPOSER_ATTACH_FILES} onMouseDown={keepFocus} />
                </ComposerAttachFiles>
              </Tooltip>
            )}
          </div>
          <div className="lb-composer-actions">
            {actions}
            <Tooltip content={$.COMPOSER_SEND} shortcut="↵">
              <ComposerSubmit asChild>
                <Button
                  type="submit"
                  variant="primary"
                  className="lb-composer-action"
                  icon={<Send />}
                  aria-label={$.COMPOSER_SEND}
                  onMouseDown={keepFocus}
                />
              </ComposerSubmit>
            </Tooltip>
          </div>
        </div>
      )}
    </ComposerAttachmentsDropArea>
  );
}

function MentionButton({ label }: { readonly label: string }) {
  const { isDisabled, createMention } = useComposer();
  return (
    <Tooltip content={label} shortcut="@">
      <Button
        icon={<Mention />}
        aria-label={label}
        disabled={isDisabled}
        onMouseDown={keepFocus}
        onClick={createMention}
      />
    </Tooltip>
  );
}

interface EmojiButtonProps extends Pick<ComposerOwnProps, "overrides"> {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly label: string;
  readonly isDisabled: boolean;
}

function EmojiButton({ isOpen, onOpenChange, label, isDisabled, overrides }: EmojiButtonProps) {
  const { insertText } = useComposer();
  return (
    <Popover
      open={isOpen}
      onOpenChange={onOpenChange}
      side="top"
      align="start"
      aria-label={label}
      className="lb-emoji-picker-popover"
      trigger={
        <Tooltip content={isOpen ? undefined : label}>
          <Button icon={<Emoji />} aria-label={label} disabled={isDisabled} onMouseDown={keepFocus} />
        </Tooltip>
      }
    >
      <EmojiPickerOnDemand
        overrides={overrides}
        onEmojiSelect={(emoji) => {
          insertText(emoji);
          onOpenChange(false);
        }}
      />
    </Popover>
  );
}
