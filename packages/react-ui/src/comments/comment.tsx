"use client";
import type { AppCommentMetadata, CommentData, MentionData, ThreadVisibility } from "@weft/client";
import { forwardRef, useState } from "react";
import type {
  ComponentPropsWithoutRef,
  ForwardedRef,
  MouseEvent,
  PropsWithChildren,
  ReactElement,
  ReactNode,
  RefAttributes,
} from "react";
import { Composer } from "../composer/composer.tsx";
import type { GlobalComponents } from "../config.tsx";
import { useOverrides } from "../config.tsx";
import { Ellipsis } from "../icon.tsx";
import type { CommentOverrides, ComposerOverrides, GlobalOverrides } from "../overrides/overrides.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { useCurrentUserId } from "../ui/current-user.ts";
import { DropdownMenu } from "../ui/dropdown-menu.tsx";
import { Delete, Edit } from "../ui/own-icons.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import type { CommentAttachmentArgs } from "./comment-attachments.tsx";
import { CommentAttachments } from "./comment-attachments.tsx";
import { CommentAuthor, CommentAvatar, CommentDate, CommentDropdownItem } from "./comment-parts.tsx";
import { AddReaction, CommentReactions } from "./comment-reactions.tsx";
import { CommentText } from "./comment-text.tsx";
import { useCanComment, useIsInRoom, useStoreEdit } from "./store.ts";

/** What is rendered, or a function that renders it from what would be rendered by default, its `children`. */
export type CommentSlot<CM> = ReactNode | ((props: PropsWithChildren<{ comment: CommentData<CM> }>) => ReactNode);

/** Props of `Comment`. */
export interface CommentProps<CM = AppCommentMetadata> extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  readonly comment: CommentData<CM>;
  /** That of the thread. By default "public". */
  readonly visibility?: ThreadVisibility;
  readonly avatar?: ReactNode;
  readonly author?: ReactNode;
  readonly date?: ReactNode;
  /** Whether there are buttons for the comment: always, or while the pointer or the focus is in it. By default "hover". */
  readonly showActions?: boolean | "hover";
  /** By default, nothing is rendered for comments that were deleted. */
  readonly showDeleted?: boolean;
  readonly showReactions?: boolean;
  readonly showAttachments?: boolean;
  readonly showComposerFormattingControls?: boolean;
  /** Whether the text is aligned with the name, or with the avatar. By default with the name. */
  readonly indentContent?: boolean;
  /** Shown below the text. */
  readonly additionalContent?: ReactNode;
  /** Buttons beside those of the comment. */
  readonly additionalActions?: ReactNode;
  readonly body?: CommentSlot<CM>;
  /** Called with the comment as it is after the edit. */
  readonly onCommentEdit?: (comment: CommentData<CM>) => void;
  readonly onCommentDelete?: (comment: CommentData<CM>) => void;
  readonly onAuthorClick?: (userId: string, event: MouseEvent<HTMLElement>) => void;
  readonly onMentionClick?: (mention: MentionData, event: MouseEvent<HTMLElement>) => void;
  /** The attachment is not opened if the event's default is prevented. */
  readonly onAttachmentClick?: (args: CommentAttachmentArgs, event: MouseEvent<HTMLElement>) => void;
  /** `Comment.DropdownItem`s of the menu. */
  readonly dropdownItems?: CommentSlot<CM>;
  /** Instead of everything below the header. */
  readonly children?: CommentSlot<CM>;
  readonly overrides?: Partial<GlobalOverrides & CommentOverrides & ComposerOverrides>;
  readonly components?: Partial<GlobalComponents>;
}

/**
 * A comment, with its attachments and reactions. The author edits and deletes it from its menu.
 *
 * @example
 * <Comment comment={comment} showActions />
 */
