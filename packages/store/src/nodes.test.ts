import type { NodeId } from "@weft/cluster/ports";
import { RoomElsewhere } from "@weft/cluster/ports";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { propertyOptions } from "@weft/collab/suites/property-options.ts";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { limits } from "@weft/protocol";
import { StaleEpoch } from "@weft/room/ports";
import type { OpenedRoom, RoomCommit } from "@weft/room/ports";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { StoreRefused, StoreUnavailable } from "./database/errors.ts";
import { schemaVersion } from "./migrations/index.ts";
import { openStore } from "./open.ts";
import type { Store } from "./open.ts";
import { numbersFrom } from "./testing/numbers-from.ts";
import { openLine } from "./testing/line.ts";
import { openNode, stateOf } from "./testing/nodes.ts";
import type { OpenedNode } from "./testing/nodes.ts";
import { createPooler, whyNoPgBouncer } from "./testing/pgbouncer.ts";
import { emptyDatabase, queryDatabase, temporaryDatabase, whyNoPostgres } from "./testing/postgres.ts";
import { openTwoWriters } from "./testing/two-engines.ts";
import type { TwoWriters } from "./testing/two-engines.ts";

const why = await whyNoPostgres();
if (why !== undefined) console.log(`Nodes are not tested: ${why}.`);

const project = "p" as ProjectId;
const at = (room: string): RoomAddress => ({ project, room: room as RoomId });
const room = at("r");

async function open({ store }: { readonly store: Store }, address = room): Promise<OpenedRoom> {
  const opened = await store.roomStore.open(address, 64);
  if (opened === undefined) throw new Error("The room is gone.");
  return opened;
}

function commitOf(opened: OpenedRoom, seq: number): RoomCommit {
  return { ...opened, seq, puts: ["0:1", `["0:1",3,"root","n",${seq}]`], drops: [], actors: [] };
}

const stale = (node: OpenedNode, opened: OpenedRoom) =>
  expect(node.store.roomStore.commit(commitOf(opened, 9))).rejects.toThrow(StaleEpoch);

/** The message of the error that a call rejects with. */
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => "none",
    (error: Error) => error.message,
  );

