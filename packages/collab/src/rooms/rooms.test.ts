import { limits, ProjectId, WeftError } from "@weft/protocol";
import type { Permission } from "@weft/protocol";
import { beforeEach, describe, expect, test } from "vitest";
import { createMemoryRoomRecords } from "../../suites/memory-room-records.ts";
import type { AccessTokenClaims, IdTokenClaims } from "../access/tokens.ts";
import { createCursors } from "../cursor.ts";
import { describeRoom } from "./describe-room.ts";
import type { RoomCredential } from "./room-access.ts";
import type { RoomRecords } from "./room-records.ts";
import { createRooms } from "./rooms.ts";
import type { Rooms } from "./rooms.ts";

const project = ProjectId.parse("p1");
const elsewhere = ProjectId.parse("p2");
const start = Date.UTC(2026, 2, 1, 12);
const cursors = createCursors(new Uint8Array(32));

let now = start;
let heard: unknown[][] = [];
let records: RoomRecords;
let rooms: Rooms;

function open(over: RoomRecords): Rooms {
  const opened = createRooms({ records: over, cursors, now: () => now });
  opened.listen({
    roomCreated: (_, room) => void heard.push(["created", room.id]),
    roomUpdated: (_, before, after) => void heard.push(["updated", before.revision, after.revision]),
    roomDeleted: (_, id) => void heard.push(["deleted", id]),
    roomRenamed: (_, oldId, room) => void heard.push(["renamed", oldId, room.id]),
    organizationChanged: (_, before, after) => void heard.push(["moved", before.organizationId, after.organizationId]),
  });
  return opened;
}

beforeEach(() => {
  now = start;
  heard = [];
  records = createMemoryRoomRecords();
  rooms = open(records);
});

const many = <V>(count: number, value: V, prefix = "k") =>
  new Map(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, value] as const));

