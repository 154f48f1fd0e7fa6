import { roomOrders } from "@weft/collab";
import type { RoomFilter, RoomPlace } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { createRoomBrowser } from "../rooms/room-browser.ts";
import { createRoomList } from "../rooms/room-list.ts";
import { databases } from "../testing/adapters.ts";
import { explain } from "../testing/query-plans.ts";

const project = "p" as ProjectId;
const limit = 20;
/** Rows of each index that a list reads to choose one, and ids of a range. */
const sampled = 100;
const few = 1_000;

/** Every tenth room is open, every fiftieth is of one team, half of them are of `ada`, three are of `eve`. */
const fill = (rooms: number) => [
  `insert into rooms (project_id, id, organization_id, created_at, metadata, default_accesses, users_accesses, groups_accesses, revision)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rooms})
    select 'p', 'room-' || n, 'org-' || (n % 3), n / 3, '[]', '[]', '[]', '[]', 1 from numbers`,
  `insert into room_metadata (project_id, key, value, created_at, room_id, room_key)
    select 'p', 'status', case when key % 10 = 0 then 'open' else 'closed' end, created_at, id, key from rooms
    union all select 'p', 'team', 'team-' || (key % 50), created_at, id, key from rooms
    union all select 'p', 'title', 'Room ' || key, created_at, id, key from rooms`,
  `insert into room_accesses (project_id, kind, subject, created_at, room_id, room_key)
    select 'p', 'user', 'ada', created_at, id, key from rooms where key % 2 = 0
    union all select 'p', 'user', 'eve', created_at, id, key from rooms where created_at = 1
    union all select 'p', 'group', 'g' || (key % 7), created_at, id, key from rooms`,
];
const empty = ["delete from room_metadata", "delete from room_accesses", "delete from rooms"];

const shapes: Record<string, Partial<RoomFilter>> = {
  "no filter": {},
  "an organization": { organizationId: "org-1" },
  "one pair": { metadata: [["status", "open"]] },
  "two pairs": {
    metadata: [
      ["status", "closed"],
      ["team", "team-10"],
    ],
  },
  "two frequent pairs and an organization": {
    metadata: [
      ["status", "closed"],
      ["status", "closed"],
    ],
    organizationId: "org-2",
  },
  "a user": { userId: "ada" },
  "a user, groups and an organization": { userId: "eve", groupIds: ["g1", "g2"], organizationId: "org-0" },
  "a user with few rooms and a frequent pair": { metadata: [["status", "closed"]], userId: "eve" },
  "a user, groups and a pair": { metadata: [["status", "closed"]], userId: "ada", groupIds: ["g1", "g2"] },
  "an id": { ids: ["room-7"] },
  "a prefix of few": { idPrefixes: ["room-77"] },
  "a prefix of many": { idPrefixes: ["room-"] },
  "a prefix of many and a pair": { idPrefixes: ["room-"], metadata: [["status", "open"]] },
};

