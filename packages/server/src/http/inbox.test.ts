import { defaultOrganization } from "@weft/protocol";
import { afterAll, expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestProject } from "../testing/test-edge.ts";

const edge = await openTestEdge({ limits: { restRateBurst: 1e9, restUserRateBurst: 1e9, restAddressRateBurst: 1e9 } });
afterAll(() => edge[Symbol.asyncDispose]());

/** A project of its own on the shared edge, and calls in the name of its users. */
async function open() {
  const own = await edge.openProject();
  const { tokens, now } = edge.services;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const withAccess = async (userId: string, permissions: object = { "*": ["*:write"] }, organizationId?: string) =>
    bearer(
      await tokens.issueAccessToken(
        own.project.id,
        { userId, organizationId, permissions: Object.entries(permissions) },
        now(),
      ),
    );
  const withId = async (userId: string, groupIds: string[] = []) =>
    bearer(await tokens.issueIdToken(own.project.id, { userId, groupIds }, now()));
  const createRoom = async (id: string, accesses: object = { defaultAccesses: ["*:write"] }) => {
    expect((await own.call("POST", "/v2/rooms", { id, ...accesses })).status).toBe(200);
  };
  const trigger = async (body: object) => {
    const reply = await own.call("POST", "/v2/inbox-notifications/trigger", {
      userId: "ada",
      kind: "$file",
      subjectId: "s",
      activityData: { n: 1 },
      ...body,
    });
    return reply.status === 200 ? reply.text : reply.body;
  };
  const body = (mention: string) => ({
    version: 1,
    content: [{ type: "paragraph", children: [{ text: "Hi " }, { type: "mention", kind: "user", id: mention }] }],
  });
  const mentionInThread = async (roomId: string, mention: string, visibility = "public") => {
    const comment = { userId: "bob", body: body(mention) };
    const reply = await own.call("POST", `/v2/rooms/${roomId}/threads`, { comment, visibility });
    expect(reply.status).toBe(200);
    edge.advance(1);
    return reply.body;
  };
  const call = (...sent: Parameters<TestProject["call"]>) => own.call(...sent);
  return { ...own, call, withAccess, withId, createRoom, trigger, mentionInThread, body };
}

const c = "/v2/c/inbox-notifications";
const kinds = (notifications: { kind: string }[]) => notifications.map(({ kind }) => kind);

test("[IN1] notifications of a project's own have the shape of REST and, without a room, that of clients", async () => {
  const { call, trigger, createRoom, withAccess } = await open();
  await createRoom("r");
  expect(await trigger({ activityData: { file: "a.pdf", size: 12, ok: true } })).toBe("");
  edge.advance(5);
  await trigger({ roomId: "r", kind: "$other" });
  const common = { notifiedAt: expect.stringMatching(/Z$/), readAt: null, organizationId: "default", subjectId: "s" };
  const data = { file: "a.pdf", size: 12, ok: true };
  const activities = [{ id: expect.stringMatching(/^ac_/), createdAt: expect.any(String), data }];
  const plain = {
    kind: "$file",
    id: expect.stringMatching(/^in_[\w-]{21}$/),
    ...common,
    activities,
    activityData: data,
  };
  const { body } = await call("GET", "/v2/users/ada/inbox-notifications");
  expect(body.nextCursor).toBeNull();
  expect(body.data[1]).toEqual({ ...plain, roomId: null });
  expect(body.data[0]).toMatchObject({ kind: "$other", roomId: "r" });
  const page = await call("GET", `${c}?limit=50&query=`, undefined, await withAccess("ada"));
  expect(page.body.inboxNotifications[1]).toEqual(plain);
  expect(page.body).toMatchObject({ threads: [], subscriptions: [], groups: [], meta: { nextCursor: null } });
  expect((await call("GET", `/v2/users/ada/inbox-notifications/${body.data[1].id}`)).body).toEqual(body.data[1]);
});

