import type { JobHandler } from "@weft/collab";
import type { DomainEvent } from "@weft/protocol";
import type { RoomHost, RoomStore } from "@weft/room";
import { payloadOf } from "./room-jobs.ts";

export interface RoomUpdatedOptions {
  readonly host: Pick<RoomHost, "beginJob">;
  readonly store: Pick<RoomStore, "address">;
}

/** Their events are written, and flushed, together. */
const roomsAtOnce = 64;

/** Writes the domain events `storageUpdated` and `ydocUpdated`, each with the end of its job (OB4). */
export function createRoomUpdatedHandler({ host, store }: RoomUpdatedOptions): JobHandler {
  return {
    kind: "roomUpdated",
    atOnce: roomsAtOnce,
    async run(job) {
      const { consequence, ...room } = payloadOf(job.payload);
      const address = await store.address(room);
      // The last event of a deleted room is its deletion.
      if (address === undefined) return undefined;
      const begun = await host.beginJob(address, job);
      if (begun.kind === "covered") return undefined;
      if (begun.kind === "early") return { againAt: begun.againAt };
      const type = consequence === "storageUpdated" ? "storageUpdated" : "ydocUpdated";
      const updatedAt = new Date(begun.changedAt).toISOString();
      const event: DomainEvent = { type, data: { projectId: address.project, roomId: address.room, updatedAt } };
      return { effects: { events: [event] } };
    },
  };
}
