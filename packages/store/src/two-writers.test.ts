import { noActivity } from "@weft/collab";
import type { Effects, OutboxEvent, ThreadRecord } from "@weft/collab";
import { newChat, newQuestion } from "@weft/collab/suites/chat-records.suite.ts";
import { newCopilot } from "@weft/collab/suites/copilot-records.suite.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { propertyOptions } from "@weft/collab/suites/property-options.ts";
import { newProject, newWebhookEndpoint } from "@weft/collab/suites/webhook-records.suite.ts";
import type { DomainEvent, FeedId, FeedMessageId, GroupId, ProjectId, RoomId } from "@weft/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "./open.ts";
import { addPeople } from "./testing/add-person.ts";
import { numbersFrom } from "./testing/numbers-from.ts";
import { whyNoPostgres } from "./testing/postgres.ts";
import { openTwoWriters } from "./testing/two-engines.ts";
import type { TwoWriters } from "./testing/two-engines.ts";

/**
 * Two stores write to one PostgreSQL database, as two servers would. What each of them sends is sent statement by statement,
 * in an order that a seed decides. `WEFT_SEED` runs a single seed, `WEFT_RUNS` more of them.
 */
const why = await whyNoPostgres();
if (why !== undefined) console.log(`Two writers are not tested: ${why}.`);

interface Scene {
  readonly one: Store;
  readonly other: Store;
  /** A project that no other run has. */
  readonly project: ProjectId;
  readonly pick: (below: number) => number;
  readonly query: TwoWriters["query"];
}

interface Scenario {
  /** Ends the sentence of a title. */
  readonly promises: string;
  readonly run: (scene: Scene) => Promise<void>;
}

const t = 1_800_000_000_000;

async function teamOf({ one, project }: Scene, ...owners: readonly string[]): Promise<string> {
  const team = `team ${project}`;
  const people = owners.map((name) => `${name} ${project}`);
  await addPeople(one, ...people);
  await one.teams.insertTeam({ id: team, name: team, plan: "Free", createdAt: 1 }, people[0]!);
  for (const person of people.slice(1)) {
    await one.teams.insertMember(team, person, 1);
    await one.teams.setRole(team, person, "owner");
  }
  return team;
}

function createdIn(project: ProjectId, roomId: string): DomainEvent {
  return { type: "roomCreated", data: { projectId: project, roomId, createdAt: "2026-11-01T00:00:00.000Z" } };
}

function deletedIn(project: ProjectId, roomId: string): DomainEvent {
  return { type: "roomDeleted", data: { projectId: project, roomId, deletedAt: "2026-11-01T00:00:00.000Z" } };
}

function threadIn(room: RoomId, id: string): ThreadRecord {
  const comment = { id: `cm ${id}`, userId: "ada", createdAt: 1, metadata: new Map(), attachments: [], reactions: [] };
  return {
    id,
    room,
    createdAt: 1,
    updatedAt: 1,
    resolved: false,
    visibility: "public",
    metadata: new Map([["status", "open"]]),
    comments: [{ ...comment, body: { version: 1, content: [] } }],
    revision: 0,
  };
}

