/**
 * Screenshots of the principal screens, from phone to desktop, light and dark, for review (`artifacts/screens`). They
 * are not compared with anything; the tests only check that each screen fits its window.
 */
import { mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { hungMs } from "./patience.ts";
import { signUp } from "./sign-up.ts";
import { wear } from "./theme.ts";

const folder = fileURLToPath(new URL("../artifacts/screens", import.meta.url));
const widths = [390, 768, 1440];

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});
afterAll(() => journey[Symbol.asyncDispose]());

/**
 * Opens each screen once and takes a screenshot at every width, light and dark. Returns the screens that are too wide.
 */
async function picture(page: Page, screens: Readonly<Record<string, string>>): Promise<string[]> {
  const tooWide: string[] = [];
  for (const [name, address] of Object.entries(screens)) {
    await page.goto(address);
    await page.locator("h1").first().waitFor();
    await expect.poll(() => page.locator("main [aria-busy=true]").count(), { timeout: hungMs }).toBe(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
      for (const theme of ["light", "dark"] as const) {
        await wear(page, theme);
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` });
      }
      if ((await page.evaluate("document.documentElement.scrollWidth > innerWidth")) === true)
        tooWide.push(`${name} at ${width}`);
    }
  }
  return tooWide;
}

test("public screens fit the width of their window, from phone to desktop", async () => {
  const page = await journey.visit("/");
  const tooWide = await picture(page, {
    home: "/",
    docs: "/docs",
    "docs-page": "/docs/get-started/react",
    "docs-reference": "/docs/api-reference/rest-api-endpoints",
    tutorial: "/docs/tutorial/react/getting-started/presence",
    examples: "/examples",
    example: "/examples/todo-list",
    "docs-guide": "/docs/guides/verifying-webhooks",
    "docs-concept": "/docs/concepts/how-weft-works",
    "docs-rest-group": "/docs/api-reference/rest-api-endpoints/rooms",
    "from-liveblocks": "/docs/concepts/coming-from-liveblocks",
    pricing: "/pricing",
    status: "/status",
    changelog: "/changelog",
    contact: "/contact",
    support: "/support",
    "sign-in": "/sign-in",
    "sign-up": "/sign-up",
  });
  expect(tooWide).toEqual([]);
}, 300_000);

test("dashboard screens fit the width of their window, from phone to desktop", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Looms" });
  const api = `/internal/projects/${projectId}/api/rooms`;
  for (const [index, name] of ["warp", "weft", "selvedge"].entries()) {
    await call("POST", api, {
      id: `pattern-${name}`,
      defaultAccesses: index === 0 ? [] : ["room:write"],
      metadata: { cloth: name, threads: ["linen", "wool"] },
    });
    await call("POST", `${api}/pattern-${name}/storage`, {
      liveblocksType: "LiveObject",
      data: { title: name, rows: { liveblocksType: "LiveList", data: [1, "two", { three: 3 }] } },
    });
  }
  const webhooks = `/internal/projects/${projectId}/webhooks`;
  const { id: webhookId } = (await call("POST", webhooks, {
    // Nothing listens there: the deliveries fail.
    url: "http://127.0.0.1:9/api/weft-webhook",
    subscribedEvents: ["roomCreated", "commentCreated"],
  })) as { id: string };
  const sent = (await call("POST", `${webhooks}/${webhookId}/test`, { type: "roomCreated" })) as { deliveryId: string };
  const threadId = `th_${"a".repeat(21)}`;
  const children = [
    { text: "Is this the right colour, " },
    { type: "mention", kind: "user", id: "grace" },
    { text: "?" },
  ];
  await call("POST", `${api}/pattern-warp/threads`, {
    id: threadId,
    metadata: { priority: "high" },
    comment: { userId: "ada", body: { version: 1, content: [{ type: "paragraph", children }] } },
  });
  await call("POST", `/internal/projects/${projectId}/api/groups`, { id: "weavers", memberIds: ["ada", "grace"] });
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
  const webhook = `${project}/webhooks/${webhookId}`;
  const tooWide = await picture(page, {
    "team-projects": team,
    "team-members": `${team}/members`,
    "team-settings": `${team}/settings`,
    "team-billing": `${team}/settings/billing`,
    "team-security": `${team}/settings/security`,
    "team-management-tokens": `${team}/settings/management-tokens`,
    "team-audit-log": `${team}/settings/audit-log`,
    account: "/dashboard/account",
    "account-security": "/dashboard/account/security",
    "account-notifications": "/dashboard/account/notifications",
    "project-overview": project,
    "project-quickstart": `${project}/quickstart`,
    "project-rooms": `${project}/rooms`,
    "room-overview": `${project}/rooms/pattern-warp`,
    "room-storage": `${project}/rooms/pattern-warp?tab=storage`,
    "room-access": `${project}/rooms/pattern-warp?tab=access`,
    "room-versions": `${project}/rooms/pattern-warp?tab=versions`,
    "room-threads": `${project}/rooms/pattern-warp?tab=threads`,
    "room-settings": `${project}/rooms/pattern-warp?tab=settings`,
    "project-users": `${project}/users`,
    user: `${project}/users/grace`,
    "user-threads": `${project}/users/grace?tab=threads`,
    "user-inbox": `${project}/users/grace?tab=inbox`,
    "user-settings": `${project}/users/grace?tab=settings`,
    "user-erase": `${project}/users/grace?tab=erase`,
    "project-threads": `${project}/threads`,
    "project-thread": `${project}/threads/pattern-warp/${threadId}`,
    "project-notifications": `${project}/notifications`,
    "project-inbox": `${project}/notifications?tab=inbox&user=grace`,
    "project-groups": `${project}/groups`,
    "project-group": `${project}/groups/weavers`,
    "project-copilots": `${project}/copilots`,
    "new-copilot": `${project}/copilots/new?template=support`,
    copilot: `${project}/copilots/${copilotId}`,
    "copilot-knowledge": `${project}/copilots/${copilotId}?tab=knowledge`,
    "copilots-usage": `${project}/copilots?tab=usage`,
    "copilot-playground": `${project}/copilots/${copilotId}?tab=playground`,
    "project-events": `${project}/events`,
    "project-logs": `${project}/logs`,
    "project-analytics": `${project}/analytics`,
    "project-keys": `${project}/api-keys`,
    "project-webhooks": `${project}/webhooks`,
    "webhook-overview": webhook,
    "webhook-deliveries": `${webhook}?tab=deliveries`,
    "webhook-delivery": `${webhook}?tab=deliveries&event=${sent.deliveryId}`,
    "webhook-settings": `${webhook}?tab=settings`,
    "project-settings": `${project}/settings`,
  });
  expect(tooWide).toEqual([]);
}, 300_000);
