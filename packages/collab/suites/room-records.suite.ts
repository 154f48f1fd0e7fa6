import type { Permission, ProjectId, RoomId } from "@weft/protocol";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SortKey } from "../src/cursor.ts";
import { roomOrders } from "../src/rooms/room-order.ts";
import type { RoomFilter, RoomPlace, RoomRecord, RoomRecords } from "../src/rooms/room-records.ts";
import { createMemoryRoomRecords } from "./memory-room-records.ts";
import { newRoom } from "./new-room.ts";

/** What every RoomRecords promises. An adapter's test file is one call to this. */
export function roomRecordsSuite(open: () => Promise<{ readonly rooms: RoomRecords } & AsyncDisposable>): void {
  const project = "p1" as ProjectId;
  const other = "p2" as ProjectId;

  describe("RoomRecords", () => {
    test("a room is found as it was inserted, names of object members included", async () => {
      await using under = await open();
      const room = newRoom("a", {
        organizationId: "acme",
        createdAt: 1_700_000_000_000,
        metadata: new Map<string, string | string[]>([
          ["__proto__", "x"],
          ["2", "two"],
          ["1", ["b", "a", ""]],
          ["constructor", []],
        ]),
        defaultAccesses: ["room:read", "room:presence:write"],
        usersAccesses: new Map<string, Permission[]>([
          ["__proto__", ["room:write"]],
          ["ada", []],
        ]),
        groupsAccesses: new Map<string, Permission[]>([["toString", ["room:read"]]]),
      });
      expect(await under.rooms.insert(project, room)).toEqual({ ...room, revision: 1 });
      const kept = await under.rooms.find(project, "a");
      expect(kept).toEqual({ ...room, revision: 1 });
      expect([...(kept?.metadata.keys() ?? [])]).toEqual([...room.metadata.keys()]);
    });

    test("a taken id is not inserted again, and the room that has it stays as it is", async () => {
      await using under = await open();
      await under.rooms.insert(project, newRoom("a", { organizationId: "first", metadata: new Map([["k", "1"]]) }));
      expect(await under.rooms.insert(project, newRoom("a", { metadata: new Map([["k", "2"]]) }))).toBeUndefined();
      expect(await under.rooms.find(project, "a")).toMatchObject({ organizationId: "first", revision: 1 });
      expect(await idsOf(under.rooms, project, { metadata: [["k", "2"]] })).toEqual([]);
    });

    test("of many who insert one id at the same time, one succeeds", async () => {
      await using under = await open();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => under.rooms.insert(project, newRoom("a"))));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
    });

    test("an update takes the place of what was there and raises the revision", async () => {
      await using under = await open();
      await under.rooms.insert(project, newRoom("a", { metadata: new Map([["k", "1"]]), usersAccesses: users("ada") }));
      const room = await found(under.rooms, project, "a");
      const changed = { ...room, organizationId: "acme", metadata: new Map([["k", "2"]]), usersAccesses: users("bob") };
      expect(await under.rooms.update(project, changed)).toBe(true);
      expect(await under.rooms.find(project, "a")).toEqual({ ...changed, revision: room.revision + 1 });
      expect(await idsOf(under.rooms, project, { metadata: [["k", "1"]] })).toEqual([]);
      expect(await idsOf(under.rooms, project, { metadata: [["k", "2"]] })).toEqual(["a"]);
      expect(await idsOf(under.rooms, project, { userId: "ada" })).toEqual([]);
      expect(await idsOf(under.rooms, project, { userId: "bob" })).toEqual(["a"]);
    });

    test("of two updates of one revision the second writes nothing", async () => {
      await using under = await open();
      await under.rooms.insert(project, newRoom("a"));
      const room = await found(under.rooms, project, "a");
      const outcomes = await Promise.all([
        under.rooms.update(project, { ...room, metadata: new Map([["by", "first"]]) }),
        under.rooms.update(project, { ...room, metadata: new Map([["by", "second"]]) }),
      ]);
      // Which of them is the second, the database decides where two processes write.
      expect(outcomes.toSorted()).toEqual([false, true]);
      const written = outcomes[0] ? "first" : "second";
      expect(await idsOf(under.rooms, project, { metadata: [["by", written]] })).toEqual(["a"]);
      expect(await under.rooms.update(project, { ...room, id: "gone" as RoomId })).toBe(false);
    });

    test("a deleted room is gone from every list, and its id is free", async () => {
      await using under = await open();
      await under.rooms.insert(project, newRoom("a", { metadata: new Map([["k", "1"]]), usersAccesses: users("ada") }));
      expect(await under.rooms.delete(project, "a", 1)).toBe(true);
      expect(await under.rooms.delete(project, "a", 1)).toBe(false);
      expect(await under.rooms.find(project, "a")).toBeUndefined();
      expect(await idsOf(under.rooms, project, { userId: "ada" })).toEqual([]);
      expect(await under.rooms.insert(project, newRoom("a"))).toMatchObject({ id: "a", revision: 1 });
      expect(await idsOf(under.rooms, project, { metadata: [["k", "1"]] })).toEqual([]);
    });

    test("a renamed room is found and listed under its new id only", async () => {
      await using under = await open();
      await under.rooms.insert(project, newRoom("a", { metadata: new Map([["k", "1"]]), usersAccesses: users("ada") }));
      await under.rooms.insert(project, newRoom("taken"));
      expect(await under.rooms.rename(project, "a", "taken")).toBe("taken");
      expect(await under.rooms.rename(project, "a", "a")).toBe("taken");
      expect(await under.rooms.rename(project, "missing", "b")).toBe("missing");
      expect(await under.rooms.rename(project, "missing", "taken")).toBe("missing");
      expect(await under.rooms.rename(project, "a", "b")).toBe("renamed");
      expect(await under.rooms.find(project, "a")).toBeUndefined();
      expect(await under.rooms.find(project, "b")).toMatchObject({ id: "b", revision: 2 });
      for (const filter of [{ metadata: [["k", "1"]] as const }, { userId: "ada" }, { idPrefixes: ["b"] }]) {
        expect(await idsOf(under.rooms, project, filter)).toEqual(["b"]);
      }
      expect(await under.rooms.insert(project, newRoom("a"))).toMatchObject({ id: "a", revision: 1 });
    });

    test("rooms of one id in two projects never meet", async () => {
      await using under = await open();
      const attributes = { metadata: new Map([["k", "1"]]), usersAccesses: users("ada") };
      await under.rooms.insert(project, newRoom("a", { ...attributes, organizationId: "mine" }));
      expect(await under.rooms.find(other, "a")).toBeUndefined();
      expect(await under.rooms.delete(other, "a", 1)).toBe(false);
      expect(await under.rooms.rename(other, "a", "b")).toBe("missing");
      expect(await under.rooms.update(other, await found(under.rooms, project, "a"))).toBe(false);
      for (const filter of [
        {},
        { metadata: [["k", "1"]] as const },
        { userId: "ada" },
        { ids: ["a"] },
        { idPrefixes: ["a"] },
      ]) {
        expect(await idsOf(under.rooms, other, filter)).toEqual([]);
        expect(await idsOf(under.rooms, project, filter)).toEqual(["a"]);
      }
      expect(await under.rooms.insert(other, newRoom("a", attributes))).toMatchObject({ id: "a", revision: 1 });
      expect(await under.rooms.delete(other, "a", 1)).toBe(true);
      expect(await under.rooms.find(project, "a")).toMatchObject({ organizationId: "mine" });
    });

    test("a member of a list never matches a metadata filter", async () => {
      await using under = await open();
      await under.rooms.insert(project, newRoom("list", { metadata: new Map([["k", ["v"]]]) }));
      await under.rooms.insert(project, newRoom("text", { metadata: new Map([["k", "v"]]) }));
      expect(await idsOf(under.rooms, project, { metadata: [["k", "v"]] })).toEqual(["text"]);
    });

    test("a prefix is plain text, and ids compare by code point", async () => {
      await using under = await open();
      const ids = [
        "a",
        "a%",
        "a_b",
        "A",
        "ab",
        "a\uffff",
        "a\u{10000}",
        "a\u{10ffff}",
        "a\u{10ffff}z",
        "b",
        "\u{10ffff}",
      ];
      for (const id of ids) await under.rooms.insert(project, newRoom(id));
      expect(await idsOf(under.rooms, project, { idPrefixes: ["a%"] })).toEqual(["a%"]);
      expect(await idsOf(under.rooms, project, { idPrefixes: ["a_"] })).toEqual(["a_b"]);
      expect(await idsOf(under.rooms, project, { idPrefixes: ["a\u{10ffff}"] })).toEqual([
        "a\u{10ffff}z",
        "a\u{10ffff}",
      ]);
      expect(await idsOf(under.rooms, project, { idPrefixes: ["\u{10ffff}"] })).toEqual(["\u{10ffff}"]);
      expect(await idsOf(under.rooms, project, { idPrefixes: ["a"] })).toEqual([
        "a\u{10ffff}z",
        "a\u{10ffff}",
        "a\u{10000}",
        "a\uffff",
        "ab",
        "a_b",
        "a%",
        "a",
      ]);
    });

    test("a prefix that many rooms share is listed newest first all the same", async () => {
      await using under = await open();
      await Promise.all(
        Array.from({ length: 1_200 }, (_, i) =>
          under.rooms.insert(project, newRoom(`m${i}`, { createdAt: (i * 7) % 1_200 })),
        ),
      );
      await under.rooms.insert(project, newRoom("other", { createdAt: 5_000 }));
      const page = await under.rooms.list(project, filterOf({ idPrefixes: ["m"] }), { limit: 5 });
      expect(page.rooms.map((room) => room.createdAt)).toEqual([1_199, 1_198, 1_197, 1_196, 1_195]);
    });

    test("more groups than one query takes are merged into one order, without duplicates", async () => {
      await using under = await open();
      const groups = Array.from({ length: 250 }, (_, i) => `g${i}`);
      const accesses = (names: string[]) => new Map<string, Permission[]>(names.map((name) => [name, ["room:read"]]));
      for (let i = 0; i < 50; i++) {
        const names = [`g${i * 5}`, `g${i}`, "g249"];
        await under.rooms.insert(project, newRoom(`r${i}`, { createdAt: i % 9, groupsAccesses: accesses(names) }));
      }
      const oracle = createMemoryRoomRecords();
      const all = await under.rooms.list(project, filterOf({}), { limit: 100 });
      for (const room of all.rooms) await oracle.insert(project, room);
      const filter = { groupIds: groups, userId: "nobody" };
      const expected = await idsOf(oracle, project, filter);
      expect(await pagesOf(under.rooms, project, filter, 7)).toEqual(expected);
      const ofDefault = { ...filter, organizationId: "default" };
      expect(await pagesOf(under.rooms, project, ofDefault, 7, 50)).toEqual(expected);
    });

    test("every filter, page by page, answers what a scan would", async () => {
      const name = fc.constantFrom("a", "b", "ab", "a:1", "a:2", "é", "\u{1f600}", "a\u{1f600}", "%", "__proto__");
      const key = fc.constantFrom("k", "l", "__proto__");
      const value = fc.constantFrom("x", "y", "");
      const subject = fc.constantFrom("ada", "bob", "g");
      const accesses = fc
        .array(subject, { maxLength: 2 })
        .map((names) => new Map(names.map((each) => [each, [] as Permission[]])));
      const room = fc.record({
        id: name,
        createdAt: fc.nat(3),
        organizationId: fc.constantFrom("default", "acme"),
        metadata: fc
          .array(fc.tuple(key, fc.oneof(value, fc.array(value, { maxLength: 2 }))), { maxLength: 3 })
          .map((pairs) => new Map<string, string | string[]>(pairs)),
        usersAccesses: accesses,
        groupsAccesses: accesses,
      });
      const filter = fc.record({
        organizationId: fc.option(fc.constantFrom("default", "acme", "none"), { nil: undefined, freq: 1 }),
        userId: fc.option(subject, { nil: undefined, freq: 1 }),
        groupIds: fc.option(fc.array(subject, { maxLength: 3 }), { nil: undefined, freq: 1 }),
        ids: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(name, { maxLength: 2 })),
        idPrefixes: fc.oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          fc.array(fc.oneof(name, fc.constant("")), { maxLength: 2 }),
        ),
        metadata: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, fc.array(fc.tuple(key, value), { maxLength: 3 })),
      });
      const change = fc.oneof(
        { weight: 6, arbitrary: fc.record({ type: fc.constant("insert" as const), room }) },
        fc.record({ type: fc.constant("update" as const), room }),
        fc.record({ type: fc.constant("rename" as const), from: name, to: name }),
        fc.record({ type: fc.constant("delete" as const), id: name }),
      );
      await using under = await open();
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { maxLength: 20 }),
          fc.array(filter, { minLength: 1, maxLength: 8 }),
          fc.integer({ min: 1, max: 4 }),
          fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
          async (changes, filters, limit, lookAt) => {
            const oracle = createMemoryRoomRecords();
            const tenant = `run ${runs++}` as ProjectId;
            const namesIn = (one: (typeof changes)[number]) => {
              if (one.type === "rename") return [one.from, one.to];
              return [one.type === "delete" ? one.id : one.room.id];
            };
            const apply = async (rooms: RoomRecords, one: (typeof changes)[number]) => {
              if (one.type === "insert")
                return rooms.insert(tenant, newRoom(one.room.id, { ...one.room, id: one.room.id as RoomId }));
              if (one.type === "rename") return rooms.rename(tenant, one.from, one.to);
              if (one.type === "delete") return rooms.delete(tenant, one.id, 1);
              const now = await rooms.find(tenant, one.room.id);
              return now && rooms.update(tenant, { ...now, ...one.room, id: now.id, createdAt: now.createdAt });
            };
            for (const one of changes) {
              expect(await apply(under.rooms, one)).toEqual(await apply(oracle, one));
              // A cache of records must have dropped them by now.
              for (const id of namesIn(one))
                expect(await under.rooms.find(tenant, id)).toEqual(await oracle.find(tenant, id));
            }
            expect(await under.rooms.list(tenant, filterOf({}), { limit: 100 })).toEqual(
              await oracle.list(tenant, filterOf({}), { limit: 100 }),
            );
            for (const one of filters) {
              const pages = await pagesOf(under.rooms, tenant, one, limit, lookAt);
              expect(pages).toEqual(await pagesOf(oracle, tenant, one, limit));
            }
          },
        ),
        { numRuns: 100 },
      );
    });

    test("rooms are browsed in every order, by a part of their ids in any case, page by page", async () => {
      const name = fc.string({ unit: fc.constantFrom("a", "B", "%", "_", "é"), minLength: 1, maxLength: 3 });
      const room = fc.record({
        id: name,
        createdAt: fc.nat(3),
        organizationId: fc.constantFrom("default", "acme"),
        metadata: fc.constantFrom(new Map(), new Map([["k", "x"]])),
        defaultAccesses: fc.constantFrom<Permission[]>([], ["room:read"]),
      });
      const browsing = fc.record({
        by: fc.constantFrom(...roomOrders),
        descending: fc.boolean(),
        part: fc.option(fc.constantFrom("", "a", "A", "b", "%", "_", "é", "aB"), { nil: undefined }),
        except: fc.array(name, { maxLength: 2 }),
      });
      const filter = fc.constantFrom<Partial<RoomFilter>>(
        {},
        { organizationId: "acme" },
        { isPublic: true, idPrefixes: ["a"] },
        { isPublic: false },
        { metadata: [["k", "x"]] },
        { idPrefixes: ["a"] },
        { ids: ["a"] },
        { userId: "ada", groupIds: ["g"] },
      );
      await using under = await open();
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(room, { selector: ({ id }) => id, maxLength: 8 }),
          fc.array(fc.tuple(filter, browsing), { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 1, max: 4 }),
          fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
          async (rooms, searches, limit, lookAt) => {
            const oracle = createMemoryRoomRecords();
            const tenant = `browsing ${runs++}` as ProjectId;
            for (const one of rooms) {
              const record = newRoom(one.id, { ...one, id: one.id as RoomId });
              await under.rooms.insert(tenant, record);
              await oracle.insert(tenant, record);
            }
            for (const [one, how] of searches) {
              const whole = filterOf(one);
              const pages = async (records: RoomRecords, most?: number) => {
                const ids: string[] = [];
                for (let after: SortKey | undefined; ;) {
                  const page = await records.browse(tenant, whole, how, {
                    limit,
                    after,
                    ...(most && { lookAt: most }),
                  });
                  ids.push(...page.rooms.map(({ id }) => id));
                  if (page.next === undefined) return ids;
                  after = page.next;
                }
              };
              const expected = await pages(oracle);
              expect(await pages(under.rooms, lookAt)).toEqual(expected);
              const some = rooms.slice(0, 5).map(({ id }) => id);
              const among = async (records: RoomRecords) =>
                (await records.among(tenant, whole, how.part, some)).map(({ id }) => id).toSorted();
              expect(await among(under.rooms)).toEqual(await among(oracle));
            }
          },
        ),
        { numRuns: 20 },
      );
    });
  });
}

