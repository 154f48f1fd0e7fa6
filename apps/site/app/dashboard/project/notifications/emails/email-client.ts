import type { EmailClient } from "@weft/emails";
import { gateway, gatewayBytes, roomPath } from "../../shared/gateway.ts";
import type { CursorPage, RoomBody } from "../../shared/room-body.ts";
import type { CommentEntry, ThreadBody } from "../../threads/thread-bodies.ts";
import { threadPath } from "../../threads/thread-queries.ts";
import { userPath } from "../notification-queries.ts";
import type { InboxNotificationBody } from "../notification-queries.ts";

type Answer<M extends keyof EmailClient> = Awaited<ReturnType<EmailClient[M]>>;

/** Reads what an email is about as the signed-in member, in place of a back end with a secret key. */
export function emailClientOf(projectId: string, signal?: AbortSignal): EmailClient {
  const get = <T>(path: string, query: Record<string, unknown> = {}) =>
    gateway<T>(projectId, "GET", path, { query, signal });
  return {
    async getThread({ roomId, threadId }) {
      const thread = await get<ThreadBody>(threadPath(roomId, threadId));
      return {
        ...dated(thread, "createdAt", "updatedAt"),
        comments: thread.comments.map(commentOf),
      } as unknown as Answer<"getThread">;
    },
    async getInboxNotification({ userId, inboxNotificationId }) {
      const path = `${userPath(userId)}/inbox-notifications/${encodeURIComponent(inboxNotificationId)}`;
      return dated(
        await get<InboxNotificationBody>(path),
        "notifiedAt",
        "readAt",
      ) as unknown as Answer<"getInboxNotification">;
    },
    async getUserGroups({ userId, startingAfter }) {
      const page = await get<CursorPage<{ readonly id: string }>>(`${userPath(userId)}/groups`, { startingAfter });
      return page as unknown as Answer<"getUserGroups">;
    },
    async getRoom(roomId) {
      return (await get<RoomBody>(roomPath(roomId))) as unknown as Answer<"getRoom">;
    },
    async getYjsDocumentAsBinaryUpdate(roomId) {
      const bytes = await gatewayBytes(projectId, `${roomPath(roomId)}/ydoc-binary`, signal);
      return bytes.slice().buffer;
    },
  };
}

const commentOf = (comment: CommentEntry) => dated(comment, "createdAt", "editedAt", "deletedAt");

/** The object with these members as dates. */
function dated<T extends object>(body: T, ...names: readonly string[]): T {
  const dates = Object.entries(body).flatMap(([name, value]) =>
    names.includes(name) && typeof value === "string" ? [[name, new Date(value)] as const] : [],
  );
  return { ...body, ...Object.fromEntries(dates) };
}
