import type { ProjectId, RoomId } from "@weft/protocol";
import type { Effects } from "../effects.ts";
import type { JobClaim } from "../jobs/new-job.ts";

/** An erasure of a user, from the request to its end. */
export interface UserErasureRecord {
  readonly project: ProjectId;
  readonly id: string;
  /** Undefined once the user is erased. */
  readonly userId?: string;
  /** The account that asked for it. */
  readonly requestedBy: string;
  readonly requestedAt: number;
  readonly state: "waiting" | "running" | "done" | "failed";
  /** How often every step was taken. */
  readonly rounds: number;
  readonly stepsDone: number;
  readonly stepsTotal: number;
  readonly finishedAt?: number;
  /** Why it ended without an erasure. */
  readonly failure?: string;
}

export type UserErasureName = Pick<UserErasureRecord, "project" | "id">;

/** Whose rows are erased, and what takes the place of the user's id in rows that stay. */
export interface ErasedUser {
  readonly project: ProjectId;
  readonly userId: string;
  readonly pseudonym: string;
  /** When it happens. */
  readonly now: number;
}

export interface ThreadName {
  readonly room: RoomId;
  readonly thread: string;
}

/** Where a page of threads continues. */
export type ThreadsCursor = readonly (string | number)[];

/**
 * Where erasures of users are kept, and what erases users' rows. Each erasure is made by a job, whose claim holds what is
 * written of it: once the claim was lost, writes change nothing and answer false.
 */
export interface UserErasureRecords {
  /** Newest first. */
  list(project: ProjectId, limit: number): Promise<readonly UserErasureRecord[]>;
  find(project: ProjectId, id: string): Promise<UserErasureRecord | undefined>;
  /** The erasure of this user that has not ended. */
  underWay(project: ProjectId, userId: string): Promise<UserErasureRecord | undefined>;
  /** Adds one that waits, and deletes the oldest others that have ended, beyond `keep`. False while one of the user is under way. */
  insert(
    wish: Pick<UserErasureRecord, "project" | "id" | "requestedBy" | "requestedAt"> & { readonly userId: string },
    keep: number,
    effects?: Effects,
  ): Promise<boolean>;
  progress(
    of: UserErasureName,
    at: Pick<UserErasureRecord, "rounds" | "stepsDone" | "stepsTotal">,
    holding: JobClaim,
  ): Promise<boolean>;
  /** The user is erased: their id is taken out of this record, and of earlier ones. */
  finish(of: UserErasureName, end: { readonly finishedAt: number }, holding: JobClaim): Promise<boolean>;
  fail(
    of: UserErasureName,
    end: { readonly finishedAt: number; readonly failure: string },
    holding: JobClaim,
  ): Promise<boolean>;

  /** Threads with comments of the user, or reactions. Those that are erased are in no later answer. */
  threadsOf(project: ProjectId, userId: string, limit: number): Promise<readonly ThreadName[]>;
  /** Threads with comments that mention the user, page by page; `next` is absent from the last one. */
  threadsMentioning(
    project: ProjectId,
    userId: string,
    after?: ThreadsCursor,
  ): Promise<{ readonly threads: readonly ThreadName[]; readonly next?: ThreadsCursor }>;
  /** The tables of which `erase` erases the user's rows, in the order in which that is done. */
  readonly tables: readonly string[];
  /** Deletes or rewrites the user's rows in one table. May be repeated, and stops when `signal` is aborted. */
  erase(table: string, user: ErasedUser, signal: AbortSignal): Promise<void>;
}