const users = (id: string) => new Map<string, Permission[]>([[id, ["room:write"]]]);

const filterOf = (filter: Partial<RoomFilter>): RoomFilter => ({ ids: [], idPrefixes: [], metadata: [], ...filter });

async function found(rooms: RoomRecords, project: ProjectId, id: string): Promise<RoomRecord> {
  const room = await rooms.find(project, id);
  if (!room) throw new Error(`There is no room ${id}.`);
  return room;
}

async function idsOf(rooms: RoomRecords, project: ProjectId, filter: Partial<RoomFilter>): Promise<string[]> {
  return (await rooms.list(project, filterOf(filter), { limit: 1_000 })).rooms.map((room) => room.id);
}

/** The ids of every page, one after the other, as a caller with a cursor reads them. */
async function pagesOf(
  rooms: RoomRecords,
  project: ProjectId,
  filter: Partial<RoomFilter>,
  limit: number,
  lookAt?: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let after: RoomPlace | undefined; ;) {
    const page = await rooms.list(project, filterOf(filter), { limit, after, ...(lookAt !== undefined && { lookAt }) });
    expect(page.rooms.length).toBeLessThanOrEqual(limit);
    ids.push(...page.rooms.map((room) => room.id));
    if (page.next === undefined) return ids;
    after = page.next;
  }
}