export const Comment = Object.assign(
  forwardRef<HTMLDivElement, CommentProps>(function Comment(props, ref) {
    const { comment, showDeleted = false } = props;
    if (comment.body === undefined && !showDeleted) return null;
    return <ShownComment {...props} rootRef={ref} />;
  }) as <CM = AppCommentMetadata>(props: CommentProps<CM> & RefAttributes<HTMLDivElement>) => ReactElement | null,
  {
    Avatar: CommentAvatar,
    Author: CommentAuthor,
    Date: CommentDate,
    DropdownItem: CommentDropdownItem,
  },
);

function ShownComment({
  rootRef,
  comment,
  visibility = "public",
  avatar,
  author,
  date,
  showActions = "hover",
  showDeleted: _showDeleted,
  showReactions = true,
  showAttachments = true,
  showComposerFormattingControls = true,
  indentContent = true,
  additionalContent,
  additionalActions,
  body,
  onCommentEdit,
  onCommentDelete,
  onAuthorClick,
  onMentionClick,
  onAttachmentClick,
  dropdownItems,
  children,
  overrides,
  components,
  className,
  ...props
}: CommentProps & { readonly rootRef: ForwardedRef<HTMLDivElement> }): ReactElement {
  const texts = useOverrides(overrides);
  const [isEditing, setEditing] = useState(false);
  const canComment = useCanComment(comment.roomId, visibility);
  const { userId, body: text } = comment;
  const authorClick =
    onAuthorClick === undefined ? undefined : (event: MouseEvent<HTMLElement>) => onAuthorClick(userId, event);
  const content =
    text === undefined ? (
      <p className="lb-comment-deleted">{texts.COMMENT_DELETED}</p>
    ) : (
      <>
        {slotOf(
          body,
          comment,
          <CommentText
            className="lb-comment-body"
            body={text}
            components={components}
            onMentionClick={onMentionClick}
          />,
        )}
        {showAttachments && comment.attachments.length > 0 ? (
          <CommentAttachments comment={comment} onAttachmentClick={onAttachmentClick} />
        ) : null}
        {showReactions && comment.reactions.length > 0 ? (
          <CommentReactions comment={comment} disabled={!canComment} overrides={overrides} />
        ) : null}
        {additionalContent}
      </>
    );
  return (
    <div
      id={comment.id}
      dir={texts.dir}
      {...props}
      ref={rootRef}
      className={classNames("lb-root lb-comment", className)}
      data-deleted={text === undefined ? "" : undefined}
      data-editing={isEditing ? "" : undefined}
      data-indent-content={indentContent ? "" : undefined}
      data-show-actions={showActions === true ? "always" : showActions === "hover" ? "hover" : undefined}
    >
      <div className="lb-comment-header">
        <div className="lb-comment-details">
          {avatar ?? <CommentAvatar userId={userId} onClick={authorClick} />}
          <span className="lb-comment-details-labels">
            {author ?? <AuthorName userId={userId} onClick={authorClick} />}
            <span className="lb-comment-date-container">
              {date ?? <CommentDate date={comment.createdAt} />}
              {comment.editedAt !== undefined && text !== undefined ? (
                <span className="lb-comment-date-edited"> {texts.COMMENT_EDITED}</span>
              ) : null}
            </span>
          </span>
        </div>
        {showActions === false || isEditing ? null : (
          <div className="lb-comment-actions">
            {additionalActions}
            {text === undefined ? null : (
              <CommentActions
                comment={comment}
                showReactions={showReactions}
                canComment={canComment}
                dropdownItems={dropdownItems}
                overrides={overrides}
                startEditing={() => setEditing(true)}
                onCommentDelete={onCommentDelete}
              />
            )}
          </div>
        )}
      </div>
      <div className="lb-comment-content">
        {isEditing && text !== undefined ? (
          <EditComposer
            comment={comment}
            overrides={overrides}
            showAttachments={showAttachments}
            showFormattingControls={showComposerFormattingControls}
            end={() => setEditing(false)}
            onCommentEdit={onCommentEdit}
          />
        ) : (
          slotOf(children, comment, content)
        )}
      </div>
    </div>
  );
}

