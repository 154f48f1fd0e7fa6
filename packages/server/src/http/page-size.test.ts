import type { GroupId } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

test("a list that names no limit answers twenty, and a hundred at most", async () => {
  await using edge = await openTestEdge({ limits: { restRateBurst: 1e9 } });
  for (let n = 0; n <= 100; n++)
    await edge.services.rooms.create(edge.project.id, `r${n}`, { defaultAccesses: ["room:write"] });
  for (let n = 0; n <= 20; n++) expect((await edge.call("POST", "/v2/rooms/r0/versions")).status).toBe(200);

  for (let n = 0; n <= 20; n++)
    await edge.services.groups.create(edge.project.id, `g${n}` as GroupId, { memberIds: ["ada"] });

  for (const list of ["/v2/rooms", "/v2/rooms/r0/versions", "/v2/groups", "/v2/users/ada/groups"]) {
    const { body } = await edge.call("GET", list);
    expect([list, body.data.length, typeof body.nextCursor]).toEqual([list, 20, "string"]);
    expect((await edge.call("GET", `${list}?limit=1`)).body.data).toHaveLength(1);
    expect((await edge.call("GET", `${list}?limit=101`)).status).toBe(422);
  }
  expect((await edge.call("GET", "/v2/rooms?limit=100")).body.data).toHaveLength(100);
});

test("a list of copilots, of knowledge sources or of links answers twenty, and a hundred at most", async () => {
  await using edge = await openTestEdge({ limits: { restRateBurst: 1e9 } });
  const { copilots, knowledge } = edge.services;
  const draft = {
    name: "Helper",
    systemPrompt: "Help.",
    provider: "openai",
    providerModel: "gpt-5",
    providerApiKey: "sk-secret",
  } as const;
  const ids = [];
  for (let n = 0; n <= 20; n++) ids.push((await copilots.create(edge.project.id, draft)).id);
  const owner = { project: edge.project.id, copilot: ids[0]! };
  for (let n = 0; n <= 20; n++) await knowledge.putFile(owner, { name: `${n}.md`, bytes: Buffer.from("# Notes") });
  const ofOne = `/v2/ai/copilots/${ids[0]}/knowledge`;
  for (const list of ["/v2/ai/copilots", ofOne]) {
    const { body } = await edge.call("GET", list);
    expect([list, body.data.length, typeof body.nextCursor]).toEqual([list, 20, "string"]);
  }
  const source = await knowledge.addWeb(owner, { url: "https://example.com/", type: "individual_link" });
  for (const list of ["/v2/ai/copilots", ofOne, `${ofOne}/web/${source}/links`]) {
    expect((await edge.call("GET", `${list}?limit=100`)).status).toBe(200);
    for (const limit of [0, 101]) expect((await edge.call("GET", `${list}?limit=${limit}`)).status).toBe(422);
  }
});

test("a list of inbox notifications or of subscription settings answers fifty, and no more", async () => {
  await using edge = await openTestEdge({ limits: { restRateBurst: 1e9 } });
  const project = edge.project.id;
  for (let n = 0; n <= 50; n++) {
    const activityData = new Map([["n", n]]);
    await edge.services.inbox.trigger(project, { userId: "ada", kind: "$file", subjectId: `${n}`, activityData });
    await edge.services.rooms.create(project, `r${n}`, { defaultAccesses: ["room:write"] });
    const settings = `/v2/rooms/r${n}/users/ada/subscription-settings`;
    expect((await edge.call("POST", settings, { threads: "all" })).status).toBe(200);
  }
  for (const list of ["/v2/users/ada/inbox-notifications", "/v2/users/ada/room-subscription-settings"]) {
    const { body } = await edge.call("GET", list);
    expect([list, body.data.length]).toEqual([list, 50]);
    expect((await edge.call("GET", `${list}?limit=50`)).body.data).toHaveLength(50);
    for (const limit of [0, 51]) expect((await edge.call("GET", `${list}?limit=${limit}`)).status).toBe(422);
  }
});
