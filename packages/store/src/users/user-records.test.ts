import { noActivity } from "@weft/collab";
import type { UserPlace } from "@weft/collab";
import { newEvent } from "@weft/collab/suites/activity-batch.ts";
import type { ProjectId } from "@weft/protocol";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createQueries } from "../database/queries.ts";
import type { Tables } from "../tables/tables.ts";
import { adapters, databases } from "../testing/adapters.ts";
import { fillStore, storeContents } from "../testing/fill-store.ts";
import { explain } from "../testing/query-plans.ts";
import { createUserErasureRecords } from "./user-erasure-records.ts";
import { createUserRecords } from "./user-records.ts";

const project = "p1" as ProjectId;

describe.each(adapters)("%s", (_, open) => {
  test("[US1] users are listed with the first and the last time at which they were seen", async () => {
    await using opened = await open();
    const { activity, users } = opened.store;
    const event = (id: string, user: string | null, at: number) => newEvent(id, { project, user, at });
    await activity.write({
      ...noActivity,
      events: [
        event("e1", "ada", 500),
        event("e2", "ada", 300),
        event("e3", null, 900),
        event("e4", "grace", 400),
        { ...event("e5", "eve", 700), kind: "entryRefused" },
      ],
      // Of a busy project not every event is listed.
      users: [
        { project, day: 0, id: "barbara", connections: 1 },
        { project, day: 0, id: "ada", connections: 2 },
      ],
    });
    await activity.write({ ...noActivity, events: [event("e6", "ada", 600), event("e7", "grace", 350)] });
    const list = await users.list(project, { limit: 10 });
    expect(list).toEqual([
      { id: "ada", firstSeenAt: 300, lastSeenAt: 600 },
      { id: "grace", firstSeenAt: 350, lastSeenAt: 400 },
      { id: "barbara", firstSeenAt: 0, lastSeenAt: 0 },
    ]);
    expect(await users.list(project, { limit: 10, after: list[0]! })).toEqual(list.slice(1));
    expect(await users.find(project, "grace")).toEqual(list[1]);
    expect(await users.find("other" as ProjectId, "grace")).toBeUndefined();
    expect((await users.list(project, { limit: 10, ascending: true })).map(({ id }) => id)).toEqual([
      "barbara",
      "grace",
      "ada",
    ]);
    expect(await users.among(project, ["grace", "eve"])).toEqual([list[1]]);
  });

  test("[US6] users are found by a part of their id or name, with the profile of their last token", async () => {
    await using opened = await open();
    const { activity, users, userErasures } = opened.store;
    const ids = ["user_1", "user%2", "USER_3", "guest"];
    const profiles = [
      { project, id: "user_1", name: "Ada", avatar: "https://a/1.png" },
      { project, id: "guest", name: "Grace User", color: "#fff" },
      { project, id: "unknown", name: "User" },
    ];
    await activity.write({
      ...noActivity,
      events: ids.map((user, n) => newEvent(`e${n}`, { project, user, at: 100 + n })),
      profiles,
    });
    const pages = async (text: string, lookAt = 9, ascending = false) => {
      const found: string[] = [];
      for (let after: UserPlace | undefined; ;) {
        const { users: page, next } = await users.search(project, text, { limit: 2, after, lookAt, ascending });
        found.push(...page.map(({ id }) => id));
        if (next === undefined) return found;
        after = next;
      }
    };
    for (const lookAt of [1, 3, 9]) {
      expect(await pages("user", lookAt)).toEqual(["guest", "USER_3", "user%2", "user_1"]);
      expect(await pages("r_", lookAt, true)).toEqual(["user_1", "USER_3"]);
    }
    expect([await pages("%"), await pages("ada"), await pages("unknown")]).toEqual([["user%2"], ["user_1"], []]);
    expect(await users.find(project, "user_1")).toMatchObject({ name: "Ada", avatar: "https://a/1.png" });
    await activity.write({ ...noActivity, profiles: [{ project, id: "user_1", name: "Ada L." }] });
    expect(await users.find(project, "user_1")).toEqual({
      id: "user_1",
      name: "Ada L.",
      firstSeenAt: 100,
      lastSeenAt: 100,
    });
    const user = { project, userId: "user_1", pseudonym: "erased", now: 5 };
    await userErasures.erase("project_users", user, new AbortController().signal);
    // What arrives late does not bring the user back.
    await activity.write({ ...noActivity, profiles });
    expect([await users.find(project, "user_1"), await pages("ada")]).toEqual([undefined, []]);
  });

  test("[US2] a user is erased once at a time, and the record forgets their id at the end", async () => {
    await using opened = await open();
    const { jobs, userErasures: erasures } = opened.store;
    const wish = (id: string, userId: string, requestedAt: number) => ({
      project,
      id,
      userId,
      requestedBy: "owner",
      requestedAt,
    });
    expect(await erasures.insert(wish("e1", "ada", 1), 2)).toBe(true);
    expect(await erasures.insert(wish("e2", "ada", 2), 2)).toBe(false);
    expect(await erasures.insert(wish("e3", "grace", 3), 2)).toBe(true);
    expect(await erasures.underWay(project, "ada")).toMatchObject({ id: "e1", state: "waiting" });
    await jobs.add([{ kind: "eraseUser", createdAt: 1, payload: {} }]);
    const [job] = await jobs.claim("eraseUser", "me", 1, 9, 1);
    const claim = { id: job!.id, claim: "me" };
    const lost = { id: job!.id, claim: "another" };
    const e1 = { project, id: "e1" };
    const at = { rounds: 0, stepsDone: 1, stepsTotal: 4 };
    expect(await erasures.progress(e1, at, lost)).toBe(false);
    expect(await erasures.progress(e1, at, claim)).toBe(true);
    expect(await erasures.finish(e1, { finishedAt: 8 }, claim)).toBe(true);
    expect(await erasures.find(project, "e1")).toEqual({
      project,
      id: "e1",
      requestedBy: "owner",
      requestedAt: 1,
      state: "done",
      ...at,
      finishedAt: 8,
      userId: undefined,
      failure: undefined,
    });
    expect(await erasures.underWay(project, "ada")).toBeUndefined();
    expect(await erasures.fail({ project, id: "e3" }, { finishedAt: 9, failure: "no" }, claim)).toBe(true);
    // The newest are kept, and those under way.
    expect(await erasures.insert(wish("e4", "ada", 4), 2)).toBe(true);
    expect(await erasures.insert(wish("e5", "barbara", 5), 2)).toBe(true);
    expect((await erasures.list(project, 9)).map(({ id, state }) => `${id} ${state}`)).toEqual([
      "e5 waiting",
      "e4 waiting",
      "e3 failed",
    ]);
  });
});

