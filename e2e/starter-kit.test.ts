/** The Next.js starter kit, built and started as its README says, with each user in a separate window. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { repository } from "./install-from-repository.ts";
import { openJourney } from "./journey.ts";
import type { Journey, Person } from "./journey.ts";
import { startNext } from "@weft/testkit/start-next";
import type { RunningApp } from "@weft/testkit/start-next";

const app = join(repository, "examples", "starter-kit");

let journey: Journey;
let kit: RunningApp;
beforeAll(async () => {
  execFileSync(process.execPath, [join(repository, "scripts", "build-starter-kit.ts")], { stdio: "inherit" });
  journey = await openJourney();
  kit = await startNext({
    command: "start",
    app,
    env: {
      WEFT_URL: journey.url,
      WEFT_SECRET_KEY: journey.secretKey,
      SESSION_SECRET: "only-for-tests-0123456789-0123456789",
    },
  });
  // The first build takes longer than other hooks may.
}, 600_000);
afterEach(() => journey.leave());
afterAll(async () => {
  await kit[Symbol.asyncDispose]();
  await journey[Symbol.asyncDispose]();
});

async function signIn(name: string, person: Person = {}): Promise<Page> {
  const page = await journey.visit(kit.url, person);
  await page.getByRole("button", { name }).click();
  await page.getByRole("heading", { name: "Documents" }).waitFor();
  return page;
}

/** Creates a document, names it, and stays on its page. */
async function create(page: Page, button: "New text" | "New whiteboard", name: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.waitForURL("**/documents/*");
  await page.getByRole("button", { name: /^Rename Untitled/ }).click();
  const dialog = page.getByRole("dialog", { name: "Rename" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

/** Invites a person or group to the document on the page, in the dialog that stays open. */
async function invite(page: Page, name: string, access: "Can view" | "Can edit"): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Share/ });
  if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Share" }).click();
  await dialog.getByLabel("Person or group").selectOption({ label: name });
  await dialog.getByLabel("Access", { exact: true }).selectOption({ label: access });
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.getByLabel(`Access of ${name}`).waitFor();
}

const bothAreHere = (page: Page) => expect.poll(() => page.locator(".lb-avatar-stack-avatar").count()).toBe(2);
const editor = (page: Page) => page.getByRole("textbox", { name: "Text" });
const notes = (page: Page) => page.getByLabel("Note", { exact: true });
const open = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();
/** Leaves a document, whose page also has buttons to rename and to share it. */
async function home(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: "Documents" }).click();
  await page.getByRole("heading", { name: "Documents", level: 1 }).waitFor();
}

