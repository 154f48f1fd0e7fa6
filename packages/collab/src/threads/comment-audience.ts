/** Who learns of a comment, and what decides it. */
import { mentionsIn } from "@weft/protocol";
import type { CommentBody, ProjectId, RoomAddress } from "@weft/protocol";
import { complete, mergeAccesses } from "../access/levels.ts";
import type { InboxRecord } from "../notifications/inbox-records.ts";
import type { RoomRecord } from "../rooms/room-records.ts";
import type { CommentCircumstances } from "./notified.ts";
import type { CommentRecord, ThreadRecord, ThreadRecords } from "./thread-records.ts";
import type { Visibility } from "./visibility.ts";

export interface CommentAudience extends Pick<CommentCircumstances, "mentioned" | "settings"> {
  readonly delayMs: number;
}

export interface CommentAudiencesOptions {
  readonly records: Pick<ThreadRecords, "settings">;
  /** Members of stored groups of an organization, for mentions that name none. */
  readonly members: (
    project: ProjectId,
    organizationId: string,
    groupIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** How long after a comment the `notification` events of a project are due, in milliseconds. */
  readonly notificationDelayMs: (project: ProjectId) => Promise<number>;
}

/** Looks up who may learn of comments. */
export interface CommentAudiences {
  /** Users whom a comment concerns whatever its thread and its room, so that they are looked up together with these. */
  of(
    room: RoomAddress,
    record: RoomRecord | Promise<RoomRecord>,
    comment: Pick<CommentRecord, "userId" | "body">,
    options?: { readonly opensThread: boolean },
  ): Promise<CommentAudience>;
  /** Users whom a body mentions, with the members of its groups. */
  mentioned(
    room: RoomAddress,
    record: RoomRecord | Promise<RoomRecord>,
    body: CommentBody | undefined,
  ): Promise<readonly string[]>;
}

export function createCommentAudiences(options: CommentAudiencesOptions): CommentAudiences {
  const audiences: CommentAudiences = {
    async of(room, record, { userId, body }, { opensThread } = { opensThread: false }) {
      const addressed = async () => {
        const mentioned = await audiences.mentioned(room, record, body);
        const involved = opensThread ? undefined : [...new Set([userId, ...mentioned])];
        return { mentioned, settings: await options.records.settings(room, involved) };
      };
      const [found, delayMs] = await Promise.all([addressed(), options.notificationDelayMs(room.project)]);
      return { ...found, delayMs };
    },

    async mentioned({ project }, record, body) {
      const mentions = body === undefined ? [] : mentionsIn(body);
      const stored = mentions.filter((mention) => mention.kind === "group" && mention.userIds === undefined);
      const members =
        stored.length === 0
          ? new Map<string, readonly string[]>()
          : await options.members(
              project,
              (await record).organizationId,
              stored.map(({ id }) => id),
            );
      return mentions.flatMap((mention) =>
        mention.kind === "user" ? [mention.id] : (mention.userIds ?? members.get(mention.id) ?? []),
      );
    },
  };
  return audiences;
}

export function circumstancesOf(
  record: RoomRecord,
  { visibility, comments }: ThreadRecord,
  comment: CommentRecord,
  { mentioned, settings }: CommentAudience,
  subscriptions: CommentCircumstances["subscriptions"],
): CommentCircumstances {
  return {
    author: comment.userId,
    mentioned,
    opensThread: comments[0] === comment,
    subscriptions,
    settings,
    cannotRead: (userId) => cannotRead(record, userId, visibility),
  };
}

/** Whether a notification tells of a comment as unread. */
export function tellsOf(
  { userId, notifiedAt, readAt = 0 }: Pick<InboxRecord, "notifiedAt" | "readAt"> & { readonly userId: string },
  { createdAt, userId: author, body }: CommentRecord,
): boolean {
  return body !== undefined && author !== userId && createdAt <= notifiedAt && createdAt > readAt;
}

/** Whether the room's own accesses keep comments of a visibility from a user. Of users it does not name, it says nothing. */
function cannotRead(room: RoomRecord, userId: string, visibility: Visibility): boolean {
  const user = room.usersAccesses.get(userId);
  if (user === undefined) return false;
  const matrix = complete(mergeAccesses({ defaults: room.defaultAccesses, groups: [], user }));
  return (visibility === "private" ? matrix.commentsPrivate : matrix.commentsPublic) === "none";
}
