import type { NewJob } from "@weft/collab";
import { limits } from "@weft/protocol";
import type { ProjectId, RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge, TestEdgeOptions } from "../testing/test-edge.ts";
import { mailJob } from "../mail/mail-job.ts";
import type { Mail } from "../mail/mail-job.ts";
import type { Mailer } from "../mail/mailer.ts";

/** An edge with a signed-in user and their project. */
async function createSite(options?: TestEdgeOptions) {
  const edge = await openTestEdge(options);
  const ada = await edge.signUp({ teamName: "Engines" });
  const team = (await ada.call("GET", "/internal/me")).body.teams[0].id as string;
  const made = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
  const { _id: project, secretKey } = made.body as { _id: ProjectId; secretKey: string };
  const rest = (method: string, url: string, body?: unknown) =>
    edge.call(method, url, body, { authorization: `Bearer ${secretKey}` });
  const get = async (path: string) => (await ada.call("GET", `/internal/projects/${project}${path}`)).body;
  return Object.assign(edge, { ada, team, project, secretKey, rest, get });
}

const support = { firstName: "Eve", lastName: "Adams", email: "eve@weft.test", message: "  Help  " };
const send = (edge: TestEdge, kind: string, body: unknown) => edge.call("POST", `/internal/${kind}`, body, fromSite);

async function asStaff(edge: TestEdge) {
  const staff = await edge.signUp({ email: "staff@weft.dev" });
  const link = (await edge.mails()).find(({ to }) => to === "staff@weft.dev")!.text.match(/https?:\S+/)![0];
  const token = new URL(link).searchParams.get("token")!;
  const verified = await staff.call("GET", `/internal/auth/verify-email?token=${encodeURIComponent(token)}`);
  expect(verified.status).toBeLessThan(400);
  return staff;
}

test("[MG1] messages are stored as they were sent, and only staff can read them", async () => {
  await using edge = await createSite({ site: { staffDomain: "weft.dev" } });
  expect(await send(edge, "contact/support", support)).toMatchObject({ status: 200, body: { sent: true } });
  edge.advance(1_000);
  const sales = { ...support, companySize: "10-100", role: "Engineer", route: "/contact" };
  expect((await send(edge, "contact/sales", sales)).status).toBe(200);
  edge.advance(1_000);
  const feedback = {
    user: { name: "Unknown", email: "x@weft.test" },
    message: "Good",
    route: "/docs",
    wasItHelpful: true,
    sentFromFeedbackButton: true,
    sentFromAi: false,
  };
  expect((await send(edge, "feedback", feedback)).status).toBe(200);

  expect((await edge.ada.call("GET", "/internal/staff/messages")).status).toBe(403);
  const staff = await asStaff(edge);
  const { data } = (await staff.call("GET", "/internal/staff/messages")).body;
  expect(data).toMatchObject([
    { kind: "feedback", name: "Unknown", route: "/docs", details: { wasItHelpful: true, sentFromAi: false } },
    { kind: "sales", details: { companySize: "10-100", role: "Engineer", hasBookedMeeting: false } },
    { kind: "support", name: "Eve Adams", message: "Help", route: null, state: "open", mailed: false },
  ]);
  const done = await staff.call("PATCH", `/internal/staff/messages/${data[2].id}`, { state: "done" });
  expect(done.body).toMatchObject({ id: data[2].id, state: "done" });
  expect((await staff.call("GET", "/internal/staff/messages?state=done")).body.data).toHaveLength(1);
  expect((await staff.call("GET", "/internal/staff/messages?kind=sales")).body.data).toHaveLength(1);
  expect((await staff.call("PATCH", "/internal/staff/messages/msg_x", { state: "done" })).status).toBe(404);
});

