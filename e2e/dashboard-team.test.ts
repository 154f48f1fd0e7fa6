/** Teams: created with the keyboard alone, joined by invitation, and the limits of a member's role. */
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

const limits = { signInsPerAddress: 1_000 };

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney({ limits, env: { WEFT_PLAN: "Free" } });
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const copied = (page: Page) => page.evaluate<string>("navigator.clipboard.readText()");

async function allowClipboard(page: Page): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
}

/** Presses Tab until something has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 100; presses++) {
    if ((await target.and(page.locator(":focus")).count()) === 1) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The keyboard does not get there.");
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

test("from a new account to a copied key with the keyboard alone", async () => {
  const page = await journey.visit("/sign-up");
  await allowClipboard(page);
  await typeInto(page, page.getByLabel("First name"), "Ada");
  await typeInto(page, page.getByLabel("Last name"), "Lovelace");
  await typeInto(page, page.getByRole("textbox", { name: "Email" }), "ada@example.com");
  await typeInto(page, page.getByLabel("Password", { exact: true }), "threads that cross and hold");
  await page.keyboard.press("Enter");

  await title(page, "Create a team");
  await typeInto(page, page.getByLabel("Team name"), "  Engines  ");
  await page.keyboard.press("Enter");

  await title(page, "Engines");
  await tabTo(page, page.getByRole("link", { name: "Create project" }).first());
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create project" });
  await typeInto(page, dialog.getByLabel("Project name"), "Looms");
  await page.keyboard.press("Enter");

  await title(page, "Looms");
  const secret = page.getByRole("region", { name: "Secret key" });
  await tabTo(page, secret.getByRole("button", { name: "Copy code" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => copied(page)).toMatch(/^WEFT_SECRET_KEY=sk_dev_/u);

  await tabTo(page, page.getByRole("navigation").getByRole("link", { name: "API keys" }));
  await page.keyboard.press("Enter");
  await title(page, "API keys");
  await tabTo(page, page.getByRole("button", { name: "Copy public key" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => copied(page)).toMatch(/^pk_dev_/u);
  expect(journey.complaints).toEqual([]);
});

/** The path of an invitation link, from the button that copies it. */
async function copyLink(page: Page, email: string): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')");
  await page.getByRole("button", { name: `Copy link for ${email}` }).click();
  await expect.poll(() => copied(page)).toContain("/accept-invitation/");
  return new URL(await copied(page)).pathname;
}

/** Ada with a team, and Bob who has joined it by the link that she copied. */
async function join(ada: Page, bob: Page, names: { team: string; ada: string; bob: string }): Promise<string> {
  await allowClipboard(ada);
  const { teamId } = await signUp(ada, { email: names.ada, teamName: names.team });
  await ada.goto(`/dashboard/${teamId}/members`);
  await ada.getByRole("button", { name: "Invite" }).click();
  await ada.getByRole("dialog").getByLabel("Emails").fill(`${names.bob}\n${names.ada}`);
  await ada.getByRole("dialog").getByRole("button", { name: "Invite 2 people" }).click();
  await ada.getByRole("dialog").getByText("Already a member").waitFor();
  const link = await copyLink(ada, names.bob);
  await ada.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await ada.getByRole("table", { name: "Pending invitations" }).getByText(names.bob, { exact: true }).waitFor();

  await bob.goto(link);
  await title(bob, `Join ${names.team}`);
  await bob.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await bob.getByLabel("First name").fill("Bob");
  await bob.getByLabel("Last name").fill("Bobbin");
  expect(await bob.getByRole("textbox", { name: "Email" }).inputValue()).toBe(names.bob);
  await bob.getByLabel("Password", { exact: true }).fill("bobbins and bobbins of thread");
  await bob.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await bob.getByRole("button", { name: `Join ${names.team}` }).click();
  await title(bob, names.team);
  expect(new URL(bob.url()).pathname).toBe(`/dashboard/${teamId}`);
  return teamId;
}

test("an invitation can be accepted once, and only by the invited user", async () => {
  const ada = await journey.visit("/sign-in");
  const bob = await journey.visit("/sign-in");
  const before = journey.complaints.length;
  const teamId = await join(ada, bob, { team: "Jacquard", ada: "ada.j@example.com", bob: "bob.j@example.com" });

  await ada.reload();
  const members = ada.getByRole("table", { name: "Members", exact: true });
  await members.getByText("bob.j@example.com").waitFor();
  await ada.getByRole("table", { name: "Pending invitations" }).waitFor({ state: "detached" });

  await ada.getByRole("button", { name: "Invite" }).click();
  await ada.getByRole("dialog").getByLabel("Emails").fill("eve.j@example.com");
  await ada.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
  const link = await copyLink(ada, "eve.j@example.com");
  await ada.getByRole("dialog").getByRole("button", { name: "Done" }).click();

  const stranger = await journey.visit("/sign-in");
  await signUp(stranger, { email: "stranger.j@example.com", teamName: "Others" });
  await stranger.goto(link);
  await title(stranger, "This invitation is for another account");
  await ada.getByRole("button", { name: "Revoke the invitation of eve.j@example.com" }).click();
  await ada.getByRole("alertdialog").getByRole("button", { name: "Revoke invitation" }).click();
  await ada.getByRole("table", { name: "Pending invitations" }).waitFor({ state: "detached" });
  await stranger.reload();
  await title(stranger, "This invitation is no longer open");
  await stranger.getByText("It was revoked. Ask an owner of Jacquard for a new one.").waitFor();

  await ada.goto(`/dashboard/${teamId}/settings`);
  await ada.getByRole("button", { name: "Leave team" }).click();
  await ada.getByRole("alertdialog").getByRole("button", { name: "Leave team" }).click();
  await ada.getByRole("alertdialog").getByText("A team needs at least one owner.").waitFor();
  // The conflict is reported by the browser itself.
  expect(journey.complaints.slice(before).filter((text) => !text.includes("status of 409"))).toEqual([]);
});

