import { isStorable } from "@weft/protocol";
import type { ProjectId, RoomAddress } from "@weft/protocol";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StaleEpoch } from "../src/ports.ts";
import type { CommitJob, OpenedRoom, RoomCommit, RoomKey, RoomStore } from "../src/ports.ts";

/** A store under test, with what the port leaves out: creating, renaming and deleting rooms. */
export interface RoomStoreUnderTest extends AsyncDisposable {
  readonly store: RoomStore;
  /** Two calls with one id make two rooms, in two projects, unless a project is given. */
  createRoom(id: string, project?: ProjectId): Promise<RoomAddress>;
  deleteRoom(address: RoomAddress): Promise<void>;
  renameRoom(address: RoomAddress, newId: string): Promise<RoomAddress>;
  /** Every job that is there, in the order in which they were added. */
  jobs(): Promise<readonly CommitJob[]>;
}

/** What every RoomStore promises (SPEC.md, RS). An adapter's test file is one call to this. */
export function roomStoreSuite(open: () => Promise<RoomStoreUnderTest>): void {
  describe("RoomStore", () => {
    test("[RS1] every opening raises the epoch and reserves fresh actors", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const first = await claim(under, address, 64);
      const second = await claim(under, address, 10);
      const third = await claim(under, address, 1);
      expect(second.epoch).toBeGreaterThan(first.epoch);
      expect(third.epoch).toBeGreaterThan(second.epoch);
      expect([second.firstActor, third.firstActor]).toEqual([first.firstActor + 64, first.firstActor + 74]);
      expect(first.seq).toBe(0);
    });

    test("[RS1] openings at the same time reserve disjoint actors", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const opened = await Promise.all(Array.from({ length: 20 }, () => claim(under, address, 8)));
      expect(new Set(opened.map((room) => room.firstActor)).size).toBe(20);
      expect(new Set(opened.map((room) => room.epoch)).size).toBe(20);
    });

    test("[RS2] a room that does not exist is not opened", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      expect(await under.store.open({ ...address, room: "other" as never }, 64)).toBeUndefined();
      expect(await under.store.open({ ...address, project: "nobody" as never }, 64)).toBeUndefined();
    });

    test("[RS3] a commit is stored once it resolves, and the next opening of the room has it", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const room = await claim(under, address);
      await under.store.commit({
        ...empty(room),
        seq: 3,
        puts: ["root", `["root",{}]`, "0:1", `["0:1",2,"root","m"]`],
      });
      expect(await nodesOf(under.store, room)).toEqual([`["0:1",2,"root","m"]`, `["root",{}]`]);
      expect(await claim(under, address)).toMatchObject({ key: room.key, seq: 3 });
    });

    test("[RS3] a commit replaces and removes nodes, and removing a missing node is fine", async () => {
      await using under = await open();
      const room = await claim(under, await under.createRoom("r"));
      await under.store.commit({ ...empty(room), seq: 1, puts: ["root", `["root",{}]`, "0:1", "[1]", "0:2", "[2]"] });
      await under.store.commit({ ...empty(room), seq: 2, puts: ["0:1", "[11]"], drops: ["0:2", "never"] });
      expect(await nodesOf(under.store, room)).toEqual([`["root",{}]`, "[11]"]);
    });

    test("[RS3] a commit that clears keeps only what it puts itself", async () => {
      await using under = await open();
      const room = await claim(under, await under.createRoom("r"));
      await under.store.commit({ ...empty(room), seq: 1, puts: ["root", "[0]", "0:1", "[1]"] });
      await under.store.commit({ ...empty(room), seq: 2, clear: true, puts: ["root", "[9]"] });
      expect(await nodesOf(under.store, room)).toEqual(["[9]"]);
      await under.store.commit({ ...empty(room), seq: 3, clear: true });
      expect(await nodesOf(under.store, room)).toEqual([]);
    });

    test("[RS5] a commit of many nodes is all or nothing, and later commits of its room stay behind it", async () => {
      await using under = await open();
      const room = await claim(under, await under.createRoom("r"));
      const other = await claim(under, await under.createRoom("other"));
      const many = Array.from({ length: 9_000 }, (_, n) => [`n${n}`.padStart(6, "0"), `[${n}]`]).flat();
      const results = await Promise.allSettled([
        under.store.commit({ ...empty(room), seq: 9_000, puts: many }),
        under.store.commit({ ...empty(room), seq: 9_001, puts: [many[0]!, `["later"]`], drops: [many[2]!] }),
        under.store.commit({ ...empty(other), seq: 1, puts: ["root", "[0]"] }),
        under.store.commit({ ...empty(room), epoch: room.epoch - 1, seq: 9_002, puts: many }),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
      const nodes = await nodesOf(under.store, room);
      expect(nodes).toHaveLength(8_999);
      expect(nodes).toContain(`["later"]`);
      expect(nodes).not.toContain("[1]");
      expect(await nodesOf(under.store, other)).toEqual(["[0]"]);
    });

    test("[RS12] rows of documents are kept apart by guid, in order, byte for byte", async () => {
      await using under = await open();
      const room = await claim(under, await under.createRoom("r"));
      const other = await claim(under, await under.createRoom("other"));
      const bytes = (...values: number[]) => Uint8Array.from(values);
      const row = (guid: string, id: number, update: Uint8Array, v2 = false) =>
        ({ kind: "row", guid, id, update, v2, user: undefined }) as const;
      await under.store.commit({
        ...empty(room),
        documents: [row("", 2, bytes(2)), row("", 1, bytes(0, 255), true), row("sub", 1, bytes())],
      });
      await under.store.commit({ ...empty(other), documents: [row("", 7, bytes(7))] });
      expect(await rowsOf(under.store, room, "")).toEqual([
        { id: 1, update: bytes(0, 255), v2: true },
        { id: 2, update: bytes(2), v2: false },
      ]);
      expect(await rowsOf(under.store, room, "sub")).toEqual([{ id: 1, update: bytes(), v2: false }]);
      expect(await rowsOf(under.store, other, "")).toEqual([{ id: 7, update: bytes(7), v2: false }]);
      expect(await rowsOf(under.store, room, "unknown")).toEqual([]);
      expect(await rowsOf(under.store, { ...room, project: "another" }, "")).toEqual([]);
    });

    test("[RS12] a merged state takes the place of the rows up to it, save those that are to be kept", async () => {
      await using under = await open();
      const room = await claim(under, await under.createRoom("r"));
      const documents = Array.from({ length: 6 }, (_, index) => ({
        kind: "row" as const,
        guid: "",
        id: index + 1,
        update: Uint8Array.of(index + 1),
        v2: true,
        user: undefined,
      }));
      await under.store.commit({
        ...empty(room),
        documents: [...documents, { kind: "merge", guid: "", through: 5, state: Uint8Array.of(99), kept: [2] }],
      });
      expect((await rowsOf(under.store, room, "")).map(({ id, update, v2 }) => [id, update[0], v2])).toEqual([
        [2, 2, true],
        [5, 99, false],
        [6, 6, true],
      ]);
    });

    test("[RS4] a stale epoch writes nothing", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const stale = await claim(under, address);
      await under.store.commit({ ...empty(stale), seq: 1, puts: ["root", "[0]"] });
      const owner = await claim(under, address);
      const late = {
        ...empty(stale),
        seq: 2,
        clear: true,
        nextActor: 0,
        actors: [{ actor: 0, user: "ada", clocks: [0, 9] }],
      };
      await expect(under.store.commit(late)).rejects.toThrow(StaleEpoch);
      expect(await nodesOf(under.store, owner)).toEqual(["[0]"]);
      expect(await under.store.actor(owner, 0)).toBeUndefined();
      expect(await claim(under, address)).toMatchObject({ seq: 1, firstActor: owner.firstActor + 64 });
    });

    test("[RS4] a deleted room takes no commit, and its successor takes none of its commits", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const room = await claim(under, address);
      await under.deleteRoom(address);
      await expect(under.store.commit({ ...empty(room), seq: 1 })).rejects.toThrow(StaleEpoch);
      await under.createRoom("r", address.project);
      const successor = await claim(under, address);
      await expect(under.store.commit({ ...empty(room), seq: 1, puts: ["root", "[0]"] })).rejects.toThrow(StaleEpoch);
      expect(successor.key).not.toBe(room.key);
      expect(await nodesOf(under.store, successor)).toEqual([]);
    });

    test("[RS4] a refused commit does not affect those handed over with it", async () => {
      await using under = await open();
      const addresses = await Promise.all(["a", "b", "c"].map((id) => under.createRoom(id)));
      const rooms = await Promise.all(addresses.map((address) => claim(under, address)));
      const [a, b, c] = rooms as [OpenedRoom, OpenedRoom, OpenedRoom];
      const outcomes = await Promise.allSettled([
        under.store.commit({ ...empty(a), seq: 1, puts: ["root", "[0]"] }),
        under.store.commit({ ...empty(b), epoch: b.epoch - 1, seq: 1, puts: ["root", "[1]"] }),
        under.store.commit({ ...empty(c), seq: 1, puts: ["root", "[2]"] }),
      ]);
      expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await Promise.all(rooms.map((room) => nodesOf(under.store, room)))).toEqual([["[0]"], [], ["[2]"]]);
    });

    test("[RS5] commits of a room apply in the order in which they were handed over", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const room = await claim(under, address);
      const commits = Array.from({ length: 500 }, (_, i) =>
        under.store.commit({ ...empty(room), seq: i + 1, puts: ["root", `[${i}]`], drops: i % 2 ? ["x"] : [] }),
      );
      await Promise.all(commits);
      expect(await nodesOf(under.store, room)).toEqual(["[499]"]);
      expect(await claim(under, address)).toMatchObject({ seq: 500 });
    });

    test("[RS6] an actor is remembered as it was last written", async () => {
      await using under = await open();
      const room = await claim(under, await under.createRoom("r"));
      expect(await under.store.actor(room, 0)).toBeUndefined();
      const actors = [
        { actor: 0, user: "", clocks: [] },
        { actor: 1, user: "ada", clocks: [0, 4, 7, 7] },
      ];
      await under.store.commit({ ...empty(room), seq: 1, actors });
      await under.store.commit({ ...empty(room), seq: 2, actors: [{ actor: 1, user: "ada", clocks: [0, 9] }] });
      expect(await under.store.actor(room, 0)).toEqual(actors[0]);
      expect(await under.store.actor(room, 1)).toEqual({ actor: 1, user: "ada", clocks: [0, 9] });
    });

    test("[RS7] a commit sets the next actor exactly, up or down", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const room = await claim(under, address, 64);
      await under.store.commit({ ...empty(room), seq: 0, nextActor: room.firstActor + 200 });
      const second = await claim(under, address, 64);
      expect(second.firstActor).toBe(room.firstActor + 200);
      await under.store.commit({ ...empty(second), seq: 0, nextActor: second.firstActor + 3 });
      expect((await claim(under, address)).firstActor).toBe(second.firstActor + 3);
    });

    test("[RS7] actor numbers continue where a deleted room of the same id stopped", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const room = await claim(under, address, 64);
      await under.deleteRoom(address);
      await under.createRoom("r", address.project);
      expect((await claim(under, address)).firstActor).toBe(room.firstActor + 64);
    });

    test("[RS7] a renamed room issues no actor that was issued under either id", async () => {
      await using under = await open();
      const old = await under.createRoom("old");
      const target = await under.createRoom("target", old.project);
      const inOld = await claim(under, old, 64);
      const inTarget = await claim(under, target, 1_000);
      await under.deleteRoom(target);
      const renamed = await under.renameRoom(old, "target");
      await expect(under.store.commit({ ...empty(inOld), seq: 1, nextActor: inOld.firstActor })).rejects.toThrow(
        StaleEpoch,
      );
      expect((await claim(under, renamed)).firstActor).toBeGreaterThanOrEqual(inTarget.firstActor + 1_000);
      await under.createRoom("old", old.project);
      expect((await claim(under, old)).firstActor).toBeGreaterThanOrEqual(inOld.firstActor + 64);
    });

    test("[RS8] everything follows a room to its new id", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const room = await claim(under, address);
      await under.store.commit({
        ...empty(room),
        seq: 1,
        puts: ["root", "[0]"],
        actors: [{ actor: 0, user: "u", clocks: [1, 1] }],
      });
      const renamed = await under.renameRoom(address, "renamed");
      await under.store.commit({ ...empty(room), seq: 2, puts: ["0:1", "[1]"] });
      const again = await claim(under, renamed);
      expect(again).toMatchObject({ key: room.key, seq: 2 });
      expect(await nodesOf(under.store, again)).toEqual(["[0]", "[1]"]);
      expect(await under.store.actor(again, 0)).toMatchObject({ user: "u" });
      expect(await under.store.open(address, 1)).toBeUndefined();
    });

    test("[RS9] rooms of one id in two projects never meet", async () => {
      await using under = await open();
      const [mine, theirs] = [await under.createRoom("r"), await under.createRoom("r")];
      expect(mine.project).not.toBe(theirs.project);
      const [a, b] = [await claim(under, mine), await claim(under, theirs)];
      await under.store.commit({
        ...empty(a),
        seq: 1,
        puts: ["root", "[0]"],
        actors: [{ actor: 0, user: "u", clocks: [] }],
      });
      expect(await nodesOf(under.store, b)).toEqual([]);
      expect(await nodesOf(under.store, { project: b.project, key: a.key })).toEqual([]);
      expect(await under.store.actor({ project: b.project, key: a.key }, 0)).toBeUndefined();
      const forged = { ...empty(a), project: b.project, seq: 2, clear: true };
      await expect(under.store.commit(forged)).rejects.toThrow(StaleEpoch);
      expect(await nodesOf(under.store, a)).toEqual(["[0]"]);
    });

    test("[RS10] pieces are whole nodes of about the size asked for, one snapshot, nothing twice", async () => {
      await using under = await open();
      const room = await claim(under, await under.createRoom("r"));
      const texts = Array.from({ length: 3_000 }, (_, i) =>
        JSON.stringify([`${i}`, "x".repeat(i % 97 === 0 ? 3_000 : i % 50)]),
      );
      await under.store.commit({ ...empty(room), seq: 1, puts: texts.flatMap((text, i) => [`${i % 7}:${i}`, text]) });
      for (const pieceBytes of [1, 100, 1_000, 65_536, 10_000_000]) {
        const found: string[] = [];
        for await (const piece of under.store.nodes(room, pieceBytes)) {
          const tuples = JSON.parse(`[${decode(piece)}]`) as unknown[];
          expect(tuples.length === 1 || piece.byteLength <= pieceBytes).toBe(true);
          found.push(...tuples.map((tuple) => JSON.stringify(tuple)));
        }
        expect(found.sort()).toEqual([...texts].sort());
      }
    });

    test("[RS10] a load that is given up half-way does not disturb the next", async () => {
      await using under = await open();
      const room = await claim(under, await under.createRoom("r"));
      await under.store.commit({ ...empty(room), seq: 1, puts: ["a", "[1]", "b", "[2]", "c", "[3]"] });
      for await (const _ of under.store.nodes(room, 1)) break;
      expect(await nodesOf(under.store, room)).toEqual(["[1]", "[2]", "[3]"]);
    });

    test("[RS11] any storable text round-trips as id and user, and any text within a node", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const key = fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 12 }),
        fc.string({ unit: "binary", maxLength: 6 }).filter(isStorable),
        fc.constantFrom(
          "",
          "__proto__",
          "constructor",
          "a\\u0000b",
          "a\nb\\",
          '"{},',
          "null",
          "'; drop table rooms; --",
          "\u{10ffff}",
          "%_",
        ),
      );
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(key, { maxLength: 8 }), key, async (ids, user) => {
          const room = await claim(under, address);
          const texts = ids.map((id) => JSON.stringify([id, 3, "root", `\0${id}`, { [`${id}\0`]: "\0\ud800" }]));
          const actors = [{ actor: room.firstActor, user, clocks: [] }];
          await under.store.commit({
            ...empty(room),
            seq: 1,
            clear: true,
            puts: ids.flatMap((id, i) => [id, texts[i] as string]),
            actors,
          });
          expect(await nodesOf(under.store, room)).toEqual([...texts].sort());
          expect(await under.store.actor(room, room.firstActor)).toEqual(actors[0]);
        }),
        { numRuns: 40 },
      );
    });

    test("[RS13] a commit adds its jobs, whatever else it writes, and one of a kind and key only once", async () => {
      await using under = await open();
      const rooms = [
        await claim(under, await under.createRoom("a")),
        await claim(under, await under.createRoom("b")),
      ] as const;
      const update = { kind: "row", guid: "", id: 1, update: Uint8Array.of(1), v2: false, user: undefined } as const;
      const added = [job("version a"), job("version a", { kind: "roomUpdated" }), job("version b")];
      await Promise.all([
        under.store.commit({ ...empty(rooms[0]), seq: 1, puts: ["root", "[0]"], jobs: added.slice(0, 2) }),
        under.store.commit({ ...empty(rooms[1]), seq: 1, documents: [update], jobs: added.slice(2) }),
      ]);
      await under.store.commit({ ...empty(rooms[0]), seq: 2, jobs: [job("version a", { dueAt: 1, payload: {} })] });
      await under.store.commit({ ...empty(rooms[0]), seq: 3, jobs: [] });
      const byName = (one: CommitJob, other: CommitJob) => (one.kind + one.key < other.kind + other.key ? -1 : 1);
      expect((await under.jobs()).toSorted(byName)).toEqual(added.toSorted(byName));
      expect(await claim(under, { project: rooms[0].project, room: "a" } as RoomAddress)).toMatchObject({ seq: 3 });
    });

    test("[RS13] a stale or refused commit adds no job, and those beside it add theirs", async () => {
      await using under = await open();
      const addresses = await Promise.all(["a", "b", "c"].map((id) => under.createRoom(id)));
      const rooms = await Promise.all(addresses.map((address) => claim(under, address)));
      const [a, b, c] = rooms as [OpenedRoom, OpenedRoom, OpenedRoom];
      const unstorable = [{ actor: 0, user: "\0", clocks: [] }];
      const outcomes = await Promise.allSettled([
        under.store.commit({ ...empty(a), seq: 1, puts: ["root", "[0]"], jobs: [job("a")] }),
        under.store.commit({ ...empty(b), epoch: b.epoch - 1, seq: 1, puts: ["root", "[1]"], jobs: [job("b")] }),
        under.store.commit({ ...empty(c), seq: 1, actors: unstorable, jobs: [job("c")] }),
      ]);
      expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "rejected", "rejected"]);
      await under.deleteRoom(addresses[1]!);
      await expect(under.store.commit({ ...empty(b), seq: 1, jobs: [job("deleted")] })).rejects.toThrow(StaleEpoch);
      expect(await under.jobs()).toEqual([job("a")]);
    });

    test("[RS14] a room is found by its key under its present id, and not once it was deleted", async () => {
      await using under = await open();
      const address = await under.createRoom("r");
      const room = await claim(under, address);
      expect(await under.store.address(room)).toEqual(address);
      const renamed = await under.renameRoom(address, "renamed");
      await under.createRoom("r", address.project);
      expect(await under.store.address(room)).toEqual(renamed);
      expect(await under.store.address({ ...room, project: "another" })).toBeUndefined();
      await under.deleteRoom(renamed);
      expect(await under.store.address(room)).toBeUndefined();
    });

    test("[RS3] [RS4] any run of commits and claims leaves what a map would hold", async () => {
      await using under = await open();
      const id = fc.constantFrom("root", "0:1", "0:2", "1:1", "1:2");
      const step = fc.record({
        claim: fc.boolean(),
        stale: fc.boolean(),
        clear: fc.boolean(),
        puts: fc.uniqueArray(fc.tuple(id, fc.nat(99)), { selector: ([name]) => name, maxLength: 3 }),
        drops: fc.uniqueArray(id, { maxLength: 2 }),
      });
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const address = await under.createRoom(`run ${runs++}`);
          const model = new Map<string, string>();
          let room = await claim(under, address);
          let seq = 0;
          for (const { claim: again, stale, clear, puts, drops } of steps) {
            if (again) room = await claim(under, address);
            const dropped = drops.filter((name) => !puts.some(([put]) => put === name));
            const commit = {
              ...empty(room),
              epoch: stale ? room.epoch - 1 : room.epoch,
              seq: seq + 1,
              clear,
              puts: puts.flatMap(([name, value]) => [name, `["${name}",${value}]`]),
              drops: dropped,
            };
            if (stale) {
              await expect(under.store.commit(commit)).rejects.toThrow(StaleEpoch);
              continue;
            }
            await under.store.commit(commit);
            seq += 1;
            if (clear) model.clear();
            for (const name of dropped) model.delete(name);
            for (const [name, value] of puts) model.set(name, `["${name}",${value}]`);
          }
          expect(await nodesOf(under.store, room)).toEqual([...model.values()].sort());
          expect((await claim(under, address)).seq).toBe(seq);
        }),
        { numRuns: 40 },
      );
    });
  });
}

