import type { ThreadFilter, ThreadHead } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { databases } from "../testing/adapters.ts";
import { explain } from "../testing/query-plans.ts";
import { createContentsTest } from "./contents-test.ts";
import { createProjectThreadList } from "./project-thread-list.ts";
import { createThreadList } from "./thread-list.ts";
import { createReadNamed } from "./thread-reads.ts";

const limit = 20;
/** Rows of each index that a list reads to choose one. */
const sampled = 100;
const roomKey = 7;

/** Every tenth thread is open, every fiftieth belongs to one block; `ada` is subscribed to half of them. */
const fill = (threads: number) => [
  `insert into threads (project_id, room_key, id, created_at, updated_at, changed_at, resolved, visibility, metadata, revision)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${threads})
    select 'p', ${roomKey}, 'th_' || n, n / 3, n, n, n % 2, case when n % 5 = 0 then 'private' else 'public' end, '[]', 1 from numbers`,
  `update threads set metadata = '[["x",' || (key % 100) || '],["status","' ||
    case when key % 10 = 0 then 'open' else 'closed' end || '"],["block","block ' || (key % 50) || '"]]'`,
  `insert into thread_metadata (project_id, room_key, name, value, created_at, thread_id, thread_key, number)
    select 'p', ${roomKey}, 'x', 'n:' || (key % 100), created_at, id, key, key % 100 from threads
    union all
    select 'p', ${roomKey}, 'status', case when key % 10 = 0 then 's:open' else 's:closed' end, created_at, id, key, null from threads
    union all select 'p', ${roomKey}, 'block', 's:block ' || (key % 50), created_at, id, key, null from threads`,
  `insert into thread_subscriptions (project_id, room_key, thread_id, user_id, subscribed, reason, created_at, changed_at)
    select 'p', ${roomKey}, id, 'ada', 1, 'explicit', 1, 1 from threads where key % 2 = 0`,
];
const empty = ["thread_subscriptions", "thread_metadata", "threads"].map((table) => `delete from ${table}`);

const pair = (key: string, value: string | number) => ({ key, operator: ":", value }) as const;
const shapes: Record<string, Partial<ThreadFilter>> = {
  "no filter": {},
  "open ones": { resolved: false, visibilities: ["public"] },
  "one pair": { metadata: [pair("status", "open")] },
  "two pairs": { metadata: [pair("status", "closed"), pair("block", "block 11")] },
  "a pair and a range": { metadata: [pair("status", "closed"), { key: "x", operator: ">=", value: 50 }] },
  "a prefix": { metadata: [{ key: "block", operator: "^", value: "block 1" }] },
  "an entry that is not there": { metadata: [{ key: "color", operator: ":", value: null }] },
  "a user's": { subscribed: { userId: "ada", is: true }, metadata: [pair("status", "closed")] },
};

const nothing: Partial<ThreadFilter> = { metadata: [{ key: "block", operator: "^", value: "nothing" }] };
const pairsThatNeverMeet: Partial<ThreadFilter> = { metadata: [pair("status", "closed"), pair("block", "block 10")] };