/** Nodes over one database, in which there is a room. */
async function openNodes(count: number) {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await temporaryDatabase());
  const nodes: OpenedNode[] = [];
  for (let n = 0; n < count; n += 1) nodes.push(stack.use(await openNode(url, { id: `node-${n}` })));
  await nodes[0]!.store.rooms.insert(project, newRoom("r"));
  const held = stack.move();
  return {
    url,
    nodes: nodes as unknown as readonly [OpenedNode, OpenedNode, OpenedNode],
    query: (sql: string) => queryDatabase(url, sql),
    /** As if the node had not renewed its lease for long enough, by the clock of the database. */
    endLease: (id: NodeId, byMs = 1) =>
      queryDatabase(
        url,
        `update nodes set until = (extract(epoch from clock_timestamp()) * 1000)::bigint - ${byMs} where id = '${id}'`,
      ),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

describe.skipIf(why !== undefined)("nodes", () => {
  test("[PG16] a room of a node with a lease is refused to others, who are told which node has it", async () => {
    await using under = await openNodes(3);
    const [one, other, third] = under.nodes;
    const opened = await open(one);
    for (const node of [other, third])
      await expect(open(node)).rejects.toEqual(expect.objectContaining({ name: "RoomElsewhere", node: one.id }));
    await expect(open(other)).rejects.toBeInstanceOf(RoomElsewhere);
    expect(await other.nodes.ownerOf(room)).toBe(one.id);
    // It is the same room, with its epoch and its actors, for the node that has it.
    await one.store.roomStore.commit(commitOf(opened, 1));
    expect(await open(one)).toMatchObject({ epoch: opened.epoch + 1, seq: 1, firstActor: opened.firstActor + 64 });
    expect(await other.store.roomStore.open(at("none"), 64)).toBeUndefined();
  });

  test("[PG16] a refused claim waits for no commit of the node that has the room", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    await open(one);
    const committing = new pg.Client(under.url);
    await committing.connect();
    try {
      await committing.query("begin; update room_state set seq = seq + 1");
      await expect(open(other)).rejects.toBeInstanceOf(RoomElsewhere);
    } finally {
      await committing.end();
    }
  });

  test("[PG16] a claim that had to wait for the room sees the lease that was renewed meanwhile", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    const opened = await open(one);
    await under.endLease(one.id);
    const holder = new pg.Client(under.url);
    await holder.connect();
    try {
      await holder.query("begin; select from room_state for update");
      const claim = open(other);
      const waiting = "select from pg_locks where not granted";
      await vi.waitFor(async () => expect(await under.query(waiting)).not.toEqual([]));
      await one.nodes.renew(stateOf(one.id));
      await holder.query("commit");
      await expect(claim).rejects.toMatchObject({ node: one.id });
    } finally {
      await holder.end();
    }
    await one.store.roomStore.commit(commitOf(opened, 1));
  });

  test("[PG16] owners of many rooms are read at once, in the order asked for", async () => {
    await using under = await openNodes(3);
    const [one, other, third] = under.nodes;
    for (const id of ["a", "b", "c"]) await one.store.rooms.insert(project, newRoom(id));
    await open(one, at("a"));
    await open(other, at("b"));
    await open(third, at("c"));
    await under.endLease(third.id);
    const addresses = ["none", "b", "a", "c", "r", "b"].map(at);
    expect(await one.nodes.ownersOf(addresses)).toEqual([undefined, other.id, one.id, undefined, undefined, other.id]);
    expect(await one.nodes.ownersOf([])).toEqual([]);
  });

  test("[PG17] when a node's lease has ended, its room is claimed with a higher epoch, and the old claim commits nothing", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    const former = await open(one);
    await one.store.roomStore.commit(commitOf(former, 1));
    await under.endLease(one.id);
    expect(await other.nodes.ownerOf(room)).toBeUndefined();
    const opened = await open(other);
    expect(opened).toMatchObject({ epoch: former.epoch + 1, seq: 1 });
    await stale(one, former);
    // Its lease comes back, and the room does not.
    await one.nodes.renew(stateOf(one.id));
    await stale(one, former);
    await expect(open(one)).rejects.toMatchObject({ node: other.id });
    await other.store.roomStore.commit(commitOf(opened, 2));
  });

  test("[PG17] a node keeps the rooms that no other has claimed when its lease comes back", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    const opened = await open(one);
    await under.endLease(one.id);
    await one.nodes.renew(stateOf(one.id));
    await expect(open(other)).rejects.toBeInstanceOf(RoomElsewhere);
    await one.store.roomStore.commit(commitOf(opened, 1));
  });

  test("[PG17] a node without a lease claims no room, and can again with one", async () => {
    await using under = await openNodes(1);
    const [one] = under.nodes;
    await under.endLease(one.id);
    expect(await refusalOf(open(one))).toBe("The lease of this node has ended.");
    await one.nodes.renew(stateOf(one.id));
    await open(one);
  });

  describe("clocks", () => {
    afterEach(() => vi.useRealTimers());

    test.for([-600_000, 600_000])("[PG17] a node whose clock is %i ms off has the same leases", async (off) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + off });
      await using under = await openNodes(2);
      const [one, other] = under.nodes;
      const former = await open(one);
      await one.nodes.renew(stateOf(one.id));
      vi.setSystemTime(Date.now() - 2 * off);
      await expect(open(other)).rejects.toBeInstanceOf(RoomElsewhere);
      expect((await other.nodes.renew(stateOf(other.id))).nodes).toHaveLength(2);
      const [lease] = await under.query(
        `select until - (extract(epoch from clock_timestamp()) * 1000)::bigint as left from nodes where id = '${one.id}'`,
      );
      expect(lease!["left"]).toBeGreaterThan(0);
      expect(lease!["left"]).toBeLessThanOrEqual(limits.leaseMs);
      await under.endLease(one.id);
      expect(await open(other)).toMatchObject({ epoch: former.epoch + 1 });
    });
  });

  test("[PG18] a lease is renewed while every connection that writes and reads waits", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    const opened = await open(one);
    await under.endLease(one.id, -2_000);
    const blocker = new pg.Client(under.url);
    await blocker.connect();
    // Commits, other writes and reads wait for these tables, each on all of its connections.
    await blocker.query("begin; lock table storage_nodes, jobs, api_keys in access exclusive mode");
    const waiting = [
      one.store.roomStore.commit(commitOf(opened, 1)),
      one.store.jobs.add([{ kind: "mail", createdAt: 1, payload: {} }]),
      ...Array.from({ length: limits.databaseConnections }, (_, n) => one.store.projects.apiKeys(`p${n}` as ProjectId)),
    ];
    const blocked = "select pid from pg_locks where not granted and relation is not null";
    await vi.waitFor(async () => expect(await under.query(blocked)).toHaveLength(waiting.length));
    for (let renewals = 0; renewals < 3; renewals += 1) await one.nodes.renew(stateOf(one.id, { rooms: 1 }));
    expect((await other.nodes.renew(stateOf(other.id))).nodes[0]).toMatchObject({ id: one.id, rooms: 1 });
    await expect(open(other)).rejects.toBeInstanceOf(RoomElsewhere);
    await blocker.query("commit");
    await blocker.end();
    await Promise.all(waiting);
    await one.store.roomStore.commit(commitOf(opened, 2));
  });

  test("[PG18] one statement of one row renews the leases of all rooms", async () => {
    await using under = await openNodes(1);
    const [one] = under.nodes;
    for (const id of ["a", "b", "c"]) await one.store.rooms.insert(project, newRoom(id));
    for (const id of ["a", "b", "c", "r"]) await open(one, at(id));
    const written = "select ctid::text as place, node from room_state order by room_key";
    const before = await under.query(written);
    expect(before.map(({ node }) => node)).toEqual(["node-0", "node-0", "node-0", "node-0"]);
    await one.nodes.renew(stateOf(one.id));
    expect(await under.query(written)).toEqual(before);
  });

  test("[PG18] a renewal whose connection was lost is refused, and the next one has another", async () => {
    await using database = await temporaryDatabase();
    await using line = await openLine(database.url);
    await using node = await openNode(line.url);
    line.down = true;
    await expect(node.nodes.renew(stateOf(node.id))).rejects.toThrow(StoreUnavailable);
    line.down = false;
    expect((await node.nodes.renew(stateOf(node.id))).nodes).toHaveLength(1);
  });

  test("[PG18] a node that has not renewed its lease writes nothing shortly before it ends, until it has", async () => {
    await using under = await openNodes(1);
    const [one] = under.nodes;
    const opened = await open(one);
    const later = vi
      .spyOn(performance, "now")
      .mockReturnValue(performance.now() + limits.leaseMs - limits.leaseRenewMs);
    try {
      expect(await refusalOf(one.store.roomStore.commit(commitOf(opened, 1)))).toBe(
        "This node could not renew its lease.",
      );
      expect(await refusalOf(one.store.rooms.insert(project, newRoom("a")))).toContain("could not renew");
      await one.nodes.renew(stateOf(one.id));
      expect(await one.store.rooms.insert(project, newRoom("a"))).toBeDefined();
    } finally {
      later.mockRestore();
    }
    // As after any commit that was lost.
    await one.store.roomStore.commit(commitOf(await open(one), 1));
  });

  test("[PG19] nodes report what they say of themselves, and a load that is not known as such", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    const draining = { load: undefined, connections: 3, rooms: 2, isDraining: true, isConnected: false };
    await one.nodes.renew(stateOf(one.id, draining));
    const { nodes, wanted } = await other.nodes.renew(stateOf(other.id, { load: 0.25 }));
    const joinedAt = expect.any(Number) as number;
    expect(nodes).toEqual([
      { ...stateOf(one.id, draining), joinedAt },
      { ...stateOf(other.id, { load: 0.25 }), joinedAt },
    ]);
    expect(wanted).toEqual([]);
    const later = await one.nodes.renew(stateOf(one.id));
    expect(later.nodes.map((node) => node.joinedAt)).toEqual(nodes.map((node) => node.joinedAt));
  });

  test("[PG19] a node whose lease ended is not listed, and one that joins removes those that ended long ago", async () => {
    await using under = await openNodes(3);
    const [one, other, third] = under.nodes;
    await under.endLease(one.id);
    await under.endLease(other.id, 11 * limits.leaseMs);
    expect((await third.nodes.renew(stateOf(third.id))).nodes.map(({ id }) => id)).toEqual([third.id]);
    await third.nodes.join(stateOf(third.id));
    const ids = async () => (await under.query("select id from nodes order by id")).map(({ id }) => id);
    expect(await ids()).toEqual([one.id, third.id]);
    // A node that was removed joins again when it renews its lease.
    expect((await other.nodes.renew(stateOf(other.id))).nodes.map(({ id }) => id)).toEqual([other.id, third.id]);
    expect(await ids()).toEqual([one.id, other.id, third.id]);
  });

  test("[PG20] a room that is given up is claimed at once, and one that was claimed again since is not given up", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    const former = await open(one);
    const again = await open(one);
    await one.nodes.release([former]);
    await expect(open(other)).rejects.toBeInstanceOf(RoomElsewhere);
    await one.nodes.release([again]);
    expect(await one.nodes.ownerOf(room)).toBeUndefined();
    const opened = await open(other);
    expect(opened.epoch).toBe(again.epoch + 1);
    await one.nodes.release([again, { ...opened }]);
    await one.nodes.release([]);
    expect(await one.nodes.ownerOf(room)).toBe(other.id);
  });

  test("[PG20] a room is handed over to a node with a lease, and to no other", async () => {
    await using under = await openNodes(3);
    const [one, other, third] = under.nodes;
    await one.nodes.release([await open(one)], third.id);
    await expect(open(other)).rejects.toMatchObject({ node: third.id });
    const opened = await open(third);
    await under.endLease(one.id);
    await third.nodes.release([opened], one.id);
    expect(await third.nodes.ownerOf(room)).toBeUndefined();
    await open(other);
  });

  test("[PG20] a node that leaves frees its rooms at once, and writes nothing more", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    const opened = await open(one);
    await one.nodes.leave(one.id);
    await expect(one.store.roomStore.commit(commitOf(opened, 1))).rejects.toThrow("not part of the cluster");
    await expect(one.nodes.renew(stateOf(one.id))).rejects.toThrow("not part of the cluster");
    expect(await open(other)).toMatchObject({ epoch: opened.epoch + 1 });
    expect((await other.nodes.renew(stateOf(other.id))).nodes.map(({ id }) => id)).toEqual([other.id]);
  });

  test("[PG21] a room that another node wants is named with the next renewal, until it is given up", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    await one.nodes.want(room);
    const opened = await open(one);
    const wanted = async (node: OpenedNode) => (await node.nodes.renew(stateOf(node.id))).wanted;
    // A room without a node, or of the node itself, is not wanted of anyone.
    await one.nodes.want(room);
    expect(await wanted(one)).toEqual([]);
    await other.nodes.want(room);
    await other.nodes.want(at("none"));
    const { project: of, key, epoch } = opened;
    expect(await wanted(one)).toEqual([{ project: of, room: "r", key, epoch }]);
    expect(await wanted(one)).toHaveLength(1);
    expect(await wanted(other)).toEqual([]);
    // As it is named, it is given up.
    await one.nodes.release(await wanted(one));
    expect(await wanted(one)).toEqual([]);
    await open(other);
    expect([await wanted(one), await wanted(other)]).toEqual([[], []]);
  });

  test("[PG21] a claim of the room by the node that has it is no answer to those who want it, and one of another node is", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    await open(one);
    await other.nodes.want(room);
    await under.endLease(one.id);
    await open(other);
    const renewals = await Promise.all([one, other].map(({ id, nodes }) => nodes.renew(stateOf(id))));
    expect(renewals.map(({ wanted }) => wanted)).toEqual([[], []]);
  });
});