async function claim({ store }: RoomStoreUnderTest, address: RoomAddress, reserve = 64): Promise<OpenedRoom> {
  const room = await store.open(address, reserve);
  if (!room) throw new Error(`There is no room ${address.room}.`);
  return room;
}

function empty({ project, key, epoch }: OpenedRoom): Omit<RoomCommit, "seq"> & { seq: number } {
  return { project, key, epoch, seq: 0, puts: [], drops: [], actors: [] };
}

function job(key: string, more: Partial<CommitJob> = {}): CommitJob {
  const instants = { createdAt: 1_800_000_000_000, dueAt: 1_800_000_000_045 };
  return { kind: "version", key, ...instants, payload: { key, "'\"{}": ["\\", null, 1.5] }, ...more };
}

/** The room's node texts, sorted. */
async function nodesOf(store: RoomStore, room: RoomKey): Promise<string[]> {
  const texts: string[] = [];
  for await (const piece of store.nodes(room, 1_000)) {
    for (const tuple of JSON.parse(`[${decode(piece)}]`) as unknown[]) texts.push(JSON.stringify(tuple));
  }
  return texts.sort();
}

const decoder = new TextDecoder("utf-8", { fatal: true });
const decode = (piece: Uint8Array) => decoder.decode(piece);

async function rowsOf(store: RoomStore, room: RoomKey, guid: string) {
  return (await store.documentRows(room, guid)).map(({ id, update, v2 }) => ({
    id,
    update: Uint8Array.from(update),
    v2,
  }));
}