describe.each(adapters)("%s", (_, open) => {
  test("[DB30] jobs that notify users do not notify an erased one, even if they are running", async () => {
    await using opened = await open();
    const { jobs, userErasures } = opened.store;
    const job = (of: string, names: readonly string[]) => ({
      kind: "notifyUsers" as const,
      createdAt: 1,
      payload: {
        project: of,
        room: "r",
        of: "textMention",
        later: { mentionId: "m", createdBy: "ada", users: names.map((userId) => ({ userId, id: `in_${userId}` })) },
      },
    });
    await jobs.add([job("p1", ["ada", "grace"])]);
    const [running] = await jobs.claim("notifyUsers", "me", 1, 90, 1);
    await jobs.add([job("p1", ["eve", "ada"]), job("p1", ["ada"]), job("p2", ["ada"])]);
    const user = { project, userId: "ada", pseudonym: "erased", now: 5 };
    for (let round = 0; round < 2; round++) await userErasures.erase("jobs", user, new AbortController().signal);
    const left = await jobs.list({ kind: "notifyUsers" });
    const usersOf = ({ payload }: (typeof left)[number]) => {
      const { users, createdBy } = payload["later"] as { users: readonly { userId: string }[]; createdBy: string };
      return [payload["project"], createdBy, ...users.map(({ userId }) => userId)];
    };
    expect(left.map(usersOf).toReversed()).toEqual([
      ["p1", "erased", "grace"],
      ["p1", "erased", "eve"],
      ["p2", "ada", "ada"],
    ]);
    // What the running one has read, it writes no more; it is due at once, and has not failed.
    expect(await jobs.finish({ id: running!.id, claim: "me" })).toBe(false);
    expect(await jobs.find(running!.id)).toMatchObject({ claimed: false, dueAt: 5, deaths: 0 });
  });
});

