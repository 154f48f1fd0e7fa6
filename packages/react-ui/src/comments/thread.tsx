"use client";
import type { AppCommentMetadata, AppThreadMetadata, CommentData, MentionData, ThreadData } from "@weft/client";
import { forwardRef, Fragment, useRef, useState } from "react";
import type { ComponentPropsWithoutRef, ComponentType, MouseEvent, ReactElement, RefAttributes } from "react";
import type { ComposerProps } from "../composer/composer.tsx";
import { Composer } from "../composer/composer.tsx";
import type { GlobalComponents } from "../config.tsx";
import { useOverrides } from "../config.tsx";
import { ArrowDown, Bell, BellCrossed, Check, CheckCircle } from "../icon.tsx";
import type { CommentOverrides, ComposerOverrides, GlobalOverrides, ThreadOverrides } from "../overrides/overrides.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { useCommentsPart } from "../ui/current-user.ts";
import { useMergedRefs } from "../ui/merged-refs.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import type { CommentAttachmentArgs } from "./comment-attachments.tsx";
import type { CommentProps, CommentSlot } from "./comment.tsx";
import { Comment } from "./comment.tsx";
import { useCanComment, useIsInRoom, useStoreEdit } from "./store.ts";
import { aliveComments, useMarkAsReadInView, useNewMarker, useUnread } from "./unread.ts";
import type { MaxVisibleComments } from "./visible-comments.ts";
import { visibleComments } from "./visible-comments.ts";

export interface ThreadComponents<CM = AppCommentMetadata> {
  readonly Comment: ComponentType<CommentProps<CM>>;
}

/** Props of `Thread`. */
export interface ThreadProps<TM = AppThreadMetadata, CM = AppCommentMetadata> extends ComponentPropsWithoutRef<"div"> {
  readonly thread: ThreadData<TM, CM>;
  /** Whether there is a composer for replies. By default it is "collapsed" until it is used. */
  readonly showComposer?: boolean | "collapsed";
  readonly showResolveAction?: boolean;
  readonly showActions?: CommentProps["showActions"];
  readonly showReactions?: boolean;
  readonly showComposerFormattingControls?: boolean;
  readonly commentDropdownItems?: CommentSlot<CM>;
  /** How many comments are shown until the user asks for the others. By default all of them. */
  readonly maxVisibleComments?: MaxVisibleComments;
  readonly blurComposerOnSubmit?: boolean;
  readonly indentCommentContent?: boolean;
  readonly showDeletedComments?: boolean;
  /** Whether the user can subscribe and unsubscribe here. */
  readonly showSubscription?: boolean;
  readonly showAttachments?: boolean;
  readonly onResolvedChange?: (resolved: boolean) => void;
  readonly onCommentEdit?: (comment: CommentData<CM>) => void;
  readonly onCommentDelete?: (comment: CommentData<CM>) => void;
  /** Called when the user deletes the last comment, and so the thread. */
  readonly onThreadDelete?: (thread: ThreadData<TM, CM>) => void;
  readonly onAuthorClick?: (userId: string, event: MouseEvent<HTMLElement>) => void;
  readonly onMentionClick?: (mention: MentionData, event: MouseEvent<HTMLElement>) => void;
  readonly onAttachmentClick?: (args: CommentAttachmentArgs, event: MouseEvent<HTMLElement>) => void;
  readonly onComposerSubmit?: ComposerProps["onComposerSubmit"];
  /** Whether the composer takes the focus. */
  readonly autoFocus?: boolean;
  readonly overrides?: Partial<GlobalOverrides & ThreadOverrides & CommentOverrides & ComposerOverrides>;
  readonly components?: Partial<GlobalComponents & ThreadComponents<CM>>;
}

/**
 * A thread with a composer for replies. It is marked as read while it is in view.
 *
 * @example
 * threads.map((thread) => <Thread key={thread.id} thread={thread} />);
 */