/** Of two that add something that may be there `most` times, each one so often. */
const counted: readonly (readonly [
  string,
  (scene: Scene) => Promise<{
    readonly add: (store: Store, id: string, most: number) => Promise<unknown>;
    readonly table: string;
    readonly where?: string;
  }>,
])[] = [
  [
    "groups",
    async ({ project }) => ({
      add: (store, id, most) =>
        store.groups.insert(
          project,
          { id: id as GroupId, organizationId: "o", createdAt: 1, updatedAt: 1, mention: true, members: [] },
          most,
        ),
      table: "groups",
    }),
  ],
  [
    "chats",
    async ({ project }) => ({
      add: (store, id, most) => store.chats.create({ project, organizationId: "o", userId: "ada" }, newChat(id), most),
      table: "chats",
    }),
  ],
  [
    "copilots",
    async ({ one, project }) => {
      await one.projects.insertProject(newProject(project));
      return { add: (store, id, most) => store.copilots.insert(project, newCopilot(id), most), table: "copilots" };
    },
  ],
  [
    "webhook endpoints",
    async ({ one, project }) => {
      await one.projects.insertProject(newProject(project));
      return {
        add: (store, id, most) => store.webhooks.insertEndpoint(newWebhookEndpoint({ project, id }), most),
        table: "webhook_endpoints",
      };
    },
  ],
  [
    "feeds",
    async ({ one, project }) => {
      await one.rooms.insert(project, newRoom("a"));
      const room = { project, room: "a" as RoomId };
      return {
        add: (store, id, most) =>
          store.feeds.insert(
            room,
            { id: id as FeedId, metadata: new Map(), createdAt: 1, updatedAt: 1 },
            { feedsPerRoom: most },
          ),
        table: "feeds",
      };
    },
  ],
  [
    "management tokens",
    async (scene) => {
      const team = await teamOf(scene, "ada");
      return {
        add: (store, id, most) =>
          store.managementTokens.insert(
            {
              team,
              id,
              name: id,
              scopes: ["read:all"],
              tokenHash: `${team} ${id}`,
              lastFour: "wxyz",
              createdBy: "ada",
              createdAt: t,
              expiresAt: t + 1_000,
            },
            { limit: most, keptFrom: 0 },
          ),
        table: "management_tokens",
        where: `team_id = '${team}'`,
      };
    },
  ],
];

