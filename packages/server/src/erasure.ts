import type { Limits, ProjectId, RoomId } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { DataFile, Store } from "@weft/store";
import type { Logger } from "pino";
import { openBackgroundJob } from "./background-job.ts";

/**
 * Removes deleted data from files (G12): from the request log, which is written after calls are answered, and from the
 * write-ahead log. Each deletion deletes its own rows; this removes the remaining traces.
 */
export interface Erasure extends AsyncDisposable {
  ofRoom(project: ProjectId, room: RoomId): void;
  ofPerson(person: { readonly id: string; readonly email: string }): Promise<void>;
  /** After the delay that collects deletions. */
  soon(): void;
}

export interface ErasureOptions {
  readonly store: { readonly erasure: Store["erasure"]; readonly dataFile?: Pick<DataFile, "truncateLog"> | undefined };
  /** Writes pending log entries, so that they can be deleted. */
  readonly settle: () => Promise<void>;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "logTruncationMs" | "erasureDelayMs">;
  readonly log: Logger;
}

export function openErasure({ store, settle, clock, limits, log }: ErasureOptions): Erasure {
  const { logTruncationMs, erasureDelayMs } = limits;
  /** By project. Kept for one more run: a call in progress at the deletion is recorded when it ends. */
  let deleted = new Map<ProjectId, Set<string>>();
  let earlier = new Map<ProjectId, Set<string>>();
  let timer: Timer | undefined;

  const job = openBackgroundJob({
    clock,
    everyMs: logTruncationMs,
    firstAfterMs: erasureDelayMs,
    failed: (err) => log.warn({ err }, "what was deleted could not be erased from every file; it is tried again"),
    async work() {
      const now = deleted;
      deleted = new Map();
      await settle();
      try {
        for (const rooms of [earlier, now])
          for (const [project, ids] of rooms) await store.erasure.forgetRooms(project, [...ids]);
        await store.dataFile?.truncateLog();
      } catch (error) {
        for (const rooms of [earlier, now]) for (const [project, ids] of rooms) for (const id of ids) add(project, id);
        // A long read keeps the log until it ends.
        soon();
        throw error;
      }
      earlier = now;
    },
  });

  function add(project: ProjectId, room: string): void {
    const rooms = deleted.get(project) ?? new Set();
    deleted.set(project, rooms.add(room));
  }
  function soon(): void {
    timer ??= clock.setTimer(erasureDelayMs, () => {
      timer = undefined;
      job.soon();
    });
  }

  return {
    ofRoom(project, room) {
      add(project, room);
      soon();
    },
    async ofPerson(person) {
      await store.erasure.forgetPerson(person);
      soon();
    },
    soon,
    async [Symbol.asyncDispose]() {
      timer?.cancel();
      await job[Symbol.asyncDispose]();
    },
  };
}
