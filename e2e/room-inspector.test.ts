/** Inspecting and changing a room while people are in it. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";
import type { SignedUp } from "./sign-up.ts";

let journey: Journey;
let developer: SignedUp | undefined;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const isLive = (page: Page) => page.locator(".connection[data-state=live]").waitFor();
const textOf = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const tasksOf = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll("[data-testid=task] input")].map((box) => box.ariaLabel)`);
const versionsOf = (page: Page) => page.getByRole("list", { name: "Versions" }).getByRole("listitem");

async function addTask(page: Page, task: string): Promise<void> {
  await page.getByLabel("New task").fill(task);
  await page.keyboard.press("Enter");
}

/** Creates a version, and waits until the list has this many and shows it first. */
async function createVersion(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: "Create version" }).click();
  await expect.poll(() => versionsOf(page).count()).toBe(count);
}

async function restore(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Restore version" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore version" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
}

/** The developer to whom the demo project belongs, which examples use. */
async function openDeveloper() {
  // The home page would connect to the demo project.
  const ada = await journey.visit("/sign-in");
  if (developer === undefined) developer = await signUp(ada, { teamName: "Looms" });
  else {
    const { email, password } = developer;
    const headers = { origin: journey.url, "x-weft-csrf": "1" };
    await ada.request.post("/internal/auth/sign-in/email", { data: { email, password }, headers });
  }
  return { ada, me: developer, rooms: `/dashboard/${developer.teamId}/projects/demo/rooms` };
}

test("a version is restored while users are in the room, and the previous state is kept", async () => {
  const { ada, me, rooms } = await openDeveloper();
  const writer = await journey.visit("/play/rich-text/?room=novel");
  await isLive(writer);
  await textOf(writer).click();
  await writer.keyboard.type("The warp is red");
  // What a room holds, as its back end reads it.
  const held = async (path: string) =>
    JSON.stringify(await me.call("GET", `/internal/projects/demo/api/rooms/${path}`));
  await expect.poll(() => held("novel/ydoc")).toContain("The warp is red");
  await ada.goto(`${rooms}/novel?tab=versions`);
  await createVersion(ada, 1);
  await textOf(writer).click();
  await writer.keyboard.press("ControlOrMeta+a");
  await writer.keyboard.type("Nothing of this");
  await expect.poll(() => held("novel/ydoc")).toContain("Nothing of this");

  // An inspector only reads until editing is enabled.
  const button = ada.getByRole("button", { name: "Restore version" });
  const remove = versionsOf(ada).getByRole("button", { name: /^Delete version from / });
  expect([await button.isDisabled(), await remove.isDisabled()]).toEqual([true, true]);
  await ada.getByRole("switch", { name: "Enable editing" }).click();
  await restore(ada);
  await expect.poll(() => textOf(writer).innerText()).toContain("The warp is red");
  expect(await textOf(writer).innerText()).not.toContain("Nothing of this");
  // The writer in the room continues.
  await textOf(writer).click();
  await writer.keyboard.press("ControlOrMeta+End");
  await writer.keyboard.type(", and old");
  await expect.poll(() => held("novel/ydoc")).toContain("The warp is red, and old");

  // The previous state is the newest version, and can be restored.
  await expect.poll(() => versionsOf(ada).count()).toBe(2);
  await versionsOf(ada).first().getByRole("button").first().click();
  await ada.getByText("Nothing of this").waitFor();
  await restore(ada);
  await expect.poll(() => textOf(writer).innerText()).toContain("Nothing of this");
  expect(await faultsOf(ada)).toEqual([]);

  const list = await journey.visit("/play/todo-list/?room=loom");
  await isLive(list);
  for (const task of ["warp", "weft", "selvedge"]) await addTask(list, task);
  await expect.poll(() => tasksOf(list)).toEqual(["warp", "weft", "selvedge"]);
  await expect.poll(() => held("loom/storage")).toContain("selvedge");
  await ada.goto(`${rooms}/loom?tab=versions`);
  await createVersion(ada, 1);
  await list.getByRole("button", { name: "Delete: weft" }).click();
  await addTask(list, "shuttle");
  await expect.poll(() => tasksOf(list)).toEqual(["warp", "selvedge", "shuttle"]);
  await expect.poll(() => held("loom/storage")).toContain("shuttle");
  await ada.getByRole("switch", { name: "Enable editing" }).click();
  await restore(ada);
  await expect.poll(() => tasksOf(list)).toEqual(["warp", "weft", "selvedge"]);
  await addTask(list, "shuttle");
  await expect.poll(() => tasksOf(list)).toEqual(["warp", "weft", "selvedge", "shuttle"]);

  await ada.goto(`/dashboard/${me.teamId}/settings/audit-log`);
  await expect.poll(() => ada.getByRole("row").filter({ hasText: "Version restored" }).count()).toBe(3);
  expect(journey.complaints).toEqual([]);
});