function slotOf<CM>(slot: CommentSlot<CM> | undefined, comment: CommentData<CM>, byDefault: ReactNode): ReactNode {
  if (typeof slot === "function") return slot({ comment, children: byDefault });
  return slot ?? byDefault;
}

interface AuthorNameProps {
  readonly userId: string;
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void;
}

/** A button, where a click does something. */
function AuthorName({ userId, onClick }: AuthorNameProps): ReactElement {
  const name = <CommentAuthor userId={userId} />;
  if (onClick === undefined) return name;
  return (
    <button type="button" className="lb-comment-author-button" onClick={onClick}>
      {name}
    </button>
  );
}

interface CommentActionsProps extends Pick<
  CommentProps,
  "comment" | "dropdownItems" | "overrides" | "onCommentDelete"
> {
  readonly showReactions: boolean;
  readonly canComment: boolean;
  readonly startEditing: () => void;
}

function CommentActions({
  comment,
  showReactions,
  canComment,
  dropdownItems,
  overrides,
  startEditing,
  onCommentDelete,
}: CommentActionsProps): ReactElement {
  const texts = useOverrides(overrides);
  const edit = useStoreEdit();
  const selfId = useCurrentUserId();
  const { roomId, threadId, id: commentId } = comment;
  const isInRoom = useIsInRoom(roomId);
  const isOwn = canComment && comment.userId === selfId;
  const own = isOwn ? (
    <>
      {isInRoom ? (
        <CommentDropdownItem icon={<Edit />} onSelect={startEditing}>
          {texts.COMMENT_EDIT}
        </CommentDropdownItem>
      ) : null}
      <CommentDropdownItem
        icon={<Delete />}
        onSelect={() => {
          edit((store) => store.deleteComment({ roomId, threadId, commentId }));
          onCommentDelete?.(comment);
        }}
      >
        {texts.COMMENT_DELETE}
      </CommentDropdownItem>
    </>
  ) : null;
  const items =
    typeof dropdownItems === "function" ? (
      dropdownItems({ comment, children: own })
    ) : (
      <>
        {own}
        {dropdownItems}
      </>
    );
  const hasItems = isOwn || (dropdownItems !== undefined && dropdownItems !== null && items !== null);
  return (
    <>
      {showReactions && canComment ? <AddReaction comment={comment} overrides={overrides} /> : null}
      {hasItems ? (
        <DropdownMenu
          label={texts.COMMENT_MORE}
          trigger={
            <Tooltip content={texts.COMMENT_MORE}>
              <Button className="lb-comment-action" icon={<Ellipsis />} aria-label={texts.COMMENT_MORE} />
            </Tooltip>
          }
        >
          {items}
        </DropdownMenu>
      ) : null}
    </>
  );
}

interface EditComposerProps extends Pick<CommentProps, "comment" | "overrides" | "onCommentEdit"> {
  readonly showAttachments: boolean;
  readonly showFormattingControls: boolean;
  readonly end: () => void;
}

function EditComposer({ comment, overrides, end, onCommentEdit, ...shown }: EditComposerProps): ReactElement {
  const texts = useOverrides(overrides);
  return (
    <div
      className="lb-comment-edit"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        // What is around, such as a floating thread, stays open.
        event.preventDefault();
        end();
      }}
    >
      <Composer
        {...shown}
        className="lb-comment-composer"
        threadId={comment.threadId}
        commentId={comment.id}
        defaultValue={comment.body}
        defaultAttachments={comment.attachments}
        autoFocus
        actions={
          <Button variant="secondary" onClick={end}>
            {texts.COMMENT_EDIT_COMPOSER_CANCEL}
          </Button>
        }
        overrides={{
          ...overrides,
          COMPOSER_PLACEHOLDER: texts.COMMENT_EDIT_COMPOSER_PLACEHOLDER,
          COMPOSER_SEND: texts.COMMENT_EDIT_COMPOSER_SAVE,
        }}
        onComposerSubmit={(edited) => {
          end();
          onCommentEdit?.({ ...comment, ...edited });
        }}
      />
    </div>
  );
}