describe("creating", () => {
  test("[CR2] keeps the given attributes and fills in defaults", async () => {
    const room = await rooms.create(project, "board-7", {
      defaultAccesses: [],
      usersAccesses: new Map([["ada", ["room:write"] as const]]),
      metadata: new Map<string, string | string[]>([
        ["kind", "whiteboard"],
        ["tags", ["a", "b"]],
        ["__proto__", "x"],
      ]),
    });
    const shown = JSON.stringify(describeRoom(room));
    expect(shown).toBe(
      '{"type":"room","id":"board-7","organizationId":"default","createdAt":"2026-03-01T12:00:00.000Z",' +
        '"metadata":{"kind":"whiteboard","tags":["a","b"],"__proto__":"x"},"defaultAccesses":[],' +
        '"usersAccesses":{"ada":["room:write"]},"groupsAccesses":{}}',
    );
    expect(heard).toEqual([["created", "board-7"]]);
  });

  test("shows the last connection once there was one", async () => {
    const room = await rooms.create(project, "r", { defaultAccesses: [] });
    expect(describeRoom({ ...room, lastConnectionAt: start + 5 }).lastConnectionAt).toBe("2026-03-01T12:00:00.005Z");
  });

  test("refuses a taken id, or answers the existing room unchanged when asked to", async () => {
    const first = await rooms.create(project, "r", { defaultAccesses: [] });
    await expect(rooms.create(project, "r", { defaultAccesses: [] })).rejects.toMatchObject({
      code: "ROOM_ALREADY_EXISTS",
    });
    const again = await rooms.create(project, "r", { defaultAccesses: ["room:write"] }, { idempotent: true });
    expect(again).toEqual(first);
    expect(heard).toEqual([["created", "r"]]);
  });

  test("keeps rooms of two projects apart", async () => {
    await rooms.create(project, "r", { defaultAccesses: [] });
    expect(await rooms.find(elsewhere, "r")).toBeUndefined();
    expect(await rooms.delete(elsewhere, "r")).toBe(false);
    await rooms.create(elsewhere, "r", { defaultAccesses: ["room:write"] });
    expect((await rooms.find(project, "r"))?.defaultAccesses).toEqual([]);
  });

  test.each([
    ["an empty id", "", "Value at key 'id': must be 1 to 128 characters long."],
    ["a long id", "r".repeat(129), "Value at key 'id': must be 1 to 128 characters long."],
    ["a star", "a*", "Value at key 'id': must not contain '*'."],
    ["a NUL", "a\0b", "Value at key 'id': must be well-formed text without NUL."],
    ["half a character", "a\ud800", "Value at key 'id': must be well-formed text without NUL."],
  ])("refuses %s as a room id", async (_, id, message) => {
    const creating = rooms.create(project, id, { defaultAccesses: [] });
    await expect(creating).rejects.toThrow(new WeftError("UNPROCESSABLE_ENTITY", { message }));
  });

  test.each<[string, Parameters<Rooms["create"]>[2], string | undefined]>([
    ["50 metadata entries", { defaultAccesses: [], metadata: many(50, "v") }, undefined],
    [
      "51 metadata entries",
      { defaultAccesses: [], metadata: many(51, "v") },
      "Value at key 'metadata': must have at most 50 entries.",
    ],
    [
      "a metadata key of 41 characters",
      { defaultAccesses: [], metadata: new Map([["k".repeat(41), "v"]]) },
      `Value at keypath 'metadata.${"k".repeat(41)}': the key must be at most 40 characters long.`,
    ],
    [
      "a metadata value of 257 characters",
      { defaultAccesses: [], metadata: new Map([["k", "v".repeat(257)]]) },
      "Value at keypath 'metadata.k': must be at most 256 characters long.",
    ],
    [
      "a metadata value of 257 characters in a list",
      { defaultAccesses: [], metadata: new Map([["k", ["v", "v".repeat(257)]]]) },
      "Value at keypath 'metadata.k.1': must be at most 256 characters long.",
    ],
    [
      "101 users",
      { defaultAccesses: [], usersAccesses: many<Permission[]>(101, ["room:read"]) },
      "Value at key 'usersAccesses': must have at most 100 entries.",
    ],
    [
      "a user id of 41 characters",
      { defaultAccesses: [], usersAccesses: new Map([["u".repeat(41), []]]) },
      `Value at keypath 'usersAccesses.${"u".repeat(41)}': the key must be at most 40 characters long.`,
    ],
    [
      "a group id of 256 characters",
      { defaultAccesses: [], groupsAccesses: new Map([["g".repeat(256), []]]) },
      undefined,
    ],
    [
      "a group id of 257 characters",
      { defaultAccesses: [], groupsAccesses: new Map([["g".repeat(257), []]]) },
      `Value at keypath 'groupsAccesses.${"g".repeat(257)}': the key must be at most 256 characters long.`,
    ],
  ])("[CR3] with %s follows the limits", async (_, draft, message) => {
    const creating = rooms.create(project, "r", draft);
    if (message === undefined) await expect(creating).resolves.toMatchObject({ id: "r" });
    else await expect(creating).rejects.toThrow(new WeftError("UNPROCESSABLE_ENTITY", { message }));
  });
});

