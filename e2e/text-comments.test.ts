import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey, Person } from "./journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

/** Visits the room as a member of the cast, and waits for its sample. */
async function visit(room: string, as: string, person: Person = {}): Promise<Page> {
  const page = await journey.visit(`/play/text-comments/?room=${room}&as=${as}`, person);
  await page.getByRole("heading", { name: "Launch plan: the mobile app" }).waitFor();
  return page;
}

const threads = (page: Page) => page.locator(".lb-thread");
const threadWith = (page: Page, text: string) => threads(page).filter({ hasText: text });
const bell = (page: Page) => page.getByRole("button", { name: /^Inbox/ });
const saved = (page: Page) => page.locator(".connection[data-state=live]").waitFor();

/** Selects a line of the text, and comments on it. */
async function commentOn(page: Page, line: string, text: string): Promise<void> {
  await page.getByText(line).click({ clickCount: 3 });
  await page.locator(".bar").getByRole("button", { name: "Comment" }).click();
  const composer = page.locator(".lb-tiptap-floating-composer");
  await composer.getByRole("textbox").pressSequentially(text);
  await composer.getByRole("button", { name: "Send" }).click();
  await composer.waitFor({ state: "detached" });
}

/** Selects a thread, which shows its composer. */
async function openComposer(page: Page, thread: string): Promise<Locator> {
  await threadWith(page, thread).locator(".lb-comment-body").first().click();
  const composer = threadWith(page, thread).locator(".lb-thread-composer");
  await composer.getByRole("textbox").waitFor();
  return composer;
}

/** Opens the composer of a thread, and replies. `mention`: the beginning of a name, put first. */
async function reply(page: Page, thread: string, text: string, mention?: string): Promise<void> {
  const composer = await openComposer(page, thread);
  const box = composer.getByRole("textbox");
  await box.click();
  if (mention !== undefined) {
    await box.pressSequentially(`@${mention}`);
    // Narrowed to what has been typed.
    await expect.poll(() => page.locator("[role=listbox] [role=option]").allInnerTexts()).toEqual(["Ben Okafor"]);
    await page.keyboard.press("Enter");
  }
  await box.pressSequentially(text);
  await composer.getByRole("button", { name: "Reply" }).click();
}

test("a comment, a reaction and a resolution are seen by the other person, and stay", async () => {
  const [ada, ben] = [await visit("live", "ada"), await visit("live", "ben", { theme: "dark" })];
  await commentOn(ada, "Sign-in with passkeys", "Does this include tablets?");
  await threadWith(ben, "Does this include tablets?").waitFor();
  // The words are marked on both sides.
  await ben.locator(".lb-tiptap-thread-mark", { hasText: "Sign-in with passkeys" }).waitFor();

  const hers = threadWith(ben, "Does this include tablets?");
  await hers.hover();
  await hers.getByRole("button", { name: "Add reaction" }).first().click();
  await ben.getByPlaceholder("Search").fill("rocket");
  await ben.getByRole("gridcell", { name: "rocket" }).first().click();
  const reaction = threadWith(ada, "Does this include tablets?").locator(".lb-comment-reaction-count");
  await expect.poll(() => reaction.allInnerTexts()).toEqual(["1"]);

  await ada
    .locator(".lb-thread", { hasText: "Drafts survive" })
    .getByRole("button", { name: "Resolve thread" })
    .click();
  await threadWith(ben, "Drafts survive").waitFor({ state: "detached" });

  await Promise.all([ada, ben].map(saved));
  await ben.reload();
  await threadWith(ben, "Does this include tablets?").waitFor();
  await expect.poll(() => threads(ben).count()).toBe(3);
  expect(journey.complaints).toEqual([]);
});

