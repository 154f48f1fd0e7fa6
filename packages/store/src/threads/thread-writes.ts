import type {
  CommentRecord,
  Effects,
  NewThreadNotifications,
  ThreadChange,
  ThreadRecord,
  ThreadRecords,
  UploadOwner,
} from "@weft/collab";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { Dialect } from "../database/dialect.ts";
import type { Statement } from "../database/engine.ts";
import { lockThread, shareExpiringFiles, shareInboxes, shareRoom } from "../database/locks.ts";
import type { Prepared } from "../database/query.ts";
import { insertRows } from "../database/repeated-inserts.ts";
import { prepareThreadWrites } from "./thread-write-queries.ts";
import type { InRoom, InThread } from "./thread-write-queries.ts";
import { fromMetadata, sizeOf, storedValue, toCommentColumns } from "./thread-rows.ts";
import type { Transactions, Write } from "../transactions/transactions.ts";
import { claimFiles, releaseFiles } from "../uploads/upload-records.ts";

type ThreadWriteQueries = ReturnType<typeof prepareThreadWrites>;

/** Writes changes of threads: the rows that differ between the thread as it was and as it is to be. */
export function createThreadWriter(
  { done }: Transactions,
  dialect: Dialect,
): Pick<ThreadRecords, "write" | "notifyLater"> {
  const queries = prepareThreadWrites(dialect);

  const write = (address: RoomAddress, change: ThreadChange, effects?: Effects) => {
    const room: InRoom = { project: address.project, room: address.room };
    const { before, after, now } = change;
    const id = (after ?? before)?.id;
    if (id === undefined) return Promise.resolve(false);
    const inThread = { ...room, thread: id };
    const locks = [shareRoom(room), lockThread(room, id)];
    if (after === undefined) {
      const gone = { ...inThread, now, revision: before!.revision };
      return done(
        [
          ...locks,
          once(queries.lock, gone, 1),
          ...queries.deleteThread().map((query) => once(query, gone)),
          ...attachmentWrites(queries, dialect, inThread, change),
        ],
        effects,
      );
    }
    return done(
      [
        ...locks,
        ...threadRow(queries, room, before, after, now),
        ...commentRows(queries, inThread, before, after),
        ...subscriptionRows(queries, inThread, change),
        ...notificationRows(queries, inThread, change),
        ...attachmentWrites(queries, dialect, inThread, change),
      ],
      effects,
    );
  };

  return {
    write,
    notifyLater({ project, room }, { thread, comment, users, now, ...common }, effects) {
      const inThread = { project, room, thread };
      const at = common.notifiedAt;
      const subscribed = users.flatMap(({ userId, reason }) => (reason === undefined ? [] : [{ userId, reason }]));
      return done(
        [
          shareRoom({ project, room }),
          lockThread({ project, room }, thread),
          shareInboxes(project),
          once(queries.isLive, { ...inThread, comment }, 1),
          ...subscriptionRows(queries, inThread, {
            subscribe: subscribed.map((one) => ({ ...one, createdAt: at })),
            now,
          }),
          notifyRows(queries.notifyLater, inThread, { users, ...common }, now),
        ],
        effects,
      );
    },
  };
}

function threadRow(
  queries: ThreadWriteQueries,
  room: InRoom,
  before: ThreadRecord | undefined,
  after: ThreadRecord,
  now: number,
): Statement[] {
  const row = {
    ...room,
    thread: after.id,
    updated_at: after.updatedAt,
    changed_at: now,
    resolved: Number(after.resolved),
    metadata: fromMetadata(after.metadata),
    ...countsOf(before, after),
  };
  const own =
    before === undefined
      ? once(queries.insertThread, { ...row, created_at: after.createdAt, visibility: after.visibility }, 1)
      : once(queries.updateThread, { ...row, revision: before.revision }, 1);
  if (before?.metadata === after.metadata) return [own];
  const entries = [...after.metadata].map(([name, value]) => ({
    ...room,
    thread: after.id,
    name,
    value: storedValue(value),
    number: typeof value === "number" ? value : null,
  }));
  return [
    own,
    ...(before === undefined ? [] : [once(queries.deleteMetadata, { ...room, thread: after.id })]),
    ...(entries.length === 0 ? [] : [insertRows(queries.insertMetadata, entries)]),
  ];
}

function commentRows(
  queries: ThreadWriteQueries,
  thread: InThread,
  before: ThreadRecord | undefined,
  after: ThreadRecord,
): Statement[] {
  const known = new Map(before?.comments.map((comment) => [comment.id, comment]));
  const statements: Statement[] = [];
  for (const comment of after.comments) {
    const old = known.get(comment.id);
    if (old === comment) continue;
    const { id, userId: user, createdAt: created_at } = comment;
    const row = { ...thread, id, user, ...toCommentColumns(comment) };
    statements.push(
      old === undefined ? once(queries.insertComment, { ...row, created_at }, 1) : once(queries.updateComment, row, 1),
      ...reactionRows(queries, { ...thread, comment: id }, old, comment),
    );
  }
  return statements;
}