describe("updating", () => {
  beforeEach(async () => {
    await rooms.create(project, "r", {
      defaultAccesses: ["room:write"],
      usersAccesses: new Map([
        ["ada", ["room:write"] as const],
        ["bob", ["room:read"] as const],
      ]),
      groupsAccesses: new Map([["eng", ["room:write"] as const]]),
      metadata: new Map([
        ["color", "red"],
        ["kind", "board"],
      ]),
    });
    heard = [];
  });

  test("leaves absent members, replaces defaults and merges entries", async () => {
    const room = await rooms.update(project, "r", {
      defaultAccesses: [],
      usersAccesses: new Map<string, readonly Permission[] | null>([
        ["bob", null],
        ["cyd", []],
      ]),
      metadata: new Map([["color", "blue"]]),
    });
    expect(describeRoom(room)).toEqual({
      ...describeRoom(room),
      defaultAccesses: [],
      usersAccesses: { ada: ["room:write"], cyd: [] },
      groupsAccesses: { eng: ["room:write"] },
      metadata: { color: "blue", kind: "board" },
    });
    expect(await rooms.find(project, "r")).toEqual(room);
    expect(heard).toEqual([["updated", room.revision - 1, room.revision]]);
  });

  test("empties what is set to null", async () => {
    const room = await rooms.update(project, "r", {
      defaultAccesses: null,
      usersAccesses: null,
      groupsAccesses: null,
      metadata: null,
    });
    expect(room.defaultAccesses).toEqual([]);
    expect([room.usersAccesses.size, room.groupsAccesses.size, room.metadata.size]).toEqual([0, 0, 0]);
  });

  test("[CR2] writes nothing and notifies no one when nothing changes", async () => {
    const before = await rooms.find(project, "r");
    const room = await rooms.update(project, "r", {
      defaultAccesses: ["room:write"],
      metadata: new Map<string, string | null>([
        ["color", "red"],
        ["gone", null],
      ]),
    });
    expect(room.revision).toBe(before?.revision);
    expect(heard).toEqual([]);
  });

  test("[CR3] counts metadata after merging", async () => {
    await rooms.update(project, "r", { metadata: many(48, "v") });
    await expect(rooms.update(project, "r", { metadata: new Map([["one-more", "v"]]) })).rejects.toMatchObject({
      message: "Value at key 'metadata': must have at most 50 entries.",
    });
    const exchange = new Map([
      ["color", null],
      ["one-more", "v"],
    ]);
    await expect(rooms.update(project, "r", { metadata: exchange })).resolves.toMatchObject({ id: "r" });
  });

  test("allows longer user ids than creating", async () => {
    const id = "u".repeat(limits.accessIdLengthOnUpdate);
    const longest = rooms.update(project, "r", { usersAccesses: new Map([[id, ["room:read"] as const]]) });
    await expect(longest).resolves.toBeDefined();
    const longer = rooms.update(project, "r", { usersAccesses: new Map([[`${id}u`, ["room:read"] as const]]) });
    await expect(longer).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
  });

  test("of a missing room is refused", async () => {
    await expect(rooms.update(project, "none", {})).rejects.toMatchObject({ code: "ROOM_NOT_FOUND" });
    await expect(rooms.update(project, "\ud800", {})).rejects.toMatchObject({ code: "ROOM_NOT_FOUND" });
  });

  test("[CR1] loses no change of many at the same time, on two nodes", async () => {
    const nodes = [rooms, open(records)];
    const changes = Array.from({ length: 24 }, (_, n) =>
      nodes[n % 2]!.update(project, "r", { metadata: new Map([[`n${n}`, "v"]]) }),
    );
    await Promise.all(changes);
    expect((await rooms.find(project, "r"))?.metadata.size).toBe(26);
  });

  test("[CR1] gives up with a plain answer when another node always wins", async () => {
    const contended = open({ ...bound(records), update: async () => false });
    const updating = contended.update(project, "r", { metadata: new Map([["a", "b"]]) });
    await expect(updating).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  test("[CR1] decides anew on what another node wrote in between", async () => {
    let interfered = false;
    const contended = open({
      ...bound(records),
      update: async (p, room) => {
        if (!interfered) {
          interfered = true;
          await rooms.update(project, "r", { metadata: new Map([["theirs", "1"]]) });
        }
        return records.update(p, room);
      },
    });
    const room = await contended.update(project, "r", { metadata: new Map([["ours", "1"]]) });
    expect([...room.metadata.keys()]).toEqual(["color", "kind", "theirs", "ours"]);
  });
});

function bound(of: RoomRecords): RoomRecords {
  return {
    find: (...args) => of.find(...args),
    insert: (...args) => of.insert(...args),
    update: (...args) => of.update(...args),
    moveOrganization: (...args) => of.moveOrganization(...args),
    delete: (...args) => of.delete(...args),
    rename: (...args) => of.rename(...args),
    list: (...args) => of.list(...args),
    browse: (...args) => of.browse(...args),
    among: (...args) => of.among(...args),
  };
}

describe("upserting", () => {
  test("creates a room from both parts, the update on top", async () => {
    const room = await rooms.upsert(project, "r", {
      create: {
        defaultAccesses: ["room:write"],
        organizationId: "acme",
        metadata: new Map([
          ["a", "1"],
          ["b", "1"],
        ]),
      },
      update: {
        metadata: new Map<string, string | null>([
          ["b", null],
          ["c", "2"],
        ]),
      },
    });
    expect(describeRoom(room)).toMatchObject({ organizationId: "acme", metadata: { a: "1", c: "2" } });
    expect(room.defaultAccesses).toEqual(["room:write"]);
    expect(heard).toEqual([["created", "r"]]);
  });

  test("ignores the create part of an existing room", async () => {
    await rooms.create(project, "r", { defaultAccesses: ["room:read"] });
    const room = await rooms.upsert(project, "r", {
      create: { defaultAccesses: [], organizationId: "acme" },
      update: { metadata: new Map([["a", "1"]]) },
    });
    expect(room).toMatchObject({ defaultAccesses: ["room:read"], organizationId: "default" });
  });

  test("takes default accesses from either part, and requires them in one", async () => {
    const fromUpdate = await rooms.upsert(project, "r1", { update: { defaultAccesses: ["room:read"] } });
    expect(fromUpdate.defaultAccesses).toEqual(["room:read"]);
    await expect(rooms.upsert(project, "r2", { update: {} })).rejects.toThrow("Missing key: 'defaultAccesses'.");
    const nulled = rooms.upsert(project, "r2", { update: { defaultAccesses: null } });
    await expect(nulled).rejects.toThrow("Missing key: 'defaultAccesses'.");
  });

  test("creates one room, however many ask at the same time", async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        rooms.upsert(project, "r", {
          update: { metadata: new Map([[`n${n}`, "v"]]) },
          create: { defaultAccesses: [] },
        }),
      ),
    );
    expect(all.at(-1)?.metadata.size).toBe(10);
    expect(heard.filter(([what]) => what === "created")).toHaveLength(1);
  });
});

