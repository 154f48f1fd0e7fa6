import type { Projects, JobHandler, Versions } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Clock, RoomHost, RoomStore } from "@weft/room";
import { payloadOf } from "./room-jobs.ts";

export interface AutomaticVersionsOptions {
  readonly projects: Pick<Projects, "find">;
  readonly versions: Pick<Versions, "create">;
  readonly host: Pick<RoomHost, "beginJob">;
  readonly store: Pick<RoomStore, "address">;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Makes automatic versions: one a while after a room was changed, and another as long as it keeps changing. How long is
 * set by its project. Versions that are due when the server stops are made after the next start.
 */
export function createVersionHandler(options: AutomaticVersionsOptions): JobHandler {
  const { projects, versions, host, store, clock } = options;
  return {
    kind: "version",
    async run(job) {
      const room = payloadOf(job.payload);
      const project = await projects.find(room.project);
      const { versionCreationTimeout: seconds = false } = project ?? {};
      const readyAt = seconds === false ? 0 : job.createdAt + seconds * 1_000;
      if (clock.now() < readyAt) return { againAt: readyAt };
      const address = await store.address(room);
      if (address === undefined) return undefined;
      const begun = await host.beginJob(address, job);
      if (begun.kind !== "begun" || seconds === false) return undefined;
      try {
        await versions.create(address);
      } catch (error) {
        if (await isDeleted(error, () => store.address(room))) return undefined;
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