function reactionRows(
  queries: ThreadWriteQueries,
  comment: InThread & { comment: string },
  before: CommentRecord | undefined,
  after: CommentRecord,
): Statement[] {
  if (before?.reactions === after.reactions) return [];
  const removed = before?.reactions.filter((reaction) => !after.reactions.includes(reaction)) ?? [];
  const added = after.reactions.filter((reaction) => before?.reactions.includes(reaction) !== true);
  return [
    ...removed.map(({ emoji, userId: user }) => once(queries.deleteReaction, { ...comment, emoji, user })),
    ...(added.length === 0
      ? []
      : [
          insertRows(
            queries.insertReaction,
            added.map(({ emoji, userId: user, createdAt: at }) => ({ ...comment, emoji, user, at })),
          ),
        ]),
  ];
}

/** Files that become attachments of the thread's comments, and those that are none any more. */
function attachmentWrites(
  queries: ThreadWriteQueries,
  { sql: db }: Dialect,
  thread: InThread,
  { claim, release = [] }: ThreadChange,
): Write[] {
  const owner: UploadOwner = {
    project: thread.project as ProjectId,
    room: thread.room as RoomId,
    kind: "attachment",
  };
  const writes: Write[] = [...releaseFiles(db, owner, release)];
  if (release.length > 0) writes.push(insertRows(queries.deleteAttachment, rowsOf(thread, release)));
  if (claim !== undefined && claim.ids.length > 0)
    writes.push(
      shareExpiringFiles,
      claimFiles(db, owner, claim.userId, claim.ids),
      insertRows(queries.insertAttachment, rowsOf(thread, [...new Set(claim.ids)])),
    );
  return writes;
}

function subscriptionRows(
  queries: ThreadWriteQueries,
  thread: InThread,
  { subscribe = [], resubscribe = [], now }: ThreadChange,
): Statement[] {
  const rowOf = ({ userId: user, reason, createdAt: at }: (typeof subscribe)[number]) => ({
    ...thread,
    user,
    reason,
    at,
    now,
  });
  const statements: Statement[] = [];
  if (subscribe.length > 0) statements.push(insertRows(queries.subscribe, subscribe.map(rowOf)));
  if (resubscribe.length > 0)
    statements.push(
      insertRows(queries.resubscribe, resubscribe.map(rowOf)),
      insertRows(
        queries.deleteTombstone,
        resubscribe.map(({ userId: user }) => ({ ...thread, user })),
      ),
    );
  return statements;
}

function notificationRows(
  queries: ThreadWriteQueries,
  thread: InThread,
  { notify, readBy, settleFrom, now }: ThreadChange,
): Statement[] {
  const statements: Statement[] = [];
  if (notify !== undefined && notify.users.length > 0) statements.push(notifyRows(queries.notify, thread, notify, now));
  if (readBy !== undefined)
    statements.push(once(queries.readBy, { ...thread, user: readBy.userId, at: readBy.at, now }));
  if (settleFrom !== undefined) statements.push(once(queries.settle, { ...thread, from: settleFrom, now }));
  return statements;
}

/** By how much a change raises the counts of a thread. */
function countsOf(before: ThreadRecord | undefined, after: ThreadRecord) {
  const known = new Map(before?.comments.map((comment) => [comment.id, comment]));
  const counts = { comments: 0, live: 0, bytes: 0, last_comment_at: after.createdAt };
  for (const comment of after.comments) {
    const old = known.get(comment.id);
    if (old === comment) continue;
    if (old === undefined) counts.comments += 1;
    counts.live += Number(comment.body !== undefined) - Number(old?.body !== undefined);
    counts.bytes += sizeOf(comment) - (old === undefined ? 0 : sizeOf(old));
    counts.last_comment_at = Math.max(counts.last_comment_at, comment.createdAt);
  }
  if (before === undefined) counts.bytes += 400;
  if (before?.metadata !== after.metadata)
    counts.bytes +=
      Buffer.byteLength(fromMetadata(after.metadata)) -
      (before === undefined ? 0 : Buffer.byteLength(fromMetadata(before.metadata)));
  return counts;
}

/** Notifications of a thread: inserted, or renewed where the user has one. */
function notifyRows(
  query: ThreadWriteQueries["notify"],
  thread: InThread,
  { users, organizationId, notifiedAt, dueAt }: NewThreadNotifications,
  now: number,
): Statement {
  const common = { ...thread, organization: organizationId, at: notifiedAt, due: dueAt, now };
  return insertRows(
    query,
    users.map(({ userId: user, id }) => ({ ...common, user, id })),
  );
}

const rowsOf = (thread: InThread, ids: readonly string[]) => ids.map((id) => ({ ...thread, id }));

function once<Args>(query: Prepared<Args, unknown>, args: Args, expect?: number): Statement {
  return { sql: query.sql, values: [query.bind(args)], expect };
}
