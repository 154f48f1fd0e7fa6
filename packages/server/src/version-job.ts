import type { Projects, JobHandler, JobRecords, Versions } from "@weft/collab";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { Clock } from "@weft/room";
import type { Logger } from "pino";

/**
 * Automatic versions: one is made a while after a room was changed, and again as long as it keeps changing. How long is
 * set by its project. Versions that are due when the server stops are made after the next start.
 */
export interface AutomaticVersions {
  changed(room: RoomAddress): void;
  readonly handler: JobHandler;
}

export interface AutomaticVersionsOptions {
  readonly projects: Pick<Projects, "find">;
  readonly versions: Pick<Versions, "create">;
  readonly jobs: Pick<JobRecords, "add">;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createAutomaticVersions(options: AutomaticVersionsOptions): AutomaticVersions {
  const { projects, versions, jobs, clock, log } = options;
  /** Rooms that have a job, or are getting one: the next change of such a room adds none. */
  const waiting = new Set<string>();
  const keyOf = ({ project, room }: RoomAddress) => `${project}\n${room}`;

  const add = async (key: string, address: RoomAddress) => {
    const timeout = (await projects.find(address.project))?.versionCreationTimeout ?? false;
    if (timeout === false) {
      waiting.delete(key);
      return;
    }
    const createdAt = clock.now();
    const { project, room } = address;
    await jobs.add([
      { kind: "version", key, createdAt, dueAt: createdAt + timeout * 1_000, payload: { project, room } },
    ]);
  };

  return {
    changed(room) {
      const key = keyOf(room);
      if (waiting.has(key)) return;
      waiting.add(key);
      add(key, room).catch((err: unknown) => {
        waiting.delete(key);
        log.warn(
          { project: room.project, err },
          "an automatic version could not be scheduled; the next change tries again",
        );
      });
    },
    handler: {
      kind: "version",
      async run({ payload }) {
        const room = { project: payload["project"] as ProjectId, room: payload["room"] as RoomId };
        // What is changed from here on may not be in it.
        waiting.delete(keyOf(room));
        try {
          await versions.create(room);
        } catch (error) {
          if (!(error instanceof WeftError) || error.code !== "ROOM_NOT_FOUND") throw error;
        }
      },
    },
  };
}