const scenarios: readonly Scenario[] = [
  {
    promises: "[PG9] a job is claimed by one of two",
    async run({ one, other, pick, query }) {
      const count = 2 + pick(4);
      await one.jobs.add(Array.from({ length: count }, () => ({ kind: "mail" as const, createdAt: t, payload: {} })));
      const stores = [one, other, one, other];
      const claims = await Promise.all(
        stores.map((store, n) => store.jobs.claim("mail", `claim ${n}`, t, t + 10, 1 + pick(count))),
      );
      claims.push(await one.jobs.claim("mail", "rest", t, t + 10, count));
      const ids = claims.flat().map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([count, count]);
      await query("delete from jobs");
    },
  },
  {
    promises: "[PG9] a webhook message is claimed by one of two",
    async run({ one, other, project, pick }) {
      await one.projects.insertProject(newProject(project));
      await one.webhooks.insertEndpoint(newWebhookEndpoint({ project }), 9);
      const name = { project, id: newWebhookEndpoint().id };
      const count = 2 + pick(4);
      const message = { project, endpoint: name.id, type: "roomCreated", body: "{}", createdAt: t, dueAt: t } as const;
      await one.webhooks.addMessages(
        Array.from({ length: count }, (_, n) => ({ ...message, id: `m${n}` })),
        [],
      );
      const claims = await Promise.all(
        [one, other, one, other].map((store, n) =>
          store.webhooks.claim(name, { claim: `claim ${n}`, now: t, until: t + 10, limit: 1 + pick(count) }),
        ),
      );
      claims.push(await one.webhooks.claim(name, { claim: "rest", now: t, until: t + 10, limit: count }));
      const ids = claims.flat().map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    },
  },
  {
    promises: "[PG10] a job that another one has claimed ends with no effects",
    async run({ one, other, project, query }) {
      await one.jobs.add([{ kind: "mail", createdAt: t, payload: {} }]);
      const { id } = (await one.jobs.claim("mail", "old", t, t + 10, 1))[0]!;
      const after = { kind: "export", key: project, createdAt: t, payload: {} } as const;
      const [finished, claimed] = await Promise.all([
        one.jobs.finish({ id, claim: "old" }, { jobs: [after] }),
        other.jobs.claim("mail", "new", t + 10, t + 20, 1),
      ]);
      expect(claimed).toHaveLength(finished ? 0 : 1);
      expect(await other.jobs.list({ kind: "export" })).toHaveLength(finished ? 1 : 0);
      expect((await other.jobs.find(id)) === undefined).toBe(finished);
      await query("delete from jobs");
    },
  },
  {
    promises: "[PG10] what holds a job is written before another one has claimed it, or not at all",
    async run({ one, other, project, query }) {
      await one.jobs.add([{ kind: "mail", createdAt: t, payload: {} }]);
      const { id } = (await one.jobs.claim("mail", "old", t, t + 10, 1))[0]!;
      const written = async () => (await other.jobs.list({ kind: "export" })).length;
      const effects: Effects = {
        jobs: [{ kind: "export", key: project, createdAt: t, payload: {} }],
        holding: { id, claim: "old" },
      };
      const [isWritten, atClaim] = await Promise.all([
        one.activity.write(noActivity, effects),
        other.jobs
          .claim("mail", "new", t + 10, t + 20, 1)
          .then(async (jobs) => (jobs.length === 0 ? undefined : written())),
      ]);
      if (atClaim !== undefined) expect(await written()).toBe(atClaim);
      expect(await written()).toBe(Number(isWritten));
      await query("delete from jobs");
    },
  },
  {
    promises: "[PG11] every event is read once, those of a room in the order of its changes",
    async run({ one, other, project, pick, query }) {
      const reader = `reader ${project}`;
      await one.outbox.register(reader);
      const read: OutboxEvent[] = [];
      const readOnce = async (store: Store) => {
        const events = await store.outbox.read(reader, 1 + pick(6));
        const [first, last] = [events[0], events.at(-1)];
        if (first === undefined || last === undefined) return false;
        const advance = { reader, seq: last.seq, first: first.seq };
        if (await store.activity.write(noActivity, { advance })) read.push(...events);
        return true;
      };
      const written: DomainEvent[] = [];
      const change = async (store: Store, room: string, isThere: boolean) => {
        const event = isThere ? deletedIn(project, room) : createdIn(project, room);
        const done = isThere
          ? await store.rooms.delete(project, room, t, { events: [event] })
          : (await store.rooms.insert(project, newRoom(room), { events: [event] })) !== undefined;
        if (done) written.push(event);
      };
      const writing = async (store: Store) => {
        for (let round = 0; round < 3; round += 1)
          await Promise.all(Array.from({ length: 1 + pick(2) }, () => change(store, `room ${pick(3)}`, pick(3) === 0)));
      };
      const reading = async (store: Store) => {
        for (let round = 0; round < 4; round += 1) await readOnce(store);
      };
      await Promise.all([writing(one), writing(other), reading(one), reading(other)]);
      while (await readOnce(other));
      const told = (events: readonly DomainEvent[]) => events.map(({ type, data }) => `${type} ${data.roomId}`).sort();
      expect(told(read.map(({ event }) => event))).toEqual(told(written));
      for (const room of ["room 0", "room 1", "room 2"]) {
        const ofRoom = read.filter(({ event }) => event.data.roomId === room).map(({ event }) => event.type);
        expect(ofRoom).toEqual(ofRoom.map((_, at) => (at % 2 === 0 ? "roomCreated" : "roomDeleted")));
      }
      await query("delete from outbox_readers");
      await query("delete from outbox");
    },
  },
  {
    promises: "[PG12] two owners who remove each other leave one",
    async run(scene) {
      const { one, other, project, pick } = scene;
      const team = await teamOf(scene, "ada", "bob");
      const leave = (store: Store, name: string) =>
        pick(2) === 0
          ? store.teams.removeMember(team, `${name} ${project}`)
          : store.teams.setRole(team, `${name} ${project}`, "member");
      const outcomes = await Promise.all([leave(one, "ada"), leave(other, "bob")]);
      expect(outcomes.toSorted()).toEqual(["done", "lastOwner"]);
      const owners = (await one.teams.members(team)).filter(({ role }) => role === "owner");
      expect(owners).toHaveLength(1);
    },
  },
  {
    promises: "[PG12] a team that is deleted gets no project",
    async run(scene) {
      const { one, other, project } = scene;
      const team = await teamOf(scene, "ada");
      const from = `${team} before`;
      await one.teams.insertTeam({ id: from, name: from, plan: "Free", createdAt: 1 }, `ada ${project}`);
      await one.projects.insertProject({ ...newProject(project), team: from });
      const [isDeleted, outcome] = await Promise.all([
        one.teams.deleteTeam(team),
        other.projects.moveProject({ id: project, revision: 1 }, team),
      ]);
      expect(outcome).toBe(isDeleted ? "missingTeam" : "moved");
    },
  },
  ...counted.map(([what, prepare]): Scenario => ({
    promises: `[PG12] two that add ${what} do not pass their limit`,
    async run(scene) {
      const { one, other, project, pick, query } = scene;
      const { add, table, where = `project_id = '${project}'` } = await prepare(scene);
      const most = 1 + pick(3);
      for (let n = 1; n < most; n += 1) await add(one, `first ${n}`, most);
      await Promise.all([
        ...Array.from({ length: 1 + pick(2) }, (_, n) => add(one, `one ${n}`, most)),
        ...Array.from({ length: 1 + pick(2) }, (_, n) => add(other, `other ${n}`, most)),
      ]);
      const [row] = await query<{ count: number }>(`select count(*) as count from ${table} where ${where}`);
      expect(row?.count).toBe(most);
    },
  })),
  {
    promises: "[PG12] of two messages of a feed with one id, one is written",
    async run({ one, other, project, query }) {
      await one.rooms.insert(project, newRoom("a"));
      const room = { project, room: "a" as RoomId };
      const feed = "feed" as FeedId;
      await one.feeds.insert(room, { id: feed, metadata: new Map(), createdAt: 1, updatedAt: 1 }, { feedsPerRoom: 9 });
      const message = { id: "m" as FeedMessageId, data: {}, createdAt: 1, updatedAt: 1 };
      const outcomes = await Promise.all(
        [one, other].map((store) => store.feeds.insertMessage(room, feed, message, { messagesPerFeed: 9 })),
      );
      expect(outcomes.toSorted()).toEqual(["exists", "inserted"]);
      const [row] = await query<{ messages: number }>("select messages from feeds where project_id = $1", [project]);
      expect(row?.messages).toBe(1);
    },
  },
  {
    promises: "[PG12] nothing is left in a room that is deleted",
    async run({ one, other, project, pick, query }) {
      const [created] = [await one.rooms.insert(project, newRoom("a", { metadata: new Map([["k", "v"]]) }))];
      const room = { project, room: "a" as RoomId };
      const feed = { id: "feed" as FeedId, metadata: new Map(), createdAt: 1, updatedAt: 1 };
      const before = threadIn(room.room, "th before");
      await one.threads.write(room, { after: before, now: 1 });
      const upload = {
        id: `up ${project}`,
        file: "f",
        name: "f",
        reserved: 1,
        sized: true,
        blob: project,
        session: "",
      };
      const owner = { ...room, kind: "storageFile" } as const;
      const additions: readonly ((store: Store) => Promise<unknown>)[] = [
        (store) => store.threads.write(room, { after: threadIn(room.room, "th new"), now: 2 }),
        (store) =>
          store.threads.notifyLater(room, {
            thread: before.id,
            comment: before.comments[0]!.id,
            users: [{ userId: "ben", id: `in ${project}`, reason: "mention" }],
            organizationId: "default",
            notifiedAt: 2,
            dueAt: t,
            now: 2,
          }),
        (store) => store.feeds.insert(room, feed, { feedsPerRoom: 9 }),
        (store) => store.rooms.update(project, { ...created!, metadata: new Map([["k", "w"]]) }),
        (store) => store.activity.write({ ...noActivity, sizes: [{ project, room: "a", storageBytes: 1 }] }),
        (store) => store.uploads.insertUpload(owner, { ...upload, userId: undefined, expiresAt: t }),
      ];
      // Two that differ: an upload has an id of its own.
      const first = pick(additions.length);
      const second = (first + 1 + pick(additions.length - 1)) % additions.length;
      await Promise.all([
        one.rooms.delete(project, "a", 3),
        ...[first, second].map((index) => additions[index]!(other)),
      ]);
      for (const table of [
        "threads",
        "comments",
        "thread_metadata",
        "thread_subscriptions",
        "feeds",
        "uploads",
        "room_sizes",
      ]) {
        const rows = await query(
          `select from ${table} as own where project_id = $1 and not exists (select from rooms where key = own.room_key)`,
          [project],
        );
        expect([table, rows.length]).toEqual([table, 0]);
      }
      expect(await query("select from inbox_notifications where project_id = $1", [project])).toEqual([]);
    },
  },
  {
    promises: "[PG12] of a room that takes an id and one that is created with it, one has it",
    async run({ one, other, project }) {
      await one.rooms.insert(project, newRoom("a"));
      const [renamed, inserted] = await Promise.all([
        one.rooms.rename(project, "a", "b"),
        other.rooms.insert(project, newRoom("b")),
      ]);
      expect(renamed).toBe(inserted === undefined ? "renamed" : "taken");
    },
  },
  {
    promises: "[PG12] a file that a comment takes before it expires keeps its bytes",
    async run({ one, other, project, query }) {
      await one.rooms.insert(project, newRoom("a"));
      const room = { project, room: "a" as RoomId };
      const owner = { ...room, kind: "attachment" } as const;
      const upload = { id: `up ${project}`, file: "f", name: "f", reserved: 1, sized: true, session: "" };
      await one.uploads.insertUpload(owner, { ...upload, blob: project, userId: "ada", expiresAt: t });
      await one.uploads.finish(owner, { upload: upload.id, size: 1, mimeType: "", createdAt: 1, expiresAt: t });
      const claim = { userId: "ada", ids: ["f"] };
      const [, isWritten] = await Promise.all([
        one.uploads.expire(t),
        other.threads.write(room, { after: threadIn(room.room, "th"), now: 1, claim }),
      ]);
      expect((await one.uploads.find(owner, "f")) !== undefined).toBe(isWritten);
      const doomed = await query("select from doomed_blobs where project_id = $1", [project]);
      expect(doomed).toHaveLength(isWritten ? 0 : 1);
    },
  },
  {
    promises: "[PG12] a day of a user that two have seen counts once in the month",
    async run({ one, other, project, query }) {
      const users = [{ project, day: 20_000, id: "ada", connections: 1 }];
      await Promise.all([one, other].map((store) => store.activity.write({ ...noActivity, users })));
      const months = await query("select days from monthly_users where project_id = $1", [project]);
      const days = await query("select connections from active_users where project_id = $1", [project]);
      expect([months, days]).toEqual([[{ days: 1 }], [{ connections: 2 }]]);
    },
  },
  {
    promises: "[PG12] a chat that is deleted has no messages",
    async run({ one, other, project, query }) {
      const owner = { project, organizationId: "o", userId: "ada" };
      await one.chats.create(owner, newChat("c"), 9);
      await Promise.all([
        one.chats.delete(owner, "c"),
        other.chats.add(owner, "c", [newQuestion("ms")], { node: "n", now: t, until: t }),
      ]);
      expect(await query("select from chat_messages where project_id = $1", [project])).toEqual([]);
    },
  },
];

