import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createProjects } from "@weft/collab";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { createMemoryProjectRecords } from "@weft/collab/suites/memory-project-records.ts";
import type { RoomAddress, RoomId, VersionId } from "@weft/protocol";
import { limits, WeftError } from "@weft/protocol";
import type { CommitEffects, OpenedRoom } from "@weft/room";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { openJobRunner } from "./job-runner.ts";
import { openServer } from "../server.ts";
import { createRoomJobs } from "./room-jobs.ts";
import { createVersionHandler } from "./version-job.ts";

async function open(versionCreationTimeout: number | false) {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = stack.use(await openStore("sqlite::memory:"));
  const projects = createProjects({ records: createMemoryProjectRecords(), now: () => clock.now() });
  const { project } = await projects.createProject({ name: "One", type: "dev", versionCreationTimeout });
  const made: string[] = [];
  const world = { failure: undefined as Error | undefined };
  const log = pino({ level: "silent" });
  const roomJobs = createRoomJobs({ projects, clock, limits });
  const handler = createVersionHandler({
    projects,
    host: { beginJob: (_address, job) => roomJobs.begin(job) },
    store: store.roomStore,
    clock,
    versions: {
      async create({ room }) {
        made.push(room);
        if (world.failure !== undefined) throw world.failure;
        return { id: "vh_1" as VersionId, createdAt: 1, authors: [] };
      },
    },
  });
  const runner = stack.use(openJobRunner({ records: store.jobs, clock, limits, log }));
  runner.handle(handler);
  const opened = new Map<string, { readonly room: OpenedRoom; readonly effects: CommitEffects; seq: number }>();
  const address = (id: string): RoomAddress => ({ project: project.id, room: id as RoomId });
  const change = async (id: string) => {
    if (!opened.has(id)) {
      await store.rooms.insert(project.id, newRoom(id));
      const room = (await store.roomStore.open(address(id), 1))!;
      opened.set(id, { room, effects: roomJobs.open(room), seq: 0 });
    }
    const { room, effects } = opened.get(id)!;
    const seq = ++opened.get(id)!.seq;
    // Of the jobs that it brings, those of versions are looked at here.
    const jobs = effects.committing({ storage: true, documents: 0 }).filter(({ kind }) => kind === "version");
    await store.roomStore.commit({ ...room, seq, puts: [], drops: [], actors: [], jobs });
    effects.settled(true);
  };
  const waiting = async () =>
    (await store.jobs.list({ kind: "version" }))
      .map(({ key, dueAt }) => [key.split(" ")[1], dueAt - clock.now()])
      .toSorted(byRoom);
  const keyOf = (id: string) => String(opened.get(id)!.room.key);
  const held = stack.move();
  return {
    projects,
    project,
    store,
    clock,
    made,
    change,
    keyOf,
    world,
    waiting,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const byRoom = (one: readonly unknown[], other: readonly unknown[]) => String(one[0]).localeCompare(String(other[0]));

test("[VH6] a room that is changed gets one version when the time is up, and another when it is changed again", async () => {
  await using here = await open(45);
  const { change, clock, made, keyOf, waiting } = here;
  for (const id of ["a", "a", "a", "b"]) await change(id);
  // The job runs once to read the project's setting, which is not in memory at the first change.
  await expect.poll(waiting).toEqual([
    [keyOf("a"), 45_000],
    [keyOf("b"), 45_000],
  ]);
  await change("a");
  await clock.advance(45_000);
  await expect.poll(waiting).toEqual([]);
  expect(made.toSorted()).toEqual(["a", "b"]);
  await change("a");
  expect(await waiting()).toEqual([[keyOf("a"), 45_000]]);
  await clock.advance(45_000);
  await expect.poll(waiting).toEqual([]);
  expect(made.filter((id) => id === "a")).toHaveLength(2);
});

test("a project that wants no versions gets none, and one that changes its mind gets them", async () => {
  await using here = await open(false);
  const { projects, project, change, clock, made, keyOf, waiting } = here;
  await projects.find(project.id);
  await change("a");
  expect(await waiting()).toEqual([]);
  await projects.updateProject(project.id, { versionCreationTimeout: 30 });
  await change("a");
  await expect.poll(waiting).toEqual([[keyOf("a"), 30_000]]);
  await projects.updateProject(project.id, { versionCreationTimeout: false });
  await clock.advance(30_000);
  await expect.poll(waiting).toEqual([]);
  expect(made).toEqual([]);
});

test("[VH6] a version that fails is tried again, unless its room was deleted", async () => {
  await using here = await open(30);
  const { change, clock, made, keyOf, world, waiting, project, store } = here;
  world.failure = new WeftError("SERVICE_UNAVAILABLE");
  await change("a");
  await expect.poll(waiting).toEqual([[keyOf("a"), 30_000]]);
  await clock.advance(30_000);
  await expect.poll(waiting).toEqual([[keyOf("a"), limits.jobRetryMs]]);
  // A change adds another job, which the next try covers.
  await change("a");
  expect(await waiting()).toHaveLength(2);
  // A room that was renamed while the version was made is not found, and is there under another id.
  world.failure = new WeftError("ROOM_NOT_FOUND");
  await store.rooms.rename(project.id, "a", "renamed");
  await clock.advance(limits.jobRetryMs);
  await expect.poll(waiting).toEqual([
    [keyOf("a"), 30_000 - limits.jobRetryMs],
    [keyOf("a"), 2 * limits.jobRetryMs],
  ]);
  await store.rooms.delete(project.id, "renamed", 1);
  await clock.advance(2 * limits.jobRetryMs);
  await expect.poll(waiting).toEqual([]);
  expect(made).toEqual(["a", "renamed"]);
});

test("[VH6] a server makes versions of rooms that are changed, and of no others", async () => {
  const data = await mkdtemp(join(tmpdir(), "weft-versions-"));
  await using _ = { [Symbol.asyncDispose]: () => rm(data, { recursive: true, force: true }) };
  const secretKey = "sk_test_automatic";
  const config = readConfig({
    WEFT_PORT: "0",
    WEFT_DATA: data,
    WEFT_LOG: "error",
    WEFT_DEMO_SECRET_KEY: secretKey,
    WEFT_LIMITS: JSON.stringify({ jobPollMs: 100 }),
  });
  let passed = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + passed };
  const log = pino({ level: "silent" });
  await (await openServer(config, log, clock))[Symbol.asyncDispose]();
  {
    await using store = await openStore(`sqlite:${join(data, "weft.db")}`);
    const projects = createProjects({ records: store.projects });
    const [demo] = await projects.all();
    await projects.updateProject(demo!.id, { versionCreationTimeout: 31 });
  }
  await using server = await openServer(config, log, clock);
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { Authorization: `Bearer ${secretKey}` };
    const response = await fetch(`${server.url}/v2/rooms${path}`, { method, headers, body: JSON.stringify(body) });
    expect(response.ok).toBe(true);
    return (await response.text()) || "null";
  };
  const versions = async (room: string) =>
    (JSON.parse(await call("GET", `/${room}/versions`)) as { data: unknown[] }).data;
  for (const id of ["changed", "quiet"]) await call("POST", "", { id, defaultAccesses: [] });
  await call("GET", "/quiet/storage");
  await call("PATCH", "/changed/storage/json-patch", [{ op: "add", path: "/n", value: 1 }]);
  const jobs = () => {
    using db = new DatabaseSync(join(data, "weft.db"), { readOnly: true });
    return db
      .prepare(
        "select rooms.id as room from jobs join rooms on rooms.key = json_extract(jobs.payload, '$.key') where kind = 'version'",
      )
      .all();
  };
  await expect.poll(jobs).toEqual([{ room: "changed" }]);
  expect(await versions("changed")).toEqual([]);
  passed = 31_000;
  await expect.poll(() => versions("changed"), { timeout: 30_000 }).toHaveLength(1);
  expect(await versions("quiet")).toEqual([]);
});