describe("deleting, renaming and moving", () => {
  test("deletes a room once and says whether it was there", async () => {
    await rooms.create(project, "r", { defaultAccesses: [] });
    expect(await rooms.delete(project, "r")).toBe(true);
    expect(await rooms.delete(project, "r")).toBe(false);
    expect(await rooms.delete(project, "\ud800")).toBe(false);
    expect(heard.slice(1)).toEqual([["deleted", "r"]]);
  });

  test("renames a room and frees its id", async () => {
    await rooms.create(project, "r", { defaultAccesses: [] });
    const room = await rooms.rename(project, "r", "s");
    expect(room.id).toBe("s");
    expect(await rooms.find(project, "r")).toBeUndefined();
    expect(heard.at(-1)).toEqual(["renamed", "r", "s"]);
  });

  test("refuses to rename to a taken, missing or malformed id", async () => {
    await rooms.create(project, "r", { defaultAccesses: [] });
    await rooms.create(project, "s", { defaultAccesses: [] });
    await expect(rooms.rename(project, "r", "s")).rejects.toMatchObject({ code: "ROOM_ALREADY_EXISTS" });
    await expect(rooms.rename(project, "r", "r")).rejects.toMatchObject({ code: "ROOM_ALREADY_EXISTS" });
    await expect(rooms.rename(project, "t", "t")).rejects.toMatchObject({ code: "ROOM_NOT_FOUND" });
    await expect(rooms.rename(project, "t", "u")).rejects.toMatchObject({ code: "ROOM_NOT_FOUND" });
    await expect(rooms.rename(project, "r", "r*")).rejects.toThrow("Value at key 'newRoomId': must not contain '*'.");
  });

  test("moves a room from the organization it is in", async () => {
    await rooms.create(project, "r", { defaultAccesses: [] });
    const wrong = rooms.moveOrganization(project, "r", { from: "acme", to: "initech" });
    await expect(wrong).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
    const room = await rooms.moveOrganization(project, "r", { from: "default", to: "acme" });
    expect(room.organizationId).toBe("acme");
    expect(heard.at(-1)).toEqual(["moved", "default", "acme"]);
    const missing = rooms.moveOrganization(project, "none", { from: "default", to: "acme" });
    await expect(missing).rejects.toMatchObject({ code: "ROOM_NOT_FOUND" });
  });
});

