import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAccounts } from "@weft/collab";
import { openMemoryAccountRecords } from "@weft/collab/suites/memory-account-records.ts";
import type { RoomAddress, RoomId, VersionId } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openAutomaticVersions } from "./automatic-versions.ts";
import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { openServer } from "./server.ts";

/** A clock whose timers of so many milliseconds ring when the test says so. */
function ringing(held: (afterMs: number) => boolean) {
  const timers = new Map<Timer, { readonly afterMs: number; readonly run: () => void }>();
  const clock: Clock = {
    ...systemClock,
    setTimer(afterMs, run) {
      if (!held(afterMs)) return systemClock.setTimer(afterMs, run);
      const timer = { cancel: () => void timers.delete(timer) };
      timers.set(timer, { afterMs, run });
      return timer;
    },
  };
  const ring = () => {
    const due = [...timers.values()];
    timers.clear();
    for (const { run } of due) run();
  };
  return { clock, timers, ring };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function open(versionCreationTimeout: number | false) {
  const accounts = openAccounts(openMemoryAccountRecords());
  const { project } = await accounts.createProject({ name: "One", type: "dev", versionCreationTimeout });
  const { clock, timers, ring } = ringing(() => true);
  const made: string[] = [];
  const world = { failure: undefined as Error | undefined };
  const automatic = openAutomaticVersions({
    accounts,
    clock,
    log: pino({ level: "silent" }),
    versions: {
      async create({ room }) {
        made.push(room);
        if (world.failure !== undefined) throw world.failure;
        return { id: "vh_1" as VersionId, createdAt: 1, authors: [] };
      },
    },
  });
  const room = (id: string): RoomAddress => ({ project: project.id, room: id as RoomId });
  return { automatic, timers, ring, made, room, world };
}

test("a room that is changed gets one version when the time is up, and another when it is changed again", async () => {
  const { automatic, timers, ring, made, room } = await open(45);
  for (let n = 0; n < 3; n++) automatic.changed(room("a"));
  automatic.changed(room("b"));
  await settle();
  automatic.changed(room("a"));
  expect([...timers.values()].map(({ afterMs }) => afterMs)).toEqual([45_000, 45_000]);
  ring();
  await settle();
  expect([made.toSorted(), timers.size]).toEqual([["a", "b"], 0]);
  automatic.changed(room("a"));
  await settle();
  ring();
  await settle();
  expect(made.filter((id) => id === "a")).toHaveLength(2);
});

test("a project that wants none gets none", async () => {
  const { automatic, timers, room } = await open(false);
  automatic.changed(room("a"));
  await settle();
  expect(timers.size).toBe(0);
});

test("a version that fails is tried again, unless the room is gone", async () => {
  const { automatic, timers, ring, room, world } = await open(30);
  world.failure = new WeftError("SERVICE_UNAVAILABLE");
  automatic.changed(room("a"));
  await settle();
  ring();
  await settle();
  expect(timers.size).toBe(1);
  world.failure = new WeftError("ROOM_NOT_FOUND");
  ring();
  await settle();
  expect(timers.size).toBe(0);
});

test("closing leaves no timer, and no change sets another", async () => {
  const { automatic, timers, room } = await open(30);
  automatic.changed(room("a"));
  await settle();
  automatic.changed(room("b"));
  automatic[Symbol.dispose]();
  await settle();
  automatic.changed(room("c"));
  await settle();
  expect(timers.size).toBe(0);
});

test("a server makes them for rooms that are changed, and for no others", async () => {
  const data = await mkdtemp(join(tmpdir(), "weft-versions-"));
  await using _ = { [Symbol.asyncDispose]: () => rm(data, { recursive: true, force: true }) };
  const secretKey = "sk_test_automatic";
  const config = readConfig({ WEFT_PORT: "0", WEFT_DATA: data, WEFT_LOG: "error", WEFT_DEMO_SECRET_KEY: secretKey });
  const { clock, timers, ring } = ringing((afterMs) => afterMs === 31_000);
  const log = pino({ level: "silent" });
  await (await openServer(config, log, clock))[Symbol.asyncDispose]();
  {
    await using store = await openStore(`sqlite:${join(data, "weft.db")}`);
    const accounts = openAccounts(store.accounts);
    const [demo] = await accounts.projects();
    await accounts.updateProject(demo!.id, { versionCreationTimeout: 31 });
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
  await expect.poll(() => timers.size).toBe(1);
  expect(await versions("changed")).toEqual([]);
  ring();
  await expect.poll(() => versions("changed"), { timeout: 30_000 }).toHaveLength(1);
  expect(await versions("quiet")).toEqual([]);
});
