/** Every page of the site, in both themes: nothing for axe, the content policy or the console to complain of [S15]. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";
import { wear } from "./theme.ts";

const built = fileURLToPath(new URL("../apps/site/build/client", import.meta.url));

/** The addresses that the build wrote as HTML; those that only lead on to others are left out. */
const written = readdirSync(built, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|[/\\])index\.html$/u.test(file))
  .map((file) => `/${file.replaceAll("\\", "/").replace(/\/?index\.html$/u, "")}`)
  .toSorted();

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const framed = "/docs/get-started/react";
const ofColour = ["color-contrast", "link-in-text-block"];

/** Looks at the page that is open, light and dark; answers what is wrong with it, a line each. */
async function lookAt(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await wear(page, theme);
    const look = {
      // The tree beside every page of the documentation is the same: looked at once, then the page alone.
      ...(address.startsWith("/docs/") && address !== framed && { within: "main" }),
      // Of the rules, those of colour depend on themes.
      ...(theme === "dark" && { rules: ofColour }),
    };
    for (const fault of await faultsOf(page, look)) faults.push(`${address} (${theme}): ${fault}`);
  }
  // The next page begins in the theme that it is looked at in first.
  await wear(page, "light");
  const headings = await page.locator("h1").count();
  if (headings !== 1) faults.push(`${address}: ${headings} first-level headings`);
  const desk = page.viewportSize()!;
  for (const width of [desk.width, 320]) {
    await page.setViewportSize({ ...desk, width });
    // Charts are drawn anew a moment after their frame has another width.
    const fits = expect.poll(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), {
      timeout: 10_000,
    });
    await fits.toBe(true).catch(() => faults.push(`${address}: wider than a window of ${width} px`));
  }
  await page.setViewportSize(desk);
  return faults;
}

/** Listens for refusals of the content policy, which the console tells of only sometimes. */
async function listenForRefusals(page: Page, refusals: string[]): Promise<void> {
  await page.exposeFunction("refused", (what: string) => void refusals.push(what));
  await page.addInitScript(
    `addEventListener("securitypolicyviolation", (e) => refused(e.violatedDirective + " " + e.blockedURI + " on " + location.pathname))`,
  );
}

test("[S15] no page that anybody may read has anything for axe, the content policy or the console", async () => {
  const refusals: string[] = [];
  const faults: string[] = [];
  const addresses = [...written, "/sign-in", "/sign-up", "/forgot-password", "/no-such-page"];
  const walk = async () => {
    const page = await journey.visit("/");
    await listenForRefusals(page, refusals);
    for (let address = addresses.shift(); address !== undefined; address = addresses.shift()) {
      await page.goto(address);
      await page.locator("h1").first().waitFor();
      // Addresses of older pages lead on.
      if (address !== "/no-such-page" && new URL(page.url()).pathname !== address.replace(/(?<=.)\/$/u, "")) continue;
      faults.push(...(await lookAt(page, address)));
    }
  };
  // Two at a time: each is drawn by a process of its own.
  await Promise.all([walk(), walk()]);
  expect(faults).toEqual([]);
  expect(refusals).toEqual([]);
  // The page that is not there is reported by the browser itself.
  expect(journey.complaints.filter((text) => !text.includes("404 (Not Found)"))).toEqual([]);
}, 900_000);

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
  "/webhooks",
  "/webhooks/{webhook}",
  "/webhooks/{webhook}?tab=deliveries",
  "/webhooks/{webhook}?tab=settings",
  "/settings",
];

test("[S15] no page of the dashboard has anything for axe, the content policy or the console", async () => {
  const page = await journey.visit("/");
  const before = journey.complaints.length;
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
  for (const address of [
    ...["", "/security", "/notifications"].map((path) => `/dashboard/account${path}`),
    "/dashboard/new",
    ...teamPages.map((path) => team + path),
    ...projectPages.map((path) => project + path.replace("{webhook}", webhookId).replace("{copilot}", copilotId)),
  ]) {
    await page.goto(address);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("load");
    faults.push(...(await lookAt(page, address.replace(project, "project").replace(team, "team"))));
  }
  expect(faults).toEqual([]);
  expect(refusals).toEqual([]);
  expect(journey.complaints.slice(before)).toEqual([]);
}, 900_000);
