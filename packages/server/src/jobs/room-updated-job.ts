import type { JobHandler } from "@weft/collab";
import type { DomainEvent } from "@weft/protocol";
import type { RoomStore } from "@weft/room";
import { payloadOf } from "./room-jobs.ts";
import type { RoomJobs } from "./room-jobs.ts";

export interface RoomUpdatedOptions {
  readonly roomJobs: Pick<RoomJobs, "begin">;
  readonly store: Pick<RoomStore, "address">;
}

/** Their events are written, and flushed, together. */
const roomsAtOnce = 64;

/** Writes the domain events `storageUpdated` and `ydocUpdated`, each with the end of its job (OB4). */
export function createRoomUpdatedHandler({ roomJobs, store }: RoomUpdatedOptions): JobHandler {
  return {
    kind: "roomUpdated",
    atOnce: roomsAtOnce,
    async run(job) {
      const begun = roomJobs.begin(job);
      if (begun.kind === "covered") return undefined;
      if (begun.kind === "early") return { againAt: begun.againAt };
      const changedAt = await begun.changedAt();
      const address = await store.address(begun.room);
      // The last event of a deleted room is its deletion.
      if (address === undefined) return undefined;
      const type = payloadOf(job.payload).consequence === "storageUpdated" ? "storageUpdated" : "ydocUpdated";
      const updatedAt = new Date(changedAt).toISOString();
      const event: DomainEvent = { type, data: { projectId: address.project, roomId: address.room, updatedAt } };
      return { effects: { events: [event] } };
    },
  };
}
