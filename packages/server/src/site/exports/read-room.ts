/**
 * A room as an export holds it:
 *
 *   room.json       metadata and accesses, as REST shows them, and what the other files are
 *   storage.json    Storage, in the form that REST accepts
 *   document.bin    the root Yjs document, as one V1 update; document.json, to be read
 *   documents/…bin  its subdocuments
 *   versions.json   its versions, with times and authors
 *   and threads, subscriptions and feeds: see `readDiscussions`
 *
 * Empty parts have no file. All contents are durable, and each file is as of the moment at which it was read.
 */
import { createHash } from "node:crypto";
import { describeRoom } from "@weft/collab";
import type { ExportedRoom, ExportRecords, ExportsOptions, RoomRecord, Versions } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { RoomAddress } from "@weft/protocol";
import type { RoomGateway } from "../../http/services.ts";
import { jsonFile } from "./json-pages.ts";
import { readDiscussions } from "./read-discussions.ts";
import type { DiscussionReading } from "./read-discussions.ts";

export interface RoomReading {
  readonly gateway: Pick<RoomGateway, "storageText" | "documentState" | "documentJson">;
  readonly versions: Pick<Versions, "since">;
  readonly records: Pick<ExportRecords, "subdocuments">;
  readonly discussions: DiscussionReading;
  /** Unloads a room that was loaded to be read. */
  readonly unloadIfIdle: (room: RoomAddress) => Promise<void>;
}

type File = ExportedRoom["files"][number];

/** An empty document: no structs, nothing deleted. */
const emptyUpdateLength = 2;

export function createRoomReader({
  gateway,
  versions,
  records,
  discussions,
  unloadIfIdle,
}: RoomReading): ExportsOptions["read"] {
  return async (project, record, lenient) => {
    const address: RoomAddress = { project: project.id, room: record.id };
    const missing: string[] = [];
    const files: File[] = [];
    const part = async (name: string, read: () => Promise<readonly Uint8Array[] | undefined>) => {
      try {
        const pieces = await read();
        if (pieces !== undefined) files.push({ name, pieces });
        return pieces !== undefined;
      } catch (error) {
        if (!(error instanceof WeftError) || error.code === "ROOM_NOT_FOUND") throw error;
        if (!lenient && error.code !== "UNPROCESSABLE_ENTITY") throw error;
        missing.push(`${name}: ${error.message}`);
        return false;
      }
    };
    try {
      await part("storage.json", async () => {
        const format = { kind: "lson", nodeTypeKey: "liveblocksType" } as const;
        const { pieces, empty } = await gateway.storageText(address, format);
        return empty ? undefined : pieces;
      });
      const hasDocument = await part("document.bin", async () =>
        written(await gateway.documentState(address, undefined)),
      );
      if (hasDocument)
        await part("document.json", async () => [await gateway.documentJson(address, { formatting: true })]);
      const subdocuments: { guid: string; file: string }[] = [];
      for (const guid of await records.subdocuments(address)) {
        const file = `documents/${createHash("sha256").update(guid).digest("hex").slice(0, 16)}.bin`;
        if (await part(file, async () => written(await gateway.documentState(address, guid))))
          subdocuments.push({ guid, file });
      }
      const kept = await versions.since(address);
      if (kept.versions.length > 0) files.push(jsonFile("versions.json", kept.versions.map(describeVersion)));
      return {
        files: [jsonFile("room.json", describe(record, subdocuments)), ...files],
        more: readDiscussions(discussions, address),
        missing,
      };
    } catch (error) {
      // Deleted since the list was read.
      if (error instanceof WeftError && error.code === "ROOM_NOT_FOUND") return undefined;
      throw error;
    } finally {
      await unloadIfIdle(address);
    }
  };
}

function describe(room: RoomRecord, subdocuments: readonly { readonly guid: string; readonly file: string }[]) {
  return subdocuments.length === 0 ? describeRoom(room) : { ...describeRoom(room), subdocuments };
}

function describeVersion({ id, createdAt, authors }: Awaited<ReturnType<Versions["since"]>>["versions"][number]) {
  return { id, createdAt: new Date(createdAt).toISOString(), authors };
}

function written(update: Uint8Array): readonly Uint8Array[] | undefined {
  return update.length <= emptyUpdateLength ? undefined : [update];
}
