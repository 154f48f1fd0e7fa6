import type { RoomAddress } from "@weft/protocol";
import type { OpenedRoom, RoomCommit } from "@weft/room/ports";
import type { Store } from "../open.ts";

/** Commits as the room's owner. */
async function commit(
  { roomStore }: Store,
  address: RoomAddress,
  change: (room: OpenedRoom) => Partial<RoomCommit>,
): Promise<void> {
  const room = await roomStore.open(address, 0);
  if (room === undefined) throw new Error(`There is no room ${address.room}.`);
  await roomStore.commit({ ...room, puts: [], drops: [], actors: [], ...change(room) });
}

/** Writes nodes of Storage, by their ids. */
export function writeNodes(store: Store, address: RoomAddress, nodes: Readonly<Record<string, string>>): Promise<void> {
  return commit(store, address, ({ seq }) => ({ seq: seq + 1, puts: Object.entries(nodes).flat() }));
}

/** Writes one row of a document, of so many bytes, over what the row held. */
export function writeDocument(store: Store, address: RoomAddress, guid: string, bytes: number, row = 1): Promise<void> {
  const written = { kind: "row", guid, id: row, update: new Uint8Array(bytes), v2: false, user: undefined } as const;
  return commit(store, address, () => ({ documents: [written] }));
}