test("[MG1] a message and its email to support are stored together or not at all", async () => {
  const mailer = (job: (mail: Mail) => NewJob): Mailer => ({
    leaves: true,
    failed: () => {},
    send: async () => {},
    job,
  });
  const writing = { state: "waiting", now: () => 1, limits } as const;
  await using edge = await openTestEdge({ site: { mailer: mailer((mail) => mailJob(mail, writing)) } });
  await send(edge, "contact/support", { ...support, firstName: "Eve\nBcc: all@weft.test" });
  const mails = await edge.mails();
  expect(mails).toMatchObject([{ to: "support@weft.test", replyTo: "eve@weft.test" }]);
  expect(mails[0]!.subject).not.toContain("\n");
  expect(mails[0]!.text).toContain("Help");
  expect((await edge.services.messages.list({})).data).toMatchObject([{ message: "Help", mailed: true }]);

  // Text that no database takes fails within the transaction.
  const broken = (mail: Mail): NewJob => ({ ...mailJob(mail, writing), createdAt: null as never });
  await using failing = await openTestEdge({ site: { mailer: mailer(broken) } });
  expect((await send(failing, "contact/support", support)).status).toBe(500);
  expect((await failing.services.messages.list({})).data).toEqual([]);
});

test("[MG2] a form that a script filled in is answered like any other, and not stored", async () => {
  await using edge = await openTestEdge();
  expect(await send(edge, "contact/support", { ...support, honeypot: "x" })).toMatchObject({
    status: 200,
    body: { sent: true },
  });
  const sales = { ...support, companySize: "10-100", role: "Engineer", route: "/contact", extra: "x" };
  expect((await send(edge, "contact/sales", sales)).status).toBe(200);
  expect((await edge.services.messages.list({})).data).toEqual([]);
});

test("[MG2] invalid messages are refused", async () => {
  await using edge = await openTestEdge({ limits: { formsPerAddress: 100 } });
  for (const [message, status] of [
    [" \n", 422],
    ["a".repeat(1_000), 200],
    ["a".repeat(1_001), 422],
  ] as const)
    expect((await send(edge, "contact/support", { ...support, message })).status).toBe(status);
  expect((await edge.call("POST", "/internal/contact/support", support, {})).status).toBe(403);
});

test("[MG3] an address may send a limited number of forms, and the refusal says how long to wait", async () => {
  await using edge = await openTestEdge();
  for (let n = 0; n < limits.formsPerAddress; n++)
    expect((await send(edge, "contact/support", support)).status).toBe(200);
  const refused = await send(edge, "contact/support", support);
  expect([refused.status, refused.body.error, refused.headers["retry-after"]]).toEqual([
    429,
    "TOO_MANY_REQUESTS",
    "600",
  ]);
  edge.advance(limits.formWindowMs);
  expect((await send(edge, "contact/support", support)).status).toBe(200);
});

test("[MG4] lists of messages are read page by page", async () => {
  await using edge = await createSite({ site: { staffDomain: "weft.dev" }, limits: { formsPerAddress: 100 } });
  for (let n = 0; n < 25; n++) {
    await send(edge, "contact/support", { ...support, message: `${n}` });
    edge.advance(1);
  }
  const staff = await asStaff(edge);
  const first = (await staff.call("GET", "/internal/staff/messages")).body;
  const next = (await staff.call("GET", `/internal/staff/messages?cursor=${first.nextCursor}`)).body;
  expect([...first.data, ...next.data].map(({ message }) => Number(message))).toEqual(
    Array.from({ length: 25 }, (_, n) => 24 - n),
  );
  expect(next.nextCursor).toBeNull();
  expect((await staff.call("GET", "/internal/staff/messages?cursor=x")).status).toBe(422);
});

test("[AV6] calls of a project's back end are listed without their contents", async () => {
  await using edge = await createSite();
  await edge.rest("POST", "/v2/rooms", { id: "board", defaultAccesses: [], metadata: { secret: "hidden" } });
  await edge.rest("GET", "/v2/rooms/no%2Fwhere?token=hidden");
  await edge.ada.call("GET", `/internal/projects/${edge.project}/api/rooms`);
  const { data, retentionDays } = await edge.get("/requests");
  expect(retentionDays).toBe(30);
  expect(data).toMatchObject([
    {
      method: "GET",
      path: "/v2/rooms/{roomId}",
      status: 404,
      errorCode: "ROOM_NOT_FOUND",
      key: edge.secretKey.slice(-4),
    },
    { method: "POST", path: "/v2/rooms", status: 200, errorCode: null },
  ]);
  expect(JSON.stringify(data)).not.toContain("hidden");
  expect((await edge.get("/requests?status=4xx")).data).toHaveLength(1);
  expect((await edge.get("/requests?from=2001-01-01T00:00:00.000Z&to=2001-01-02T00:00:00.000Z")).data).toEqual([]);
});