test("[IN4] a trigger is refused unless its kind, subject and data are as documented", async () => {
  const { trigger, createRoom } = await open();
  await createRoom("r");
  for (const broken of [
    { kind: "file" },
    { kind: "$fi1e" },
    { kind: `$${"x".repeat(129)}` },
    { subjectId: 7 },
    { subjectId: "x".repeat(257) },
    { activityData: { a: {} } },
    { activityData: { a: null } },
    { activityData: { a: "x".repeat(5_000) } },
    { userId: undefined },
    { roomId: "r", organizationId: "acme" },
  ])
    expect(await trigger(broken), JSON.stringify(broken)).toMatchObject({ error: "UNPROCESSABLE_ENTITY" });
  expect(await trigger({ roomId: "nowhere" })).toMatchObject({ error: "ROOM_NOT_FOUND" });
  expect(await trigger({ roomId: "r", tenantId: defaultOrganization })).toBe("");
});

test("[IN4] triggers of a batched kind add activities to one notification; others make one each", async () => {
  const { call, trigger, project } = await open();
  const { notificationSettings } = edge.services;
  await Promise.all([trigger({}), trigger({})]);
  const list = async () => (await call("GET", "/v2/users/ada/inbox-notifications")).body.data;
  expect(await list()).toHaveLength(2);
  await call("DELETE", "/v2/users/ada/inbox-notifications");
  await notificationSettings.changeProject(project, { customKinds: [{ kind: "$file", batched: true }] });
  await Promise.all(Array.from({ length: 60 }, (_, n) => trigger({ activityData: { n } })));
  const [newest, full] = (await list()).toSorted((a: any, b: any) => a.activities.length - b.activities.length);
  expect([newest.activities.length, full.activities.length, (await list()).length]).toEqual([10, 50, 2]);
  const seen = [...full.activities, ...newest.activities].map(({ data }: { data: { n: number } }) => data.n);
  expect(new Set(seen).size).toBe(60);
  await call("POST", `/v2/inbox-notifications/${newest.id}/read`);
  expect(await list()).toContainEqual({ ...newest, readAt: expect.any(String) });
  edge.advance(1);
  await trigger({ activityData: { n: 99 } });
  const [again] = (await call("GET", "/v2/users/ada/inbox-notifications?query=unread%3Atrue%20")).body.data;
  expect([again.id, again.activityData, again.notifiedAt > again.readAt]).toEqual([newest.id, { n: 99 }, true]);
});

test("[IN1] pages are followed by cursors of one user's list alone, in one organization", async () => {
  const { call, trigger } = await open();
  for (let n = 0; n < 7; n++) {
    await trigger({ activityData: { n }, ...(n === 6 && { organizationId: "acme" }) });
    edge.advance(n % 2);
  }
  const url = "/v2/users/ada/inbox-notifications";
  const seen: number[] = [];
  let cursor = "";
  for (;;) {
    const { body } = await call("GET", `${url}?limit=4${cursor && `&startingAfter=${cursor}`}`);
    seen.push(...body.data.map((one: any) => one.activityData.n));
    if (body.nextCursor === null) break;
    cursor = body.nextCursor;
  }
  expect(seen.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5]);
  for (const other of ["/v2/users/eve/inbox-notifications?", `${url}?tenantId=acme&`, `${url}?limit=51&`])
    expect((await call("GET", `${other}startingAfter=${cursor}`)).status).toBe(422);
  expect((await call("GET", `${url}?organizationId=acme`)).body.data).toHaveLength(1);
  expect((await call("GET", `${url}?query=${encodeURIComponent("unread:true unread:false")}`)).body.data).toEqual([]);
  expect((await call("GET", `${url}?query=unread%3A'a'`)).body.error).toBe("INVALID_QUERY");
});

