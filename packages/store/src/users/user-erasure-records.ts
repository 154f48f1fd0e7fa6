import type { JobClaim, ThreadName, UserErasureName, UserErasureRecord, UserErasureRecords } from "@weft/collab";
import type { ProjectId, RoomId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { prepareErasers } from "./erase-rows.ts";
import { matchingRows } from "./table-windows.ts";

const isUnderWay = sql<boolean>`state in ('waiting', 'running')`;
/** Comments that one query looks through for mentions. */
const commentsAtOnce = 200;

export function createUserErasureRecords(
  transactions: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
): UserErasureRecords {
  return {
    ...createErasureStates(transactions, db),
    ...createErasureRows(transactions, db, dialect),
  };
}

/** The erasures of a project, and how far they have come. */
function createErasureStates(
  transactions: Transactions,
  db: Kysely<Tables>,
): Pick<UserErasureRecords, "list" | "find" | "underWay" | "insert" | "progress" | "finish" | "fail"> {
  const { done } = transactions;
  const ofProject = (project: string) => db.selectFrom("user_erasures").selectAll().where("project_id", "=", project);
  const change = ({ project, id }: UserErasureName) =>
    db.updateTable("user_erasures").where("project_id", "=", project).where("id", "=", id).where(isUnderWay);

  return {
    async list(project, limit) {
      const rows = await ofProject(project)
        .orderBy("requested_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toErasure);
    },

    async find(project, id) {
      const row = await ofProject(project).where("id", "=", id).executeTakeFirst();
      return row && toErasure(row);
    },

    async underWay(project, userId) {
      const row = await ofProject(project).where("user_id", "=", userId).where(isUnderWay).executeTakeFirst();
      return row && toErasure(row);
    },

    insert({ project, id, userId, requestedBy, requestedAt }, keep, effects) {
      const beyond = ofProject(project)
        .clearSelect()
        .select("user_erasures.id")
        .where((eb) => eb.not(isUnderWay))
        .orderBy("requested_at", "desc")
        .orderBy("id", "desc")
        .limit(1_000)
        .offset(keep - 1);
      return done(
        [
          [
            db
              .insertInto("user_erasures")
              .values({
                project_id: project,
                id,
                user_id: userId,
                requested_by: requestedBy,
                requested_at: requestedAt,
                state: "waiting",
                rounds: 0,
                steps_done: 0,
                steps_total: 0,
                finished_at: null,
                failure: null,
              })
              .onConflict((conflict) => conflict.doNothing()),
            1,
          ],
          db.deleteFrom("user_erasures").where("project_id", "=", project).where("id", "in", beyond),
        ],
        effects,
      );
    },

    progress: (of, { rounds, stepsDone, stepsTotal }, holding: JobClaim) =>
      done([[change(of).set({ state: "running", rounds, steps_done: stepsDone, steps_total: stepsTotal }), 1]], {
        holding,
      }),

    finish({ project, id }, { finishedAt }, holding) {
      const own = db
        .selectFrom("user_erasures as own")
        .select("own.user_id")
        .where("own.project_id", "=", project)
        .where("own.id", "=", id);
      return done(
        [
          // Earlier erasures of the user may have failed.
          db
            .updateTable("user_erasures")
            .set({ user_id: null })
            .where("project_id", "=", project)
            .where("id", "!=", id)
            .where("user_id", "=", own),
          [change({ project, id }).set({ state: "done", user_id: null, finished_at: finishedAt }), 1],
        ],
        { holding },
      );
    },

    fail: (of, { finishedAt, failure }, holding) =>
      done([[change(of).set({ state: "failed", finished_at: finishedAt, failure }), 1]], { holding }),
  };
}

/** The rows of a user that is erased. */
function createErasureRows(
  transactions: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
): Pick<UserErasureRecords, "threadsOf" | "threadsMentioning" | "tables" | "erase"> {
  const erasers = prepareErasers(transactions, db, dialect);

  /** Rows of threads in rooms that are there, with the ids of these. */
  async function threadNames(
    project: string,
    threads: readonly { readonly room_key: number; readonly thread_id: string }[],
  ): Promise<readonly ThreadName[]> {
    if (threads.length === 0) return [];
    const keys = [...new Set(threads.map(({ room_key }) => room_key))];
    const rooms = await db
      .selectFrom("rooms")
      .select(["key", "id"])
      .where("project_id", "=", project)
      .where("key", "in", keys)
      .execute();
    const idOf = new Map(rooms.map(({ key, id }) => [key, id as RoomId]));
    return threads.flatMap(({ room_key, thread_id }) => {
      const room = idOf.get(room_key);
      return room === undefined ? [] : [{ room, thread: thread_id }];
    });
  }

  return {
    async threadsOf(project, userId, limit) {
      const own = (table: "comments" | "comment_reactions") =>
        (db as Kysely<Pick<Tables, "comments" | "comment_reactions">>)
          .selectFrom(table as "comments")
          .select(["room_key", "thread_id"])
          .where("project_id", "=", project)
          .where("user_id", "=", userId)
          .limit(limit)
          .execute();
      const rows = [...(await own("comments")), ...(await own("comment_reactions"))];
      const distinct = new Map(rows.map((row) => [`${row.room_key} ${row.thread_id}`, row]));
      return threadNames(project, [...distinct.values()].slice(0, limit));
    },

    async threadsMentioning(project, userId, after) {
      const table = {
        table: "comments",
        key: ["room_key", "thread_id", "id"],
        columns: [],
        window: commentsAtOnce,
      } as const;
      const names = dialect.contains(sql.ref("body"), JSON.stringify(userId));
      for await (const rows of matchingRows(db, table, project, names, after)) {
        const found = rows as unknown as readonly { room_key: number; thread_id: string }[];
        const distinct = new Map(found.map((row) => [`${row.room_key} ${row.thread_id}`, row]));
        const last = rows.at(-1)!;
        const next = table.key.map((column) => last[column] as string | number);
        return { threads: await threadNames(project, [...distinct.values()]), next };
      }
      return { threads: [] };
    },

    tables: [...erasers.keys()],

    async erase(table, user, signal) {
      const erase = erasers.get(table as keyof Tables);
      if (erase === undefined) throw new Error(`No eraser of users for the table ${table}.`);
      await erase(user, signal);
    },
  };
}

function toErasure(row: Selectable<Tables["user_erasures"]>): UserErasureRecord {
  return {
    project: row.project_id as ProjectId,
    id: row.id,
    userId: row.user_id ?? undefined,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    state: row.state as UserErasureRecord["state"],
    rounds: row.rounds,
    stepsDone: row.steps_done,
    stepsTotal: row.steps_total,
    finishedAt: row.finished_at ?? undefined,
    failure: row.failure ?? undefined,
  };
}