describe.skipIf(why !== undefined)("nodes and a server that is none", () => {
  test("[PG22] a server is refused while a node has a lease, and serves when none has", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    await other.nodes.leave(other.id);
    const server = openStore(under.url);
    expect(await refusalOf(server)).toBe(
      "Nodes of a cluster use this database: stop them first, or name another database.",
    );
    await expect(server).rejects.toThrow(StoreRefused);
    await under.endLease(one.id);
    await using store = await openStore(under.url);
    await open({ store });
  });

  test("[PG22] a node is refused while a server uses the database", async () => {
    await using database = await temporaryDatabase();
    await using store = await openStore(database.url);
    expect(await refusalOf(openNode(database.url))).toContain("Another server uses this database");
    await store.health();
  });

  test("[PG22] a node whose lease ended, and whose database a server has used meanwhile, writes nothing more", async () => {
    await using under = await openNodes(2);
    const [one, other] = under.nodes;
    const opened = await open(one);
    for (const { id } of [one, other]) await under.endLease(id);
    {
      await using store = await openStore(under.url);
      expect(await refusalOf(one.nodes.renew(stateOf(one.id)))).toContain("Another server uses this database");
      await store.health();
    }
    const overtaken = "A server that is not a node has used the database meanwhile: this node must be started again.";
    expect(await refusalOf(one.nodes.renew(stateOf(one.id)))).toBe(overtaken);
    expect(await refusalOf(one.store.roomStore.commit(commitOf(opened, 1)))).toBe(overtaken);
    // Nor after a node that was started since.
    await using next = await openNode(under.url);
    await open(next);
    expect(await refusalOf(other.nodes.renew(stateOf(other.id)))).toBe(overtaken);
    expect(await refusalOf(other.nodes.join(stateOf(other.id)))).toBe(overtaken);
  });

  test("[PG22] a server that lost its lock writes nothing more once nodes have joined", async () => {
    await using database = await temporaryDatabase();
    await using line = await openLine(database.url);
    await using store = await openStore(line.url);
    await store.rooms.insert(project, newRoom("r"));
    line.down = true;
    await expect(store.health()).rejects.toThrow(StoreUnavailable);
    {
      await using node = await openNode(database.url);
      await node.nodes.leave(node.id);
    }
    line.down = false;
    await expect.poll(() => refusalOf(open({ store })), { timeout: 10_000 }).toContain("must be started again");
  });

  test("[PG22] a node writes nothing before it has joined, and joins under its own id only", async () => {
    await using database = await temporaryDatabase();
    await using store = await openStore(database.url, { node: "one" as NodeId });
    expect(await refusalOf(store.rooms.insert(project, newRoom("r")))).toContain("not part of the cluster");
    await expect(store.clusterNodes!.renew(stateOf("one" as NodeId))).rejects.toThrow("not part of the cluster");
    await expect(store.clusterNodes!.join(stateOf("other" as NodeId))).rejects.toThrow("as the node");
    await store.clusterNodes!.join(stateOf("one" as NodeId));
    expect(await store.rooms.insert(project, newRoom("r"))).toBeDefined();
    await using alone = await openStore("sqlite::memory:");
    expect(alone.clusterNodes).toBeUndefined();
    expect(await refusalOf(openStore("sqlite::memory:", { node: "one" as NodeId }))).toContain("PostgreSQL database");
  });

  test("[PG23] nodes that start at the same time on an empty database make its schema once, and all join", async () => {
    await using database = await emptyDatabase();
    const opened = await Promise.all([0, 1, 2].map((n) => openNode(database.url, { id: `node-${n}` })));
    const versions = await queryDatabase(database.url, "select value from meta where key = 'schema_version'");
    expect(versions).toEqual([{ value: String(schemaVersion) }]);
    const { nodes } = await opened[0]!.nodes.renew(stateOf(opened[0]!.id));
    expect(nodes.map(({ id }) => id)).toEqual(["node-0", "node-1", "node-2"]);
    await Promise.all(opened.map((node) => node[Symbol.asyncDispose]()));
  });
});

