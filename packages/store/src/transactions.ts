import type { AuditRecord, Effects, JobClaim, JobRecords } from "@weft/collab";
import type { Compilable, Kysely } from "kysely";
import { insertEntry } from "./audit-records.ts";
import type { Dialect } from "./dialect.ts";
import type { Engine, Statement, UnitOutcome } from "./engine.ts";
import { heldBy, prepareJobs } from "./job-statements.ts";
import { advanceReader, prepareEvents } from "./outbox-statements.ts";
import { statementOf } from "./queries.ts";
import type { Tables } from "./tables.ts";

/** A statement, or a query. A number beside a query is how many rows it must change. */
export type Write = Statement | Compilable | readonly [Compilable, number];

type JobListener = Parameters<JobRecords["onAdded"]>[0];

/** Writes changes together with their effects, and tells of the effects once they are durable. */
export interface Transactions {
  readonly write: (writes: readonly Write[], effects?: Effects) => Promise<UnitOutcome>;
  /** Whether all of it was written. */
  readonly done: (writes: readonly Write[], effects?: Effects) => Promise<boolean>;
  readonly onJobs: (listener: JobListener) => void;
  /** Tells those who listen of jobs. */
  readonly jobsAdded: JobListener;
  readonly onEvents: (listener: () => void) => void;
}

export function createTransactions(engine: Engine, db: Kysely<Tables>, dialect: Dialect): Transactions {
  const jobListeners: JobListener[] = [];
  const jobsAdded: JobListener = (jobs) => {
    for (const listener of jobListeners) listener(jobs);
  };
  const eventListeners: (() => void)[] = [];
  const insertEvents = prepareEvents(dialect);
  const insertJobs = prepareJobs(dialect);

  const effectsOf = ({ audit = [], jobs = [], events = [], holding, advance }: Effects): Write[] => [
    ...audit.map((entry: AuditRecord) => insertEntry(db, entry)),
    ...(jobs.length === 0 ? [] : insertJobs(jobs)),
    ...(events.length === 0 ? [] : [insertEvents(events)]),
    ...(advance === undefined ? [] : advanceReader(db, advance)),
    // Last, so that it shifts the number of no other statement that is unmet.
    ...(holding === undefined ? [] : [[isHeld(holding), 1] as const]),
  ];
  const isHeld = (claim: JobClaim) => db.selectFrom("jobs").select("id").where(heldBy(claim));

  const write = async (writes: readonly Write[], effects: Effects = {}) => {
    const outcome = await engine.write([...writes, ...effectsOf(effects)].map((one) => toStatement(one, dialect)));
    if (outcome.kind === "done") {
      const { jobs = [], events = [] } = effects;
      if (jobs.length > 0) jobsAdded(jobs);
      if (events.length > 0) for (const listener of eventListeners) listener();
    }
    return outcome;
  };
  return {
    write,
    jobsAdded,
    done: async (writes, effects) => (await write(writes, effects)).kind === "done",
    onJobs: (listener) => void jobListeners.push(listener),
    onEvents: (listener) => void eventListeners.push(listener),
  };
}

function toStatement(write: Write, dialect: Dialect): Statement {
  if ("values" in write && "sql" in write) return write;
  const [query, expect] = Array.isArray(write) ? (write as [Compilable, number]) : [write as Compilable];
  return statementOf(query, dialect, expect);
}
