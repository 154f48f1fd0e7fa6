import { createHash } from "node:crypto";
import type { ActivityRecord, InboxFilter, InboxName, InboxRecords, InboxSelection } from "@weft/collab";
import type { RoomAddress, RoomId } from "@weft/protocol";
import type { Kysely } from "kysely";
import type { Dialect } from "./dialect.ts";
import {
  deletedNotifications,
  insertTombstones,
  insertUnlessDeleted,
  renewed,
  slotColumns,
} from "./inbox-statements.ts";
import { pageOf } from "./lists/keyset.ts";
import { keyOfRoom } from "./room-row.ts";
import { toInboxRecord } from "./thread-rows.ts";
import type { InboxRow } from "./thread-rows.ts";
import type { Tables } from "./tables.ts";
import type { Transactions, Write } from "./transactions.ts";

/** A notification's row with the id of its room. */
type RowWithRoom = InboxRow & { readonly room: string | null };
type NewCustom = Parameters<InboxRecords["insertCustom"]>[0];

/** Notifications that one statement inserts: each row has many values. */
const rowsPerInsert = 500;

export function createInboxRecords(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { greatest }: Dialect,
): InboxRecords {
  // The room's id is looked up row by row: a join might read all rooms for a page.
  const notifications = db
    .selectFrom("inbox_notifications as item")
    .selectAll("item")
    .select((eb) =>
      eb
        .selectFrom("rooms")
        .select("rooms.id")
        .whereRef("rooms.project_id", "=", "item.project_id")
        .whereRef("rooms.key", "=", "item.room_key")
        .as("room"),
    );
  const inboxOf = ({ project, userId }: InboxName) =>
    notifications.where("item.project_id", "=", project).where("item.user_id", "=", userId);

  const matching = (inbox: InboxName, { organizationId, unread, room, kind }: InboxFilter) =>
    inboxOf(inbox)
      .where("item.organization_id", "=", organizationId)
      .$if(unread !== undefined, (query) => query.where("item.unread", "=", Number(unread)))
      .$if(room !== undefined, (query) => query.where("item.room_key", "=", keyOfRoom(db, inbox.project, room!)))
      .$if(kind !== undefined, (query) => query.where("item.kind", "=", kind!));

  /** The condition of a selection, for any query of the table. */
  const selected =
    ({ project, userId }: InboxName, { organizationId, room, ids }: InboxSelection) =>
    <Q extends Conditional<Q>>(query: Q): Q => {
      let chosen = query
        .where("inbox_notifications.project_id", "=", project)
        .where("inbox_notifications.user_id", "=", userId);
      if (organizationId !== undefined)
        chosen = chosen.where("inbox_notifications.organization_id", "=", organizationId);
      if (room !== undefined) chosen = chosen.where("inbox_notifications.room_key", "=", keyOfRoom(db, project, room));
      if (ids !== undefined) chosen = chosen.where("inbox_notifications.id", "in", [...ids]);
      return chosen;
    };

  /**
   * Whether the room is there, as a write to what its deletion changes first: of the two, one waits for the other, and no
   * notification is left behind.
   */
  const lockRoom = (project: string, room: string) =>
    [
      db
        .updateTable("room_state")
        .set((eb) => ({ epoch: eb.ref("epoch") }))
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room)),
      1,
    ] as const;
  const roomOf = ({ project, room }: NewCustom) => (room === undefined ? 0 : keyOfRoom(db, project, room));
  const checkRoom = ({ project, room }: NewCustom): Write[] => (room === undefined ? [] : [lockRoom(project, room)]);

  const insertNew = (notification: NewCustom, slot: string) =>
    db
      .insertInto("inbox_notifications")
      .values({
        project_id: notification.project,
        user_id: notification.userId,
        id: notification.id,
        organization_id: notification.organizationId,
        kind: notification.kind,
        room_key: roomOf(notification),
        subject_id: notification.subjectId,
        slot,
        notified_at: notification.activity.createdAt,
        read_at: null,
        unread: 1,
        changed_at: notification.activity.createdAt,
        created_by: null,
        mention: null,
        activities: JSON.stringify([notification.activity]),
        started_at: notification.activity.createdAt,
        due_at: notification.dueAt,
      })
      .onConflict((conflict) => conflict.columns(["project_id", "user_id", "room_key", "kind", "slot"]).doNothing());

  return {
    async find(inbox, id) {
      const row = await inboxOf(inbox).where("item.id", "=", id).executeTakeFirst();
      return row && toRecord(row);
    },

    async ownerOf(project, id) {
      const row = await db
        .selectFrom("inbox_notifications")
        .select("user_id")
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.user_id;
    },

    async list(inbox, filter, { limit, after }) {
      const page = { limit, after: after && ([after.notifiedAt, after.id] as const) };
      const rows = await pageOf(matching(inbox, filter), ["item.notified_at", "item.id"], page).execute();
      return rows.map(toRecord);
    },

    async changedSince(inbox, filter, since, limit) {
      const rows = await matching(inbox, filter)
        .where("item.changed_at", ">=", since)
        .orderBy("item.changed_at", "desc")
        .orderBy("item.id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toRecord);
    },

    async countUnread(inbox, { organizationId, room, kind }) {
      const counted = selected(inbox, { organizationId, room })(
        db.selectFrom("inbox_notifications").where("unread", "=", 1),
      )
        .$if(kind !== undefined, (query) => query.where("kind", "=", kind!))
        .select((eb) => ["room_key", "kind", eb.fn.countAll<number>().as("count")])
        .groupBy(["room_key", "kind"]);
      const rows = await db
        .selectFrom(counted.as("counted"))
        .select((eb) => [
          "counted.kind",
          "counted.count",
          "counted.room_key",
          eb
            .selectFrom("rooms")
            .select("rooms.id")
            .where("rooms.project_id", "=", inbox.project)
            .whereRef("rooms.key", "=", "counted.room_key")
            .as("room"),
        ])
        .execute();
      return rows.map((row) => ({
        kind: row.kind,
        room: (row.room ?? undefined) as RoomId | undefined,
        count: row.count,
      }));
    },

    async markRead(inbox, which, now) {
      if (which.ids?.length === 0) return 0;
      const read = selected(
        inbox,
        which,
      )(db.updateTable("inbox_notifications"))
        .set((eb) => ({
          read_at: greatest(eb.ref("notified_at"), eb.val(now)),
          unread: 0,
          changed_at: greatest(eb.ref("changed_at"), eb.val(now)),
          started_at: null,
          due_at: null,
        }))
        .where("unread", "=", 1)
        // By the server's clock: what a back end imports may be dated later.
        .where("changed_at", "<=", now);
      return countOf(await write([read]));
    },

    async delete(inbox, which, now) {
      if (which.ids?.length === 0) return 0;
      const choose = selected(inbox, which);
      const buried = db
        .selectFrom("tombstones")
        .select("tombstones.id")
        .where("tombstones.project_id", "=", inbox.project)
        .where("tombstones.user_id", "=", inbox.userId)
        .where("tombstones.kind", "=", "inboxNotification")
        .where("tombstones.deleted_at", "=", now);
      const outcome = await write([
        insertTombstones(db, choose(deletedNotifications(db, now))),
        // What comes in between the two statements stays.
        choose(db.deleteFrom("inbox_notifications")).where("inbox_notifications.id", "in", buried),
      ]);
      return countOf(outcome, 1);
    },

    insertCustom: (notification, effects) =>
      done([...checkRoom(notification), [insertNew(notification, notification.id), 1]], effects),

    async addActivity(notification, most, effects) {
      const { project, userId, kind, activity, dueAt } = notification;
      const slot = slotOf(notification);
      const inSlot = db
        .selectFrom("inbox_notifications")
        .select(["id", "activities"])
        .where("project_id", "=", project)
        .where("user_id", "=", userId)
        .where("room_key", "=", roomOf(notification))
        .where("kind", "=", kind)
        .where("slot", "=", slot);
      const open = await inSlot.executeTakeFirst();
      const activities = open?.activities === null || open === undefined ? [] : parseActivities(open.activities);
      const unchanged = () =>
        db
          .updateTable("inbox_notifications")
          .where("project_id", "=", project)
          .where("user_id", "=", userId)
          .where("id", "=", open!.id)
          .where("slot", "=", slot)
          .where("activities", "=", open!.activities);
      const fresh = { notified_at: activity.createdAt, changed_at: activity.createdAt, started_at: activity.createdAt };
      const written =
        open !== undefined && activities.length < most
          ? unchanged().set((eb) => ({
              activities: JSON.stringify([...activities, activity]),
              ...renewed(eb, {
                notified_at: eb.val(fresh.notified_at),
                changed_at: eb.val(fresh.changed_at),
                started_at: eb.val(fresh.started_at),
                due_at: eb.val(dueAt),
              }),
            }))
          : insertNew(notification, slot);
      const outcome = await write(
        [
          ...checkRoom(notification),
          // A full notification gives up its slot.
          ...(open !== undefined && activities.length >= most
            ? [[unchanged().set({ slot: open.id }), 1] as const]
            : []),
          [written, 1],
        ],
        effects,
      );
      if (outcome.kind === "done") return "written";
      return notification.room !== undefined && outcome.statement === 0 ? "missing" : "changed";
    },

    insertTextMention({ project, room }, mention, effects) {
      const common = {
        project_id: project,
        organization_id: mention.organizationId,
        kind: "textMention",
        room_key: keyOfRoom(db, project, room),
        subject_id: mention.mentionId,
        slot: mention.mentionId,
        notified_at: mention.notifiedAt,
        read_at: null,
        unread: 1,
        changed_at: mention.notifiedAt,
        created_by: mention.createdBy,
        mention: JSON.stringify(mention.mention),
        activities: null,
        started_at: mention.notifiedAt,
        due_at: mention.dueAt,
      };
      const rows = mention.users.map(({ userId, id }) => ({ ...common, user_id: userId, id }));
      if (mention.isContinued === true) {
        const others = db
          .selectFrom("inbox_notifications")
          .select("id")
          .where("project_id", "=", project)
          .where("room_key", "=", common.room_key)
          .where("kind", "=", "textMention")
          .where("subject_id", "=", mention.mentionId)
          .limit(1);
        const inserts = rows.map((row) =>
          insertUnlessDeleted(db, row as never).onConflict((conflict) => conflict.columns(slotColumns).doNothing()),
        );
        return done([lockRoom(project, room), [others, 1], ...inserts], effects);
      }
      const inserts: Write[] = [];
      for (let at = 0; at < rows.length; at += rowsPerInsert)
        inserts.push(
          db
            .insertInto("inbox_notifications")
            .values(rows.slice(at, at + rowsPerInsert))
            .onConflict((conflict) => conflict.columns(slotColumns).doNothing()),
        );
      return done([lockRoom(project, room), ...inserts], effects);
    },

    async deleteTextMention({ project, room }, mentionId, now) {
      const ofMention = <Q extends Conditional<Q>>(query: Q): Q =>
        query
          .where("inbox_notifications.project_id", "=", project)
          .where("inbox_notifications.room_key", "=", keyOfRoom(db, project, room))
          .where("inbox_notifications.kind", "=", "textMention")
          .where("inbox_notifications.subject_id", "=", mentionId);
      await write([
        lockRoom(project, room),
        insertTombstones(db, ofMention(deletedNotifications(db, now))),
        ofMention(db.deleteFrom("inbox_notifications")),
      ]);
    },

    async due(now, limit) {
      const rows = await notifications.where("item.due_at", "<=", now).orderBy("item.due_at").limit(limit).execute();
      return rows.map((row) => ({
        ...toRecord(row),
        project: row.project_id as RoomAddress["project"],
        userId: row.user_id,
        unread: row.unread === 1,
        startedAt: row.started_at ?? row.notified_at,
        dueAt: row.due_at!,
      }));
    },

    async nextDueAt() {
      const row = await db
        .selectFrom("inbox_notifications")
        .select("due_at")
        .where("due_at", "is not", null)
        .orderBy("due_at")
        .limit(1)
        .executeTakeFirst();
      return row?.due_at ?? undefined;
    },

    settleDue: (due, effects) =>
      done(
        due.map(({ project, userId, id, unread, dueAt }) => [
          db
            .updateTable("inbox_notifications")
            .set({ started_at: null, due_at: null })
            .where("project_id", "=", project)
            .where("user_id", "=", userId)
            .where("id", "=", id)
            .where("unread", "=", Number(unread))
            .where("due_at", "=", dueAt),
          1,
        ]),
        effects,
      ),

    async deleteTombstones(before) {
      await db.deleteFrom("tombstones").where("deleted_at", "<", before).execute();
    },
  };
}

/** A query of the table to which conditions can be added. */
interface Conditional<Q> {
  where(column: string, operator: string, value: unknown): Q;
}

function toRecord({ room, ...row }: RowWithRoom) {
  return toInboxRecord(row, (room ?? undefined) as RoomId | undefined);
}

function parseActivities(text: string): readonly ActivityRecord[] {
  return JSON.parse(text) as ActivityRecord[];
}

/** The slot of the open notification of a subject. Other slots of these kinds are ids. */
function slotOf({ organizationId, subjectId }: NewCustom): string {
  return `subject:${createHash("sha256")
    .update(JSON.stringify([organizationId, subjectId]))
    .digest("base64url")}`;
}

function countOf(outcome: Awaited<ReturnType<Transactions["write"]>>, statement = 0): number {
  return outcome.kind === "done" ? (outcome.counts[statement] ?? 0) : 0;
}
