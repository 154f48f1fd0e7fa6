/** What tests of emails read: a thread, a notification and a room, in memory. */
import type {
  CommentBody,
  CommentBodyInlineElement,
  TextMentionNotificationEvent,
  ThreadNotificationEvent,
} from "@weft/node";
import type { EmailClient } from "./unread-thread.ts";

/** A time, in seconds. */
export const instant = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);

export const bodyOf = (...children: CommentBodyInlineElement[]): CommentBody => ({
  version: 1,
  content: [{ type: "paragraph", children }],
});

/** A comment; null as its body if it was deleted. */
export function comment(
  id: string,
  userId: string,
  at: number,
  body: CommentBody | null = bodyOf({ text: `Text of ${id}` }),
) {
  const createdAt = instant(at);
  return {
    type: "comment",
    id,
    threadId: "th_1",
    roomId: "room",
    userId,
    createdAt,
    reactions: [],
    attachments: [],
    metadata: {},
    ...(body === null ? { deletedAt: createdAt } : { body }),
  };
}

const data = {
  channel: "email",
  projectId: "project",
  roomId: "room",
  userId: "bob",
  inboxNotificationId: "in_1",
  createdAt: instant(200).toISOString(),
  triggeredAt: instant(10).toISOString(),
};
export const threadEvent = () =>
  ({ type: "notification", data: { ...data, kind: "thread", threadId: "th_1" } }) as ThreadNotificationEvent;
export const mentionEvent = (mentionId: string) =>
  ({ type: "notification", data: { ...data, kind: "textMention", mentionId } }) as TextMentionNotificationEvent;

/** A client whose server has this. */
export function clientOf(has: {
  readonly comments?: readonly ReturnType<typeof comment>[];
  readonly notification?: { readonly notifiedAt: Date; readonly readAt: Date | null };
  readonly mention?: object;
  readonly groups?: readonly string[];
  readonly room?: object;
  readonly document?: Uint8Array;
  /** The status of failures. */
  readonly fails?: number;
}): EmailClient {
  const { comments = [], notification = { notifiedAt: instant(100), readAt: null }, groups = [], fails } = has;
  const answer = async (value: unknown) => {
    if (fails !== undefined) throw Object.assign(new Error(`status ${fails}`), { status: fails });
    return value;
  };
  const about =
    has.mention === undefined
      ? { kind: "thread", threadId: "th_1", ...notification }
      : { kind: "textMention", createdBy: "alice", readAt: null, ...has.mention };
  return {
    getThread: () => answer({ type: "thread", id: "th_1", roomId: "room", comments }),
    getInboxNotification: () => answer({ id: "in_1", roomId: "room", ...about }),
    // A page for each group.
    getUserGroups: ({ startingAfter }: { startingAfter?: string }) => {
      const at = startingAfter === undefined ? 0 : Number(startingAfter);
      return answer({
        data: groups.slice(at, at + 1).map((id) => ({ id })),
        nextCursor: at + 1 < groups.length ? String(at + 1) : null,
      });
    },
    getRoom: () => answer({ id: "room", ...has.room }),
    getYjsDocumentAsBinaryUpdate: () => answer(has.document!.slice().buffer),
  } as unknown as EmailClient;
}
