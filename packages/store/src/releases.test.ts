import type { ProjectId, RoomId } from "@weft/protocol";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { expect, test } from "vitest";
import { StoreRefused } from "./database/errors.ts";
import { schemaVersion } from "./migrations/index.ts";
import { readSchemaTables } from "./open.ts";
import { openNode, stateOf } from "./testing/nodes.ts";
import type { OpenedNode } from "./testing/nodes.ts";
import { queryDatabase, temporaryDatabase, whyNoPostgres } from "./testing/postgres.ts";

const why = await whyNoPostgres();
if (why !== undefined) console.log(`Nodes of two releases are not tested: ${why}.`);

const project = "p" as ProjectId;

/** What a newer release leaves in the database that it has migrated: the oldest version that can use it, too. */
const newerSchema = (readableFrom: number) =>
  `insert into meta (key, value) values
    ('schema_version', '${schemaVersion + 1}'), ('schema_readable_from', '${readableFrom}')
   on conflict (key) do update set value = excluded.value`;

async function claimNext({ store }: OpenedNode): Promise<number> {
  await store.jobs.add([{ kind: "version", createdAt: 1, payload: {} }]);
  return (await store.jobs.claim("version", "claim", Date.now(), Date.now() + 60_000, 9)).length;
}

test.skipIf(why !== undefined)(
  "[PG25] nodes go on and start when a newer release has added columns to every table, and are refused if it has done more",
  async () => {
    await using database = await temporaryDatabase();
    await using one = await openNode(database.url, { id: "node-0" });
    await using other = await openNode(database.url, { id: "node-1" });
    const { rooms, roomStore } = one.store;
    await rooms.insert(project, newRoom("r"));
    const room = (await roomStore.open({ project, room: "r" as RoomId }, 64))!;
    const commit = (seq: number) =>
      roomStore.commit({ ...room, seq, puts: ["0:1", `["0:1",3,"root","n",${seq}]`], drops: [], actors: [] });
    // Connections have prepared their statements.
    for (const node of [one, other]) expect(await claimNext(node)).toBe(1);
    await commit(1);
    const columns = readSchemaTables().map(({ name }) => `alter table ${name} add column later text`);
    await queryDatabase(database.url, [...columns, newerSchema(schemaVersion)].join(";"));
    await commit(2);
    for (const node of [one, other]) {
      expect(await claimNext(node)).toBe(1);
      expect(await node.nodes.renew(stateOf(node.id))).toMatchObject({ nodes: [{ id: "node-0" }, { id: "node-1" }] });
    }
    await using third = await openNode(database.url, { id: "node-2" });
    expect(await claimNext(third)).toBe(1);
    const [version] = await queryDatabase(database.url, "select value from meta where key = 'schema_version'");
    expect(version).toEqual({ value: String(schemaVersion + 1) });
    await queryDatabase(database.url, newerSchema(schemaVersion + 1));
    const refused = openNode(database.url, { id: "node-3" });
    await expect(refused).rejects.toThrow(StoreRefused);
    await expect(refused).rejects.toThrow("run the newer release that wrote it");
  },
);
