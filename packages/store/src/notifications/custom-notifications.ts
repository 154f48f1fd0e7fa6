import { createHash } from "node:crypto";
import type { ActivityRecord, InboxRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import { renewed } from "./inbox-statements.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions, Write } from "../transactions/transactions.ts";
import type { InboxQueries } from "./inbox-queries.ts";

type NewCustom = Parameters<InboxRecords["insertCustom"]>[0];

/** Notifications of a kind that the application defines. */
export function createCustomNotifications(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { lockRoom }: InboxQueries,
): Pick<InboxRecords, "insertCustom" | "addActivity"> {
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
  };
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
