/** An owner's actions on a project: setting its websites, exporting, transferring and deleting it. */
import { createReadStream } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { mailedLink } from "./mailed-link.ts";
import { signUp } from "./sign-up.ts";
import type { SignedUp } from "./sign-up.ts";

let journey: Journey;
let owners = 0;
beforeAll(async () => {
  // The export of a server that crashed resumes when its lease expires. Nothing else here takes time.
  journey = await openJourney({ env: { WEFT_LOG: "warn" }, limits: { exportLeaseMs: 3_000, jobPollMs: 500 } });
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

interface Owner extends SignedUp {
  readonly page: Page;
  /** The address of a production project's screens, its id and its keys. */
  readonly project: string;
  readonly prodId: string;
  readonly secretKey: string;
  readonly publicKey: string;
}

/** A signed-in user with a production project, besides the development project that every user here has. */
async function openOwner(): Promise<Owner> {
  const page = await journey.visit("/sign-in");
  const me = await signUp(page, { email: `owner-${++owners}@example.com`, teamName: `Looms ${owners}` });
  const made = await me.call("POST", `/internal/accounts/${me.teamId}/projects`, {
    displayName: "Tapestry",
    type: "prod",
  });
  const { _id: prodId, secretKey, publicKey } = made as Record<"_id" | "secretKey" | "publicKey", string>;
  return { ...me, page, project: `/dashboard/${me.teamId}/projects/${prodId}`, prodId, secretKey, publicKey };
}

/** The status with which the REST API answers a key. */
async function answerTo(key: string): Promise<string> {
  const reply = await fetch(`${journey.url}/v2/rooms`, { headers: { authorization: `Bearer ${key}` } });
  const { error } = (await reply.json()) as { error?: string };
  return error ?? String(reply.status);
}

test("only the listed websites can connect with the public key, and the keys page lists them", async () => {
  const { page, project, publicKey, prodId, call } = await openOwner();
  await call("POST", `/internal/projects/${prodId}/api/rooms`, { id: "open", defaultAccesses: ["room:write"] });
  const enterFrom = async (origin: string) => {
    const body = JSON.stringify({ publicApiKey: publicKey });
    const reply = await fetch(`${journey.url}/v2/rooms/open/public/authorize`, {
      method: "POST",
      body,
      headers: { origin },
    });
    return reply.status;
  };
  await page.goto(`${project}/api-keys`);
  await page.getByText("Any website can use this key.").waitFor();
  await page.getByRole("link", { name: "Restrict origins" }).click();

  const origins = page.getByRole("textbox", { name: "Allowed origins" });
  await origins.fill("https://Tapestry.example/\ntapestry.example");
  await page.getByRole("button", { name: "Save origins" }).click();
  await page.getByText("Line 2: “tapestry.example” has no scheme. Write https://tapestry.example.").waitFor();
  expect(await enterFrom("https://evil.example")).toBe(200);
  expect(await faultsOf(page)).toEqual([]);
  await origins.fill("https://Tapestry.example/\nhttps://*.tapestry.example");
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect.poll(() => origins.inputValue()).toBe("https://tapestry.example\nhttps://*.tapestry.example");

  const seen = await Promise.all(
    ["https://tapestry.example", "https://shop.tapestry.example", "https://evil.example"].map(enterFrom),
  );
  expect(seen).toEqual([200, 200, 403]);
  await page.goto(`${project}/api-keys`);
  await page.getByRole("list", { name: "Allowed origins" }).getByText("https://*.tapestry.example").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("an export that a server crash interrupted is completed, emailed and downloaded", async () => {
  const { page, project, prodId, email, call } = await openOwner();
  const rooms = Array.from({ length: 40 }, (_, index) => `room-${index}`);
  for (const id of rooms) await call("POST", `/internal/projects/${prodId}/api/rooms`, { id, defaultAccesses: [] });
  await page.goto(`${project}/settings`);
  await page.getByRole("button", { name: "Export everything" }).click();
  await page.getByText(/Waiting|Exporting|40 rooms, /).waitFor();
  await journey.crashServer();
  await journey.restartServer();

  await page.getByText(/^40 rooms, /).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const link = await mailedLink(journey, email, `${project}/settings`);
  await page.goto(link);
  const row = page.getByRole("list", { name: "Exports" }).getByRole("listitem");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Tapestry-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = Buffer.concat(await Array.fromAsync(createReadStream(await download.path())));
  expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  for (const id of rooms) expect(bytes.includes(`rooms/${id}-`)).toBe(true);
});

test("a project moves to another team, where its keys keep working", async () => {
  const { page, project, prodId, secretKey, teamId, call } = await openOwner();
  await page.goto(`${project}/settings`);
  await page.getByText("You don't own another team.").waitFor();
  const { id: other } = (await call("POST", "/internal/accounts", { name: "Weavers" })) as { id: string };
  await page.reload();
  await page.getByRole("combobox", { name: "New team" }).click();
  await page.getByRole("option", { name: "Weavers" }).click();
  await page.getByRole("button", { name: "Transfer project" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Transfer Tapestry to Weavers?" });
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Transfer project" }).click();

  await page.waitForURL(`**/dashboard/${other}/projects/${prodId}/settings`);
  await page.getByText("Tapestry was transferred to Weavers").waitFor();
  expect(await answerTo(secretKey)).toBe("200");
  await page.goto(`/dashboard/${teamId}`);
  await page.getByRole("link", { name: "Board" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Tapestry" }).count()).toBe(0);
  for (const [team, entry] of [
    [teamId, "Project transferred out"],
    [other, "Project transferred in"],
  ] as const) {
    await page.goto(`/dashboard/${team}/settings/audit-log`);
    await page.getByText(entry).first().waitFor();
  }
  await page.goto(`/dashboard/${other}/settings/audit-log?to=2020-01-01T00:00:00.000Z`);
  await page.getByText("No results for these filters.").waitFor();
  await page.getByRole("button", { name: /^Until / }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("Project transferred in").first().waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a deleted production project is closed, and can be restored with one click", async () => {
  const { page, project, secretKey, teamId, prodId, call } = await openOwner();
  await call("POST", `/internal/projects/${prodId}/api/rooms`, { id: "plan", defaultAccesses: [] });
  await page.goto(`${project}/settings`);
  await page.getByRole("button", { name: "Delete project" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Tapestry?" });
  await dialog.getByText("1 room, with Storage, documents, versions and files").waitFor();
  await dialog.getByText("2 API keys").waitFor();
  const sure = dialog.getByRole("button", { name: "Delete project" });
  expect(await sure.getAttribute("aria-disabled")).toBe("true");
  await dialog.getByLabel("Type Tapestry to confirm").fill("Tapestry");
  await sure.click();

  await page.getByText("Tapestry is being deleted.").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Deletion scheduled").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await answerTo(secretKey)).toBe("PROJECT_CLOSED");
  await page.goto(`/dashboard/${teamId}`);
  const note = page.getByRole("region", { name: "Deletion of Tapestry" });
  await note.getByText(/Its data is deleted on \w+ \d+, \d{4}/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await note.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Tapestry was restored").waitFor();
  await expect.poll(() => note.count()).toBe(0);
  expect(await answerTo(secretKey)).toBe("200");
  expect(journey.complaints).toEqual([]);
});

test("a development project is deleted at once", async () => {
  const { page, teamId, projectId } = await openOwner();
  await page.goto(`/dashboard/${teamId}/projects/${projectId}/settings`);
  await page.getByRole("button", { name: "Delete project" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("so it is deleted immediately. This can't be undone.").waitFor();
  await dialog.getByLabel("Type Board to confirm").fill("Board");
  await dialog.getByRole("button", { name: "Delete project" }).click();
  await page.waitForURL(`**/dashboard/${teamId}`);
  await page.getByRole("link", { name: "Tapestry" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Board" }).count()).toBe(0);
});