test("[IN2] users and back ends mark as read, and the count follows", async () => {
  const { call, trigger, createRoom, withAccess } = await open();
  await createRoom("r");
  for (const roomId of ["r", "r", undefined, undefined]) await trigger({ roomId });
  const ada = await withAccess("ada");
  const count = async (query = "") =>
    (await call("GET", `${c}/count?query=${encodeURIComponent(query)}`, undefined, ada)).body.count;
  const { inboxNotifications: all } = (await call("GET", c, undefined, ada)).body;
  const [inRoom, plain] = [true, false].map((has) => all.filter((one: any) => (one.roomId !== undefined) === has));
  expect([await count(), await count("roomId:'r'"), await count("unread:false")]).toEqual([4, 2, 0]);
  const readInRoom = (ids: string[]) =>
    call("POST", "/v2/c/rooms/r/inbox-notifications/read", { inboxNotificationIds: ids }, ada);
  // In the room, ids of others are ignored.
  expect((await readInRoom([inRoom[0].id, plain[0].id, "in_nothing"])).status).toBe(204);
  expect(await count()).toBe(3);
  const eve = await withAccess("eve");
  await call("POST", `${c}/read`, { inboxNotificationIds: [plain[0].id] }, eve);
  expect(await count()).toBe(3);
  await call("POST", `${c}/read`, { inboxNotificationIds: [plain[0].id, plain[0].id] }, ada);
  expect(await count()).toBe(2);
  expect((await call("POST", `${c}/read`, { inboxNotificationIds: "all" }, ada)).status).toBe(204);
  expect(await count()).toBe(0);
  const read = (await call("GET", c, undefined, ada)).body.inboxNotifications;
  for (const { notifiedAt, readAt } of read) expect(readAt >= notifiedAt).toBe(true);
  expect((await call("POST", "/v2/inbox-notifications/in_nothing/read")).body.error).toBe("RESOURCE_NOT_FOUND");
});

test("[IN3] what a user or a back end deletes is gone, and named to those who ask what has changed", async () => {
  const { call, trigger, createRoom, withAccess, mentionInThread } = await open();
  await createRoom("r");
  for (let n = 0; n < 3; n++) await trigger({});
  const thread = await mentionInThread("r", "ada");
  const ada = await withAccess("ada");
  const { inboxNotifications: all, meta } = (await call("GET", c, undefined, ada)).body;
  edge.advance(20_000);
  const ofThread = all.find(({ kind }: { kind: string }) => kind === "thread").id;
  const custom = all.map(({ id }: { id: string }) => id).filter((id: string) => id !== ofThread);
  expect((await call("DELETE", `${c}/${custom[0]}`, undefined, ada)).status).toBe(204);
  expect((await call("DELETE", `${c}/${custom[0]}`, undefined, ada)).status).toBe(204);
  expect((await call("DELETE", `/v2/users/ada/inbox-notifications/${custom[0]}`)).status).toBe(404);
  expect((await call("DELETE", `/v2/users/ada/inbox-notifications/${custom[1]}`)).status).toBe(204);
  const changes = async (since: string) =>
    (await call("GET", `${c}/delta?since=${encodeURIComponent(since)}`, undefined, ada)).body;
  const first = await changes(meta.requestedAt);
  const deletedIn = ({ deletedInboxNotifications }: any) => new Set(deletedInboxNotifications.map(({ id }: any) => id));
  expect(deletedIn(first)).toEqual(new Set([custom[0], custom[1]]));
  expect(first.deletedInboxNotifications[0]).toMatchObject({ type: "deletedInboxNotification", roomId: null });
  await call("DELETE", `/v2/rooms/r/threads/${thread.id}`);
  const second = await changes(first.meta.requestedAt);
  expect(deletedIn(second)).toContain(ofThread);
  expect(second.deletedThreads).toMatchObject([{ id: thread.id, roomId: "r" }]);
  expect(second.deletedSubscriptions).toMatchObject([{ subjectId: thread.id }]);
  expect((await call("DELETE", c, undefined, ada)).status).toBe(204);
  expect((await call("GET", c, undefined, ada)).body.inboxNotifications).toEqual([]);
  expect((await call("DELETE", "/v2/users/nobody/inbox-notifications")).status).toBe(204);
});

