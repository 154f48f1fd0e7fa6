import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { StoreUnavailable } from "./database/errors.ts";
import { openLine } from "./testing/line.ts";
import { openNode, stateOf } from "./testing/nodes.ts";
import { temporaryDatabase, whyNoPostgres } from "./testing/postgres.ts";

const why = await whyNoPostgres();
if (why !== undefined) console.log(`Nodes whose database says nothing are not tested: ${why}.`);

const project = "p" as ProjectId;
const room = { project, room: "r" as RoomId };

test.skipIf(why !== undefined)(
  "[PG26] what a node has sent to a database that says nothing more fails with the renewal of its lease, not with its connection",
  async () => {
    await using database = await temporaryDatabase();
    await using line = await openLine(database.url);
    await using node = await openNode(line.url, { id: "node" });
    const { rooms, roomStore } = node.store;
    await rooms.insert(project, newRoom("r"));
    const opened = (await roomStore.open(room, 64))!;
    const commit = (seq: number) =>
      roomStore.commit({ ...opened, seq, puts: ["0:1", `["0:1",3,"root","n",${seq}]`], drops: [], actors: [] });
    await commit(1);
    line.silent = true;
    const outcomes: string[] = [];
    const committing = commit(2).catch((error: unknown) => {
      outcomes.push("commit");
      throw error;
    });
    // Behind it, so it would wait as long.
    const claiming = roomStore.open(room, 64);
    const refused = [committing, claiming].map((call) => expect(call).rejects.toThrow(StoreUnavailable));
    await expect(node.nodes.renew(stateOf(node.id))).rejects.toThrow(StoreUnavailable);
    outcomes.push("renewal");
    await Promise.all(refused);
    expect(outcomes).toEqual(["renewal", "commit"]);
    line.silent = false;
    await node.nodes.renew(stateOf(node.id));
    expect(await roomStore.open(room, 64)).toBeDefined();
  },
  // A statement has 30 seconds.
  20_000,
);

test.skipIf(why !== undefined)(
  "[PG13] a node that stands still within a transaction loses it when its lease has ended",
  async () => {
    await using database = await temporaryDatabase();
    await using node = await openNode(database.url, { leaseMs: 7_000 });
    const setting = "select current_setting('idle_in_transaction_session_timeout') as timeout";
    const outcome = await node.database.engine.write([{ sql: setting, values: [[]] }]);
    expect(outcome).toMatchObject({ rows: [[{ timeout: "7s" }]] });
  },
);