describe("listing", () => {
  beforeEach(async () => {
    for (let n = 0; n < 7; n++) {
      now = start + Math.floor(n / 2); // pairs share an instant: the id decides between them
      await rooms.create(project, `r${n}`, {
        defaultAccesses: ["room:write"],
        organizationId: n % 2 ? "acme" : undefined,
        metadata: new Map<string, string | string[]>([
          ["parity", n % 2 ? "odd" : "even"],
          ["tags", ["x"]],
        ]),
        usersAccesses: new Map(n === 1 ? [["ada", ["room:read"] as const]] : []),
        groupsAccesses: new Map(n === 2 ? [["eng", ["room:read"] as const]] : []),
      });
    }
  });

  const ids = (page: { rooms: readonly { id: string }[] }) => page.rooms.map((room) => room.id);

  test("[CR6] goes through every room once, newest first, whatever is inserted meanwhile", async () => {
    const seen: string[] = [];
    let startingAfter: string | undefined;
    do {
      const page = await rooms.list(project, { limit: 2, startingAfter });
      seen.push(...ids(page));
      startingAfter = page.nextCursor ?? undefined;
      now = start + 100;
      await rooms.create(project, `late-${seen.length}`, { defaultAccesses: [] });
    } while (startingAfter !== undefined);
    expect(seen).toEqual(["r6", "r5", "r4", "r3", "r2", "r1", "r0"]);
  });

  test("ends without a cursor when the last page is full", async () => {
    expect((await rooms.list(project, { limit: 7 })).nextCursor).toBeNull();
    expect((await rooms.list(project, { limit: 6 })).nextCursor).not.toBeNull();
  });

  test.each<[string, Omit<Parameters<Rooms["list"]>[1], "limit">, string[]]>([
    ["an organization", { organizationId: "acme" }, ["r5", "r3", "r1"]],
    ["a user or a group", { userId: "ada", groupIds: ["eng", "ops"] }, ["r2", "r1"]],
    ["a user and an organization", { userId: "ada", groupIds: ["eng"], organizationId: "acme" }, ["r1"]],
    ["no groups", { groupIds: [], organizationId: "acme" }, ["r5", "r3", "r1"]],
    ["a query", { query: `roomId^'r' metadata['parity']:'even'` }, ["r6", "r4", "r2", "r0"]],
    ["older metadata parameters", { metadata: [["parity", "odd"]], query: `roomId:"r3"` }, ["r3"]],
    ["a member of a list, which is not a value", { query: `metadata["tags"]:"x"` }, []],
    ["a user, or a group that nothing can hold", { userId: "ada", groupIds: ["\0"] }, ["r1"]],
    ["a group, or a user that nothing can hold", { userId: "\ud800", groupIds: ["eng", "\0"] }, ["r2"]],
    ["users and groups that nothing can hold", { userId: "\0", groupIds: ["\ud800"] }, []],
    ["text that nothing can hold", { query: `metadata["\\u0000"]:"\\ud800"` }, []],
  ])("narrows by %s", async (_, search, expected) => {
    expect(ids(await rooms.list(project, { limit: 20, ...search }))).toEqual(expected);
  });

  test("refuses limits out of range, foreign cursors and bad queries", async () => {
    for (const limit of [0, 101, 1.5, Number.NaN]) {
      await expect(rooms.list(project, { limit })).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
    }
    const { nextCursor } = await rooms.list(project, { limit: 1 });
    for (const startingAfter of ["", "nonsense", `${nextCursor}A`]) {
      const listing = rooms.list(project, { limit: 1, startingAfter });
      await expect(listing).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
    }
    const foreign = rooms.list(elsewhere, { limit: 1, startingAfter: nextCursor ?? "" });
    await expect(foreign).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
    await expect(rooms.list(project, { limit: 1, query: "x" })).rejects.toMatchObject({ code: "INVALID_QUERY" });
  });
});

