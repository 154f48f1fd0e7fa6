import { createNotificationEventsHandler, createNotificationSettings, notificationJob } from "@weft/collab";
import type { JobClaim, NewCustomNotification, NotificationSettings } from "@weft/collab";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import { limits } from "@weft/protocol";
import { createManualClock, settled } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openJobRunner } from "./job-runner.ts";

const project = "p" as ProjectId;
const log = pino({ level: "silent" });
const delayMs = 120_000;

/** A database, a clock of the test's own, and the process that writes events. */
async function world() {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = stack.use(await openStore("sqlite::memory:"));
  await store.outbox.register("test");
  await store.rooms.insert(project, newRoom("r"));
  const settings = createNotificationSettings({ records: store.notificationSettings });
  /** What happens between the reading of settings and the writing of events. */
  const between = { run: async () => {} };
  const slow: Pick<NotificationSettings, "channelsOf"> = {
    async channelsOf(of, users) {
      const channels = await settings.channelsOf(of, users);
      await between.run();
      return channels;
    },
  };
  /** Under which the job ran, the last one last. */
  const claims: JobClaim[] = [];
  const start = () => {
    const runner = openJobRunner({ records: store.jobs, clock, limits, log });
    const now = () => clock.now();
    const handler = createNotificationEventsHandler({ records: store.inbox, settings: slow, now });
    runner.handle({
      ...handler,
      run(job) {
        claims.push(job.claim);
        return handler.run(job);
      },
    });
    return runner;
  };
  let ids = 0;
  const notify = async (userId: string, change: Partial<NewCustomNotification> = {}) => {
    const createdAt = clock.now();
    const dueAt = createdAt + delayMs;
    const id = `in_${ids++}`;
    const activity = { id: "ac", createdAt, data: {} };
    const common = { project, userId, id, organizationId: "default", kind: "$file", subjectId: "s", activity, dueAt };
    const effects = { jobs: [notificationJob(dueAt, createdAt)] };
    expect(await store.inbox.addActivity({ ...common, ...change }, 50, effects)).toBe("written");
    return id;
  };
  const begin = clock.now();
  const held = stack.move();
  return {
    clock,
    store,
    settings,
    between,
    claims,
    start,
    notify,
    begin,
    /** Lets the database answer what the runner asks, one question after another. */
    async quiet() {
      for (let turn = 0; turn < 10; turn++) {
        await settled();
        await store.notificationSettings.delete(project, "nobody");
        await store.jobs.list();
      }
    },
    /** In steps in which the runner looks for jobs. */
    async advance(byMs: number) {
      for (let left = byMs; left > 0; left -= limits.jobPollMs) {
        await clock.advance(Math.min(left, limits.jobPollMs));
        await this.quiet();
      }
    },
    /** Each event as its user, channel, notification, and how long after the beginning it was triggered and written. */
    async events() {
      return (await store.outbox.read("test", 1_000)).flatMap(({ event: { type, data } }) =>
        type === "notification"
          ? [
              [
                data.userId,
                data.channel,
                data.inboxNotificationId,
                Date.parse(data.triggeredAt) - begin,
                Date.parse(data.createdAt) - begin,
              ],
            ]
          : [],
      );
    },
    jobs: () => store.jobs.list(),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const ofProject = { id: project, name: "One" };
const everywhere = {
  customKinds: [{ kind: "$file", batched: true }],
  channels: { email: { kinds: new Map([["$file", true]]) }, slack: { kinds: new Map([["$file", false]]) } },
};

test("[IN8] what is unread after the delay leads to one event for each channel that is on, with the time of its beginning", async () => {
  await using here = await world();
  await here.settings.changeProject(ofProject, everywhere);
  await here.settings.changeOfUser(project, "eve", { slack: new Map([["$file", true]]) });
  await here.settings.changeOfUser(project, "off", { email: new Map([["$file", false]]) });
  await using _ = here.start();
  const ada = await here.notify("ada");
  await here.advance(60_000);
  const eve = await here.notify("eve", { room: "r" as RoomId });
  await here.notify("off");
  // A second activity of the same notification: no event of its own.
  expect(await here.notify("ada")).not.toBe(ada);
  await here.advance(delayMs - 60_001);
  expect(await here.events()).toEqual([]);
  await here.advance(1);
  expect(await here.events()).toEqual([["ada", "email", ada, 0, delayMs]]);
  await here.advance(60_000);
  expect((await here.events()).slice(1)).toEqual([
    ["eve", "email", eve, 60_000, delayMs + 60_000],
    ["eve", "slack", eve, 60_000, delayMs + 60_000],
  ]);
  expect(await here.jobs()).toEqual([]);
  // Nothing is due again, until there is something new.
  await here.advance(2 * delayMs);
  expect(await here.events()).toHaveLength(3);
  const again = here.clock.now() - here.begin;
  await here.notify("ada");
  await here.advance(delayMs);
  expect((await here.events()).slice(3)).toEqual([["ada", "email", ada, again, again + delayMs]]);
  expect((await here.store.outbox.read("test", 9))[1]!.event.data).toMatchObject({
    kind: "$file",
    subjectId: "s",
    roomId: "r",
    projectId: project,
  });
});

test("[IN8] events name the thread, the mention or the subject, and what was read or deleted leads to none", async () => {
  await using here = await world();
  await using _ = here.start();
  const { inbox } = here.store;
  const users = ["ada", "read", "deleted"].map((userId) => ({ userId, id: `in_${userId}` }));
  const notifiedAt = here.clock.now();
  const mention = { kind: "user", id: "ada" } as never;
  const common = { organizationId: "default", createdBy: "bob", mention, notifiedAt, dueAt: notifiedAt + delayMs };
  await inbox.insertTextMention(
    { project, room: "r" as RoomId },
    { mentionId: "m", users, ...common },
    {
      jobs: [notificationJob(common.dueAt, notifiedAt)],
    },
  );
  // The project has this kind on no channel.
  await here.notify("ada");
  const one = (userId: string) => [{ project, userId }, { organizationId: "default" }, notifiedAt + 1] as const;
  await inbox.markRead(...one("read"));
  await inbox.delete(...one("deleted"));
  await here.advance(delayMs);
  const found = await here.store.outbox.read("test", 9);
  expect(found.map(({ event }) => event.data)).toEqual([
    {
      channel: "email",
      kind: "textMention",
      projectId: project,
      roomId: "r",
      userId: "ada",
      inboxNotificationId: "in_ada",
      mentionId: "m",
      createdAt: new Date(here.clock.now()).toISOString(),
      triggeredAt: new Date(notifiedAt).toISOString(),
    },
  ]);
  expect([await inbox.nextDueAt(), await here.jobs()]).toEqual([undefined, []]);
});

test("[IN8] what is read while its event is being written leads to none, and holds up no other", async () => {
  await using here = await world();
  await here.settings.changeProject(ofProject, everywhere);
  await using _ = here.start();
  const ids = [await here.notify("ada"), await here.notify("bob"), await here.notify("eve")];
  let reads = 0;
  here.between.run = async () => {
    if (reads++ === 0) await here.store.inbox.markRead({ project, userId: "bob" }, { ids }, here.clock.now());
  };
  await here.advance(delayMs);
  await expect
    .poll(async () => {
      await here.advance(1_000);
      return here.jobs();
    })
    .toEqual([]);
  expect(new Set((await here.events()).map(([user]) => user))).toEqual(new Set(["ada", "eve"]));
});

test("[IN8] a process that dies, or loses its claim, neither loses nor doubles an event", async () => {
  await using here = await world();
  await here.settings.changeProject(ofProject, everywhere);
  for (let n = 0; n < 250; n++) await here.notify(`user ${n}`);
  const stuck = Promise.withResolvers<void>();
  const dead = here.start();
  let batches = 0;
  here.between.run = async () => {
    // In its third batch the process hangs, until another one has its claim.
    if (++batches === 3) await stuck.promise;
  };
  await here.clock.advance(delayMs);
  await expect.poll(() => batches).toBe(3);
  expect(await here.events()).toHaveLength(200);
  expect(await here.store.jobs.postpone(here.claims.at(-1)!, { dueAt: here.clock.now(), counts: false })).toBe(true);
  await using _ = here.start();
  await here.clock.advance(limits.jobPollMs);
  await expect.poll(async () => (await here.events()).length).toBe(250);
  stuck.resolve();
  await here.advance(limits.jobPollMs);
  const users = (await here.events()).map(([user]) => user);
  expect([users.length, new Set(users).size]).toEqual([250, 250]);
  const stopped = dead[Symbol.asyncDispose]();
  await here.clock.advance(limits.drainMs);
  await stopped;
});