test("[IN7] changes hold new, renewed and read notifications with their threads, since the last answer", async () => {
  const { call, createRoom, withAccess, mentionInThread, body } = await open();
  await createRoom("r");
  const [first, second] = [await mentionInThread("r", "ada"), await mentionInThread("r", "ada")];
  const ada = await withAccess("ada");
  const page = (await call("GET", c, undefined, ada)).body;
  expect(page.inboxNotifications.map(({ threadId }: any) => threadId)).toEqual([second.id, first.id]);
  expect(page.threads.map(({ id }: any) => id)).toEqual([second.id, first.id]);
  expect(new Set(page.subscriptions.map(({ subjectId }: any) => subjectId))).toEqual(new Set([first.id, second.id]));
  edge.advance(60_000);
  const changes = async (since: string) =>
    (await call("GET", `${c}/delta?since=${encodeURIComponent(since)}`, undefined, ada)).body;
  const nothing = await changes((await changes(page.meta.requestedAt)).meta.requestedAt);
  expect([nothing.inboxNotifications, nothing.threads, nothing.groups]).toEqual([[], [], []]);
  const comment = { userId: "bob", body: body("eve") };
  await call("POST", `/v2/rooms/r/threads/${first.id}/comments`, comment);
  await call("POST", `${c}/read`, { inboxNotificationIds: [page.inboxNotifications[0].id] }, ada);
  const later = await changes(nothing.meta.requestedAt);
  expect(later.inboxNotifications).toHaveLength(2);
  expect(later.inboxNotifications.find(({ threadId }: any) => threadId === second.id).readAt).not.toBeNull();
  expect(later.threads.find(({ id }: any) => id === first.id).comments).toHaveLength(2);
  expect((await call("GET", `${c}/delta`, undefined, ada)).status).toBe(422);
});

test("[IN6] an ID token shows notifications of rooms that the user may read; an access token all of its organization", async () => {
  const { call, trigger, createRoom, withAccess, withId, mentionInThread } = await open();
  await createRoom("open");
  await createRoom("group", { defaultAccesses: [], groupsAccesses: { staff: ["*:write"] } });
  await createRoom("mute", { defaultAccesses: ["*:read", "comments:none"] });
  await createRoom("public", { defaultAccesses: ["*:write", "comments:private:none"] });
  for (const roomId of ["open", "group", "mute", undefined]) await trigger({ roomId });
  await mentionInThread("open", "ada");
  await mentionInThread("group", "ada");
  // Whom a room is known to keep from a thread is not notified; later, the accesses of a room may change.
  await createRoom("closing");
  await mentionInThread("closing", "ada");
  const hidden = await mentionInThread("closing", "ada", "private");
  await call("POST", "/v2/rooms/closing", { defaultAccesses: ["*:write", "comments:private:none"] });
  const seenBy = async (headers: Record<string, string>) => {
    const { inboxNotifications, threads } = (await call("GET", `${c}?limit=3`, undefined, headers)).body;
    const count = (await call("GET", `${c}/count`, undefined, headers)).body.count;
    const all = (await call("GET", c, undefined, headers)).body;
    expect(all.inboxNotifications.slice(0, 3)).toEqual(inboxNotifications);
    const shown = all.threads.map(({ id }: any) => id);
    const changed = (await call("GET", `${c}/delta?since=2000-01-01T00:00:00.000Z`, undefined, headers)).body;
    expect(changed.threads.map(({ id }: any) => id).toSorted()).toEqual(shown.toSorted());
    expect(changed.inboxNotifications).toHaveLength(all.inboxNotifications.length);
    const alone = all.inboxNotifications.filter((one: any) => one.kind === "thread" && !shown.includes(one.threadId));
    expect(threads.length).toBeLessThanOrEqual(3);
    return {
      rooms: all.inboxNotifications.map(({ roomId = "-" }) => roomId).toSorted(),
      ids: all.threads,
      alone: alone.length,
      count,
    };
  };
  const stranger = await seenBy(await withId("ada"));
  expect(stranger.rooms).toEqual(["-", "closing", "mute", "open", "open"]);
  expect(stranger.ids.map(({ id }: any) => id)).not.toContain(hidden.id);
  const staff = await seenBy(await withId("ada", ["staff"]));
  expect(staff.rooms).toEqual(["-", "closing", "group", "group", "mute", "open", "open"]);
  expect([stranger.alone, staff.alone]).toEqual([0, 0]);
  // Notifications of rooms that an access token does not open come without their threads.
  for (const permissions of [{ "nowhere:*": ["*:read"] }, { r2: ["room:read"] }, { open: [] }]) {
    const outside = await seenBy(await withAccess("ada", permissions));
    expect([outside.rooms.length, outside.count, outside.ids.length, outside.alone]).toEqual([8, 8, 0, 4]);
  }
  const limited = await seenBy(await withAccess("ada", { closing: ["*:write", "comments:private:none"] }));
  expect([limited.rooms.length, limited.ids.length, limited.alone]).toEqual([7, 1, 2]);
  expect((await seenBy(await withAccess("ada", {}, "acme"))).rooms).toEqual([]);
});

