import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createProjects } from "@weft/collab";
import { createMemoryProjectRecords } from "@weft/collab/suites/memory-project-records.ts";
import type { RoomAddress, RoomId, VersionId } from "@weft/protocol";
import { limits, WeftError } from "@weft/protocol";
import { createManualClock, settled } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { openJobRunner } from "./jobs/job-runner.ts";
import { openServer } from "./server.ts";
import { createAutomaticVersions } from "./version-job.ts";

async function open(versionCreationTimeout: number | false) {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = stack.use(await openStore("sqlite::memory:"));
  const projects = createProjects(createMemoryProjectRecords());
  const { project } = await projects.createProject({ name: "One", type: "dev", versionCreationTimeout });
  const made: string[] = [];
  const world = { failure: undefined as Error | undefined };
  const log = pino({ level: "silent" });
  const automatic = createAutomaticVersions({
    projects,
    jobs: store.jobs,
    clock,
    log,
    versions: {
      async create({ room }) {
        made.push(room);
        if (world.failure !== undefined) throw world.failure;
        return { id: "vh_1" as VersionId, createdAt: 1, authors: [] };
      },
    },
  });
  const runner = stack.use(openJobRunner({ records: store.jobs, clock, limits, log }));
  runner.handle(automatic.handler);
  const room = (id: string): RoomAddress => ({ project: project.id, room: id as RoomId });
  const waiting = async () =>
    (await store.jobs.list({ kind: "version" })).map(({ payload, dueAt }) => [payload["room"], dueAt - clock.now()]);
  const held = stack.move();
  return { automatic, clock, made, room, world, waiting, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

const byRoom = (one: readonly unknown[], other: readonly unknown[]) => String(one[0]).localeCompare(String(other[0]));

test("a room that is changed gets one version when the time is up, and another when it is changed again", async () => {
  await using here = await open(45);
  const { automatic, clock, made, room, waiting } = here;
  for (let n = 0; n < 3; n++) automatic.changed(room("a"));
  automatic.changed(room("b"));
  await expect
    .poll(async () => (await waiting()).toSorted(byRoom))
    .toEqual([
      ["a", 45_000],
      ["b", 45_000],
    ]);
  automatic.changed(room("a"));
  await clock.advance(45_000);
  await expect.poll(waiting).toEqual([]);
  expect(made.toSorted()).toEqual(["a", "b"]);
  automatic.changed(room("a"));
  await expect.poll(waiting).toEqual([["a", 45_000]]);
  await clock.advance(45_000);
  await expect.poll(waiting).toEqual([]);
  expect(made.filter((id) => id === "a")).toHaveLength(2);
});

test("a project that wants none gets none", async () => {
  await using here = await open(false);
  here.automatic.changed(here.room("a"));
  await settled();
  expect(await here.waiting()).toEqual([]);
});

test("a version that fails is tried again, unless the room is gone", async () => {
  await using here = await open(30);
  const { automatic, clock, made, room, world, waiting } = here;
  world.failure = new WeftError("SERVICE_UNAVAILABLE");
  automatic.changed(room("a"));
  await expect.poll(waiting).toEqual([["a", 30_000]]);
  await clock.advance(30_000);
  await expect.poll(waiting).toEqual([["a", limits.jobRetryMs]]);
  world.failure = new WeftError("ROOM_NOT_FOUND");
  await clock.advance(limits.jobRetryMs);
  await expect.poll(waiting).toEqual([]);
  expect(made).toEqual(["a", "a"]);
});

test("a server makes them for rooms that are changed, and for no others", async () => {
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
    const projects = createProjects(store.projects);
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
    return db.prepare("select json_extract(payload, '$.room') as room from jobs where kind = 'version'").all();
  };
  await expect.poll(jobs).toEqual([{ room: "changed" }]);
  expect(await versions("changed")).toEqual([]);
  passed = 31_000;
  await expect.poll(() => versions("changed"), { timeout: 30_000 }).toHaveLength(1);
  expect(await versions("quiet")).toEqual([]);
});
