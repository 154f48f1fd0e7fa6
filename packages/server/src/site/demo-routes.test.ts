import { demoProjectId } from "@weft/collab";
import { demoPeople } from "@weft/protocol";
import { expect, test } from "vitest";
import { fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge } from "../testing/test-edge.ts";

const path = "/internal/demo/authorize";
const authorize = (edge: TestEdge, userId: unknown) => edge.call("POST", path, { userId }, fromSite);

/** An edge with a demo project whose public key may create rooms. */
async function openDemoEdge(options?: Parameters<typeof openTestEdge>[0]) {
  const edge = await openTestEdge(options);
  await edge.services.site.projects.ensureDemoProject();
  return edge;
}

test("each of the demo's users gets a token with a name and color of their own", async () => {
  await using edge = await openDemoEdge();
  for (const { id, name, color } of demoPeople) {
    const reply = await authorize(edge, `${id}.k3f9x2ab`);
    expect(reply.status).toBe(200);
    const claims = await edge.services.tokens.verify(reply.body.token, edge.services.now(), demoProjectId);
    expect(claims).toMatchObject({ kind: "access", userId: `${id}.k3f9x2ab`, userInfo: { name, color } });
  }
});

test("the token gives access to the rooms of its suffix, and to nothing else in the project", async () => {
  await using edge = await openDemoEdge();
  const { rooms } = edge.services;
  const own = "example-k3f9.text";
  const others = ["example-k3f9", "example-k3f9x.text", "example-a.text", "weft-demo-text", "k3f9"];
  for (const room of [own, ...others]) await rooms.create(demoProjectId, room, { defaultAccesses: [] });
  await rooms.create(edge.project.id, own, { defaultAccesses: [] });
  const { token } = (await authorize(edge, "ada.k3f9")).body;
  const threadsOf = (room: string) =>
    edge.call("GET", `/v2/c/rooms/${room}/threads`, undefined, { authorization: `Bearer ${token}` });
  expect((await threadsOf(own)).status).toBe(200);
  for (const room of others) {
    const reply = await threadsOf(room);
    expect([room, reply.status, reply.body.error]).toEqual([room, 403, "UNAUTHORIZED_ROOM_ACCESS"]);
  }
  // It is neither a secret key nor a token of another project.
  for (const url of ["/v2/rooms", `/v2/rooms/${own}`, "/v2/users/ada.k3f9/inbox-notifications"]) {
    const reply = await edge.call("GET", url, undefined, { authorization: `Bearer ${token}` });
    expect([url, reply.status, reply.body.error]).toEqual([url, 403, "INVALID_SECRET_KEY"]);
  }
  await expect(edge.services.tokens.verify(token, edge.services.now(), edge.project.id)).rejects.toThrow(/token/i);
});

test.for([
  "ada",
  "ada.",
  "mallory.k3f9",
  "Ada.k3f9",
  "ada.K3F9",
  "ada.k3f9.text",
  "ada.k3f9*",
  "ada.k 3",
  "ada.k3f9\n",
  `ada.${"x".repeat(41)}`,
  "",
  null,
])("the user id %j is refused", async (userId) => {
  await using edge = await openDemoEdge();
  const reply = await authorize(edge, userId);
  expect([reply.status, reply.body.error]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
});

test("the body may have no other members", async () => {
  await using edge = await openDemoEdge();
  const body = { userId: "ada.k3f9", permissions: { "*": ["*:write"] } };
  expect((await edge.call("POST", path, body, fromSite)).status).toBe(422);
});

test("there are no such tokens without a demo project", async () => {
  await using edge = await openTestEdge();
  const reply = await authorize(edge, "ada.k3f9");
  expect([reply.status, reply.body.message]).toEqual([404, "This server has no demo project."]);
});

test("there are none when the demo project is closed, or its public key is switched off", async () => {
  await using edge = await openDemoEdge();
  const { projects } = edge.services.site;
  await projects.switchPublicKeys(demoProjectId, false);
  expect((await authorize(edge, "ada.k3f9")).status).toBe(404);
  await projects.switchPublicKeys(demoProjectId, true);
  expect((await authorize(edge, "ada.k3f9")).status).toBe(200);
  await edge.services.site.closeProject(demoProjectId);
  expect((await authorize(edge, "ada.k3f9")).status).toBe(404);
});

test("there are none while the demo project's public key may not create rooms", async () => {
  await using edge = await openTestEdge();
  await edge.services.site.projects.ensureDemoProject({ publicKeyCreatesRooms: false });
  const reply = await authorize(edge, "ada.k3f9");
  expect([reply.status, reply.body.error]).toEqual([403, "FORBIDDEN"]);
});

test("tokens are limited by address as other calls are, and not as forms are", async () => {
  await using edge = await openDemoEdge({ limits: { formsPerAddress: 1, restAddressRateBurst: 3 } });
  const statuses = [];
  for (let call = 0; call < 4; call++) statuses.push((await authorize(edge, "ada.k3f9")).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

const notify = (edge: TestEdge, body: object) => edge.call("POST", "/internal/demo/notify", body, fromSite);

test("a user gets notifications with fixed contents, on channels that they can choose", async () => {
  await using edge = await openDemoEdge();
  const { inbox, notificationSettings } = edge.services;
  const userId = "ada.k3f9";
  for (let time = 0; time < 3; time++)
    expect((await notify(edge, { userId, kind: "$deployment", index: 1 })).status).toBe(200);
  expect((await notify(edge, { userId, kind: "$invitation", index: 0 })).status).toBe(200);
  const owner = { project: demoProjectId, userId, organizationId: "default" };
  const { notifications } = await inbox.page(owner, { limit: 10 });
  const counts = notifications.map(({ kind, activities }) => [kind, activities.length]);
  expect(Object.fromEntries(counts)).toEqual({ $deployment: 3, $invitation: 1 });
  const { slack } = await notificationSettings.ofUser(demoProjectId, userId);
  expect(slack).toEqual({ thread: false, textMention: false, $invitation: false, $deployment: false });
});

test("nothing else can be sent, only to users of the examples, and at a limited rate per address", async () => {
  await using edge = await openDemoEdge({ limits: { demoNotificationsPerAddress: 6 } });
  const good = { userId: "ada.k3f9", kind: "$invitation", index: 0 };
  for (const bad of [
    { ...good, userId: "ada" },
    { ...good, kind: "$other" },
    { ...good, index: 3 },
    { ...good, activityData: { text: "mine" } },
  ])
    expect((await notify(edge, bad)).status).toBe(422);
  const statuses = [];
  for (let time = 0; time < 3; time++) statuses.push((await notify(edge, good)).status);
  expect(statuses).toEqual([200, 200, 429]);
});