test("a text is shared, and a comment with a mention reaches the inbox of the other person", async () => {
  const ada = await signIn("Ada Moreau");
  await ada.getByRole("heading", { name: "Create your first document" }).waitFor();
  expect(await faultsOf(ada)).toEqual([]);
  await create(ada, "New text", "Launch plan");
  await editor(ada).click();
  await ada.keyboard.type("The launch is in March.");
  await invite(ada, "Ben Okafor", "Can edit");
  expect(await faultsOf(ada)).toEqual([]);
  await ada.keyboard.press("Escape");

  const ben = await signIn("Ben Okafor", { theme: "dark", device: "phone" });
  await open(ben, "Launch plan");
  await ben.getByText("The launch is in March.").waitFor();
  await bothAreHere(ada);
  await editor(ben).press("End");
  await ben.keyboard.type(" And on time.");
  await ada.getByText("The launch is in March. And on time.").click({ clickCount: 3 });

  await ada.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Comment" }).click();
  const composer = ada.locator(".lb-tiptap-floating-composer");
  await composer.getByRole("textbox").pressSequentially("@");
  // Only people with access can be mentioned.
  const suggested = ada.getByRole("listbox").getByRole("option");
  await expect.poll(() => suggested.allInnerTexts()).toEqual(["Ada Moreau", "Ben Okafor"]);
  await ada.keyboard.type("Ben");
  await expect.poll(() => suggested.allInnerTexts()).toEqual(["Ben Okafor"]);
  await ada.keyboard.press("Enter");
  await composer.getByRole("textbox").pressSequentially(" which day?");
  await composer.getByRole("button", { name: "Send" }).click();
  await ada.locator(".lb-thread", { hasText: "which day?" }).waitFor();
  expect(await faultsOf(ada)).toEqual([]);

  await home(ben);
  await ben.getByRole("button", { name: "Inbox, 1 unread" }).click();
  const inbox = ben.getByRole("dialog", { name: "Inbox" });
  await inbox.getByText("which day?").waitFor();
  await inbox.getByText("Launch plan").waitFor();
  expect(await faultsOf(ben)).toEqual([]);
  await inbox.getByRole("button", { name: "Mark all as read" }).click();
  await ben.getByRole("button", { name: "Inbox", exact: true }).waitFor();
  await inbox.getByRole("link", { name: /^Ada Moreau/ }).click();
  await ben.getByText("The launch is in March. And on time.").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a note on a whiteboard appears for a member of the group, and each undoes their own edits", async () => {
  const ada = await signIn("Ada Moreau");
  await create(ada, "New whiteboard", "Ideas");
  await invite(ada, "Engineering", "Can edit");
  await ada.keyboard.press("Escape");
  const ben = await signIn("Ben Okafor", { theme: "dark", device: "phone" });
  await open(ben, "Ideas");
  await bothAreHere(ada);

  await ada.getByRole("button", { name: "Add note" }).click();
  await notes(ben).fill("Ask the team");
  await expect.poll(() => notes(ada).inputValue()).toBe("Ask the team");
  const placeOf = (page: Page) => notes(page).locator("..").getAttribute("style");
  const before = await placeOf(ben);
  await ada.getByRole("button", { name: "Move note" }).press("ArrowRight");
  await expect.poll(() => placeOf(ben)).not.toBe(before);
  await ada.mouse.move(300, 300);
  await ben.locator(".lb-cursor").getByText("Ada Moreau").waitFor();
  for (const page of [ada, ben]) expect(await faultsOf(page)).toEqual([]);

  await ada.getByRole("button", { name: "Delete note" }).click();
  await notes(ben).waitFor({ state: "detached" });
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => notes(ben).inputValue()).toBe("Ask the team");
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => placeOf(ben)).toBe(before);
  await ada.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => placeOf(ben)).not.toBe(before);

  // A drag is one step.
  const handle = await ada.getByRole("button", { name: "Move note" }).boundingBox();
  await ada.mouse.move(handle!.x + 10, handle!.y + 10);
  await ada.mouse.down();
  await ada.mouse.move(handle!.x - 90, handle!.y + 40);
  await ada.mouse.move(handle!.x - 190, handle!.y + 70);
  await ada.mouse.up();
  const dragged = await placeOf(ada);
  await expect.poll(() => placeOf(ben)).toBe(dragged);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => placeOf(ben)).not.toBe(dragged);
  expect(journey.complaints).toEqual([]);
});

test("people without access are refused, and people who can view change nothing", async () => {
  const ada = await signIn("Ada Moreau");
  await create(ada, "New text", "Salaries");
  await editor(ada).click();
  await ada.keyboard.type("Confidential");
  const address = ada.url();

  const elif = await signIn("Elif Demir");
  await elif.getByRole("heading", { name: "Create your first document" }).waitFor();
  await elif.goto(address);
  await elif.getByRole("heading", { name: "You don’t have access to this document" }).waitFor();
  await elif.getByText("Ask Ada Moreau to share").waitFor();
  expect(await faultsOf(elif)).toEqual([]);
  // She cannot see the document's name elsewhere, nor the people to mention.
  const id = address.split("/").at(-1)!;
  const [names, mentions] = await Promise.all(
    [`/api/documents?id=${id}`, `/api/people?document=${id}&search=`].map((path) =>
      elif.request.get(new URL(path, kit.url).href),
    ),
  );
  expect(await names!.json()).toEqual([null]);
  expect(mentions!.status()).toBe(404);

  await invite(ada, "Elif Demir", "Can view");
  await elif.reload();
  await elif.getByText("Confidential").waitFor();
  await elif.getByText("View only").waitFor();
  expect(await editor(elif).getAttribute("contenteditable")).toBe("false");
  for (const name of ["Formatting", "Whiteboard"]) expect(await elif.getByRole("toolbar", { name }).count()).toBe(0);
  for (const name of [/^Rename/, /^Share/]) expect(await elif.getByRole("button", { name }).count()).toBe(0);
  expect(await faultsOf(elif)).toEqual([]);

  // An access that changes applies to the page that is open.
  const access = ada.getByLabel("Access of Elif Demir");
  await access.selectOption({ label: "Can edit" });
  await elif.getByRole("toolbar", { name: "Formatting" }).waitFor();
  await elif.getByRole("button", { name: "Share" }).waitFor();
  await home(elif);
  await elif.getByRole("button", { name: "Rename Salaries" }).click();
  await access.selectOption({ label: "Can view" });
  await expect.poll(() => access.isEnabled()).toBe(true);
  const renaming = elif.getByRole("dialog", { name: "Rename" });
  await renaming.getByLabel("Name").fill("Mine now");
  await renaming.getByRole("button", { name: "Rename" }).click();
  await elif.getByRole("alert").getByText("You can view this document, but you can't change it.").waitFor();
  expect(await faultsOf(elif)).toEqual([]);

  await elif.goto(address);
  await elif.getByText("Confidential").waitFor();
  await access.selectOption({ label: "Remove" });
  await elif.getByRole("heading", { name: "You don’t have access to this document" }).waitFor();
});