test("a role is changed after its consequence was shown, and a focused time is shown in full", async () => {
  const ada = await journey.visit("/sign-in");
  const bob = await journey.visit("/sign-in");
  const before = journey.complaints.length;
  await join(ada, bob, { team: "Heddles", ada: "ada.h@example.com", bob: "bob.h@example.com" });
  await ada.reload();
  const row = ada.getByRole("table", { name: "Members", exact: true }).getByRole("row", { name: "bob.h@example.com" });

  await tabTo(ada, row.getByRole("button", { name: "just now" }));
  const times = ada.getByRole("dialog");
  await times.getByText(/GMT$/u).waitFor();
  await tabTo(ada, times.getByRole("button", { name: "Copy ISO time" }));
  await ada.keyboard.press("Enter");
  await expect.poll(() => copied(ada)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u);
  await ada.keyboard.press("Escape");
  await times.waitFor({ state: "detached" });
  await row.getByRole("button", { name: "just now" }).hover();
  await times.getByText("UTC", { exact: true }).waitFor();
  await ada.mouse.move(0, 0);
  await times.waitFor({ state: "detached" });

  const choose = async (role: string) => {
    await row.getByRole("combobox", { name: "Role of Bob Bobbin" }).click();
    await ada.getByRole("option", { name: role }).click();
  };
  const question = ada.getByRole("alertdialog", { name: "Make Bob Bobbin an owner?" });
  await choose("Owner");
  await question.getByText(/^Owners can invite and remove people/u).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await row.getByRole("combobox").innerText()).toBe("Member");
  await choose("Owner");
  await question.getByRole("button", { name: "Change role" }).click();
  await ada.getByText("Bob Bobbin is now an owner").waitFor();
  await expect.poll(() => row.getByRole("combobox").innerText()).toBe("Owner");
  expect(journey.complaints.slice(before)).toEqual([]);
});

test("a member sees plan and usage, nothing to change them with, and is refused by the server", async () => {
  const ada = await journey.visit("/sign-in");
  const bob = await journey.visit("/sign-in");
  const teamId = await join(ada, bob, { team: "Shuttles", ada: "ada.s@example.com", bob: "bob.s@example.com" });

  const billing = `/dashboard/${teamId}/settings/billing?planType=pro&withComments=true`;
  await ada.goto("/dashboard/settings/billing?planType=pro&withComments=true");
  await ada.getByRole("heading", { name: "Change to Pro" }).waitFor();
  expect(ada.url()).toBe(journey.url + billing);
  await ada.getByText("You asked for Comments.").waitFor();
  await ada.getByRole("link", { name: "Contact us to upgrade" }).waitFor();

  await bob.goto(billing);
  await bob.getByText("Only team owners can change the plan.").waitFor();
  await bob.getByRole("meter").first().waitFor();
  // A new project admits anonymous users, who have a meter too.
  await expect.poll(() => bob.getByRole("meter").count()).toBe(9);
  expect(await bob.getByRole("heading", { name: "Change to Pro" }).count()).toBe(0);
  // Links lead only to past months.
  expect(
    await bob
      .getByRole("main")
      .getByRole("link", { name: /^(?!\w+ \d{4}: )/u })
      .count(),
  ).toBe(0);

  await bob.goto(`/dashboard/${teamId}/members`);
  await bob.getByText("bob.s@example.com").first().waitFor();
  expect(await bob.getByRole("button", { name: "Invite" }).count()).toBe(0);
  expect(await bob.getByRole("combobox").count()).toBe(0);
  await bob.goto(`/dashboard/${teamId}/settings/audit-log`);
  await bob.getByText("You don't have access to this page.").waitFor();

  const call = async (method: string, path: string, data?: unknown): Promise<number> => {
    const headers = { origin: journey.url, "x-weft-csrf": "1" };
    return (await bob.request.fetch(`/internal/teams/${teamId}${path}`, { method, data, headers })).status();
  };
  expect(await call("GET", "/usage")).toBe(200);
  expect(await call("PATCH", "", { name: "Mine" })).toBe(403);
  expect(await call("POST", "/invitations", { emails: ["x@example.com"], role: "owner" })).toBe(403);
  expect(await call("GET", "/audit-log")).toBe(403);
});

test("usage on the plan Enterprise is described by an agreement, not by meters", async () => {
  await using enterprise = await openJourney({ limits, env: { WEFT_PLAN: "Enterprise" } });
  const page = await enterprise.visit("/sign-in");
  const { teamId } = await signUp(page, { teamName: "Mills" });
  await page.goto(`/dashboard/${teamId}/usage`);
  await page.getByText("Your agreement describes your usage.").waitFor();
  expect(page.url()).toBe(`${enterprise.url}/dashboard/${teamId}/settings/billing#usage`);
  expect(await page.getByRole("meter").count()).toBe(0);
  expect(await page.getByRole("button", { name: "CSV" }).count()).toBe(0);
  expect(enterprise.complaints).toEqual([]);
});
