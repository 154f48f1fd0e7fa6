import { createWebhookDisabledHandler, webhookDisabledJob } from "@weft/collab";
import type { MemberRecord, PersonRecord, ProjectRecord } from "@weft/collab";
import { newWebhookEndpoint } from "@weft/collab/suites/webhook-records.suite.ts";
import { limits } from "@weft/protocol";
import type { Preferences } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openJobRunner } from "../jobs/job-runner.ts";
import { textOf } from "../mail/mail-job.ts";
import { createMailer } from "../mail/mailer.ts";
import { webhookDisabledMail } from "./webhook-disabled-mail.ts";

const failingSince = Date.parse("2026-11-01T08:30:00.000Z");
const endpoint = newWebhookEndpoint({ failingSince, disabled: true });
const project = { id: endpoint.project, team: "team_1", name: "Whiteboard" } as ProjectRecord;
const member = (id: string, role: MemberRecord["role"], emailVerified = true): MemberRecord => {
  const person = { id, email: `${id}@weft.test`, emailVerified } as PersonRecord;
  return { person, role, joinedAt: 0 };
};

/** A project of a team with two owners, one of whom has not confirmed their address, and a member. */
async function world(found: ProjectRecord | undefined, preferences: Preferences = {}) {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const log = pino({ level: "silent" });
  const store = stack.use(await openStore("sqlite::memory:"));
  const mailer = createMailer({ records: store.jobs, now: () => clock.now(), limits, log });
  const members = [member("ada", "owner"), member("bob", "owner", false), member("cy", "member")];
  const entries: { readonly action: string; readonly target: unknown }[] = [];
  const runner = stack.use(openJobRunner({ records: store.jobs, clock, limits, log }));
  runner.handle(
    createWebhookDisabledHandler({
      projects: { find: async () => found },
      teams: {
        members: async () => members,
        entry(team, _actor, action, target) {
          entries.push({ action, target });
          return { team, id: String(entries.length), at: clock.now(), action, target };
        },
      },
      people: { settings: async () => ({ preferences }) },
      mail: (mail) => mailer.job(webhookDisabledMail(mail, "https://weft.test")),
    }),
  );
  const held = stack.move();
  return {
    store,
    entries,
    /** The server disables the endpoint. */
    async disable() {
      await store.jobs.add([webhookDisabledJob(endpoint, clock.now())]);
      await expect
        .poll(async () => {
          await clock.advance(limits.jobPollMs);
          return store.jobs.list({ kind: "webhookDisabled" });
        })
        .toEqual([]);
    },
    mails: async () => (await store.jobs.list({ kind: "mail" })).map(({ payload }) => textOf(payload)),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("[WH5] owners with a confirmed address get one mail each time an endpoint is disabled", async () => {
  await using here = await world(project);
  await here.disable();
  const mails = await here.mails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ["ada@weft.test", "Whiteboard: a webhook endpoint was disabled"],
  ]);
  expect(mails[0]!.text).toContain("https://receiver.test/hook");
  expect(mails[0]!.text).toContain("since 1 November 2026 at 08:30 UTC");
  expect(mails[0]!.text).toContain("https://weft.test/dashboard/team_1/projects/p1/webhooks/we_1");
  const target = { kind: "webhook", id: "we_1", name: "https://receiver.test/hook" };
  expect(here.entries).toEqual([{ action: "webhook.disabled", target }]);
  expect((await here.store.audit.list("team_1", { limit: 9 })).map(({ action }) => action)).toEqual([
    "webhook.disabled",
  ]);
  await here.disable();
  expect(await here.mails()).toHaveLength(2);
});

test("[WH5] a project that is gone, or belongs to no team, sends no mail", async () => {
  for (const found of [undefined, { ...project, team: undefined }]) {
    await using here = await world(found);
    await here.disable();
    expect(await here.mails()).toEqual([]);
  }
});

test("[WH5] an owner who turned these emails off gets none; the audit log has the entry all the same", async () => {
  await using here = await world(project, { webhookFailures: false });
  await here.disable();
  expect(await here.mails()).toEqual([]);
  expect(here.entries).toHaveLength(1);
});
