import type { InTurn } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { RoomHost } from "@weft/room";

export interface RoomTurnsOptions {
  readonly host: Pick<RoomHost, "beginTurn" | "beginTurnIfAwake" | "endTurn">;
  /** Whether there are other nodes. */
  readonly isShared: () => boolean;
}

/** Making versions and changing feeds, by one node of a cluster after the other. */
export function createInTurns({ host, isShared }: RoomTurnsOptions): {
  readonly versions: InTurn;
  readonly feeds: InTurn;
} {
  return {
    async versions(room, work) {
      if (!isShared()) return work();
      const turn = await host.beginTurn(room, "versions").catch((cause: unknown) => {
        if (cause instanceof WeftError) throw cause;
        // A node of a release that gives no turns.
        return undefined;
      });
      try {
        return await work();
      } finally {
        // If this fails, it is over by itself.
        if (turn !== undefined) host.endTurn(room, "versions", turn).catch(() => {});
      }
    },
    async feeds(room, work) {
      // Feeds are changed while the node of their room is away, too: then no one is in the room.
      const turn = isShared() ? await host.beginTurnIfAwake(room, "feeds").catch(() => undefined) : undefined;
      try {
        return await work();
      } finally {
        if (turn !== undefined) host.endTurn(room, "feeds", turn).catch(() => {});
      }
    },
  };
}