describe.each(databases)("%s", (name, open) => {
  test.for<[string, Partial<RoomFilter>, number]>([
    ["an organization without rooms", { organizationId: "none" }, 6_000],
    [
      "two pairs of which no room has both",
      {
        metadata: [
          ["status", "closed"],
          ["team", "team-10"],
        ],
      },
      120,
    ],
    ["a user whose rooms are of another organization", { userId: "ada", organizationId: "none" }, 3_000],
    ["a prefix that many rooms have, and a pair that none of them has", { idPrefixes: ["room-"], userId: "eva" }, 0],
  ])(
    "[DB24] a page looks at a bounded number of rooms, and its cursor leads on: %s",
    { timeout: 60_000 },
    async ([, filter, walked]) => {
      await using database = await open();
      const { engine, dialect } = database;
      await engine.write(fill(6_000).map((sql) => ({ sql, values: [[]] })));
      const { plans, explaining } = explain(engine, name);
      const list = createRoomList(explaining, dialect);
      const whole = { ids: [], idPrefixes: [], metadata: [], ...filter };
      const lookAt = 700;
      let pages = 0;
      for (let after: RoomPlace | undefined; ;) {
        plans.length = 0;
        const { rooms, next } = await list(project, whole, { limit, after, lookAt });
        expect(rooms).toEqual([]);
        // Two looks, each of which first finds its end; one query more chooses the index.
        expect(plans.length).toBeLessThanOrEqual(2 * 2 + 1);
        for (const { rowsRead, scans } of plans) {
          expect.soft(scans).toEqual([]);
          expect.soft(rowsRead).toBeLessThanOrEqual(3 * 500);
        }
        pages++;
        if (next === undefined) break;
        after = next;
      }
      expect(pages).toBe(Math.floor(walked / lookAt) + 1);
    },
  );

  test.for(["before statistics are collected", "with statistics"])(
    "[DB24] rooms are browsed by walking the index of each order, in looks of a bounded size, %s",
    { timeout: 60_000 },
    async (state) => {
      await using database = await open();
      const { engine, dialect } = database;
      const run = (statements: readonly string[]) => engine.write(statements.map((sql) => ({ sql, values: [[]] })));
      await run(fill(6_000));
      await run(["update rooms set last_connection_at = 9000 - key where key % 3 = 0"]);
      if (state === "with statistics") await run(["analyze"]);
      const { plans, explaining } = explain(engine, name);
      const { browse, among } = createRoomBrowser(explaining, dialect);
      const whole = { ids: [], idPrefixes: [], metadata: [] };
      const measured = async (what: string, most: number, ask: () => Promise<unknown>) => {
        plans.length = 0;
        const answer = await ask();
        for (const { rowsRead, scans } of plans) {
          expect.soft(scans, what).toEqual([]);
          expect.soft(rowsRead, what).toBeLessThanOrEqual(most);
        }
        return answer;
      };
      for (const by of roomOrders)
        for (const descending of [true, false])
          for (const after of [undefined, by === "id" ? ["room-3000"] : [1_500, "room-4501"]]) {
            const what = `${by} ${descending ? "descending" : "ascending"}`;
            await measured(what, 3 * limit, () => browse(project, whole, { by, descending }, { limit, after }));
            // A look reads its places, and rows of them that hold the part.
            const options = { by, descending, part: "OOM-777" };
            const page = { limit, after, lookAt: 3_000 };
            await measured(`part, ${what}`, 5_000, () => browse(project, whole, options, page));
          }
      const organization = { ...whole, organizationId: "none" };
      const options = { by: "activity", descending: true } as const;
      await measured("an organization without rooms", 6_000, () =>
        browse(project, organization, options, { limit, lookAt: 4_000 }),
      );
      const eve = { ...whole, userId: "eve" };
      expect(
        await measured("a user with few rooms", 100, () => browse(project, eve, options, { limit })),
      ).toMatchObject({
        rooms: [{ id: "room-3" }, { id: "room-5" }, { id: "room-4" }],
        next: undefined,
      });
      const ids = Array.from({ length: 150 }, (_, n) => `room-${n}`);
      // Without statistics, all rooms of a project are taken for few.
      const most = state === "with statistics" || name === "SQLite" ? 300 : 6_000;
      expect(await measured("rooms of ids", most, () => among(project, whole, "-14", ids))).toHaveLength(11);
    },
  );

  test.for(["before statistics are collected", "with statistics", "with statistics of a smaller table"])(
    "[DB24] each shape of filter walks an index and stops at the end of the page, %s",
    { timeout: 60_000 },
    async (state) => {
      await using database = await open();
      const { engine, dialect } = database;
      const run = (statements: readonly string[]) => engine.write(statements.map((sql) => ({ sql, values: [[]] })));
      if (state.includes("smaller")) {
        await run(fill(40));
        await run(["analyze"]);
        await run(empty);
      }
      await run(fill(6_000));
      if (state === "with statistics") await run(["analyze"]);

      const { plans, explaining } = explain(engine, name);
      const list = createRoomList(explaining, dialect);
      for (const [shape, filter] of Object.entries(shapes))
        for (const after of [undefined, { createdAt: 1_500, id: "room-4501" }]) {
          plans.length = 0;
          await list(project, { ids: [], idPrefixes: [], metadata: [], ...filter }, { limit, after });
          const indexes = (filter.metadata?.length ?? 0) + 1 + (filter.groupIds?.length ?? 0) + 1;
          const scans = plans.flatMap((plan) => plan.scans);
          expect.soft(scans, shape).toEqual([]);
          for (const [at, { rowsRead, rowsSorted }] of plans.entries()) {
            const chosenByIds = shape === "a prefix of few";
            const choosing = at < plans.length - 1;
            const most = choosing
              ? sampled * indexes + (filter.idPrefixes ? few : 0)
              : chosenByIds
                ? 2 * few
                : limit * 30;
            expect.soft(rowsRead, `${shape}, query ${at + 1} of ${plans.length}`).toBeLessThanOrEqual(most);
            const sorted = chosenByIds ? few : (choosing ? sampled : limit) * indexes;
            expect.soft(rowsSorted, `${shape}, query ${at + 1} of ${plans.length}`).toBeLessThanOrEqual(sorted);
          }
        }
    },
  );
});
