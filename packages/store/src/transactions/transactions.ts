import type { AuditRecord, Effects, JobClaim, JobRecords, Signals } from "@weft/collab";
import type { JobKind } from "@weft/protocol";
import type { Compilable, Kysely } from "kysely";
import { insertEntry } from "./audit-entry.ts";
import type { Dialect } from "../database/dialect.ts";
import type { Engine, Statement, UnitOutcome } from "../database/engine.ts";
import { heldBy, prepareJobs } from "./job-statements.ts";
import type { Lock } from "../database/locks.ts";
import { advanceReader, prepareEvents } from "./outbox-statements.ts";
import { statementOf } from "../database/queries.ts";
import type { Tables } from "../tables/tables.ts";

/** A statement, or a query. A number beside a query is how many rows it must change. */
type OneWrite = Statement | Compilable | readonly [Compilable, number];
/** What one transaction does. Its locks are held before anything is written, wherever they stand among the writes. */
export type Write = OneWrite | Lock;

type JobListener = Parameters<JobRecords["onAdded"]>[0];

/** Writes changes together with their effects, and tells all processes of the effects once they are durable. */
export interface Transactions {
  readonly write: (writes: readonly Write[], effects?: Effects) => Promise<UnitOutcome>;
  /** Whether all of it was written. */
  readonly done: (writes: readonly Write[], effects?: Effects) => Promise<boolean>;
  readonly onJobs: (listener: JobListener) => void;
  /** Tells those who listen of jobs that this process has added. */
  readonly jobsAdded: JobListener;
  readonly onEvents: (listener: () => void) => void;
  /** Has the readers of this process look for events. */
  readonly lookForEvents: () => void;
}

export function createTransactions(
  engine: Engine,
  db: Kysely<Tables>,
  dialect: Dialect,
  signals: Signals,
): Transactions {
  const jobListeners: JobListener[] = [];
  const lookForJobs: JobListener = (jobs) => {
    for (const listener of jobListeners) listener(jobs);
  };
  const jobsAdded: JobListener = (jobs) => {
    if (jobs.length === 0) return;
    lookForJobs(jobs);
    const dueAt = new Map<JobKind, number>();
    for (const job of jobs) dueAt.set(job.kind, Math.min(dueAt.get(job.kind) ?? Infinity, job.dueAt ?? 0));
    signals.publish({ type: "jobsAdded", jobs: Array.from(dueAt, ([kind, at]) => ({ kind, dueAt: at })) });
  };
  const eventListeners: (() => void)[] = [];
  const lookForEvents = () => {
    for (const listener of eventListeners) listener();
  };
  const eventsAdded = () => {
    lookForEvents();
    signals.publish({ type: "eventsAdded" });
  };
  signals.subscribe("jobsAdded", ({ jobs }, from) => from === "elsewhere" && lookForJobs(jobs));
  signals.subscribe("eventsAdded", (_, from) => from === "elsewhere" && lookForEvents());
  const insertEvents = prepareEvents(dialect);
  const insertJobs = prepareJobs(dialect);

  const effectsOf = ({ audit = [], jobs = [], events = [], holding, advance }: Effects): Write[] => [
    ...audit.map((entry: AuditRecord) => insertEntry(db, entry)),
    ...(jobs.length === 0 ? [] : insertJobs(jobs)),
    ...(events.length === 0 ? [] : insertEvents(events)),
    ...(advance === undefined ? [] : advanceReader(db, advance)),
    // Last, so that it shifts the number of no other statement that is unmet.
    ...(holding === undefined ? [] : [[isHeld(holding), 1] as const]),
  ];
  /** Holds the row, so that no other process claims the job until all is written. */
  const isHeld = (claim: JobClaim) =>
    db.selectFrom("jobs").select("id").where(heldBy(claim)).modifyEnd(dialect.lockRows);

  const write = async (writes: readonly Write[], effects: Effects = {}) => {
    const all = [...writes, ...effectsOf(effects)];
    const locks = dialect.hasOtherWriters ? all.filter(isLock) : [];
    const outcome = await engine.write(
      all.flatMap((one) => (isLock(one) ? [] : [toStatement(one, dialect)])),
      locks.length === 0 ? undefined : locks,
    );
    if (outcome.kind === "done") {
      const { jobs = [], events = [] } = effects;
      jobsAdded(jobs);
      if (events.length > 0) eventsAdded();
    }
    return outcome;
  };
  return {
    write,
    jobsAdded,
    done: async (writes, effects) => (await write(writes, effects)).kind === "done",
    onJobs: (listener) => void jobListeners.push(listener),
    onEvents: (listener) => void eventListeners.push(listener),
    lookForEvents,
  };
}

function isLock(write: Write): write is Lock {
  return "lock" in write;
}

function toStatement(write: OneWrite, dialect: Dialect): Statement {
  if ("values" in write && "sql" in write) return write;
  const [query, expect] = Array.isArray(write) ? (write as [Compilable, number]) : [write as Compilable];
  return statementOf(query, dialect, expect);
}