test("[AV7] the checklist shows completed steps, and can be dismissed", async () => {
  await using edge = await createSite();
  const path = `/internal/projects/${edge.project}/checklist`;
  expect((await edge.ada.call("GET", path)).body).toMatchObject({
    dismissed: false,
    steps: { createdProject: expect.any(String), copiedKey: null, firstConnection: null, tokenIssued: null },
    latestRoomId: null,
  });
  await edge.rest("POST", "/v2/authorize-user", { userId: "ada", permissions: { "*": ["room:write"] } });
  const { activityWriter } = edge;
  activityWriter.connectionEntered({ project: edge.project, room: "board" as RoomId }, { actor: 0, id: "ada" }, 1);
  const changed = await edge.ada.call("PATCH", path, { dismissed: true, copiedKey: true });
  expect(changed.body).toMatchObject({
    dismissed: true,
    steps: { copiedKey: expect.any(String), firstConnection: expect.any(String), tokenIssued: expect.any(String) },
    latestRoomId: "board",
  });
  expect(changed.body.steps).toMatchObject({ roomWithTwoPeople: null, productionProject: null });
  await edge.ada.call("POST", `/internal/accounts/${edge.team}/projects`, { displayName: "Live", type: "prod" });
  const live = (await edge.ada.call("PATCH", path, { dismissed: false })).body;
  expect([live.dismissed, typeof live.steps.productionProject]).toEqual([false, "string"]);
});

test("a project's rooms are listed with the users in them, by prefix and query", async () => {
  await using edge = await createSite();
  for (const [id, defaultAccesses] of [
    [`a"b:1`, ["room:write"]],
    [`a"b:2`, []],
    ["other", []],
  ] as const)
    await edge.rest("POST", "/v2/rooms", { id, defaultAccesses, metadata: { color: id === "other" ? "blue" : "red" } });
  await edge.enter({ project: edge.project, room: `a"b:1` as RoomId });
  const { data } = await edge.get(`/rooms?prefix=${encodeURIComponent('a"b:')}`);
  expect(data.map(({ id, access, connectedNow }: any) => [id, access, connectedNow]).toSorted()).toEqual([
    [`a"b:1`, "public", 1],
    [`a"b:2`, "private", 0],
  ]);
  const query = encodeURIComponent('metadata["color"]:"red"');
  const first = await edge.get(`/rooms?limit=1&query=${query}`);
  const second = await edge.get(`/rooms?limit=1&query=${query}&cursor=${first.nextCursor}`);
  expect(new Set([first.data[0].id, second.data[0].id]).size).toBe(2);
  expect(second.nextCursor).toBeNull();
});

test("a project's rooms are sorted, found by a part of their id, and shown first while users are in them", async () => {
  await using edge = await createSite();
  for (const id of ["Acme:one", "acme:two", "other%", "acme:four"]) {
    edge.advance(1_000);
    await edge.rest("POST", "/v2/rooms", { id, defaultAccesses: ["room:write"] });
  }
  const ids = async (query: string): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor = ""; ;) {
      const page = await edge.get(`/rooms?${query}${cursor}`);
      found.push(...page.data.map(({ id }: { id: string }) => id));
      if (page.nextCursor === null) return found;
      cursor = `&cursor=${page.nextCursor}`;
    }
  };
  const newest = ["acme:four", "other%", "acme:two", "Acme:one"];
  for (const limit of [1, 2, 100]) {
    expect(await ids(`limit=${limit}`)).toEqual(newest);
    expect(await ids(`limit=${limit}&sort=created&direction=asc`)).toEqual(newest.toReversed());
    expect(await ids(`limit=${limit}&sort=id&direction=asc`)).toEqual(["Acme:one", "acme:four", "acme:two", "other%"]);
    expect(await ids(`limit=${limit}&search=CME:`)).toEqual(["acme:four", "acme:two", "Acme:one"]);
  }
  expect([await ids("search=%25"), await ids("search=_")]).toEqual([["other%"], []]);
  const { nextCursor } = await edge.get("/rooms?limit=1&sort=created");
  const path = `/internal/projects/${edge.project}/rooms?cursor=${nextCursor}`;
  expect((await edge.ada.call("GET", path)).status).toBe(422);

  for (const room of ["acme:two", "Acme:one", "acme:two"])
    await edge.enter({ project: edge.project, room: room as RoomId });
  expect(await ids("limit=100")).toEqual(["acme:two", "Acme:one", "acme:four", "other%"]);
  expect((await edge.get("/rooms?limit=2")).data).toMatchObject([{ id: "acme:two", connectedNow: 2 }, {}]);
  expect(new Set(await ids("limit=2"))).toEqual(new Set(newest));
  expect((await ids("connected&limit=1")).toSorted()).toEqual(["Acme:one", "acme:two"]);
  expect(await ids("connected&search=two")).toEqual(["acme:two"]);
  expect(await ids("limit=100&search=OTHER")).toEqual(["other%"]);
});