describe("entering", () => {
  const common = { project, issuedAt: start, expiresAt: start + 3_600_000, tokenId: "t", generation: 0 };
  const access = (
    permissions: Record<string, Permission[]>,
    more: Partial<AccessTokenClaims> = {},
  ): AccessTokenClaims => ({
    kind: "access",
    userId: "ada",
    ...common,
    permissions: new Map(Object.entries(permissions)),
    ...more,
  });
  const id = (userId: string, groupIds: string[] = [], more: Partial<IdTokenClaims> = {}): IdTokenClaims => ({
    kind: "id",
    userId,
    groupIds,
    ...common,
    ...more,
  });
  const publicKey = (createsRooms: boolean): RoomCredential => ({ kind: "publicKey", createsRooms });
  const refused = { code: "UNAUTHORIZED_ROOM_ACCESS" };

  test("[CR5] with an access token creates a missing private room, in the token's organization", async () => {
    const entrance = await rooms.enter(
      project,
      "doc-1",
      access({ "doc-*": ["*:write"] }, { organizationId: "acme", userInfo: { name: "Ada" } }),
    );
    expect(entrance).toMatchObject({
      scopes: ["*:write"],
      userId: "ada",
      userInfo: { name: "Ada" },
      expiresAt: common.expiresAt + limits.tokenLeewayMs,
      matrix: { room: "write", storage: "write" },
    });
    expect(entrance.room).toMatchObject({ defaultAccesses: [], organizationId: "acme" });
    expect(heard).toEqual([["created", "doc-1"]]);
  });

  test("[CR5] together creates one room", async () => {
    const token = access({ "*": ["room:read"] });
    const all = await Promise.all(Array.from({ length: 10 }, () => rooms.enter(project, "r", token)));
    expect(all.every((entrance) => entrance.scopes[0] === "*:read")).toBe(true);
    expect(heard).toEqual([["created", "r"]]);
  });

  test("merges the patterns of an access token and ignores the room's accesses", async () => {
    await rooms.create(project, "doc-1", { defaultAccesses: ["room:write"] });
    const token = access({ "*": ["*:read"], "doc-*": ["*:write", "storage:read"], "doc-1": ["comments:none"] });
    expect((await rooms.enter(project, "doc-1", token)).scopes).toEqual(["*:write", "storage:read", "comments:none"]);
  });

  test.each<[string, Record<string, Permission[]>]>([
    ["no pattern", {}],
    ["patterns of other rooms", { "doc-*": ["*:write"], other: ["*:write"] }],
    ["an empty list", { r: [] }],
    ["no level for the room itself", { r: ["storage:write", "room:presence:write"] }],
  ])("[CR4] is refused to an access token with %s, and creates nothing", async (_, permissions) => {
    await expect(rooms.enter(project, "r", access(permissions))).rejects.toMatchObject(refused);
    expect(await rooms.find(project, "r")).toBeUndefined();
    await rooms.create(project, "r", { defaultAccesses: ["room:write"] });
    await expect(rooms.enter(project, "r", access(permissions))).rejects.toMatchObject(refused);
  });

  test.each(["", "a*", "*", "\ud800", "a\0", "r".repeat(129)])(
    "[CR5] never creates a room called %j",
    async (roomId) => {
      await expect(rooms.enter(project, roomId, access({ "*": ["*:write"] }))).rejects.toMatchObject(refused);
      await expect(rooms.enter(project, roomId, publicKey(true))).rejects.toMatchObject(refused);
      expect(heard).toEqual([]);
    },
  );

  test("[CR4] is refused to an id token without a room, or without access to it", async () => {
    await expect(rooms.enter(project, "r", id("ada"))).rejects.toMatchObject(refused);
    await rooms.create(project, "r", {
      defaultAccesses: [],
      usersAccesses: new Map([["bob", ["room:read"] as const]]),
    });
    await expect(rooms.enter(project, "r", id("ada", ["bob"]))).rejects.toMatchObject(refused);
  });

  test("with an id token follows the accesses: user over groups over defaults", async () => {
    await rooms.create(project, "r", {
      defaultAccesses: ["room:read", "comments:write"],
      groupsAccesses: new Map<string, readonly Permission[]>([
        ["eng", ["room:read"]],
        ["ops", ["*:write", "storage:read"]],
      ]),
      usersAccesses: new Map<string, readonly Permission[]>([["eve", ["storage:none"]]]),
    });
    const scopes = async (token: RoomCredential) => (await rooms.enter(project, "r", token)).scopes;
    expect(await scopes(id("ada"))).toEqual(["*:read", "comments:write"]);
    expect(await scopes(id("ada", ["eng", "ops", "unlisted"]))).toEqual(["*:write", "storage:read"]);
    expect(await scopes(id("eve", ["ops"]))).toEqual(["*:write", "storage:none"]);
    expect(rooms.scopesOf(await rooms.create(project, "s", { defaultAccesses: [] }), { userId: "ada" })).toEqual([]);
  });

  test("with a public key gives the default accesses", async () => {
    await rooms.create(project, "open", {
      defaultAccesses: ["room:read"],
      usersAccesses: new Map([["ada", ["room:write"] as const]]),
    });
    const entrance = await rooms.enter(project, "open", publicKey(false));
    expect(entrance.scopes).toEqual(["*:read"]);
    expect(entrance).not.toHaveProperty("userId");
    expect(entrance).not.toHaveProperty("expiresAt");
    await rooms.create(project, "closed", { defaultAccesses: [] });
    await expect(rooms.enter(project, "closed", publicKey(true))).rejects.toMatchObject(refused);
  });

  test("[CR5] with a public key creates a public room only where the project allows it", async () => {
    await expect(rooms.enter(project, "r", publicKey(false))).rejects.toMatchObject(refused);
    const entrance = await rooms.enter(project, "r", publicKey(true));
    expect(entrance.scopes).toEqual(["*:write"]);
    expect(entrance.room.defaultAccesses).toEqual(["room:write"]);
  });

  test("is refused to a token of another project", async () => {
    await rooms.create(project, "r", { defaultAccesses: ["room:write"] });
    const foreign = access({ "*": ["*:write"] }, { project: elsewhere });
    await expect(rooms.enter(project, "r", foreign)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
  });

  test.for([
    ["acme", "acme", true],
    ["initech", "acme", false],
    [undefined, "acme", false],
    ["default", "acme", false],
    ["acme", undefined, false],
    [undefined, undefined, true],
    ["default", undefined, true],
  ] as const)("[TK9] with a token of organization %s in a room of %s: %s", async ([ofToken, ofRoom, opens]) => {
    await rooms.create(project, "r", { defaultAccesses: ["room:write"], organizationId: ofRoom });
    const credentials: RoomCredential[] = [
      access({ "*": ["*:write"] }, { organizationId: ofToken }),
      id("ada", [], { organizationId: ofToken }),
    ];
    if (ofToken === undefined) credentials.push(publicKey(true));
    for (const credential of credentials) {
      const entering = rooms.enter(project, "r", credential);
      if (opens) await expect(entering).resolves.toMatchObject({ scopes: ["*:write"] });
      else await expect(entering).rejects.toMatchObject(refused);
    }
  });

  test("again after a change returns the remaining access", async () => {
    await rooms.create(project, "r", { defaultAccesses: ["room:write"] });
    const reader = await rooms.update(project, "r", { defaultAccesses: ["room:read"] });
    expect(rooms.reenter(reader, id("ada"))?.scopes).toEqual(["*:read"]);
    const closed = await rooms.update(project, "r", { defaultAccesses: null });
    expect(rooms.reenter(closed, id("ada"))).toBeUndefined();
  });
});
