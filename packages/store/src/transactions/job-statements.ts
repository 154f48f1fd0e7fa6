import { randomUUID } from "node:crypto";
import type { JobClaim, NewJob } from "@weft/collab";
import { sql } from "kysely";
import type { Compilable, Expression, Insertable, Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Statement } from "../database/engine.ts";
import { prepare } from "../database/query.ts";
import { insertRows } from "../database/repeated-inserts.ts";
import type { Tables } from "../tables/tables.ts";

/** Of each kind, the jobs that wait for nothing any more and are kept for staff. */
const settledJobs = 200;

/** Rows that a claim holds. */
export function heldBy({ id, claim }: JobClaim) {
  return sql<boolean>`id = ${id} and claim = ${claim}`;
}

/** Returns a function that builds the statements to add jobs. The insert is compiled once, because every comment adds a job. */
export function prepareJobs({ sql: db }: Dialect): (jobs: readonly NewJob[]) => readonly (Statement | Compilable)[] {
  const insert = prepare<JobRow>((slot) =>
    db
      .insertInto("jobs")
      .values({
        kind: slot("kind"),
        key: slot("key"),
        subject: slot("subject"),
        created_at: slot("created_at"),
        state: slot("state"),
        claim: "",
        due_at: slot("due_at"),
        again_at: null,
        give_up_at: slot("give_up_at"),
        tries: 0,
        payload: slot("payload"),
        failure: null,
      })
      .onConflict((conflict) =>
        conflict.columns(["kind", "key"]).doUpdateSet((eb) => {
          const ref = eb.ref.bind(eb);
          const due = ref("excluded.due_at");
          return {
            payload: ref("excluded.payload"),
            give_up_at: ref("excluded.give_up_at"),
            state: "waiting",
            tries: sql<number>`case when ${ref("jobs.state")} = 'waiting' then ${ref("jobs.tries")} else 0 end`,
            deaths: sql<number>`case when ${ref("jobs.state")} = 'waiting' then ${ref("jobs.deaths")} else 0 end`,
            // A job that is running may already have read its data, so it runs again.
            again_at: sql<
              number | null
            >`case when ${ref("jobs.claim")} = '' then null when ${ref("jobs.again_at")} < ${due} then ${ref("jobs.again_at")} else ${due} end`,
            due_at: sql<number>`case
            when ${ref("jobs.claim")} != '' then ${ref("jobs.due_at")}
            when ${ref("jobs.state")} = 'waiting' and ${ref("jobs.due_at")} < ${due} then ${ref("jobs.due_at")}
            else ${due} end`,
          };
        }),
      ),
  );
  return (jobs) => {
    const settled = new Set(jobs.filter(({ state }) => state === "kept").map(({ kind }) => kind));
    return [insertRows(insert, jobs.map(toRow)), ...Array.from(settled, (kind) => trimJobs(db, kind))];
  };
}

type JobRow = Pick<
  Insertable<Tables["jobs"]>,
  "kind" | "key" | "subject" | "created_at" | "state" | "due_at" | "give_up_at" | "payload"
>;

function toRow(job: NewJob): JobRow {
  return {
    kind: job.kind,
    key: job.key ?? randomUUID(),
    subject: job.subject ?? null,
    created_at: job.createdAt,
    state: job.state ?? "waiting",
    due_at: job.dueAt ?? job.createdAt,
    give_up_at: job.giveUpAt ?? null,
    payload: JSON.stringify(job.payload),
  };
}

/** Deletes the oldest settled jobs of one kind, beyond those that are kept for staff. */
export function trimJobs(db: Kysely<Tables>, kind: string | Expression<string>) {
  const newest = db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", kind)
    .where("state", "!=", "waiting")
    .orderBy("id", "desc")
    .limit(settledJobs);
  return db.deleteFrom("jobs").where("kind", "=", kind).where("state", "!=", "waiting").where("id", "not in", newest);
}