test("a mention reaches the inbox of the person, who reads it", async () => {
  const ada = await visit("mention", "ada");
  // On a phone, no thread is in view, so none is marked as read automatically.
  const ben = await visit("mention", "ben", { device: "phone" });
  await bell(ben)
    .and(ben.getByRole("button", { name: "Inbox, 1 unread" }))
    .click();
  const inbox = ben.getByRole("complementary", { name: "Inbox" });
  await inbox.getByText("is the date safe?").waitFor();
  await inbox.getByRole("button", { name: "Mark all as read" }).click();
  await ben.getByRole("button", { name: "Inbox", exact: true }).waitFor();

  await reply(ada, "Thank you for this sentence", " please check the price list.", "Ben");
  await ben.getByRole("button", { name: "Inbox, 1 unread" }).waitFor();
  await inbox.getByText("please check the price list.").waitFor();
  await inbox.getByRole("link", { name: /^Ada Moreau mentioned you/ }).click();
  // The notification leads to the thread, and is marked as read there.
  await ben.getByRole("button", { name: "Inbox", exact: true }).waitFor();
  await ben.reload();
  await bell(ben)
    .and(ben.getByRole("button", { name: "Inbox", exact: true }))
    .waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a file is attached, and everything is there after the server was killed", async () => {
  const [ada, ben] = [await visit("kept", "ada"), await visit("kept", "ben")];
  const composer = await openComposer(ada, "Drafts survive");
  await composer.getByRole("textbox").click();
  const [chooser] = await Promise.all([
    ada.waitForEvent("filechooser"),
    composer.getByRole("button", { name: "Attach files" }).click(),
  ]);
  await chooser.setFiles({ name: "crash.txt", mimeType: "text/plain", buffer: Buffer.from("killed while saving") });
  await composer.getByText("crash").waitFor();
  await composer.getByRole("textbox").pressSequentially("The log is attached.");
  await composer.getByRole("button", { name: "Reply" }).click();
  await threadWith(ben, "The log is attached.").locator(".lb-attachment", { hasText: "crash" }).waitFor();
  await saved(ada);

  await journey.crashServer();
  await Promise.all([ada, ben].map((page) => page.getByText("You are offline.").waitFor()));
  await journey.restartServer();
  await Promise.all([ada, ben].map(saved));
  await reply(ada, "The log is attached.", "And it works again.");
  await threadWith(ben, "And it works again.").locator(".lb-attachment", { hasText: "crash" }).waitFor();
  expect(journey.complaints).toEqual([]);
});

test("in a preview, a scripted user comments and mentions the visitor, once", async () => {
  const page = await journey.visit("/play/text-comments/?room=preview&as=ada&preview");
  await threadWith(page, "could you try this on your phone?").waitFor();
  await page.reload();
  await threadWith(page, "could you try this on your phone?").waitFor();
  expect(await page.getByText("could you try this").count()).toBe(1);
  expect(journey.complaints).toEqual([]);
});

test("the user chosen in the bar becomes the user of this window", async () => {
  const page = await visit("switch", "ada");
  await page.getByLabel("You are:").selectOption({ label: "Grace" });
  await page.waitForURL(/as=grace/);
  await page.locator(".frame").waitFor();
  expect(await page.getByLabel("You are:").inputValue()).toBe("grace.switch");
  expect(journey.complaints).toEqual([]);
});

test("axe finds nothing on any screen, light or dark", async () => {
  const looks = [
    { theme: "light", device: "desktop" },
    { theme: "dark", device: "desktop" },
    { theme: "dark", device: "phone" },
  ] as const;
  for (const { theme, device } of looks) {
    const page = await visit("axe", "ada", { theme, device });
    if (device === "desktop") await expect.poll(() => threads(page).count()).toBe(3);
    expect([theme, device, await faultsOf(page)]).toEqual([theme, device, []]);
    await bell(page).click();
    await page.getByRole("complementary", { name: "Inbox" }).getByText("is the date safe?").waitFor();
    expect([theme, device, "inbox", await faultsOf(page)]).toEqual([theme, device, "inbox", []]);
    await page.context().close();
  }
  expect(journey.complaints).toEqual([]);
});

// This test runs last: two browsers that create the same thread log errors to their consoles.
test("two windows that open a new room at once create one text", async () => {
  const both = await Promise.all([visit("begin", "ada"), visit("begin", "ben"), visit("begin", "chloe")]);
  await Promise.all(both.map(saved));
  for (const page of both) {
    await expect.poll(() => threads(page).count()).toBe(3);
    expect(await page.getByRole("heading", { level: 1, name: "Launch plan" }).count()).toBe(1);
    await expect.poll(() => page.locator(".lb-tiptap-thread-mark:not([data-orphan])").count()).toBe(3);
  }
});