/** How often each scenario is run. */
const { numRuns, seed } = propertyOptions(Math.ceil(100 / scenarios.length));
let projects = 0;

async function run(writers: TwoWriters, { run: play }: Scenario, of: number): Promise<void> {
  const [one, other] = writers.interleave(of);
  const random = numbersFrom(of ^ 0x5eed);
  const project = `p${++projects}` as ProjectId;
  await play({
    one,
    other,
    project,
    pick: (below) => Math.floor(random() * below),
    query: (...asked) => writers.query(...asked),
  });
}

describe.skipIf(why !== undefined)("two writers", () => {
  let writers: TwoWriters;
  beforeAll(async () => {
    writers = await openTwoWriters();
  });
  afterAll(() => writers[Symbol.asyncDispose]());

  test.for(scenarios)("$promises", async (scenario) => {
    const first = seed ?? Math.floor(Math.random() * 2 ** 31);
    for (let at = 0; at < (seed === undefined ? numRuns : 1); at += 1)
      await run(writers, scenario, first + at).catch((error: unknown) => {
        throw new Error(`With WEFT_SEED=${first + at}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      });
  });
});

/** Without what holds rows and names, as one writer would need no more. */
function withoutLocks(sql: string): string {
  if (sql.includes("pg_advisory_xact_lock"))
    return sql.includes("unnest") ? "select $1::bigint[], $2::boolean[]" : "select 1";
  return sql.replaceAll(/ for update(?: skip locked)?/g, "");
}

describe.skipIf(why !== undefined)("two writers without locks", () => {
  let writers: TwoWriters;
  beforeAll(async () => {
    writers = await openTwoWriters({ rewrite: withoutLocks });
  });
  afterAll(() => writers[Symbol.asyncDispose]());

  test.for(scenarios)("break what is promised: $promises", async (scenario) => {
    const breaks = async (of: number) =>
      run(writers, scenario, of).then(
        () => false,
        () => true,
      );
    let of = 1;
    while (of <= 60 && !(await breaks(of))) of += 1;
    expect(of).toBeLessThanOrEqual(60);
  });
});