test("[IN3] a user deletes notifications of the organization of their token alone", async () => {
  const { call, trigger, withAccess } = await open();
  await trigger({ organizationId: "acme" });
  const list = "/v2/users/ada/inbox-notifications?organizationId=acme";
  const [{ id }] = (await call("GET", list)).body.data;
  const elsewhere = await withAccess("ada", { "*": ["*:write"] });
  expect((await call("DELETE", `${c}/${id}`, undefined, elsewhere)).status).toBe(204);
  expect((await call("GET", list)).body.data).toHaveLength(1);
  const there = await withAccess("ada", { "*": ["*:write"] }, "acme");
  expect((await call("DELETE", `${c}/${id}`, undefined, there)).status).toBe(204);
  expect((await call("GET", list)).body.data).toEqual([]);
});

test("[IN6] notifications of a room are those of the organization that the room belongs to, even when it moves", async () => {
  const { call, trigger, createRoom, withAccess, mentionInThread } = await open();
  await createRoom("r");
  await trigger({ roomId: "r" });
  await trigger({});
  await mentionInThread("r", "ada");
  const seen = async (organizationId: string) => {
    const url = `/v2/users/ada/inbox-notifications?organizationId=${organizationId}`;
    const ofBackend = (await call("GET", url)).body.data;
    const ofClient = await call("GET", c, undefined, await withAccess("ada", { r: ["*:write"] }, organizationId));
    expect(kinds(ofClient.body.inboxNotifications)).toEqual(kinds(ofBackend));
    for (const one of ofBackend) expect(one.organizationId).toBe(organizationId);
    return kinds(ofBackend).toSorted();
  };
  const move = (fromOrganizationId: string, toOrganizationId: string) =>
    call("POST", "/v2/rooms/r/update-organization-id", { fromOrganizationId, toOrganizationId });
  expect([await seen("default"), await seen("acme")]).toEqual([["$file", "$file", "thread"], []]);
  const before = new Date(edge.services.now()).toISOString();
  edge.advance(1_000);
  expect((await move("default", "acme")).status).toBe(200);
  expect([await seen("default"), await seen("acme")]).toEqual([["$file"], ["$file", "thread"]]);
  // Clients of both learn of it by what has changed.
  const changes = async (organizationId: string) => {
    const ada = await withAccess("ada", { r: ["*:write"] }, organizationId);
    const { body } = await call("GET", `${c}/delta?since=${before}`, undefined, ada);
    return [body.inboxNotifications.length, body.deletedInboxNotifications.length];
  };
  expect([await changes("default"), await changes("acme")]).toEqual([
    [0, 2],
    [2, 0],
  ]);
  const { body: delta } = await call(
    "GET",
    `/v2/c/rooms/r/threads/delta?since=${before}`,
    undefined,
    await withAccess("ada", { r: ["*:write"] }, "acme"),
  );
  expect([delta.inboxNotifications.length, delta.deletedInboxNotifications]).toEqual([1, []]);
  await mentionInThread("r", "ada");
  expect(await seen("acme")).toEqual(["$file", "thread", "thread"]);
});

test("[IN6] pages of a user who may read few of many rooms are followed to the end", async () => {
  const { call, trigger, createRoom, withId } = await open();
  await createRoom("closed", { defaultAccesses: [] });
  await createRoom("r");
  for (let n = 0; n < 30; n++) {
    await trigger({ roomId: n % 10 === 0 ? "r" : "closed", activityData: { n } });
    edge.advance(1);
  }
  const ada = await withId("ada");
  const seen: number[] = [];
  for (let cursor = ""; ;) {
    const { inboxNotifications, meta } = (await call("GET", `${c}?limit=1${cursor}`, undefined, ada)).body;
    seen.push(...inboxNotifications.map((one: any) => one.activities[0].data.n));
    if (meta.nextCursor === null) break;
    cursor = `&cursor=${meta.nextCursor}`;
  }
  expect(seen).toEqual([20, 10, 0]);
  expect((await call("GET", `${c}/count`, undefined, ada)).body).toEqual({ count: 3 });
});