describe.each(databases)("%s", (name, open) => {
  test.for<[string, Partial<ThreadFilter>, number]>([
    ["a condition that no thread meets", nothing, 6_000],
    ["two pairs of which no thread has both", pairsThatNeverMeet, 120],
    ["a user who is subscribed to none", { subscribed: { userId: "eve", is: true } }, 6_000],
  ])(
    "[DB24] a page looks at a bounded number of threads, and its cursor leads on: %s",
    { timeout: 60_000 },
    async ([, filter, walked]) => {
      await using database = await open();
      const { engine, dialect } = database;
      await engine.write(fill(6_000).map((sql) => ({ sql, values: [[]] })));
      const { plans, explaining } = explain(engine, name);
      const list = createThreadList(explaining, dialect);
      const whole = { visibilities: ["public", "private"] as const, metadata: [], ...filter };
      const lookAt = 700;
      const pages = [];
      for (let after: Parameters<typeof list>[3]["after"]; ;) {
        plans.length = 0;
        const { rows, next } = await list("p", roomKey, whole, { limit, after, lookAt });
        expect(rows).toEqual([]);
        // Two looks, each of which first finds its end; one query more chooses the index.
        expect(plans.length).toBeLessThanOrEqual(2 * 2 + 1);
        for (const { rowsRead, scans } of plans) {
          expect.soft(scans).toEqual([]);
          expect.soft(rowsRead).toBeLessThanOrEqual(3 * 500);
        }
        pages.push(next);
        if (next === undefined) break;
        after = { createdAt: next[0], id: String(next[1]) };
      }
      expect(pages.length).toBe(Math.floor(walked / lookAt) + 1);
    },
  );

  test.for(["before statistics are collected", "with statistics", "with statistics of a smaller table"])(
    "[DB24] each shape of filter of threads walks an index and stops at the end of the page, %s",
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
      const list = createThreadList(explaining, dialect);
      for (const [shape, filter] of Object.entries(shapes))
        for (const after of [undefined, { createdAt: 500, id: "th_1501" }]) {
          plans.length = 0;
          const page = { limit, ...(after && { after }) };
          const found = await list(
            "p",
            roomKey,
            { visibilities: ["public", "private"], metadata: [], ...filter },
            page,
          );
          expect.soft(found.rows.length, shape).toBe(limit);
          expect
            .soft(
              plans.flatMap(({ scans }) => scans),
              shape,
            )
            .toEqual([]);
          for (const [at, { rowsRead, rowsSorted }] of plans.entries()) {
            const indexes = (filter.metadata?.length ?? 0) + 1;
            const most = at < plans.length - 1 ? sampled * indexes : limit * 60;
            expect.soft(rowsRead, `${shape}, query ${at + 1} of ${plans.length}`).toBeLessThanOrEqual(most);
            expect.soft(rowsSorted, `${shape}, query ${at + 1} of ${plans.length}`).toBeLessThanOrEqual(most);
          }
        }
    },
  );

  test.for(["before statistics are collected", "with statistics", "with statistics of a smaller table"])(
    "[DB24] each shape of filter of a project's threads walks an index and reads a bounded number of rows, %s",
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
      await run(fill(12_000));
      if (state === "with statistics") await run(["analyze"]);

      const { plans, explaining } = explain(engine, name);
      const list = createProjectThreadList(explaining, dialect);
      const { "a user's": _, ...ofProject } = shapes;
      for (const [shape, filter] of Object.entries({ ...ofProject, "one that nothing meets": nothing }))
        for (const after of [undefined, [3_500, 10_500] as const]) {
          plans.length = 0;
          const page = { limit, ...(after && { after }) };
          const { rows, next } = await list(
            "p",
            { visibilities: ["public", "private"], metadata: [], ...filter },
            page,
          );
          if (shape === "one that nothing meets") expect.soft(next, shape).toBeDefined();
          else expect.soft(rows.length, shape).toBe(limit);
          const scans = plans.flatMap((plan) => plan.scans);
          expect.soft(scans, shape).toEqual([]);
          for (const { rowsRead, rowsSorted } of plans) {
            // A look at 500 rows, or at what the sparsest match throws away for a page.
            expect.soft(rowsRead, shape).toBeLessThanOrEqual(3 * 500);
            expect.soft(rowsSorted, shape).toBeLessThanOrEqual(3 * 500);
          }
        }
    },
  );

  test(
    "[DB24] the contents of threads are tested by indexes, without reading other threads",
    { timeout: 60_000 },
    async () => {
      await using database = await open();
      const { engine, dialect } = database;
      const run = (statements: readonly string[]) => engine.write(statements.map((sql) => ({ sql, values: [[]] })));
      await run([
        ...fill(6_000),
        `insert into rooms (project_id, key, id, organization_id, created_at, metadata, default_accesses, users_accesses, groups_accesses, revision)
        values ('p', ${roomKey}, 'a', 'default', 1, '[]', '[]', '[]', '[]', 1)`,
        `insert into comments (project_id, room_key, thread_id, id, user_id, created_at, content, metadata, attachments)
        select 'p', ${roomKey}, id, 'cm_' || key, 'ada', created_at, 'text', '[]', '[]' from threads`,
      ]);
      const { plans, explaining } = explain(engine, name);
      const meeting = createContentsTest(createReadNamed(explaining, dialect), dialect);
      const heads = Array.from({ length: 100 }, (_, n) => ({ room: "a", id: `th_${n + 1}` }) as ThreadHead);
      const filter = { participant: "bob", words: ["nothing"], hasAttachments: true };
      expect(await meeting({ project: "p" as ProjectId }, heads, filter)).toEqual([]);
      expect(await meeting({ project: "p" as ProjectId }, heads, { participant: "ada" })).toHaveLength(100);
      expect(plans).toHaveLength(2);
      for (const { scans, rowsRead } of plans) {
        // The names of the threads.
        expect.soft(scans.filter((scan) => !scan.includes("CONSTANT ROW"))).toEqual([]);
        expect.soft(rowsRead).toBeLessThanOrEqual(1_000);
      }
    },
  );
});
