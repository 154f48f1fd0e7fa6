import { newRoom } from "@weft/collab/suites/new-room.ts";
import { createSignalNetwork } from "@weft/collab/suites/signal-network.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { temporaryDatabase, whyNoPostgres } from "./testing/postgres.ts";
import { openStores } from "./testing/stores.ts";

const project = "p" as ProjectId;
const noPostgres = await whyNoPostgres();
const databases = noPostgres === undefined ? (["SQLite", "PostgreSQL"] as const) : (["SQLite"] as const);

/** Two processes, each with a store of its own over one database. */
async function twoProcesses(database: (typeof databases)[number]) {
  await using stack = new AsyncDisposableStack();
  const network = createSignalNetwork();
  const url = database === "SQLite" ? undefined : stack.use(await temporaryDatabase()).url;
  const opened = stack.use(await openStores([network.join(), network.join()] as const, url));
  const [one, other] = opened.stores;
  const held = stack.move();
  return { network, one, other, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

describe.each(databases)("two processes over %s", (database) => {
  test("[SG5] a process that has read a room sees at once what another one changes, deletes or renames", async () => {
    await using here = await twoProcesses(database);
    const { one, other, network } = here;
    const metadataOf = async (id: string) => (await other.rooms.find(project, id))?.metadata.get("k");
    for (const id of ["a", "b", "c"]) {
      await one.rooms.insert(project, newRoom(id, { metadata: new Map([["k", "old"]]) }));
      expect(await metadataOf(id)).toBe("old");
    }
    const record = (await one.rooms.find(project, "a"))!;
    expect(await one.rooms.update(project, { ...record, metadata: new Map([["k", "new"]]) })).toBe(true);
    expect(await one.rooms.delete(project, "b", 1)).toBe(true);
    expect(await one.rooms.rename(project, "c", "d")).toBe("renamed");
    await network.settle();
    expect(await Promise.all(["a", "b", "c", "d"].map(metadataOf))).toEqual(["new", undefined, undefined, "old"]);
  });

  test("[SG5] a record that was being read when its change was signalled is not remembered", async () => {
    await using here = await twoProcesses(database);
    const { one, other, network } = here;
    await one.rooms.insert(project, newRoom("a"));
    for (let n = 1; n <= 20; n++) {
      const record = (await one.rooms.find(project, "a"))!;
      const reading = other.rooms.find(project, "a");
      await one.rooms.update(project, { ...record, metadata: new Map([["k", `${n}`]]) });
      await network.settle();
      void other.rooms.find(project, "a");
      await reading;
      expect((await other.rooms.find(project, "a"))?.metadata.get("k")).toBe(`${n}`);
    }
  });

  test("[SG5] a process that has missed signals reads every room anew", async () => {
    await using here = await twoProcesses(database);
    const { one, other, network } = here;
    await one.rooms.insert(project, newRoom("a"));
    const record = (await one.rooms.find(project, "a"))!;
    await other.rooms.find(project, "a");
    network.deliver("lost");
    await one.rooms.update(project, { ...record, metadata: new Map([["k", "new"]]) });
    await network.settle();
    expect((await other.rooms.find(project, "a"))?.metadata.get("k")).toBeUndefined();
    network.deliver("carried");
    await network.settle();
    expect((await other.rooms.find(project, "a"))?.metadata.get("k")).toBe("new");
  });

  test("[SG6] each process is notified once of another one's jobs and events, without their contents", async () => {
    await using here = await twoProcesses(database);
    const { one, other, network } = here;
    const heard: object[] = [];
    for (const [name, { jobs, outbox }] of Object.entries({ one, other })) {
      jobs.onAdded((added) => heard.push({ name, added }));
      outbox.onAdded(() => heard.push({ name }));
    }
    const job = { kind: "mail", createdAt: 1, payload: { text: "secret" } } as const;
    await one.jobs.add([
      { ...job, dueAt: 9 },
      { ...job, dueAt: 5 },
      { ...job, kind: "export" },
    ]);
    await network.settle();
    expect(heard).toMatchObject([
      { name: "one", added: [{ payload: { text: "secret" } }, {}, {}] },
      {
        name: "other",
        added: [
          { kind: "mail", dueAt: 5 },
          { kind: "export", dueAt: 0 },
        ],
      },
    ]);
    expect(JSON.stringify(network.published)).not.toContain("secret");
    heard.length = 0;
    const createdAt = "2026-11-01T00:00:00.000Z";
    await one.outbox.add([{ type: "roomCreated", data: { projectId: project, roomId: "a", createdAt } }]);
    await network.settle();
    expect(heard).toEqual([{ name: "one" }, { name: "other" }]);
  });

  test("the time of the last connection to a room is not signalled", async () => {
    await using here = await twoProcesses(database);
    const { one, network } = here;
    await one.rooms.insert(project, newRoom("a"));
    const awake = (await one.roomStore.open({ project, room: "a" as RoomId }, 0))!;
    await one.roomStore.commit({ ...awake, puts: [], drops: [], actors: [], connectedAt: 1_700_000_000_000 });
    expect((await one.rooms.find(project, "a"))?.lastConnectionAt).toBe(1_700_000_000_000);
    expect(network.published).toEqual([]);
  });
});
