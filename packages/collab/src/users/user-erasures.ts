/**
 * Erases users of projects: everything that Weft stores about one user of a project, in the background.
 *
 *   request ─► row that waits, and a job ─► their connections close ─► every step ─► after a while, every step again ─► done
 *                                               ▲                         └ died, failed: the round begins anew
 *                                               └──────────────────────────────┘ a few times
 *
 * - A step may be repeated: it erases what it finds, and finds nothing of what was erased.
 * - The second round erases what was in flight during the first one: calls that were recorded when they ended, events
 *   of connections that were closed, requests that were being sent.
 * - In rows that stay, a pseudonym takes the place of the id. It is random, so that nothing leads from it to the user.
 * - The record of the erasure keeps the id until its end, and no longer.
 */
import { randomBytes } from "node:crypto";
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { Limits, ProjectId, RoomAddress } from "@weft/protocol";
import { bothEffects } from "../effects.ts";
import type { Effects } from "../effects.ts";
import type { Groups } from "../groups/groups.ts";
import { JobRefused, JobStopped } from "../jobs/job.ts";
import type { JobHandler, RunningJob } from "../jobs/job.ts";
import type { NewJob } from "../jobs/new-job.ts";
import type { Rooms } from "../rooms/rooms.ts";
import type { ErasedUser, ThreadsCursor, UserErasureRecord, UserErasureRecords } from "./user-erasure-records.ts";

export interface UserErasures {
  /** CONFLICT while one of the user is under way. */
  request(project: ProjectId, userId: string, by: string, effects?: Effects): Promise<UserErasureRecord>;
  /** The newest, newest first. */
  list(project: ProjectId): Promise<readonly UserErasureRecord[]>;
  /** NOT_FOUND. */
  find(project: ProjectId, id: string): Promise<UserErasureRecord>;
  /** The erasure of this user that has not ended. */
  underWay(project: ProjectId, userId: string): Promise<UserErasureRecord | undefined>;
  /** Erases users. */
  readonly handler: JobHandler;
}

/** Erases a user from a thread. */
export interface ThreadErasure {
  eraseUser(room: RoomAddress, thread: string, user: Pick<ErasedUser, "userId" | "pseudonym">): Promise<void>;
}

export interface UserErasuresOptions {
  readonly records: UserErasureRecords;
  readonly rooms: Pick<Rooms, "list" | "update">;
  readonly threads: ThreadErasure;
  readonly groups: Pick<Groups, "eraseUser">;
  /** Closes the user's connections to rooms of the project. */
  readonly disconnect: (project: ProjectId, userId: string) => void;
  /** Writes what has happened and is not written yet: logs, events of connections, webhook messages. */
  readonly settle: () => Promise<void>;
  /** Deletes bytes of files that were erased, and what is left of rows in the files of the database. */
  readonly erased: () => void;
  readonly now: () => number;
  readonly limits?: Limits;
}

interface Step {
  readonly run: (user: ErasedUser, signal: AbortSignal) => Promise<void>;
}

const rounds = 2;
const threadsAtOnce = 50;