test("an access test has the result of the real decision", async () => {
  await using edge = await createSite();
  await edge.rest("POST", "/v2/rooms", {
    id: "board",
    defaultAccesses: [],
    usersAccesses: { bob: ["room:read"] },
    groupsAccesses: { eng: ["room:write"] },
  });
  const tried = async (body: object, room = "board") =>
    edge.ada.call("POST", `/internal/projects/${edge.project}/rooms/${room}/access-test`, body);
  expect((await tried({ userId: "eve" })).body).toMatchObject({ enters: false, permissions: [] });
  expect((await tried({ userId: "eve", groupIds: ["eng", "ops"] })).body).toMatchObject({
    enters: true,
    permissions: ["*:write"],
    because: [
      "By default, no one has access.",
      'The group "eng" has room:write. This overrides the default access.',
      'The group "ops" is not listed in the room.',
      'The user "eve" is not listed in the room.',
    ],
  });
  // The user's own entry overrides the group, also downwards.
  expect((await tried({ userId: "bob", groupIds: ["eng"] })).body).toMatchObject({ permissions: ["*:read"] });
  expect((await tried({ userId: "bob" }, "nowhere")).status).toBe(404);
});

test("[AV1] usage, overview and analytics answer as declared, to members only", async () => {
  await using edge = await createSite();
  const { project } = edge;
  const room = "board" as RoomId;
  await edge.rest("POST", "/v2/rooms", { id: room, defaultAccesses: [] });
  for (const user of ["ada", undefined]) await edge.enter({ project, room }, user);
  const usage = (await edge.ada.call("GET", `/internal/teams/${edge.team}/usage`)).body;
  expect(usage).toMatchObject({
    usage: {
      plan: "SelfHosted",
      currentPeriodActiveUsers: 1,
      currentPeriodAnonymousConnections: 1,
      peakRoomConnections: 2,
    },
  });
  expect(usage.projects.find(({ id }: { id: string }) => id === edge.project)).toMatchObject({
    displayName: "One",
    activeUsers: 1,
  });
  expect(await edge.get("/overview")).toMatchObject({ connectedNow: 2, activeUsersToday: { value: 1, before: 0 } });
  const analytics = await edge.get("/analytics?range=1w&metrics=connectionsMax&compare=previous");
  expect(analytics.series).toMatchObject([{ metric: "connectionsMax" }]);
  expect(analytics.series[0].values.at(-1)).toBe(2);
  const eve = await edge.signUp({ teamName: "Others" });
  for (const path of ["overview", "analytics", "events", "requests", "checklist", "rooms"])
    expect((await eve.call("GET", `/internal/projects/${edge.project}/${path}`)).status).toBe(404);
  expect((await eve.call("GET", `/internal/teams/${edge.team}/usage`)).status).toBe(404);
  for (const stream of ["events", "requests"]) {
    expect((await eve.call("GET", `/internal/projects/${edge.project}/${stream}/stream`)).status).toBe(404);
    expect(
      (await edge.call("GET", `/internal/projects/${edge.project}/${stream}/stream`, undefined, fromSite)).status,
    ).toBe(401);
  }
});

const withKey = (edge: TestEdge, key: string, url = "/v2/rooms") =>
  edge.call("GET", url, undefined, { authorization: `Bearer ${key}` });

/** A key of a project that has ended. */
async function endedKey({ services }: TestEdge, project: ProjectId) {
  const { projects } = services.site;
  const { key, record } = await projects.createKey(project, { name: "Ended", createdBy: "ada" });
  await projects.revokeKey(project, record.id);
  return key;
}

