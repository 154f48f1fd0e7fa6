import type { Projects, JobHandler, Versions } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Clock, RoomStore } from "@weft/room";
import { payloadOf } from "./room-jobs.ts";
import type { RoomJobs } from "./room-jobs.ts";

export interface AutomaticVersionsOptions {
  readonly projects: Pick<Projects, "find">;
  readonly versions: Pick<Versions, "create">;
  readonly roomJobs: Pick<RoomJobs, "begin">;
  readonly store: Pick<RoomStore, "address">;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Makes automatic versions: one a while after a room was changed, and another as long as it keeps changing. How long is
 * set by its project. Versions that are due when the server stops are made after the next start.
 */
export function createVersionHandler(options: AutomaticVersionsOptions): JobHandler {
  const { projects, versions, roomJobs, store, clock } = options;
  return {
    kind: "version",
    async run(job) {
      const project = await projects.find(payloadOf(job.payload).project);
      const { versionCreationTimeout: seconds = false } = project ?? {};
      const readyAt = seconds === false ? 0 : job.createdAt + seconds * 1_000;
      if (clock.now() < readyAt) return { againAt: readyAt };
      const begun = roomJobs.begin(job);
      if (begun.kind !== "begun" || seconds === false) return undefined;
      try {
        const address = await store.address(begun.room);
        if (address !== undefined) await versions.create(address);
      } catch (error) {
        if (await isDeleted(error, () => store.address(begun.room))) return undefined;
        begun.postponed();
        throw error;
      }
      return undefined;
    },
  };
}

/** Whether a room was not found because it was deleted. One that was renamed just then is found by the next try. */
async function isDeleted(error: unknown, find: () => Promise<unknown>): Promise<boolean> {
  return error instanceof WeftError && error.code === "ROOM_NOT_FOUND" && (await find()) === undefined;
}
