/** Who learns of a comment, and what decides it. */
import { limits as platformLimits, mentionsIn } from "@weft/protocol";
import type { CommentBody, Limits, Mention, ProjectId, RoomAddress } from "@weft/protocol";
import { complete, mergeAccesses } from "../access/levels.ts";
import type { RoomRecord } from "../rooms/room-records.ts";
import type { CommentCircumstances } from "./notified.ts";
import type { CommentRecord, ThreadRecord, ThreadRecords } from "./thread-records.ts";
import type { Visibility } from "../access/visibility.ts";

export interface CommentAudience extends Pick<
  CommentCircumstances,
  "mentioned" | "settings" | "watchers" | "isAnonymous"
> {
  readonly delayMs: number;
}

export interface CommentAudiencesOptions {
  readonly records: Pick<ThreadRecords, "settings" | "watchers">;
  /** Members of stored groups of an organization, for mentions that name none. */
  readonly members: (
    project: ProjectId,
    organizationId: string,
    groupIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** How long after a comment the `notification` events of a project are due, in milliseconds. */
  readonly notificationDelayMs: (project: ProjectId) => Promise<number>;
  readonly limits?: Pick<Limits, "notifiedUsers">;
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
  /** Users whom a body mentions, with the members of its groups: the first ones, as many as can be notified. */
  mentioned(
    room: RoomAddress,
    record: RoomRecord | Promise<RoomRecord>,
    body: CommentBody | undefined,
  ): Promise<readonly string[]>;
}

export function createCommentAudiences(options: CommentAudiencesOptions): CommentAudiences {
  const { records, members, limits = platformLimits } = options;
  const audiences: CommentAudiences = {
    async of(room, record, { userId, body }, { opensThread } = { opensThread: false }) {
      const addressed = async () => {
        const mentioned = await audiences.mentioned(room, record, body);
        return { mentioned, settings: await records.settings(room, [...new Set([userId, ...mentioned])]) };
      };
      const [found, watchers, delayMs] = await Promise.all([
        addressed(),
        opensThread ? records.watchers(room, limits.notifiedUsers) : undefined,
        options.notificationDelayMs(room.project),
      ]);
      return { ...found, watchers: watchers ?? [], delayMs };
    },

    async mentioned({ project }, record, body) {
      const mentions = body === undefined ? [] : mentionsIn(body);
      return mentionedUsers(mentions, limits.notifiedUsers, async (groups) =>
        members(project, (await record).organizationId, groups),
      );
    },
  };
  return audiences;
}

/** Groups whose members are read at once. */
const groupsPerRead = 10;

/** The users of mentions, each once and in their order, at most `most`. Groups beyond these are not read. */
export async function mentionedUsers(
  mentions: readonly Mention[],
  most: number,
  membersOf: (groups: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>,
): Promise<readonly string[]> {
  const users = new Set<string>();
  const members = new Map<string, readonly string[]>();
  const isStored = (mention: Mention) =>
    mention.kind === "group" && mention.userIds === undefined && !members.has(mention.id);
  for (const [at, mention] of mentions.entries()) {
    if (users.size >= most) break;
    if (isStored(mention)) {
      const next = [
        ...new Set(
          mentions
            .slice(at)
            .filter(isStored)
            .map(({ id }) => id as string),
        ),
      ].slice(0, groupsPerRead);
      const found = await membersOf(next);
      for (const id of next) members.set(id, found.get(id) ?? []);
    }
    const own: readonly string[] =
      mention.kind === "user" ? [mention.id] : (mention.userIds ?? members.get(mention.id) ?? []);
    for (const user of own) if (users.size < most) users.add(user);
  }
  return [...users];
}

export function circumstancesOf(
  record: RoomRecord,
  { visibility }: Pick<ThreadRecord, "visibility">,
  comment: CommentRecord,
  audience: CommentAudience,
  subscribers: CommentCircumstances["subscribers"],
  opensThread = false,
): CommentCircumstances {
  return {
    author: comment.userId,
    ...audience,
    opensThread,
    subscribers,
    cannotRead: (userId) => cannotRead(record, userId, visibility),
  };
}

/** Whether the room's own accesses keep comments of a visibility from a user. Of users it does not name, it says nothing. */
function cannotRead(room: RoomRecord, userId: string, visibility: Visibility): boolean {
  const user = room.usersAccesses.get(userId);
  if (user === undefined) return false;
  const matrix = complete(mergeAccesses({ defaults: room.defaultAccesses, groups: [], user }));
  return (visibility === "private" ? matrix.commentsPrivate : matrix.commentsPublic) === "none";
}