/** Two nodes claim, commit and give up rooms, statement by statement in an order that a seed decides. */
describe.skipIf(why !== undefined)("two nodes at the same moment", () => {
  const ids = ["one", "other"] as unknown as readonly [NodeId, NodeId];
  let writers: TwoWriters;
  beforeAll(async () => {
    writers = await openTwoWriters({ nodes: ids });
    for (const id of ids)
      await writers.query(
        `insert into nodes (id, name, version, load, connections, rooms, draining, until)
          values ($1, '', '', null, 0, 0, 0, (extract(epoch from clock_timestamp()) * 1000)::bigint + 3600000)`,
        [id],
      );
  });
  afterAll(() => writers[Symbol.asyncDispose]());

  const claimOf = async (store: Store, address: RoomAddress) =>
    store.roomStore.open(address, 1).then(
      (opened) => ({ store, opened: opened! }),
      (error: unknown) => {
        expect(error).toBeInstanceOf(RoomElsewhere);
        return { node: (error as RoomElsewhere).node };
      },
    );

  const { seed, numRuns } = propertyOptions(20);
  const first = seed ?? 1;
  const seeds = Array.from({ length: seed === undefined ? numRuns : 1 }, (_, n) => first + n);

  test.for(seeds)("[PG16] of two that claim a free room exactly one has it (WEFT_SEED=%i)", async (of) => {
    const stores = writers.interleave(of);
    const random = numbersFrom(of);
    const of1 = { project: `p ${of}` as ProjectId };
    const rooms = ["a", "b", "c"].map((id): RoomAddress => ({ ...of1, room: id as RoomId }));
    for (const { room: id } of rooms) await stores[0].rooms.insert(of1.project, newRoom(id));
    const claims = await Promise.all(
      rooms.flatMap((address) =>
        [...(random() < 0.5 ? stores : stores.toReversed())].map((one) => claimOf(one, address)),
      ),
    );
    for (const [n] of rooms.entries()) {
      const pair = claims.slice(2 * n, 2 * n + 2);
      const [won] = pair.filter((claim) => "opened" in claim);
      const [lost] = pair.filter((claim) => "node" in claim);
      expect([won?.opened.epoch, lost?.node]).toEqual([1, won?.store === stores[0] ? "one" : "other"]);
    }
  });

  test.for(seeds)(
    "[PG17] a commit and the claim of another node leave what one order would (WEFT_SEED=%i)",
    async (of) => {
      const [one, other] = writers.interleave(of);
      const address: RoomAddress = { project: `q ${of}` as ProjectId, room: "a" as RoomId };
      await one.rooms.insert(address.project, newRoom("a"));
      const former = (await one.roomStore.open(address, 1))!;
      // The room is free from here on, and the node that had it has not noticed.
      await writers.query("update room_state set node = 'gone' where project_id = $1", [address.project]);
      const [committed, opened] = await Promise.all([
        one.roomStore.commit(commitOf(former, 1)).then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(StaleEpoch);
            return false;
          },
        ),
        other.roomStore.open(address, 1),
      ]);
      expect(opened).toMatchObject({ epoch: former.epoch + 1, seq: committed ? 1 : 0 });
      await expect(one.roomStore.commit(commitOf(former, 2))).rejects.toThrow(StaleEpoch);
    },
  );
});