describe.each(databases)("%s", (name, open) => {
  test(
    "[DB30] no row of any table holds a user whose rows were erased, in whatever it held",
    { timeout: 120_000 },
    async () => {
      await using database = await open();
      const { createStore } = await import("../open.ts");
      const store = createStore(database);
      const [contents] = fc.sample(storeContents, { numRuns: 1, seed: 7 });
      await fillStore(store, contents!);
      const texts = contents!.texts.filter((text) => text !== "");
      const users = [...new Set(["u", ...contents!.rooms.map(({ user }) => user), ...texts])].filter((id) => id !== "");
      const erasures = store.userErasures;
      for (const userId of users)
        for (let round = 0; round < 2; round++)
          for (const table of erasures.tables)
            await erasures.erase(
              table,
              { project, userId, pseudonym: `erased ${users.indexOf(userId)}`, now: 2 ** 45 },
              new AbortController().signal,
            );
      const db = createQueries<Tables>(database.engine, database.dialect);
      for (const table of [
        "events",
        "active_users",
        "monthly_users",
        "project_users",
        "inbox_notifications",
        "tombstones",
      ]) {
        const { rows } = await sql<{ user_id: string | null }>`select user_id from ${sql.table(table)}
        where project_id = ${project}`.execute(db);
        expect(
          rows.filter(({ user_id }) => user_id !== null && users.includes(user_id)),
          table,
        ).toEqual([]);
      }
    },
  );

  test.for(["before statistics are collected", "with statistics"])(
    "[DB24] users of a project are found by walking an index, %s",
    { timeout: 60_000 },
    async (state) => {
      await using database = await open();
      const { engine, dialect } = database;
      const run = (statements: readonly string[]) =>
        engine.write(statements.map((text) => ({ sql: text, values: [[]] })));
      await run([
        `insert into project_users (project_id, user_id, first_seen_at, last_seen_at)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 6000)
          select case when n % 3 = 0 then 'p1' else 'p2' end, 'user-' || n, n, n / 2 from numbers`,
        `insert into events (project_id, at, id, kind, room_id, user_id, data)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 6000)
          select 'p1', n, 'e' || n, case when n % 2 = 0 then 'userEntered' else 'userLeft' end, 'room-' || (n % 40),
            case when n % 10 = 0 then 'ada' else 'user-' || n end, '{}' from numbers`,
        `insert into user_erasures (project_id, id, user_id, requested_by, requested_at, state, rounds, steps_done, steps_total)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000)
          select 'p1', 'e' || n, 'user-' || n, 'o', n, 'failed', 0, 0, 0 from numbers`,
        `insert into comments (project_id, room_key, thread_id, id, user_id, created_at, content, metadata, attachments)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 6000)
          select 'p1', 7, 'th_' || (n / 5), 'cm_' || n, 'user-' || (n % 500), n, '', '[]', '[]' from numbers`,
        ...(state === "with statistics" ? ["analyze"] : []),
      ]);
      const { plans, explaining } = explain(engine, name);
      const queries = createQueries<Tables>(explaining, dialect);
      const users = createUserRecords(queries, dialect);
      const erasures = createUserErasureRecords({} as never, queries, dialect);
      const cases: Record<string, readonly [query: () => Promise<unknown>, most: number]> = {
        "the first page": [() => users.list(project, { limit: 20 }), 60],
        "a later page": [() => users.list(project, { limit: 20, after: { lastSeenAt: 900, id: "user-1800" } }), 60],
        "the last page first": [() => users.list(project, { limit: 20, ascending: true }), 60],
        "a part of an id": [() => users.search(project, "SER-77", { limit: 20, lookAt: 1_000 }), 2_500],
        ids: [() => users.among(project, ["user-3", "user-6"]), state === "with statistics" ? 10 : 2_500],
        one: [() => users.find(project, "user-300"), 5],
        "rooms of a user": [() => users.visited(project, "ada", 50), 3_000],
        erasures: [() => erasures.list(project, 20), 60],
        "the erasure of a user": [() => erasures.underWay(project, "user-7"), 5],
        "threads of a user": [() => erasures.threadsOf(project, "user-7", 50), 100],
      };
      for (const [what, [query, most]] of Object.entries(cases)) {
        plans.length = 0;
        await query();
        expect
          .soft(
            plans.flatMap(({ scans }) => scans.filter((scan) => !/latest/.test(scan))),
            what,
          )
          .toEqual([]);
        for (const { rowsRead } of plans) expect.soft(rowsRead, what).toBeLessThanOrEqual(most);
      }
    },
  );
});