export const Thread = forwardRef<HTMLDivElement, ThreadProps>(function Thread(
  {
    thread,
    showComposer = "collapsed",
    showResolveAction = true,
    showActions = "hover",
    showReactions = true,
    showComposerFormattingControls = true,
    commentDropdownItems,
    maxVisibleComments,
    blurComposerOnSubmit,
    indentCommentContent = true,
    showDeletedComments = false,
    showSubscription = true,
    showAttachments = true,
    onResolvedChange,
    onCommentEdit,
    onCommentDelete,
    onThreadDelete,
    onAuthorClick,
    onMentionClick,
    onAttachmentClick,
    onComposerSubmit,
    autoFocus,
    overrides,
    components,
    className,
    ...props
  },
  ref,
) {
  const texts = useOverrides(overrides);
  const root = useRef<HTMLDivElement>(null);
  const merged = useMergedRefs(ref, root);
  const [isExpanded, setExpanded] = useState(false);
  const canComment = useCanComment(thread.roomId, thread.visibility);
  const isInRoom = useIsInRoom(thread.roomId);
  const unread = useUnread(thread);
  const [marked, clearMarker] = useNewMarker(unread);
  useMarkAsReadInView(root, thread, unread.isUnread);
  const shown = showDeletedComments ? thread.comments : aliveComments(thread.comments);
  const { before, hidden, after } = visibleComments(shown, isExpanded ? undefined : maxVisibleComments);
  const ShownComment = (components?.Comment ?? Comment) as ComponentType<CommentProps>;
  const commentOf = (comment: CommentData) => (
    <Fragment key={comment.id}>
      {comment.id === marked && comment !== shown[0] ? <NewIndicator overrides={overrides} /> : null}
      <ShownComment
        className="lb-thread-comment"
        comment={comment}
        visibility={thread.visibility}
        showDeleted={showDeletedComments}
        showActions={showActions}
        showReactions={showReactions}
        showAttachments={showAttachments}
        showComposerFormattingControls={showComposerFormattingControls}
        indentContent={indentCommentContent}
        dropdownItems={commentDropdownItems}
        onCommentEdit={onCommentEdit}
        onCommentDelete={(deleted) => {
          onCommentDelete?.(deleted);
          if (aliveComments(thread.comments).every(({ id }) => id === deleted.id)) onThreadDelete?.(thread);
        }}
        onAuthorClick={onAuthorClick}
        onMentionClick={onMentionClick}
        onAttachmentClick={onAttachmentClick}
        overrides={overrides}
        components={components}
        additionalActions={
          comment === shown[0] ? (
            <ThreadActions
              thread={thread}
              canComment={canComment}
              showSubscription={showSubscription}
              showResolve={showResolveAction}
              overrides={overrides}
              onResolvedChange={onResolvedChange}
            />
          ) : undefined
        }
      />
    </Fragment>
  );
  return (
    <div
      dir={texts.dir}
      {...props}
      ref={merged}
      className={classNames("lb-root lb-thread", className)}
      data-resolved={thread.resolved ? "" : undefined}
      data-unread={unread.isUnread ? "" : undefined}
    >
      <div className="lb-thread-comments">
        {before.map(commentOf)}
        {hidden === 0 ? null : (
          <ShowMore label={texts.THREAD_SHOW_MORE_COMMENTS(hidden)} onClick={() => setExpanded(true)} />
        )}
        {after.map(commentOf)}
      </div>
      {showComposer === false || !isInRoom ? null : (
        <ThreadComposer
          threadId={thread.id}
          isCollapsed={showComposer === "collapsed"}
          showAttachments={showAttachments}
          showFormattingControls={showComposerFormattingControls}
          blurOnSubmit={blurComposerOnSubmit}
          disabled={!canComment}
          autoFocus={autoFocus}
          overrides={overrides}
          onComposerSubmit={(comment, event) => {
            clearMarker();
            return onComposerSubmit?.(comment, event);
          }}
        />
      )}
    </div>
  );
}) as <TM = AppThreadMetadata, CM = AppCommentMetadata>(
  props: ThreadProps<TM, CM> & RefAttributes<HTMLDivElement>,
) => ReactElement;