test("documents are found by owner, kind and name, page by page, and deleted after a confirmation", async () => {
  const rooms = Array.from({ length: 45 }, (_, index) => ({
    id: `document-seed-${index}`,
    defaultAccesses: [],
    usersAccesses: { dev: ["*:write"] },
    metadata: {
      name: index === 3 ? "Budget of the year" : `Notes ${index}`,
      kind: index === 3 ? "whiteboard" : "text",
      owner: index < 40 ? "dev" : "ada",
    },
  }));
  for (const room of rooms) {
    const answer = await fetch(`${journey.url}/v2/rooms`, {
      method: "POST",
      headers: { authorization: `Bearer ${journey.secretKey}`, "content-type": "application/json" },
      body: JSON.stringify(room),
    });
    expect(answer.status).toBe(200);
  }
  const dev = await signIn("Dev Raman", { theme: "dark" });
  const rows = dev.getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(20);
  await open(dev, "Next page");
  await dev.getByText("Notes 24").waitFor();
  await open(dev, "Next page");
  await dev.getByText("Budget of the year").waitFor();
  expect(await faultsOf(dev)).toEqual([]);
  await open(dev, "First page");
  await open(dev, "Shared with me");
  await dev.waitForURL(/owner=others/u);
  // Those of Ada.
  await expect.poll(() => rows.filter({ hasText: "Notes" }).allInnerTexts()).toHaveLength(5);
  await open(dev, "Created by me");
  await dev.waitForURL(/owner=me/u);
  await dev.getByLabel("Kind").selectOption({ label: "Whiteboards" });
  await dev.getByLabel("Name", { exact: true }).fill("BUDGET");
  await dev.getByRole("button", { name: "Search" }).click();
  await expect.poll(() => rows.count()).toBe(1);

  await dev.getByRole("button", { name: "Delete Budget of the year" }).click();
  const dialog = dev.getByRole("dialog", { name: "Delete Budget of the year?" });
  expect(await faultsOf(dev)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dev.getByRole("button", { name: "Delete Budget of the year" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => rows.count()).toBe(20);
  await dev.getByLabel("Name", { exact: true }).fill("budget");
  await dev.getByRole("button", { name: "Search" }).click();
  await dev.getByRole("heading", { name: "No matching documents" }).waitFor();
  await dev.goto(`${kit.url}/documents/document-seed-3`);
  await dev.getByRole("heading", { name: "Page not found" }).waitFor();
});

test("without a session, there are no pages, no names and no tokens", async () => {
  const headers = { cookie: "session=eyJ1c2VySWQiOiJhZGEifQ.AAAA" };
  for (const path of ["/", "/documents/any"]) {
    const answer = await fetch(kit.url + path, { headers, redirect: "manual" });
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 307, "/sign-in"]);
  }
  const calls = [fetch(`${kit.url}/api/weft-auth`, { method: "POST", headers })].concat(
    ["people?id=ada", "documents?id=any"].map((path) => fetch(`${kit.url}/api/${path}`, { headers })),
  );
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 401, 401]);
});

test("an app without its settings says which are missing", async () => {
  await using bare = await startNext({
    command: "start",
    app,
    env: { WEFT_URL: journey.url, WEFT_SECRET_KEY: "pk_wrong", SESSION_SECRET: "" },
  });
  const page = await journey.visit(bare.url);
  await page.getByRole("heading", { name: "Finish the setup" }).waitFor();
  expect(await page.getByRole("listitem").allInnerTexts()).toEqual([
    "SESSION_SECRET is not set.",
    "WEFT_SECRET_KEY is not a secret key. Secret keys start with sk_.",
  ]);
  expect(await faultsOf(page)).toEqual([]);
});
