/**
 * Every page of the dashboard, in both themes: no findings in axe, no violations of the content policy, no console
 * messages [S15].
 */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { listenForRefusals, lookAt } from "./look-at-page.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const teamPages = [
  "",
  "/members",
  "/settings",
  "/settings/billing",
  "/settings/security",
  "/settings/management-tokens",
  "/settings/audit-log",
];
const threadId = `th_${"a".repeat(21)}`;
const projectPages = [
  "",
  "/quickstart",
  "/rooms",
  "/rooms/first",
  "/rooms/first?tab=presence",
  "/rooms/first?tab=storage",
  "/rooms/first?tab=yjs",
  "/rooms/first?tab=versions",
  "/rooms/first?tab=threads",
  "/rooms/first?tab=events",
  "/rooms/first?tab=devtools",
  "/rooms/first?tab=access",
  "/rooms/first?tab=settings",
  "/users",
  "/users/grace",
  "/users/grace?tab=threads",
  "/users/grace?tab=inbox",
  "/users/grace?tab=settings",
  "/users/grace?tab=groups",
  "/users/grace?tab=erase",
  "/threads",
  `/threads/first/${threadId}`,
  "/notifications",
  "/notifications?tab=inbox&user=grace",
  "/notifications?tab=emails&user=grace",
  "/groups",
  "/groups/engineering",
  "/events",
  "/logs",
  "/analytics",
  "/api-keys",
  "/copilots",
  "/copilots/new",
  "/copilots/{copilot}",
  "/copilots/{copilot}?tab=playground",
  "/copilots/{copilot}?tab=playground&view=two",
  "/copilots/{copilot}?tab=history",
  "/webhooks",
  "/webhooks/catalog",
  "/webhooks/{webhook}",
  "/webhooks/{webhook}?tab=deliveries",
  "/webhooks/{webhook}?tab=settings",
  "/settings",
];

/** The positions of the buttons in sections that delete something, each with the title of its section. */
const dangerousLayouts = `[...document.querySelectorAll("main section:has(> div > h2)")].flatMap((section) => {
  const [, column] = section.children;
  const button = [...(column?.querySelectorAll("button") ?? [])].find(
    (one) => one.className.includes("bg-danger-solid"),
  );
  if (button === undefined) return [];
  const [own, whole] = [button.getBoundingClientRect(), column.getBoundingClientRect()];
  const left = Math.abs(own.left - whole.left) < 1 && button.parentElement === column;
  const narrow = own.width < whole.width - 1;
  return [[section.querySelector("h2").textContent,
    (left ? "at the left of its column" : "elsewhere") + (narrow ? ", as wide as its text" : ", as wide as its column")]];
})`;

test("[S15] dashboard pages cause no findings in axe, no violations of the content policy and no console messages", async () => {
  const page = await journey.visit("/");
  const refusals: string[] = [];
  await listenForRefusals(page, refusals);
  const { teamId, projectId, call } = await signUp(page, { teamName: "Looms" });
  await call("POST", `/internal/projects/${projectId}/api/rooms`, { id: "first", defaultAccesses: ["room:write"] });
  await call("POST", `/internal/projects/${projectId}/api/rooms/first/storage`, {
    liveblocksType: "LiveObject",
    data: { title: "Warp", list: { liveblocksType: "LiveList", data: [1, "two", { three: 3 }] } },
  });
  const { id: webhookId } = (await call("POST", `/internal/projects/${projectId}/webhooks`, {
    url: "https://receiver.example/hook",
    subscribedEvents: ["notification"],
    additionalHeaders: { "X-Gateway": "open" },
  })) as { id: string };
  await call("POST", `/internal/projects/${projectId}/api/rooms/first/threads`, {
    id: threadId,
    metadata: { priority: "high" },
    comment: {
      userId: "ada",
      body: {
        version: 1,
        content: [{ type: "paragraph", children: [{ text: "See " }, { type: "mention", kind: "user", id: "grace" }] }],
      },
    },
  });
  await call("POST", `/internal/projects/${projectId}/api/groups`, { id: "engineering", memberIds: ["ada"] });
  const { id: copilotId } = (await call("POST", `/internal/projects/${projectId}/api/ai/copilots`, {
    name: "Support assistant",
    description: "Answers questions about the product.",
    systemPrompt: "Answer questions about our product.",
    provider: "anthropic",
    providerModel: "claude-sonnet-4-6",
    providerApiKey: "sk-of-nobody-1234",
    providerOptions: { anthropic: { webSearch: { allowedDomains: ["example.com"] } } },
    settings: { temperature: 0.2 },
  })) as { id: string };
  const team = `/dashboard/${teamId}`;
  const project = `${team}/projects/${projectId}`;
  const faults: string[] = [];
  const dangers = new Map<string, string>();
  for (const address of [
    ...["", "/security", "/notifications"].map((path) => `/dashboard/account${path}`),
    "/dashboard/new",
    ...teamPages.map((path) => team + path),
    ...projectPages.map((path) => project + path.replace("{webhook}", webhookId).replace("{copilot}", copilotId)),
  ]) {
    await page.goto(address);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("load");
    for (const [title, layout] of (await page.evaluate(dangerousLayouts)) as [string, string][])
      dangers.set(`${address.replace(project, "project").replace(team, "team")}: ${title}`, layout);
    faults.push(...(await lookAt(page, address.replace(project, "project").replace(team, "team"))));
  }
  expect(faults).toEqual([]);
  // Sections that delete something have the same layout everywhere.
  expect(dangers.size).toBeGreaterThanOrEqual(6);
  expect([...dangers].filter(([, layout]) => layout !== "at the left of its column, as wide as its text")).toEqual([]);
  expect(refusals).toEqual([]);
  expect(journey.complaints).toEqual([]);
}, 900_000);
