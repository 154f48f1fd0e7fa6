import { getMentionsFromCommentBody } from "@weft/client";
import type { CommentData, GroupData, InboxNotificationThreadData, ThreadData } from "@weft/client";
import { useInboxNotificationThread } from "@weft/react";
import { forwardRef } from "react";
import type { ReactElement } from "react";
import { CommentAttachments } from "../comments/comment-attachments.tsx";
import { CommentAuthor, CommentDate } from "../comments/comment-parts.tsx";
import { CommentReactions } from "../comments/comment-reactions.tsx";
import { CommentText } from "../comments/comment-text.tsx";
import { useStoreEdit } from "../comments/store.ts";
import { aliveComments } from "../comments/unread.ts";
import { useOverrides } from "../config.tsx";
import { Bell, BellCrossed } from "../icon.tsx";
import { useCommentsPart, useCurrentUserId } from "../ui/current-user.ts";
import { DropdownMenuItem } from "../ui/dropdown-menu.tsx";
import { UserList } from "../ui/name-list.tsx";
import { UserName } from "../ui/user-name.tsx";
import { InboxNotificationAvatar } from "./inbox-notification-parts.tsx";
import { InboxNotificationLayout } from "./inbox-notification-layout.tsx";
import type { InboxNotificationProps } from "./inbox-notification-layout.tsx";
import { RoomName } from "./room-name.tsx";
import { useRoomUrl } from "./room-url.ts";

/** Props of `InboxNotification.Thread`. */
export interface InboxNotificationThreadProps extends Omit<InboxNotificationProps, "kinds" | "children"> {
  readonly inboxNotification: InboxNotificationThreadData;
  readonly showRoomName?: boolean;
  readonly showReactions?: boolean;
  readonly showAttachments?: boolean;
}

/** How many comments are shown. */
const shownComments = 3;

/** A notification of a thread: the unread comments, or the last ones. */
export const InboxNotificationThread = forwardRef<HTMLAnchorElement, InboxNotificationThreadProps>(
  function InboxNotificationThread(
    { inboxNotification, showRoomName = true, showReactions = true, showAttachments = true, ...props },
    ref,
  ) {
    const thread = useInboxNotificationThread(inboxNotification.id);
    const texts = useOverrides(props.overrides);
    const selfId = useCurrentUserId();
    const groups = useCommentsPart(({ resolvers }) => resolvers.groups);
    const content = contentOf(inboxNotification, thread, selfId, (groupId) => groups?.peek(groupId)?.data);
    const { comments, unread, mention } = content;
    const room = showRoomName ? <RoomName roomId={inboxNotification.roomId} /> : undefined;
    const authors = [...new Set(comments.map(({ userId }) => userId).toReversed())];
    const subject = mention ?? comments.at(-1);
    const roomUrl = useRoomUrl(inboxNotification.roomId, subject?.id);
    return (
      <InboxNotificationLayout
        {...props}
        href={props.href ?? roomUrl}
        ref={ref}
        inboxNotification={inboxNotification}
        isUnread={unread}
        // It is read when the thread is seen.
        markAsReadOnClick={false}
        aside={<InboxNotificationAvatar userId={subject?.userId ?? ""} />}
        title={
          mention === undefined
            ? texts.INBOX_NOTIFICATION_THREAD_COMMENTS_LIST(
                <UserList userIds={authors} replaceSelf={false} />,
                room,
                authors.length,
              )
            : texts.INBOX_NOTIFICATION_THREAD_MENTION(<UserName userId={mention.userId} />, room)
        }
        menuItems={<SubscriptionItem thread={thread} overrides={props.overrides} />}
      >
        <div className="lb-inbox-notification-comments">
          {(mention === undefined ? comments.slice(-shownComments) : [mention]).map((comment) => (
            <NotifiedComment
              key={comment.id}
              comment={comment}
              // The name of the only author is in the title.
              showAuthor={mention === undefined && authors.length > 1}
              showReactions={showReactions}
              showAttachments={showAttachments}
              components={props.components}
            />
          ))}
          {mention === undefined && comments.length > shownComments ? (
            <p className="lb-inbox-notification-remaining">
              {texts.LIST_REMAINING_COMMENTS(comments.length - shownComments)}
            </p>
          ) : null}
        </div>
      </InboxNotificationLayout>
    );
  },
);

interface NotifiedContent {
  readonly comments: readonly CommentData[];
  readonly unread: boolean;
  /** The newest of these comments that mentions the user. */
  readonly mention: CommentData | undefined;
}

function contentOf(
  { notifiedAt, readAt }: InboxNotificationThreadData,
  thread: ThreadData,
  selfId: string | undefined,
  groupOf: (id: string) => GroupData | undefined,
): NotifiedContent {
  const alive = aliveComments(thread.comments);
  const unread = alive.filter(
    ({ userId, createdAt }) => userId !== selfId && createdAt <= notifiedAt && (readAt === null || createdAt > readAt),
  );
  if (unread.length === 0) return { comments: alive.slice(-shownComments), unread: false, mention: undefined };
  const mention = unread.toReversed().find(({ body }) => selfId !== undefined && mentions(body!, selfId, groupOf));
  return { comments: unread, unread: true, mention };
}

function mentions(
  body: NonNullable<CommentData["body"]>,
  selfId: string,
  groupOf: (id: string) => GroupData | undefined,
): boolean {
  return getMentionsFromCommentBody(body).some((mention) => {
    if (mention.kind === "user") return mention.id === selfId;
    if (mention.userIds !== undefined) return mention.userIds.includes(selfId);
    return groupOf(mention.id)?.members.some(({ id }) => id === selfId) === true;
  });
}

interface NotifiedCommentProps extends Pick<InboxNotificationProps, "components"> {
  readonly comment: CommentData;
  readonly showAuthor: boolean;
  readonly showReactions: boolean;
  readonly showAttachments: boolean;
}

/** A comment without controls: the notification around it is a link. */
function NotifiedComment({
  comment,
  showAuthor,
  showReactions,
  showAttachments,
  components,
}: NotifiedCommentProps): ReactElement {
  return (
    <div className="lb-inbox-notification-comment lb-comment">
      {showAuthor ? (
        <div className="lb-comment-header">
          <CommentAuthor userId={comment.userId} /> <CommentDate date={comment.createdAt} />
        </div>
      ) : null}
      {comment.body === undefined ? null : (
        <CommentText className="lb-comment-body" body={comment.body} components={components} />
      )}
      {showAttachments && comment.attachments.length > 0 ? <CommentAttachments comment={comment} /> : null}
      {showReactions && comment.reactions.length > 0 ? <CommentReactions comment={comment} disabled /> : null}
    </div>
  );
}

interface SubscriptionItemProps extends Pick<InboxNotificationProps, "overrides"> {
  readonly thread: ThreadData;
}

function SubscriptionItem({ thread, overrides }: SubscriptionItemProps): ReactElement {
  const texts = useOverrides(overrides);
  const edit = useStoreEdit();
  const isSubscribed = useCommentsPart(({ store }) => store.subscription(thread.id)) !== undefined;
  const name = { roomId: thread.roomId, threadId: thread.id };
  return (
    <DropdownMenuItem
      icon={isSubscribed ? <BellCrossed /> : <Bell />}
      onSelect={() =>
        edit((store) => (isSubscribed ? store.unsubscribeFromThread(name) : store.subscribeToThread(name)))
      }
    >
      {isSubscribed ? texts.THREAD_UNSUBSCRIBE : texts.THREAD_SUBSCRIBE}
    </DropdownMenuItem>
  );
}
