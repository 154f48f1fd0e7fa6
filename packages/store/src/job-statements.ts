import { randomUUID } from "node:crypto";
import type { JobClaim, NewJob } from "@weft/collab";
import { sql } from "kysely";
import type { Expression, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Of each kind, the jobs that wait for nothing any more and are kept for staff. */
const settledJobs = 200;

/** Rows that a claim holds. */
export function heldBy({ id, claim }: JobClaim) {
  return sql<boolean>`id = ${id} and claim = ${claim}`;
}

/** What adds jobs, for any transaction. */
export function insertJobs(db: Kysely<Tables>, jobs: readonly NewJob[]) {
  const inserts = inTurns(jobs).map((turn) => insertDistinct(db, turn));
  const settled = new Set(jobs.filter(({ state }) => state === "kept").map(({ kind }) => kind));
  return [...inserts, ...Array.from(settled, (kind) => trimJobs(db, kind))];
}

/** No statement may change a row twice: a job that comes again is added after the others. */
function inTurns(jobs: readonly NewJob[]): readonly (readonly NewJob[])[] {
  const turns: NewJob[][] = [];
  const seen = new Map<string, number>();
  for (const job of jobs) {
    const name = JSON.stringify([job.kind, job.key ?? randomUUID()]);
    const turn = seen.get(name) ?? 0;
    seen.set(name, turn + 1);
    (turns[turn] ??= []).push(job);
  }
  return turns;
}

function insertDistinct(db: Kysely<Tables>, jobs: readonly NewJob[]) {
  return db
    .insertInto("jobs")
    .values(
      jobs.map((job) => ({
        kind: job.kind,
        key: job.key ?? randomUUID(),
        subject: job.subject ?? null,
        created_at: job.createdAt,
        state: job.state ?? "waiting",
        claim: "",
        due_at: job.dueAt ?? job.createdAt,
        again_at: null,
        give_up_at: job.giveUpAt ?? null,
        tries: 0,
        payload: JSON.stringify(job.payload),
        failure: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["kind", "key"]).doUpdateSet((eb) => {
        const ref = eb.ref.bind(eb);
        const due = ref("excluded.due_at");
        return {
          payload: ref("excluded.payload"),
          give_up_at: ref("excluded.give_up_at"),
          state: "waiting",
          tries: sql<number>`case when ${ref("jobs.state")} = 'waiting' then ${ref("jobs.tries")} else 0 end`,
          // Whoever runs it may have read already what it is added for.
          again_at: sql<
            number | null
          >`case when ${ref("jobs.claim")} = '' then null when ${ref("jobs.again_at")} < ${due} then ${ref("jobs.again_at")} else ${due} end`,
          due_at: sql<number>`case
            when ${ref("jobs.claim")} != '' then ${ref("jobs.due_at")}
            when ${ref("jobs.state")} = 'waiting' and ${ref("jobs.due_at")} < ${due} then ${ref("jobs.due_at")}
            else ${due} end`,
        };
      }),
    );
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