test("cursors of users in a room are on a map", async () => {
  const { ada, rooms } = await openDeveloper();
  const ben = await journey.visit("/play/live-cursors/?room=deck");
  await isLive(ben);
  await ben.mouse.move(300, 300);
  await ada.goto(`${rooms}/deck?tab=presence`);
  await ada.getByRole("img", { name: "Cursor positions" }).waitFor();
  expect(await faultsOf(ada)).toEqual([]);
});

test("a document is shown as its writer sees it, and the writer can be disconnected", async () => {
  const { ada, rooms } = await openDeveloper();
  const writer = await journey.visit("/play/rich-text/?room=essay");
  await isLive(writer);
  await textOf(writer).click();
  await writer.keyboard.type("The warp is red");

  await ada.goto(`${rooms}/essay?tab=yjs`);
  await ada.getByRole("group", { name: "Preview" }).getByText("The warp is red").waitFor();
  await expect.poll(() => ada.getByRole("region", { name: "Awareness" }).getByRole("row").count()).toBe(2);
  expect(await faultsOf(ada)).toEqual([]);
  await ada.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await ada.getByRole("button", { name: "Copy the document as base64" }).click();
  await expect.poll(() => ada.evaluate("navigator.clipboard.readText()")).toMatch(/^[\w+/]{8,}=*$/);
  const download = ada.waitForEvent("download");
  await ada.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("essay.ydoc");

  await ada.getByRole("tab", { name: "Presence" }).click();
  const card = ada.getByRole("list", { name: "Connections" }).getByRole("listitem");
  await card.getByRole("button", { name: /^Show presence of / }).click();
  await card.getByText(/^Client weft-[\d.]+ · \d+ ms round trip$/).waitFor();
  // What the editor's provider writes into presence is not the application's.
  expect(await card.getByText("__yjs").count()).toBe(0);
  await card.getByRole("button", { name: /^Follow / }).click();
  await expect.poll(() => new URL(ada.url()).searchParams.has("follow")).toBe(true);
  const button = card.getByRole("button", { name: /^Disconnect / });
  expect(await button.isDisabled()).toBe(true);
  await ada.getByRole("switch", { name: "Enable editing" }).click();
  await button.click();
  expect(await faultsOf(ada)).toEqual([]);
  await ada.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await ada.getByText("No one is connected").waitFor();
  await expect.poll(() => writer.locator(".connection[data-state=live]").count()).toBe(0);
});

test("the developer tools of a room show ops as they arrive, and edits that wait while the network is offline", async () => {
  const { ada, rooms } = await openDeveloper();
  const writer = await journey.visit("/play/todo-list/?room=devices");
  await isLive(writer);
  await addTask(writer, "plan");
  await ada.goto(`${rooms}/devices?tab=devtools`);
  const panel = ada.getByRole("region", { name: "Weft developer tools" });
  const view = (title: string) => panel.getByRole("tab", { name: title, exact: true }).click();
  await panel.getByText("connected", { exact: true }).waitFor();
  await view("Storage");
  await panel.getByText("Now, after 0 changes").waitFor();
  await addTask(writer, "review");
  await panel.getByText(/Now, after [1-9]\d* change/u).waitFor();
  await view("Messages");
  await panel.getByText("storageUpdated").first().waitFor();
  expect(await faultsOf(ada)).toEqual([]);

  // The connection only reads until editing is enabled.
  await view("Presence");
  await panel.getByText('"canWrite": false').first().waitFor();
  const form = ada.getByRole("form", { name: "Set a value in Storage" });
  expect(await form.count()).toBe(0);
  await ada.getByRole("switch", { name: "Enable editing" }).click();
  await form.getByRole("textbox", { name: "Key" }).fill("note");
  await form.getByRole("textbox", { name: "Value" }).fill('"from the dashboard"');
  await view("Network");
  await panel.getByRole("checkbox", { name: "Offline" }).check();
  await form.getByRole("button", { name: "Set in Storage" }).click();
  await view("Pending ops");
  await panel.getByText("Edits are waiting for a connection.").waitFor();
  expect(await faultsOf(ada)).toEqual([]);
  const storage = async () => (await ada.request.get("/internal/projects/demo/api/rooms/devices/storage")).text();
  expect(await storage()).not.toContain("from the dashboard");
  await view("Network");
  await panel.getByRole("checkbox", { name: "Offline" }).uncheck();
  await view("Pending ops");
  await panel.getByText("Nothing is pending").waitFor();
  await expect.poll(storage).toContain("from the dashboard");

  await ada.setViewportSize({ width: 390, height: 844 });
  expect(await ada.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await faultsOf(ada)).toEqual([]);
  await ada.getByRole("tab", { name: "Overview" }).click();
  await panel.waitFor({ state: "detached" });
  expect(journey.complaints).toEqual([]);
});
