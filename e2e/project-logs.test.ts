/** Using the logs of a project and the versions of a room. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
let developers = 0;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

/** A signed-in user with their own project, and its back end. */
async function openDeveloper(device: "desktop" | "phone" = "desktop") {
  const page = await journey.visit("/sign-in", { device });
  const me = await signUp(page, { email: `logs-${++developers}@example.com`, teamName: "Looms" });
  const keysPath = `/internal/projects/${me.projectId}/keys`;
  const createKey = async (name: string) =>
    (await me.call("POST", keysPath, { name })) as { key: { id: string }; secret: string };
  const { secret } = await createKey("Back end");
  const rest = async (method: string, path: string, body?: unknown, key = secret): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(`${journey.url}/v2${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return text === "" ? undefined : JSON.parse(text);
  };
  const endedKey = async () => {
    const { key, secret: ended } = await createKey("Old");
    await me.call("DELETE", `${keysPath}/${key.id}`);
    return ended;
  };
  return { page, me, rest, secret, endedKey, project: `/dashboard/${me.teamId}/projects/${me.projectId}` };
}

const searchOf = (page: Page) => new URL(page.url()).searchParams;
const rowsOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true }).getByRole("row");
/** Rows of a table without its head. */
const countOf = async (page: Page, name: string) => Math.max(0, (await rowsOf(page, name).count()) - 1);

/** Lines of text in an element. */
const linesOf = (element: any): number => {
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return new Set(Array.from(range.getClientRects(), ({ top }: any) => Math.round(top))).size;
};

interface PublicKey {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
}

test("a failed call is found, with its contents and without its key", async () => {
  const { page, rest, endedKey, secret, project } = await openDeveloper();
  await rest("POST", "/rooms", { id: "loom", defaultAccesses: [], metadata: { wood: "ash" } });
  await rest("GET", "/rooms/nowhere?from=docs");
  const ended = await endedKey();
  await rest("GET", "/rooms", undefined, ended);

  await page.goto(`${project}/logs`);
  await expect.poll(() => countOf(page, "Requests")).toBe(3);
  // The call with an expired key is logged too.
  await page.getByLabel("Key, last 4").fill(ended.slice(-4));
  await expect.poll(() => countOf(page, "Requests")).toBe(1);
  await rowsOf(page, "Requests").getByText("INVALID_SECRET_KEY").waitFor();
  await page.getByLabel("Key, last 4").fill("");

  // On a common screen size, rows do not wrap, and the longest filter is visible in full.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "4xx Client error" }).click();
  await expect.poll(() => countOf(page, "Requests")).toBe(2);
  const status = page.getByRole("combobox", { name: "Status" }).getByText("4xx Client error", { exact: true });
  expect(await status.evaluate((text: any) => text.scrollWidth - text.clientWidth)).toBe(0);
  const key = rowsOf(page, "Requests")
    .last()
    .getByText(`…${secret.slice(-4)}`, { exact: true });
  expect(await key.evaluate(linesOf)).toBe(1);
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Any status" }).click();
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByLabel("Path").fill("{roomId}");
  await expect.poll(() => countOf(page, "Requests")).toBe(1);
  // The requested URL, not only its route.
  await page.getByRole("button", { name: "GET /v2/rooms/nowhere?from=docs" }).click();
  // Beside the list, which stays usable.
  const panel = page.getByRole("complementary", { name: "Request", exact: true });
  await panel.getByText("GET /v2/rooms/nowhere?from=docs", { exact: true }).waitFor();
  await panel.getByText(new RegExp(`${new Date().getUTCFullYear()}, [0-9:]{8}\\.[0-9]{3}`)).waitFor();
  await panel.getByRole("region", { name: "Query" }).getByText("docs").waitFor();
  await panel.getByRole("region", { name: "Headers" }).getByText("removed").waitFor();
  await panel.getByRole("region", { name: "Response" }).getByText("ROOM_NOT_FOUND").waitFor();
  const curl = await panel.locator("figure").filter({ hasText: "curl" }).innerText();
  expect(curl).toContain("/v2/rooms/nowhere?from=docs");
  expect(await panel.innerText()).not.toContain(secret);
  await panel.getByRole("link", { name: "API reference" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await panel.getByRole("link", { name: "ROOM_NOT_FOUND" }).click();
  await page.getByRole("heading", { level: 1, name: "ROOM_NOT_FOUND" }).waitFor();

  // The address brings a colleague to the same request.
  await page.goBack();
  await panel.getByRole("region", { name: "Query" }).getByText("docs").waitFor();
  expect([searchOf(page).get("path"), searchOf(page).has("event")]).toEqual(["{roomId}", true]);
  expect(journey.complaints).toEqual([]);
});

test("the chart of requests chooses the time of the log, by keyboard and by pointer, and can be read as a table", async () => {
  const { page, rest, project } = await openDeveloper();
  await rest("GET", "/rooms");
  await rest("GET", "/rooms/nowhere");
  await page.goto(`${project}/logs`);
  await page.getByRole("button", { name: "Requests per minute as a table" }).click();
  const numbers = page.getByRole("table", { name: "Requests per minute" });
  await expect
    .poll(() => numbers.getByRole("columnheader").allInnerTexts())
    .toEqual(["Time", "2xx Success", "3xx Redirect", "4xx Client error", "5xx Server error"]);
  const cells = await numbers.getByRole("row").last().getByRole("cell").allInnerTexts();
  expect(
    cells
      .slice(1)
      .map(Number)
      .reduce((sum, count) => sum + count),
  ).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Requests per minute as a chart" }).click();

  // The last half hour, by keyboard.
  const from = page.getByRole("slider", { name: "Range start" });
  await from.focus();
  for (let step = 0; step < 30; step++) await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Zoom to selection" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Zoom to selection" }).click();
  await expect.poll(() => searchOf(page).has("from")).toBe(true);
  const chosen = searchOf(page);
  const length = Date.parse(chosen.get("to")!) - Date.parse(chosen.get("from")!);
  expect(length).toBe(30 * 60_000);
  await expect.poll(() => countOf(page, "Requests")).toBe(2);

  // The first half of it, selected by dragging, has no requests.
  const area = page.getByTestId("time-brush");
  const box = (await area.boundingBox())!;
  await page.mouse.move(box.x + 2, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => searchOf(page).get("to")).not.toBe(chosen.get("to"));
  await page.getByText("No results for these filters.").waitFor();
  expect(Date.parse(searchOf(page).get("to")!)).toBeLessThan(Date.parse(chosen.get("to")!));

  await page.getByRole("button", { name: "Last hour" }).click();
  await expect.poll(() => countOf(page, "Requests")).toBe(2);
  expect([...searchOf(page).keys()]).toEqual([]);
  expect(journey.complaints).toEqual([]);
});

test("a paused log holds back new entries, shows their number, and jumps to them", async () => {
  const { page, rest, project } = await openDeveloper();
  await rest("POST", "/rooms", { id: "first", defaultAccesses: [] });
  await page.goto(`${project}/events`);
  await page.getByRole("button", { name: "Live: pause" }).waitFor();
  await expect.poll(() => countOf(page, "Events")).toBe(1);
  await page.getByRole("button", { name: "Live: pause" }).click();
  await page.getByRole("button", { name: "Paused: resume" }).waitFor();
  for (const id of ["second", "third"]) await rest("POST", "/rooms", { id, defaultAccesses: [] });
  await page.getByRole("button", { name: "2 new: jump to latest" }).waitFor();
  expect(await countOf(page, "Events")).toBe(1);
  await page.getByRole("button", { name: "2 new: jump to latest" }).click();
  await expect.poll(() => countOf(page, "Events")).toBe(3);
  await page.getByRole("button", { name: "Live: pause" }).waitFor();

  await page.getByLabel("Text").fill("SECO");
  await expect.poll(() => countOf(page, "Events")).toBe(1);
  await page.getByRole("button", { name: "The room was created" }).click();
  const panel = page.getByRole("complementary", { name: "Event", exact: true });
  await panel.getByRole("list", { name: "Payload" }).getByText('"second"').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await panel.getByRole("button", { name: "Raw" }).click();
  await panel.getByText('"roomId": "second"').waitFor();
  const event = searchOf(page).get("event")!;
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  // A row opens wherever it is clicked.
  await rowsOf(page, "Events").last().getByText("Room created").click();
  await panel.waitFor();
  await page.goto(`${project}/events/${event}`);
  await panel.getByRole("list", { name: "Payload" }).getByText('"second"').waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a visitor whose public key was rolled is in the log of events", async () => {
  const { page, me, project } = await openDeveloper();
  const keys = (await me.call("GET", `/internal/projects/${me.projectId}/keys`)) as PublicKey[];
  const { id, key } = keys.find(({ kind }) => kind === "public")!;
  await me.call("POST", `/internal/projects/${me.projectId}/keys/${id}/roll`, { graceMinutes: 0 });
  const socket = new WebSocket(`${journey.url.replace("http", "ws")}/v8?roomId=loom&pubkey=${key}`);
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  await page.goto(`${project}/events?kind=entryRefused`);
  await page.getByRole("button", { name: "A client was refused: INVALID_PUBLIC_KEY" }).waitFor();
});

test("two versions of a room are compared side by side, and their address shows a colleague the same", async () => {
  const { page, rest, project } = await openDeveloper();
  await rest("POST", "/rooms", { id: "loom", defaultAccesses: [] });
  const document = { liveblocksType: "LiveObject", data: { title: "The red warp", wood: "ash" } };
  await rest("POST", "/rooms/loom/storage", document);
  await rest("POST", "/rooms/loom/versions");
  const change = [{ op: "replace", path: "/title", value: "The blue warp" }];
  await rest("PATCH", "/rooms/loom/storage/json-patch", change);
  await rest("POST", "/rooms/loom/versions");

  await page.goto(`${project}/rooms/loom?tab=versions`);
  await page.getByRole("tree", { name: "Storage" }).getByText('"The blue warp"').waitFor();
  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option").nth(1).click();
  const table = page.getByRole("table", { name: "Differences in Storage" });
  await table.waitFor();
  // The older one is on the left.
  const changed = table.getByRole("row").filter({ hasText: "warp" }).getByRole("cell");
  await expect
    .poll(() => changed.allInnerTexts())
    .toEqual([
      expect.stringContaining("−"),
      expect.stringContaining("The red warp"),
      expect.stringContaining("+"),
      expect.stringContaining("The blue warp"),
    ]);
  expect(await table.locator("mark").allInnerTexts()).toEqual(["red", "blue"]);
  expect(await faultsOf(page)).toEqual([]);

  const colleague = await page.context().newPage();
  await colleague.goto(page.url());
  await colleague.getByRole("table", { name: "Differences in Storage" }).waitFor();
  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: "No other version" }).click();
  await page.getByRole("tree", { name: "Storage" }).waitFor();
  expect(searchOf(page).has("compare")).toBe(false);
  expect(journey.complaints).toEqual([]);
});

test("analytics of a chosen time are linked, and a phone shows logs as cards", async () => {
  const { page, rest, project } = await openDeveloper("phone");
  await rest("GET", "/rooms/nowhere");
  const to = new Date(Date.now() + 60_000).toISOString();
  const from = new Date(Date.now() - 3_600_000).toISOString();
  await page.goto(`${project}/analytics?from=${from}&to=${to}`);
  await page.getByRole("heading", { name: "REST requests" }).waitFor();
  await page.getByRole("button", { name: "REST requests as a table" }).click();
  const numbers = page.getByRole("table", { name: "REST requests" });
  await expect.poll(async () => (await numbers.getByRole("row").count()) - 1).toBeLessThanOrEqual(14);
  await page.goto(`${project}/logs`);
  await expect.poll(() => countOf(page, "Requests")).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(wide).toBeLessThanOrEqual(0);
  expect(journey.complaints).toEqual([]);
});