test("[IN5] a mention in a text notifies users who want it, and is taken back with the text", async () => {
  const { call, createRoom, withAccess, publicKey } = await open();
  await createRoom("r");
  const [ada, bob, eve] = [await withAccess("ada"), await withAccess("bob"), await withAccess("eve")];
  const mentions = "/v2/c/rooms/r/text-mentions";
  await call("POST", "/v2/c/rooms/r/subscription-settings", { textMentions: "none" }, eve);
  const group = { mentionId: "in_m", groupId: "g", userIds: ["ada", "bob", "eve"] };
  for (let n = 0; n < 2; n++) expect((await call("POST", mentions, group, bob)).status).toBe(204);
  const inboxOf = async (headers: Record<string, string>) => (await call("GET", c, undefined, headers)).body;
  expect((await inboxOf(ada)).inboxNotifications).toEqual([
    {
      kind: "textMention",
      id: expect.stringMatching(/^in_[\w-]{21}$/),
      organizationId: "default",
      roomId: "r",
      mentionId: "in_m",
      mention: { kind: "group", id: "g", userIds: ["ada", "bob", "eve"] },
      createdBy: "bob",
      notifiedAt: expect.any(String),
      readAt: null,
    },
  ]);
  for (const none of [bob, eve]) expect((await inboxOf(none)).inboxNotifications).toEqual([]);
  await call("POST", mentions, { mentionId: "in_n", userId: "ada" }, bob);
  await call("POST", mentions, { mentionId: "in_o", userId: "bob" }, bob);
  expect(kinds((await inboxOf(ada)).inboxNotifications)).toEqual(["textMention", "textMention"]);
  expect((await call("DELETE", `${mentions}/in_m`, undefined, eve)).status).toBe(204);
  expect((await call("DELETE", `${mentions}/in_m`, undefined, eve)).status).toBe(204);
  expect((await inboxOf(ada)).inboxNotifications.map(({ mentionId }: any) => mentionId)).toEqual(["in_n"]);
  const reader = await withAccess("ada", { r: ["*:write", "storage:read"] });
  expect((await call("POST", mentions, group, reader)).body.error).toBe("UNAUTHORIZED_ROOM_ACCESS");
  const anonymous = { authorization: `Bearer ${publicKey}` };
  expect((await call("POST", mentions, group, anonymous)).body.error).toBe("USER_REQUIRED");
  for (const broken of [{ mentionId: "m" }, { mentionId: "m", userId: "a", groupId: "g" }, { userId: "ada" }])
    expect((await call("POST", mentions, broken, bob)).status).toBe(422);
});

test("the text editor of a room is shown with the room", async () => {
  const { call, createRoom, withAccess } = await open();
  await createRoom("r");
  const ada = await withAccess("ada", { r: ["*:write"] });
  expect((await call("GET", "/v2/rooms/r")).body).not.toHaveProperty("experimental_textEditor");
  // Readers change nothing.
  const reader = await withAccess("eve", { r: ["room:read"] });
  const refusal = await call("POST", "/v2/c/rooms/r/text-metadata", { type: "lexical", rootKey: "root" }, reader);
  expect([refusal.status, refusal.body.error]).toEqual([403, "UNAUTHORIZED_ROOM_ACCESS"]);
  expect((await call("GET", "/v2/rooms/r")).body).not.toHaveProperty("experimental_textEditor");
  for (const rootKey of ["root", ["a", "b"]]) {
    const editor = { type: "tiptap", rootKey };
    expect((await call("POST", "/v2/c/rooms/r/text-metadata", editor, ada)).status).toBe(204);
    expect((await call("GET", "/v2/rooms/r")).body.experimental_textEditor).toEqual(editor);
  }
  await call("POST", "/v2/rooms/r/update-room-id", { newRoomId: "s" });
  expect((await call("GET", "/v2/rooms/s")).body.experimental_textEditor.rootKey).toEqual(["a", "b"]);
  expect((await call("POST", "/v2/c/rooms/s/text-metadata", { type: "word", rootKey: "" })).status).toBe(403);
});

