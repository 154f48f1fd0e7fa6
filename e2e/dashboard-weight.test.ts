/** The cost of the dashboard's first screens in requests and bytes, which are the same on any machine. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

/** The page, its styles, two fonts, six or seven scripts, and the requests of the screen. */
const mostRequests = 15;
const mostScriptKilobytes = 200;

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterAll(() => journey[Symbol.asyncDispose]());

interface Loaded {
  readonly path: string;
  readonly kind: string;
  readonly bytes: number;
}

/** Opens a page with an empty cache. Returns what the browser fetched until the content was visible. */
async function load(page: Page, address: string, content: () => Promise<void>): Promise<Loaded[]> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.clearBrowserCache");
  const loads = new Map<string, { path: string; kind: string; bytes: number }>();
  client.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (request.url.startsWith(journey.url))
      loads.set(requestId, { path: request.url.slice(journey.url.length), kind: type ?? "", bytes: 0 });
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = loads.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  await page.goto(address);
  await content();
  await expect.poll(() => [...loads.values()].filter(({ bytes }) => bytes === 0)).toEqual([]);
  await client.detach();
  return [...loads.values()];
}

test("projects and rooms are shown after at most 15 requests and 200 KB of scripts", async () => {
  const page = await journey.visit("/sign-in");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Engines", projectName: "Difference" });
  await call("POST", `/internal/projects/${projectId}/api/rooms`, { id: "first", defaultAccesses: [] });
  // Once, so that what is only done on a first visit is over.
  await page.goto(`/dashboard/${teamId}/projects/${projectId}/rooms`);
  await page.getByRole("link", { name: "first" }).waitFor();
  for (const [path, link] of [
    ["", "Difference"],
    [`/projects/${projectId}/rooms`, "first"],
  ] as const) {
    const loads = await load(page, `/dashboard/${teamId}${path}`, () =>
      page.getByRole("main").getByRole("link", { name: link, exact: true }).waitFor(),
    );
    const paths = loads.map((one) => one.path);
    expect(paths, paths.join("\n")).toHaveProperty(
      "length",
      expect.toSatisfy((count) => count <= mostRequests),
    );
    const scripts = loads.filter(({ kind }) => kind === "Script");
    expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024).toBeLessThanOrEqual(mostScriptKilobytes);
    // The scripts of the page start to load with the page, in parallel.
    const shell = await page.request.get(`/dashboard/${teamId}${path}`, { headers: { "accept-encoding": "br" } });
    expect(shell.headers()["content-encoding"]).toBe("br");
    expect(shell.headers()["link"]).toContain("rel=modulepreload");
  }
  expect(journey.complaints).toEqual([]);
}, 120_000);

test("for a user who was signed in before, a page requests its data without waiting for the account", async () => {
  const page = await journey.visit("/sign-in");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Engines", projectName: "Analytical" });
  await call("POST", `/internal/projects/${projectId}/api/rooms`, { id: "first", defaultAccesses: [] });
  const address = `/dashboard/${teamId}/projects/${projectId}/rooms`;
  await page.goto(address);
  await page.getByRole("main").getByRole("link", { name: "first", exact: true }).waitFor();

  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const ofPage = [`teams/${teamId}`, `projects/${projectId}`, `projects/${projectId}/rooms`].map(
    (path) => `/internal/${path}`,
  );
  await page.route("**/internal/me", async (route) => {
    await expect.poll(() => requested).toEqual(expect.arrayContaining(ofPage));
    await route.continue();
  });
  await page.reload();
  await page.getByRole("main").getByRole("link", { name: "first", exact: true }).waitFor();
  await page.unroute("**/internal/me");

  // After signing out, the page sends no requests that would be refused.
  await page.goto("/sign-out");
  await page.waitForURL((url) => url.pathname === "/");
  requested.length = 0;
  await page.goto(address);
  await page.waitForURL(/\/sign-in\?next=/u);
  expect(requested.filter((path) => ofPage.includes(path))).toEqual([]);
  expect(journey.complaints).toEqual([]);
});
