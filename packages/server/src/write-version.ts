import type { VersionsOptions } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Documents } from "@weft/room";
import type { RoomGateway } from "./http/services.ts";
import { readNodes } from "./text-in-slices.ts";

export interface VersionWriting {
  readonly gateway: Pick<RoomGateway, "documentState" | "updateDocument" | "changeStorage">;
  readonly documents: Pick<Documents, "restoring">;
}

/**
 * Writes a version into its room as a new change, which all connections receive. The document's update is computed
 * first: if it costs too much, nothing has changed.
 */
export function createVersionWriter({ gateway, documents }: VersionWriting): VersionsOptions["write"] {
  return async (room, { storage, document }) => {
    const nodes = await readNodes(storage);
    const restoring = await documents.restoring(document, await gateway.documentState(room, undefined));
    if (restoring.kind === "failed")
      throw new WeftError("SERVICE_UNAVAILABLE", {
        message: "The changes that restore the Yjs document could not be computed.",
        cause: new Error(`A restore failed (${restoring.cause}): ${restoring.reason}`),
      });
    await gateway.changeStorage(room, { kind: "restore", nodes });
    if (restoring.update !== undefined) await gateway.updateDocument(room, undefined, restoring.update, false);
  };
}