const noPooler = why ?? whyNoPgBouncer();
if (noPooler !== undefined) console.log(`Nodes behind PgBouncer are not tested: ${noPooler}.`);

describe.skipIf(noPooler !== undefined)("nodes behind a pooler in transaction mode", () => {
  const pooler = createPooler();
  afterAll(() => pooler[Symbol.asyncDispose]());

  test("[PG24] nodes join, claim, commit, renew and read, beside a node that is connected directly", async () => {
    await using database = await pooler.database();
    await using one = await openNode(database.url);
    await using other = await openNode(database.url);
    await using direct = await openNode(database.direct);
    await one.store.rooms.insert(project, newRoom("r"));
    const opened = await open(one);
    await Promise.all([1, 2, 3].map((seq) => one.store.roomStore.commit(commitOf(opened, seq))));
    for (const node of [other, direct]) await expect(open(node)).rejects.toMatchObject({ node: one.id });
    await other.nodes.want(room);
    const { nodes, wanted } = await one.nodes.renew(stateOf(one.id));
    expect(nodes).toHaveLength(3);
    await one.nodes.release(wanted, other.id);
    const claimed = await open(other);
    expect(claimed.seq).toBe(3);
    const nodesOf = Buffer.concat(await Array.fromAsync(other.store.roomStore.nodes(claimed, 10)));
    expect(nodesOf.toString()).toBe('["0:1",3,"root","n",3]');
    await stale(one, opened);
  });

  test("[PG24] every transaction has the settings of its connection, and leaves none behind", async () => {
    await using database = await pooler.database();
    const name = new URL(database.direct).pathname.slice(1);
    await queryDatabase(database.direct, `alter database ${name} set synchronous_commit = off`);
    await using node = await openNode(database.url);
    const sql = `select current_setting('synchronous_commit') as flushed, current_setting('enable_seqscan') as seqscan,
      current_setting('transaction_read_only') as read_only, current_setting('statement_timeout') as timeout`;
    const { engine } = node.database;
    for (const count of [1, 2]) {
      const outcome = await engine.write(Array.from({ length: count }, () => ({ sql, values: [[]] })));
      expect(outcome).toMatchObject({
        rows: Array.from({ length: count }, () => [{ flushed: "on", seqscan: "off", read_only: "off", timeout: "0" }]),
      });
    }
    expect(await engine.read(sql, [])).toEqual([
      { flushed: "off", seqscan: "off", read_only: "on", timeout: `${limits.databaseAnswerMs / 1_000}s` },
    ]);
    expect(await queryDatabase(database.url, sql)).toEqual([
      { flushed: "off", seqscan: "on", read_only: "off", timeout: "0" },
    ]);
    const locks =
      "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
    expect(await queryDatabase(database.direct, locks)).toEqual([]);
    expect(await queryDatabase(database.direct, "select from pg_prepared_statements")).toEqual([]);
  });

  test("[PG24] a unit that is unmet or refused behind it leaves no transaction open", async () => {
    await using database = await pooler.database();
    await using node = await openNode(database.url);
    const { engine } = node.database;
    const write = (sql: string, count?: number) => engine.write([{ sql, values: [[]], expect: count }]);
    expect(await write("update rooms set id = id", 1)).toMatchObject({ kind: "unmet" });
    await expect(write("insert into meta (key) values (null)")).rejects.toThrow();
    await expect(engine.read("select 1 / 0", [])).rejects.toThrow();
    await node.store.rooms.insert(project, newRoom("r"));
    const left =
      "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'";
    await vi.waitFor(async () => expect(await queryDatabase(database.direct, left)).toEqual([]));
  });
});
