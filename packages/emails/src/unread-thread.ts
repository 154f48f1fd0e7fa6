/** Which comments of a thread a notification is about. */
import { getMentionsFromCommentBody } from "@weft/node";
import type { CommentBody, CommentData, ThreadNotificationEvent, Weft } from "@weft/node";
import type { BaseUserMeta } from "@weft/node";
import type { ContentFormat } from "./content.ts";
import { commentUrl } from "./links.ts";
import { nameOf, resolveNames, resolveRoom } from "./names.ts";
import type { EmailRoomInfo, NameResolvers } from "./names.ts";

/** The calls of `@weft/node` that read what an email is about. */
export type EmailClient = Pick<
  Weft,
  "getThread" | "getInboxNotification" | "getUserGroups" | "getRoom" | "getYjsDocumentAsBinaryUpdate"
>;

/** A comment in an email. */
export interface EmailComment<Content, U extends BaseUserMeta = BaseUserMeta> {
  readonly id: string;
  readonly threadId: string;
  readonly roomId: string;
  readonly createdAt: Date;
  /** Where the comment is, if the room has a URL. */
  readonly url?: string;
  /** The author, with the id as name if nothing else is known. */
  readonly author: U & { readonly id: string; readonly info: NonNullable<U["info"]> };
  readonly body: Content;
}

/** What a thread has that its reader has not read. */
export type ThreadEmailData<Content, U extends BaseUserMeta = BaseUserMeta> = (
  | { readonly type: "unreadReplies"; readonly comments: EmailComment<Content, U>[] }
  | { readonly type: "unreadMention"; readonly comment: EmailComment<Content, U> }
) & {
  readonly roomInfo: EmailRoomInfo;
};

type Unread = CommentData & { readonly body: CommentBody };

/** What the notification is about, in a format; null if everything was read or deleted since. */
export async function threadEmailData<Content, U extends BaseUserMeta>(
  client: EmailClient,
  event: ThreadNotificationEvent,
  resolvers: NameResolvers<U>,
  format: ContentFormat<Content, U>,
): Promise<ThreadEmailData<Content, U> | null> {
  const unread = await unreadComments(client, event);
  if (unread.length === 0) return null;
  const mention = await lastMention(client, unread, event.data.userId);
  const shown = mention === undefined ? unread : [mention];
  const [names, roomInfo] = await Promise.all([
    resolveNames(
      resolvers,
      shown.map(({ userId }) => userId),
      shown.flatMap(({ body }) => getMentionsFromCommentBody(body)),
    ),
    resolveRoom(resolvers as NameResolvers<never>, event.data.roomId),
  ]);
  const comments = shown.map(({ id, threadId, roomId, createdAt, userId, body }): EmailComment<Content, U> => {
    const url = commentUrl(roomInfo.url, id);
    const info = { ...names.users.get(userId), name: nameOf(names.users.get(userId), userId) };
    const author = { id: userId, info } as unknown as EmailComment<Content, U>["author"];
    return {
      id,
      threadId,
      roomId,
      author,
      createdAt,
      ...(url !== undefined && { url }),
      body: format.comment(body, names),
    };
  });
  return mention === undefined
    ? { type: "unreadReplies", comments, roomInfo }
    : { type: "unreadMention", comment: comments[0]!, roomInfo };
}

/** Comments of others since the notification began and until it was made last, which its user has not read. */
async function unreadComments(client: EmailClient, { data }: ThreadNotificationEvent): Promise<readonly Unread[]> {
  const { roomId, threadId, userId, inboxNotificationId } = data;
  const [thread, notification] = await Promise.all([
    unlessGone(client.getThread({ roomId, threadId })),
    unlessGone(client.getInboxNotification({ userId, inboxNotificationId })),
  ]);
  if (thread === undefined || notification?.kind !== "thread") return [];
  const { notifiedAt, readAt } = notification;
  const from = new Date(data.triggeredAt).getTime();
  return thread.comments.filter(
    (comment): comment is Unread =>
      comment.body !== undefined &&
      comment.userId !== userId &&
      comment.createdAt.getTime() >= from &&
      comment.createdAt <= notifiedAt &&
      (readAt === null || comment.createdAt > readAt),
  );
}

/** The last of these comments that mentions the user, or a group of the user. */
async function lastMention(
  client: EmailClient,
  comments: readonly Unread[],
  userId: string,
): Promise<Unread | undefined> {
  let groups: ReadonlySet<string> | undefined;
  for (const comment of comments.toReversed())
    for (const { kind, id, userIds } of getMentionsFromCommentBody(comment.body)) {
      if (kind !== "group") {
        if (id === userId) return comment;
      } else if (userIds !== undefined) {
        if (userIds.includes(userId)) return comment;
      } else {
        groups ??= await groupsOf(client, userId);
        if (groups.has(id)) return comment;
      }
    }
  return undefined;
}

async function groupsOf(client: EmailClient, userId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let startingAfter: string | undefined;
  do {
    const { data, nextCursor }: Awaited<ReturnType<EmailClient["getUserGroups"]>> = await client.getUserGroups({
      userId,
      startingAfter,
    });
    for (const { id } of data) ids.add(id);
    startingAfter = nextCursor ?? undefined;
  } while (startingAfter !== undefined);
  return ids;
}

/** Undefined for what was deleted since the event. */
export async function unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if ((error as { readonly status?: unknown }).status === 404) return undefined;
    throw error;
  }
}