test("[AV9] calls with a key that has ended are listed in its project, a few in a minute, and all are counted", async () => {
  await using edge = await createSite({ limits: { refusedPerMinute: 3 } });
  const key = await endedKey(edge, edge.project);
  const told: string[] = [];
  const { activityWriter } = edge;
  using _ = activityWriter.follow(edge.project, { event: () => {}, request: ({ id }) => void told.push(id) });
  for (let n = 0; n < 10; n++) expect((await withKey(edge, key)).status).toBe(403);
  // A key that was never issued belongs to no project.
  expect((await withKey(edge, `sk_dev_${"x".repeat(40)}`)).status).toBe(403);
  expect((await edge.rest("GET", "/v2/rooms")).status).toBe(200);
  const { data } = await edge.get("/requests");
  expect(data.map(({ status, errorCode, key: end }: any) => [status, errorCode, end])).toEqual([
    [200, null, edge.secretKey.slice(-4)],
    ...Array.from({ length: 3 }, () => [403, "INVALID_SECRET_KEY", key.slice(-4)]),
  ]);
  expect(told).toHaveLength(4);
  const counted = await edge.get("/requests/counts");
  expect([counted.counts["2xx"].at(-1), counted.counts["4xx"].at(-1), counted.unlisted]).toEqual([1, 10, 7]);
  edge.advance(60_000);
  await withKey(edge, key);
  expect((await edge.get("/requests?status=4xx")).data).toHaveLength(4);
});

