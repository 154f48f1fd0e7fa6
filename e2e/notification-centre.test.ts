import type { Page } from "playwright-core";
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

const inbox = (page: Page) => page.getByRole("region", { name: "Inbox" });
const notification = (page: Page, text: string) => inbox(page).locator(".lb-inbox-notification", { hasText: text });
const unread = (page: Page) => inbox(page).getByRole("status").first();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Opens the inbox of a member of the cast, and waits until the room has its sample. */
async function open(suffix: string, as: string, person?: Person): Promise<Page> {
  const page = await journey.visit(`/play/notification-centre/?room=${suffix}&as=${as}`, person);
  await page.getByRole("region", { name: "Settings" }).waitFor();
  await notification(page, "mentioned you in Launch plan").first().waitFor();
  return page;
}

test("a mention appears in the other person's inbox, and is marked as read once it was seen", async () => {
  const ada = await open("mention", "ada");
  const ben = await open("mention", "ben", { device: "phone", theme: "dark" });
  await unread(ben).getByText("1 unread").waitFor();

  await notification(ada, "the launch moves").click();
  const thread = ada.getByRole("region", { name: "Launch plan" });
  const composer = thread.getByRole("textbox");
  await composer.pressSequentially("@Ben");
  await ada.getByRole("option", { name: "Ben Okafor" }).click();
  await composer.pressSequentially("are you ready?");
  await ada.keyboard.press("Enter");
  await notification(ben, "Ada Moreau mentioned you").getByText("are you ready?").waitFor();

  // Of the thread, Ben has one notification, which seeing the thread marks as read.
  await notification(ben, "are you ready?").click();
  await ben.getByRole("region", { name: "Launch plan" }).getByText("are you ready?").waitFor();
  await unread(ben).getByText("No unread notifications").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("what the colleague does arrives in every window, and is filtered, marked as read and deleted", async () => {
  const desk = await open("kinds", "ada");
  await notification(desk, "You are invited to Budget").waitFor();
  await notification(desk, "website 2.4.0 was deployed").waitFor();
  await unread(desk).getByText("4 unread").waitFor();
  const phone = await open("kinds", "ada", { device: "phone" });

  await press(desk, "Mention you thread notification");
  for (const page of [desk, phone]) await notification(page, "Elif Demir mentioned you").waitFor();
  await press(desk, "Reply to you thread notification");
  for (const page of [desk, phone]) await notification(page, "Done. Have another look, please.").waitFor();
  await press(desk, "Deploy a service $deployment");
  for (const page of [desk, phone]) await notification(page, "checkout 1.9.0 was deployed").waitFor();
  await desk.getByText("Elif deployed a service.").waitFor();

  await press(desk, "Deployments 2 unread");
  await expect.poll(() => inbox(desk).locator(".lb-inbox-notification").count()).toBe(2);
  await press(desk, "Mark all as read");
  await unread(desk).getByText("No unread notifications").waitFor();
  await press(desk, "Unread");
  await inbox(desk).getByText("No notifications match this filter.").waitFor();
  await desk.reload();
  await notification(desk, "You are invited to Budget").waitFor();
  await unread(desk).getByText("No unread notifications").waitFor();
  await press(desk, "Delete all");
  await inbox(desk).getByText("No notifications.").waitFor();
  await desk.reload();
  await inbox(desk).getByText("No notifications.").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("settings per room and per channel, and the inbox, survive a server crash", async () => {
  const ada = await open("settings", "ada");
  const settings = ada.getByRole("region", { name: "Settings" });
  const launchPlan = settings.getByRole("combobox", { name: "Launch plan" });
  const budget = settings.getByRole("combobox", { name: "Budget" });
  const slack = settings.getByRole("checkbox", { name: "Invitations: Slack" });
  /** Changes something, and waits until the server has it. */
  const save = async (path: string, change: () => Promise<unknown>) => {
    const saved = ada.waitForResponse(
      (response) => response.url().includes(path) && response.request().method() === "POST",
    );
    await Promise.all([saved, change()]);
  };
  await save("subscription-settings", () => launchPlan.selectOption("Nothing"));
  await save("subscription-settings", () => budget.selectOption("All comments"));
  await save("notification-settings", () => slack.check());

  await journey.crashServer();
  await journey.restartServer();
  await ada.reload();
  await expect.poll(() => launchPlan.inputValue()).toBe("none");
  await expect.poll(() => slack.isChecked()).toBe(true);
  await expect.poll(() => budget.inputValue()).toBe("all");
  await notification(ada, "You are invited to Budget").waitFor();

  // A muted room sends no notifications of replies.
  await press(ada, "Reply to you thread notification");
  await ada.getByText("Elif replied to you in Launch plan.").waitFor();
  await press(ada, "Invite you $invitation");
  await notification(ada, "You are invited to Budget").getByText("invited 2 times").waitFor();
  expect(await notification(ada, "Done. Have another look, please.").count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

test("in a preview, the colleague acts automatically, and axe finds nothing on the page", async () => {
  const page = await journey.visit("/play/notification-centre/?room=preview&as=ada&preview");
  await page.getByText("Elif deployed a service.").waitFor();
  await notification(page, "Elif Demir mentioned you").click();
  await page.getByRole("region", { name: "Launch plan" }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await faultsOf(page), colorScheme).toEqual([]);
  }
  expect(journey.complaints).toEqual([]);
});