test("[NS2] what the project has not enabled is absent, and refused with a reason", async () => {
  const { call, project, withAccess } = await open();
  const { notificationSettings } = edge.services;
  const url = "/v2/users/ada/notification-settings";
  const off = { thread: false, textMention: false };
  const defaults = { email: { thread: true, textMention: true }, slack: off, teams: off, webPush: off };
  expect((await call("GET", url)).body).toEqual(defaults);
  await notificationSettings.changeProject(project, {
    channels: {
      slack: { enabled: false },
      teams: { kinds: new Map() },
      webPush: { kinds: new Map([["$file", true]]) },
    },
    customKinds: [{ kind: "$file", batched: false }],
  });
  const ada = await withAccess("ada");
  const client = "/v2/c/notification-settings";
  const reply = await call("POST", client, { email: { thread: false } }, ada);
  expect(reply.body).toEqual({ email: { thread: false, textMention: true }, webPush: { $file: true } });
  expect((await call("GET", client, undefined, ada)).body).toEqual((await call("GET", url)).body);
  for (const refused of [{ slack: { thread: true } }, { teams: {} }, { email: { $file: true } }]) {
    const { status, body } = await call("POST", client, { webPush: { $file: false }, ...refused }, ada);
    expect(status).toBe(422);
    const names = {
      error: "UNPROCESSABLE_ENTITY",
      reason: expect.stringMatching(/not enabled/),
      docs: expect.any(String),
    };
    expect(body).toEqual({ ...names, message: body.reason, suggestion: expect.any(String) });
  }
  for (const broken of [{ fax: {} }, { email: { other: true } }, { email: { thread: "yes" } }, { email: null }])
    expect((await call("POST", url, broken)).status).toBe(422);
  expect((await call("GET", url)).body.webPush).toEqual({ $file: true });
  expect((await call("DELETE", url)).status).toBe(204);
  expect((await call("GET", url)).body.email).toEqual({ thread: true, textMention: true });
});

test("[NS3] members of the team change how a project notifies, and its audit log says so", async () => {
  const owner = await edge.signUp({ teamName: "Engines" });
  const team = (await owner.call("GET", "/internal/me")).body.teams[0].id;
  const { _id: id } = (await owner.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" })).body;
  const url = `/internal/projects/${id}/notifications`;
  const before = (await owner.call("GET", url)).body;
  expect(before).toMatchObject({ customKinds: [], delayMs: 1_800_000, channels: { email: { enabled: true } } });
  const change = {
    customKinds: [{ kind: "$file", batched: true }],
    channels: { email: { kinds: { thread: false, $file: true } } },
    delayMs: 120_000,
  };
  const after = (await owner.call("PATCH", url, change)).body;
  expect(after).toEqual({
    channels: { ...before.channels, email: { enabled: true, kinds: { thread: false, $file: true } } },
    customKinds: change.customKinds,
    delayMs: 120_000,
  });
  for (const broken of [
    { delayMs: 1 },
    { customKinds: [{ kind: "file", batched: true }] },
    { customKinds: [change.customKinds[0], change.customKinds[0]] },
    { channels: { slack: { kinds: { $unknown: true } } } },
  ])
    expect((await owner.call("PATCH", url, broken)).status).toBe(422);
  expect((await owner.call("GET", url)).body).toEqual(after);
  // A kind that is gone is on no channel.
  const without = (await owner.call("PATCH", url, { customKinds: [], delayMs: null })).body;
  expect([without.channels.email.kinds, without.delayMs]).toEqual([{ thread: false }, 1_800_000]);
  const log = (await owner.call("GET", `/internal/teams/${team}/audit-log`)).body;
  const entries = log.data.filter(({ action }: { action: string }) => action === "project.notificationsUpdated");
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({ target: { kind: "project", id, name: "One" } });
});
