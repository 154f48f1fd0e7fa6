import type { JobClaim, JobRecord, JobRecords } from "@weft/collab";
import type { JobKind, JsonObject } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { heldBy, trimJobs } from "../transactions/job-statements.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

/** However many wait, so many are listed. */
const listedJobs = 500;

export function createJobRecords(transactions: Transactions, db: Kysely<Tables>, dialect: Dialect): JobRecords {
  return {
    ...createJobQueue(transactions, db, dialect),
    ...createHeldJobs(transactions, db, dialect),
  };
}

/** The queue: adds jobs, claims those that are due, and shows them to operators. */
function createJobQueue(
  { done, onJobs, jobsAdded }: Transactions,
  db: Kysely<Tables>,
  { lockFreeRows }: Dialect,
): Pick<JobRecords, "add" | "claim" | "nextDueAt" | "retry" | "find" | "list" | "onAdded"> {
  const find = async (id: number) => {
    const row = await db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
    return row && toJob(row);
  };

  return {
    async add(jobs) {
      if (jobs.length > 0) await done([], { jobs });
    },
    async claim(kind, claim, now, until, limit, { which, without = [] } = {}) {
      const due = db
        .selectFrom("jobs")
        .select("id")
        .where("kind", "=", kind)
        .where("state", "=", "waiting")
        .where("due_at", "<=", now)
        .$if(which !== undefined, (query) => query.where("claim", which === "abandoned" ? "!=" : "=", ""))
        // A blank ends the word, and `!` is the character after it.
        .where((eb) =>
          eb.and(without.map((word) => eb.not(eb.and([eb("key", ">=", `${word} `), eb("key", "<", `${word}!`)])))),
        )
        .orderBy("due_at")
        .orderBy("id")
        .limit(limit)
        .modifyEnd(lockFreeRows);
      const rows = await db
        // Apart from the update, so that it is run once.
        .with("due", () => due)
        .updateTable("jobs")
        .set((eb) => ({
          claim,
          due_at: until,
          tries: eb("tries", "+", 1),
          deaths: sql<number>`${eb.ref("deaths")} + case when ${eb.ref("claim")} = '' then 0 else 1 end`,
        }))
        .where("id", "in", (eb) => eb.selectFrom("due").select("due.id"))
        .returningAll()
        .execute();
      return rows.map(toJob).toSorted((one, other) => one.id - other.id);
    },
    async nextDueAt(kind) {
      const row = await db
        .selectFrom("jobs")
        .select(({ fn }) => fn.min("due_at").as("at"))
        .where("kind", "=", kind)
        .where("state", "=", "waiting")
        .executeTakeFirst();
      return row?.at ?? undefined;
    },
    async retry(id, now, giveUpAt) {
      const rows = await db
        .updateTable("jobs")
        .set({ ...released, state: "waiting", due_at: now, give_up_at: giveUpAt ?? null, tries: 0, deaths: 0 })
        .where("id", "=", id)
        .where((eb) => eb.or([eb("claim", "=", ""), eb("due_at", "<=", now)]))
        .returningAll()
        .execute();
      jobsAdded(rows.map(toJob));
      return rows.length === 1;
    },
    find,
    async list({ kind, state, claimed } = {}) {
      const rows = await db
        .selectFrom("jobs")
        .selectAll()
        .$if(kind !== undefined, (query) => query.where("kind", "=", kind!))
        .$if(state !== undefined, (query) => query.where("state", "=", state!))
        .$if(claimed !== undefined, (query) => query.where("claim", claimed ? "!=" : "=", ""))
        .orderBy("id", "desc")
        .limit(listedJobs)
        .execute();
      return rows.map(toJob);
    },
    onAdded: onJobs,
  };
}

/** What is written by the holder of a claim, as long as the claim holds. */
function createHeldJobs(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { lockRows }: Dialect,
): Pick<JobRecords, "extend" | "finish" | "repeat" | "progressed" | "postpone" | "fail" | "park"> {
  const held = (claim: JobClaim) => db.updateTable("jobs").where(heldBy(claim));

  return {
    async extend(claim, until) {
      return done([[held(claim).set({ due_at: until }), 1]]);
    },
    async finish(claim, effects) {
      const outcome = await write(
        [
          [db.selectFrom("jobs").select("id").where(heldBy(claim)).modifyEnd(lockRows), 1],
          held(claim)
            .where("again_at", "is not", null)
            .set((eb) => ({
              ...released,
              due_at: eb.ref("again_at").$castTo<number>(),
              tries: 0,
              deaths: 0,
              failure: null,
            })),
          db.deleteFrom("jobs").where(heldBy(claim)),
        ],
        effects,
      );
      return outcome.kind === "done";
    },
    async repeat(claim, dueAt) {
      return done([
        [
          held(claim).set((eb) => ({
            ...released,
            due_at: sql<number>`case when ${eb.ref("again_at")} < ${dueAt} then ${eb.ref("again_at")} else ${dueAt} end`,
            tries: 0,
            deaths: 0,
            failure: null,
          })),
          1,
        ],
      ]);
    },
    async progressed(claim) {
      return done([[held(claim).set({ deaths: 0 }), 1]]);
    },
    async postpone(claim, { dueAt, failure, counts }) {
      return done([
        [
          held(claim).set((eb) => ({
            claim: "",
            deaths: 0,
            due_at: dueAt,
            ...(failure === undefined ? undefined : { failure }),
            tries: eb("tries", "-", counts ? 0 : 1),
          })),
          1,
        ],
      ]);
    },
    async fail(claim, failure) {
      const kind = sql<string>`(select failed.kind from jobs as failed where failed.id = ${claim.id})`;
      return done([[held(claim).set({ ...released, state: "failed", failure }), 1], trimJobs(db, kind)]);
    },
    async park(claim, failure) {
      const kind = sql<string>`(select parked.kind from jobs as parked where parked.id = ${claim.id})`;
      return done([[held(claim).set({ ...released, state: "parked", failure }), 1], trimJobs(db, kind)]);
    },
  };
}

const released = { claim: "", again_at: null } as const;

function toJob(row: Selectable<Tables["jobs"]>): JobRecord {
  return {
    id: row.id,
    kind: row.kind as JobKind,
    key: row.key,
    subject: row.subject ?? undefined,
    createdAt: row.created_at,
    state: row.state as JobRecord["state"],
    claimed: row.claim !== "",
    dueAt: row.due_at,
    giveUpAt: row.give_up_at ?? undefined,
    tries: row.tries,
    deaths: row.deaths,
    payload: JSON.parse(row.payload) as JsonObject,
    failure: row.failure ?? undefined,
  };
}
