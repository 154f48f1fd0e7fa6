import type { Effects } from "../effects.ts";
import type { JobKind, JsonObject } from "@weft/protocol";
import type { JobRecord } from "./job-records.ts";
import type { JobClaim } from "./new-job.ts";

/** Runs the jobs of one kind. A job may run more than once: its process may die between the work and its end. */
export interface JobHandler {
  readonly kind: JobKind;
  /** How many run at the same time in one process. Defaults to one. */
  readonly atOnce?: number;
  /**
   * How many of one project run at the same time in one process: the first word of a job's key names its project. Others have
   * their turn meanwhile. Defaults to no bound.
   */
  readonly atOncePerProject?: number;
  /** Defaults to the limit `jobLeaseMs`. */
  readonly leaseMs?: number;
  /** Until the second try; each time twice as long. Defaults to the limits `jobRetryMs` and `jobRetryMaxMs`. */
  readonly retryMs?: number;
  readonly retryMaxMs?: number;
  /** A job that failed so often fails permanently. Defaults to no bound. */
  readonly tries?: number;
  /** A job that was running at so many deaths of processes is parked. Defaults to the limit `jobDeaths`. */
  readonly deaths?: number;
  /**
   * Does the work, or stops soon after `job.signal`. Answers when the job is to run again, or what is written with its end;
   * nothing when it is just done.
   * @throws JobRefused when trying again would change nothing; any other error has the job tried again
   */
  run(job: RunningJob): Promise<{ readonly againAt: number } | { readonly effects: Effects } | void>;
  /** Shows users that the job is parked. It may be called more than once. */
  parked?(job: Omit<RunningJob, "progressed">): Promise<void>;
}

export interface RunningJob extends Pick<JobRecord, "id" | "key" | "tries" | "deaths" | "createdAt"> {
  readonly payload: JsonObject;
  /** Holds what the work writes to this claim: see `Effects.holding`. */
  readonly claim: JobClaim;
  /** Whether a failure of this try is final. */
  readonly isLastTry: boolean;
  /** Aborted when the server stops, or the claim was lost. */
  readonly signal: AbortSignal;
  /** A part of the work is done that does not have to be done again: earlier deaths count no more. */
  readonly progressed: () => Promise<void>;
}

/** The job fails permanently, with this message for staff. */
export class JobRefused extends Error {
  override name = "JobRefused";
}

/** The work was stopped because of `RunningJob.signal`: it is not counted as a try. */
export class JobStopped extends Error {
  override name = "JobStopped";
}
