import type { JobKind, JsonObject } from "@weft/protocol";

/** Work that is to be done later, and is kept until it is done. */
export interface NewJob {
  readonly kind: JobKind;
  /**
   * At most one job of a kind has this key. Adding another one brings the job that is there forward, and has it run once
   * more if it is running. Defaults to a key that no other job has.
   */
  readonly key?: string;
  /** Whose data it holds: the job is deleted when they are erased. For a mail, its recipient's address. */
  readonly subject?: string;
  readonly createdAt: number;
  /** When it is to run. Defaults to `createdAt`. */
  readonly dueAt?: number;
  /** From then on it is of no use: a try that fails is the last. */
  readonly giveUpAt?: number;
  readonly payload: JsonObject;
  /** `kept`: it is never run, and is there for staff to read. Defaults to `waiting`. */
  readonly state?: "waiting" | "kept";
}

/** A job as the process that runs it holds it. Once the claim has ended, another process may hold the job. */
export interface JobClaim {
  readonly id: number;
  readonly claim: string;
}
