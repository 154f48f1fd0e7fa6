import type { ExportName, ExportRecord, ExportRecords } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import { lockProject } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

type ExportRow = Selectable<Tables["project_exports"]>;

const isUnderWay = sql<boolean>`state in ('waiting', 'running')`;

/** The bytes of exports, as rows of pending deletions. The maker of an export may still write while its claim holds. */
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

export function listExportsForDeletion(db: Kysely<Tables>, exports: ReturnType<typeof exportsIn>) {
  return (
    db
      .insertInto("doomed_blobs")
      .columns(["project_id", "blob", "session", "whole", "due_at", "kept_until"])
      .expression(exports)
      // Its parts may be on the list still; their session stays there with them.
      .onConflict((conflict) => conflict.columns(["project_id", "blob"]).doUpdateSet({ whole: 1, due_at: 0 }))
  );
}

export function createExportRecords(transactions: Transactions, db: Kysely<Tables>): ExportRecords {
  return {
    ...createExportReads(db),
    ...createExportRequests(transactions, db),
    ...createExportRuns(transactions, db),
  };
}

/** Reads exports, and what a project holds to be exported. */
function createExportReads(db: Kysely<Tables>): Pick<ExportRecords, "list" | "find" | "subdocuments" | "countRooms"> {
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

/** Adds exports, and deletes those whose time is over. */
function createExportRequests(
  { done }: Transactions,
  db: Kysely<Tables>,
): Pick<ExportRecords, "insert" | "dropExpired"> {
  return {
    insert({ project, id, requestedBy, requestedAt }, keep, effects) {
      const ofProject = db
        .selectFrom("project_exports as other")
        .select("other.id")
        .where("other.project_id", "=", project);
      // Not by its instant: another process may have asked for the others by a clock that is ahead.
      const newest = ofProject
        .where("other.id", "!=", id)
        .orderBy("other.requested_at", "desc")
        .orderBy("other.id", "desc")
        .limit(keep - 1);
      const insert = db
        .insertInto("project_exports")
        .columns([
          "project_id",
          "id",
          "requested_by",
          "requested_at",
          "state",
          "rooms_done",
          "claimed_until",
          "blob",
          "session",
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
              eb.val(0).as("claimed_until"),
              eb.val("").as("blob"),
              eb.val("").as("session"),
            ])
            .where("projects.id", "=", project)
            .where((eb) => eb.not(eb.exists(ofProject.where(isUnderWay)))),
        );
      return done(
        [
          lockProject(project),
          [insert, 1],
          listExportsForDeletion(
            db,
            exportsIn(db).where("project_id", "=", project).where("id", "!=", id).where("id", "not in", newest),
          ),
          db
            .deleteFrom("project_exports")
            .where("project_id", "=", project)
            .where("id", "!=", id)
            .where("id", "not in", newest),
        ],
        effects,
      );
    },

    async dropExpired(now) {
      await done([
        listExportsForDeletion(db, exportsIn(db).where("expires_at", "<=", now)),
        db.deleteFrom("project_exports").where("expires_at", "<=", now),
      ]);
    },
  };
}

/** The progress of an export, under the claim of the job that makes it. */
function createExportRuns(
  { done }: Transactions,
  db: Kysely<Tables>,
): Pick<ExportRecords, "begin" | "place" | "progress" | "finish" | "fail"> {
  const underWay = ({ project, id }: ExportName) =>
    db.updateTable("project_exports").where("project_id", "=", project).where("id", "=", id).where(isUnderWay);
  const bytesOf = ({ project, id }: ExportName, whole: 0 | 1) =>
    exportsIn(db, whole).where("project_id", "=", project).where("id", "=", id).where(isUnderWay);

  return {
    begin: (of, holding) =>
      done(
        [
          // What an earlier attempt has written is of no use: it begins anew, elsewhere.
          listExportsForDeletion(db, bytesOf(of, 1)),
          [underWay(of).set({ state: "running", blob: "", session: "", rooms_done: 0 }), 1],
        ],
        { holding },
      ),

    place: (of, { blob, session, until }, holding) =>
      done([[underWay(of).set({ blob, session, claimed_until: until }), 1]], { holding }),

    progress: (of, { roomsDone, roomsTotal, until }, holding) =>
      done([[underWay(of).set({ rooms_done: roomsDone, rooms_total: roomsTotal, claimed_until: until }), 1]], {
        holding,
      }),

    finish: (of, { size, finishedAt, expiresAt, roomsDone }, effects) =>
      done(
        [
          // Joined, the parts are there a second time.
          listExportsForDeletion(db, bytesOf(of, 0)),
          [
            underWay(of).set({
              state: "done",
              size,
              finished_at: finishedAt,
              expires_at: expiresAt,
              rooms_done: roomsDone,
              rooms_total: roomsDone,
              session: "",
            }),
            1,
          ],
        ],
        effects,
      ),

    fail: (of, { failure, finishedAt, expiresAt }, effects) =>
      done(
        [
          listExportsForDeletion(db, bytesOf(of, 1)),
          [
            underWay(of).set({
              state: "failed",
              failure,
              finished_at: finishedAt,
              expires_at: expiresAt,
              blob: "",
              session: "",
            }),
            1,
          ],
        ],
        effects,
      ),
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
    blob: row.blob,
    size: row.size ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    failure: row.failure ?? undefined,
  };
}
