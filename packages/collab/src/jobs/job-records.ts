import type { JobKind, JsonObject } from "@weft/protocol";
import type { Effects } from "../effects.ts";
import type { JobClaim, NewJob } from "./new-job.ts";

/** A job that is not done. */
export interface JobRecord {
  readonly id: number;
  readonly kind: JobKind;
  readonly key: string;
  readonly subject?: string;
  readonly createdAt: number;
  /** `parked`: processes died while they ran it, so none runs it until staff, or a change of what it works on, say so. */
  readonly state: "waiting" | "failed" | "parked" | "kept";
  /** Whether a process has claimed it. A claim ends at `dueAt`, unless it is renewed. */
  readonly claimed: boolean;
  readonly dueAt: number;
  readonly giveUpAt?: number;
  /** Tries since it was due last, the one under way among them. */
  readonly tries: number;
  /** Claims that ended because their process died, since the job last came to an end or on. */
  readonly deaths: number;
  readonly payload: JsonObject;
  /** What became of the last try that failed. */
  readonly failure?: string;
}

/**
 * Where jobs are kept until they are done. Writes are durable when they answer.
 *
 *     added ──due──► claimed ──► done: deleted, or due again if it was added meanwhile
 *       ▲               ├─ failed ──► due later, with a longer wait each time
 *       └───────────────┤ the claim ended: its process died ──► parked for staff, if that happens again
 *                       └─ failed permanently ──► kept for staff
 */
export interface JobRecords {
  add(jobs: readonly NewJob[]): Promise<void>;
  /**
   * Claims due jobs of a kind, longest due first, and counts the try, and the death if an earlier claim has ended. No other call
   * claims them before `until`.
   */
  claim(
    kind: JobKind,
    claim: string,
    now: number,
    until: number,
    limit: number,
    filter?: ClaimFilter,
  ): Promise<readonly JobRecord[]>;
  /** Renews a claim. False when it was lost; so do all that follow. */
  extend(claim: JobClaim, until: number): Promise<boolean>;
  /** The job is done; written together with `effects`. False when the claim was lost: nothing is written then. */
  finish(claim: JobClaim, effects?: Effects): Promise<boolean>;
  /** The job is done for now, and due again at `dueAt`, or earlier if it was added meanwhile. */
  repeat(claim: JobClaim, dueAt: number): Promise<boolean>;
  /** The try failed, or was given up: `counts` says which. */
  postpone(
    claim: JobClaim,
    next: { readonly dueAt: number; readonly failure?: string; readonly counts: boolean },
  ): Promise<boolean>;
  /** The job failed permanently, and stays for staff to see: of each kind, the newest 200 that wait for nothing. */
  fail(claim: JobClaim, failure: string): Promise<boolean>;
  /** The job has come on: earlier deaths were not caused by what is left of it. */
  progressed(claim: JobClaim): Promise<boolean>;
  /** The job is not run again by itself, and stays for staff to see, as one that failed. */
  park(claim: JobClaim, failure: string): Promise<boolean>;
  /** When the next job of a kind is due, or its claim ends. */
  nextDueAt(kind: JobKind): Promise<number | undefined>;
  /** Has a job that waits, failed, was parked or kept run from `now` on, as if it were new. False when there is none, or it runs. */
  retry(id: number, now: number, giveUpAt?: number): Promise<boolean>;
  find(id: number): Promise<JobRecord | undefined>;
  /** The newest 500, newest first. */
  list(filter?: JobFilter): Promise<readonly JobRecord[]>;
  /** Is notified of jobs that were added, or are run again, once that is durable: at once of those of this process. */
  onAdded(listener: (jobs: readonly AddedJob[]) => void): void;
}

/** A job that was added. Of one that another process added, the key and the payload are not known. */
export type AddedJob = Pick<NewJob, "kind" | "dueAt"> & Partial<Pick<NewJob, "key" | "payload">>;

/** Restricts a claim. */
export interface ClaimFilter {
  /** `abandoned`: an earlier claim has ended by itself. `released`: no such claim. Without it, both. */
  readonly which?: "released" | "abandoned";
  /** Jobs whose keys begin with one of these words are left out. */
  readonly without?: readonly string[];
}

export interface JobFilter {
  readonly kind?: JobKind;
  readonly state?: JobRecord["state"];
  readonly claimed?: boolean;
}
