import type { ClaimedExport, ExportRecord, ExportRecords } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import { insertEntry } from "./audit-records.ts";
import { unit } from "./engine-dialect.ts";
import type { Engine } from "./engine.ts";
import type { Tables } from "./tables.ts";

type ExportRow = Selectable<Tables["project_exports"]>;

/** The bytes of exports, as the list of doomed bytes keeps them: whoever makes one may write on while the claim holds. */
export function exportsIn(db: Kysely<Tables>, whole: 0 | 1 = 1) {
  return db
    .selectFrom("project_exports")
    .select((eb) => [
      "project_id",
      "blob",
      "session",
      eb.val(whole).as("whole"),
      eb.val(0).as("due_at"),
      "claimed_until as kept_until",
    ])
    .where("blob", "!=", "");
}

export function doomExports(db: Kysely<Tables>, exports: ReturnType<typeof exportsIn>) {
  return (
    db
      .insertInto("doomed_blobs")
      .columns(["project_id", "blob", "session", "whole", "due_at", "kept_until"])
      .expression(exports)
      // Its parts may be on the list still; their session stays there with them.
      .onConflict((conflict) => conflict.columns(["project_id", "blob"]).doUpdateSet({ whole: 1, due_at: 0 }))
  );
}

export function createExportRecords(engine: Engine, db: Kysely<Tables>): ExportRecords {
  const held = ({ record, claim }: ClaimedExport) =>
    db
      .updateTable("project_exports")
      .where("project_id", "=", record.project)
      .where("id", "=", record.id)
      .where("claim", "=", claim);
  const bytesOf = ({ record, claim }: ClaimedExport, whole: 0 | 1) =>
    exportsIn(db, whole)
      .where("project_id", "=", record.project)
      .where("id", "=", record.id)
      .where("claim", "=", claim);
  const isUnderWay = sql<boolean>`state in ('waiting', 'running')`;

  return {
    async list(project) {
      const rows = await db
        .selectFrom("project_exports")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("requested_at", "desc")
        .orderBy("id", "desc")
        .execute();
      return rows.map(toExport);
    },

    async find(project, id) {
      const row = await db
        .selectFrom("project_exports")
        .selectAll()
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toExport(row);
    },

    async insert({ project, id, requestedBy, requestedAt }, keep, entries = []) {
      const ofProject = db
        .selectFrom("project_exports as other")
        .select("other.id")
        .where("other.project_id", "=", project);
      const newest = ofProject.orderBy("other.requested_at", "desc").orderBy("other.id", "desc").limit(keep);
      const outcome = await unit(engine, [
        [
          db
            .insertInto("project_exports")
            .columns([
              "project_id",
              "id",
              "requested_by",
              "requested_at",
              "state",
              "rooms_done",
              "claim",
              "claimed_until",
              "attempts",
              "blob",
              "session",
              "told",
            ])
            .expression(
              db
                .selectFrom("projects")
                .select((eb) => [
                  "projects.id as project_id",
                  eb.val(id).as("id"),
                  eb.val(requestedBy).as("requested_by"),
                  eb.val(requestedAt).as("requested_at"),
                  eb.val("waiting").as("state"),
                  eb.val(0).as("rooms_done"),
                  eb.val("").as("claim"),
                  eb.val(0).as("claimed_until"),
                  eb.val(0).as("attempts"),
                  eb.val("").as("blob"),
                  eb.val("").as("session"),
                  eb.val(0).as("told"),
                ])
                .where("projects.id", "=", project)
                .where((eb) => eb.not(eb.exists(ofProject.where(isUnderWay)))),
            ),
          1,
        ],
        doomExports(db, exportsIn(db).where("project_id", "=", project).where("id", "not in", newest)),
        db.deleteFrom("project_exports").where("project_id", "=", project).where("id", "not in", newest),
        ...entries.map((entry) => insertEntry(db, entry)),
      ]);
      return outcome.kind === "done";
    },

    async claim(claim, now, until) {
      const next = db
        .selectFrom("project_exports as next")
        .select("next.id")
        .where("next.told", "=", 0)
        .where("next.claimed_until", "<=", now)
        .orderBy("next.requested_at")
        .orderBy("next.id")
        .limit(1);
      const outcome = await unit(engine, [
        // What an earlier attempt has written is of no use: it begins anew, elsewhere.
        doomExports(db, exportsIn(db).where("id", "=", next).where(isUnderWay)),
        db
          .updateTable("project_exports")
          .set((eb) => ({
            claim,
            claimed_until: until,
            state: sql<string>`case when ${isUnderWay} then 'running' else state end`,
            attempts: eb("attempts", "+", 1),
            blob: sql<string>`case when ${isUnderWay} then '' else blob end`,
            session: sql<string>`case when ${isUnderWay} then '' else session end`,
            rooms_done: sql<number>`case when ${isUnderWay} then 0 else rooms_done end`,
          }))
          .where("id", "=", next)
          .returningAll(),
      ]);
      const row = outcome.kind === "done" ? (outcome.rows[1]?.[0] as ExportRow | undefined) : undefined;
      return row && { record: toExport(row), claim };
    },

    async place(of, blob, session) {
      const { numUpdatedRows } = await held(of).set({ blob, session }).executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async progress(of, { roomsDone, roomsTotal, until }) {
      const { numUpdatedRows } = await held(of)
        .set({ rooms_done: roomsDone, rooms_total: roomsTotal, claimed_until: until })
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async finish(of, { size, finishedAt, expiresAt, roomsDone }) {
      const outcome = await unit(engine, [
        // Joined, the parts are there a second time.
        doomExports(db, bytesOf(of, 0)),
        [
          held(of).set({
            state: "done",
            size,
            finished_at: finishedAt,
            expires_at: expiresAt,
            rooms_done: roomsDone,
            rooms_total: roomsDone,
            session: "",
            attempts: 0,
          }),
          1,
        ],
      ]);
      return outcome.kind === "done";
    },

    async fail(of, { failure, finishedAt, expiresAt }) {
      const outcome = await unit(engine, [
        doomExports(db, bytesOf(of, 1)),
        [
          held(of).set({
            state: "failed",
            failure,
            finished_at: finishedAt,
            expires_at: expiresAt,
            blob: "",
            session: "",
            attempts: 0,
          }),
          1,
        ],
      ]);
      return outcome.kind === "done";
    },

    async told(of) {
      await held(of).set({ told: 1, claim: "", claimed_until: 0 }).execute();
    },

    async putBack(of, { at, counts }) {
      await held(of)
        .set((eb) => ({ claim: "", claimed_until: at, attempts: eb("attempts", "-", counts ? 0 : 1) }))
        .execute();
    },

    async dropExpired(now) {
      await unit(engine, [
        doomExports(db, exportsIn(db).where("expires_at", "<=", now)),
        db.deleteFrom("project_exports").where("expires_at", "<=", now),
      ]);
    },

    async subdocuments({ project, room }) {
      const rows = await db
        .selectFrom("document_rows")
        .innerJoin("rooms", (join) =>
          join
            .onRef("rooms.project_id", "=", "document_rows.project_id")
            .onRef("rooms.key", "=", "document_rows.room_key"),
        )
        .select("document_rows.guid")
        .distinct()
        .where("rooms.project_id", "=", project)
        .where("rooms.id", "=", room)
        .where("document_rows.guid", "!=", "")
        .orderBy("document_rows.guid")
        .execute();
      return rows.map(({ guid }) => guid);
    },

    async countRooms(project) {
      const { rooms } = await db
        .selectFrom("rooms")
        .select(({ fn }) => fn.countAll<number>().as("rooms"))
        .where("project_id", "=", project)
        .executeTakeFirstOrThrow();
      return rooms;
    },
  };
}

function toExport(row: ExportRow): ExportRecord {
  return {
    project: row.project_id as ProjectId,
    id: row.id,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    state: row.state as ExportRecord["state"],
    roomsDone: row.rooms_done,
    roomsTotal: row.rooms_total ?? undefined,
    attempts: row.attempts,
    blob: row.blob,
    size: row.size ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    failure: row.failure ?? undefined,
  };
}