function ShowMore({ label, onClick }: { readonly label: string; readonly onClick: () => void }): ReactElement {
  return (
    <div className="lb-thread-show-more">
      <Button className="lb-thread-show-more-button" variant="ghost" onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}

interface ThreadComposerProps extends Pick<
  ComposerProps,
  "showAttachments" | "showFormattingControls" | "blurOnSubmit" | "disabled" | "autoFocus" | "onComposerSubmit"
> {
  readonly threadId: string;
  readonly isCollapsed: boolean;
  readonly overrides: ThreadProps["overrides"];
}

function ThreadComposer({ isCollapsed, overrides, ...props }: ThreadComposerProps): ReactElement {
  const texts = useOverrides(overrides);
  return (
    <Composer
      {...props}
      className="lb-thread-composer"
      defaultCollapsed={isCollapsed ? true : undefined}
      overrides={{
        ...overrides,
        COMPOSER_PLACEHOLDER: texts.THREAD_COMPOSER_PLACEHOLDER,
        COMPOSER_SEND: texts.THREAD_COMPOSER_SEND,
      }}
    />
  );
}

/** The marker above the first comment that is new. */
function NewIndicator({ overrides }: Pick<ThreadProps, "overrides">): ReactElement {
  const texts = useOverrides(overrides);
  return (
    <div className="lb-thread-new-indicator" role="separator" aria-label={texts.THREAD_NEW_INDICATOR_DESCRIPTION}>
      <span className="lb-thread-new-indicator-label" title={texts.THREAD_NEW_INDICATOR_DESCRIPTION}>
        <ArrowDown className="lb-thread-new-indicator-label-icon" />
        {texts.THREAD_NEW_INDICATOR}
      </span>
    </div>
  );
}

interface ThreadActionsProps extends Pick<ThreadProps, "overrides" | "onResolvedChange"> {
  readonly thread: ThreadData;
  readonly canComment: boolean;
  readonly showSubscription: boolean;
  readonly showResolve: boolean;
}

/** What is done with the thread as a whole. */
function ThreadActions({
  thread,
  canComment,
  showSubscription,
  showResolve,
  overrides,
  onResolvedChange,
}: ThreadActionsProps): ReactElement {
  const texts = useOverrides(overrides);
  const edit = useStoreEdit();
  const isSubscribed = useCommentsPart(({ store }) => store.subscription(thread.id)) !== undefined;
  const { roomId, id: threadId, resolved } = thread;
  const subscription = isSubscribed ? texts.THREAD_UNSUBSCRIBE : texts.THREAD_SUBSCRIBE;
  const resolution = resolved ? texts.THREAD_UNRESOLVE : texts.THREAD_RESOLVE;
  const name = { roomId, threadId };
  return (
    <>
      {showSubscription ? (
        <Tooltip content={subscription}>
          <Button
            className="lb-comment-action lb-thread-action"
            icon={isSubscribed ? <Bell /> : <BellCrossed />}
            aria-label={subscription}
            aria-pressed={isSubscribed}
            onClick={() => {
              edit((store) => (isSubscribed ? store.unsubscribeFromThread(name) : store.subscribeToThread(name)));
            }}
          />
        </Tooltip>
      ) : null}
      {showResolve ? (
        <Tooltip content={resolution}>
          <Button
            className="lb-comment-action lb-thread-action"
            icon={resolved ? <CheckCircle /> : <Check />}
            aria-label={resolution}
            aria-pressed={resolved}
            disabled={!canComment}
            onClick={() => {
              edit((store) => (resolved ? store.markThreadAsUnresolved(name) : store.markThreadAsResolved(name)));
              onResolvedChange?.(!resolved);
            }}
          />
        </Tooltip>
      ) : null}
    </>
  );
}
