import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createSignalNetwork } from "../suites/signal-network.ts";
import { demoProjectId } from "./projects/own-projects.ts";
import { createQuotas } from "./quotas.ts";
import type { ProjectUsage } from "./quotas.ts";

const project = "p" as ProjectId;
const other = "q" as ProjectId;

function world(
  usage: ProjectUsage,
  limits = { roomsPerProject: 3, bytesPerProject: 100, roomsInDemo: 2, bytesInDemo: 50 },
) {
  const here = { now: 0, usage, measured: 0, fails: false };
  const quotas = createQuotas({
    records: {
      async measure() {
        here.measured++;
        if (here.fails) throw new Error("the database does not answer");
        return here.usage;
      },
    },
    limits,
    now: () => here.now,
  });
  return Object.assign(here, { quotas });
}

test("rooms are admitted up to the limit of the project, and what is admitted counts at once", async () => {
  const { quotas, ...here } = world({ rooms: 1, bytes: 0 });
  await quotas.admitRoom(project);
  await quotas.admitRoom(project);
  await expect(quotas.admitRoom(project)).rejects.toMatchObject({ code: "PROJECT_FULL" });
  await quotas.admitRoom(other);
  expect(here.usage.rooms).toBe(1);
});

test("bytes are admitted up to the limit of the project, over which it gets no new room either", async () => {
  const { quotas } = world({ rooms: 0, bytes: 40 });
  await quotas.admitBytes(project, 60);
  await expect(quotas.admitBytes(project, 1)).rejects.toMatchObject({ code: "PROJECT_FULL" });
  await quotas.admitRoom(project);
  const full = world({ rooms: 0, bytes: 101 });
  await expect(full.quotas.admitRoom(project)).rejects.toMatchObject({ code: "PROJECT_FULL" });
});

test("usage is measured once a minute, for all who ask at the same time", async () => {
  const here = world({ rooms: 3, bytes: 0 });
  await Promise.allSettled([1, 2, 3].map(() => here.quotas.admitRoom(project)));
  expect(here.measured).toBe(1);
  here.usage = { rooms: 0, bytes: 0 };
  await expect(here.quotas.admitRoom(project)).rejects.toMatchObject({ code: "PROJECT_FULL" });
  here.now += 60_000;
  await Promise.all([1, 2, 3].map(() => here.quotas.admitRoom(project)));
  expect(here.measured).toBe(2);
});

test("a measurement that fails is told, and made again at the next call", async () => {
  const here = world({ rooms: 0, bytes: 0 });
  here.fails = true;
  await expect(here.quotas.admitRoom(project)).rejects.toThrow("does not answer");
  here.fails = false;
  await here.quotas.admitRoom(project);
  expect(here.measured).toBe(2);
});

test("[WR2] the demo project has a smaller total than others", async () => {
  const { quotas } = world({ rooms: 0, bytes: 0 });
  await quotas.admitBytes(demoProjectId, 50);
  await expect(quotas.admitBytes(demoProjectId, 1)).rejects.toMatchObject({ code: "PROJECT_FULL" });
  await quotas.admitRoom(demoProjectId);
  await quotas.admitRoom(demoProjectId);
  await expect(quotas.admitRoom(demoProjectId)).rejects.toMatchObject({ code: "PROJECT_FULL" });
  await quotas.admitRoom(project);
  await quotas.admitBytes(project, 100);
});

test("[SG11] what other processes admit counts within a thousandth of the limit, before it is measured", async () => {
  const network = createSignalNetwork();
  const limits = { roomsPerProject: 10, bytesPerProject: 100_000, roomsInDemo: 2, bytesInDemo: 50 };
  const open = () =>
    createQuotas({
      records: { measure: async () => ({ rooms: 0, bytes: 0 }) },
      limits,
      signals: network.join(),
      now: () => 0,
    });
  const [one, two] = [open(), open()];
  for (const quotas of [one, two]) await quotas.admitBytes(project, 1);
  for (let room = 0; room < 4; room++) {
    await one.admitRoom(project);
    await two.admitRoom(project);
  }
  for (let part = 0; part < 998; part++) await one.admitBytes(project, 100);
  await network.settle();
  await one.admitRoom(project);
  await two.admitRoom(project);
  await network.settle();
  await expect(one.admitRoom(project)).rejects.toMatchObject({ code: "PROJECT_FULL" });
  await expect(two.admitRoom(project)).rejects.toMatchObject({ code: "PROJECT_FULL" });
  await expect(two.admitBytes(project, 301)).rejects.toMatchObject({ code: "PROJECT_FULL" });
});
