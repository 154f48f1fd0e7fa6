import { siteProjectId } from "@weft/collab";
import type { CopilotsInUse } from "@weft/collab";
import { CopilotId, ProjectId } from "@weft/protocol";
import { expect, test, vi } from "vitest";
import { assistantCopilotId, withAssistant, withDocumentation } from "../assistant/assistant.ts";
import { openTestEdge } from "../testing/test-edge.ts";

const anotherProject = ProjectId.parse("proj_another");

test("only signed-in users get a token for the assistant", async () => {
  await using edge = await openTestEdge();
  const refused = await edge.call("POST", "/internal/assistant/token", undefined, {
    "sec-fetch-site": "same-origin",
    "x-weft-csrf": "1",
  });
  expect(refused).toMatchObject({ status: 401, body: { error: "UNAUTHENTICATED" } });
  expect(await edge.services.site.projects.find(siteProjectId)).toBeUndefined();
});

test("a token is of the signed-in account in the site's project, and says nothing else", async () => {
  await using edge = await openTestEdge();
  const ada = await edge.signUp();
  const { status, body } = await ada.call("POST", "/internal/assistant/token");
  expect(status).toBe(200);
  expect(body).toMatchObject({ copilotId: "co_assistant", hasModel: false });
  const claims = await edge.services.tokens.verify(body.token, edge.services.now());
  expect(claims).toMatchObject({ project: siteProjectId, userId: ada.id });
  expect(claims).not.toHaveProperty("permissions");
});

test("the site's project has no keys and no team, and is in no list of projects", async () => {
  await using edge = await openTestEdge();
  const ada = await edge.signUp();
  await ada.call("POST", "/internal/assistant/token");
  await ada.call("POST", "/internal/assistant/token");
  const { projects } = edge.services.site;
  expect(await projects.keys(siteProjectId)).toEqual([]);
  expect((await projects.find(siteProjectId))!.team).toBeUndefined();
  expect((await ada.call("GET", "/internal/accounts/summary")).text).not.toContain(siteProjectId);
  for (const path of [`/internal/projects/${siteProjectId}`, `/internal/projects/${siteProjectId}/api/v2/rooms`])
    expect(await ada.call("GET", path)).toMatchObject({ status: 404 });
});

test("a token for the assistant opens no rooms", async () => {
  await using edge = await openTestEdge();
  const ada = await edge.signUp();
  const { token } = (await ada.call("POST", "/internal/assistant/token")).body;
  const authorization = { authorization: `Bearer ${token}` };
  expect(await edge.call("GET", "/v2/rooms/any", undefined, authorization)).toMatchObject({ status: 403 });
  expect(await edge.call("GET", "/v2/c/rooms/any/threads", undefined, authorization)).toMatchObject({ status: 403 });
});

test("a deleted account's chats with the assistant are erased", async () => {
  await using edge = await openTestEdge();
  const ada = await edge.signUp();
  await ada.call("POST", "/internal/assistant/token");
  expect((await ada.call("POST", "/internal/auth/delete-user", { password: "correct horse battery" })).status).toBe(
    200,
  );
  expect(await edge.services.userErasures.underWay(siteProjectId, ada.id)).toMatchObject({ userId: ada.id });
});

test("the assistant is the only copilot of the site's project, and no other project has it", async () => {
  const own = vi.fn<CopilotsInUse["use"]>(async () => undefined);
  const model = { provider: "openai", name: "gpt", apiKey: "k" } as const;
  const assisted = withAssistant({ use: own }, model);
  expect(await assisted.use(siteProjectId, assistantCopilotId)).toMatchObject({
    id: "co_assistant",
    name: "AI assistant",
    model,
  });
  expect(await assisted.use(siteProjectId, undefined)).toMatchObject({ id: "co_assistant" });
  expect(await assisted.use(siteProjectId, CopilotId.parse("co_other"))).toBeUndefined();
  expect(own).not.toHaveBeenCalled();
  await assisted.use(anotherProject, assistantCopilotId);
  expect(own).toHaveBeenCalledWith(anotherProject, assistantCopilotId);
  expect(await withAssistant({ use: own }, undefined).use(siteProjectId, undefined)).not.toHaveProperty("model");
});

test("the assistant knows the documentation, and copilots of projects do not", async () => {
  const passage = { title: "Rooms", headings: [], text: "A room.", url: "/docs/rooms" };
  const knowledge = withDocumentation(
    { knows: async () => false, search: async () => [] },
    { isEmpty: async () => false, search: async () => [passage] },
  );
  expect(await knowledge.knows(siteProjectId, assistantCopilotId)).toBe(true);
  expect(await knowledge.search(siteProjectId, assistantCopilotId, ["room"])).toEqual([passage]);
  expect(await knowledge.knows(anotherProject, assistantCopilotId)).toBe(false);
  expect(await knowledge.search(anotherProject, assistantCopilotId, ["room"])).toEqual([]);
});
