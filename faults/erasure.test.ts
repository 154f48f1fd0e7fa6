import { readFile } from "node:fs/promises";
import { addWebhook, openWebhookReceiver } from "@weft/testkit/webhook-receiver";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { filesIn } from "./support/files-in.ts";
import { openMortalServer } from "./support/mortal-server.ts";
import type { MortalServer } from "./support/mortal-server.ts";
import { openRawClient } from "./support/raw-client.ts";
import { call, createRoom, live, putDocument, tokenFor } from "./support/rest.ts";
import { queryRows } from "./support/rows.ts";
import { until } from "./support/until.ts";

const fromSite = { "sec-fetch-site": "same-origin", "x-weft-csrf": "1", "content-type": "application/json" };

/** The files of a folder that contain a text. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of await filesIn(folder)) {
    // A file may be deleted while the folder is read.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (bytes.includes(text)) found.push(path.slice(folder.length + 1));
  }
  return found;
}

/** An account that is signed in, and what it calls on the site. */
async function signUp(
  server: MortalServer,
  person: Readonly<Record<"email" | "password" | "firstName" | "lastName", string>>,
) {
  const onAuth = async (path: string, body: unknown) => {
    const response = await fetch(`${server.url}/internal/auth/${path}`, {
      method: "POST",
      headers: fromSite,
      body: JSON.stringify(body),
    });
    expect(response.status, await response.text()).toBe(200);
    return response;
  };
  await onAuth("sign-up/email", person);
  const signedIn = await onAuth("sign-in/email", { email: person.email, password: person.password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...fromSite, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return text === "" ? undefined : JSON.parse(text);
  };
}

test("[R21] [G12] nothing of a deleted room, account or project is left in any file of the data folder", async () => {
  await using server = await openMortalServer(
    () => ({ limits: { erasureDelayMs: 200, activityFlushMs: 200, projectGraceMs: 1, projectSweepMs: 200 } }),
    "sqlite",
  );
  const canary = "canary-7f3a91";
  const inRoom = (what: string) => `${canary} ${what}`;
  const succeed = async (method: string, path: string, body?: unknown) => {
    const answer = await call(server, method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };

  // An account, its team, and a project of it.
  const person = {
    email: `${canary}@weft.test`,
    password: "correct horse battery",
    firstName: canary,
    lastName: canary,
  };
  const onSite = await signUp(server, person);
  // The demo project joins the first team.
  const team = (await onSite("POST", "/internal/accounts", { name: "Engines" })) as { id: string };

  const demo = ((await onSite("GET", "/internal/projects/demo")) as { displayName: string }).displayName;

  // A room with the canary in every kind of content.
  const room = "r";
  await createRoom(server, room, {
    storage: live.object({ text: inRoom("storage"), list: live.list([inRoom("item")]) }),
  });
  await succeed("POST", `/v2/rooms/${room}`, {
    metadata: { label: inRoom("metadata") },
    usersAccesses: { [inRoom("user")]: ["room:write"] },
    groupsAccesses: { [inRoom("group")]: ["room:write"] },
  });
  const document = new Y.Doc();
  document.getText("t").insert(0, inRoom("document"));
  expect(await putDocument(server, room, Y.encodeStateAsUpdate(document))).toBe(200);
  await succeed("POST", `/v2/rooms/${room}/broadcast_event`, { text: inRoom("event") });
  const upload = await fetch(
    `${server.url}/v2/rooms/${room}/storage/files/fl_000000000000000000001/upload/${canary}.txt`,
    {
      method: "PUT",
      headers: { authorization: `Bearer ${server.secretKey}` },
      body: inRoom("file"),
    },
  );
  expect(upload.status, await upload.text()).toBeLessThan(300);
  const token = await tokenFor(server, "somebody");
  {
    using client = await openRawClient({ ...server, room, token });
    await client.fetchStorage();
    await client.apply([{ type: 3, id: "root", opId: `${client.actor}:1`, data: { written: inRoom("by a client") } }]);
  }
  await succeed("POST", `/v2/rooms/${room}/versions`);
  // Deleted with its project.
  await createRoom(server, "other", { storage: live.object({ text: inRoom("storage of a project") }) });

  const hits = await until("the canary is in the files", async () => {
    const found = await filesWith(server.data.folder, canary);
    return found.length > 0 && found;
  });
  expect(hits.some((name) => name.startsWith("weft.db"))).toBe(true);

  await succeed("DELETE", `/v2/rooms/${room}`);
  await onSite("DELETE", "/internal/projects/demo", { displayName: demo });
  await until("the project is cleared away", async () => {
    const projects = await onSite("GET", `/internal/teams/${team.id}/projects`);
    return !JSON.stringify(projects).includes("demo");
  });
  await onSite("DELETE", `/internal/teams/${team.id}`);
  await onSite("POST", "/internal/auth/delete-user", { password: person.password });
  await until("no file holds the canary", async () => (await filesWith(server.data.folder, canary)).length === 0, {
    everyMs: 100,
  }).catch(async (cause: unknown) => {
    throw new Error(`still in ${(await filesWith(server.data.folder, canary)).join(", ")}`, { cause });
  });
  await server.process.stop();
  expect(await filesWith(server.data.folder, canary)).toEqual([]);
});

/** The tables that contain a text in any column. */
async function tablesWith({ data }: MortalServer, text: string): Promise<readonly string[]> {
  const tables = await queryRows(
    data,
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await queryRows(data, `select * from "${String(name)}"`);
    if (rows.some((row) => JSON.stringify(row).includes(text))) found.push(String(name));
  }
  return found.toSorted();
}

test("[R21] [G12] nothing of a user who was erased is left in any table or file", async () => {
  await using receiver = await openWebhookReceiver();
  await using server = await openMortalServer(
    () => ({
      limits: { erasureDelayMs: 1_500, activityFlushMs: 200, jobPollMs: 100, jobLeaseMs: 2_000, storageSweepMs: 500 },
    }),
    "sqlite",
  );
  await server.process.kill();
  await addWebhook(server.data, { url: receiver.url });
  await server.restart();
  const canary = "canary-51c0de";
  const user = `${canary}-user`;
  const path = encodeURIComponent(user);
  const saying = (text: string, ...mentioned: readonly string[]) => ({
    version: 1,
    content: [
      {
        type: "paragraph",
        children: [{ text }, ...mentioned.map((id) => ({ type: "mention", kind: "user", id }))],
      },
    ],
  });
  const succeed = async (method: string, to: string, body?: unknown) => {
    const answer = await call(server, method, to, body);
    expect(answer.status, `${method} ${to}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body as { readonly id: string; readonly comments: readonly { readonly id: string }[] };
  };
  const onSite = await signUp(server, {
    email: "ada@weft.test",
    password: "correct horse battery",
    firstName: "Ada",
    lastName: "Lovelace",
  });
  await onSite("POST", "/internal/accounts", { name: "Engines" });

  // In rooms: accesses, a connection, an edit, a version.
  const rest = "/v2/rooms/r";
  await createRoom(server, "r", { storage: live.object({}) });
  await succeed("POST", rest, { usersAccesses: { [user]: ["room:write"], grace: ["room:write"] } });
  await succeed("POST", `${rest}/presence`, {
    userId: user,
    data: { at: canary },
    ttl: 60,
    userInfo: { name: canary },
  });
  const token = await tokenFor(server, user, { "*": ["room:write"] }, { userInfo: { name: canary } });
  using client = await openRawClient({ ...server, room: "r", token });
  await client.fetchStorage();
  const edit = (n: number) =>
    client.apply([{ type: 3, id: "root", opId: `${client.actor}:${n}`, data: { written: `by a user, ${n}` } }]);
  await edit(1);
  await succeed("POST", `${rest}/versions`);
  await edit(2);

  // Comments, reactions and mentions, with attachments; uploads that no comment has.
  const uploads = `${server.url}/v2/c/rooms/r/attachments`;
  const headers = { authorization: `Bearer ${token}` };
  const upload = async (id: string) => {
    const body = `${canary} attachment`;
    const answer = await fetch(`${uploads}/${id}/upload/${canary}.txt`, { method: "PUT", headers, body });
    expect(answer.status, await answer.text()).toBeLessThan(300);
  };
  const attachment = "at_000000000000000000001";
  await upload(attachment);
  await upload("at_000000000000000000002");
  const unfinished = `${uploads}/at_000000000000000000003/multipart/${canary}.txt?fileSize=6000000`;
  expect((await fetch(unfinished, { method: "POST", headers })).status).toBeLessThan(300);
  const metadata = { of: canary };
  const own = await succeed("POST", `${rest}/threads`, {
    comment: { userId: user, body: saying(`${canary} begins`), metadata, attachmentIds: [attachment] },
  });
  await succeed("POST", `${rest}/threads/${own.id}/comments`, { userId: "grace", body: saying("An answer", user) });
  const alone = await succeed("POST", `${rest}/threads`, {
    comment: { userId: user, body: saying(`${canary} alone`) },
  });
  const [first] = alone.comments;
  await succeed("POST", `${rest}/threads/${alone.id}/comments/${first!.id}`, { body: saying(`${canary} edits`) });
  const other = await succeed("POST", `${rest}/threads`, {
    comment: { userId: "grace", body: saying("For", user, "barbara") },
  });
  const group = { type: "mention", kind: "group", id: "readers", userIds: [user, "barbara"] };
  await succeed("POST", `${rest}/threads/${other.id}/comments`, {
    userId: "grace",
    body: { version: 1, content: [{ type: "paragraph", children: [{ text: "All of you: " }, group] }] },
  });
  await succeed("POST", `${rest}/threads/${other.id}/comments/${other.comments[0]!.id}/add-reaction`, {
    userId: user,
    emoji: "👍",
  });
  const deleted = await succeed("POST", `${rest}/threads/${other.id}/comments`, {
    userId: user,
    body: saying(`${canary} thinks again`),
  });
  await succeed("DELETE", `${rest}/threads/${other.id}/comments/${deleted.id}`);

  // Notifications of the user, and those of others that name them.
  const trigger = { kind: "$task", subjectId: "task", activityData: { who: user } };
  await succeed("POST", "/v2/inbox-notifications/trigger", { ...trigger, userId: user });
  await succeed("POST", "/v2/inbox-notifications/trigger", { ...trigger, userId: "barbara" });
  await succeed("POST", "/v2/inbox-notifications/trigger", {
    ...trigger,
    userId: "barbara",
    activityData: { who: "grace" },
  });
  const mention = await fetch(`${server.url}/v2/c/rooms/r/text-mentions`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ mentionId: "m1", userId: "barbara" }),
  });
  expect(mention.status, await mention.text()).toBe(204);
  const inbox = (await call(server, "GET", `/v2/users/${path}/inbox-notifications`)).body as {
    readonly data: readonly { readonly id: string; readonly kind: string }[];
  };
  const task = inbox.data.find(({ kind }) => kind === "$task")!;
  await succeed("DELETE", `/v2/users/${path}/inbox-notifications/${task.id}`);

  // Settings, a group.
  await succeed("POST", `/v2/users/${path}/notification-settings`, { email: { thread: false } });
  await succeed("POST", `${rest}/users/${path}/subscription-settings`, { threads: "all" });
  await succeed("POST", "/v2/groups", { id: "readers", memberIds: [user, "barbara"] });

  const holding =
    "active_users comment_reactions comments events group_members groups inbox_notifications monthly_users notification_settings project_users request_contents room_accesses room_actors room_authors room_subscription_settings room_versions rooms thread_subscriptions tombstones uploaded_files uploads webhook_messages".split(
      " ",
    );
  await until("the user is in every table", async () => {
    const found = await tablesWith(server, canary);
    return holding.every((table) => found.includes(table));
  }).catch(async (cause: unknown) => {
    const found = await tablesWith(server, canary);
    throw new Error(`not in ${holding.filter((table) => !found.includes(table)).join(", ")}`, { cause });
  });
  // Nothing else names a user: a table that does is erased, or holds content of the application.
  expect((await tablesWith(server, canary)).filter((table) => table !== "outbox")).toEqual(holding);

  const erasing = "/internal/projects/demo/users";
  const { id } = (await onSite("POST", `${erasing}/${path}/erase`, { userId: user })) as { id: string };
  expect((await client.closed).code).toBe(4001);
  // The erasure continues after the server dies meanwhile.
  await until("it has begun", async () => {
    const { stepsDone } = (await onSite("GET", `/internal/projects/demo/user-erasures/${id}`)) as { stepsDone: number };
    return stepsDone > 2;
  });
  await server.process.kill();
  await server.restart();
  await until(
    "the user is erased",
    async () => {
      const erasure = await onSite("GET", `/internal/projects/demo/user-erasures/${id}`);
      return (erasure as { state: string }).state === "done";
    },
    { everyMs: 100 },
  );
  expect(await tablesWith(server, canary)).toEqual([]);
  await until("no file holds the canary", async () => (await filesWith(server.data.folder, canary)).length === 0, {
    everyMs: 100,
  }).catch(async (cause: unknown) => {
    throw new Error(`still in ${(await filesWith(server.data.folder, canary)).join(", ")}`, { cause });
  });

  // Content of others is kept, and mentions of the user name a pseudonym.
  const threads = (await call(server, "GET", `${rest}/threads`)).body as {
    readonly data: readonly {
      readonly id: string;
      readonly comments: readonly { readonly userId: string; readonly body?: unknown }[];
    }[];
  };
  expect(threads.data.map(({ id: thread }) => thread).toSorted()).toEqual([own.id, other.id].toSorted());
  const pseudonym = threads.data.find((thread) => thread.id === own.id)!.comments[0]!.userId;
  expect(pseudonym).toMatch(/^erased-user-/);
  expect(threads.data.find((thread) => thread.id === own.id)).toMatchObject({
    comments: [{ userId: pseudonym }, { userId: "grace", body: saying("An answer", pseudonym) }],
  });
  expect(threads.data.find((thread) => thread.id === other.id)).toMatchObject({
    comments: [
      { body: saying("For", pseudonym, "barbara"), reactions: [] },
      { userId: "grace" },
      { userId: pseudonym },
    ],
  });
  const { body: barbaras } = await call(server, "GET", "/v2/users/barbara/inbox-notifications");
  const kinds = (barbaras as typeof inbox).data.map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["$task", "textMention", "thread"]);
  const version = (await call(server, "GET", `${rest}/versions`)).body;
  expect(JSON.stringify(version)).toContain(pseudonym);
  await server.process.stop();
  expect(await filesWith(server.data.folder, canary)).toEqual([]);
}, 180_000);