export function createUserErasures(options: UserErasuresOptions): UserErasures {
  const { records, now, limits = platformLimits } = options;
  const steps = stepsOf(options);
  return {
    async request(project, userId, by, effects = {}) {
      const wish = {
        project,
        id: `ers_${randomBytes(16).toString("base64url")}`,
        userId,
        requestedBy: by,
        requestedAt: now(),
      };
      const job: NewJob = {
        kind: "eraseUser",
        key: `${project} ${wish.id}`,
        createdAt: wish.requestedAt,
        payload: { project, erasure: wish.id },
      };
      const written = bothEffects(effects, { jobs: [job] });
      if (!(await records.insert(wish, limits.userErasuresKept, written)))
        throw new WeftError("CONFLICT", {
          message: "This user is being erased.",
          suggestion: "Wait until the erasure has finished.",
        });
      return { ...wish, state: "waiting", rounds: 0, stepsDone: 0, stepsTotal: 0 };
    },

    list: (project) => records.list(project, limits.userErasuresKept),

    async find(project, id) {
      const record = await records.find(project, id);
      if (record === undefined)
        throw new WeftError("NOT_FOUND", { message: "Erasure not found.", suggestion: "Check the id." });
      return record;
    },

    underWay: (project, userId) => records.underWay(project, userId),

    handler: {
      kind: "eraseUser",
      tries: limits.userErasureAttempts,
      async parked({ payload, claim }) {
        const record = await records.find(payload["project"] as ProjectId, payload["erasure"] as string);
        if (record?.userId === undefined || record.state === "done" || record.state === "failed") return;
        const failure =
          "The server stopped several times meanwhile. Erased data can't be restored. Erase the user again to delete the rest.";
        await records.fail(record, { finishedAt: now(), failure }, claim);
      },
      async run(job) {
        const id = { project: job.payload["project"] as ProjectId, id: job.payload["erasure"] as string };
        const record = await records.find(id.project, id.id);
        if (record?.userId === undefined || record.state === "done" || record.state === "failed") return;
        try {
          return await runRound(record, record.userId, job);
        } catch (error) {
          if (error instanceof JobStopped || !job.isLastTry) throw error;
          const failure = `It failed ${limits.userErasureAttempts} times. Erased data can't be restored. Erase the user again to delete the rest.`;
          await records.fail(record, { finishedAt: now(), failure }, job.claim);
          throw new JobRefused(error instanceof Error ? error.message : String(error), { cause: error });
        }
      },
    },
  };

  /** Takes every step; answers when the next round is due. */
  async function runRound(record: UserErasureRecord, userId: string, { claim, signal }: RunningJob) {
    const { project, id } = record;
    const user: ErasedUser = { project, userId, pseudonym: pseudonymOf(id), now: now() };
    const stepsTotal = steps.length * rounds;
    for (const [index, { run }] of steps.entries()) {
      const stepsDone = record.rounds * steps.length + index;
      if (!(await records.progress(record, { rounds: record.rounds, stepsDone, stepsTotal }, claim))) return undefined;
      await run(user, signal);
      if (signal.aborted) throw new JobStopped();
    }
    options.erased();
    const done = record.rounds + 1;
    if (done >= rounds) {
      await records.finish(record, { finishedAt: now() }, claim);
      return undefined;
    }
    const at = { rounds: done, stepsDone: done * steps.length, stepsTotal };
    if (!(await records.progress(record, at, claim))) return undefined;
    return { againAt: now() + limits.erasureDelayMs };
  }
}

/** The erasers in their order: first those that notify clients, last those for what the other steps leave in logs. */
function stepsOf({ records, rooms, threads, groups, disconnect, settle }: UserErasuresOptions): readonly Step[] {
  const eraseAccesses: Step["run"] = async ({ project, userId }, signal) => {
    let startingAfter: string | null | undefined;
    while (startingAfter !== null && !signal.aborted) {
      const page = await rooms.list(project, {
        limit: threadsAtOnce,
        userId,
        ...(startingAfter === undefined ? undefined : { startingAfter }),
      });
      for (const { id } of page.rooms)
        await rooms.update(project, id, { usersAccesses: new Map([[userId, null]]) }).catch(unless("ROOM_NOT_FOUND"));
      startingAfter = page.nextCursor;
    }
  };
  const eraseThreads: Step["run"] = async ({ project, userId, pseudonym }, signal) => {
    for (let before = ""; ;) {
      const some = await records.threadsOf(project, userId, threadsAtOnce);
      for (const { room, thread } of some) {
        if (signal.aborted) return;
        await threads.eraseUser({ project, room }, thread, { userId, pseudonym });
      }
      if (some.length === 0) break;
      const last = JSON.stringify(some);
      if (last === before) throw new Error("Threads of a user are still there after they were erased.");
      before = last;
    }
    let after: ThreadsCursor | undefined;
    do {
      const page = await records.threadsMentioning(project, userId, after);
      for (const { room, thread } of page.threads) {
        if (signal.aborted) return;
        await threads.eraseUser({ project, room }, thread, { userId, pseudonym });
      }
      after = page.next;
    } while (after !== undefined);
  };
  return [
    { run: async ({ project, userId }) => disconnect(project, userId) },
    { run: eraseAccesses },
    { run: ({ project, userId }) => groups.eraseUser(project, userId) },
    { run: eraseThreads },
    { run: settle },
    ...records.tables.map((table): Step => ({ run: (user, signal) => records.erase(table, user, signal) })),
  ];
}

/** What stands for the user in rows that stay. */
function pseudonymOf(erasure: string): string {
  return `erased-user-${erasure.slice(erasure.indexOf("_") + 1)}`;
}

function unless(code: WeftError["code"]) {
  return (error: unknown) => {
    if (!(error instanceof WeftError) || error.code !== code) throw error;
  };
}
