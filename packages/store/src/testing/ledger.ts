// A process of its own that commits without end and writes down what was answered: `node ledger.ts <database url>`.
// Each of its rooms holds, after commit n, the nodes n1 to n<n>; "<room> <n>" on standard output says that n was answered.
import type { ProjectId, RoomId } from "@weft/protocol";
import { openStore } from "../open.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";

const [url, roomCount = "4"] = process.argv.slice(2);
if (!url) throw new Error("Say which database.");
const project = "ledger" as ProjectId;

const store = await openStore(url);
await Promise.all(
  Array.from({ length: Number(roomCount) }, async (_, index) => {
    const id = `room ${index}` as RoomId;
    await store.rooms.insert(project, newRoom(id));
    const room = await store.roomStore.open({ project, room: id }, 1);
    if (!room) throw new Error("The room is gone.");
    for (let seq = room.seq + 1; ; seq++) {
      const commit = { ...room, seq, puts: [`n${seq}`, `["n${seq}",2,"root","${seq}"]`], drops: [], actors: [] };
      try {
        await store.roomStore.commit(commit);
        await say(`${index} ${seq}`);
      } catch (error) {
        // What was lost is not answered; the room is opened again, as its owner would, and continues from what was kept.
        await say(`refused ${index} ${seq} ${error instanceof Error ? error.name : ""}`);
        const again = await reopen(id);
        Object.assign(room, again);
        seq = again.seq;
      }
    }
  }),
);

async function reopen(id: RoomId) {
  for (;;) {
    try {
      const room = await store.roomStore.open({ project, room: id }, 1);
      if (room) return room;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Waits for the reader, so that the ledger runs no further ahead than the pipe is long. */
function say(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}
