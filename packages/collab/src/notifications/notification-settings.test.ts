import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import type { NotificationSettingsRecords } from "./notification-settings-records.ts";
import { createNotificationSettings } from "./notification-settings.ts";

const project = "p" as ProjectId;
const own = { id: project, name: "One" };

/** Settings in memory. Of another node's writes, `meanwhile` makes one before each write. */
function open() {
  const stored = new Map<string, string>();
  const meanwhile: (() => void)[] = [];
  const records: NotificationSettingsRecords = {
    ofProject: async () => stored.get(""),
    ofUsers: async (_, users) =>
      new Map(users.flatMap((user) => (stored.has(user) ? [[user, stored.get(user)!] as const] : []))),
    async write(_, user = "", { before, after }) {
      meanwhile.pop()?.();
      if (stored.get(user) !== before) return false;
      stored.set(user, after);
      return true;
    },
    delete: async (_, user) => void stored.delete(user),
  };
  return { settings: createNotificationSettings({ records }), stored, meanwhile };
}

const on = (...kinds: string[]) => new Map(kinds.map((kind) => [kind, true] as const));

test("[NS1] a user has the project's defaults until they choose, and again after a reset", async () => {
  const { settings } = open();
  const { email, slack } = await settings.ofUser(project, "ada");
  expect([email, slack]).toEqual([
    { thread: true, textMention: true },
    { thread: false, textMention: false },
  ]);
  await settings.changeOfUser(project, "ada", { slack: on("thread") });
  expect(await settings.changeOfUser(project, "ada", { email: new Map([["thread", false]]) })).toMatchObject({
    email: { thread: false, textMention: true },
    slack: { thread: true, textMention: false },
  });
  expect((await settings.ofUser(project, "eve")).email).toEqual(email);
  // A default that changes reaches those who have not chosen.
  await settings.changeProject(own, { channels: { slack: { kinds: on("thread", "textMention") } } });
  expect((await settings.ofUser(project, "ada")).slack).toEqual({ thread: true, textMention: true });
  await settings.resetUser(project, "ada");
  expect((await settings.ofUser(project, "ada")).email).toEqual(email);
});

test("[NS2] a choice is kept while the project has its channel or kind switched off", async () => {
  const { settings } = open();
  await settings.changeProject(own, {
    customKinds: [{ kind: "$file", batched: false }],
    channels: { email: { kinds: on("$file", "thread") } },
  });
  await settings.changeOfUser(project, "ada", { email: new Map([["$file", false]]) });
  await settings.changeProject(own, { channels: { email: { enabled: false } } });
  expect(await settings.ofUser(project, "ada")).not.toHaveProperty("email");
  await expect(settings.changeOfUser(project, "ada", { email: on("thread") })).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
    reason: expect.stringContaining("'email'"),
  });
  await settings.changeProject(own, { channels: { email: { enabled: true } } });
  expect((await settings.ofUser(project, "ada")).email).toEqual({ $file: false, thread: true });
});

test("[NS1] events go to the channels that a user has on for a kind, whatever a kind is called", async () => {
  const { settings } = open();
  await settings.changeOfUser(project, "ada", { slack: on("thread"), email: new Map([["thread", false]]) });
  const channels = await settings.channelsOf(project, ["ada", "eve"]);
  const of = (user: string, kind: string) => [...channels(user, kind)];
  expect([of("ada", "thread"), of("ada", "textMention"), of("eve", "thread")]).toEqual([
    ["slack"],
    ["email"],
    ["email"],
  ]);
  for (const kind of ["$file", "constructor", "__proto__"]) expect(of("ada", kind)).toEqual([]);
});

test("[NS4] changes that are made at the same time are all in the outcome", async () => {
  const { settings, stored, meanwhile } = open();
  const other = { email: [["textMention", false]], slack: [], teams: [], webPush: [] };
  meanwhile.push(() => stored.set("ada", JSON.stringify(other)));
  const changed = await settings.changeOfUser(project, "ada", { email: new Map([["thread", false]]) });
  expect(changed.email).toEqual({ thread: false, textMention: false });
  const kind = { kind: "$a", batched: true };
  meanwhile.push(() => stored.set("", JSON.stringify({ customKinds: [kind] })));
  expect(await settings.changeProject(own, { delayMs: 90_000 })).toMatchObject({
    customKinds: [kind],
    delayMs: 90_000,
  });
  expect(await settings.delayMs(project)).toBe(90_000);
  for (let n = 0; n < 9; n++) meanwhile.push(() => stored.set("ada", String(n)));
  await expect(settings.changeOfUser(project, "ada", {})).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});