test("[AV9] calls over the rate are listed in the project of their key", async () => {
  await using edge = await createSite({
    limits: { restRatePerSecond: 1, restRateBurst: 2, restUserRateBurst: 10_000 },
  });
  const statuses = [];
  for (let n = 0; n < 4; n++) statuses.push((await edge.rest("GET", "/v2/rooms")).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  const { data } = await edge.get("/requests?errorCode=TOO_MANY_REQUESTS");
  expect(data).toMatchObject([
    { status: 429, path: "/v2/rooms", key: edge.secretKey.slice(-4) },
    { status: 429, path: "/v2/rooms" },
  ]);
});

test("[AV9] a refused call of a project's user is listed, and one of an unknown user is not", async () => {
  await using edge = await openTestEdge();
  const path = "/v2/c/rooms/board/versions";
  await edge.call("POST", path, undefined, { authorization: `Bearer ${edge.readerToken}` });
  await edge.call("POST", path, undefined, { authorization: "Bearer eyJ.a.b" });
  const { data } = await edge.services.activity.requests(edge.project.id, {});
  expect(data).toMatchObject([{ status: 403, errorCode: "UNAUTHORIZED_ROOM_ACCESS", key: null }]);
});

test("[AV10] the contents of a request are shown, to members only", async () => {
  await using edge = await createSite();
  await edge.rest("POST", "/v2/rooms?idempotent", { id: "board", defaultAccesses: [], metadata: { color: "red" } });
  await edge.rest("POST", "/v2/authorize-user", { userId: "ada", permissions: { "*": ["room:write"] } });
  const [authorized, created] = (await edge.get("/requests")).data;
  const shown = await edge.get(`/requests/${created.id}`);
  expect(shown).toMatchObject({
    entry: { id: created.id, path: "/v2/rooms", method: "POST" },
    endpointId: "create-room",
    contents: {
      url: "/v2/rooms?idempotent",
      body: { isCut: false, text: expect.stringContaining('"color":"red"') },
      answer: { text: expect.stringContaining('"id":"board"') },
    },
  });
  expect(shown.contents.headers).toContainEqual({ name: "authorization", value: "removed" });
  expect(JSON.stringify(shown)).not.toContain(edge.secretKey);
  const token = await edge.get(`/requests/${authorized.id}`);
  expect(token.contents.answer.text).toBe('{"token":"removed"}');
  expect((await edge.ada.call("GET", `/internal/projects/${edge.project}/requests/none`)).status).toBe(404);
  const eve = await edge.signUp({ teamName: "Others" });
  expect((await eve.call("GET", `/internal/projects/${edge.project}/requests/${created.id}`)).status).toBe(404);
});

test("[AV10] of many requests at once only some keep their contents", async () => {
  await using edge = await createSite({ limits: { requestContentsAtOnce: 400 } });
  for (let n = 0; n < 5; n++) await edge.rest("GET", "/v2/rooms");
  const { data } = await edge.get("/requests");
  const kept = await Promise.all(data.map(async ({ id }: any) => (await edge.get(`/requests/${id}`)).contents));
  expect(data).toHaveLength(5);
  expect(kept.filter((contents) => contents !== null).length).toBeLessThan(5);
  expect(kept.at(-1)).not.toBeNull();
});

test("requests are found by a part of their path, their key and their id", async () => {
  await using edge = await createSite();
  await edge.rest("GET", "/v2/rooms/board");
  await edge.rest("GET", "/v2/rooms");
  const [, one] = (await edge.get("/requests")).data;
  const count = async (query: string) => (await edge.get(`/requests?${query}`)).data.length;
  expect(await count(`path=${encodeURIComponent("{roomId}")}`)).toBe(1);
  expect(await count("path=ROOMS")).toBe(2);
  expect(await count(`path=${encodeURIComponent("%")}`)).toBe(0);
  expect(await count(`key=${edge.secretKey.slice(-4)}`)).toBe(2);
  expect(await count("key=none")).toBe(0);
  expect(await count(`requestId=${one.id}`)).toBe(1);
});

test("[AV2] requests are counted by the minute, and by longer steps where the time is long", async () => {
  await using edge = await createSite();
  await edge.rest("GET", "/v2/rooms");
  edge.advance(60_000);
  await edge.rest("GET", "/v2/rooms");
  await edge.rest("GET", "/v2/rooms/nowhere");
  const hour = await edge.get("/requests/counts");
  expect([hour.stepMs, hour.counts["2xx"].slice(-2), hour.counts["4xx"].slice(-2)]).toEqual([60_000, [1, 1], [0, 1]]);
  expect(hour.counts["5xx"].every((count: number) => count === 0)).toBe(true);
  const from = new Date(edge.services.now() - 86_400_000).toISOString();
  const day = await edge.get(`/requests/counts?from=${from}`);
  expect([day.stepMs, day.counts["2xx"].at(-1), day.counts["4xx"].length <= 121]).toEqual([900_000, 2, true]);
  // However long a time is asked for, it is bounded by what is kept.
  const all = await edge.get("/requests/counts?from=1970-01-01T00:00:00.000Z");
  expect(all.counts["2xx"].length).toBeLessThanOrEqual(121);
  const to = new Date(edge.services.now() - 30_000).toISOString();
  expect((await edge.get(`/requests/counts?to=${to}`)).counts["2xx"].at(-1)).toBe(1);
  const wrong = await edge.ada.call("GET", `/internal/projects/${edge.project}/requests/counts?from=${to}&to=${from}`);
  expect(wrong.status).toBe(422);
});

test("[AV6] events are found by text and by connection, and one by its id", async () => {
  await using edge = await createSite();
  const { activityWriter } = edge;
  const visit = (roomId: string, id: string, actor: number, closeCode: number) => {
    const room = { project: edge.project, room: roomId as RoomId };
    activityWriter.connectionEntered(room, { actor, id }, 1);
    activityWriter.connectionLeft(room, { actor, id }, 0, closeCode);
  };
  visit("looms", "ada", 0, 1000);
  visit("board", "looming", 1, 1006);
  const get = async (query: string) => (await edge.get(`/events?${query}`)).data as any[];
  expect(await get("text=LOOM")).toHaveLength(5);
  expect(await get("text=1006")).toHaveLength(2);
  expect(await get("text=_")).toHaveLength(0);
  const [event] = await get("roomId=board&connectionId=1&kind=connectionLost");
  expect(await get("roomId=board&connectionId=1")).toHaveLength(3);
  expect(await get("roomId=board&connectionId=0")).toHaveLength(0);
  expect(await edge.get(`/events/${event.id}`)).toEqual(event);
  expect((await edge.ada.call("GET", `/internal/projects/${edge.project}/events/ev_none`)).status).toBe(404);
  expect((await edge.ada.call("GET", `/internal/projects/${edge.project}/events?connectionId=x`)).status).toBe(422);
});

test("[AV2] analytics of a chosen time, with people in a room, statuses and errors of sockets", async () => {
  await using edge = await createSite();
  const { activityWriter } = edge;
  const room = { project: edge.project, room: "board" as RoomId };
  const people = [0, 1].map((actor) => ({ actor, id: `user ${actor}` }));
  for (const [others, person] of people.entries()) activityWriter.connectionEntered(room, person, others + 1);
  activityWriter.opened(edge.project).received(60);
  edge.advance(60_000);
  await edge.rest("GET", "/v2/rooms");
  await edge.rest("GET", "/v2/rooms/nowhere");
  for (const [others, person] of people.entries()) activityWriter.connectionLeft(room, person, 1 - others, 1006);
  const at = (ms: number) => new Date(edge.services.now() + ms).toISOString();
  const custom = await edge.get(`/analytics?range=custom&from=${at(-3_600_000)}&to=${at(0)}&compare=previous`);
  const total = (metric: string) =>
    custom.series.find((one: any) => one.metric === metric).values.reduce((sum: number, value: number) => sum + value);
  expect(custom.stepMs).toBe(300_000);
  expect(["Done", "Redirected", "Refused", "Failed"].map((what) => total(`requests${what}`))).toEqual([1, 0, 1, 0]);
  expect([total("peoplePerRoom"), custom.activeUsers]).toEqual([2, { day: 2, week: 2, month: 2 }]);
  expect(total("messagesPerSecond")).toBeGreaterThan(0);
  expect(custom.socketErrors).toEqual([{ code: "1006", count: 2 }]);
  const status = async (query: string) =>
    (await edge.ada.call("GET", `/internal/projects/${edge.project}/analytics?range=custom&${query}`)).status;
  expect(await status(`from=${at(0)}&to=${at(-1)}`)).toBe(422);
  expect(await status(`from=${at(-100 * 86_400_000)}`)).toBe(422);
  expect(await status(`from=${at(-90 * 86_400_000)}`)).toBe(200);
});

test("the Storage of a version is shown as an inspector shows it", async () => {
  await using edge = await createSite();
  await edge.rest("POST", "/v2/rooms", { id: "board", defaultAccesses: [] });
  const document = { liveblocksType: "LiveObject", data: { title: "One", a: "Zwei\nDrei" } };
  await edge.rest("POST", "/v2/rooms/board/storage", document);
  const version = (await edge.rest("POST", "/v2/rooms/board/versions")).body.data.id;
  await edge.rest("PATCH", "/v2/rooms/board/storage/json-patch", [{ op: "add", path: "/title", value: "Two" }]);
  expect(await edge.get(`/rooms/board/versions/${version}/storage`)).toEqual(document);
  for (const path of [`/rooms/board/versions/vh_none/storage`, `/rooms/none/versions/${version}/storage`])
    expect((await edge.ada.call("GET", `/internal/projects/${edge.project}${path}`)).status).toBe(404);
});

test("a member restores a version, the previous state is kept, and the audit log has an entry", async () => {
  await using edge = await createSite();
  await edge.rest("POST", "/v2/rooms", { id: "board", defaultAccesses: [] });
  const document = { liveblocksType: "LiveObject", data: { title: "One" } };
  await edge.rest("POST", "/v2/rooms/board/storage", document);
  const version = (await edge.rest("POST", "/v2/rooms/board/versions")).body.data.id;
  await edge.rest("PATCH", "/v2/rooms/board/storage/json-patch", [{ op: "add", path: "/title", value: "Two" }]);
  const restore = (room: string, id: string) =>
    edge.ada.call("POST", `/internal/projects/${edge.project}/rooms/${room}/versions/${id}/restore`);
  const { status, body } = await restore("board", version);
  expect(status).toBe(200);
  expect((await edge.rest("GET", "/v2/rooms/board/storage?format=json")).body).toEqual({ title: "One" });
  expect(await edge.get(`/rooms/board/versions/${body.previousVersionId}/storage`)).toMatchObject({
    data: { title: "Two" },
  });
  const log = await edge.ada.call("GET", `/internal/teams/${edge.team}/audit-log?action=api.`);
  expect(log.body.data).toMatchObject([{ action: "api.restore-version", target: { kind: "room", id: "board" } }]);
  for (const [room, id] of [
    ["board", "vh_none"],
    ["none", version],
  ])
    expect((await restore(room, id)).status).toBe(404);
});

test("a member ends a connection, and the audit log has an entry", async () => {
  await using edge = await createSite();
  await edge.rest("POST", "/v2/rooms", { id: "board", defaultAccesses: [] });
  edge.gateway.disconnect = async ({ room }, connection) => room === "board" && connection === 0;
  const end = async (room: string, connection: number | string) => {
    const path = `/internal/projects/${edge.project}/rooms/${room}/connections/${connection}`;
    return (await edge.ada.call("DELETE", path)).status;
  };
  expect([await end("board", 0), await end("board", 7), await end("none", 0), await end("board", "first")]).toEqual([
    200, 404, 404, 404,
  ]);
  const log = await edge.ada.call("GET", `/internal/teams/${edge.team}/audit-log?action=api.`);
  expect(log.body.data).toMatchObject([{ action: "api.disconnect-user", target: { kind: "room", id: "board" } }]);
});

test("an event lists the webhook deliveries that it caused, and attempts are counted by their result", async () => {
  await using edge = await createSite();
  const webhooks = `/internal/projects/${edge.project}/webhooks`;
  const made = await edge.ada.call("POST", webhooks, {
    url: "https://example.com/",
    subscribedEvents: ["roomCreated"],
  });
  await edge.rest("POST", "/v2/rooms", { id: "a", defaultAccesses: ["room:write"] });
  const [event] = (await edge.get("/events?kind=roomCreated")).data;
  await expect
    .poll(() => edge.get(`/events/${event.id}/deliveries`))
    .toMatchObject([
      {
        webhookId: made.body.id,
        url: "https://example.com/",
        isCombined: false,
        delivery: { type: "roomCreated", state: "delivered", attemptCount: 1 },
      },
    ]);
  const [{ delivery }] = await edge.get(`/events/${event.id}/deliveries`);
  const found = await edge.ada.call("GET", `${webhooks}/${made.body.id}/deliveries/${delivery.id}`);
  expect(JSON.parse(found.body.body)).toMatchObject({ type: "roomCreated", data: { roomId: "a" } });
  expect(await edge.get("/events/ev_none/deliveries")).toMatchObject({ error: "NOT_FOUND" });
  const { series } = await edge.get("/analytics?range=1h&metrics=webhooksDelivered,webhooksFailed");
  const sums = series.map(({ values }: { values: number[] }) => values.reduce((sum, value) => sum + value, 0));
  expect(sums).toEqual([1, 0]);
});

test("analytics count threads, comments and reactions, also by room", async () => {
  await using edge = await createSite();
  for (const id of ["a", "b"]) await edge.rest("POST", "/v2/rooms", { id, defaultAccesses: ["room:write"] });
  const body = { version: 1, content: [{ type: "paragraph", children: [{ text: "Hello" }] }] };
  for (const room of ["a", "a", "b"]) {
    const thread = (await edge.rest("POST", `/v2/rooms/${room}/threads`, { comment: { userId: "ada", body } })).body;
    const comment = `/v2/rooms/${room}/threads/${thread.id}/comments/${thread.comments[0].id}`;
    await edge.rest("POST", `${comment}/add-reaction`, { userId: "bob", emoji: "👍" });
  }
  const sumsOf = async (query: string) => {
    const { series } = await edge.get(`/analytics?metrics=threads,comments,reactions,requestsDone&${query}`);
    return Object.fromEntries(
      series.map(({ metric, values }: { metric: string; values: number[] }) => [
        metric,
        values.reduce((sum, value) => sum + value, 0),
      ]),
    );
  };
  expect(await sumsOf("range=1h")).toMatchObject({ threads: 3, comments: 3, reactions: 3 });
  // Requests are not counted by room.
  expect(await sumsOf("range=1w&roomId=a")).toEqual({ threads: 2, comments: 2, reactions: 2 });
  expect(await sumsOf("range=1w&roomId=nowhere")).toEqual({ threads: 0, comments: 0, reactions: 0 });
  const ofRoom = await edge.get("/analytics?range=1w&roomId=a&compare=previous&metrics=comments");
  expect(ofRoom).toMatchObject({ stepMs: 86_400_000, activeUsers: null, topRooms: [], topUsers: [] });
  expect(ofRoom.series[0].previous).toEqual(ofRoom.series[0].values.map(() => 0));
});
